"""What the last entry says, in one spoken line: for the phones on which somebody else's entry appears."""

from companion.rules.entries import (
    Confirm,
    Contest,
    Correction,
    Entry,
    Misdeal,
    Note,
    OptionChange,
    RulingNote,
)
from companion.rules.tally import Line, Tally
from companion.rules.words import Say, say
from companion.speech import number_text


def news(tally: Tally) -> Say:
    """Who wrote what last; of a deal or its correction, where everybody now stands."""
    entries = tally.record.entries
    if not entries:
        return say("Nothing is written yet.")
    entry = entries[-1]
    who = entry.by or say("Another phone")
    body = entry.body
    if isinstance(body, Correction):
        return _correction(tally, body, who)
    aside = _aside(entry, who)
    if aside:
        return aside
    line = _line(tally, entry.number)
    if line is None:
        return say("{who} wrote entry {n}.", who=who, n=entry.number)
    if isinstance(body, Misdeal):
        return say("{who} wrote a misdeal. {standing}", who=who, standing=_standing(tally))
    return say("{who} wrote entry {n}. {standing}", who=who, n=entry.number, standing=_standing(tally))


def _correction(tally: Tally, body: Correction, who: object) -> Say:
    if body.content is None:
        sentence = say("{who} struck out entry {n}. {standing}", who=who, n=body.entry, standing=_standing(tally))
    else:
        sentence = say("{who} corrected entry {n}. {standing}", who=who, n=body.entry, standing=_standing(tally))
    return sentence


def _aside(entry: Entry, who: object) -> Say | None:
    body = entry.body
    if isinstance(body, Contest):
        return say("{who} contests entry {n}. {reason}", who=who, n=body.entry, reason=body.reason)
    if isinstance(body, Confirm):
        return say("{who} agrees with entry {n}.", who=who, n=body.entry)
    if isinstance(body, Note):
        return say("{who} noted: {text}", who=who, text=body.text)
    if isinstance(body, RulingNote):
        return say("{who} wrote down a ruling.", who=who)
    if isinstance(body, OptionChange):
        return say("{who} changed a house rule.", who=who)
    return None


def _line(tally: Tally, number: int) -> Line | None:
    return next((line for line in tally.lines if line.entry == number), None)


def _standing(tally: Tally) -> list[str]:
    figures = tally.scores or tally.balances
    return [f"{player} {number_text(figures[player].value)}" for player in tally.record.players]
