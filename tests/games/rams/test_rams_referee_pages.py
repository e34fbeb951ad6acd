"""The referee's pages of Rams, as a browser without scripts requests them."""

import re
from html import unescape

import pytest
from flask import Flask
from support.phones import Phone, codes, new_table, read

from companion.rulebooks import book

PLAYABLE = {"ask": "1", "trump": "S", "trick": "9H TS", "hand": "5S QS 3C"}  # RAMS-R03


@pytest.fixture
def table(app: Flask) -> Phone:
    return new_table(app, "rams")


def heading(game: str, clause_id: str, lang: str = "en") -> str:
    clause = book(game, lang).clause(clause_id)
    assert clause
    return clause.heading


def standing(app: Flask, *points: int) -> Phone:
    return new_table(app, "rams", **{f"opening[scores][@{n}]": str(one) for n, one in enumerate(points)})


class TestQuestions:
    def test_same_as_ask(self, table: Phone) -> None:
        """RAMS-R03, with the clause and its basis."""
        text = read(table.get("/referee/playable", **PLAYABLE))
        assert "Only Q♠ may be played." in text
        assert "said in the source" in text
        assert heading("rams", "rams.play.beat") in text

    @pytest.mark.parametrize("game", ["rams", "english_rams"])
    def test_the_trick_field_explains_an_empty_trick(self, app: Flask, game: str) -> None:
        page = read(app.test_client().get(f"/referee/{game}/playable", query_string={"trick": "9H TS"}))
        assert "Leave it empty if the player leads." in page

    def test_impossible_facts_name_the_fact(self, table: Phone) -> None:
        text = read(table.get("/referee/playable", **{**PLAYABLE, "hand": "5S 5S"}))
        assert "That is not possible." in text
        assert "5♠ is listed twice." in text
        assert "Save ruling" not in text

    @pytest.mark.parametrize(
        ("facts", "says"),
        [
            ({"bid[]": "cards", "accepted[]": "turn"}, "”svänga” accepterades, men ingen bjöd det."),
            ({"bid[]": ["cards", "turn", "turn"], "accepted[]": "turn"}, "”svänga” står med två gånger."),
            ({"bid[]": "trump", "accepted[]": "trump"}, "Möjliga bud: bättre kort, svänga."),
        ],
    )
    def test_an_impossible_bid_is_named_as_in_the_form(self, app: Flask, facts: dict[str, object], says: str) -> None:
        swedish = {"Accept-Language": "sv"}
        page = app.test_client().get("/referee/rams/rebid", query_string={"ask": "1", **facts}, headers=swedish)
        assert says in read(page)

    def test_a_fact_not_chosen_yet_is_asked_for(self, table: Phone) -> None:
        """Nothing impossible was entered."""
        text = read(table.get("/referee/lead", ask="1"))
        assert "Choose who has passed. It can be nobody." in text
        assert "That is not possible." not in text
        assert "Save ruling" not in text

    def test_house_rules_without_a_match(self, app: Flask) -> None:
        client = app.test_client()
        facts = {"ask": "1", "trump": "S", "hand": "7S KH QH", "points": "1", "others[]": ["1", "4"]}
        assert "any card" in read(client.get("/referee/rams/playable", query_string=facts))
        strict = {**facts, "options[forced_lead_exempt]": "none"}
        assert "must play 7♠." in read(client.get("/referee/rams/playable", query_string=strict))

    def test_what_the_match_knows(self, app: Flask) -> None:
        """The score sheet has the points, so nobody types that a player is on 1."""
        table = new_table(
            app, "rams", **{"opening[scores][@0]": "1", "opening[scores][@1]": "4", "opening[scores][@2]": "6"}
        )
        of_anna = read(table.get("/referee/must_knock", ask="1", about="Anna"))
        assert "Anna must knock: a player on 1 may never pass." in of_anna and "Must Anna knock?" in of_anna
        assert "Bo does not have to knock" in read(table.get("/referee/must_knock", ask="1", about="Bo"))
        facts = {"ask": "1", "trump": "S", "hand": "7S KH QH"}
        assert "The player who leads must play 7♠." in read(table.get("/referee/playable", **facts, about="Bo"))
        assert "any card" in read(table.get("/referee/playable", **facts, about="Anna"))

    @pytest.mark.parametrize("asked", [{"joined": "false"}, {"joined": "false", "ask": "1"}])
    def test_a_player_on_one_has_not_passed(self, app: Flask, asked: dict[str, str]) -> None:
        """rams.pass.one: the sheet knows the points, and the clause is beside the impossible fact."""
        page = standing(app, 1, 4, 6).get("/referee/score", about="Anna", **asked)
        text = read(page)
        assert "That is not possible." in text
        assert "Anna must knock: a player on 1 may never pass." in text
        assert heading("rams", "rams.pass.one") in page.text.partition('class="carries"')[2].partition("</details>")[0]
        assert "What would change it?" not in text
        assert "keeps the 1" not in text
        assert "Bo passed and stays on 4." in read(standing(app, 1, 4, 6).get("/referee/score", about="Bo", **asked))

    def test_facts_known_from_the_sheet_are_marked(self, app: Flask) -> None:
        """rams.play.forced_lead: the sheet knows whether one of the others is on 1."""
        table = standing(app, 1, 4, 6)
        for player, words in (("Bo", "1 is among them"), ("Anna", "1 is not among them")):
            page = table.get("/referee/playable", about=player).text
            taps = page.partition("Points of the others")[2].partition("</fieldset>")[0]
            assert re.findall(r"aria-current=true>([^<]+)<", taps) == [words]
            assert ">10</a>" in page
            assert ">11</a>" not in page

    def test_what_was_said_of_one_player_is_not_taken_for_another(self, table: Phone) -> None:
        """The points of Bo stay when Bo is tapped, and are left out when Anna is."""
        page = table.get("/referee/score", q="Bo on 7 took no trick", points="7", tricks="0").text
        of = {name: re.search(rf'href="([^"]*)"[^>]*>{name}<', page) for name in ("Anna", "Bo")}
        assert of["Anna"] and "points=7" not in of["Anna"][1]
        assert of["Bo"] and "points=7" in of["Bo"][1]

    def test_changes_are_about_the_same_player(self, app: Flask) -> None:
        table = new_table(
            app, "rams", **{"opening[scores][@0]": "2", "opening[scores][@1]": "4", "opening[scores][@2]": "6"}
        )
        text = read(table.get("/referee/must_knock", about="Anna"))
        assert "Anna does not have to knock. But a player who passes on 2 must knock in the next deal." in text
        assert "Anna must knock: a player on 2 may not pass twice in a row." in text
        assert "This player" not in text

    def test_impossible_values_are_not_offered(self, app: Flask) -> None:
        """Nobody is on 11 or 12 if a rams starts at 10, but at a table that starts at 12 players may be."""
        client = app.test_client()
        for key in ("must_knock", "buy_down?money=true&flew=true", "score?joined=true", "playable?points=4"):
            page = client.get(f"/referee/rams/{key}").text
            assert ">10</a>" in page and ">11</a>" not in page, key
        twelve = client.get("/referee/rams/must_knock?options[start_points]=12").text
        assert ">12</a>" in twelve

    @pytest.mark.parametrize(
        ("key", "says"),
        [("lead", "Bo leads to the first trick."), ("buy_order", "They exchange in this order: Bo, Cia, Anna.")],
    )
    def test_that_nobody_has_passed_is_one_tap(self, app: Flask, key: str, says: str) -> None:
        """It is not assumed, and kept when another fact changes; ticked players have passed."""
        table = new_table(app, "rams", **{"opening[dealer]": "Anna"})
        page = table.get(f"/referee/{key}")
        assert says not in read(page)
        tap = re.search(r'<a href="([^"]*)"[^>]*>nobody</a>', page.text)
        assert tap
        said = table.client.get(unescape(tap[1]))
        assert says in read(said)
        assert '<input type="hidden" name="passed[@]" value="none">' in said.text
        assert says not in read(table.get(f"/referee/{key}", **{"ask": "1", "passed[@]": "none", "passed[]": "Bo"}))

    def test_nobody_is_a_checkbox_beside_typed_names(self, app: Flask) -> None:
        page = app.test_client().get("/referee/rams/lead")
        assert re.search(r'<input type="checkbox" name="passed\[@\]" value="none" *>', page.text)

    def test_winners_of_tricks_are_typed_in_any_case(self, app: Flask) -> None:
        """Also beside the points of A to D; at a table the names are there to be ticked."""
        page = app.test_client().get("/referee/rams/pot")
        assert "Tricks in order by letter: A, B, C, D" in read(page)
        asked = {"ask": "1", "points[A]": "1", "points[B]": "2", "tricks[]": ["b", " a"], "options[money]": "True"}
        assert "A takes the pot." in read(app.test_client().get("/referee/rams/pot", query_string=asked))
        assert "by letter" not in read(app.test_client().get("/referee/rams/lead"))
        assert "by letter" not in read(new_table(app, "rams").get("/referee/pot"))

    def test_while_the_match_is_played_nobody_has_won(self, app: Flask, table: Phone) -> None:
        """rams.end.match: sums are of finished rams only, and the sheet knows how many there are."""
        assert "The match goes on: 0 rams of 6 are finished." in read(table.get("/referee/winner"))
        sums = {f"opening[sums][@{n}]": str(20 - n) for n in range(3)}
        later = new_table(app, "rams", **sums, **{"opening[rams_finished]": "1", "opening[flights][@1]": "1"})
        page = later.get("/referee/winner")
        for field in ("sums[@0]", "flights[@1]", "finished"):
            assert re.search(rf'name="{re.escape(field)}"[^>]* value="\d+"', page.text)
        for text in (read(page), read(later.get("/referee/winner", ask="1"))):
            assert "The match goes on: 1 rams of 6 is finished." in text
            assert "Cia has won" not in text
        assert "Cia has won the match." in read(later.get("/referee/winner", ask="1", finished="6"))


