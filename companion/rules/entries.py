"""Entries that people write in any game, and comparisons of two. Each game adds its deal. Entries are never changed."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, NewType

from companion.rules.field_metadata import Default, Json, entry_field, fact
from companion.rules.messages import N_, Say, say
from companion.rules.options import Value

Player = NewType("Player", str)
Name = NewType("Name", str)  # of a person who need not be a player of this match


def reason() -> Default:
    return fact(N_("Reason"), "", offered=True)


class Body:
    """The content of an entry: a frozen dataclass of this module or of a game, with its `kind` in JSON.

    Attributes:
        title: The name of a kind that a game has besides its deal. `called`: the same within a sentence.
        aside: It does not affect the score. It depends on no other entry, and none depends on it.
        correctable: There is a form to enter it again.
        undoable: It can be undone. Others are closed by answers to them.
    """

    kind: ClassVar[str]
    title: ClassVar[str] = ""
    called: ClassVar[str] = ""
    moves_score: ClassVar[bool] = True
    aside: ClassVar[bool] = False
    correctable: ClassVar[bool] = False
    undoable: ClassVar[bool] = True


class Aside(Body):
    """Content that never changes the score."""

    moves_score: ClassVar[bool] = False
    aside: ClassVar[bool] = True


@dataclass(frozen=True)
class Misdeal(Body):
    kind: ClassVar[str] = "misdeal"
    correctable: ClassVar[bool] = True
    dealer: Player | None = fact(N_("Dealer"), None)


@dataclass(frozen=True)
class Penalty(Body):
    """Points added to a player's score by agreement; may be negative."""

    kind: ClassVar[str] = "penalty"
    player: Player = fact(N_("Player"))
    points: int = fact(N_("Points"))
    reason: str = reason()


@dataclass(frozen=True)
class Rename(Aside):
    """A correction of a name: `player` is the identity, which never changes; `name` is shown from now on."""

    kind: ClassVar[str] = "rename"
    called: ClassVar[str] = N_("the change of name")
    player: Name = fact(N_("Player"))
    name: Name = fact(N_("Name"))


@dataclass(frozen=True)
class Transfer:
    """Money that one person paid another when players changed."""

    payer: Name = entry_field(key="from")
    payee: Name = entry_field(key="to")
    amount: int = entry_field()


@dataclass(frozen=True)
class Handover:
    """The link between two parts of a match: the same in the `end` of one part and in the head of the next.

    Attributes:
        score: The checksum of the old part, before its end was written.
        left: Names as shown, in the order of the old seats.
        joined: Names as shown, in the new order of play.
        before: The link with which the old part began, if any.
    """

    score: str
    left: tuple[Name, ...]
    joined: tuple[Name, ...]
    payments: tuple[Transfer, ...]
    before: "Handover | None" = None

    @property
    def parts(self) -> int:
        """Return the number of parts of the match, including the one that begins here."""
        return 2 if self.before is None else self.before.parts + 1

    def in_words(self) -> Say:
        """Say who left and who came; if nobody did, that the seats are new."""
        left, joined = say("Left: {names}", names=self.left), say("Came: {names}", names=self.joined)
        moved = [sentence for sentence, names in ((left, self.left), (joined, self.joined)) if names]
        return say("{value}", value=moved or say("new order of play"))


@dataclass(frozen=True)
class End(Body):
    """The players end the match here, even if something is still open; players who are level share a place.

    With `continued` nothing is settled, because other people play on in a new part.
    """

    kind: ClassVar[str] = "end"
    reason: str = reason()
    continued: Handover | None = entry_field(N_("Goes on in a new part"), default=None)


@dataclass(frozen=True)
class LetStand(Body):
    """The decision that an entry counts though a correction made it illegal: it only breaks a duty of conduct."""

    kind: ClassVar[str] = "let_stand"
    entry: int
    reason: str = reason()


@dataclass(frozen=True)
class Note(Aside):
    """A free remark, about an entry or about the evening."""

    kind: ClassVar[str] = "note"
    text: str = fact(N_("Note"))
    entry: int | None = None


@dataclass(frozen=True)
class RulingNote(Aside):
    """A ruling in the record; with `entry`, it closes the contest of that entry."""

    kind: ClassVar[str] = "ruling"
    question: str
    verdict: str
    facts: Json = field(default_factory=dict)
    clauses: tuple[str, ...] = ()
    text: str = ""
    entry: int | None = None


@dataclass(frozen=True)
class OptionChange(Body):
    """A change of a house rule, from the next deal on."""

    kind: ClassVar[str] = "option"
    moves_score: ClassVar[bool] = False
    option: str
    value: Value


@dataclass(frozen=True)
class Contest(Aside):
    """A player's disagreement with an entry; a correction or a ruling on it closes this."""

    kind: ClassVar[str] = "contest"
    undoable: ClassVar[bool] = False
    entry: int
    reason: str = reason()


@dataclass(frozen=True)
class Confirm(Aside):
    """A player's agreement with an entry."""

    kind: ClassVar[str] = "confirm"
    undoable: ClassVar[bool] = False
    entry: int


@dataclass(frozen=True)
class Correction(Body):
    """A correction that replaces entry `entry` by `content` (in JSON `with`), or strikes it out if that is None."""

    kind: ClassVar[str] = "correction"
    entry: int
    content: Body | None = entry_field(key="with")
    reason: str = reason()


COMMON: tuple[type[Body], ...] = (
    Misdeal,
    Penalty,
    Note,
    RulingNote,
    OptionChange,
    Contest,
    Confirm,
    Correction,
    LetStand,
    End,
    Rename,
)


@dataclass(frozen=True)
class Entry:
    """An entry of the record: its number, its content, who wrote it and when (RFC 3339, UTC).

    `stands`: the players let it stand, so it is not judged by duties of conduct.
    """

    number: int
    body: Body
    by: str | None = None
    at: str | None = None
    stands: bool = False


def says_the_same(one: Body | None, other: Body | None) -> bool:
    """Return True if two people have entered the same, field by field; fields that follow from others do not matter.

    The order of a list of people who did something does not matter. If one person has entered an order and the other a
    count for each player, the counts are compared. The reason of a correction is not compared.
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
    """Join the entries of two people about the same deal, if each is about other players than the other.

    None if they contradict each other, if one of them contains the other, or if they are of different kinds.
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
    merged: Body = replace(one, **both)  # type: ignore[type-var]
    return merged if merged not in (one, other) else None
