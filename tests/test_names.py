"""Any names work: the same forms write the same deals."""

import re
from html import unescape
from itertools import cycle

import pytest
from flask import Flask
from support.each import each
from support.examples import ALL, example, rows
from support.forms_drawn import NAMES, PLAIN, Controls, renamed, written
from support.phones import Phone, new_table, stored, text_of
from support.share import every

from companion.parsing import FORMAT, read_match
from companion.parsing.scalars import no_name, tidy
from companion.rules.game import Game
from companion.rules.messages import say
from companion.rules.rulings import Ruling
from companion.translation import CLOSE, beginning, bidi_isolated, differs_late, language, speak


class TestAnyName:
    @pytest.mark.parametrize(("game", "rules", "fields"), every(3, list(rows("NAMED"))))
    def test_the_deal_is_the_same(
        self, app: Flask, game: str, rules: dict[str, str], fields: list[tuple[str, str]]
    ) -> None:
        plain = written(app, game, PLAIN, rules, fields)
        for names in NAMES:
            found = written(app, game, names, rules, fields)
            assert found == renamed(plain, dict(zip(PLAIN, map(tidy, names), strict=True)))


class TestWhatIsNoName:
    @pytest.mark.parametrize("name", ["", "  ", "\u200d"])
    def test_too_short(self, name: str) -> None:
        assert no_name(tidy(name)) == say("A name has 1 to {n} characters.", n=40)

    def test_too_long(self) -> None:
        """It says which of two hundred."""
        said = say("“{name}” is too long: a name has 1 to {n} characters.", name="M" * 40 + "…", n=40)
        assert no_name("M" * 41) == said

    @pytest.mark.parametrize("name", ["a\nb\x00", "\u202eanna", "\ue000", "a\u200bb"])
    def test_with_a_sign_that_nobody_sees(self, name: str) -> None:
        found = no_name(tidy(name))
        assert found
        assert "an invisible character" in found.msgid

    def test_marks_that_pages_add_to_names_are_removed(self) -> None:
        assert tidy(bidi_isolated("ليلى")) == "ليلى"

    @pytest.mark.parametrize("two", [("Anna", "anna"), ("Straße", "STRASSE"), ("Bo", "B\u200do"), ("Ａｎｎａ", "Anna")])
    def test_two_that_look_the_same(self, app: Flask, two: tuple[str, str]) -> None:
        found = read_match({"format": FORMAT, "game": "toy", "players": list(two)})
        assert isinstance(found, Ruling)
        assert (found.code, found.player) == ("match.players", two[1])
        answer = Phone(app).client.post("/new/toy", data={"players[]": list(two)})
        assert answer.status_code == 422
        assert "look the same" in text_of(answer.text)
        assert ("players[]", None) in Controls(answer.text).found

    def test_a_match_that_began_with_such_names_is_still_shown(self, app: Flask) -> None:
        owner = new_table(app)
        head = dict(stored(app).match(owner.match).head) | {"players": ["Anna", "anna"]}
        row = stored(app).create("toy", head, owner=owner.id, at="2026-01-01T00:00:00Z")
        owner.match = row.id
        assert owner.get().status_code == 200


class TestSeveralFromRightToLeft:
    def test_each_name_keeps_to_itself_in_a_list(self, app: Flask) -> None:
        """The commas between them stay in their places."""
        phone = new_table(app, "toy", ["שרה לוי", "مریم", "Bo"])
        assert "\u2068שרה לוי\u2069, \u2068مریم\u2069, Bo" in phone.client.get("/matches").text


def test_a_past_match_is_found_without_the_accents_of_its_names_and_by_its_day(app: Flask) -> None:
    phone = new_table(app, "toy", ["Éloïse", "Åke", "Bo"])
    found = [
        f"/m/{phone.match}" in phone.client.get("/matches", query_string={"q": q}).text
        for q in ("eloise ake", "ÅKE", "friday", "x")
    ]
    assert found == [True, True, True, False]
    day = re.search("<time[^>]*>", phone.client.get("/matches").text)
    assert day and f"/m/{phone.match}" in phone.client.get("/matches", query_string={"q": day[0][16:26]}).text


