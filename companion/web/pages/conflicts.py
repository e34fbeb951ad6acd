"""Compare what is typed with what others wrote: newer entries, two versions of an entry, two copies of a match."""

import json
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from itertools import zip_longest

from flask import request

from companion.clock import now
from companion.limits import NEWER_LISTED, TEXT_LENGTH
from companion.parsing import Match, write_match
from companion.parsing.partial_deals import deal_of
from companion.presentation.activity import as_it_stands, standing, written
from companion.presentation.entry_text import FieldText, field_texts, in_words, name_of
from companion.presentation.preview import consequences, moved, with_short_names
from companion.repository import MatchSession
from companion.rules.entries import Body, Correction, Entry, Note, Player, says_the_same, together
from companion.rules.history import Standing
from companion.rules.judge import judge_last
from companion.rules.messages import Say, say
from companion.rules.rulings import Ruling
from companion.rules.tally import Tally
from companion.store import Version, label
from companion.submission import with_body
from companion.submission.conflict import last_entry_before, moves, puts_back
from companion.submission.copies import CopiedEntry, Merge, Remark
from companion.translation import speak
from companion.web.http.locale import catalogue

NOTHING = say("–")


@dataclass(frozen=True)
class Part:
    """A value of a field, and whether the other version has it too."""

    value: Say
    is_alone: bool


@dataclass(frozen=True)
class ComparedField:
    """A field in both versions; empty in a version without it."""

    label: str
    theirs: Sequence[Part]
    mine: Sequence[Part]

    @property
    def differs(self) -> bool:
        return any(part.is_alone for part in (*self.theirs, *self.mine))


@dataclass(frozen=True)
class ComparedScore:
    """A player's score with the other version, and with this phone's version in its place."""

    player: Player
    theirs: int
    mine: int


@dataclass(frozen=True)
class Comparison:
    """A stored entry compared field by field with the one typed here, and other entries written in the meantime.

    Attributes:
        number: the number of the compared entry.
        fields: empty if the entries are of different kinds.
        wrong: why this phone's version cannot replace it.
        stand: the players whose scores would change then.
        mine: this phone's submission; `typed` are its fields, to be sent again.
        puts_back: the submission restores an entry, and others were written since it was struck out.
        strikes: the submission strikes out an entry, and others were written after it.
        is_same: both versions are equal, but not in the same sequence, so this may be another deal.
        both: the two versions combined, if they are about different players.
    """

    number: int
    entry: Entry
    name: Say
    others: tuple[Say, ...]
    mine: Body
    fields: tuple[ComparedField, ...] = ()
    stand: tuple[ComparedScore, ...] = ()
    wrong: Ruling | None = None
    is_deal: bool = False
    typed: Sequence[tuple[str, str]] = ()
    puts_back: bool = False
    own: tuple[Say, ...] = ()  # this phone's submission in words, if it is not compared field by field
    is_same: bool = False
    both: tuple[Say, ...] = ()

    @property
    def corrects(self) -> bool:
        return isinstance(self.mine, Correction)

    @property
    def reason(self) -> str:
        """Return the reason of this phone's correction, to be sent again."""
        return self.mine.reason if isinstance(self.mine, Correction) else ""

    @property
    def strikes(self) -> bool:
        return isinstance(self.mine, Correction) and self.mine.content is None


def comparison(
    session: MatchSession, numbers: Sequence[int], body: Body, typed: Sequence[tuple[str, str]]
) -> Comparison:
    """Compare the newer entries with this phone's submission."""
    tally, history = session.tally, session.match.replay.history
    if isinstance(body, Correction) and body.content is None:
        return _striking(session, numbers, body)
    mine = body.content if isinstance(body, Correction) else body
    place = body.entry if isinstance(body, Correction) else _alike(session, numbers, body)
    theirs = history[place - 1].body if place else None
    fields = _compared(theirs, mine, session.players) if theirs and mine and type(theirs) is type(mine) else ()
    shown = place or numbers[0]
    instead = with_body(session, Correction(place, mine)) if place and mine else None
    wrong = judge_last(instead) if instead else None
    entries = [one.entry for one in history if one.entry.number in numbers]
    others = tuple(
        with_short_names(written(tally, one), session.players) for one in entries if not fields or one.number != shown
    )
    return Comparison(
        shown,
        last_word(session, place) if place else entries[0],
        name_of(tally, shown),
        others,
        body,
        fields,
        _standing(tally, instead.tally) if fields and instead and not wrong else (),
        wrong,
        isinstance(body, deal_of(session.game)),
        typed,
        own=() if fields or not mine else _in_words(session, mine),
        is_same=theirs is not None and says_the_same(theirs, mine),
        both=_combined(session, place, mine) if mine else (),
    )


