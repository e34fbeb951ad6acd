"""Find changes that would turn a verdict, by applying the same rule to other facts and house rules."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, is_dataclass, replace
from itertools import combinations

from companion.parsing.json_decoder import plain
from companion.parsing.schema import Field, shapes
from companion.referee.evaluate import EITHER_WAY, Conditional, GiveUp, Outcome, judged, leaves, outcome_key
from companion.referee.fact_values import is_said, is_word, numbers, values_of, word_of
from companion.rules.field_metadata import OPEN, Dataclass, Facts
from companion.rules.game import Question
from companion.rules.messages import Say, say
from companion.rules.options import Counted, HouseRule, Value, house_rules, worded
from companion.rules.rulings import Ruling

Change = Mapping[str, object]  # new values of facts by name; house rules under OPTIONS
OPTIONS = "options"


@dataclass(frozen=True)
class Flip:
    """A change that leads to another outcome: `change` in JSON, `words` for people.

    `is_sure`: it does so in each case that the facts then leave open, not only in some of them.
    """

    change: Mapping[str, object]
    words: tuple[Say, ...]
    outcome: Outcome
    facts: Facts
    unclaimed: bool = False  # a circumstance that nobody has claimed
    is_sure: bool = True

    @property
    def depends(self) -> bool:
        """Return True if the outcome still depends on a fact that was not given."""
        return isinstance(self.outcome, Conditional)


@dataclass(frozen=True)
class _Asking:
    """An answered question that can be asked again with changes."""

    question: Question
    facts: Facts
    ruling: Ruling
    give_up: GiveUp

    def differs(self, other: Ruling) -> bool:
        if other.verdict == "impossible":
            return False
        return other.verdict != self.ruling.verdict or any(
            plain(other.answer.get(key)) != plain(self.ruling.answer.get(key)) for key in self.question.decides
        )

    def flip(self, change: Change, words: Sequence[Say], facts: Facts, unclaimed: bool = False) -> Flip | None:
        """Return the change if it leads to another outcome, at least in some of the cases that are open then."""
        outcome = judged(self.question, facts, self.give_up)
        different = [self.differs(one) for one in leaves(outcome)]
        return Flip(change, tuple(words), outcome, facts, unclaimed, all(different)) if any(different) else None

    def tried(self, changes: Sequence[tuple[Field, object]]) -> Flip | None:
        facts = replace(self.facts, **{one.name: value for one, value in changes})
        words = [say("{what}: {value}", what=Say(one.label), value=word_of(one, value)) for one, value in changes]
        unclaimed = any(one.mark == "circumstance" and self.value(one) == one.default for one, _ in changes)
        return self.flip({one.key: plain(value) for one, value in changes}, words, facts, unclaimed)

    def value(self, one: Field) -> object:
        return getattr(self.facts, one.name)

    def varied(self, also_open: bool = False) -> Iterator[Field]:
        """Return the given facts and circumstances whose change is worth telling; if asked, also those not given."""
        for one in self.listed():
            unsaid = one.mark == "given" and not is_said(one, self.value(one))
            if not unsaid and (also_open or self.value(one) is not OPEN):
                yield one

    def unsaid(self) -> Iterator[Field]:
        """Return the facts that a match gives and that were not said, for example that it was ended."""
        return (one for one in self.listed() if one.mark == "given" and not is_said(one, self.value(one)))

    def listed(self) -> Iterator[Field]:
        """Return the facts whose values can be tried, without the one that the question is about."""
        every = (one for one in shapes(type(self.facts)) if not one.about)
        return (one for one in every if isinstance(one.values, range) or is_word(one))

    def others(self, one: Field) -> Iterator[object]:
        now = self.value(one)
        return (value for value in values_of(one, self.facts) if value != now or type(value) is not type(now))


def flips(question: Question, facts: Facts, ruling: Ruling, give_up: GiveUp) -> tuple[Flip, ...]:
    """Return the nearest changes: of single facts, of house rules, and if none of these is sure, of pairs of facts.

    Those that turn it in some cases only come last.
    """
    asking = _Asking(question, facts, ruling, give_up)
    found = [*_single(asking, asking.varied()), *_of_house_rules(asking)]
    if any(flip.is_sure for flip in found):
        return tuple(sorted(found, key=lambda flip: not flip.is_sure))
    pairs = [*_pairs(asking)]
    sure = [pair for pair in pairs if pair.is_sure]
    more = [flip for flip in found if not any(flip.change.items() <= pair.change.items() for pair in sure)]
    return tuple([*sure, *more] or pairs)


def why_no_flip(question: Question, facts: Facts, ruling: Ruling, cited: Sequence[str], give_up: GiveUp) -> Say:
    """Return the reason why no change turns a verdict: the deciding facts are never varied, or there are none.

    Args:
        cited: The house rules to which the clauses of the ruling belong.
    """
    every = [one for one in shapes(type(facts)) if one.name != OPTIONS]
    said = [one for one in every if is_said(one, getattr(facts, one.name))]
    tried = [one for one in said if not one.about and (isinstance(one.values, range) or is_word(one))]
    held = [say("“{what}”", what=Say(one.label)) for one in said if one not in tried and not one.about]
    held += _bearing(question, facts, ruling, dict.fromkeys([*question.rules, *cited]), give_up)
    asking = _Asking(question, facts, ruling, give_up)
    held += [say("“{what}”", what=flip.words[0].args["what"]) for flip in _single(asking, asking.unsaid())]
    if held:
        return say("Only something else under {what} would: no other answer here does.", what=held)
    if tried:
        what = [say("“{what}”", what=Say(one.label)) for one in tried]
        return say("Nothing would: any other answer to {what} comes to the same, or cannot be.", what=what)
    if any(one.about for one in said):
        return say("Nothing would: once that has happened, it is always so.")
    return say("Nothing would: the rule has no exception.")


def _bearing(question: Question, facts: Facts, ruling: Ruling, names: Iterable[str], give_up: GiveUp) -> Iterator[Say]:
    """Yield the house rules that affect an answer, though none of their choices alone turns it, including numbers."""
    options = _rules_of(facts)
    if options is None or question.searches:
        return
    rules, key = dict(house_rules(options)), outcome_key(ruling)
    for name in names:
        rule = rules.get(name)
        numbers_of = (rule.numbers[0], rule.numbers[-1]) if rule and rule.numbers else ()
        values = [*_other_choices(rule, getattr(options, name)), *numbers_of] if rule else []
        others = (judged(question, replace(facts, options=replace(options, **{name: one})), give_up) for one in values)
        bears = (not (isinstance(o, Ruling) and o.verdict == "impossible") and outcome_key(o) != key for o in others)
        if rule and any(bears):
            yield say("the house rule “{rule}”", rule=Say(rule.label))


def _single(asking: _Asking, facts: Iterable[Field]) -> Iterator[Flip]:
    for one in facts:
        tries = map(iter, _nearest(asking, one)) if isinstance(one.values, range) else [[v] for v in asking.others(one)]
        for values in tries:
            if flip := _surest(asking.tried([(one, value)]) for value in values):
                yield flip


def _surest(flips: Iterable[Flip | None]) -> Flip | None:
    """Return the first sure flip, or the first one if none is sure."""
    first = None
    for flip in filter(None, flips):
        if flip.is_sure:
            return flip
        first = first or flip
    return first


def _nearest(asking: _Asking, one: Field) -> tuple[Sequence[int], Sequence[int]]:
    """Return the numbers below and above, the nearest first; from the lowest on if none was claimed."""
    now = asking.value(one)
    values = numbers(values_of(one, asking.facts))
    if now is None and one.mark == "circumstance":
        return (), values
    if not isinstance(now, int) or now not in values:
        return (), ()
    place = values.index(now)
    return values[:place][::-1], values[place + 1 :]


def _of_house_rules(asking: _Asking) -> Iterator[Flip]:
    options = _rules_of(asking.facts)
    if options is None:
        return
    rules = dict(house_rules(options))
    for name in asking.question.rules:
        for value in _other_choices(rules[name], getattr(options, name)):
            facts = replace(asking.facts, options=replace(options, **{name: value}))
            words = [in_house_rule(rules[name], value)]
            if flip := asking.flip({OPTIONS: {name: plain(value)}}, words, facts):
                yield flip


def in_house_rule(rule: HouseRule, value: Value) -> Say:
    """Return a house rule with the choice of the table, as shown beside its effect."""
    return say("House rule “{rule}: {choice}”", rule=Say(rule.label), choice=worded(rule, value))


def _pairs(asking: _Asking) -> Iterator[Flip]:
    """Yield changes of two facts at once; one may be open, if so far it only made a difference to the reasons."""
    several_reasons = asking.ruling.sentence.msgid == EITHER_WAY.msgid
    words = [one for one in asking.varied(also_open=several_reasons) if is_word(one)]
    for one, other in combinations(words, 2):
        if asking.value(one) is asking.value(other) is OPEN:
            continue
        for value in asking.others(one):
            for second in asking.others(other):
                if flip := asking.tried([(one, value), (other, second)]):
                    yield flip


def _rules_of(facts: Facts) -> Dataclass | None:
    return facts.options if is_dataclass(facts.options) else None


def _other_choices(rule: HouseRule, now: Value) -> Iterator[Value]:
    return (value for value, _ in rule.choices if value != now or type(value) is not type(now))


def depends_on_rule(question: Question, facts: Facts, ruling: Ruling, name: str, give_up: Callable[[], bool]) -> bool:
    """Return True if another value of a house rule would change this very answer; numbers are not tried."""
    options = _rules_of(facts)
    rule = dict(house_rules(options)).get(name) if options else None
    if options is None or rule is None or rule.numbers is not None or not rule.choices:
        return False
    now = getattr(options, name)
    counted = (Counted(key, numbers[0]) for key, (_, numbers) in rule.counted.items())
    key = outcome_key(ruling)
    for value in (*_other_choices(rule, now), *counted):
        other = judged(question, replace(facts, options=replace(options, **{name: value})), give_up)
        if not (isinstance(other, Ruling) and other.verdict == "impossible") and outcome_key(other) != key:
            return True
    return False
