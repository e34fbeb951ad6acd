"""The pages of the referee and of the rule books, as a browser without scripts would ask for them."""

import json
import re
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from phones import Phone, codes, entries, new_table, stored, text_of

from companion.books import book
from companion.games import GAMES
from companion.games.rams import GAME as RAMS
from companion.reading import game_of, read_facts
from companion.reading.fields import fields_of
from companion.reading.forms import form_of, posted
from companion.referee import ask
from companion.rules.options import house_rules
from companion.rules.rulings import WHO
from companion.store import EntryRow

QUESTIONS = [pytest.param(game.key, key, id=f"{game.key}-{key}") for game in GAMES for key in game.questions]
PLAYABLE = {"ask": "1", "trump": "S", "trick": "9H TS", "hand": "5S QS 3C"}


@pytest.fixture
def table(app: Flask) -> Phone:
    return new_table(app)


def seats(game: str) -> list[str]:
    found = game_of(game)
    assert found
    return ["Anna", "Bo", "Cia", "Dag"][: min(4, found.seats[-1])]


def read(answer: Any) -> str:
    assert answer.status_code == 200, answer.text
    return unescape(text_of(answer.text))


def heading(game: str, clause_id: str, lang: str = "en") -> str:
    clause = book(game, lang).clause(clause_id)
    assert clause
    return clause.heading


class TestQuestions:
    @pytest.mark.parametrize(("game", "key"), QUESTIONS)
    def test_every_question_has_a_form(self, app: Flask, game: str, key: str) -> None:
        """With a match and without: each of the game's facts is a field, or known."""
        found = game_of(game)
        assert found
        question = found.questions[key]
        alone = app.test_client().get(f"/referee/{game}/{key}")
        assert question.title in read(alone)
        named = {re.split(r"[\[]", name)[0] for name in re.findall(r'name="([^"]+)"', alone.text)}
        facts = set(question.facts.__dataclass_fields__)
        tapped = set(re.findall(r"[?&;](\w+)(?:%5B[^=]*)?=", alone.text))
        named |= tapped & facts
        assert named - facts <= {"ask", "options", "viewport", "color-scheme", "theme-color", "htmx-config"}
        required = {
            name
            for name, one in question.facts.__dataclass_fields__.items()
            if one.default is one.default_factory  # both MISSING
        }
        assert required <= named
        at_table = new_table(app, game, seats(game))
        assert question.title in read(at_table.get(f"/referee/{key}"))
        assert question.title in read(at_table.get("/referee"))

    @pytest.mark.parametrize(("game", "key"), QUESTIONS)
    def test_nothing_filled_in(self, app: Flask, game: str, key: str) -> None:
        """An empty form is answered by a ruling or by what is missing, never by a fault of ours."""
        read(app.test_client().get(f"/referee/{game}/{key}?ask=1"))
        read(new_table(app, game, seats(game)).get(f"/referee/{key}", ask="1"))

    @pytest.mark.parametrize(("game", "key"), QUESTIONS)
    def test_nothing_is_chosen_beforehand(self, app: Flask, game: str, key: str) -> None:
        """What decides has no preset answer; only made-up names for a table that nobody has named."""
        page = app.test_client().get(f"/referee/{game}/{key}").text
        facts = page[page.index("<main") :].partition("House rules")[0]
        assert "aria-current" not in facts
        chosen = re.findall(r'<input type="(?:radio|checkbox)"[^>]*name="([^"]*)"[^>]*checked', facts)
        assert set(chosen) <= {"players[]", "dealer"}

    @pytest.mark.parametrize(
        "path", ["/referee/chess", "/referee/rams/nothing", "/rules/chess", "/rules/rams/rams.nothing"]
    )
    def test_unknown(self, app: Flask, path: str) -> None:
        assert app.test_client().get(path).status_code == 404

    def test_same_as_ask(self, table: Phone) -> None:
        """RAMS-R03, with the clause and its basis."""
        text = read(table.get("/referee/playable", **PLAYABLE))
        assert "Only Q♠ may be played." in text
        assert "the source says it" in text
        assert heading("rams", "rams.play.beat") in text

    def test_impossible_facts_name_the_fact(self, table: Phone) -> None:
        text = read(table.get("/referee/playable", **{**PLAYABLE, "hand": "5S 5S"}))
        assert "That cannot be." in text
        assert "5♠ is there twice." in text
        assert "Write it on the protocol" not in text

    def test_house_rules_without_a_match(self, app: Flask) -> None:
        client = app.test_client()
        facts = {"ask": "1", "trump": "S", "hand": "7S KH QH", "points": "1", "others[]": ["1", "4"]}
        assert "any card" in read(client.get("/referee/rams/playable", query_string=facts))
        strict = {**facts, "options[forced_lead_exempt]": "none"}
        assert "only 7♠ may be played." in read(client.get("/referee/rams/playable", query_string=strict))

    def test_what_the_match_knows(self, app: Flask) -> None:
        """Points come from the sheet, so the duty of who stands on 1 is told without typing them."""
        table = new_table(app, **{"opening[scores][@0]": "1", "opening[scores][@1]": "4", "opening[scores][@2]": "6"})
        assert "must always knock" in read(table.get("/referee/must_knock", ask="1", about="Anna"))
        assert "Whoever wants to may pass." in read(table.get("/referee/must_knock", ask="1", about="Bo"))
        facts = {"ask": "1", "trump": "S", "hand": "7S KH QH"}
        assert "On lead: only 7♠ may be played." in read(table.get("/referee/playable", **facts, about="Bo"))
        assert "any card" in read(table.get("/referee/playable", **facts, about="Anna"))


