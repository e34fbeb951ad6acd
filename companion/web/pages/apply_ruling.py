"""Offer the entries that may follow from a ruling: the ruling itself, or a deal, penalty or misdeal.

A question about a deal on the sheet leads to a correction of that deal or to a penalty, never to a new deal.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from companion.parsing import read_body
from companion.parsing.form_encoder import fields_of
from companion.parsing.json_decoder import plain
from companion.presentation.entry_text import line_of, name_of
from companion.presentation.preview import columns_of, in_full
from companion.referee import Answer, sentence_of
from companion.repository import MatchSession
from companion.rules.entries import Aside, Body, Correction, End, Entry, Misdeal, Penalty, Player, RulingNote
from companion.rules.field_metadata import Json
from companion.rules.history import Standing, counting
from companion.rules.judge import judge_last
from companion.rules.messages import Say, say
from companion.rules.rulings import OTHERS, WHO, Ruling
from companion.rules.tally import Line, Tally
from companion.store import Version
from companion.submission import with_body
from companion.translation import signed
from companion.web.http.filters import text_here
from companion.web.pages.question_form import AskedQuestion, facts_in_words

WRITE, FORM, PREVIEW = "match.write", "match.form", "match.preview_of_penalty"  # endpoints of buttons
ENTRY_ID = 16  # characters of an entry id
Named = tuple[Player | None, Json]  # the player chosen by the table and the entry; None if no player has to be chosen


@dataclass(frozen=True)
class ApplyOption:
    """A button with the fields that it sends to the endpoint `to`.

    WRITE saves them; the other endpoints show a form or a preview first. `fine`: a penalty that is saved together with
    a ruling on a dispute. `who`: the player whom the button names. `is_named`: True if the typed text names only this
    player.
    """

    words: Say
    fields: Sequence[tuple[str, str]]
    to: str = WRITE
    fine: Penalty | None = None
    who: Player | None = None
    is_named: bool = False

    def entry_id(self, version: Version) -> str:
        """Return the id of the entry that the button writes; it is the same each time for the same state."""
        return sha256(repr((version.entries, self.fields)).encode()).hexdigest()[:ENTRY_ID]


@dataclass(frozen=True)
class Applying:
    """The entries that may follow from a ruling, one for each player whom the table may name, and a `note` about them.

    `decides`: the ruling states the correct content of the entry, so only a correction closes the dispute.
    """

    options: Sequence[ApplyOption] = ()
    note: Say | None = None
    decides: bool = False

    def naming(self, player: Player) -> "Applying":
        """Return a copy with the button of the player marked and first; people still have to tap it."""
        marked = [replace(one, is_named=one.who == player) for one in self.options]
        return replace(self, options=sorted(marked, key=lambda one: not one.is_named))


def applying(session: MatchSession, ruling: Ruling, typed: Sequence[tuple[str, str]], who: str = "") -> Applying:
    """Return what may be written or filled in after a ruling on the current deal.

    Args:
        typed: the fields typed for the deal, which stay in its form.
        who: the player named in the typed text, if any; then no other is offered.
    """
    entry = ruling.deal or ruling.remedy
    if entry is None or session.tally.status == "finished" or not session.guest.may_write:
        return Applying()
    if entry["kind"] == "deal" and session.in_parts:
        return Applying()
    each = _each(entry, ruling, session.players, session.tally)
    named = [one for one in each if one[0] == who] or each
    if not ruling.remedy or entry["kind"] != "deal":
        options = list(_whole(session, named))
        disputed = next((one for one in session.match.replay.history if one.contest), None)
        if disputed is None or entry["kind"] != "deal":
            return Applying(options)
        name = name_of(session.tally, disputed.entry.number)
        return Applying([replace(one, to=FORM) for one in options], say("{entry} is disputed.", entry=name))
    options = [ApplyOption(_filled_in(w), _into(typed, _fields(session, data)), FORM, who=w) for w, data in named]
    several = say("It will be saved with the deal. Who was it?")
    return Applying(options, several if len(options) > 1 else say("It will be saved with the deal."))


def correcting(session: MatchSession, ruling: Ruling, about: Standing) -> Applying:
    """Return what may follow from a ruling on a saved entry: a correction, or a penalty that closes the dispute.

    A correction opens the form of that deal, with the numbers of the ruling if it has any.
    """
    entry = ruling.deal or ruling.remedy
    saved = about.body
    fines = [*_fines(session, ruling)] if about.contest else []
    is_deal = isinstance(saved, session.game.deals) and saved.undoable and saved.correctable
    if saved is None or not is_deal or not session.guest.may_write:
        return Applying(fines)
    number, written = about.entry.number, plain(saved)
    name = name_of(session.tally, number)
    as_saved = _opening(session, say("Correct {entry}", entry=name), number, written)
    stays = say("The points of {entry} stay as they are. Correct {entry} if the ruling changes them.", entry=name)
    if entry is None or entry["kind"] != saved.kind:
        return Applying([as_saved, *fines], stays)
    position = session.match.replay.before(number).tally
    named = _as_saved(entry, _each(entry, ruling, session.players, position), written)
    typed = _fields(session, written)
    if ruling.remedy:
        into = [("correct", str(number))]
        options = [
            ApplyOption(_filled_in(w), [*into, *_into(typed, _fields(session, data))], FORM, who=w) for w, data in named
        ]
        return Applying(options, say("It goes into the correction of {entry}.", entry=name), decides=True)
    corrected = [one for _, data in named if (one := _corrected(session, about, [{**written, **data}, data]))]
    now = line_of(session.tally, number)
    if now and any(_is_alike(line, now) for _, line in corrected):
        return Applying(note=say("That is how {entry} is saved.", entry=name))
    told = {_correct(name, _changes(line)): body for body, line in corrected}
    if not told:
        return Applying([as_saved], stays)
    return Applying([_opening(session, words, number, plain(body)) for words, body in told.items()], decides=True)


def _fines(session: MatchSession, ruling: Ruling) -> Iterator[ApplyOption]:
    """Yield the penalties that follow from a ruling, one for each player whom the table may name."""
    entry = ruling.remedy
    if entry and entry["kind"] == Penalty.kind and session.guest.may_write:
        yield from _whole(session, _each(entry, ruling, session.players, session.tally))


def _as_saved(entry: Json, named: Sequence[Named], written: Json) -> Sequence[Named]:
    """Return the entries in which the open player is the one on the sheet; all entries if there are none."""
    places = [key for key, value in entry.items() if value == WHO]
    same = [(who, data) for who, data in named if all(data[key] == written.get(key) for key in places)]
    return same or named


def _corrected(session: MatchSession, about: Standing, contents: Sequence[Json]) -> tuple[Body, Line] | None:
    """Return the first of the contents to which the entry can be corrected, with its line on the sheet."""
    for content in contents:
        body = read_body(session.game, session.players, plain(content))
        if isinstance(body, Ruling):
            continue
        after = with_body(session, Correction(about.entry.number, body))
        line = line_of(after.tally, about.entry.number)
        if line and judge_last(after) is None:
            return body, line
    return None


def _is_alike(one: Line, other: Line) -> bool:
    return (one.kind, one.scores, one.balances, one.pot) == (other.kind, other.scores, other.balances, other.pot)


def _opening(session: MatchSession, words: Say, number: int, content: Json) -> ApplyOption:
    """Return the button that opens the form of a correction with this content."""
    return ApplyOption(words, [("correct", str(number)), *_fields(session, content)], FORM)


def _each(entry: Json, ruling: Ruling, players: Sequence[Player], at: Tally) -> list[Named]:
    """Return the entry for each player whom the table may name."""
    table = at.turn if entry["kind"] == "deal" else players
    each = [one for one in players if one in table]
    named = [(one, _with_players(entry, one, [other for other in table if other != one])) for one in each]
    choices: list[Named] = [(None, entry)] if all(data == entry for _, data in named) else [*named]
    return [(who, data) for who, data in choices if _may_be(ruling, who, at)]


def _may_be(ruling: Ruling, player: Player | None, tally: Tally) -> bool:
    """Return True if the ruling may be about this player: some are only about the dealer, or only about others."""
    return ruling.scorer == "anybody" or (player == tally.dealer) == (ruling.scorer == "dealer")


def _with_players(entry: Json, who: Player, others: Sequence[Player]) -> Json:
    return {_name(key, who, others): _value(one, who, others) for key, one in entry.items()}


def _value(value: object, who: Player, others: Sequence[Player]) -> object:
    if isinstance(value, Mapping):
        return _with_players(value, who, others)
    if isinstance(value, list | tuple):
        return [name for one in value for name in (others if one == OTHERS else [_value(one, who, others)])]
    return _name(value, who, others) if isinstance(value, str) else value


def _name(word: str, who: Player, others: Sequence[Player]) -> str:
    if word == OTHERS:
        return others[0] if len(others) == 1 else OTHERS
    return who if word == WHO else word


def _whole(session: MatchSession, named: Sequence[Named]) -> Iterator[ApplyOption]:
    """Yield a button for each entry that is allowed now, with its effect."""
    for who, data in named:
        body = read_body(session.game, session.players, plain(data))
        if isinstance(body, Ruling):
            continue
        candidate = with_body(session, body)
        if judge_last(candidate) is None:
            words, fields = _button_text(session, body, candidate.tally), _fields(session, data)
            fine = body if isinstance(body, Penalty) else None
            if not _is_repeated(session, body, candidate.tally):
                yield ApplyOption(words, fields, fine=fine, who=who)
            elif isinstance(body, Misdeal):
                yield ApplyOption(_once_more(words), fields)
            else:
                yield ApplyOption(words, fields, PREVIEW if fine else FORM, fine, who)


def _once_more(words: Say) -> Say:
    """Return the words for a misdeal after a misdeal, with what it brings about too."""
    changes = words.args.get("changes")
    return say("Save one more misdeal: {changes}", changes=changes) if changes else say("Save one more misdeal")


def _is_repeated(session: MatchSession, body: Body, after: Tally) -> bool:
    """Return True if an entry equals the last one; then one tap must not write it: the page may be an old one."""
    last = next((one for one in reversed(session.match.replay.history) if one.body and not one.body.aside), None)
    if last is None or not isinstance(body, type(last.body)):
        return False
    now, then = line_of(after, session.number), line_of(session.tally, last.entry.number)
    return isinstance(body, Misdeal) or bool(now and then and _changes(now) == _changes(then))


def _button_text(session: MatchSession, body: Body, after: Tally) -> Say:
    """Return the words of the button that writes an entry: all that it does to the sheet, for one tap saves it."""
    before, number = session.tally, session.number
    if isinstance(body, Penalty):
        return say(
            "Penalty for {player}: {points}", player=body.player, points=signed(body.points * after.penalty_factor)
        )
    if isinstance(body, End):
        return say("End the match here")
    line, name = line_of(after, number), name_of(after, number)
    changes = in_full(before, after, line, columns_of(session.game, before, after, line)) if line else []
    if isinstance(body, Misdeal):
        moves = [say("{player} deals", player=after.dealer)] if after.dealer not in (None, before.dealer) else []
        found = [*changes, *moves]
        return say("Save the misdeal: {changes}", changes=found) if found else say("Save the misdeal")
    if not changes:
        return say("Save it as {entry}: nobody scores", entry=name)
    return say("Score it as {entry}: {changes}", entry=name, changes=changes)


def _changes(line: Line) -> list[Say]:
    changed = {player: figure.change for player, figure in (line.scores or line.balances).items() if figure.change}
    return [say("{player} {n}", player=player, n=signed(n)) for player, n in changed.items()]


def _correct(name: Say, changes: Sequence[Say]) -> Say:
    if not changes:
        return say("Correct {entry}: nobody scores", entry=name)
    return say("Correct {entry}: {changes}", entry=name, changes=changes)


def _filled_in(player: Player | None) -> Say:
    return say("{player}", player=player) if player else say("Fill in the deal")


def _into(typed: Sequence[tuple[str, str]], fields: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    names = {name for name, _ in fields}
    return [*fields, *((name, text) for name, text in typed if name not in names)]


def _fields(session: MatchSession, data: Json) -> list[tuple[str, str]]:
    kind = session.game.kinds[str(data["kind"])]
    return [("kind", kind.kind), *fields_of(kind, plain(data), session.players)]


# --- as a ruling

EARLIER = 3  # number of earlier rulings that are shown


@dataclass(frozen=True)
class Precedent:
    """An earlier ruling of the table on a question; `facts` in words, if they differ from the present ones."""

    entry: Entry
    note: RulingNote
    facts: Sequence[Say] = ()


@dataclass(frozen=True)
class Precedents:
    """Earlier rulings of the table, the latest first: on the same facts, and on other facts."""

    same: Sequence[Precedent] = ()
    others: Sequence[Precedent] = ()


def note_of(
    session: MatchSession, asked: AskedQuestion, player: Player | None, words: str, entry: int | None
) -> RulingNote | Ruling:
    """Return the ruling as an entry.

    Args:
        asked: the question with its answer.
        player: the player whom the ruling is about.
        words: the words that were typed to find the question.
        entry: the disputed entry that the ruling closes.
    """
    ruling, answer = asked.ruling, asked.answer
    assert ruling
    assert answer
    data: dict[str, object] = {
        "kind": RulingNote.kind,
        "question": asked.key,
        "facts": _rests_on(answer, asked.facts),
        "verdict": ruling.verdict,
        "clauses": list(ruling.clauses),
        "text": text_here(_as_told(player, words, sentence_of(answer))),
        **({"entry": entry} if entry else {}),
    }
    body = read_body(session.game, session.players, data)
    assert isinstance(body, RulingNote | Ruling)
    return body


def _as_told(player: Player | None, words: str, sentence: Say) -> Say:
    of_player = say("{label}: {value}", label=player, value=sentence) if player else sentence
    return say("“{words}”: {text}", words=words, text=of_player) if words else of_player


def _rests_on(answer: Answer, facts: Json) -> dict[str, object]:
    """Return the given facts on which the verdict is based."""
    named = {name for line in answer.chain for name in line.because}
    return {name: value for name, value in facts.items() if name in named}


def same_ruling(session: MatchSession, body: RulingNote) -> int:
    """Return the number of the same ruling if only asides were written after it; else 0."""
    for one in reversed(session.match.replay.history):
        if plain(one.body) == plain(body):
            return one.entry.number
        if not isinstance(one.entry.body, Aside):
            return 0
    return 0


def precedents(session: MatchSession, asked: AskedQuestion, now: int) -> Precedents:
    """Return earlier rulings of this table on the question.

    Args:
        asked: the question with its answer.
        now: the number of the ruling that was just written from this page; it is left out.
    """
    facts = _rests_on(asked.answer, asked.facts) if asked.answer and asked.ruling else None
    bodies = [(one, one.body) for one in counting(session.match.replay.history) if one.number != now]
    rulings = [Precedent(e, b) for e, b in bodies if isinstance(b, RulingNote) and b.question == asked.key][::-1]
    same = [one for one in rulings if one.note.facts == facts][:EARLIER]
    others: dict[str, Precedent] = {}
    for one in rulings:
        words = facts_in_words(asked.question, one.note.facts)
        if words and one.note.facts != facts:
            others.setdefault(one.note.text, replace(one, facts=words))
    return Precedents(same, [*others.values()][: EARLIER - len(same)])