def _combined(session: MatchSession, place: int, mine: Body) -> tuple[Say, ...]:
    """Return both versions combined, if they can be one legal deal."""
    theirs = session.match.replay.history[place - 1].body if place else None
    whole = together(theirs, mine) if theirs and isinstance(mine, session.game.deals) else None
    if whole is None or judge_last(with_body(session, Correction(place, whole))):
        return ()
    return _short_words(session, whole)


def _short_words(session: MatchSession, body: Body) -> tuple[Say, ...]:
    return tuple(with_short_names(one, session.players) for one in in_words(body))


def _in_words(session: MatchSession, body: Body) -> tuple[Say, ...]:
    """Return the content of an entry in words, with the name of its kind if it has one."""
    return (*((Say(body.title),) if body.title else ()), *_short_words(session, body))


def _striking(session: MatchSession, numbers: Sequence[int], body: Correction) -> Comparison:
    """Compare a strike-out, or its reversal, with what was written since the form was drawn."""
    tally = session.tally
    is_back = puts_back(tally.history, body)
    name = name_of(tally, tally.history[body.entry - 1].about if is_back else body.entry)
    entries = [tally.record.entries[number - 1] for number in numbers]
    after = with_body(session, body).tally
    parts = [written(tally, entry) for entry in entries], moved(tally, after), consequences(tally, after, body.entry)
    others = tuple(one for part in parts for one in part)
    return Comparison(body.entry, entries[0], name, others, body, puts_back=is_back)


def _alike(session: MatchSession, numbers: Sequence[int], body: Body) -> int:
    """Return the first newer entry with the same content, else of the same kind; 0 if there is none."""
    history = session.match.replay.history
    of_its_kind = [n for n in numbers if type(history[n - 1].body) is type(body)]
    same = (n for n in of_its_kind if says_the_same(history[n - 1].body, body))
    return next(same, of_its_kind[0] if of_its_kind else 0)


def last_word(session: MatchSession, number: int) -> Entry:
    """Return the entry, or the last correction of it."""
    standing = session.match.replay.history[number - 1]
    return standing.corrections[-1] if standing.corrections else standing.entry


def _compared(theirs: Body, mine: Body, players: Sequence[Player]) -> tuple[ComparedField, ...]:
    """Return the compared fields, different ones first, so that they are visible on a small screen."""
    both = zip_longest(field_texts(theirs), field_texts(mine))
    fields = [_field(one, two, players) for one, two in both if one.value or two.value]
    return tuple(sorted(fields, key=lambda field: not field.differs))


def _field(theirs: FieldText, mine: FieldText, players: Sequence[Player]) -> ComparedField:
    one, other = ([with_short_names(value, players) for value in _values(told)] for told in (theirs, mine))
    compared = ComparedField(theirs.label, _parts(one, other), _parts(other, one))
    if compared.differs or one == other:
        return compared
    moved = [a != b for a, b in zip(one, other, strict=True)]  # the same items in another order
    return ComparedField(theirs.label, tuple(map(Part, one, moved)), tuple(map(Part, other, moved)))


def _values(told: FieldText) -> list[Say]:
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


def _standing(theirs: Tally, mine: Tally) -> tuple[ComparedScore, ...]:
    """Return the players whose score would change."""
    now, then = standing(theirs), standing(mine)
    return tuple(ComparedScore(player, n, then[player]) for player, n in now.items() if n != then[player])


# --- newer entries


@dataclass(frozen=True)
class NewerEntries:
    """The entries written since a form was drawn.

    Attributes:
        has_rival: One of them may be the deal that is being typed.
        earlier: The number of entries that are not listed.
    """

    lines: Sequence[Say] = ()
    has_rival: bool = False
    earlier: int = 0


def known_here() -> frozenset[str]:
    """Return the ids of the entries that this page has written; they are sent with a form or a poll."""
    return frozenset(request.values.get("after" if request.method == "POST" else "own", "").split())


def newer_entries(session: MatchSession, typed_on: Version | None, known: Set[str]) -> NewerEntries:
    """Return what others have written since the form was rendered.

    Args:
        typed_on: the version on which the form is based.
        known: the ids of entries that the page itself has written.
    """
    history = session.match.replay.history
    seen = typed_on.entries if typed_on else len(session.rows)
    start = last_entry_before(history, [row.ids for row in session.rows], seen, known)
    news = (one for one in _since(session, seen, known) if one.entry.number > start)
    entries = [one.entry for one in news if moves(history, one, seen)]
    bodies = (entry.body.content if isinstance(entry.body, Correction) else entry.body for entry in entries)
    has_rival = any(isinstance(body, deal_of(session.game)) for body in bodies)
    return _newer_entries(session, entries, as_it_stands, has_rival)


