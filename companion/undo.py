"""Undo is a step back: the last thing that counts is taken back, then the one before it; once, it is put back."""

from dataclasses import dataclass

from companion.rules.entries import Correction
from companion.rules.history import Standing
from companion.rules.tally import Tally
from companion.rules.words import Say, say
from companion.telling import effect, name_of


@dataclass(frozen=True)
class Step:
    """The entry that is struck out by it, and what the button says: in short, and with what it will change."""

    number: int
    short: Say
    words: Say


def step_back(tally: Tally) -> Step | None:
    """What the next tap takes back. What stands beside the score is passed over: it hides nothing."""
    history = tally.record.history
    for one in reversed(history):
        if _counts(one, history):
            entry, moved = name_of(tally, one.entry.number), effect(tally, one.entry.number)
            short = say("Undo {entry}", entry=entry)
            words = say("Undo {entry}: {changes}", entry=entry, changes=moved) if moved else short
            return Step(one.entry.number, short, words)
    return None


def _counts(one: Standing, history: tuple[Standing, ...]) -> bool:
    if one.body is None or one.body.aside:
        return False
    if isinstance(one.body, Correction):
        return one.body.content is not None and history[one.about - 1].body is not None
    return True


def put_back(tally: Tally) -> Step | None:
    """What was taken back just now, for one tap: after it, or after the next entry, it is another correction."""
    history = tally.record.history
    last = next((one for one in reversed(history) if not one.entry.body.aside), None)
    if last is None or not isinstance(last.body, Correction) or last.body.content is not None:
        return None
    target = history[last.body.entry - 1].entry.body
    if isinstance(target, Correction) and target.content is None:
        return None
    words = say("Put {entry} back", entry=name_of(tally, last.body.entry))
    return Step(last.entry.number, words, words)
