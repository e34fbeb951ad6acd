"""Judge whether entries were allowed when they were written: all entries of a record, or a new last entry."""

from dataclasses import replace

from companion.rules.entries import Body, Confirm, Contest, Correction, Entry, LetStand, Rename
from companion.rules.history import AnyRecord, history_of, numbered
from companion.rules.messages import Say, say
from companion.rules.people import wrong_name
from companion.rules.replay import AnyReplay
from companion.rules.replay import replay as replayed
from companion.rules.rulings import Ruling, refuse


def judge(replay: AnyReplay) -> Ruling | None:
    """Return the refusal of the first entry that was not allowed by the record as it stood when it was written.

    Entries do not depend on later ones, so a single tally judges a correction and all entries up to the next one.
    """
    start, stood, record = 0, replay, replay.record
    corrected = [entry.number for entry in record.entries if isinstance(entry.body, Correction | LetStand)]
    for end in sorted({*(number - 1 for number in corrected), len(record.entries)} - {0}):
        stood = replayed(record.upto(end), replay.rules, stood) if end < len(record.entries) else replay
        if wrong := _judge_stretch(stood, start):
            return wrong
        start = end
    return None


def judge_last(replay: AnyReplay) -> Ruling | None:
    """Return why the last entry may not be written after the others, or None. New entries must pass this check."""
    return _judge_stretch(replay, len(replay.record.entries) - 1)


def _judge_stretch(replay: AnyReplay, start: int) -> Ruling | None:
    """Return the first fault of the entries after `start`. Only the first of them may be a correction."""
    record = replay.record
    stretch = record.entries[start:]
    for entry in stretch:
        if wrong := _misplaced(record, entry) or _misnamed(record, entry, replay.rules.key):
            return _judge_stretch(replay.upto(entry.number - 1), start) or replace(wrong, entry=entry.number)
    refused = {ruling.entry: ruling for ruling in replay.course.refused if ruling.entry}
    pending = [number for number in refused if number <= start]
    for entry in stretch:
        if isinstance(entry.body, Correction):
            wrong = refused.get(replay.history[entry.number - 1].about)
        elif isinstance(entry.body, LetStand):
            wrong = _wrong_standing(replay, entry, entry.body) or refused.get(entry.body.entry)
        else:
            wrong = refused.get(entry.number) or _pending(replay, pending, entry)
        if wrong:
            return replace(wrong, entry=entry.number)
    return None


def _wrong_standing(replay: AnyReplay, entry: Entry, body: LetStand) -> Ruling | None:
    """Refuse to let an entry stand that counts anyway."""
    refused = replay.upto(entry.number - 1).course.refused
    if body.entry in {ruling.entry for ruling in refused}:
        return None
    if n := replay.numbers.now.get(body.entry):
        return refuse("record.not_refused", say("Deal {n} already counts. There is nothing to accept.", n=n))
    return refuse("record.not_refused", say("That already counts. There is nothing to accept."))


def _pending(replay: AnyReplay, pending: list[int], entry: Entry) -> Ruling | None:
    """Refuse an entry that affects the score while an earlier entry is refused."""
    if not pending or entry.body.aside:
        return None
    if n := replay.numbers.now.get(pending[0]):
        return refuse(
            "record.pending", say("Deal {n} is no longer valid. First correct it, cross it out or accept it.", n=n)
        )
    called = replay.record.entries[pending[0] - 1].body.called
    name = Say(called) if called else say("entry {n}", n=pending[0])
    return refuse("record.pending", say("First correct or cross out {entry}. It is no longer valid.", entry=name))


def _misplaced(record: AnyRecord, entry: Entry) -> Ruling | None:
    """Return what is wrong with the entry's target, by rules that hold for every game."""
    body = entry.body
    target = getattr(body, "entry", None)
    if target is None:
        return None
    if wrong := points_ahead(entry.number, body):
        return wrong
    if isinstance(body, Correction):
        return _wrong_correction(body, record.upto(entry.number - 1))
    aim = record.entries[target - 1].body
    if isinstance(body, Contest | Confirm) and (aim.aside or isinstance(aim, Correction)):
        return refuse("record.not_scored", say("Entry {entry} is not a deal, so it cannot be confirmed.", entry=target))
    return None


def _misnamed(record: AnyRecord, entry: Entry, key: str) -> Ruling | None:
    """Return why a renaming, or the correction of one, is not possible in its place."""
    before, body = record.upto(entry.number - 1), entry.body
    if isinstance(body, Correction) and isinstance(body.content, Rename):
        return wrong_name(before.before(body.entry), body.content, key)
    return wrong_name(before, body, key) if isinstance(body, Rename) else None


def points_ahead(number: int, body: Body) -> Ruling | None:
    """Refuse an entry that refers to itself, to a later entry or to none."""
    target = getattr(body, "entry", None)
    if target is None or 1 <= target < number:
        return None
    return refuse("record.no_entry", say("There is no entry {entry} before this one.", entry=target))


def _wrong_correction(body: Correction, before: AnyRecord) -> Ruling | None:
    history = history_of(before.entries)
    aim = history[body.entry - 1]
    if isinstance(body.content, Correction):
        return refuse("record.correction_in_correction", say("A correction cannot contain another correction."))
    if body.content is not None and isinstance(aim.entry.body, Correction):
        sentence = say("Entry {entry} is a correction: correct entry {first} again.", entry=body.entry, first=aim.about)
        return refuse("record.correct_original", sentence)
    if body.content is None and aim.body is None:
        n = numbered(before, history).now.get(body.entry)
        is_struck = say("Deal {n} is already crossed out.", n=n) if n else say("That is already crossed out.")
        return refuse("record.already_struck", is_struck)
    return None
