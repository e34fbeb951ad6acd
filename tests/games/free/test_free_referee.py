"""Faults at a table in any other game: the referee says that there is no rule, or leads to the deal."""

from pathlib import Path

import pytest
from support.cases import kept

from companion.games import GAMES
from companion.games.free import GAME as FREE
from companion.languages import LANGUAGES
from companion.search import find, is_misscored, wrong_deal

FILE = kept(Path(__file__).parent / "phrases" / "faults.toml")
OTHERS = [game for game in GAMES if game is not FREE]


class TestAnyTable:
    """Faults on which a game without rules of play says nothing; no unrelated rule may be found instead."""

    @pytest.mark.parametrize("lang", LANGUAGES)
    def test_a_wrong_score_is_told_with_its_deal(self, lang: str) -> None:
        for words, number in FILE["misscored"][lang].items():
            assert is_misscored(words, lang), words
            assert (wrong_deal(words, lang, ("Kit", "Hal")) or 0) == number, words
            assert find(FREE, words, lang, ("Kit", "Hal")).silent, words

    @pytest.mark.parametrize("lang", LANGUAGES)
    def test_another_fault_is_none(self, lang: str) -> None:
        for words in FILE["not_misscored"][lang]:
            assert not is_misscored(words, lang), words
            assert find(FREE, words, lang, ("Ivy", "Ivar")).silent, words
            assert any(not find(game, words, lang, ("Ivy", "Ivar")).silent for game in OTHERS), words

    @pytest.mark.parametrize("lang", LANGUAGES)
    def test_a_wrong_name_is_no_wrong_score(self, lang: str) -> None:
        for words in FILE["misnamed"][lang]:
            assert not is_misscored(words, lang), words
            assert next(iter(find(FREE, words, lang).hits)).clause == "free.people.name", words

    @pytest.mark.parametrize("lang", LANGUAGES)
    def test_after_a_misdeal_it_says_who_deals(self, lang: str) -> None:
        for words in FILE["misdealt"][lang]:
            assert next(iter(find(FREE, words, lang).hits)).clause == "free.deal.order", words