class TestOnTheProtocol:
    def test_written(self, app: Flask, table: Phone) -> None:
        """What is written is what the rules say now, whatever the phone sends along."""
        assert table.post("/referee/playable", **PLAYABLE, text="Everything goes.").status_code == 422
        answer = table.post("/referee/playable", **PLAYABLE, entry_id="e1")
        assert answer.status_code == 303
        assert "It stands on the protocol." in read(table.client.get(answer.location))
        (row,) = entries(app, table.match)
        assert row.body == {
            "kind": "ruling",
            "question": "playable",
            "facts": {"trump": "S", "trick": "9H TS", "hand": "5S QS 3C"},
            "verdict": "answer",
            "clauses": ["rams.play.trump", "rams.play.beat"],
            "text": "Only Q♠ may be played.",
        }

    def test_twice_the_same_tap(self, app: Flask, table: Phone) -> None:
        for _ in range(2):
            assert table.post("/referee/playable", **PLAYABLE, entry_id="e1").status_code == 303
        assert len(entries(app, table.match)) == 1

    def test_behind_what_others_write(self, app: Flask, table: Phone) -> None:
        """A ruling moves no score: it waits for nobody."""
        table.write("ABCAB", 1)
        assert table.post("/referee/playable", **PLAYABLE).status_code == 303
        assert [row.body["kind"] for row in entries(app, table.match)] == ["deal", "ruling"]

    def test_impossible_is_not_written(self, app: Flask, table: Phone) -> None:
        answer = table.post("/referee/playable", **{**PLAYABLE, "hand": "5S 5S"})
        assert answer.status_code == 422
        assert entries(app, table.match) == []

    def test_shown_when_asked_again(self, table: Phone) -> None:
        table.post("/referee/playable", **PLAYABLE)
        assert "Only Q♠ may be played." in read(table.get("/referee/playable"))
        assert "Only Q♠" not in read(table.get("/referee/trick"))

    def test_readers_and_strangers(self, app: Flask, table: Phone) -> None:
        reader = Phone(app, table.match)
        assert reader.get("/referee/playable").status_code == 404
        reader.enter(codes(app, table.match)[1])
        assert "Write it on the protocol" not in read(reader.get("/referee/playable", **PLAYABLE))
        assert reader.post("/referee/playable", **PLAYABLE).status_code == 403
        assert reader.post("/house-rule", **{"options[lone_knocker]": "dealer_must_play"}).status_code == 403

    def test_settles_what_was_contested(self, app: Flask, table: Phone) -> None:
        """From a contested entry to a ruling on it."""
        table.write("ABCAB", 1)
        table.post("/entries/1/contest", entry_id="c1", reason="the second trick")
        contested = table.get("/entries/1").text
        assert f'href="/m/{table.match}/referee?entry=1"' in contested
        assert "/referee/playable?entry=1" in table.get("/referee", entry="1").text
        assert 'name="entry" value="1"' in table.get("/referee/playable", entry="1").text
        assert table.post("/referee/playable", **PLAYABLE, entry="1").status_code == 303
        assert entries(app, table.match)[-1].body["entry"] == 1
        assert "Contested by" not in read(table.get("/entries/1"))
        assert table.post("/referee/playable", **PLAYABLE, entry="99").status_code == 422

    def test_the_very_same_case(self, table: Phone) -> None:
        table.post("/referee/playable", **PLAYABLE)
        assert "The very same case." in read(table.get("/referee/playable", **PLAYABLE))
        assert "The very same case." not in read(table.get("/referee/playable", **{**PLAYABLE, "hand": "QS"}))

    def test_exported(self, table: Phone) -> None:
        table.post("/referee/playable", **PLAYABLE)
        exported = json.loads(table.get("/match.json").text)
        assert exported["entries"][0]["question"] == "playable"


