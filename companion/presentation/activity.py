"""Say who wrote, corrected or confirmed an entry, and the scores after it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import Literal

from companion.presentation.entry_text import (
    STEP,
    field_texts,
    in_words,
    is_adjustment,
    name_of,
    reason_words,
    rule_change,
)
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
    Player,
    Rename,
    RulingNote,
)
from companion.rules.history import history_of
from companion.rules.messages import N_, Say, say, say_n
from companion.rules.tally import Line, Payment, Tally, values
from companion.translation import signed

STOPS = (".", "!", "?", "…")


def heading_of(tally: Tally, number: int) -> Say:
    """Return the title of the page about an entry; for a correction with its action."""
    entries = tally.record.entries
    body = entries[number - 1].body
    if not isinstance(body, Correction):
        return name_of(tally, number)
    about = name_of(tally, tally.history[number - 1].about, entries[number - 1])
    return say("{label}: {value}", label=ACTIONS[action_of(entries, body)], value=about)


def news(tally: Tally) -> Say:
    """Say who wrote the last entry, and the scores after it if it changes them."""
    if not tally.record.entries:
        return say("Nothing has been entered yet.")
    entry = tally.record.entries[-1]
    if not entry.body.moves_score:
        return written(tally, entry)
    if entry.body.kind == "deal":
        facts = {"who": entry.by or say("Somebody"), "entry": name_of(tally, entry.number)}
        line = say_n("{who} entered {entry}.", "{who} entered {entry}.", _writers(tally, entry), **facts)
    else:  # a sentence follows, so a full stop is needed, also after a text that somebody typed
        sentence = written(tally, entry)
        line = sentence if _stops(sentence) else say("{line}.", line=sentence)
    last = tally.lines[-1] if tally.lines else None
    won = _won(last) if last and last.entry == tally.history[-1].about else None
    stand = standings(tally)
    if won and stand:
        return say("{line} {won} {standing}", line=line, won=won, standing=stand)
    result = won or stand
    return say("{line} {standing}", line=line, standing=result) if result else line


def _stops(said: object) -> bool:
    """Return True if a text ends with the punctuation of a sentence."""
    if isinstance(said, Say):
        last = said.msgid.rstrip().rpartition("{")[2]
        return _stops(said.args[last[:-1]]) if last.endswith("}") else said.msgid.endswith(STOPS)
    if isinstance(said, list | tuple):
        return not said or _stops(said[-1])
    return not said or str(said).rstrip().endswith(STOPS)


def written(tally: Tally, entry: Entry) -> Say:
    """Say who wrote an entry, with its text or its change of the score, as it was written."""
    who = entry.by or say("Somebody")
    body = entry.body
    if isinstance(body, Correction):
        return _corrected(tally, entry, body, who)
    if isinstance(body, Contest):
        about = name_of(tally, body.entry, entry)
        return say("{who} disputes {entry}. {reason}", who=who, entry=about, reason=reason_words(body.reason))
    if isinstance(body, Confirm):
        return say("{who} confirmed {entry}.", who=who, entry=name_of(tally, body.entry, entry))
    if isinstance(body, Note):
        return say("{who} noted: {text}", who=who, text=body.text)
    if isinstance(body, RulingNote):
        return say("{who} saved a ruling. {text}", who=who, text=body.text)
    if isinstance(body, OptionChange):
        return say("{who} changed a house rule. {rule}: {value}", who=who, **rule_change(tally, body))
    if isinstance(body, Rename):
        return say("{who} corrected a name: {player} is {name}.", who=who, player=body.player, name=body.name)
    return _scored(tally, entry, who)


def as_it_stands(tally: Tally, entry: Entry) -> Say:
    """Say who wrote an entry, with its present content where it has been corrected since."""
    standing = tally.history[entry.number - 1]
    if standing.body is None or standing.body == entry.body:
        return written(tally, entry)
    now = written(tally, replace(entry, body=standing.body))
    last = standing.corrections[-1].by or say("Somebody")
    return say("{line} (as corrected by {name})", line=now, name=last)


def _scored(tally: Tally, entry: Entry, who: object) -> Say:
    body = entry.body
    if isinstance(body, Misdeal):
        return say("{who} entered a misdeal.", who=who)
    if isinstance(body, End) and body.continued:
        return say("{who} went on with the match in a new part. {changes}", who=who, changes=body.continued.in_words())
    if isinstance(body, End):
        return say("{who} ended the match. {reason}", who=who, reason=reason_words(body.reason))
    if isinstance(body, LetStand):
        aim = name_of(tally, body.entry, entry)
        return say("{who} accepted {entry} as played. {reason}", who=who, entry=aim, reason=reason_words(body.reason))
    if isinstance(body, Penalty):
        points = signed(body.points * tally.penalty_factor)
        facts = {"who": who, "player": body.player, "points": points, "reason": reason_words(body.reason)}
        if is_adjustment(body):
            return say("{who} adjusted the score of {player}: {points}. {reason}", **facts)
        return say("{who} entered a penalty for {player}: {points}. {reason}", **facts)
    facts = {"who": who, "entry": name_of(tally, entry.number, entry), "content": in_words(body)}
    several = _writers(tally, entry)
    return say_n("{who} entered {entry}. {content}", "{who} entered {entry}. {content}", several, **facts)


def _writers(tally: Tally, entry: Entry) -> int:
    """Return how many people entered a deal; if each entered a part of it, the entry names all of them."""
    names = (entry.by or "").split(", ")
    return len(names) if all(name in tally.record.players for name in names) else 1


Action = Literal["struck", "corrected", "put back", "taken back", "corrected again"]


ACTIONS: Mapping[Action, Say] = {
    "struck": say("Crossed out"),
    "corrected": say("Corrected"),
    "put back": say("Restored"),
    "taken back": say("Correction undone"),
    "corrected again": say("Correction restored"),
}


UNDONE: Mapping[Action, str] = {
    "put back": N_("{who} restored {entry}. {reason}"),
    "taken back": N_("{who} undid the correction of {entry}. {reason}"),
    "struck": N_("{who} crossed out {entry}. {reason}"),
    "corrected again": N_("{who} restored the correction of {entry}. {reason}"),
}


def action_of(entries: Sequence[Entry], body: Correction) -> Action:
    """Return the action of a correction; to undo an undo is to redo."""
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


def reason_for(entries: Sequence[Entry], body: Correction) -> Say | None:
    """Return the reason of a correction; a redo has none."""
    is_forward = body.reason == STEP and action_of(entries, body) in ("put back", "corrected again")
    return reason_words(body.reason) if body.reason and not is_forward else None


def _corrected(tally: Tally, entry: Entry, body: Correction, who: object) -> Say:
    line = _correction_line(tally, entry, body, who)
    had, has = tally.numbers.then.get(entry.number, (0, 0))
    if had != has:
        return say("{line} From then on it is deal {n}.", line=line, n=has)
    if entry.number in tally.numbers.raised:
        return say("{line} The deals after it have other numbers from then on.", line=line)
    return line


def _correction_line(tally: Tally, entry: Entry, body: Correction, who: object) -> Say:
    about = name_of(tally, tally.history[entry.number - 1].about, entry)
    action = action_of(tally.record.entries, body)
    if body.reason == STEP and action == "struck":
        return say("{who} undid {entry}.", who=who, entry=about)
    if body.reason == STEP and action == "taken back":
        return say("{who} undid the correction of {entry}.", who=who, entry=about)
    facts: dict[str, object] = {"who": who, "entry": about, "reason": reason_for(tally.record.entries, body) or ""}
    if action in UNDONE and (action != "corrected again" or body.content is None):
        return Say(UNDONE[action], facts)
    facts["changed"] = changed(tally, entry, body)
    if facts["reason"]:
        return say("{who} corrected {entry}. {changed} – {reason}", **facts)
    return say("{who} corrected {entry}. {changed}", **facts)


def changed(tally: Tally, entry: Entry, body: Correction) -> list[Say]:
    """Return the fields of an entry that a correction has changed; empty if it strikes the entry out."""
    if body.content is None:
        return []
    earlier = history_of(tally.record.entries[: entry.number - 1])[body.entry - 1].latest
    if type(earlier) is not type(body.content):
        return in_words(body.content)
    nothing, both = say("nothing"), zip(field_texts(earlier), field_texts(body.content), strict=True)
    return [
        say("{label}: {before} → {after}", label=Say(o.label), before=o.value or nothing, after=n.value or nothing)
        for o, n in both
        if o != n
    ]


def standings(tally: Tally) -> list[Say]:
    """Say the scores of all players."""
    now = standing(tally)
    return [say("{player} {points}", player=p, points=now[p]) for p in tally.record.players if p in now]


def standing(tally: Tally) -> Mapping[Player, int]:
    """Return everybody's score; if the last deal has ended a rams or a game, the final scores of that.

    Returns:
        Numbers by player; empty where the sheet has several columns at once.
    """
    if any(line.beside for line in tally.lines):
        return {}
    last = tally.lines[-1] if tally.lines else None
    has_won = last and last.scores and _won(last)
    return values(last.scores if last and has_won else tally.scores or tally.balances)


def _won(line: Line) -> Say | None:
    """Say who has won the part of the match that a line has ended; two columns that end at once are one sentence."""
    sentences = dict.fromkeys(one.sentence for one in line.events if one.event.wins)
    if not sentences:
        return None
    return reduce(lambda so_far, more: say("{line} {standing}", line=so_far, standing=more), sentences)


def paying(tally: Tally, payment: Payment) -> Say:
    """Say who pays whom how much; a sign separates the amount from the name, which may end in digits."""
    return say("{payer} pays {payee}: {amount}", payer=payment.payer, payee=payment.payee, amount=paid(tally, payment))


def paid(tally: Tally, payment: Payment) -> Say:
    """Return the amount that is paid: money, or points if the match is not for money."""
    if tally.balances:
        return say("{text}", text=tally.amount(payment))
    return say_n("{n} point", "{n} points", payment.amount)
