"""Every clause that the code of a game cites is named and reached by a test case."""

import re

import pytest
from support.cases import cases, files
from support.clauses import reaches
from support.examples import rows
from test_architecture import clause_ids

from companion.games import GAMES
from companion.rulebooks import book

CLAUSE = re.compile(r'"([a-z_]+(?:\.[a-z0-9_]+)+)"')


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_case_names_it(game) -> None:
    """A case that names a clause also checks it, as wrong cases fail in other tests.

    Modules of options are left out: they only say which clause a house rule belongs to.
    """
    paths = [path for kind in ("matches", "people", "rulings") for path in files(kind)]
    named = {found for path in paths for found in CLAUSE.findall(path.read_text(encoding="utf-8"))}
    rulings = [param.values[0] for param in cases("rulings", game.key)]
    named |= {f"{game.key}.{clause}" for case in rulings for clause in case.get("chain", ())}
    reasons = {clause.id for clause in book(game.key, "en").clauses} & clause_ids(game.key, but="options.py")
    assert reasons - named == set()


# Clauses that no code cites: definitions, and rules whose decision cites another clause. Because the public format
# fixes the reasons of an answer, such a clause is in the book and can be found by its name.
DECIDED_AS = {clause: other for _, clause, other in rows("DECIDED_AS")}


class TestReached:
    """Every clause that decides something is reached by a ruling or by a term of a number."""

    def test_operative(self) -> None:
        assert [one.clause.id for one in reaches() if one.operative and not one.reached] == []

    def test_clauses_without_code_only_define(self) -> None:
        """The list of clauses that no code cites is complete and has no others."""
        uncited = {one.clause.id for one in reaches() if not one.operative}
        defining = {f"{game}.{name}" for game, name in rows("DEFINE")}
        assert uncited == defining | DECIDED_AS.keys()

    def test_decided_where_another_clause_is_cited(self) -> None:
        reached = {one.clause.id for one in reaches() if one.operative and one.reached}
        assert set(DECIDED_AS.values()) - reached == set()
