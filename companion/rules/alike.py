"""Two entries as they were entered: whether they say the same, and what both say together."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from companion.rules.entries import Body, Correction


def says_the_same(one: Body | None, other: Body | None) -> bool:
    """Return whether two people have entered the same, field by field; what follows from it does not matter.

    A list of people who did something has no order. Where one has entered an order and the other a count for each, the
    counts are what both have entered. Why somebody corrects is no part of what the correction says.
    """
    if isinstance(one, Correction) and isinstance(other, Correction):
        return one.entry == other.entry and says_the_same(one.content, other.content)
    if one is None or other is None or type(one) is not type(other):
        return one is other
    return all(
        _is_alike(getattr(one, part.name), getattr(other, part.name), part.metadata.get("whose"))
        for part in fields(one)  # type: ignore[arg-type]
    )


def _is_alike(one: object, other: object, whose: object) -> bool:
    if isinstance(one, tuple) and isinstance(other, tuple) and whose == "some":
        return Counter(one) == Counter(other)
    if isinstance(one, tuple) and isinstance(other, Mapping):
        return _counts(other, one)
    if isinstance(one, Mapping) and isinstance(other, tuple):
        return _counts(one, other)
    return one == other


def _counts(numbers: Mapping[Any, object], names: tuple[Any, ...]) -> bool:
    return {name: n for name, n in numbers.items() if n} == Counter(names)


def together(one: Body, other: Body) -> Body | None:
    """Return what two people have entered of one deal, where each says of other players than the other does.

    None where they contradict each other, where one of them says it all, or where they are not of one kind.
    """
    if type(one) is not type(other):
        return None
    both: dict[str, object] = {}
    for part in fields(one):  # type: ignore[arg-type]
        mine, theirs = getattr(one, part.name), getattr(other, part.name)
        if mine == theirs:
            continue
        if not (isinstance(mine, Mapping) and isinstance(theirs, Mapping)) or mine.keys() & theirs.keys():
            return None
        both[part.name] = {**mine, **theirs}
    found: Body = replace(one, **both)  # type: ignore[type-var]
    return found if found not in (one, other) else None
