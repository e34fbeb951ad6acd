"""House rules that a table may choose: fields of the frozen dataclass of a game's options."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Literal

from companion.rules.field_metadata import Dataclass, Default
from companion.rules.messages import N_, Say, say


@dataclass(frozen=True)
class Counted:
    """A choice with a number: five deals is `{"deals": 5}` in JSON."""

    key: str
    n: int


@dataclass(frozen=True)
class Named:
    """A choice of several named numbers: `{"capot": 50}` in JSON."""

    numbers: tuple[tuple[str, int], ...] = ()


Value = bool | int | str | Counted | Named
Counting = tuple[Say, range]  # the sentence for a number {n} of them, and the allowed numbers
Drawn = Literal["random", "chosen"]
FIRST_DEALER = "first_dealer"


@dataclass(frozen=True)
class HouseRule:
    """An option as people see it: its name in words, its clause and the values that it may have.

    Attributes:
        choices: Fixed values with their labels.
        numbers: The range of whole numbers that are possible besides.
        counted: Further choices that have a number in their words.
        letters: The greatest length of a free text, or of a name in `named`.
        named: The greatest number of named numbers.
        aliases: Other spellings that are read but never shown.
        fixed: It cannot change during a match.
        advisory: It is about what people do at the table, and changes no number here.
        only: It matters only if these other rules have these values. `unless`: only if none of these has its value.
    """

    label: str
    clause: str
    choices: tuple[tuple[Value, str], ...] = ()
    numbers: range | None = None
    counted: Mapping[str, Counting] = field(default_factory=dict)
    fixed: bool = False
    aliases: Mapping[Value, Value] = field(default_factory=dict)
    advisory: bool = False
    letters: int = 0
    named: int = 0
    only: Mapping[str, Value] = field(default_factory=dict)
    unless: Mapping[str, Value] = field(default_factory=dict)

    def meant(self, value: Value) -> Value:
        """Return the choice that a value from a file or form means."""
        if self.named and isinstance(value, Counted):
            return Named(((value.key, value.n),))
        spelled = isinstance(value, str | bool) and value in self.aliases  # the number 0 does not mean off
        return self.aliases[value] if spelled else value

    def allows(self, value: object) -> bool:
        """Return True if a value is among the choices, also by its type: `True` is not the number 1."""
        if isinstance(value, Counted):
            return value.key in self.counted and value.n in self.counted[value.key][1]
        if isinstance(value, Named):
            names = [name for name, _ in value.numbers]
            return len(names) <= self.named > 0 and all(self._is_text(name) and name.strip() for name in names)
        if isinstance(value, str) and self.letters and not self.named:
            return self._is_text(value)
        if any(type(value) is type(choice) and value == choice for choice, _ in self.choices):
            return True
        return type(value) is int and self.numbers is not None and value in self.numbers

    def _is_text(self, value: str) -> bool:
        return len(value) <= self.letters and value.isprintable()


def house_rule(
    default: Value,
    label: str,
    clause: str,
    *choices: tuple[Value, str],
    numbers: range | None = None,
    counted: Mapping[str, Counting] | None = None,
    fixed: bool = False,
    aliases: Mapping[Value, Value] | None = None,
    advisory: bool = False,
    letters: int = 0,
    named: int = 0,
    only: Mapping[str, Value] | None = None,
    unless: Mapping[str, Value] | None = None,
) -> Default:
    """Declare a field of an options dataclass; its name is the option's name in the match file.

    The keys of the choices are in its annotation too, as a Literal, so that mypy finds rules that ask for others.
    """
    hangs = (only or {}, unless or {})
    rule = HouseRule(
        label, clause, choices, numbers, counted or {}, fixed, aliases or {}, advisory, letters, named, *hangs
    )
    return field(default=default, metadata={"house_rule": rule})


def on_off(
    default: bool,
    label: str,
    clause: str,
    *,
    fixed: bool = False,
    advisory: bool = False,
    only: Mapping[str, Value] | None = None,
) -> Default:
    return house_rule(
        default, label, clause, (True, N_("on")), (False, N_("off")), fixed=fixed, advisory=advisory, only=only
    )


def drawn_dealer(clause: str) -> Default:
    """Declare how the first dealer is found, under the name FIRST_DEALER; the opening names the dealer."""
    choices = (("random", N_("drawn")), ("chosen", N_("chosen")))
    return house_rule("random", N_("First dealer"), clause, *choices, fixed=True, advisory=True)


def house_rules(options: Dataclass | type[Dataclass]) -> Iterator[tuple[str, HouseRule]]:
    """Return all options of a game by name, from its options dataclass or an instance of it."""
    for one in fields(options):
        yield one.name, one.metadata["house_rule"]


def matters(rule: HouseRule, options: Dataclass) -> bool:
    """Return True if a house rule matters, given the others."""
    is_there = all(getattr(options, name) == value for name, value in rule.only.items())
    return is_there and not any(getattr(options, name) == value for name, value in rule.unless.items())


def chosen(options: Dataclass) -> Iterator[tuple[str, HouseRule, Value]]:
    """Return the options of this table that differ from the default, without the way to find the first dealer."""
    for one in fields(options):
        value = getattr(options, one.name)
        if one.name != FIRST_DEALER and (value != one.default or type(value) is not type(one.default)):
            yield one.name, one.metadata["house_rule"], value


def same_rules(one: Dataclass, other: Dataclass) -> bool:
    """Return True if two tables have the same house rules, apart from the way to find the first dealer."""
    if type(one) is not type(other):
        return False
    names = [name for name, _ in house_rules(one) if name != FIRST_DEALER]
    pairs = [(getattr(one, name), getattr(other, name)) for name in names]
    return all(type(mine) is type(theirs) and mine == theirs for mine, theirs in pairs)


def worded(rule: HouseRule, value: Value) -> Say:
    """Return a value of a house rule in words, also if it is not among the choices."""
    value = rule.meant(value)
    for choice, label in rule.choices:
        if type(choice) is type(value) and choice == value:
            return Say(label)
    if isinstance(value, Counted):
        known = rule.counted.get(value.key)
        return counting(known[0], value.n) if known else say("{value}", value=f"{value.key} {value.n}")
    if isinstance(value, Named):
        return say("{value}", value=[say("{who} {what}", who=name, what=n) for name, n in value.numbers])
    return say("{value}", value=value)


def counting(label: Say, n: int, shown: object = None) -> Say:
    """Return a counted choice in words, with its number or a placeholder for it."""
    return replace(label, n=n, args={"n": n if shown is None else shown})


def offered(rule: HouseRule) -> list[Say]:
    """Return the values that a house rule may have, in words."""
    texts = [Say(label) for _, label in rule.choices]
    if rule.numbers:
        texts.append(_span(rule.numbers))
    texts += [counting(label, numbers[-1], _span(numbers)) for label, numbers in rule.counted.values()]
    if rule.named:
        return [*texts, say("up to {n} numbers, each after its name", n=rule.named)]
    return [*texts, say("up to {n} letters", n=rule.letters)] if rule.letters else texts


def _span(numbers: range) -> Say:
    return say("{low} to {high}", low=numbers[0], high=numbers[-1])
