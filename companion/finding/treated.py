"""Whether the book of a game treats at all what somebody has typed: a question apart from which clause answers best.

What speaks for it is how well the best clause answers and how much of the words some clause has; against it, how well
everyday subjects and the terms of other games do. How much each counts was learned from phrases that people type,
most of them in tests/phrases; features and threshold were chosen with a file, or an eighth of all, left out at a time.
"""

from collections.abc import Mapping
from dataclasses import dataclass

NOWHERE = "-"  # the keys of what no book treats begin with it
LEAST = 5.25  # from which sum on a thing is treated
CLAUSE, AWAY = 7.4, 4.1  # for the best clause, against the best of what no book treats
MEANING, LETTERS = 3.8, 4.6  # for a lead of the clauses in these two measures
FOUND = 2.1  # for the share of the words that clauses have
WORD, WORDS = 0.43, 10  # for each word that tells something, up to so many
ALONE = 0.9  # against a word that stands alone


@dataclass(frozen=True)
class Measured:
    """How well clauses and other subjects answer: by all measures, by meaning and by letters alone."""

    answers: Mapping[str, float]
    meaning: Mapping[str, float]
    letters: Mapping[str, float]
    found: float  # the share of what was typed that some clause has
    words: int
    plain: bool = False  # a single word that is a clause's own


def is_treated(measured: Measured) -> bool:
    """Whether the clauses are near enough."""
    best, away = _best(measured.answers)
    if measured.plain:
        return best > away
    much = CLAUSE * best - AWAY * away + FOUND * measured.found
    much += MEANING * _lead(measured.meaning) + LETTERS * _lead(measured.letters)
    much += WORD * min(measured.words, WORDS) - ALONE * (measured.words == 1)
    return much > LEAST


def _best(scores: Mapping[str, float]) -> tuple[float, float]:
    """Of the clauses, and of what no book treats."""
    away = max((much for key, much in scores.items() if key.startswith(NOWHERE)), default=0.0)
    return max((much for key, much in scores.items() if not key.startswith(NOWHERE)), default=0.0), away


def _lead(scores: Mapping[str, float]) -> float:
    best, away = _best(scores)
    return best - away
