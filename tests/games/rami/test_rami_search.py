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
    def test_looking_into_a_hand_is_not_an_exposed_card(self, lang: str, text: str) -> None:
        assert find(GAME, text, lang).silent
