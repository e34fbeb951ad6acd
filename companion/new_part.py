"""Continue a match in a new part: a player leaves, a player joins, or the seats were wrong."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.limits import PARTS
from companion.parsing import Match, checksums, wrong_number
from companion.parsing.renaming import as_written
from companion.parsing.scalars import no_name, tidy
from companion.presentation.entry_text import CORRECTED
from companion.rules.entries import Handover, Name, Penalty, Player
from companion.rules.game import Game
from companion.rules.history import Record, counting
from companion.rules.judge import judge
from companion.rules.messages import Say, say
from companion.rules.people import Change, from_left, identities, look_of, names_of
from companion.rules.rulings import Ruling, refuse
from companion.rules.tally import Tally, values


@dataclass(frozen=True)
class Wish:
    """The typed request to continue with other people. Names are identities or shown names.

    `order` lists all who play on, in the order of play. If it is None, the old players stay as they sat, and new ones
    come last.
    """

    without: Sequence[str] = ()
    joining: Sequence[str] = ()
    order: Sequence[str] | None = None
    dealer: str | None = None


def go_on(match: Match, wish: Wish) -> Match | Ruling:
    """Return the new part of a match, without entries.

    Args:
        match: the match as read from its file.
        wish: who leaves, who joins, and how they sit.

    Returns:
        The new part, or a Ruling. The Ruling names an entry if an entry of the match is at fault.
    """
    if wrong := judge(match.replay) or match.fault:
        return wrong
    shown = match.shown
    return _held_up(shown) or _new_part(shown, wish, checksums(match).score)


def _new_part(match: Match, wish: Wish, score: str) -> Match | Ruling:
    game, tally = match.game, match.tally
    change = _change(match, wish)
    if isinstance(change, Ruling):
        return change
    if wrong := _wrong_change(game, tally, change):
        return wrong
    part = game.new_part(tally, change)
    left, joined = (tuple(map(Name, names)) for names in (change.left, change.joined))
    old = match.record.continues
    handover = Handover(score, left, joined, part.payments, old)
    if handover.parts > PARTS:
        return _over(game, say("A match can have at most {n} parts. End it, and begin a new one.", n=PARTS))
    record = Record(change.players, part.options, part.opening, title=match.record.title, continues=handover)
    if wrong := game.check_opening(record):
        if wrong.code == "match.players":
            return refuse(wrong.code, wrong.sentence, game.seats_clause)
        return _over(game, say("By these scores the match would be over: end it instead."))
    return Match(game, record)


def _held_up(match: Match) -> Ruling | None:
    """Refuse a match that is finished, has refused entries, or must first be decided."""
    clause = f"{match.game.key}.people.running"
    if match.tally.status == "finished":
        return refuse(clause, say("The match is over. Begin a new one."), clause)
    if match.tally.refused:
        return refuse(clause, say("First correct or cross out what is no longer valid."), clause)
    why = match.game.held_up(match.tally)
    return refuse(clause, why, clause) if why else None


def _wrong_change(game: Game, tally: Tally, change: Change) -> Ruling | None:
    """Refuse a change that is empty, needs a new match, has a wrong number of players, or keeps no player."""
    if not change.left and not change.joined and change.players == tally.record.players:
        clause = f"{game.key}.people.change"
        return refuse(clause, say("Nothing changes: say who leaves or comes, or a new order of play."), clause)
    if wrong := game.check_change(tally, change):
        return wrong
    if sentence := wrong_number(game, len(change.players)):
        return refuse("match.players", sentence, game.seats_clause)
    return None if change.stays else _over(game, say("Nobody stays: end the match instead."))


def _over(game: Game, sentence: Say) -> Ruling:
    clause = f"{game.key}.people.over"
    return refuse(clause, sentence, clause)


def match_numbers(matches: Iterable[Match | None]) -> list[int]:
    """Return the number of each match of an evening, from 1. A new part has the number of the part before it.

    Args:
        matches: the matches in the order in which they began; None for one that cannot be read.
    """
    going_on: dict[Handover, int] = {}
    result: list[int] = []
    for match in matches:
        link = match.record.continues if match else None
        earlier = going_on.pop(link, None) if link else None
        result.append(earlier or max(result, default=0) + 1)
        if match and match.tally.went_on:
            going_on[match.tally.went_on] = result[-1]
    return result


def names_at(matches: Iterable[Match | None]) -> list[str]:
    """Return everybody who plays in some matches by the shown names, in the order in which they came."""
    return list(dict.fromkeys(name for match in matches if match for name in names_of(match.record).values()))


# --- the old part is corrected later


@dataclass(frozen=True)
class Difference:
    """The amounts by which a later correction of the old part affects each player; empty if nothing changed.

    `points` are to be added to the number that a penalty changes. `money` is the change of the balance beside it, which
    no penalty can change.
    """

    points: Mapping[Player, int] = field(default_factory=dict)
    money: Mapping[Player, int] = field(default_factory=dict)


def difference(old: Match, new: Match) -> Difference:
    """Return how a correction of the old part changes the start of the new part.

    Penalties that have already made up for the correction are subtracted.

    Args:
        old: the part that ended, with the shown names.
        new: the part that continues it.
    """
    ended, link = old.tally.ended, old.tally.went_on
    if ended is None or link is None or old.game is not new.game:
        return Difference()
    before, heads = old.replay.before(ended.entry).tally, identities(new.record)
    gone = [Player(name) for name in link.left]
    stays = tuple(player for player in old.record.players if player not in gone)
    if not {*stays} <= {*heads} or not stays:  # a name was corrected in the meantime
        return Difference()
    left = tuple(player for player in old.record.players if player not in stays)
    turn = _turn(before, stays)
    joined = tuple(player for player in heads if player not in stays)
    part = new.game.new_part(before, Change(stays, left, joined, heads, turn, turn))
    began = replace(as_written(new.record), entries=())
    has, should = new.game.tally(began), new.game.tally(replace(began, options=part.options, opening=part.opening))
    money = _less(new, values(has.balances), values(should.balances)) if has.scores else {}
    return Difference(_owed(new, _numbers(has), _numbers(should)), {player: n for player, n in money.items() if n})


def _numbers(tally: Tally) -> dict[Player, int]:
    return values(tally.scores or tally.balances)


def _less(new: Match, began: Mapping[Player, int], should: Mapping[Player, int]) -> Counter[Player]:
    shown = dict(zip(identities(new.record), new.record.players, strict=True))
    return Counter({shown[player]: should[player] - n for player, n in began.items()})


def _owed(new: Match, began: Mapping[Player, int], should: Mapping[Player, int]) -> dict[Player, int]:
    owed = _less(new, began, should)
    for entry in counting(new.replay.history):
        if isinstance(entry.body, Penalty) and entry.body.reason == CORRECTED:
            owed[entry.body.player] -= entry.body.points * new.tally.penalty_factor
    return {player: n for player, n in owed.items() if n}


# --- reading the typed names


class Misnamed(Exception):
    """A typed name does not fit. It is caught within this module."""

    def __init__(self, sentence: Say, name: str):
        super().__init__(sentence.msgid)
        self.sentence, self.name = sentence, name


def _change(match: Match, wish: Wish) -> Change | Ruling:
    """Read who leaves, who joins and how all sit, by the shown names."""
    record, tally = match.record, match.tally
    known = {**dict(zip(identities(record), record.players, strict=True)), **{name: name for name in record.players}}
    try:
        leaving = _each([_at_table(known, name) for name in wish.without])
        joining = _each([_newcomer(known, name) for name in wish.joining])
        stays = tuple(player for player in record.players if player not in (*leaving, *tally.out))
        players = _seated(known, (*stays, *joining), wish.order)
        first = _playing(known, players, wish.dealer) if wish.dealer is not None else None
    except Misnamed as fault:
        clause = f"{match.game.key}.people.names"
        return refuse(clause, fault.sentence, clause, player=fault.name)
    turn = _turn(tally, stays)
    left = tuple(player for player in record.players if player not in stays)
    joined = tuple(player for player in players if player not in stays)
    return Change(stays, left, joined, players, turn, first or turn)


def _turn(tally: Tally, stays: tuple[Player, ...]) -> Player | None:
    """Return who would deal next, or the next of those who stay; None if the dealer is drawn."""
    if tally.dealer is None:
        return None
    *others, due = from_left(tally.record.players, tally.dealer)
    return next((player for player in (due, *others) if player in stays), None)


Known = dict[Player, Player]  # the shown name, by each name that a player of the old part has


def _at_table(known: Known, text: str) -> Player:
    name = Player(tidy(text))
    if name not in known:
        raise Misnamed(say("{value} is not at this table.", value=name), name)
    return known[name]


def _newcomer(known: Known, text: str) -> Player:
    name = Player(tidy(text))
    if wrong := no_name(name):
        raise Misnamed(wrong, name)
    if look_of(name) in map(look_of, known):
        raise Misnamed(say("Somebody at this table is named {name} already.", name=name), name)
    return name


def _each(players: list[Player]) -> tuple[Player, ...]:
    seen: dict[str, Player] = {}
    for player in players:
        if seen.setdefault(look_of(player), player) is not player or players.count(player) > 1:
            raise Misnamed(say("{player} is listed twice.", player=player), player)
    return tuple(players)


def _seated(known: Known, players: tuple[Player, ...], order: Iterable[str] | None) -> tuple[Player, ...]:
    """Return those who play on in the order of play; new players are named in `order` by the names they join with."""
    if order is None:
        return players
    seated = _each([_playing(known, players, name) for name in order])
    if missing := next((player for player in players if player not in seated), None):
        raise Misnamed(say("{player} is missing in the order of play.", player=missing), missing)
    return seated


def _playing(known: Known, players: tuple[Player, ...], text: str) -> Player:
    name = Player(tidy(text))
    player = known.get(name, name)
    if player not in players:
        raise Misnamed(say("{player} does not play on.", player=name), name)
    return player
