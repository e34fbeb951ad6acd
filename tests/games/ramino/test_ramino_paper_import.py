"""A handwritten sheet of Ramino: the contents of a cell."""

from typing import Any

import pytest
from support.paper_cells import sheet_of


@pytest.mark.parametrize(
    ("cell", "left", "penalties"),
    [
        ("40", 40, []),
        ("25+15", 40, []),
        ("KS 7D", ("KS", "7D"), []),
        ("40 J", 40, ["joker"]),
        ("40J", 40, ["joker"]),
        ("40 jj", 40, ["joker", "joker"]),
        ("40 J H", 40, ["joker", "announce"]),
    ],
)
def test_left_in_hand(cell: str, left: object, penalties: list[str]) -> None:
    row = {"d1": "@0", "e0.0": "90", "e0.1": "70", "e1.1": cell}
    found = sheet_of("ramino", [row])
    assert found.wrong is None
    body: Any = found.rows[0].body
    assert body.left["Bo"] == left
    assert list(body.penalties.get("Bo", ())) == penalties
