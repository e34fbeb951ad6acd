"""Phones write deals of Rams at the same time: an equal effect on the score does not make deals the same."""

import pytest
from flask import Flask
from support.phones import Phone, entries, new_table, text_of

THREE = ["Anna", "Bo", "Cia"]


def sent(phone: Phone, tricks: str, entry_id: str, seen: int, after: str = "", **more: object) -> str:
    """Return the response to a deal with these winners of tricks, in this order."""
    names = [next(one for one in THREE if one.startswith(initial)) for initial in tricks]
    form = {"kind": "deal", "tricks[]": names, "entry_id": entry_id, "seen": f"{seen}.0", "after": after, **more}
    answer = phone.client.post(f"/m/{phone.match}/entries", data=form)
    found: str = answer.headers["Companion-Entry"]
    return found


@pytest.fixture
def anna(app: Flask) -> Phone:
    phone = new_table(app, "rams", THREE)
    phone.post("/who", player="Anna")
    assert sent(phone, "ABCAB", "first", 0) == "written"
    return phone


def test_equal_to_the_fourth_unseen_deal(app: Flask, anna: Phone, bo: Phone) -> None:
    """Bo entered deal 2 offline. Anna has written deals 2 to 5, and 5 gives the same sheet as his."""
    for number, tricks in enumerate(("AABBC", "AAABC", "BBBBC", "AABBC"), start=1):
        assert sent(anna, tricks, f"anna-{number}", number) == "written"
    assert sent(bo, "CABBA", "bo", 1) == "behind"
    assert sent(bo, "AABBC", "bo-2", 2) == "behind", "nor where even the order is the same"
    assert len(entries(app, anna.match)) == 5


def test_the_deal_after_a_new_one_is_new(app: Flask, anna: Phone, bo: Phone) -> None:
    """Bo wrote two deals offline; he says that his first is a new deal, so his second is none of Anna's either."""
    for number, tricks in enumerate(("AAABC", "CBBBA"), start=1):
        assert sent(anna, tricks, f"anna-{number}", number) == "written"
    assert sent(bo, "ABCAB", "bo-1", 1) == "behind"
    assert sent(bo, "ABCAB", "bo-1", 3, against=2, next=1) == "written"
    assert sent(bo, "BBACB", "bo-2", 1, after="bo-1") == "written"
    assert len(entries(app, anna.match)) == 5
    assert "It counts once" not in text_of(anna.get("/log").text)


def test_the_order_of_tricks_is_part_of_the_deal(anna: Phone, bo: Phone) -> None:
    assert sent(anna, "AABBC", "anna", 1) == "written"
    assert sent(bo, "ABABC", "bo", 1) == "behind"
    assert sent(bo, "AABBC", "bo-2", 1) == "same"
