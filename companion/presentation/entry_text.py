"""Entries in words: which one it is, what it holds, and what it changed."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import reduce
from typing import Literal

from companion import games
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
    Player,
    RulingNote,
)
from companion.rules.field_metadata import Label, labels
from companion.rules.history import Standing, history_of
from companion.rules.messages import N_, InWords, Say, say
from companion.rules.options import HouseRule, house_rules, worded
from companion.rules.tally import Line, Payment, Tally, values
from companion.translation import signed

STOPS = (".", "!", "?", "…")
STEP = "undone"  # the reason that the buttons give by which a step is taken back, and put back
# That forms offer. They, and those of a game's own verdicts, are stored in English, told in the reader's language.
REASONS = (
    *(N_("slip of the finger"), N_("counted wrong"), N_("agreed at the table")),
    *(N_("The time is up"), N_("All agree"), N_("Somebody has left")),
)


def name_of(tally: Tally, number: int, by: Entry | None = None) -> Say:
    """An entry as people call it: deal 2, the penalty for Bo; by what pointed at it, as it was called then."""
    record = tally.record
    body = record.entries[number - 1].body
    n = tally.numbers.then[by.number][0] if by and by.number in tally.numbers.then else tally.numbers.now.get(number)
    if n:
        return say("deal {n}", n=n)
    if isinstance(body, Penalty):
        return say("the penalty for {player}", player=body.player)
    if isinstance(body, Correction):
        return say("the correction of {entry}", entry=name_of(tally, tally.history[body.entry - 1].about))
    if isinstance(body, OptionChange):
        return say("the house rule “{words}”", words=rule_words(tally, body))
    if isinstance(body, LetStand):
        return say("that {entry} stands", entry=name_of(tally, body.entry))
    known = {
        End: say("the end of the match"),
        Misdeal: say("the misdeal"),
        Note: say("the note"),
        RulingNote: say("the ruling"),
    }
    if body.called:
        return Say(body.called)
    return known.get(type(body)) or say("deal {n}", n=tally.numbers.next)


def heading_of(tally: Tally, number: int) -> Say:
    """What a page about it is called: of a correction, what it has done."""
    entries = tally.record.entries
    body = entries[number - 1].body
    if not isinstance(body, Correction):
        return name_of(tally, number)
    about = name_of(tally, tally.history[number - 1].about, entries[number - 1])
    return say("{label}: {value}", label=DEEDS[deed(entries, body)], value=about)


def contested(tally: Tally, one: Standing) -> Say:
    """What is open, for everybody to see."""
    assert one.contest
    name = one.contest.by or say("another phone")
    return say("{entry} is contested by {name}.", entry=name_of(tally, one.entry.number), name=name)


def reason_words(reason: str) -> Say:
    """A reason in the reader's language where it is one of those offered; else as it was typed."""
    if reason == STEP:
        return say("a step back")
    ours = reason in REASONS or any(reason in game.reasons for game in games.GAMES)
    return Say(reason) if ours else say("{text}", text=reason)


# --- what it changed


def changes(line: Line) -> list[Say]:
    """What a line of the sheet did to everybody whom it moved: Anna +27."""
    column = line.scores or line.balances
    moved = {player: figure.change for player, figure in column.items()}
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


def told(body: object) -> list[Told]:
    """An entry as it was typed, field by field."""
    named = labels(type(body))
    found = []
    for one in fields(body):  # type: ignore[arg-type]
        value = getattr(body, one.name)
        label = named.get(one.name, Label(one.name.replace("_", " ")))
        found.append(Told(one.name, label.text, _value(body, value, label)))
    return found


def _value(body: object, value: object, label: Label) -> Say | None:
    if value is None and label.nobody:
        return Say(label.nobody)
    empty = value is None or value in ((), "") or (isinstance(value, Mapping) and not value)
    says_nothing = empty or (label.of and getattr(body, label.of) is None)
    if says_nothing:
        return None
    return say("{value}", value=reason_words(str(value)) if label.offered else _words(value, label.choices))


def as_counted(tally: Tally, body: Body) -> Body:
    """A penalty with the sign and the size that it has for the player's number; anything else as it was typed."""
    return replace(body, points=body.points * tally.fine) if isinstance(body, Penalty) else body


def in_words(body: Body) -> list[Say]:
    """An entry as it was typed, in one line: Tricks: Anna, Anna, Bo."""
    return [say("{label}: {value}", label=Say(one.label), value=one.value) for one in told(body) if one.value]


