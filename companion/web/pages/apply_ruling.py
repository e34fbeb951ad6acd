"""Offer to write a ruling down: as the deal it leads to, as a penalty or misdeal, or into the form of the deal."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.parsing import read_body
from companion.parsing.form_encoder import fields_of
from companion.parsing.json_decoder import plain
from companion.presentation.entry_text import line_of
from companion.repository import MatchSession
from companion.rules.entries import Body, End, Misdeal, Penalty, Player
from companion.rules.field_metadata import Json
from companion.rules.judge import judge_last
from companion.rules.messages import Say, say
from companion.rules.rulings import OTHERS, WHO, Ruling
from companion.rules.tally import Tally
from companion.submission import with_body
from companion.translation import signed


@dataclass(frozen=True)
class ApplyOption:
    """A button with the fields that it sends: to be written, or to be filled into the form of a deal."""

    words: Say
    fields: Sequence[tuple[str, str]]
    into_form: bool = False


def apply_options(session: MatchSession, ruling: Ruling, typed: Sequence[tuple[str, str]]) -> list[ApplyOption]:
    """Return the entries that may follow from a ruling, one for each player whom the table may name.

    Args:
        typed: What was typed of the deal, which stays in its form.
    """
    if session.tally.status == "finished" or not session.guest.may_write:
        return []
    entry = ruling.deal or ruling.remedy
    if entry is None or (entry["kind"] == "deal" and session.in_parts):
        return []
    named = [(player, data) for player, data in _for_each(entry, session) if _may_be(ruling, player, session.tally)]
    if ruling.remedy and entry["kind"] == "deal":
        return [
            ApplyOption(_filled_in(player), _into(typed, _fields(session, data)), into_form=True)
            for player, data in named
        ]
    return list(_whole(session, named))


def _may_be(ruling: Ruling, player: Player | None, tally: Tally) -> bool:
    """Tell whether a verdict about the dealer, or about another, may be about this player."""
    return ruling.scorer == "anybody" or (player == tally.dealer) == (ruling.scorer == "dealer")


def _for_each(entry: Json, session: MatchSession) -> Iterator[tuple[Player | None, Json]]:
    """Return the entry for each player whom the table may name."""
    table = session.tally.turn if entry["kind"] == "deal" else session.players
    each = [one for one in session.players if one in table]
    named = [(one, _named(entry, one, [other for other in table if other != one])) for one in each]
    yield from [(None, entry)] if all(data == entry for _, data in named) else named


def _named(entry: Json, who: Player, others: Sequence[Player]) -> Json:
    return {_name(key, who, others): _value(one, who, others) for key, one in entry.items()}


def _value(value: object, who: Player, others: Sequence[Player]) -> object:
    if isinstance(value, Mapping):
        return _named(value, who, others)
    if isinstance(value, list | tuple):
        return [name for one in value for name in (others if one == OTHERS else [_value(one, who, others)])]
    return _name(value, who, others) if isinstance(value, str) else value


def _name(word: str, who: Player, others: Sequence[Player]) -> str:
    if word == OTHERS:
        return others[0] if len(others) == 1 else OTHERS
    return who if word == WHO else word


def _whole(session: MatchSession, named: Sequence[tuple[Player | None, Json]]) -> Iterator[ApplyOption]:
    """Return the entries that are allowed now, each with its effect."""
    for _, data in named:
        body = read_body(session.game, session.players, plain(data))
        if isinstance(body, Ruling):
            continue
        candidate = with_body(session, body)
        if judge_last(candidate) is None:
            yield ApplyOption(_told(body, candidate.tally, session.number), _fields(session, data))


def _told(body: Body, after: Tally, number: int) -> Say:
    if isinstance(body, Penalty):
        return say("Penalty for {player}: {points}", player=body.player, points=signed(body.points * after.fine))
    if isinstance(body, Misdeal):
        return say("Save the misdeal")
    if isinstance(body, End):
        return say("End the match here")
    line = line_of(after, number)
    figures = (line.scores or line.balances) if line else {}
    changed = {player: figure.change for player, figure in figures.items() if figure.change}
    changes = [say("{player} {n}", player=player, n=signed(n)) for player, n in changed.items()]
    return say("Score it: {changes}", changes=changes) if changes else say("Save the deal: nobody scores")


def _filled_in(player: Player | None) -> Say:
    return say("{player}", player=player) if player else say("Fill in the deal")


def _into(typed: Sequence[tuple[str, str]], fields: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    names = {name for name, _ in fields}
    return [*fields, *((name, text) for name, text in typed if name not in names)]


def _fields(session: MatchSession, data: Json) -> list[tuple[str, str]]:
    kind = session.game.kinds[str(data["kind"])]
    return [("kind", kind.kind), *fields_of(kind, plain(data), session.players)]
