"""The columns of an entry of gin."""

from typing import Any

from companion.parsing import Match, read_match
from companion.presentation.score_sheet import columns
from companion.translation import language, speak


def test_the_columns_of_an_entry() -> None:
    """Each sheet of Hollywood on which a deal counts."""

    def titles(*deals: dict[str, Any]) -> list[tuple[str, bool]]:
        head = {"format": "companion-match/1", "game": "gin", "players": ["Anna", "Bo"], "options": {"hollywood": True}}
        match = read_match({**head, "entries": [{"kind": "deal", **one} for one in deals]})
        assert isinstance(match, Match)
        found = columns(match.tally, match.tally.lines[-1])
        return [(speak(one.title, language("en")), one.is_money) for one in found]

    won = {"end": "knock", "by": "Anna", "deadwood": {"Anna": 1, "Bo": 9}}
    assert len(titles(won)) == 1
    assert len(titles(won, won)) == 2
