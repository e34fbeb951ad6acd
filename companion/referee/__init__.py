"""The referee: answer a question from the facts that were given, with a proof and the changes that would turn it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass, replace
from typing import Literal

from companion.parsing.json_decoder import plain
from companion.parsing.schema import shapes
from companion.referee.counterfactuals import Flip, depends_on_rule, flips, in_house_rule, why_no_flip
from companion.referee.evaluate import (
    EITHER_WAY,
    NO_DIFFERENCE,
    Conditional,
    GiveUp,
    Outcome,
    judged,
    leaves,
    with_stretch,
)
from companion.referee.fact_values import in_words, is_said, numbers
from companion.rulebooks import Basis, Silence, clause_of, weakest_basis
from companion.rules.field_metadata import Facts
from companion.rules.game import Question
from companion.rules.integer_solver import never
from companion.rules.messages import Say, say, say_all
from companion.rules.messages import about as told_of
from companion.rules.options import Value, house_rules
from companion.rules.rulings import Role, Ruling, Step

Words = list[Say | str | int]
VERDICTS = {"legal": say("Allowed."), "illegal": say("Not allowed.")}
MANY = 12  # cases up to which those that differ only by consecutive numbers are told one by one


@dataclass(frozen=True)
class Proof:
    """One line of a proof: the clause, its role, and the given facts that it rests on.

    If a rule names none of the given facts, the line rests on all of them. `plays`: the choice of the table, if it is
    not the default of the clause.
    """

    clause: str
    role: Role | Literal["house_rule"]
    because: Mapping[str, object]
    points: int | None = None
    option: str = ""
    value: Value | None = None
    plays: Say | None = None


@dataclass(frozen=True)
class Answer:
    """The answer of the referee.

    `option`: the house rule that decides because the source is silent. `carries`: the clause of the proof that decides.
    `unturned`: why there are no flips.
    """

    outcome: Outcome
    clauses: tuple[str, ...] = ()
    basis: Basis = "source"
    chain: tuple[Proof, ...] = ()
    flips: tuple[Flip, ...] = ()
    option: str | None = None
    silence: Silence | None = None
    given: Mapping[str, object] = field(default_factory=dict)
    carries: str = ""
    unturned: Say | None = None

    @property
    def ruling(self) -> Ruling | None:
        return self.outcome if isinstance(self.outcome, Ruling) else None

    @property
    def asks(self) -> Conditional | None:
        return self.outcome if isinstance(self.outcome, Conditional) else None


def ask(question: Question, facts: Facts, give_up: GiveUp = never) -> Answer:
    """Return the answer with its proof and the changes that would turn it; if facts are open, only the cases."""
    outcome = judged(question, facts, give_up)
    clauses = tuple(dict.fromkeys(clause for ruling in leaves(outcome) for clause in ruling.clauses))
    given = _given(facts)
    if isinstance(outcome, Conditional):
        return Answer(outcome, clauses, weakest_basis(clauses), given=given)
    chain = tuple(_line(step, facts, given) for step in outcome.chain)
    found = Answer(outcome, clauses, weakest_basis(clauses), chain, given=given, carries=_carrying(outcome, given))
    if outcome.verdict == "impossible":
        return found
    option, silence = _silence(question, facts, outcome, give_up)
    turning = flips(question, facts, outcome, give_up)
    cited = [clause.option for step in outcome.chain if (clause := clause_of(step.clause)) and clause.option]
    unturned = None if turning else why_no_flip(question, facts, outcome, cited, give_up)
    return replace(found, flips=turning, unturned=unturned, option=option, silence=silence)


def _carrying(ruling: Ruling, given: Mapping[str, object]) -> str:
    """Return the last clause that decides; of several reasons for one answer, the last that rests on given facts."""
    either = ruling.sentence.msgid == EITHER_WAY.msgid
    decide = [step for step in ruling.chain if not step.follows]
    rests = [step.clause for step in decide if either and set(step.because) & given.keys()]
    return (rests or [step.clause for step in decide or ruling.chain] or [""])[-1]


def _given(facts: Facts) -> dict[str, object]:
    """Return the facts that were given, as JSON; circumstances only if they are claimed."""
    found = {}
    for one in shapes(type(facts)):
        value = getattr(facts, one.name)
        if one.name != "options" and is_said(one, value):
            found[one.key] = plain(value)
    return found


def _line(step: Step, facts: Facts, given: Mapping[str, object]) -> Proof:
    because = {name: given[name] for name in step.because if name in given} or given
    clause = clause_of(step.clause)
    option = (clause and clause.option) or ""
    value = getattr(facts.options, option, None) if option else None
    if value is None or not is_dataclass(facts.options) or not _is_chosen(facts.options, option, value):
        return Proof(step.clause, step.role, because, step.points)
    plays = in_house_rule(dict(house_rules(facts.options))[option], value)
    if step.role == "term":
        return Proof(step.clause, step.role, because, step.points, plays=plays)
    return Proof(step.clause, "house_rule", because, option=option, value=value, plays=plays)


def _is_chosen(options: object, name: str, value: object) -> bool:
    default = getattr(type(options), name, None)
    return value != default or type(value) is not type(default)


def _silence(question: Question, facts: Facts, ruling: Ruling, give_up: GiveUp) -> tuple[str | None, Silence | None]:
    """Return the first house rule that decides where the source is silent, else whether only custom decides."""
    cited = [clause for step in ruling.chain if (clause := clause_of(step.clause))]
    for clause in cited:
        if clause.silent and clause.option and depends_on_rule(question, facts, ruling, clause.option, give_up):
            return clause.option, clause.silence
    last = cited[-1] if cited else None
    if last and last.option is None and (last.silent or last.basis in ("convention", "ours")):
        return None, last.silence or "silent"
    return None, None


def sentence_of(answer: Answer) -> Say:
    """Return the answer in a sentence, with the claims of one side that would change it."""
    ruling = answer.ruling
    if ruling is None:
        return asking(answer.outcome)
    claims = _claims([flip for flip in answer.flips if flip.unclaimed and flip.is_sure and len(flip.words) == 1])
    return say("{text} Unless: {claims}.", text=ruling.sentence, claims=claims) if claims else ruling.sentence


def _claims(unclaimed: Sequence[Flip]) -> list[Say]:
    """Return the claims of one side, each fact once; “yes” is left out for a fact that simply holds."""
    found: dict[Say, list[object]] = {}
    for flip in unclaimed:
        what = flip.words[0].args["what"]
        assert isinstance(what, Say)
        is_so = next(iter(flip.change.values())) is True
        found.setdefault(what, []).extend([] if is_so else [flip.words[0].args["value"]])
    claims = [say("{what}: {value}", what=what, value=values) if values else what for what, values in found.items()]
    if len(claims) < 2:
        return claims
    *others, last = (say("“{what}”", what=one) for one in claims)
    return [say("{claims} or {last}", claims=others, last=last)]


def asking(outcome: Outcome) -> Say:
    """Return each case in a sentence; for a case that asks for a further fact, the question."""
    if isinstance(outcome, Ruling):
        return _with_verdict(outcome)
    told = _told_together(outcome, _within)
    if len(told) == 1:
        return say("{what}? {text}", what=Say(outcome.asks.label), text=told[0][1])
    cases = [say("{values}: {text}", values=words, text=text) for words, text in told]
    return say("{what}? {cases}", what=Say(outcome.asks.label), cases=say_all(cases))


def every_case(asks: Conditional) -> list[tuple[Words, Say]]:
    """Return the outcome for each value of the missing fact."""
    return _told_together(asks, lambda outcome: _law(outcome) or asking(outcome))


def _told_together(asks: Conditional, tell: Callable[[Outcome], Say]) -> list[tuple[Words, Say]]:
    """Return the values of a fact in words, grouped by what the answer says for them, and these sentences."""
    found: dict[Say, list[object]] = {}
    for case in asks.cases:
        found.setdefault(tell(case.outcome), []).extend(case.values)
    if len(found) > MANY:
        found = _in_stretches(found)
    every = [value for values in found.values() for value in values]
    possible: Sequence[object] = sorted(numbers(every)) if isinstance(asks.asks.values, range) else every
    return [(in_words(asks.asks, values, possible), text) for text, values in found.items()]


def _in_stretches(told: Mapping[Say, list[object]]) -> dict[Say, list[object]]:
    """Join sentences that differ only by consecutive numbers into one for all these values."""
    alike: dict[str, list[Say]] = {}
    for text in told:
        alike.setdefault(text.msgid, []).append(text)
    stretch = {msgid: with_stretch(texts) for msgid, texts in alike.items()}
    found: dict[Say, list[object]] = {}
    for text, values in told.items():
        found.setdefault(stretch[text.msgid] or text, []).extend(values)
    return found


def _within(outcome: Outcome) -> Say:
    if isinstance(outcome, Ruling):
        return _with_verdict(outcome)
    return _law(outcome) or say("it depends on “{what}”.", what=Say(outcome.asks.label))


def _with_verdict(ruling: Ruling) -> Say:
    """Return the sentence of a ruling, after its verdict if the sentence only says what makes no difference."""
    word = VERDICTS.get(ruling.verdict)
    is_apart = ruling.sentence.msgid in (EITHER_WAY.msgid, NO_DIFFERENCE.msgid)
    return say("{one} {rest}", one=word, rest=ruling.sentence) if word and is_apart else ruling.sentence


def _law(outcome: Outcome) -> Say | None:
    """Return the law that holds in every case of a conditional answer, if each case has one."""
    laws = dict.fromkeys(ruling.law for ruling in leaves(outcome)) if isinstance(outcome, Conditional) else {}
    return say_all([law for law in laws if law]) if laws and None not in laws else None


def about(answer: Answer, player: str) -> Answer:
    """Return the same answer about a player by name."""
    turned = tuple(replace(one, outcome=_about(one.outcome, player)) for one in answer.flips)
    return replace(answer, outcome=_about(answer.outcome, player), flips=turned)


def _about(outcome: Outcome, player: str) -> Outcome:
    if isinstance(outcome, Ruling):
        return replace(outcome, sentence=told_of(outcome.sentence, player))
    cases = tuple(replace(case, outcome=_about(case.outcome, player)) for case in outcome.cases)
    return replace(outcome, cases=cases)
