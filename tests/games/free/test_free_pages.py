"""The pages of a match of any other game, and of its start."""

import json
import re
from functools import partial

import pytest
from support.new_match import begun, form_of
from support.pdf_text import said, words
from support.phones import Phone, new_table, read, text_of

from companion.parsing import Match, read_match
from companion.pdf import protocol_pdf


class TestANewMatch:
    @pytest.mark.parametrize(
        ("fields", "marked"),
        [
            ({"players[]": ["Anna", "", "Bo", "bo"]}, ['name="players[]" value="bo"']),
            ({"players[]": ["Anna", "Bo", ""], "dealer": "2"}, ['name="players[]" value=""']),
            ({"players[]": ["Anna", ""]}, ['name="players[]" value=""']),
            ({"opening[scores][@0]": "12o"}, ['name="opening[scores][@0]"']),
            ({"opening[scores][@1]": "5", "options[zero_sum]": "True"}, ['name="opening[scores][@0]"']),
            (
                {
                    "options[target]": "#",
                    "options[target_number]": "3oo",
                    "options[limit]": "#",
                    "options[limit_number]": "5o",
                },
                ['name="options[target_number]"', 'name="options[limit_number]"'],
            ),
            ({"presets[]": ["For money"], "beside[stake]": "5o"}, ['name="beside[stake]"']),
        ],
        ids=["alike", "nameless", "too few", "a position", "a position as a whole", "two rules", "beside a preset"],
    )
    def test_the_field_that_is_refused_is_marked_and_in_focus(self, app, fields, marked) -> None:
        """With and without scripts; folds with errors are open, and all impossible house rules are reported."""
        answer = Phone(app).client.post("/new/free", data={"players[]": ["Anna", "Bo"], **fields}).text
        found = re.findall(
            r'<(?:input|select) aria-invalid="true" aria-describedby="wrong" (autofocus )?([^>]*)', answer
        )
        assert [bool(focus) for focus, _ in found] == [True] + [False] * (len(marked) - 1)
        assert all(one in rest for one, (_, rest) in zip(marked, found, strict=True)), found
        told = answer.partition('id="wrong"')[2].partition("</div>")[0]
        assert told.count("<p>") == len(marked)


class TestItsName:
    """The match title, asked first, names the game; the form also asks which total wins."""

    def test_on_every_page(self, app) -> None:
        phone = Phone(app)
        begun(phone, "free", ["Anna", "Bo"], title="Wizard", **{"options[winner]": "low"})
        assert re.search(r"Wizard .*lowest total wins ›", read(phone.get()))
        for address in ("/", "/matches", "/forget"):
            assert "Wizard" in read(phone.client.get(address)), address
        form = form_of(phone.client.get("/new/free").text)
        assert (form["title"], form["options[winner]"]) == (["Wizard"], ["low"]), "as last time"

    def test_on_paper(self, app) -> None:
        phone = Phone(app)
        begun(phone, "free", ["Anna", "Bo"], title="Wizard", **{"options[winner]": "low"})
        match = read_match(json.loads(phone.get("/match.json").text))
        assert isinstance(match, Match)
        assert words(protocol_pdf(match, "en")).startswith("Wizard lowest total wins")


class TestOut:
    """free.end.limit: head, rows and sheet say it, also on paper."""

    def test_players_above_the_limit_are_out(self, app) -> None:
        rules = {"winner": "low", "limit": "#", "limit_number": "100"}
        phone = new_table(app, "free", **{f"options[{name}]": value for name, value in rules.items()})
        points = {"points[@0]": "100", "points[@1]": "101", "points[@2]": "5"}
        answer = phone.post("/entries", kind="deal", seen="0.0", entry_id="e1", **points)
        assert answer.status_code == 303, answer.text
        page = text_of(phone.get().text)
        assert "eliminated above 100" in page
        assert "1 point left" in page
        assert "✕ eliminated" in page
        match = read_match(json.loads(phone.get("/match.json").text))
        assert isinstance(match, Match)
        assert "101 +101 ✕" in said(protocol_pdf, match, "en")


class TestShared:
    def test_several_winners_are_in_the_plural(self, app) -> None:
        phone = new_table(app, "free")
        points = {"points[@0]": "5", "points[@1]": "5", "points[@2]": "3"}
        phone.post("/entries", kind="deal", seen="0.0", entry_id="e1", **points)
        phone.post("/entries", kind="end", seen="1.0", entry_id="e2")
        assert "Anna, Bo share first place with 5 each." in phone.get("/result").text


class TestStatistics:
    def test_averages_of_high_and_low_matches_are_separate(self, app) -> None:
        """The numbers are written as in the language."""
        first = new_table(app, "free", ["Anna", "Bo"], **{"options[target]": "#", "options[target_number]": "10"})
        low = {"options[winner]": "low", "options[limit]": "#", "options[limit_number]": "100"}
        data = {"players[]": ["Anna", "Bo"], "dealer": "0", **low}
        second = first.client.post("/new/free", data=data).location.rpartition("/")[2]
        for match, points in ((first.match, ("15", "4")), (second, ("3", "111"))):
            first.match = match
            numbers = {f"points[@{seat}]": n for seat, n in enumerate(points)}
            first.post("/entries", kind="deal", seen="0.0", entry_id="e1", **numbers)
        page = text_of(first.client.get("/statistics", headers={"Accept-Language": "fr"}).text)
        assert "Moyenne, le plus de points gagne Moyenne, le moins de points gagne" in page
        assert "Anna 2 2 2 15,0 3,0" in page