class TestHouseRule:
    def test_changed(self, app: Flask, table: Phone) -> None:
        back = f"/m/{table.match}/referee/playable?ask=1"
        answer = table.post("/house-rule", **{"options[forced_lead_exempt]": "none", "back": back})
        assert (answer.status_code, answer.location) == (303, back)
        (row,) = entries(app, table.match)
        assert row.body == {"kind": "option", "option": "forced_lead_exempt", "value": "none"}
        facts = {"ask": "1", "trump": "S", "hand": "7S KH QH"}
        assert "Asked with" not in read(table.get("/referee/playable", **facts))

    def test_a_number_and_a_counted_choice(self, app: Flask) -> None:
        table = new_table(app, "rami", ["Anna", "Bo"])
        table.post("/house-rule", **{"options[end_at]": "#points", "options[end_at_number]": "300"})
        assert entries(app, table.match)[0].body["value"] == {"points": 300}

    @pytest.mark.parametrize(
        ("fields", "status"),
        [
            ({}, 400),
            ({"options[nothing]": "1"}, 400),
            ({"options": "x"}, 400),
            ({"options[lone_knocker]": "nobody"}, 422),
            ({"options[start_points]": "7"}, 422),
        ],
    )
    def test_refused(self, app: Flask, table: Phone, fields: dict[str, str], status: int) -> None:
        """No such rule, no such choice, or one that is fixed for the match."""
        assert table.post("/house-rule", **fields).status_code == status
        assert entries(app, table.match) == []

    def test_no_way_out(self, table: Phone) -> None:
        """Only pages of the referee of this match are gone back to."""
        fields = {"options[lone_knocker]": "dealer_must_play", "back": "//elsewhere.example/"}
        assert table.post("/house-rule", **fields).location == f"/m/{table.match}/house-rules"


class TestHouseRulesOfATable:
    """All of them stand one tap from the score, and those that may change can be changed there."""

    def test_in_full(self, table: Phone) -> None:
        assert f'href="/m/{table.match}/house-rules"' in table.get().text
        shown = read(table.get("/house-rules"))
        assert "This table plays as the book has it." in shown
        for _, rule in house_rules(RAMS.options):
            assert rule.label in shown or rule.label == "First dealer"

    def test_changed(self, table: Phone) -> None:
        table.post("/house-rule", **{"options[rams_count]": "#", "options[rams_count_number]": "4"})
        assert "What this table has chosen" in read(table.get("/house-rules"))

    def test_a_refusal_keeps_what_was_typed(self, app: Flask) -> None:
        table = new_table(app, "ramino", ["Anna", "Bo"])
        fields = {"options[target]": "#", "options[target_number]": "7o0"}
        answer = table.post("/house-rule", **fields)
        assert answer.status_code == 422
        assert 'value="7o0"' in answer.text

    def test_readers_see_and_do_not_change(self, app: Flask, table: Phone) -> None:
        reader = Phone(app, table.match)
        reader.enter(codes(app, table.match)[1])
        assert "From the next deal on" not in read(reader.get("/house-rules"))


