"""Entries in words: which one it is, what it holds, and what it changed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass

from companion.rules.cards import Card
from companion.rules.entries import (
    Body,
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
from companion.rules.fields import Label, labels
from companion.rules.history import Standing
from companion.rules.options import HouseRule, house_rules, worded
from companion.rules.tally import Line, Payment, Tally, values
from companion.rules.words import N_, Say, say
from companion.speech import signed

REASONS = (N_("undone"), N_("slip of the finger"), N_("counted wrong"), N_("agreed at the table"))


def name_of(tally: Tally, number: int) -> Say:
    """An entry as people call it: deal 2, the penalty for Bo. A deal struck out keeps the number that it had."""
    body = tally.record.entries[number - 1].body
    n = tally.deal_numbers.get(number) or tally.record.struck_numbers.get(number)
    if n:
        return say("deal {n}", n=n)
    if isinstance(body, Penalty):
        return say("the penalty for {player}", player=body.player)
    if isinstance(body, Correction):
        return say("the correction of {entry}", entry=name_of(tally, tally.record.history[body.entry - 1].about))
    if isinstance(body, OptionChange):
        return say("the change of a house rule")
    if isinstance(body, LetStand):
        return say("that {entry} stands", entry=name_of(tally, body.entry))
    known = {
        End: say("the end of the match"),
        Misdeal: say("the misdeal"),
        Note: say("the note"),
        RulingNote: say("the ruling"),
    }
    if body.title:
        return Say(body.title)
    return known.get(type(body)) or say("deal {n}", n=1 + sum(entry < number for entry in tally.deal_numbers))


def contested(tally: Tally, one: Standing) -> Say:
    """What is open, for everybody to see."""
    assert one.contest
    name = one.contest.by or say("another phone")
    return say("{entry} is contested by {name}.", entry=name_of(tally, one.entry.number), name=name)


def reason_words(reason: str) -> Say:
    """A reason in the reader's language where it is one of those offered; else as it was typed."""
    return Say(reason) if reason in REASONS else say("{text}", text=reason)


# --- what it changed


def changes(line: Line) -> list[Say]:
    """What a line of the sheet did to everybody whom it moved: Anna +27."""
    column = line.scores or line.balances
    moved = {player: figure.value - figure.before for player, figure in column.items()}
    return [say("{player} {points}", player=player, points=signed(n)) for player, n in moved.items() if n]


def effect(tally: Tally, number: int) -> list[Say]:
    """What an entry does on the sheet now; nothing where it stands beside the score."""
    line = line_of(tally, number)
    return changes(line) if line else []


def line_of(tally: Tally, number: int) -> Line | None:
    return next((line for line in tally.lines if line.entry == number), None)


# --- what it holds


@dataclass(frozen=True)
class Told:
    """A field of an entry: its name in words, and what stands in it; no words where it is empty."""

    name: str
    label: str
    value: Say | None


def told(body: Body) -> list[Told]:
    """An entry as it was typed, field by field."""
    named = labels(type(body))
    found = []
    for one in fields(body):  # type: ignore[arg-type]
        value = getattr(body, one.name)
        label = named.get(one.name, Label(one.name.replace("_", " ")))
        empty = value is None or value in ((), "") or (isinstance(value, Mapping) and not value)
        words = None if empty else say("{value}", value=_words(value, label.choices))
        found.append(Told(one.name, label.text, words))
    return found


def in_words(body: Body) -> list[Say]:
    """An entry as it was typed, in one line: Tricks: Anna, Anna, Bo."""
    return [say("{label}: {value}", label=Say(one.label), value=one.value) for one in told(body) if one.value]


def _words(value: object, choices: Mapping[str, str]) -> object:
    if isinstance(value, bool | str) and str(value) in choices:
        return Say(choices[str(value)])
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if isinstance(value, Mapping):
        return [say("{who} {what}", who=who, what=_words(one, choices)) for who, one in value.items()]
    if isinstance(value, list | tuple) and value and all(_is_meld(one) for one in value):
        return say("{melds}", melds=[say("[{cards}]", cards=[_words(card, choices) for card in one]) for one in value])
    if isinstance(value, list | tuple):
        if len(value) == 2 and value[1] in choices:
            return say("{who} {what}", who=value[0], what=Say(choices[value[1]]))
        return [_words(one, choices) for one in value]
    if is_dataclass(value) and not isinstance(value, type):
        return [_words(getattr(value, one.name), choices) for one in fields(value)]
    return value if isinstance(value, int | Card) else str(value)


