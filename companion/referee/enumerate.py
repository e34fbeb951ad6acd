"""What a rule says for every value of the open facts, of which there may be tens of thousands.

A rule reads its facts one after the other, and what it has not read makes no difference to it: so it is asked once for
all values that differ in nothing which it has read.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from functools import cache
from itertools import product
from typing import Any, TypeVar

from companion.parsing.schema import Field
from companion.referee.fact_values import values_of
from companion.rules.field_metadata import Facts

Said = TypeVar("Said")
Values = tuple[object, ...]
READ = "names read"  # no name that a rule could ask for


def tried(facts: Facts, asked: Sequence[Field], rule: Callable[[Facts], Said]) -> Iterator[tuple[Values, Said]]:
    """Every value of each open fact, with what the rule says then."""
    known = {one.name: getattr(facts, one.name) for one in fields(facts)}
    names = [one.name for one in asked]
    forks: dict[Values, int] = {}  # by the values read so far, in the order of reading: the place of the fact read next
    found: dict[Values, Said] = {}
    for values in product(*(values_of(one, facts) for one in asked)):
        path: Values = ()
        while path in forks:
            path = (*path, values[forks[path]])
        if path not in found:
            noting = _noting(type(facts))(**known | dict(zip(names, values, strict=True)))
            said = rule(noting)
            for place in _places_read(noting, names)[len(path) :]:
                forks[path] = place
                path = (*path, values[place])
            found[path] = said
        yield values, found[path]


@cache
def _noting(kind: type[Facts]) -> type[Facts]:
    """Such facts as note which of them are read."""

    def read(self: object, name: str) -> object:
        own = object.__getattribute__(self, "__dict__")
        own.setdefault(READ, {})[name] = None
        return object.__getattribute__(self, name)

    return type(kind.__name__, (kind,), {"__getattribute__": read})


def _places_read(noting: Facts, names: Sequence[str]) -> list[int]:
    """The places of those read among `names`, in the order in which they were."""
    noted: dict[str, Any] = object.__getattribute__(noting, "__dict__")[READ]
    return [names.index(name) for name in noted if name in names]
