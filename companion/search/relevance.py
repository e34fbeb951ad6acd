"""Whether the book of a game treats at all what somebody has typed: a question apart from which clause answers best.

What speaks for it is how well the best clause answers and how much of the words some clause has; against it, how well
everyday subjects do, which of the two the words stand in oftener, a term that the game does not have, and a subject
that comes up at any table. How much each counts was learned from phrases that people type, most of them in tests,
and from what is said of the clauses and of what no book treats, each third of it as if it had not been written; what
lies near the game and no book treats counted six times. The threshold is where few are lost that had not been learned.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.search.foreign_terms import Foreign
from companion.search.index import Answers

NOWHERE = "-"  # the keys of what no book treats begin with it
LEAST = 2.3  # from which sum on a thing is treated
CLAUSE, AWAY = 7.2, 4.0  # for the best clause, against the best of what no book treats
MEANING = 4.8  # for a lead of the clauses in what is meant
FOUND = 0.4  # for the share of the words that clauses have
LEANING = 0.35  # for how much oftener clauses have the words than what no book treats
ALONE = 1.2  # for a word that stands alone
FOREIGN = 3.7  # against, for a term of other games
SUBJECT = 7.5  # against, for a subject that comes up at any table


@dataclass(frozen=True)
class Measured:
    """How well clauses and other subjects answer: by both measures, and by meaning alone."""

    answers: Mapping[str, float]
    meaning: Mapping[str, float]
    read: Answers  # by words alone
    foreign: Foreign = Foreign()
    subjects: frozenset[str] = frozenset()  # of any table, without those that the book treats
    plain: bool = False  # a single word that is a clause's own


def is_treated(measured: Measured) -> bool:
    """Whether the clauses are near enough."""
    best, away = _best(measured.answers)
    if measured.foreign.all:
        return False
    if measured.plain:
        return best > away and not measured.subjects
    much = CLAUSE * best - AWAY * away + FOUND * measured.read.found + LEANING * measured.read.leaning
    much += MEANING * _lead(measured.meaning)
    much += ALONE * (measured.read.words == 1)
    much -= FOREIGN * (measured.foreign.terms > 0) + SUBJECT * bool(measured.subjects)
    return much > LEAST


def _best(scores: Mapping[str, float]) -> tuple[float, float]:
    """Of the clauses, and of what no book treats."""
    best = away = 0.0
    for key, much in scores.items():
        if key.startswith(NOWHERE):
            away = max(away, much)
        else:
            best = max(best, much)
    return best, away


def _lead(scores: Mapping[str, float]) -> float:
    best, away = _best(scores)
    return best - away