def _is_meld(value: object) -> bool:
    return isinstance(value, list | tuple) and bool(value) and all(isinstance(card, Card) for card in value)


# --- who did what


def news(tally: Tally) -> Say:
    """Who wrote what last; where it moves the score, with where everybody now stands."""
    if not tally.record.entries:
        return say("Nothing is written yet.")
    entry = tally.record.entries[-1]
    if not entry.body.moves_score:
        return written(tally, entry)
    if entry.body.kind != "deal":
        line = written(tally, entry)
    else:
        who = entry.by or say("Somebody")
        line = say("{who} wrote {entry}.", who=who, entry=name_of(tally, entry.number))
    return say("{line} {standing}", line=line, standing=standings(tally))


def written(tally: Tally, entry: Entry) -> Say:
    """Who did what, with what it said or changed, as the record tells it."""
    who = entry.by or say("Somebody")
    body = entry.body
    if isinstance(body, Correction):
        return _corrected(tally, entry, body, who)
    if isinstance(body, Contest):
        about = name_of(tally, body.entry)
        return say("{who} contests {entry}. {reason}", who=who, entry=about, reason=reason_words(body.reason))
    if isinstance(body, Confirm):
        return say("{who} agrees with {entry}.", who=who, entry=name_of(tally, body.entry))
    if isinstance(body, Note):
        return say("{who} noted: {text}", who=who, text=body.text)
    if isinstance(body, RulingNote):
        return say("{who} wrote down a ruling. {text}", who=who, text=body.text)
    if isinstance(body, OptionChange):
        return say("{who} changed a house rule. {rule}: {value}", who=who, **_rule(tally, body))
    return _scored(tally, entry, who)


def _rule(tally: Tally, body: OptionChange) -> dict[str, object]:
    rule: HouseRule | None = dict(house_rules(tally.record.options)).get(body.option)
    return {
        "rule": Say(rule.label) if rule else body.option,
        "value": worded(rule, body.value) if rule else _words(body.value, {}),
    }


def _scored(tally: Tally, entry: Entry, who: object) -> Say:
    body = entry.body
    if isinstance(body, Misdeal):
        return say("{who} wrote a misdeal.", who=who)
    if isinstance(body, End):
        return say("{who} ended the match. {reason}", who=who, reason=reason_words(body.reason))
    if isinstance(body, LetStand):
        aim = name_of(tally, body.entry)
        return say("{who} let {entry} stand. {reason}", who=who, entry=aim, reason=reason_words(body.reason))
    if isinstance(body, Penalty):
        points = signed(body.points)
        found = {"who": who, "player": body.player, "points": points, "reason": body.reason}
        return say("{who} wrote a penalty for {player}: {points}. {reason}", **found)
    return say("{who} wrote {entry}. {content}", who=who, entry=name_of(tally, entry.number), content=in_words(body))


def _corrected(tally: Tally, entry: Entry, body: Correction, who: object) -> Say:
    aim = tally.record.entries[body.entry - 1]
    about = name_of(tally, tally.record.history[entry.number - 1].about)
    found = {"who": who, "entry": about, "reason": reason_words(body.reason)}
    if isinstance(aim.body, Correction):
        if aim.body.content is None:
            return say("{who} put {entry} back. {reason}", **found)
        return say("{who} took back the correction of {entry}. {reason}", **found)
    if body.content is None:
        return say("{who} struck out {entry}. {reason}", **found)
    earlier = tally.record.upto(entry.number - 1).history[body.entry - 1].latest
    return say("{who} corrected {entry}. {changed} {reason}", **found, changed=list(_changed(earlier, body.content)))


def _changed(earlier: Body, later: Body) -> Iterator[Say]:
    """The fields in which two versions of an entry differ."""
    if type(earlier) is not type(later):
        yield from in_words(later)
        return
    for old, new in zip(told(earlier), told(later), strict=True):
        if old != new:
            before, after = old.value or say("nothing"), new.value or say("nothing")
            yield say("{label}: {before} → {after}", label=Say(old.label), before=before, after=after)


def standings(tally: Tally) -> list[Say]:
    """Where everybody stands."""
    now = values(tally.scores or tally.balances)
    return [say("{player} {points}", player=player, points=now[player]) for player in tally.record.players]


def paying(tally: Tally, payment: Payment) -> Say:
    """Who pays whom how much; the amount apart from a name that may end in digits."""
    return say("{payer} pays {payee}: {amount}", payer=payment.payer, payee=payment.payee, amount=tally.amount(payment))