class TestRemedies:
    """Where a ruling attaches a penalty, it is the next entry, prefilled."""

    @pytest.mark.parametrize(
        ("game", "key", "facts", "remedy"),
        [
            (
                "rams",
                "playable",
                {**PLAYABLE, "options": {"revoke": "offender_flies"}},
                {"kind": "deal", "faults": [WHO]},
            ),
            ("rams", "playable", PLAYABLE, None),
            (
                "english_rams",
                "playable",
                {"trump": "C", "trick": "TD", "hand": "8D KD 9C"},
                {"kind": "deal", "faults": [{"player": WHO}]},
            ),
            ("english_rams", "playable", {"trump": "C", "trick": "TD", "hand": "KD"}, None),
            (
                "english_rams",
                "heir",
                {"trump": "S", "cards": "TD KD AD", "offender": "AD"},
                {"kind": "deal", "faults": [{"player": WHO}]},
            ),
            (
                "ramino",
                "take_joker",
                {"meld": "QS KS JK", "card": "AS", "opened": True},
                {"kind": "deal", "penalties": {WHO: ["joker"]}},
            ),
            ("ramino", "take_joker", {"meld": "QS KS JK", "card": "2S", "opened": True}, None),
            (
                "ramino",
                "rearrange",
                {
                    "before": ["4D 5D 6D 7D"],
                    "after": ["5D 6D 7D"],
                    "hand": "",
                    "options": {"manipulation": True},
                },
                {"kind": "deal", "penalties": {WHO: ["table"]}},
            ),
            (
                "gin",
                "showdown",
                {
                    "knocker": "AS 2S 3S 4S 7H 8H 9H 5C 5D KH",
                    "defender": "9S 9D 9C 2D 3D 4D 5S JC QC KD",
                    "options": {"false_knock": {"penalty": 20}},
                },
                {"kind": "penalty", "player": WHO, "points": -20, "reason": "false knock"},
            ),
        ],
    )
    def test_remedy(self, game: str, key: str, facts: dict[str, Any], remedy: Any) -> None:
        found = game_of(game)
        assert found
        question = found.questions[key]
        asked = read_facts(found, question, {name: fact for name, fact in facts.items() if name != "ask"})
        ruling = ask(question, asked).ruling
        assert ruling
        assert ruling.remedy == remedy

    def test_offered_for_each_player(self, app: Flask) -> None:
        """ERAMS-R11: a tap on a name opens the deal with the fault in it."""
        table = new_table(app, "english_rams", ["Anna", "Bo", "Cia"])
        page = table.get("/referee/playable", ask="1", trump="C", trick="TD", hand="8D KD 9C").text
        fields = dict(re.findall(r'name="(kind|faults[^"]*)" value="([^"]*)"', page))
        assert fields == {"kind": "deal", "faults[0][player]": "Cia"}  # the last of three forms
        assert page.count('name="faults[0][player]"') == 3
        form = table.post("/form", **{"kind": "deal", "faults[0][player]": "Bo"})
        assert "<option selected>Bo</option>" in re.sub(r"\s+", " ", form.text).replace("<option  ", "<option ")

    def test_fine_is_one_tap(self, app: Flask) -> None:
        table = new_table(app, "gin", ["Anna", "Bo"])
        penalty = {"kind": "penalty", "player": "Anna", "points": "-20", "reason": "false knock"}
        assert table.post("/entries", **penalty, number=1, entry_id="r1").status_code == 303
        assert entries(app, table.match)[0].body["points"] == -20

    def test_of_a_refused_deal(self, app: Flask) -> None:
        """A false knock is refused; where the table fines it, the fine is written instead, by one tap."""
        house = {"options[false_knock]": "#penalty", "options[false_knock_number]": "20"}
        table = new_table(app, "gin", ["Anna", "Bo"], **house)
        deal = {"kind": "deal", "end": "knock", "by": "Anna", "deadwood[@0]": "12", "deadwood[@1]": "30", "seen": "0.0"}
        refused = table.post("/entries", **deal, entry_id="d1")
        assert refused.status_code == 422
        remedy = re.search(r"name=\"remedy\" value='([^']*)'", refused.text)
        assert remedy
        assert table.post("/entries", **deal, entry_id="d1", remedy=unescape(remedy[1])).status_code == 303
        assert entries(app, table.match)[0].body["kind"] == "penalty"
        for broken in ("", "{", "[]", '{"kind": "deal"}', '{"kind": "penalty", "player": "Eve", "points": 1}'):
            assert table.post("/entries", **{**deal, "seen": "1.0"}, entry_id="d2", remedy=broken).status_code == 422


