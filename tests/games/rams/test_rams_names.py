"""Rams works with any names, and a refused page keeps everything typed."""

import unicodedata

import pytest
from flask import Flask
from support.forms_drawn import NAMES
from support.phones import new_table, stored

from companion.parsing import FORMAT, Match, read_match
from companion.parsing.scalars import tidy


class TestAnyName:
    def test_a_position_from_paper(self, app: Flask) -> None:
        fields = {"opening[scores][@0]": "5", "opening[scores][@2]": "2", "opening[passed][][@]": "@2", "dealer": "1"}
        for names in NAMES:
            row = stored(app).match(new_table(app, "rams", list(names), **fields).match)
            one, two, three = map(tidy, names)
            assert row
            assert row.head["opening"] == {"scores": {one: 5, three: 2}, "passed": [three], "dealer": two}

    @pytest.mark.parametrize("names", NAMES, ids=lambda names: names[0][:8])
    def test_a_match_file(self, names: tuple[str, ...]) -> None:
        table = [unicodedata.normalize("NFD", name) for name in names]
        deal = {"kind": "deal", "tricks": {table[0]: 2, table[1]: 2, table[2]: 1}}
        match = read_match({"format": FORMAT, "game": "rams", "players": table, "entries": [deal]})
        assert isinstance(match, Match)
        assert match.fault is None
        assert match.record.players == tuple(map(tidy, names))
