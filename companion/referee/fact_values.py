"""List the values that a fact of a question may have, in JSON and in words."""

from collections.abc import Iterable, Sequence

from companion.parsing.json_decoder import plain
from companion.parsing.schema import Atom, ByName, Choice, Field, ListOf, members_of, shapes
from companion.rules.field_metadata import OPEN, Facts, Has
from companion.rules.messages import Say, say


def values_of(one: Field, facts: Facts | None) -> tuple[object, ...]:
    """Return all values of a fact, in order; empty for cards, names and other values that cannot be listed."""
    if isinstance(one.values, Has):
        return (one.values.having, one.values.lacking)
    if isinstance(one.values, range):
        return tuple(one.values)
    return tuple(one.values(facts)) if one.values is not None else _of_shape(one)


def _of_shape(one: Field) -> tuple[object, ...]:
    for member in members_of(one.shape):
        if member is Atom.SWITCH:
            return (True, False)
        if isinstance(member, Choice):
            return member.values
    return ()


def is_one_of(one: Field, numbers: Iterable[int]) -> bool:
    """Return True if a fact is a number and one of these is possible."""
    return isinstance(one.values, range) and any(number in one.values for number in numbers)


def holds_numbers(one: Field) -> bool:
    """Return True if a fact is a number, a list of numbers or a number for each player."""
    found = [shape.of if isinstance(shape, ListOf | ByName) else shape for shape in members_of(one.shape)]
    return Atom.NUMBER in found


def may_be(one: Field, value: object) -> bool:
    """Return True if a fact may have this value. Any number may, because the rule itself refuses impossible ones."""
    is_number = isinstance(value, int) and not isinstance(value, bool)
    if isinstance(one.values, range):
        return is_number
    values = values_of(one, None) if one.values is None else ()
    return value in values if values else isinstance(value, str) or is_number


def is_word(one: Field) -> bool:
    return one.values is None and bool(_of_shape(one))


def is_said(one: Field, value: object) -> bool:
    """Return True if a fact was given; a circumstance, whether it was claimed."""
    return value is not OPEN and (one.is_required or value != one.default)


def open_facts(facts: Facts) -> list[Field]:
    """Return the facts that may decide and were not given, in the order of the question."""
    return [one for one in shapes(type(facts)) if getattr(facts, one.name) is OPEN]


# --- some of the values


def condition(one: Field, group: Sequence[object], possible: Sequence[object]) -> object:
    """Return the `if` of a case in JSON: `group` of the `possible` values."""
    said: list[object]
    if isinstance(one.values, Has):
        said = [{"has" if value == one.values.having else "lacks": one.values.number} for value in group]
    elif isinstance(one.values, range):
        said = [_stretch(stretch, possible) for stretch in stretches(group, possible)]
    else:
        said = [plain(value) for value in group]
    return said[0] if len(said) == 1 else {"any": said}


def stretches(group: Iterable[object], possible: Sequence[object]) -> list[list[int]]:
    """Return numbers grouped into unbroken stretches of the possible ones."""
    found: list[list[int]] = []
    before = None
    for value in numbers(group):
        place = possible.index(value)
        if before is None or place != before + 1:
            found.append([])
        found[-1].append(value)
        before = place
    return found


def numbers(values: Iterable[object]) -> list[int]:
    return [value for value in values if isinstance(value, int)]


def _stretch(stretch: Sequence[int], possible: Sequence[object]) -> object:
    if len(stretch) == 1:
        return stretch[0]
    found = {}
    if stretch[0] != possible[0]:
        found["min"] = stretch[0]
    if stretch[-1] != possible[-1]:
        found["max"] = stretch[-1]
    return found or {"min": stretch[0]}


def in_words(one: Field, group: Sequence[object], possible: Sequence[object]) -> list[Say | str | int]:
    """Return the same in words: a list of the values."""
    if isinstance(one.values, Has):
        n = one.values.number
        has, lacks = say("{n} is among them", n=n), say("{n} is not among them", n=n)
        return [has if value == one.values.having else lacks for value in group]
    if isinstance(one.values, range):
        return [_stretch_in_words(stretch, possible) for stretch in stretches(group, possible)]
    return [word_of(one, value) for value in group]


def word_of(one: Field, value: object) -> Say | str | int:
    """Return one value in words."""
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if value is None:
        return say("none")
    if isinstance(value, tuple):
        return _joined([word_of(one, inner) for inner in value])
    if str(value) in one.choices:
        return Say(one.choices[str(value)])
    return value if isinstance(value, str | int) else str(value)


def _joined(words: Sequence[Say | str | int]) -> Say:
    """Join several words into one value, so that it is not taken for several."""
    if len(words) < 2:
        return say("only {value}", value=words[0]) if words else say("none")
    return say("{values} and {last}", values=list(words[:-1]), last=words[-1])


def _stretch_in_words(stretch: Sequence[int], possible: Sequence[object]) -> Say | int:
    if len(stretch) == 1:
        return stretch[0]
    if stretch[-1] == possible[-1]:
        return say("{n} or more", n=stretch[0])
    if stretch[0] == possible[0]:
        return say("{n} or fewer", n=stretch[-1])
    return say("{low} to {high}", low=stretch[0], high=stretch[-1])
