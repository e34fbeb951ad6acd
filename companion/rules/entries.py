"""Entries that people write in any game, and how two of them compare. A game adds its deal; none is ever changed."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, NewType

from companion.rules.field_metadata import Default, Json, entry_field, fact
from companion.rules.messages import N_, Say, say
from companion.rules.options import Value

Player = NewType("Player", str)
Name = NewType("Name", str)  # of somebody who need not be at this table


def reason() -> Default:
    return fact(N_("Reason"), "", offered=True)


class Body:
    """Content of an entry: a frozen dataclass of this or a game's module, known on the wire by its `kind`.

    A kind that a game has beside its deal carries a `title`, and is `called` so within a sentence. What is `aside`
    stands beside the score: it hangs on no other entry, and none hangs on it. What is `correctable` has a form to write
    it anew; what is not `undoable` is answered by others and only they settle it.
    """

    kind: ClassVar[str]
    title: ClassVar[str] = ""
    called: ClassVar[str] = ""
    moves_score: ClassVar[bool] = True
    aside: ClassVar[bool] = False
    correctable: ClassVar[bool] = False
    undoable: ClassVar[bool] = True


class Aside(Body):
    """Content that stands beside the score and never moves it."""

    moves_score: ClassVar[bool] = False
    aside: ClassVar[bool] = True


@dataclass(frozen=True)
class Misdeal(Body):
    kind: ClassVar[str] = "misdeal"
    correctable: ClassVar[bool] = True
    dealer: Player | None = fact(N_("Dealer"), None)


@dataclass(frozen=True)
class Penalty(Body):
    """Points added to a player's score as the table agreed; may be negative."""

    kind: ClassVar[str] = "penalty"
    player: Player = fact(N_("Player"))
    points: int = fact(N_("Points"))
    reason: str = reason()


@dataclass(frozen=True)
class Rename(Aside):
    """A name is corrected: `player` is the identity, which stays; `name` is shown from now on."""

    kind: ClassVar[str] = "rename"
    called: ClassVar[str] = N_("the change of name")
    player: Name = fact(N_("Player"))
    name: Name = fact(N_("Name"))


@dataclass(frozen=True)
class Transfer:
    """Money that one person paid another when people came and went."""

    payer: Name = entry_field(key="from")
    payee: Name = entry_field(key="to")
    amount: int = entry_field()


@dataclass(frozen=True)
class Handover:
    """Link between two parts of a match: the same in the `end` of the one and in the head of the next.

    `score` is the checksum of the old part, before its end was written. `left` are in the order of the old seats,
    `joined` in the new order of play, both by the names that were shown. `before`: how the old part itself began.
    """

    score: str
    left: tuple[Name, ...]
    joined: tuple[Name, ...]
    payments: tuple[Transfer, ...]
    before: "Handover | None" = None

    @property
    def parts(self) -> int:
        """Return how many parts the match has, with the one that this begins."""
        return 2 if self.before is None else self.before.parts + 1

    def in_words(self) -> Say:
        """Say who left and who came; neither where only the seats are new."""
        left, joined = say("Left: {names}", names=self.left), say("Came: {names}", names=self.joined)
        moved = [sentence for sentence, names in ((left, self.left), (joined, self.joined)) if names]
        return say("{value}", value=moved or say("new order of play"))


@dataclass(frozen=True)
class End(Body):
    """The table ends the match here, even if something is still open; who is level shares.

    With `continued` nothing is settled: other people play on in a new part.
    """

    kind: ClassVar[str] = "end"
    reason: str = reason()
    continued: Handover | None = entry_field(N_("Goes on in a new part"), default=None)


@dataclass(frozen=True)
class LetStand(Body):
    """An entry that a correction has made illegal counts as it was played: only a duty of conduct was broken."""

    kind: ClassVar[str] = "let_stand"
    entry: int
    reason: str = reason()


@dataclass(frozen=True)
class Note(Aside):
    """A free remark, on one entry or on the evening."""

    kind: ClassVar[str] = "note"
    text: str = fact(N_("Note"))
    entry: int | None = None


@dataclass(frozen=True)
class RulingNote(Aside):
    """A ruling put on the record; with `entry` it settles what was contested there."""

    kind: ClassVar[str] = "ruling"
    question: str
    verdict: str
    facts: Json = field(default_factory=dict)
    clauses: tuple[str, ...] = ()
    text: str = ""
    entry: int | None = None


@dataclass(frozen=True)
class OptionChange(Body):
    """A house rule that holds from the next deal on."""

    kind: ClassVar[str] = "option"
    moves_score: ClassVar[bool] = False
    option: str
    value: Value


@dataclass(frozen=True)
class Contest(Aside):
    """Somebody does not agree with an entry; a correction or a ruling on it settles that."""

    kind: ClassVar[str] = "contest"
    undoable: ClassVar[bool] = False
    entry: int
    reason: str = reason()


@dataclass(frozen=True)
class Confirm(Aside):
    """Somebody agrees with an entry."""

    kind: ClassVar[str] = "confirm"
    undoable: ClassVar[bool] = False
    entry: int


@dataclass(frozen=True)
class Correction(Body):
    """Entry `entry` is replaced by `content` (`with` on the wire); None strikes it out."""

    kind: ClassVar[str] = "correction"
    entry: int
    content: Body | None = entry_field(key="with")
    reason: str = reason()


COMMON: tuple[type[Body], ...] = (
    *(Misdeal, Penalty, Note, RulingNote, OptionChange, Contest, Confirm, Correction),
    *(LetStand, End, Rename),
)


@dataclass(frozen=True)
class Entry:
    """One thing that someone wrote down: its number in the record, its content, who and when (RFC 3339, UTC).

    `stands`: the table lets it stand, so that duties of conduct no longer bind it.
    """

    number: int
    body: Body
    by: str | None = None
    at: str | None = None
    stands: bool = False


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
    merged: Body = replace(one, **both)  # type: ignore[type-var]
    return merged if merged not in (one, other) else None
