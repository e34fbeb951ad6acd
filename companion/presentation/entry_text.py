"""Put entries into words: their name, their content, and their effect on the score."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import TypeGuard

from companion import games
from companion.rules.cards import Card
from companion.rules.entries import (
    Body,
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
from companion.rules.field_metadata import Dataclass, Label, labels
from companion.rules.game import Game
from companion.rules.history import Standing
from companion.rules.messages import N_, InWords, Say, say
from companion.rules.options import HouseRule, house_rules, worded
from companion.rules.tally import Figure, Line, Part, Tally, total
from companion.translation import signed

STEP = "undone"  # the reason that the buttons for undo and redo give
CORRECTED = N_("the earlier part was corrected")  # the reason of a penalty that compensates for it
# Reasons that forms offer. They and the reasons of rulings are stored in English and shown in the reader's language.
WHY_CORRECTED = (N_("typing mistake"), N_("counted wrong"), N_("agreed at the table"))
WHY_ENDED = (N_("The time is up"), N_("All agree"), N_("Somebody has left"))
HANDED_IN = N_("The result was handed in")  # the reason that the button at a table of a tournament gives
OURS = frozenset({*WHY_CORRECTED, *WHY_ENDED, HANDED_IN, CORRECTED})
FORMERLY = {"slip of the finger": WHY_CORRECTED[0]}  # a reason as stored by earlier versions


CALLED: Mapping[type[Body], Say] = {
    End: say("the end of the match"),
    Misdeal: say("the misdeal"),
    Note: say("the note"),
    RulingNote: say("the ruling"),
}


def is_adjustment(body: object) -> TypeGuard[Penalty]:
    """Return True if a penalty compensates for a correction of the earlier part; it may be a gain."""
    return isinstance(body, Penalty) and body.reason == CORRECTED


def name_of(tally: Tally, number: int, by: Entry | None = None) -> Say:
    """Name an entry as people call it: deal 2, the penalty for Bo.

    Args:
        by: the entry that refers to it; a deal gets the number that it had then.
    """
    record = tally.record
    body = record.entries[number - 1].body
    n = tally.numbers.then[by.number][0] if by and by.number in tally.numbers.then else tally.numbers.now.get(number)
    if n:
        return say("deal {n}", n=n)
    if is_adjustment(body):
        return say("the adjustment for {player}", player=body.player)
    if isinstance(body, Penalty):
        return say("the penalty for {player}", player=body.player)
    if isinstance(body, Correction):
        return say("the correction of {entry}", entry=name_of(tally, tally.history[body.entry - 1].about))
    if isinstance(body, OptionChange):
        return say("the house rule “{words}”", words=rule_words(tally, body))
    if isinstance(body, LetStand):
        return say("the acceptance of {entry}", entry=name_of(tally, body.entry))
    if isinstance(body, End) and body.continued:
        return say("the change of players")
    if body.called:
        return Say(body.called)
    return CALLED.get(type(body)) or say("deal {n}", n=tally.numbers.next)


def contested(tally: Tally, one: Standing) -> Say:
    """Say which entry is contested and by whom."""
    assert one.contest
    name = one.contest.by or say("another phone")
    return say("{entry} is disputed by {name}.", entry=name_of(tally, one.entry.number), name=name)


def reason_words(reason: str) -> Say:
    """Return a reason in the reader's language if forms offer it, else as it was typed."""
    if reason == STEP:
        return say("undo")
    reason = FORMERLY.get(reason, reason)
    ours = reason in OURS or any(reason in game.reasons for game in games.GAMES)
    return Say(reason) if ours else say("{text}", text=reason)


def part_words(part: Part) -> Say:
    """Return the words for a term of a number; for a penalty, with the reason that people gave."""
    if isinstance(part.penalty, str) and part.penalty:
        return say("{label}: {value}", label=part.sentence, value=reason_words(part.penalty))
    return part.sentence


# --- effects on the score


def changes(line: Line) -> list[Say]:
    """Return the changes that a line of the sheet made, by player: Anna +27."""
    column = line.scores or line.balances
    moved = {player: figure.change for player, figure in column.items()}
    return [say("{player} {points}", player=player, points=signed(n)) for player, n in moved.items() if n]


def penalty_texts(line: Line) -> list[Say]:
    """Return the texts of a penalty: Marco −200 → 300, then its reason and any limit; empty for other lines."""
    if line.kind != "penalty":
        return []
    fined = {p: figure for p, figure in (line.scores or line.balances).items() if figure.parts}
    return [_penalty(player, figure) for player, figure in fined.items()]


def _penalty(player: Player, figure: Figure) -> Say:
    agreed = total(figure.penalties) or figure.change
    text = say("{player} {points} → {total}", player=player, points=signed(agreed), total=figure.value)
    reasons = [reason_words(one) if isinstance(one, str) else one for part in figure.parts if (one := part.penalty)]
    bounds = [part.sentence for part in figure.parts if part.penalty is None]
    for more in (*reasons, *bounds):
        text = say("{label}: {value}", label=text, value=more)
    return text


def effect(tally: Tally, number: int) -> list[Say]:
    """Return the effect of an entry on the sheet now; empty if it does not affect the score."""
    line = line_of(tally, number)
    return changes(line) if line else []


