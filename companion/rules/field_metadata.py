"""Field declarations with the words that people see: facts of a question, openings, entries."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from enum import Enum
from typing import Any, ClassVar, Literal, Protocol, TypeAlias

PlayerStep = Literal["own", "some", "ender", "table"]  # to say, where everybody writes only the own part of a deal

Mark = Literal["needed", "deciding", "circumstance", "given"]
Json: TypeAlias = Mapping[str, object]  # an object that nobody has judged: whoever needs a value sees what it is


class Dataclass(Protocol):
    """Any dataclass of a game: its facts, its options, its opening."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


class Facts(Dataclass, Protocol):
    """The facts of a question, with the house rules they are asked under; unread where none of them matters."""

    @property
    def options(self) -> Dataclass | Mapping[str, object]: ...


class Open(Enum):
    """Value of a fact that nobody has said: the referee asks for it if it decides."""

    OPEN = "open"


OPEN = Open.OPEN


@dataclass(frozen=True)
class Has:
    """Values of a list of numbers of which only this number matters: one list with it, and one without."""

    number: int
    having: tuple[int, ...]
    lacking: tuple[int, ...]


Default: TypeAlias = Any  # stands where a field has its default: of whatever type its annotation says
Values = range | Has | Callable[[Any], Iterable[object]]


@dataclass(frozen=True)
class Label:
    """The name of a field in words and, where its values are words too, those by the value.

    `rows`: how many things a list of things has on a form. `only`: the house rules under which there is such a thing.
    `nobody`: what it says that the field is empty, where that says something. `of`: the field without which this one
    says nothing. `offered`: forms offer some of its texts, which are kept in English and told in the reader's language.
    `brief`: what a player's number is, or what a name in the field says, in a word or two; `ender`: the same of the
    number of who ended the deal.
    """

    text: str
    choices: Mapping[str, str] = field(default_factory=dict)
    rows: int = 0
    only: Mapping[str, object] = field(default_factory=dict)
    nobody: str = ""
    of: str = ""
    offered: bool = False
    brief: str = ""
    ender: str = ""


def fact(
    label: str,
    default: object = MISSING,
    *,
    default_factory: Default = MISSING,
    choices: Mapping[str, str] | None = None,
    rows: int = 0,
    only: Mapping[str, object] | None = None,
    offered: bool = False,
) -> Default:
    """Declare a fact of a question, or a field of an opening, by the name that forms and paper give it."""
    words = {"label": Label(label, choices or {}, rows, only or {}, offered=offered)}
    return field(default=default, default_factory=default_factory, metadata=words)


def needed(
    label: str,
    missing: str = "",
    *,
    values: Values | None = None,
    choices: Mapping[str, str] | None = None,
    about: bool = False,
    nobody: bool = False,
    sample: object = None,
    unless: str = "",
) -> Default:
    """Declare a fact without which a question cannot be answered; `missing` says what to choose.

    `nobody`: of a list of names, that nobody is an answer too, and has to be said like any other. `sample`: of what
    cannot be counted up, such as cards, one that it may be: with it is tried what the other facts can be. `unless`:
    another fact that stands for it, so that one of the two is enough; None where it is not given.
    """
    more = {"missing": missing, "values": values, "about": about, "nobody": nobody, "sample": sample, "unless": unless}
    return _of_a_question("needed", label, None if unless else MISSING, choices, **more)


def deciding(
    label: str,
    *,
    values: Values | None = None,
    choices: Mapping[str, str] | None = None,
    about: bool = False,
    key: str = "",
) -> Default:
    """Declare a fact that is asked for only if it decides.

    `values`: what it may be, where its type does not say so: a stretch of numbers, or worked out from other facts.
    `about`: it is what the question is about, so that no change of it is an answer to the question. `key`: its name in
    JSON where that is no Python name.
    """
    return _of_a_question("deciding", label, OPEN, choices, values=values, about=about, key=key)


def circumstance(
    label: str, default: object = False, *, values: Values | None = None, choices: Mapping[str, str] | None = None
) -> Default:
    """Declare a rare fact that one side has to claim: assumed false, and named if it would turn the verdict."""
    return _of_a_question("circumstance", label, default, choices, values=values)


def _of_a_question(
    mark: Mark, label: str, default: object, choices: Mapping[str, str] | None, **more: object
) -> Default:
    return field(default=default, metadata={"label": Label(label, choices or {}), "mark": mark, **more})


def entry_field(
    label: str = "",
    *,
    whose: PlayerStep = "table",
    key: str = "",
    missing: str = "",
    choices: Mapping[str, str] | None = None,
    nobody: str = "",
    of: str = "",
    brief: str = "",
    ender: str = "",
    default: object = MISSING,
    default_factory: Default = MISSING,
) -> Default:
    """Declare a field of an entry: its name in words, and who says it if each player writes only the own part.

    `own`: everybody a value of one's own. `some`: a list into which one puts oneself. `ender`: who ended the deal says
    so of oneself. `table`: common to all. `key` is its name in the match file where that is no Python name; `missing`
    is said where it must be there and is not. For `nobody`, `of`, `brief` and `ender` see Label.
    """
    metadata: dict[str, object] = {"whose": whose, "key": key, "missing": missing}
    if label:
        metadata["label"] = Label(label, choices or {}, nobody=nobody, of=of, brief=brief, ender=ender)
    return field(default=default, default_factory=default_factory, metadata=metadata)


def labels(kind: type) -> dict[str, Label]:
    """Return the labels of the fields of a dataclass that have one, by field name."""
    return {one.name: one.metadata["label"] for one in fields(kind) if "label" in one.metadata}
