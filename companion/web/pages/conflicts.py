"""Two phones that wrote at the same time: both versions as they were typed, so that people can choose."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from companion.presentation.activity import standing, written
from companion.presentation.entry_text import FieldText, field_texts, in_words, name_of
from companion.presentation.preview import consequences, moved, with_short_names
from companion.repository import MatchSession
from companion.rules.alike import says_the_same, together
from companion.rules.entries import Body, Correction, Entry, Player
from companion.rules.messages import Say, say
from companion.rules.replay import judge_last
from companion.rules.rulings import Ruling
from companion.rules.tally import Tally
from companion.submission import puts_back, with_body

NOTHING = say("–")


@dataclass(frozen=True)
class Part:
    """One of the things that stand in a field, and whether the other version has it too."""

    value: Say
    is_alone: bool


@dataclass(frozen=True)
class Compared:
    """A field as both have typed it; empty where one of them has left it open."""

    label: str
    theirs: Sequence[Part]
    mine: Sequence[Part]

    @property
    def differs(self) -> bool:
        return any(part.is_alone for part in (*self.theirs, *self.mine))


@dataclass(frozen=True)
class Stands:
    """Where a player stands with theirs, and where with mine in its place."""

    player: Player
    theirs: int
    mine: int


@dataclass(frozen=True)
class Comparison:
    """What stands there now, field by field beside what was typed here, and what else was written meanwhile.

    `number` is the entry compared, and `wrong` says why the own version cannot stand in its place; if it can, `stand`
    has those who would then stand elsewhere. Without `fields` there is nothing to compare: what was written is of
    another kind. `mine` is what this phone wants written, and `typed` its fields, to be sent again. `puts_back`: that
    something struck out counts again, beside what was written since; else `strikes` takes something away from under it.
    `is_same`: both have entered the same, though not in sequence, so that it may be another deal; `both` is what both
    come to together, where each says of other players than the other does.
    """

    number: int
    entry: Entry
    name: Say
    fields: tuple[Compared, ...]
    stand: tuple[Stands, ...]
    wrong: Ruling | None
    others: tuple[Say, ...]
    mine: Body
    is_deal: bool
    typed: Sequence[tuple[str, str]]
    puts_back: bool = False
    own: tuple[Say, ...] = ()  # what this phone wants written, where nothing stands beside it field by field
    is_same: bool = False
    both: tuple[Say, ...] = ()

    @property
    def corrects(self) -> bool:
        return isinstance(self.mine, Correction)

    @property
    def reason(self) -> str:
        """Why this phone corrects, to be sent again."""
        return self.mine.reason if isinstance(self.mine, Correction) else ""

    @property
    def strikes(self) -> bool:
        return isinstance(self.mine, Correction) and self.mine.content is None


def comparison(
    session: MatchSession, numbers: Sequence[int], body: Body, typed: Sequence[tuple[str, str]]
) -> Comparison:
    """What was written meanwhile, beside what this phone wants written."""
    tally, history = session.tally, session.match.record.history
    if isinstance(body, Correction) and body.content is None:
        return _striking(session, numbers, body)
    mine = body.content if isinstance(body, Correction) else body
    place = body.entry if isinstance(body, Correction) else _alike(session, numbers, body)
    theirs = history[place - 1].body if place else None
    fields = _compared(theirs, mine, session.players) if theirs and mine and type(theirs) is type(mine) else ()
    shown = place or numbers[0]
    instead = with_body(session, Correction(place, mine)) if place and mine else None
    wrong = judge_last(session.game, instead) if instead else None
    entries = [one.entry for one in history if one.entry.number in numbers]
    others = tuple(
        with_short_names(written(tally, one), session.players) for one in entries if not fields or one.number != shown
    )
    return Comparison(
        shown,
        _last_word(session, place) if place else entries[0],
        name_of(tally, shown),
        fields,
        _standing(tally, session.game.tally(instead)) if fields and instead and not wrong else (),
        wrong,
        others,
        body,
        isinstance(body, session.game.deals),
        typed,
        own=() if fields or not mine else _short_words(session, mine),
        is_same=theirs is not None and says_the_same(theirs, mine),
        both=_together(session, place, mine) if mine else (),
    )


def _together(session: MatchSession, place: int, mine: Body) -> tuple[Say, ...]:
    """What stands there and what was typed here in one, where they can be one deal and the rules allow it."""
    theirs = session.match.record.history[place - 1].body if place else None
    whole = together(theirs, mine) if theirs and isinstance(mine, session.game.deals) else None
    if whole is None or judge_last(session.game, with_body(session, Correction(place, whole))):
        return ()
    return _short_words(session, whole)


def _short_words(session: MatchSession, body: Body) -> tuple[Say, ...]:
    return tuple(with_short_names(one, session.players) for one in in_words(body))


def _striking(session: MatchSession, numbers: Sequence[int], body: Correction) -> Comparison:
    """What was written since the sheet was seen on which something is to go, or to count again; and what that does."""
    tally, record = session.tally, session.match.record
    is_back = puts_back(record, body)
    name = name_of(tally, record.history[body.entry - 1].about if is_back else body.entry)
    entries = [record.entries[number - 1] for number in numbers]
    after = session.game.tally(with_body(session, body))
    found = [written(tally, entry) for entry in entries], moved(tally, after), consequences(tally, after, body.entry)
    others = tuple(one for part in found for one in part)
    return Comparison(body.entry, entries[0], name, (), (), None, others, body, False, (), puts_back=is_back)


def _alike(session: MatchSession, numbers: Sequence[int], body: Body) -> int:
    """The first of the newer entries that says the same, else that is of the same kind, and stands; 0 if none does."""
    history = session.match.record.history
    of_its_kind = [n for n in numbers if type(history[n - 1].body) is type(body)]
    same = (n for n in of_its_kind if says_the_same(history[n - 1].body, body))
    return next(same, of_its_kind[0] if of_its_kind else 0)


def _last_word(session: MatchSession, number: int) -> Entry:
    """Whoever decided last what that entry says."""
    standing = session.match.record.history[number - 1]
    return standing.corrections[-1] if standing.corrections else standing.entry


def _compared(theirs: Body, mine: Body, players: Sequence[Player]) -> tuple[Compared, ...]:
    """Those first in which they differ: where there is little room they are what is seen."""
    both = zip_longest(field_texts(theirs), field_texts(mine))
    fields = [_field(one, two, players) for one, two in both if one.value or two.value]
    return tuple(sorted(fields, key=lambda field: not field.differs))


def _field(theirs: FieldText, mine: FieldText, players: Sequence[Player]) -> Compared:
    one, other = ([with_short_names(value, players) for value in _values(told)] for told in (theirs, mine))
    found = Compared(theirs.label, _parts(one, other), _parts(other, one))
    if found.differs or one == other:
        return found
    moved = [a != b for a, b in zip(one, other, strict=True)]  # the same things in another order
    return Compared(theirs.label, tuple(map(Part, one, moved)), tuple(map(Part, other, moved)))


def _values(told: FieldText) -> list[Say]:
    """What stands in a field, one by one."""
    if told.value is None:
        return [NOTHING]
    value = told.value.args["value"]
    return [say("{value}", value=one) for one in value] if isinstance(value, list | tuple) else [told.value]


def _parts(values: Sequence[Say], other: Sequence[Say]) -> tuple[Part, ...]:
    left, parts = list(other), []
    for value in values:
        parts.append(Part(value, value != NOTHING and value not in left))
        if value in left:
            left.remove(value)
    return tuple(parts)


def _standing(theirs: Tally, mine: Tally) -> tuple[Stands, ...]:
    """Whoever would stand elsewhere."""
    now, then = standing(theirs), standing(mine)
    return tuple(Stands(player, n, then[player]) for player, n in now.items() if n != then[player])
