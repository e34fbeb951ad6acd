"""A disputed knock: rulings that change nothing, and rulings with a fine."""

import re

import pytest
from flask import Flask
from support.phones import entries, new_table, text_of
from support.verdicts import buttons, pressed


@pytest.mark.parametrize("fined", [False, True])
def test_a_ruling_says_that_the_points_stay(app: Flask, fined: bool) -> None:
    """The correction is offered first; if the ruling fines somebody, the penalty also settles the dispute."""
    rules = {"options[false_knock]": "#penalty", "options[false_knock_number]": "20"} if fined else {}
    anna = new_table(app, "gin", ["Anna", "Bo"], **{"opening[dealer]": "Anna"}, **rules)
    knock = {"end": "knock", "by": "Anna", "deadwood[@0]": "4", "deadwood[@1]": "20"}
    assert anna.post("/entries", kind="deal", seen="0.0", entry_id="d", **knock).status_code == 303
    anna.post("/entries/1/contest", reason="Anna knocked with 14, not 4")
    address = {"ask": "1", "entry": "1", "opened": "false"}
    page = anna.get("/referee/false_knock", **address).text
    stays = "The points of deal 1 stay as they are. Correct deal 1 if the ruling changes them."
    assert stays in text_of(page)
    assert ("A penalty is saved together with the ruling and settles deal 1." in text_of(page)) == fined
    found = buttons(page)
    fines = ["Penalty for Anna: −20", "Penalty for Bo: −20"] if fined else []
    settle = "Save the ruling and settle deal 1: the points stay"
    assert re.findall(r"<button[^>]*>([^<]*)</button>", page.partition('class="down"')[2])[:-1][: 2 + len(fines)] == [
        "Correct deal 1",
        *fines,
        settle,
    ]
    opened = pressed(anna, found["Correct deal 1"])
    assert opened.status_code == 200
    assert 'name="correct" value="1"' in opened.text
    chosen = found[fines[0] if fined else "Save the ruling; deal 1 stays disputed"]  # its first button
    for _ in range(2):
        answer = pressed(anna, chosen)
        assert answer.status_code == 303
    after = text_of(anna.client.get(answer.location).text)
    assert "The ruling is saved." in after
    assert "on the score sheet" not in after
    assert stays in after
    kinds = [row.body["kind"] for row in entries(app, anna.match)]
    assert kinds == ["deal", "contest", *(["penalty"] if fined else []), "ruling"]
    assert "is disputed" not in anna.get().text