class TestWrittenDown:
    """A verdict is written as the deal it comes to, one tap; an unfinished deal goes into its form."""

    NOBODY_SCORES = "Write the deal down: nobody scores"
    HANDS = {"knocker": "JS JH JD 6S 7S 8S AH 2H 3H 6D", "defender": "9H 9D 9C 2D 3D 4D 5S JC QC KD"}

    @staticmethod
    def buttons(page: str) -> dict[str, dict[str, str]]:
        """The forms under the verdict by their buttons, each with the address it goes to as its `action`."""
        found = {}
        for action, inner in re.findall(r'<form method="post" action="([^"]*)">(.*?)</form>', page, re.S):
            words = re.findall(r"<button[^>]*>([^<]*)</button>", inner)
            if words:
                fields = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', inner)
                found[words[-1]] = {**{name: unescape(text) for name, text in fields}, "action": action}
        return found

    def pressed(self, table: Phone, button: dict[str, str]) -> Any:
        fields = {name: text for name, text in button.items() if name != "action"}
        return table.client.post(button["action"], data=fields)

    def test_showdown_is_the_deal(self, app: Flask) -> None:
        """GIN-X06: once for each who may have knocked; undone like any deal."""
        table = new_table(app, "gin", ["Anna", "Bo"])
        found = self.buttons(table.get("/referee/showdown", ask="1", **self.HANDS).text)
        assert {"Score it: Anna +14", "Score it: Bo +14"} <= set(found)
        assert self.pressed(table, found["Score it: Bo +14"]).status_code == 303
        (row,) = entries(app, table.match)
        assert (row.body["by"], row.body["hands"]["Bo"]) == ("Bo", self.HANDS["knocker"])
        assert "Undo" in read(table.get(""))

    def test_same_tap_twice_and_somebody_first(self, app: Flask) -> None:
        """It goes the way of every deal: once, and not behind the back of who wrote first."""
        table = new_table(app, "gin", ["Anna", "Bo"])
        button = self.buttons(table.get("/referee/score", knocker="3", defender="20", end="knock").text)
        anna, bo = button["Score it: Anna +17"], button["Score it: Bo +17"]
        assert [self.pressed(table, anna).status_code for _ in range(2)] == [303, 303]
        assert self.pressed(table, bo).status_code == 409
        assert len(entries(app, table.match)) == 1

    @pytest.mark.parametrize(
        ("game", "key", "facts", "button", "body"),
        [
            ("rams", "irregular", {"what": "wrong_count"}, "Write down the misdeal", {"kind": "misdeal"}),
            (
                "rams",
                "unplayed",
                {"knocked": "0"},
                "Score it: Anna −5",
                {"kind": "deal", "passed": ["Bo", "Cia", "Dag"]},
            ),
            ("gin", "two_cards", {"stock": "2", "can_end": "false"}, NOBODY_SCORES, {"end": "void"}),
            ("english_rams", "misdeal", {}, "Write down the misdeal", {"kind": "misdeal"}),
        ],
    )
    def test_one_tap(
        self, app: Flask, game: str, key: str, facts: dict[str, str], button: str, body: dict[str, Any]
    ) -> None:
        table = new_table(app, game, seats(game), **{"opening[dealer]": "Anna"})
        found = self.buttons(table.get(f"/referee/{key}", **facts).text)
        assert self.pressed(table, found[button]).status_code == 303
        (row,) = entries(app, table.match)
        assert body.items() <= row.body.items()

    @pytest.mark.parametrize(
        ("game", "key", "facts", "shown"),
        [
            ("ramino", "penalty", {"what": "joker"}, 'max="120" value="1"'),
            (
                "ramino",
                "ramino_bonus",
                {"opened_before": "false", "last": "laid", "added": "none", "others_laid": "false"},
                'name="out[@]" value="@1" checked',
            ),
            (
                "rami",
                "rami_sec",
                {"discarded": "true", "at_once": "true", "pure_run": "true", "points": "60", "first": "true"},
                'value="Bo" checked',
            ),
            ("rami", "hand", {"ask": "1", "cards": "AS KH 7D", "laid": "true"}, "AS KH 7D"),
        ],
    )
    def test_into_the_form(self, app: Flask, game: str, key: str, facts: dict[str, str], shown: str) -> None:
        """What the ruling knows of the deal stands in its form; nothing is written yet."""
        table = new_table(app, game, ["Anna", "Bo", "Cia"])
        form = self.pressed(table, self.buttons(table.get(f"/referee/{key}", **facts).text)["Bo"])
        assert form.status_code == 200
        assert shown in re.sub(r"\s+", " ", form.text)
        assert entries(app, table.match) == []

    def test_nothing_to_write_for_who_only_reads(self, app: Flask) -> None:
        table = new_table(app, "gin", ["Anna", "Bo"])
        reader = Phone(app, table.match)
        reader.enter(codes(app, table.match)[1])
        page = reader.get("/referee/showdown", ask="1", **self.HANDS)
        assert not any("Score it" in one for one in self.buttons(page.text))


