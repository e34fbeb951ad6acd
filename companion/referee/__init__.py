"""The referee: a question answered on what was said, with its proof and with what would turn it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.books import Basis, Books, Clause, Silence
from companion.reading.converter import plain
from companion.reading.shapes import shapes
from companion.referee.judging import Conditional, GiveUp, Outcome, judged, leaves
from companion.referee.turning import Flip, flips, hangs_on
from companion.rules.fields import OPEN, Dataclass, Facts
from companion.rules.game import Question
from companion.rules.options import Value
from companion.rules.rulings import Role, Ruling, Step
from companion.rules.simplex import never
from companion.rules.words import Say, say, say_all

BOOKS = Books()


@dataclass(frozen=True)
class Proof:
    """One line of a proof: the clause, its part in it, and the given facts on which it rests.

    Where a rule names none of those that were given, it rests on all of them.
    """

    clause: str
    role: Role | Literal["house_rule"]
    because: Mapping[str, object]
    points: int | None = None
    option: str = ""
    value: Value | None = None


@dataclass(frozen=True)
class Answer:
    """What the referee says. `option` is the house rule that decides where the source is silent, in the way it is."""

    outcome: Outcome
    clauses: tuple[str, ...] = ()
    basis: Basis = "source"
    chain: tuple[Proof, ...] = ()
    flips: tuple[Flip, ...] = ()
    option: str | None = None
    silence: Silence | None = None
    given: Mapping[str, object] = field(default_factory=dict)

    @property
    def ruling(self) -> Ruling | None:
        """The one ruling; None while a fact that decides is open."""
        return self.outcome if isinstance(self.outcome, Ruling) else None

    @property
    def asks(self) -> Conditional | None:
        return self.outcome if isinstance(self.outcome, Conditional) else None


def ask(question: Question, facts: Facts, give_up: GiveUp = never) -> Answer:
    """The answer with its proof and what would turn it; where facts are open, only the cases."""
    outcome = judged(question, facts, give_up)
    clauses = tuple(dict.fromkeys(clause for ruling in leaves(outcome) for clause in ruling.clauses))
    given = _given(facts)
    if isinstance(outcome, Conditional) or outcome.verdict == "impossible":
        return Answer(outcome, clauses, BOOKS.basis(clauses), given=given)
    option, silence = _silence(question, facts, outcome, give_up)
    chain = tuple(_line(step, facts, given) for step in outcome.chain)
    turned = flips(question, facts, outcome, give_up)
    return Answer(outcome, clauses, BOOKS.basis(clauses), chain, turned, option, silence, given)


def _given(facts: Facts) -> dict[str, object]:
    """What was said, as JSON: circumstances only where they are claimed."""
    found = {}
    for one in shapes(type(facts)):
        value = getattr(facts, one.name)
        if value is not OPEN and one.name != "options" and (one.is_required or value != one.default):
            found[one.key] = plain(value)
    return found


def _line(step: Step, facts: Facts, given: Mapping[str, object]) -> Proof:
    because = {name: given[name] for name in step.because if name in given} or given
    clause = BOOKS.clause(step.clause)
    option = clause.option if clause else None
    value = getattr(facts.options, option, None) if option else None
    if option and step.role != "term" and _is_chosen(facts.options, option, value):
        return Proof(step.clause, "house_rule", because, option=option, value=value)
    return Proof(step.clause, step.role, because, step.points)


def _is_chosen(options: Dataclass, name: str, value: object) -> bool:
    default = getattr(type(options), name, None)
    return value != default or type(value) is not type(default)


def _silence(question: Question, facts: Facts, ruling: Ruling, give_up: GiveUp) -> tuple[str | None, Silence | None]:
    """The first house rule of the chain that fills a silence and decides here; else whether custom alone decides."""
    cited = [clause for step in ruling.chain if (clause := BOOKS.clause(step.clause))]
    for clause in cited:
        if clause.silent and clause.option and hangs_on(question, facts, ruling, clause.option, give_up):
            return clause.option, clause.silence
    return None, _custom(cited[-1]) if cited else None


def _custom(last: Clause) -> Silence | None:
    if last.option is None and (last.silent or last.basis in ("convention", "ours")):
        return last.silence or "silent"
    return None


def sentence_of(answer: Answer) -> Say:
    """What is said aloud, with what one side would have to claim for it to be otherwise."""
    ruling = answer.ruling
    if ruling is None:
        return asking(answer.outcome)
    claims = [flip.words[0] for flip in answer.flips if flip.unclaimed and len(flip.words) == 1]
    return say("{text} Unless: {claims}.", text=ruling.sentence, claims=claims) if claims else ruling.sentence


def asking(outcome: Outcome) -> Say:
    """Each case in a sentence; of a case that asks further, what it asks."""
    if isinstance(outcome, Ruling):
        return outcome.sentence
    cases = [say("{values}: {text}", values=list(case.words), text=_within(case.outcome)) for case in outcome.cases]
    return say("{what}? {cases}", what=Say(outcome.asks.label), cases=say_all(cases))


def _within(outcome: Outcome) -> Say:
    if isinstance(outcome, Ruling):
        return outcome.sentence
    return say("it depends on “{what}”.", what=Say(outcome.asks.label))
