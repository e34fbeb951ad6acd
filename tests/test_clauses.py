"""Every clause that the code of a game gives as its reason is named by a case that comes to that reason."""

import re
from pathlib import Path

import pytest
from cases import cases
from test_house import clause_ids

from companion.books import book
from companion.games import GAMES

HERE = Path(__file__).parent
CLAUSE = re.compile(r'"([a-z_]+(?:\.[a-z0-9_]+)+)"')

RULINGS = [param.values[0] for param in cases("rulings")]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_case_names_it(game) -> None:
    """Cases that do not hold fail elsewhere, so a clause that one of them names is come to and asserted.

    The options only say where a house rule stands in the book.
    """
    files = [path for kind in ("matches", "rulings") for path in (HERE / kind).glob("*.toml")]
    named = {found for path in files for found in CLAUSE.findall(path.read_text(encoding="utf-8"))}
    named |= {
        f"{game.key}.{clause}" for case in RULINGS if case["game"] == game.key for clause in case.get("chain", ())
    }
    reasons = {clause.id for clause in book(game.key, "en").clauses} & clause_ids(game.key, but="options.py")
    assert reasons - named == set()
