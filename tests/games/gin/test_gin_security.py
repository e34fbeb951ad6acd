"""Values of gin in the store that no form can write."""

import pytest
from flask import Flask
from support.phones import new_table, stored

from companion.store import EntryRow


class TestOddInput:
    @pytest.mark.parametrize("own", [["JK"], ["2S", "2S"], [f"{rank}S" for rank in "A23456789T"]])
    @pytest.mark.parametrize("others", [{}, {"Bo": ["2H"]}, {"Bo": ["2H"], "Cia": ["3H"]}])
    def test_hands_that_cannot_lie_on_a_table_show_no_melds(
        self, app: Flask, own: list[str], others: dict[str, list[str]]
    ) -> None:
        table = new_table(app, "gin")
        body = {"kind": "deal", "end": "knock", "by": "Anna", "hands": {"Anna": own, **others}}
        stored(app).append(table.match, EntryRow(1, "x", "2026-11-21T20:00:00Z", "Anna", "", body))
        assert table.get("/entries/1").status_code == 200
