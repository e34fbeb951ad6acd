"""Every clause that the code of a game gives as its reason is named by a case that comes to that reason."""

import re

import pytest
from support.cases import cases, files
from support.clauses import reaches
from support.examples import rows
from test_house import clause_ids

from companion.games import GAMES
from companion.rulebooks import book

CLAUSE = re.compile(r'"([a-z_]+(?:\.[a-z0-9_]+)+)"')

RULINGS = [param.values[0] for param in cases("rulings")]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_case_names_it(game) -> None:
    """Cases that do not hold fail elsewhere, so a clause that one of them names is come to and asserted.

    The options only say where a house rule stands in the book.
    """
    paths = [path for kind in ("matches", "people", "rulings") for path in files(kind)]
    named = {found for path in paths for found in CLAUSE.findall(path.read_text(encoding="utf-8"))}
    named |= {
        f"{game.key}.{clause}" for case in RULINGS if case["game"] == game.key for clause in case.get("chain", ())
    }
    reasons = {clause.id for clause in book(game.key, "en").clauses} & clause_ids(game.key, but="options.py")
    assert reasons - named == set()


# What nothing cites: definitions, and rules that are decided where another clause is cited. Where the public format
# fixes the reasons of an answer, the clause stands in the book and in find, for whoever asks for it by name.
DECIDED_AS = {clause: other for _, clause, other in rows("DECIDED_AS")}


class TestReached:
    """Every clause by which something is decided is come to by a ruling or by a term of a number."""

    def test_operative(self) -> None:
        assert [one.clause.id for one in reaches() if one.operative and not one.reached] == []

    def test_whatever_else_only_defines(self) -> None:
        """A clause that no code cites is known here, and no other is."""
        uncited = {one.clause.id for one in reaches() if not one.operative}
        defining = {f"{game}.{name}" for game, name in rows("DEFINE")}
        assert uncited == defining | DECIDED_AS.keys()

    def test_decided_where_another_clause_is_cited(self) -> None:
        reached = {one.clause.id for one in reaches() if one.operative and one.reached}
        assert set(DECIDED_AS.values()) - reached == set()
