"""The spreadsheet of a match whose points are worth money."""

import csv
import io

from companion.parsing import FORMAT, Match, read_match
from companion.presentation.score_sheet import sheet_csv


class TestSpreadsheet:
    """A row for each valid entry; text that looks like a formula is made harmless."""

    def test_points_for_money(self) -> None:
        """The points add up from row to row; the last row has the money."""
        match = read_match(
            {
                "format": FORMAT,
                "game": "free",
                "players": ["Anna", "Bo", "Cia"],
                "options": {"stake": 5},
                "entries": [
                    *({"kind": "deal", "points": points} for points in ({"Anna": 10}, {"Bo": 4})),
                    {"kind": "end"},
                ],
            }
        )
        assert isinstance(match, Match)
        rows = csv.DictReader(io.StringIO(sheet_csv(match.tally, {})))
        assert [(row["kind"], row["Anna total"], row["Anna balance"], row["Bo balance"]) for row in rows] == [
            ("deal", "10", "", ""),
            ("deal", "10", "", ""),
            ("end", "10", "80", "-30"),
        ]
