"""What an entry says in one line: spoken on the phones where it appears, and listed in the record."""

from companion.rules.entries import (
    Confirm,
    Contest,
    Correction,
    End,
    Entry,
    LetStand,
    Misdeal,
    Note,
    OptionChange,
    Penalty,
    RulingNote,
)
from companion.rules.tally import Tally
from companion.rules.words import Say, say
from companion.speech import number_text


def news(tally: Tally) -> Say:
    """Who wrote what last; where it moves the score, with where everybody now stands."""
    entries = tally.record.entries
    if not entries:
        return say("Nothing is written yet.")
    line = written(entries[-1])
    if not entries[-1].body.moves_score:
        return line
    return say("{line} {standing}", line=line, standing=_standing(tally))


def written(entry: Entry) -> Say:
    """Who did what."""
    who = entry.by or say("Another phone")
    body = entry.body
    if isinstance(body, Correction):
        if body.content is None:
            return say("{who} struck out entry {n}. {reason}", who=who, n=body.entry, reason=body.reason)
        return say("{who} corrected entry {n}. {reason}", who=who, n=body.entry, reason=body.reason)
    if isinstance(body, Contest):
        return say("{who} contests entry {n}. {reason}", who=who, n=body.entry, reason=body.reason)
    if isinstance(body, Confirm):
        return say("{who} agrees with entry {n}.", who=who, n=body.entry)
    if isinstance(body, Note):
        return say("{who} noted: {text}", who=who, text=body.text)
    return _kept(entry, who)


def _kept(entry: Entry, who: object) -> Say:
    body = entry.body
    if isinstance(body, RulingNote):
        return say("{who} wrote down a ruling. {text}", who=who, text=body.text)
    if isinstance(body, OptionChange):
        return say("{who} changed a house rule.", who=who)
    if isinstance(body, Misdeal):
        return say("{who} wrote a misdeal.", who=who)
    if isinstance(body, Penalty):
        return say("{who} wrote a penalty for {player}. {reason}", who=who, player=body.player, reason=body.reason)
    if isinstance(body, End):
        return say("{who} ended the match. {reason}", who=who, reason=body.reason)
    if isinstance(body, LetStand):
        return say("{who} let entry {n} stand. {reason}", who=who, n=body.entry, reason=body.reason)
    return say("{who} wrote entry {n}.", who=who, n=entry.number)


def _standing(tally: Tally) -> list[str]:
    figures = tally.scores or tally.balances
    return [f"{player} {number_text(figures[player].value)}" for player in tally.record.players]
