"""Judge a question by the given facts only. If a fact that was not given decides, the answer states each case.

A rule always gets every fact. It is applied to every value of the open ones; open facts that make no difference are
never asked for.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from itertools import product
from typing import TypeVar

from companion.parsing.json_decoder import plain
from companion.parsing.schema import Field, shapes
from companion.referee.fact_values import condition, in_words, open_facts, values_of
from companion.rules.field_metadata import OPEN, Dataclass, Facts
from companion.rules.game import Question
from companion.rules.integer_solver import never
from companion.rules.messages import Say, say, say_all
from companion.rules.rulings import MISSING, Ruling, impossible

GiveUp = Callable[[], bool]
EITHER_WAY = say("The reason depends on {what}: {sentences}")
NO_DIFFERENCE = say("The answer to {what} makes no difference here.")
ON_THE_WIRE = json.JSONEncoder(sort_keys=True)  # made once, because it encodes keys of thousands of rulings
TOLD_APART = 3  # reasons for the same outcome up to which they are told one by one


@dataclass(frozen=True)
class Case:
    """One of the outcomes of an open fact: `value` is its value in JSON, `words` for people.

    `alike`: the sentence is the same for each of its values.
    """

    value: object
    words: tuple[Say | str | int, ...]
    values: tuple[object, ...]
    outcome: "Outcome"
    alike: bool = True


@dataclass(frozen=True)
class Conditional:
    """An answer that depends on a fact that was not given."""

    asks: Field
    cases: tuple[Case, ...]


Outcome = Ruling | Conditional
Row = tuple[tuple[object, ...], Ruling, object]  # a value of each open fact, the ruling for them, and its key


def leaves(outcome: Outcome) -> Iterator[Ruling]:
    """Yield every ruling that an outcome may lead to."""
    if isinstance(outcome, Ruling):
        yield outcome
    else:
        for case in outcome.cases:
            yield from leaves(case.outcome)


def judged(question: Question, facts: Facts, give_up: GiveUp) -> Outcome:
    """Apply the rule to the facts, or to each case that they leave open; contradictory facts are `impossible`.

    A fact that is needed in some cases only is asked for only in these, after the fact that decides whether it is.
    """
    if wrong := _out_of_range(facts):
        return wrong
    asked = open_facts(facts)
    if not asked:
        return question.answer(facts, give_up)
    rows, refused = [], None

    def rule(filled: Facts) -> tuple[Ruling, object]:
        ruling = question.answer(filled, give_up)
        return ruling, outcome_key(ruling)

    for values, (ruling, key) in tried(facts, asked, rule):
        if ruling.verdict == "impossible" and ruling.code != MISSING:
            refused = refused or ruling
        else:
            rows.append((values, ruling, key))
    if rows:
        return _narrowed(asked, rows)
    assert refused, f"{question.title} has no values to try"
    return refused


def can_be(
    question: Question, options: Dataclass, one: Field, value: object, known: Mapping[str, object] | None = None
) -> bool:
    """Return True if a fact may have this value under these house rules and with the known facts."""
    every = [other for other in shapes(question.facts) if other.name != "options"]
    required = {other.name: next(iter(values_of(other, None)), other.sample) for other in every if other.is_required}
    if None in required.values():
        return True  # cards and names are never tried
    facts = replace(question.facts(**required), options=options, **{**(known or {}), one.name: value})
    asked = [other for other in open_facts(facts) if other.name != one.name]
    return any(
        ruling.verdict != "impossible" or ruling.code == MISSING
        for _, ruling in tried(facts, asked, lambda filled: question.answer(filled, never))
    )


def _out_of_range(facts: Facts) -> Ruling | None:
    for one in shapes(type(facts)):
        value = getattr(facts, one.name)
        if not isinstance(one.values, range) or value is OPEN or value is None or value in one.values:
            continue
        sentence = say(
            "{what}: {low} to {high}, not {n}.", what=Say(one.label), low=one.values[0], high=one.values[-1], n=value
        )
        return impossible("facts.range", sentence)
    return None


def _narrowed(asked: Sequence[Field], rows: Sequence[Row]) -> Outcome:
    """Return the only ruling of rows whose open facts are `asked`, or the cases of the first fact that matters."""
    if len({key for _, _, key in rows}) == 1:
        said = [(values, ruling, ruling.sentence) for values, ruling, _ in rows]
        between = [one for n, one in enumerate(asked) if _matters(n, said)]
        return _merged([ruling for _, ruling, _ in rows], between or asked)
    place = next((n for n in range(len(asked)) if _matters(n, rows)), None)
    if place is None:  # these facts only change together, so no single one makes the difference
        place = next(n for n in range(len(asked)) if len({values[n] for values, _, _ in rows}) > 1)
    return _cases(asked, place, rows)


def _matters(place: int, rows: Sequence[Row]) -> bool:
    found: dict[tuple[object, ...], object] = {}
    for values, _, key in rows:
        rest = (*values[:place], *values[place + 1 :])
        if found.setdefault(rest, key) != key:
            return True
    return False


def _cases(asked: Sequence[Field], place: int, rows: Sequence[Row]) -> Conditional:
    one, rest = asked[place], [*asked[:place], *asked[place + 1 :]]
    by_value: dict[object, list[Row]] = {}
    for values, ruling, key in rows:
        by_value.setdefault(values[place], []).append(((*values[:place], *values[place + 1 :]), ruling, key))
    possible = list(by_value)
    groups: dict[object, tuple[list[object], list[Outcome]]] = {}
    for value, inner in by_value.items():
        outcome = _narrowed(rest, inner)
        group = groups.setdefault(outcome_key(outcome), ([], []))
        group[0].append(value)
        group[1].append(outcome)
    return Conditional(one, tuple(_case(one, values, possible, found) for values, found in groups.values()))


def _case(one: Field, values: list[object], possible: list[object], found: list[Outcome]) -> Case:
    rulings = [outcome for outcome in found if isinstance(outcome, Ruling)]
    outcome = _merged(rulings, [one]) if rulings else found[0]
    words = tuple(in_words(one, values, possible))
    alike = all(ruling.sentence == rulings[0].sentence for ruling in rulings)
    return Case(condition(one, values, possible), words, tuple(values), outcome, alike)


def _merged(rulings: Sequence[Ruling], between: Sequence[Field]) -> Ruling:
    """Merge rulings of the same outcome: take the one whose clauses are in all others too, else join all of them.

    `between`: the facts that only decide which of the rulings applies.
    """
    if len(rulings) == 1:
        return rulings[0]
    fewest = min(rulings, key=lambda ruling: len(ruling.clauses))
    fewest = replace(fewest, sentence=_said_of_all(rulings, between))
    if all(set(fewest.clauses) <= set(ruling.clauses) for ruling in rulings):
        return fewest
    steps = {step.clause: step for ruling in rulings for step in reversed(ruling.chain)}
    ordered = dict.fromkeys(clause for ruling in rulings for clause in ruling.clauses)
    return replace(fewest, clauses=tuple(ordered), chain=tuple(steps[clause] for clause in ordered))


def _said_of_all(rulings: Sequence[Ruling], between: Sequence[Field]) -> Say:
    """Return one sentence for all rulings: the same sentence, their gist, or their common part."""
    sentences, gists = [ruling.sentence for ruling in rulings], [ruling.gist for ruling in rulings]
    if sentences.count(sentences[0]) == len(sentences):
        return sentences[0]
    if gists[0] and gists.count(gists[0]) == len(gists):
        return gists[0]
    found, law = _in_any_case(sentences, between), rulings[0].law
    is_lawful = law is not None and all(ruling.law == law for ruling in rulings)
    return law if law and is_lawful and found.msgid == NO_DIFFERENCE.msgid else found


def _in_any_case(sentences: Sequence[Say], between: Sequence[Field]) -> Say:
    """Return one sentence for several, without anything that holds for only some of them."""
    distinct: list[Say] = []
    for one in (inner for sentence in sentences for inner in _told_apart(sentence)):
        if one not in distinct:
            distinct.append(one)
    if len(distinct) == 1:
        return distinct[0]
    if found := with_stretch(distinct):
        return found
    named = [say("“{what}”", what=Say(one.label)) for one in between]
    before = [one.args["what"] for one in sentences if one.msgid in (EITHER_WAY.msgid, NO_DIFFERENCE.msgid)]
    named += [one for many in before if isinstance(many, tuple | list) for one in many]
    what = list(dict.fromkeys(named))
    if len(distinct) > TOLD_APART or any(one.msgid == NO_DIFFERENCE.msgid for one in distinct):
        return replace(NO_DIFFERENCE, args={"what": what})
    return replace(EITHER_WAY, args={"what": what, "sentences": say_all(distinct)})


def _told_apart(sentence: Say) -> Sequence[Say]:
    """Return the sentences of which a sentence was put together."""
    if sentence.msgid != EITHER_WAY.msgid:
        return [sentence]
    together = sentence.args["sentences"]
    assert isinstance(together, Say)
    return [one for one in together.args.values() if isinstance(one, Say)]


def with_stretch(sentences: Sequence[Say]) -> Say | None:
    """Return one sentence in place of several that differ only by consecutive numbers."""
    first = sentences[0]
    if any((one.msgid, one.args.keys()) != (first.msgid, first.args.keys()) for one in sentences):
        return None
    found, n = dict(first.args), first.n
    for name in first.args:
        said = [one.args[name] for one in sentences]
        numbers = sorted({n for n in said if isinstance(n, int)})
        if len(numbers) > 1 and numbers[-1] - numbers[0] == len(numbers) - 1:
            found[name], n = f"{numbers[0]}–{numbers[-1]}", numbers[-1]
        elif any(value != said[0] for value in said):
            return None
    return replace(first, args=found, n=n)


def outcome_key(outcome: Outcome) -> object:
    """Return the key by which outcomes are equal: verdict and answer of each case, and the missing facts."""
    if isinstance(outcome, Ruling):
        return outcome.verdict, ON_THE_WIRE.encode(plain(outcome.answer)), outcome.path
    return outcome.asks.key, tuple((json.dumps(case.value), outcome_key(case.outcome)) for case in outcome.cases)


Said = TypeVar("Said")
Values = tuple[object, ...]
READ = "names read"  # not a valid name of a fact


def tried(facts: Facts, asked: Sequence[Field], rule: Callable[[Facts], Said]) -> Iterator[tuple[Values, Said]]:
    """Return the ruling for every combination of values of the open facts."""
    known = {one.name: getattr(facts, one.name) for one in fields(facts)}
    names = [one.name for one in asked]
    forks: dict[Values, int] = {}  # place of the fact read next, by the values read so far
    found: dict[Values, Said] = {}
    for values in product(*(values_of(one, facts) for one in asked)):
        path: Values = ()
        while path in forks:
            path = (*path, values[forks[path]])
        if path not in found:
            noting = _noting(type(facts))(**known | dict(zip(names, values, strict=True)))
            said = rule(noting)
            noted = object.__getattribute__(noting, "__dict__")[READ]
            places = [names.index(name) for name in noted if name in names]
            for place in places[len(path) :]:
                forks[path] = place
                path = (*path, values[place])
            found[path] = said
        yield values, found[path]


@cache
def _noting(kind: type[Facts]) -> type[Facts]:
    """Return a subclass of facts that notes which of them are read."""

    def read(self: object, name: str) -> object:
        own = object.__getattribute__(self, "__dict__")
        own.setdefault(READ, {})[name] = None
        return object.__getattribute__(self, name)

    return type(kind.__name__, (kind,), {"__getattribute__": read})
