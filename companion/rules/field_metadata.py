"""Declare fields of dataclasses together with the words that people see: facts of questions, openings, entries."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from enum import Enum
from typing import Any, ClassVar, Literal, Protocol, TypeAlias

PlayerStep = Literal["own", "some", "ender", "table"]  # the players who enter a field, if each enters only a part

Mark = Literal["needed", "deciding", "circumstance", "given"]
Json: TypeAlias = Mapping[str, object]  # a JSON object that was not checked


class Dataclass(Protocol):
    """Any dataclass of a game, such as its facts, options or opening."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


class Facts(Dataclass, Protocol):
    """The facts of a question, with the house rules. `options` may be a plain mapping if no house rule matters."""

    @property
    def options(self) -> Dataclass | Mapping[str, object]: ...


class Open(Enum):
    """The value of a fact that was not given. The referee asks for it if it decides."""

    OPEN = "open"


OPEN = Open.OPEN


@dataclass(frozen=True)
class Has:
    """The values of a list of numbers if only one number in it matters: a list with it, and a list without it."""

    number: int
    having: tuple[int, ...]
    lacking: tuple[int, ...]


Default: TypeAlias = Any  # the result of a field declaration, which must fit any annotation
Values = range | Has | Callable[[Any], Iterable[object]]


@dataclass(frozen=True)
class Label:
    """The name of a field in words and, for a choice, the words of its values.

    Attributes:
        rows: the number of rows that a form has for a list.
        only: house rules under which the field exists.
        nobody: the text for an empty field, if that has a meaning.
        of: the field without which this one has no meaning.
        offered: forms offer some of its texts; they are stored in English and shown in the reader's language.
        brief: one or two words for a player's number, or for a name in the field. `ender`: the same for the number of
            the
            player who ended the deal.
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
    """Declare a fact of a question or a field of an opening. `label` is its name on forms and paper."""
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
    """Declare a fact without which a question cannot be answered.

    Args:
        missing: the sentence that asks for it.
        nobody: for a list of names, an empty list is an answer too, which must be given explicitly.
        sample: a possible value of a fact with too many values to try, such as cards; it is used to try the other
            facts.
        unless: another fact that may replace this one, which is None then.
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
    """Declare a fact that the referee asks for only if it decides.

    Args:
        values: its possible values if the type does not list them: a range, or a function of the other facts.
        about: the question is about this fact, so that changing it is no answer to the question.
        key: its name in JSON if that is not a Python name.
    """
    return _of_a_question("deciding", label, OPEN, choices, values=values, about=about, key=key)


def circumstance(
    label: str, default: object = False, *, values: Values | None = None, choices: Mapping[str, str] | None = None
) -> Default:
    """Declare a rare fact that a player must claim. It is assumed false, and named if it would change the verdict."""
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
    """Declare a field of an entry: its name in words, and who enters it if each player enters a part of the deal.

    Args:
        whose: `own`: each player enters a value of their own. `some`: a list to which players add themselves. `ender`:
            the
            player who ended the deal enters their own name. `table`: a value for everybody.
        key: its name in the match file if that is not a Python name.
        missing: the sentence if it is required and absent.
        nobody, of, brief, ender: see Label.
    """
    metadata: dict[str, object] = {"whose": whose, "key": key, "missing": missing}
    if label:
        metadata["label"] = Label(label, choices or {}, nobody=nobody, of=of, brief=brief, ender=ender)
    return field(default=default, default_factory=default_factory, metadata=metadata)


def labels(kind: type) -> dict[str, Label]:
    """Return the labels of the fields of a dataclass that have one, by field name."""
    return {one.name: one.metadata["label"] for one in fields(kind) if "label" in one.metadata}