def moves(line: Line) -> bool:
    """Return True if a line changes a player's number."""
    return any(figure.parts for column in (line.scores, line.balances) for figure in column.values())


def line_of(tally: Tally, number: int) -> Line | None:
    """Return the line of an entry; None if it has none."""
    return next((line for line in tally.lines if line.entry == number), None)


# --- content


@dataclass(frozen=True)
class FieldText:
    """A field of an entry: its label, and its value in words; None if it is empty."""

    name: str
    label: str
    value: Say | None


def field_texts(body: object) -> list[FieldText]:
    """Return an entry as it was typed, field by field."""
    known = labels(type(body))
    names = [one.name for one in fields(body)]  # type: ignore[arg-type]
    named = [(name, known.get(name, Label(name.replace("_", " ")))) for name in names]
    return [FieldText(name, label.text, _value(body, getattr(body, name), label)) for name, label in named]


def _value(body: object, value: object, label: Label) -> Say | None:
    if value is None and label.nobody:
        return Say(label.nobody)
    empty = value is None or value in ((), "") or (isinstance(value, Mapping) and not value)
    if empty or (label.of and getattr(body, label.of) is None):
        return None
    return say("{value}", value=reason_words(str(value)) if label.offered else words_of(value, label.choices))


def as_counted(tally: Tally, body: Body) -> Body:
    """Return a penalty with the amount by which it changes the player's number; other entries unchanged."""
    return replace(body, points=body.points * tally.penalty_factor) if isinstance(body, Penalty) else body


def in_words(body: Body) -> list[Say]:
    """Return an entry as it was typed, in one line: Tricks: Anna, Anna, Bo."""
    return [say("{label}: {value}", label=Say(one.label), value=one.value) for one in field_texts(body) if one.value]


def words_of(value: object, choices: Mapping[str, str]) -> object:
    """Return a value of a field in words, as a fact of a sentence."""
    if isinstance(value, bool | str) and str(value) in choices:
        return Say(choices[str(value)])
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if isinstance(value, Mapping):
        return [say("{who} {what}", who=who, what=_of_one(one, choices)) for who, one in value.items()]
    if isinstance(value, list | tuple) and value and all(_is_meld(one) for one in value):
        return say(
            "{melds}", melds=[say("[{cards}]", cards=[words_of(card, choices) for card in one]) for one in value]
        )
    if isinstance(value, list | tuple):
        return [_in_list(one, choices) for one in value]
    if isinstance(value, InWords):
        return value.in_words()
    if is_dataclass(value) and not isinstance(value, type):
        return [one.value for one in field_texts(value) if one.value]
    if value is None:
        return say("–")
    return value if isinstance(value, int | Card) else str(value)


def _of_one(value: object, choices: Mapping[str, str]) -> object:
    """Return the values of one player; a repeated word once, with its count."""
    if not isinstance(value, tuple) or not all(type(one) is str for one in value):
        return words_of(value, choices)
    given = ((words_of(word, choices), n) for word, n in Counter(value).items())
    return [say("{n} × {what}", n=n, what=word) if n > 1 else word for word, n in given]


def _in_list(value: object, choices: Mapping[str, str]) -> object:
    """Return an item of a list: a name with its word, or a single value."""
    if isinstance(value, tuple) and len(value) == 2 and value[1] in choices:
        return say("{who} {what}", who=value[0], what=Say(choices[value[1]]))
    return words_of(value, choices)


def _is_meld(value: object) -> bool:
    return isinstance(value, list | tuple) and bool(value) and all(isinstance(card, Card) for card in value)


def rule_in_short(tally: Tally, body: OptionChange) -> Say:
    """Say a house rule with its new value first, for narrow places."""
    change = rule_change(tally, body)
    return say("{what} ({besides})", what=change["value"], besides=change["rule"])


def rule_words(tally: Tally, body: OptionChange) -> Say:
    """Say a house rule and its new value."""
    change = rule_change(tally, body)
    return say("{label}: {value}", label=change["rule"], value=change["value"])


def rule_change(tally: Tally, body: OptionChange) -> dict[str, object]:
    """Return the name and the new value of a house rule, as facts of a sentence."""
    rule: HouseRule | None = dict(house_rules(tally.record.options)).get(body.option)
    if rule is None:
        return {"rule": body.option, "value": words_of(body.value, {})}
    return {"rule": Say(rule.label), "value": worded(rule, body.value)}


def match_name(game: Game, options: Dataclass, title: str) -> Say:
    """Return the title; without one, the game with its terms."""
    return say("{value}", value=title) if title else game.kind_name(options).whole


def short_match_name(game: Game, options: Dataclass, title: str) -> Say:
    """Return the title; without one, the name of the game. Its terms are shown beside it."""
    return say("{value}", value=title) if title else game.kind_name(options).name


def played_beside(game: Game, options: Dataclass, title: str) -> Say | None:
    """Return what is played, without what the short name of the match says already."""
    kind = game.kind_name(options)
    return kind.whole if title and not game.is_titled else kind.terms_text


def played(game: Game, options: Dataclass, title: str) -> Say:
    """Return what is played; this is the title if the game puts it there."""
    return say("{value}", value=title) if title and game.is_titled else game.kind_name(options).whole