class TestFields:
    """What an entry or a question says as fields of a form is read as it was meant."""

    TABLE = ("1", "@none", "Bo ?")

    @pytest.mark.parametrize(
        ("game", "kind", "value"),
        [
            ("rams", "penalty", {"player": "Bo ?", "points": -20, "reason": "x y"}),
            ("rams", "deal", {"tricks": {"1": 3, "@none": 2}, "passed": ["Bo ?"]}),
            ("rams", "deal", {"tricks": ["1", "1", "@none", "@none", "Bo ?"]}),
            ("english_rams", "deal", {"faults": [{"player": "1", "heirs": [None, "@none"]}], "calls": [["1", "join"]]}),
            ("ramino", "deal", {"out": None, "penalties": {"1": ["joker", "table"], "@none": 20}}),
            ("ramino", "deal", {"out": "@none", "laid": {"@none": ["5H 6H 7H", "2S 3S JK"]}, "left": {"1": "KS 7D"}}),
            ("ramino", "deal", {"out": "1", "laid": {"1": True}, "left": {"@none": 7}}),
            ("rami", "deal", {"out": "1", "rami_sec": "late", "not_laid": ["@none"]}),
        ],
    )
    def test_there_and_back(self, game: str, kind: str, value: dict[str, Any]) -> None:
        body = game_of(game).kinds[kind]
        assert form_of(body, posted(fields_of(body, value, self.TABLE)), self.TABLE) == value

    def test_house_rules_too(self) -> None:
        for game, options in (("ramino", {"target": 750, "mode": "elimination"}), ("rami", {"end_at": {"deals": 7}})):
            facts = game_of(game).questions["hand"].facts
            value = {"cards": "AS KH", "options": options}
            assert form_of(facts, posted(fields_of(facts, value))) == value

    def test_melds_in_one_field(self) -> None:
        facts = game_of("rami").questions["opening"].facts
        assert form_of(facts, posted([("melds", "5H 6H 7H | 2S 2D 2C |")]))["melds"] == ["5H 6H 7H", "2S 2D 2C"]


class TestRuleBook:
    @pytest.mark.parametrize("game", [game.key for game in GAMES])
    def test_every_clause_is_a_page(self, app: Flask, game: str) -> None:
        client = app.test_client()
        whole = read(client.get(f"/rules/{game}"))
        for clause in book(game, "en").clauses:
            assert clause.heading in whole
            page = read(client.get(f"/rules/{game}/{clause.id}"))
            assert clause.heading in page
            assert all(case.id in page for case in clause.cases)

    def test_house_rule_of_this_table(self, app: Flask) -> None:
        table = new_table(app, **{"options[lone_knocker]": "dealer_must_play"})
        found = game_of("rams")
        assert found
        clause = next(clause for clause in book("rams", "en").clauses if clause.option == "lone_knocker")
        assert "This table plays" in read(table.get(f"/rules/{clause.id}"))
        alone = read(app.test_client().get(f"/rules/rams/{clause.id}"))
        assert "House rule" in alone
        assert "This table" not in alone

    def test_search(self, table: Phone) -> None:
        assert heading("rams", "rams.pass.two") in read(table.get("/rules", q="may I pass on two points"))
        assert "Nothing in the book" in read(table.get("/rules", q="xyzzy"))
        read(table.get("/rules", q='" OR NOT ('))

    def test_in_the_readers_language(self, app: Flask) -> None:
        client = app.test_client()
        client.post("/language", data={"lang": "sv"})
        assert heading("rams", "rams.pass.two", "sv") in read(client.get("/rules/rams?q=passa+på+två+poäng"))

    def test_language_comes_back_to_the_same_page(self, app: Flask) -> None:
        page = app.test_client().get("/rules/rams?q=pass").text
        assert 'name="back" value="/rules/rams?q=pass"' in page

    def test_tabs(self, table: Phone) -> None:
        for path in ("", "/referee", "/rules"):
            page = table.get(path).text
            assert page.count("aria-current=page") == 1
            assert f'href="/m/{table.match}/referee"' in page