def _words(value: object, choices: Mapping[str, str]) -> object:
    if isinstance(value, bool | str) and str(value) in choices:
        return Say(choices[str(value)])
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if isinstance(value, Mapping):
        return [say("{who} {what}", who=who, what=_of_one(one, choices)) for who, one in value.items()]
    if isinstance(value, list | tuple) and value and all(_is_meld(one) for one in value):
        return say("{melds}", melds=[say("[{cards}]", cards=[_words(card, choices) for card in one]) for one in value])
    if isinstance(value, list | tuple):
        return [_in_list(one, choices) for one in value]
    if isinstance(value, InWords):
        return value.in_words()
    if is_dataclass(value) and not isinstance(value, type):
        return [one.value for one in told(value) if one.value]
    if value is None:
        return say("–")
    return value if isinstance(value, int | Card) else str(value)


def _of_one(value: object, choices: Mapping[str, str]) -> object:
    """What one player has of something; a word as often as it was given, in whatever order."""
    if not isinstance(value, tuple) or not all(type(one) is str for one in value):
        return _words(value, choices)
    given = ((_words(word, choices), n) for word, n in Counter(value).items())
    return [say("{n} × {what}", n=n, what=word) if n > 1 else word for word, n in given]


def _in_list(value: object, choices: Mapping[str, str]) -> object:
    """One of several: somebody and the word that belongs to the name, or a thing by itself."""
    if isinstance(value, tuple) and len(value) == 2 and value[1] in choices:
        return say("{who} {what}", who=value[0], what=Say(choices[value[1]]))
    return _words(value, choices)


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
        line = _closed(written(tally, entry))
    else:
        who = entry.by or say("Somebody")
        line = say("{who} wrote {entry}.", who=who, entry=name_of(tally, entry.number))
    last = tally.lines[-1] if tally.lines else None
    won = _won(last) if last and last.entry == tally.history[-1].about else None
    stand = standings(tally)
    if won and stand:
        return say("{line} {won} {standing}", line=line, won=won, standing=stand)
    told = won or stand
    return say("{line} {standing}", line=line, standing=told) if told else line


def _closed(sentence: Say) -> Say:
    """With a full stop, where it ends in what somebody typed or in what a field holds, and more is said after it."""
    return sentence if _stops(sentence) else say("{line}.", line=sentence)


def _stops(said: object) -> bool:
    """Whether it ends as a sentence does, in what it says last."""
    if isinstance(said, Say):
        last = said.msgid.rstrip().rpartition("{")[2]
        return _stops(said.args[last[:-1]]) if last.endswith("}") else said.msgid.endswith(STOPS)
    if isinstance(said, list | tuple):
        return not said or _stops(said[-1])
    return not said or str(said).rstrip().endswith(STOPS)


def written(tally: Tally, entry: Entry) -> Say:
    """Who did what, with what it said or changed, as the record tells it."""
    who = entry.by or say("Somebody")
    body = entry.body
    if isinstance(body, Correction):
        return _corrected(tally, entry, body, who)
    if isinstance(body, Contest):
        about = name_of(tally, body.entry, entry)
        return say("{who} contests {entry}. {reason}", who=who, entry=about, reason=reason_words(body.reason))
    if isinstance(body, Confirm):
        return say("{who} agrees with {entry}.", who=who, entry=name_of(tally, body.entry, entry))
    if isinstance(body, Note):
        return say("{who} noted: {text}", who=who, text=body.text)
    if isinstance(body, RulingNote):
        return say("{who} wrote down a ruling. {text}", who=who, text=body.text)
    if isinstance(body, OptionChange):
        return say("{who} changed a house rule. {rule}: {value}", who=who, **_rule(tally, body))
    return _scored(tally, entry, who)


def as_it_stands(tally: Tally, entry: Entry) -> Say:
    """Who wrote it, with what it says by now where it has been corrected since."""
    standing = tally.history[entry.number - 1]
    if standing.body is None or standing.body == entry.body:
        return written(tally, entry)
    now = written(tally, replace(entry, body=standing.body))
    last = standing.corrections[-1].by or say("Somebody")
    return say("{line} (so since {name} corrected it)", line=now, name=last)


def rule_in_short(tally: Tally, body: OptionChange) -> Say:
    """What a rule was changed to first: where there is no room for more, that is to be seen."""
    found = _rule(tally, body)
    return say("{what} ({besides})", what=found["value"], besides=found["rule"])


