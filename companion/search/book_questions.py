"""The two questions that every game has: what its book says, and which of its cases is like this one."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

from companion.rulebooks import Case, Clause, book
from companion.rules.field_metadata import needed
from companion.rules.game import Game, Question
from companion.rules.messages import N_, say, say_n
from companion.rules.rulings import Ruling, answer, impossible
from companion.search import find


@dataclass(frozen=True)
class CaseFacts:
    """Words that describe what happened. House rules change nothing in what a book says."""

    text: str = needed(N_("What happened"), N_("Describe what happened in a few words."))
    options: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class ClauseFacts:
    """A clause by its id, or words to find it by."""

    id: str | None = None
    text: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)


def questions(game: Game, lang: str = "en") -> Mapping[str, Question]:
    """All questions of a game: its own, and the two that are answered from its book."""
    case, clause = partial(_cases, game, lang), partial(_clauses, game, lang)
    shared = {
        "case": Question(N_("Has this happened before?"), CaseFacts, case, lambda tally: {}),
        "clause": Question(N_("What does the rule say?"), ClauseFacts, clause, lambda tally: {}),
    }
    return {**game.questions, **shared}


def _cases(game: Game, lang: str, facts: CaseFacts) -> Ruling:
    if not facts.text.strip():
        return impossible("facts.text", say("Describe what happened in a few words."))
    cases = matching_cases(game, facts.text, lang)
    if not cases:
        return answer(say("No example in the rule book is about “{text}”.", text=facts.text), cases=[])
    found = [
        {"id": one.id, "situation": one.situation, "verdict": one.verdict, "clauses": [one.clause]} for one in cases
    ]
    sentence = say_n(
        "{n} example. The closest: {verdict}",
        "{n} examples. The closest: {verdict}",
        len(cases),
        verdict=cases[0].verdict,
    )
    return answer(sentence, cases[0].clause, cases=found)


def _clauses(game: Game, lang: str, facts: ClauseFacts) -> Ruling:
    if facts.id is not None:
        clause = book(game.key, lang).clause(facts.id)
        if clause is None:
            return impossible("facts.id", say("There is no rule {id}.", id=facts.id))
        clauses: tuple[Clause, ...] = (clause,)
    elif facts.text is not None and facts.text.strip():
        clauses = matching_clauses(game, facts.text, lang)
    else:
        return impossible("facts.text", say("Enter the id of a rule, or a few words from it."))
    if not clauses:
        return answer(say("No rule is about “{text}”.", text=facts.text), clauses=[])
    found = [{"id": one.id, "heading": one.heading, "text": one.text} for one in clauses]
    sentence = say("{heading}: {text}", heading=clauses[0].heading, text=clauses[0].text)
    return answer(sentence, clauses[0].id, clauses=found)


def matching_clauses(game: Game, text: str, lang: str) -> tuple[Clause, ...]:
    """The clauses that words lead to, as the reader's book has them, best first."""
    clauses = (book(game.key, lang).clause(hit.clause) for hit in find(game, text, lang).hits if hit.kind == "clause")
    return tuple(clause for clause in clauses if clause)


def matching_cases(game: Game, text: str, lang: str) -> tuple[Case, ...]:
    cases = {case.id: case for clause in book(game.key, lang).clauses for case in clause.cases}
    return tuple(cases[hit.name] for hit in find(game, text, lang).hits if hit.kind == "case")