def test_a_ruling_of_another_version_stays_readable(app: Flask, table: Phone) -> None:
    """A question that no longer exists is shown by what was written."""
    body = {"kind": "ruling", "question": "gone", "verdict": "legal", "text": "It was allowed."}
    stored(app).append(table.match, EntryRow(1, "x", "2026-01-01T00:00:00Z", "", "", body))
    read(table.get("/referee"))
    assert "It was allowed." in read(table.get("/entries/1"))


def test_an_entry_beside_the_score_says_what_it_is(table: Phone) -> None:
    table.post("/referee/playable", **PLAYABLE)
    table.post("/house-rule", **{"options[lone_knocker]": "dealer_must_play"})
    ruling = table.get("/entries/1")
    assert "Only Q♠ may be played." in read(ruling)
    again = re.search(r'href="([^"]+ask=1[^"]+)"', ruling.text)
    assert again
    assert "Only Q♠ may be played." in read(table.client.get(unescape(again[1])))
    assert "House rule from here on" in read(table.get("/entries/2"))


class TestDealBeingTyped:
    """What stands in the form of the deal is known: the link takes it along, or a form without scripts sends it."""

    @pytest.mark.parametrize(
        ("game", "key", "deal", "known"),
        [
            ("rams", "unplayed", {"passed[]": ["Anna", "Bo", "Cia"]}, "the dealer gets the five tricks unplayed"),
            ("rams", "unplayed", {"passed[]": ["Anna", "Bo"]}, "The dealer"),  # one has knocked: does the dealer?
            ("rams", "buy_order", {"passed[]": ["Bo"]}, "They buy in this order: Cia, Dag, Anna."),
            ("rams", "lead", {"passed[]": ["Anna"]}, "Bo leads to the first trick."),
            ("english_rams", "widow", {"widow": "Bo", "wants": "take"}, "May this player have the widow?"),
            ("english_rams", "announce", {"general": "Bo"}, "The first announcement stands."),
            ("english_rams", "throw_in", {"general": "Bo"}, "Not allowed."),
            ("english_rams", "lead", {"general": "Bo"}, "Bo announced general rams and leads."),
            (
                "ramino",
                "ramino_bonus",
                {"out[@]": "@0", "laid[@1]": "40"},
                "Another player has laid a card from the sheet yes",
            ),
            ("rami", "rami_sec", {"out[@]": "@0", "not_laid[]": ["Bo", "Cia", "Dag"]}, "Was that a rami sec"),
        ],
    )
    def test_is_known(self, app: Flask, game: str, key: str, deal: dict[str, Any], known: str) -> None:
        table = new_table(app, game, seats(game))
        sent = table.get("/referee", kind="deal", seen="0.0", entry_id="x", **deal)
        assert sent.status_code == 303
        page = table.client.get(sent.location)
        address = re.search(rf'href="(/m/[^"]*/referee/{key}\?[^"]*)"', page.text)
        assert address
        assert known in " ".join(read(table.client.get(unescape(address[1]))).split())

    def test_card_turned_up(self, app: Flask) -> None:
        table = new_table(app, "gin", ["Anna", "Bo"], **{"options[oklahoma]": "True"})
        deal = urlencode({"kind": "deal", "upcard": "4D"})
        assert "A knock may have 4 points at most." in read(table.get("/referee/limit", deal=deal))
        assert "A knock may have 7 points at most." in read(table.get("/referee/limit", deal=deal, upcard="7H"))

    @pytest.mark.parametrize(
        "deal", ["", "x", "kind=deal", "kind=nothing&passed=1", "kind=deal&passed=1&calls[0]=2&out=%00"]
    )
    @pytest.mark.parametrize(
        ("game", "key"), [("rams", "unplayed"), ("english_rams", "lead"), ("ramino", "ramino_bonus")]
    )
    def test_nonsense_says_nothing(self, app: Flask, game: str, key: str, deal: str) -> None:
        read(new_table(app, game, ["Anna", "Bo", "Cia"]).get(f"/referee/{key}", deal=deal))
