"""The search finds nothing for questions about Rami that its book does not treat."""

import pytest

from companion.games.rami import GAME
from companion.search import find


class TestTable:
    @pytest.mark.parametrize(
        ("lang", "text"),
        [
            ("en", "he looked at my cards"),
            ("sv", "hon kikade på mina kort"),
            ("fr", "il regarde mes cartes"),
            ("it", "guarda le mie carte"),
        ],
    )
    def test_who_looks_into_anothers_hand_is_no_card_shown(self, lang: str, text: str) -> None:
        assert find(GAME, text, lang).silent