class TestWordsBeforeTheSheet:
    """A fact that somebody enters overrides the sheet; one that is only mentioned is asked for."""

    def test_an_entered_number_overrides_the_sheet(self, app: Flask) -> None:
        page = told(standing(app, 1, 4, 6), "Bo passed on two twice in a row")
        assert "Bo must knock" in page

    def test_a_number_of_two_meanings_is_asked(self, app: Flask) -> None:
        page = told(standing(app, 1, 4, 6), "must Anna knock on 2 or on 3")
        assert "It depends Points 1 2 3" in page

    def test_without_a_number_the_sheet_knows(self, app: Flask) -> None:
        assert "Anna must knock" in told(standing(app, 1, 4, 6), "Anna must knock")


def told(table: Phone, words: str) -> str:
    """Return the page to which the search phrase leads."""
    sent = table.get("/referee", q=words)
    assert sent.status_code == 303
    return read(table.client.get(sent.location))


class TestRefresh:
    """A page that asks for news says that its verdict has changed."""

    CHANGED = "The score sheet has changed: this is the answer now."
    POLL = re.compile(r'hx-get="([^"]*\bafter=[^"]*)"')
    ASKED = {"ask": 1, "about": "Anna", "joined": "true", "tricks": "0"}

    def polled(self, phone: Phone, text: str) -> str:
        address = self.POLL.search(text)
        assert address
        return phone.client.get(unescape(address[1])).text

    def test_another_verdict_is_announced(self, app: Flask) -> None:
        """After a deal from a second phone, a flight starts from other points; a note changes nothing."""
        anna = new_table(app, "rams", ["Anna", "Bo", "Cia"])
        bo = Phone(app, anna.match)
        bo.enter(codes(app, anna.match)[0], "Bo")
        page = anna.get("/referee/score", **self.ASKED).text
        bo.post("/entries", kind="note", seen="0.0", entry_id="note", text="Tea")
        noted = self.polled(anna, page)
        assert self.CHANGED not in page + noted
        written = bo.post("/entries", kind="deal", seen="1.0", entry_id="deal", **{"tricks[]": ["Anna"] * 4 + ["Bo"]})
        assert written.status_code == 303
        assert self.CHANGED in self.polled(anna, noted)
        assert self.CHANGED not in anna.get("/referee/score", **self.ASKED).text
