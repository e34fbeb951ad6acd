"""Links from the numbers of Rams to their explanations."""

from pathlib import Path
from typing import Any

from support.phones import new_app, new_table

from companion.parsing import Match, read_match
from companion.presentation.score_sheet import columns
from companion.translation import language, speak


def test_a_number_links_to_its_explanation(tmp_path: Path) -> None:
    table = new_table(new_app(tmp_path), "rams", **{"options[money]": "True"})
    deal = {"kind": "deal", "tricks[]": ["Anna"] * 3 + ["Bo"] * 2, "seen": "0.0", "entry_id": "e1"}
    assert table.post("/entries", **deal).status_code == 303
    assert f"/m/{table.match}/numbers#pot" in table.get().text
    shown = table.get("/numbers").text
    assert "How the scores were worked out" in shown
    assert f"/m/{table.match}/entries/1" in shown


def test_the_columns_of_an_entry() -> None:
    """Points, and the money beside them."""

    def titles(options: dict[str, Any]) -> list[tuple[str, bool]]:
        head = {"format": "companion-match/1", "game": "rams", "players": ["Anna", "Bo"], "options": options}
        match = read_match({**head, "entries": [{"kind": "deal", "tricks": ["Anna"] * 5}]})
        assert isinstance(match, Match)
        found = columns(match.tally, match.tally.lines[-1])
        return [(speak(one.title, language("en")), one.is_money) for one in found]

    assert titles({}) == [("Score", False)]
    assert titles({"money": True}) == [("Score", False), ("Money", True)]
