"""The form of a new match has the values of the last one, in everyday words, also without scripts."""

import pytest
from flask import Flask
from support.new_match import begun, form_of
from support.phones import Phone, new_table, read, stored

from companion.games import GAMES
from companion.rules.people import turned_round

FOUR = ["Giulia", "Marco", "Francesca", "Paola"]


class TestAsLastTime:
    """Kind of game, people and their order: the next match takes one tap on the game and one on Start."""

    @pytest.mark.parametrize(
        ("game", "chosen"), [pytest.param(one, two, id=f"{one.key}-{two.name}") for one in GAMES for two in one.by_name]
    )
    def test_the_form_as_it_opens_begins_the_same_match(self, app: Flask, game, chosen) -> None:
        phone = Phone(app)
        names = FOUR[: game.seats[0]]
        first = begun(phone, game.key, names, **{"presets[]": [chosen.name], "beside[stake]": "7"})
        form = form_of(phone.client.get(f"/new/{game.key}").text)
        again = begun(phone, game.key, form.pop("players[]"), **form)
        assert (again["players"], again["options"]) == (names, first["options"])

    def test_which_player_this_phone_is(self, app: Flask) -> None:
        phone = Phone(app)
        begun(phone, "toy", FOUR, me="2")
        assert form_of(phone.client.get("/new/toy").text)["me"] == ["2"]


class TestOrderOfPlay:
    """The names are in seating order; the order of play is stored."""

    def test_the_other_way_the_first_stays_first(self, app: Flask) -> None:
        phone = Phone(app)
        head = begun(phone, "toy", FOUR, order="other", dealer="1", me="3")
        assert head["players"] == ["Giulia", "Paola", "Francesca", "Marco"]
        assert head["opening"]["dealer"] == "Marco"
        assert "order" not in str(head)
        form = form_of(phone.client.get("/new/toy").text)
        assert form["order"] == ["other"]
        assert [name for name in form["players[]"] if name] == FOUR, "as they sit"
        assert begun(phone, "toy", form.pop("players[]"), **form)["players"] == head["players"]

    def test_reversing_twice_changes_nothing(self) -> None:
        assert turned_round(turned_round(FOUR)) == tuple(FOUR)
        assert turned_round(()) == ()

    def test_a_position_stays_with_those_to_whom_it_was_typed(self, app: Flask) -> None:
        scores = {f"opening[scores][@{n}]": str(100 * n) for n in range(4)}
        head = begun(Phone(app), "toy", FOUR, order="other", **scores)
        assert head["opening"]["scores"] == dict(zip(FOUR, (0, 100, 200, 300), strict=True))


def test_a_table_of_the_toy_has_neither_kinds_nor_a_name_of_its_own(app: Flask) -> None:
    phone = new_table(app)
    assert "How do you play?" not in phone.client.get("/new/toy").text
    assert "Toy ›" in read(phone.get())


class TestStartTappedTwice:
    """The form is sent again before the first answer has come, or from the page after going back."""

    def test_leads_to_the_one_match(self, app: Flask) -> None:
        phone = Phone(app)
        form = form_of(phone.client.get("/new/toy").text) | {"players[]": FOUR}
        first, second = (phone.client.post("/new/toy", data=form) for _ in range(2))
        assert first.location == second.location
        assert len(stored(app).matches_of(phone.id)) == 1

    def test_before_the_phone_has_its_new_cookie(self, app: Flask) -> None:
        phone = Phone(app)
        form = form_of(phone.client.get("/new/toy").text) | {"players[]": FOUR}
        cookie = phone.client.get_cookie("companion")
        first = phone.client.post("/new/toy", data=form)
        phone.client.set_cookie("companion", cookie.value)
        second = phone.client.post("/new/toy", data=form)
        assert first.location == second.location
        assert phone.client.get(second.location).status_code == 200
        assert len(stored(app).matches_of(phone.id)) == 1

    def test_with_other_people_it_is_another_match(self, app: Flask) -> None:
        phone = Phone(app)
        form = form_of(phone.client.get("/new/toy").text)
        first, second = (phone.client.post("/new/toy", data=form | {"players[]": who}) for who in (FOUR, FOUR[:3]))
        assert first.location != second.location

    def test_a_page_opened_again_begins_another(self, app: Flask) -> None:
        phone = Phone(app)
        first, second = (begun(phone, "toy", FOUR, **form) for form in _forms(phone, 2))
        assert first == second
        assert len(stored(app).matches_of(phone.id)) == 2


def _forms(phone: Phone, n: int) -> list[dict[str, list[str]]]:
    """Return the forms of pages that were opened one after the other."""
    forms = [form_of(phone.client.get("/new/toy").text) for _ in range(n)]
    return [{name: value for name, value in form.items() if name != "players[]"} | {"dealer": "0"} for form in forms]