def rule_words(tally: Tally, body: OptionChange) -> Say:
    """Which rule, and what it was changed to."""
    return say("{label}: {value}", label=(found := _rule(tally, body))["rule"], value=found["value"])


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
        aim = name_of(tally, body.entry, entry)
        return say("{who} let {entry} stand. {reason}", who=who, entry=aim, reason=reason_words(body.reason))
    if isinstance(body, Penalty):
        points = signed(body.points * tally.fine)
        found = {"who": who, "player": body.player, "points": points, "reason": reason_words(body.reason)}
        return say("{who} wrote a penalty for {player}: {points}. {reason}", **found)
    name = name_of(tally, entry.number, entry)
    return say("{who} wrote {entry}. {content}", who=who, entry=name, content=in_words(body))


Deed = Literal["struck", "corrected", "put back", "taken back", "corrected again"]
DEEDS: Mapping[Deed, Say] = {
    "struck": say("Struck out"),
    "corrected": say("Corrected"),
    "put back": say("Put back"),
    "taken back": say("Correction taken back"),
    "corrected again": say("Correction put back"),
}


def deed(entries: Sequence[Entry], body: Correction) -> Deed:
    """What a correction has done; what takes back the taking back does it once more."""
    undoes, first = False, body
    aim = entries[body.entry - 1].body
    while isinstance(aim, Correction):
        undoes, body = not undoes, aim
        aim = entries[body.entry - 1].body
    if undoes:
        return "put back" if body.content is None else "taken back"
    if body.content is None:
        return "struck"
    return "corrected" if body is first else "corrected again"


def why(entries: Sequence[Entry], body: Correction) -> Say | None:
    """For what reason; the way forward again needs none."""
    is_forward = body.reason == STEP and deed(entries, body) in ("put back", "corrected again")
    return reason_words(body.reason) if body.reason and not is_forward else None


def _corrected(tally: Tally, entry: Entry, body: Correction, who: object) -> Say:
    line = _deed_done(tally, entry, body, who)
    had, has = tally.numbers.then.get(entry.number, (0, 0))
    if had != has:
        return say("{line} It is deal {n} from then on.", line=line, n=has)
    if entry.number in tally.numbers.raised:
        return say("{line} The deals after it have other numbers from then on.", line=line)
    return line


def _deed_done(tally: Tally, entry: Entry, body: Correction, who: object) -> Say:
    about = name_of(tally, tally.history[entry.number - 1].about, entry)
    did = deed(tally.record.entries, body)
    if body.reason == STEP and did == "struck":
        return say("{who} struck out {entry}, as a step back.", who=who, entry=about)
    if body.reason == STEP and did == "taken back":
        return say("{who} took back the correction of {entry}, as a step back.", who=who, entry=about)
    found: dict[str, object] = {"who": who, "entry": about, "reason": why(tally.record.entries, body) or ""}
    if did == "put back":
        return say("{who} put {entry} back. {reason}", **found)
    if did == "taken back":
        return say("{who} took back the correction of {entry}. {reason}", **found)
    if did == "struck":
        return say("{who} struck out {entry}. {reason}", **found)
    if body.content is None:  # "corrected again"
        return say("{who} put the correction of {entry} back. {reason}", **found)
    found["changed"] = changed(tally, entry, body)
    if found["reason"]:
        return say("{who} corrected {entry}. {changed} – {reason}", **found)
    return say("{who} corrected {entry}. {changed}", **found)


def changed(tally: Tally, entry: Entry, body: Correction) -> list[Say]:
    """What a correction has changed in the entry that it gives another content."""
    if body.content is None:
        return []
    earlier = history_of(tally.record.entries[: entry.number - 1])[body.entry - 1].latest
    return list(_changed(earlier, body.content))


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
    now = standing(tally)
    return [
        say("{player} {points}", player=player, points=now[player]) for player in tally.record.players if player in now
    ]


def standing(tally: Tally) -> Mapping[Player, int]:
    """Everybody's number: where the last deal has ended a rams or a game, as that ended and not as the next begins.

    Nothing where the sheet has several columns at once: no one number says where anybody stands.
    """
    if any(line.beside for line in tally.lines):
        return {}
    last = tally.lines[-1] if tally.lines else None
    if last and last.scores and not last.beside and _won(last):
        return values(last.scores)
    return values(tally.scores or tally.balances)


def _won(line: Line) -> Say | None:
    """Who has won what it has ended, one sentence after the other; two columns that close at once are said once."""
    sentences = dict.fromkeys(one.sentence for one in line.events if one.event.wins)
    return (
        reduce(lambda told, more: say("{line} {standing}", line=told, standing=more), sentences) if sentences else None
    )


def paying(tally: Tally, payment: Payment) -> Say:
    """Who pays whom how much; the amount apart from a name that may end in digits."""
    return say("{payer} pays {payee}: {amount}", payer=payment.payer, payee=payment.payee, amount=tally.amount(payment))