def newer_corrections(session: MatchSession, number: int, typed_on: Version | None, known: Set[str]) -> NewerEntries:
    """Return how the entry in a form of correction was changed since the form was rendered."""
    news = _since(session, typed_on.entries if typed_on else len(session.rows), known)
    entries = [one.entry for one in news if isinstance(one.entry.body, Correction) and one.about == number]
    return _newer_entries(session, entries, written, bool(entries))


def _newer_entries(
    session: MatchSession, entries: Sequence[Entry], words: Callable[[Tally, Entry], Say], has_rival: bool
) -> NewerEntries:
    lines = [with_short_names(words(session.tally, entry), session.players) for entry in entries[-NEWER_LISTED:]]
    return NewerEntries(lines, has_rival, len(entries) - len(lines))


def _since(session: MatchSession, seen: int, known: Set[str]) -> list[Standing]:
    written = zip(session.match.replay.history[seen:], session.rows[seen:], strict=True)
    return [one for one, row in written if not row.ids & known]


# --- two copies of a match


@dataclass(frozen=True)
class Choice:
    """An entry of a copy in words, and the name of the same entry here or of the deal that it would become."""

    copied: CopiedEntry
    line: Say
    name: Say | None


@dataclass(frozen=True)
class Stand:
    """A player's number here, in the copy, and after the merge."""

    player: Player
    here: int
    there: int
    then: int


@dataclass(frozen=True)
class Difference:
    """The entries of two copies of a match that the other one does not have.

    Attributes:
        last: the last common entry.
        here: the further entries here.
        there: the further entries of the copy.
        stand: empty if the sheet has several columns at once.
        added: the number of entries to be written.
        is_reordered: entries of the copy stand here in another order; `has_nothing_new`: all of them stand here.
        tail: the copy after the common entries, to be sent again.
        told: identifies the choice that is shown.
    """

    last: Say
    here: Sequence[Say]
    there: Sequence[Choice]
    stand: Sequence[Stand]
    added: int
    is_reordered: bool
    has_nothing_new: bool
    tail: str
    told: str


def difference(session: MatchSession, copy: Match, merge: Merge) -> Difference:
    """Compare a match and its copy, with the result of the chosen entries."""
    common, there = merge.common, copy.shown.tally
    after = session.match.continued(merge.replay).shown.tally
    seats = zip(session.players, there.record.players, after.record.players, strict=True)
    here_now, there_now, then = standing(session.tally), standing(there), standing(after)
    lines = [with_short_names(written(session.tally, one), session.players) for one in session.match.record.entries]
    return Difference(
        lines[common - 1],
        lines[common:],
        [_choice(one, there, after) for one in merge.copied],
        [
            Stand(a, here_now[a], there_now[b], then[c])
            for a, b, c in seats
            if a in here_now and b in there_now and c in then
        ],
        len(merge.added),
        merge.has_another_order,
        merge.has_nothing_new,
        json.dumps({"after": common, "entries": write_match(copy)["entries"][common:]}, ensure_ascii=False),
        sign_of_choice(session, [one.entry.number for one in merge.copied if one.is_chosen]),
    )


def _choice(copied: CopiedEntry, there: Tally, after: Tally) -> Choice:
    line = with_short_names(written(there, there.record.entries[copied.entry.number - 1]), there.record.players)
    number = copied.number or copied.same
    is_named = number in after.numbers.now if copied.number else number
    return Choice(copied, line, name_of(after, number) if is_named else None)


def sign_of_choice(session: MatchSession, chosen: Sequence[int]) -> str:
    """Return a text that identifies a choice and the state of the match for which it was made."""
    return " ".join(map(str, [session.version, *sorted(chosen)]))


def remark(session: MatchSession, copy: Match) -> Remark:
    """Return a function that makes the note about an entry that is left out, in the language of this phone."""
    there, name = copy.shown.tally, session.stored_name(session.guest.player)

    def note(entry: Entry) -> Entry:
        line = written(there, there.record.entries[entry.number - 1])
        text = speak(say("Left out of a copy: {line}", line=line), catalogue())
        return Entry(entry.number, Note(text[:TEXT_LENGTH]), name or label(session.row.id, session.guest.phone), now())

    return note