UNASKED = ["x_y", "with[x_y]", "entry", *(name for _, name in rows("UNASKED"))]


@pytest.mark.parametrize(("game", "lang"), [*zip(ALL, cycle(("en", "sv", "fr", "it")))])
def test_refusals_of_foreign_forms_use_no_keywords(app: Flask, game: Game, lang: str) -> None:
    """From an old or manipulated page: the refusal can be read, in everyday words."""
    owner = new_table(app, game.key, list(PLAIN[: example(game).usual]))
    odd: list[dict[str, object]] = [
        *({"kind": "deal", name: "x_y"} for name in every(3, UNASKED, first=ALL.index(game) % 3)),
        *({"kind": "penalty", "player": "Anna", "cost": "2", name: "x_y"} for name in ("points[a_b]", *UNASKED[-1:])),
        {"kind": "let_stand", "entry": "1"},
        {"kind": "let_stand", "entry": "x_y"},
        {"kind": "contest", "entry": "7"},
        {"kind": "x_kind"},
        {"remedy": "{}"},
        {"remedy": '{"kind": "deal", "x_y": 1}'},
    ]
    told = []
    for n, fields in enumerate(odd):
        answer = owner.client.post(
            f"/m/{owner.match}/entries",
            data={"entry_id": f"odd{n}", **fields},
            headers={"Accept-Language": lang},
        )
        if answer.status_code == 303:
            continue  # a field that is in no entry
        assert answer.status_code == 422
        wrong = re.search(r'id="wrong".*?</p>', answer.text, re.S)
        assert wrong, fields  # with a reason
        told.append(unescape(text_of(wrong[0][wrong[0].index(">") + 1 :])).replace("x_y", ""))
    assert [sentence for sentence in told if re.search(r"\w_\w|[\[{]", sentence)] == []


class TestFromRightToLeft:
    def test_a_number_stays_after_the_name_that_it_belongs_to(self) -> None:
        sentence = say("{player} {n}", player="דוד", n=9)
        assert speak(sentence, language("en"), bidi_isolated) == "\u2068דוד\u2069 9"

    def test_other_names_stand_as_they_are(self) -> None:
        assert bidi_isolated("Zoë 🂡") == "Zoë 🂡"


@each(
    "name, others, short",
    [
        ("Wolfgang", ["Wolfram", "Bo"], "Wolfg"),
        ("Margareta-Elisabeth", ["Bo"], "Marg"),
        ("Anna", ["Annika"], "Anna"),
        ("Annika", ["Anna"], "Anni"),
        ("Anne Sophie", ["Anne Marie"], "Anne S"),
        ("Maximilian-Alexander", ["Maximilian-Andreas", "Bo"], "M…Al"),  # alike for longer than fits
        ("Maximilian-Andreas", ["Maximilian-Alexander", "Bo"], "M…An"),
        ("Maximilian", ["Maximilian-Andreas"], "Maximilian"),
        ("Élisabeth-Françoise d’Hérouville", ["Bo"], "Élis"),  # with the apostrophe of phones
        ("👨‍👩‍👧‍👦👨‍👩‍👧", ["Bo"], "👨‍👩‍👧‍👦👨‍👩‍👧"),  # combined characters are not split
    ],
)
def test_short_names_stay_different(name: str, others: list[str], short: str) -> None:
    assert beginning(name, [name, *others]) == short


def test_where_five_stand_beside_each_other_names_that_begin_alike_are_told_apart_by_few_letters() -> None:
    names = ["Margareta", "Bartholomäus", "Anne-Sophie", "Anne-Marie", "Christina"]
    assert [beginning(one, names, CLOSE) for one in names] == ["Marg", "Bart", "A…So", "A…Ma", "Chri"]


@pytest.mark.parametrize(("other", "late"), [("Margareta-Karin", False), ("Margareta-Elsa", True), ("Bo", False)])
def test_two_equal_lines_are_replaced_by_the_short_name(other: str, late: bool) -> None:
    assert differs_late("Margareta-Elisabeth", ["Margareta-Elisabeth", other]) is late