class TestHouseRules:
    def test_what_does_not_apply_is_not_listed(self, app) -> None:
        phone = new_table(app, "free")
        assert 'id="rule-stake"' in phone.get("/house-rules").text
        assert 'id="rule-unit_name"' not in phone.get("/house-rules").text, "nothing is played for"
        phone = new_table(app, "free", **{"options[stake]": "#", "options[stake_number]": "5"})
        assert 'id="rule-unit_name"' in phone.get("/house-rules").text


class TestNothingTyped:
    def test_an_empty_form_is_no_deal(self, app) -> None:
        """An accidental tap on Save must not write a deal of zeros, after which another player would deal."""
        owner = new_table(app, "free", ["Anna", "Bo"])
        answer = owner.post("/entries", kind="deal", entry_id="x", **{"points[@0]": "", "points[@1]": ""})
        assert answer.status_code == 422
        assert "Enter at least one number. It can be 0." in text_of(answer.text)
        again = owner.post("/entries", kind="deal", entry_id="x", **{"points[@0]": "0", "points[@1]": ""})
        assert again.status_code == 303


class TestSave:
    """Save shows every changed number, also lower ones, or the largest changes and how many more there are."""

    @pytest.mark.parametrize(
        ("points", "told"),
        [
            ({"Ann": -20, "Bo": 15, "Cia": 5}, "Ann → −20, Bo → 15, Cia → 5"),
            ({"Ann": -20, "Bo": 0, "Cia": 5}, "Ann −20 → −20, Cia +5 → 5"),
            (
                {"Ann": 10, "Bo": -120, "Cia": 3, "Dag": 4, "Eva": 5, "Finn": 95, "Gun": 7, "Hans": 8},
                "Bo → −120, Finn → 95, Ann → 10, 5 more",
            ),
        ],
    )
    def test_changed_numbers_are_shown(self, app, points, told) -> None:
        phone = new_table(app, "free", [*points])
        numbers = {f"points[@{seat}]": str(n) for seat, n in enumerate(points.values())}
        assert told in text_of(phone.post("/preview", kind="deal", seen="0.0", **numbers).text)


class TestNoPenaltyOffered:
    """If every deal adds up to zero there are no penalties, so none is offered."""

    def test_a_correction_of_the_part_before(self, app) -> None:
        old = new_table(app, "free", ["Anna", "Bo", "Cia"], **{"options[zero_sum]": "True"})
        points = {"points[@0]": "3", "points[@1]": "-3", "points[@2]": "0"}
        old.post("/entries", kind="deal", seen="0.0", entry_id="d", **points)
        wish = {"comes": "Dag", "do": "write", "seen": "1.0", "entry_id": "p"}
        new = Phone(app, old.post("/people", **wish).location.rpartition("/")[2])
        new.client = old.client
        points |= {"points[@0]": "2", "points[@1]": "-2"}
        old.post("/entries", kind="deal", correct=1, seen="2.0", entry_id="c", **points)
        page = read(new.get())
        assert "would have begun with Anna −1, Bo +1." in page
        assert "No penalty can make up for all of this." in page
        assert 'value="penalty"><input' not in new.get().text


class TestWrongScore:
    """The rules of the sheet say nothing of it: the deal is corrected, and what the table decides is written."""

    def test_leads_to_the_correction_of_that_deal(self, app) -> None:
        phone = new_table(app, "free", ["Kit", "Hal"])
        for number in (1, 2, 3):
            phone.post(
                "/entries", kind="deal", seen=f"{number - 1}.0", entry_id=f"e{number}", **{"points[@0]": str(number)}
            )
        asked = partial(phone.client.get, f"/m/{phone.match}/referee")
        found = asked(query_string={"q": "we wrote the wrong score in deal 2"})
        assert found.location == f"/m/{phone.match}/entries/2"
        page = asked(query_string={"q": "i wrote kits points on hal"}, follow_redirects=True).text
        assert re.search(rf'href="/m/{phone.match}/entries/3">Correct deal 3<', page)
        assert "What the table has decided" in page
        assert "corrected at any time" not in page


class TestDealer:
    @pytest.mark.parametrize("said", ["who deals next", "whose deal is it now"])
    def test_who_deals_next_is_known(self, app, said: str) -> None:
        phone = new_table(app, "free", ["Kit", "Hal", "Ivy"])
        phone.post("/entries", kind="deal", seen="0.0", entry_id="e1", **{"points[@0]": "7"})
        page = phone.client.get(f"/m/{phone.match}/referee", query_string={"q": said}, follow_redirects=True)
        assert "Hal deals, and Ivy begins." in read(page)
