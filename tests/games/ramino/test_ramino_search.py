"""Rules of Ramino found in people's words."""

from companion.games.ramino import GAME
from companion.search import find


class TestHits:
    def test_a_clause_appears_once_as_clause(self) -> None:
        for text in ("joker", "kept the joker", "who deals", "discard"):
            clauses = [hit.clause for hit in find(GAME, text, "en").hits if hit.kind == "clause"]
            assert len(clauses) == len(set(clauses)) > 2
