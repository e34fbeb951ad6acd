"""A deal of Rams as written: is it what the rules allow?"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.games.rams.entries import Deal
from companion.games.rams.options import Options
from companion.games.rams.table import TRICKS, Table, duty
from companion.rules.entries import Player
from companion.rules.record import wrong_dealer
from companion.rules.rulings import Ruling, refuse
from companion.rules.words import Say, say, say_n


@dataclass(frozen=True)
class Played:
    """How the tricks fell. `order` is None where only counts were written; `unplayed`: won without play."""

    dealer: Player
    knocked: tuple[Player, ...]
    passed: tuple[Player, ...]
    tricks: Mapping[Player, int]
    order: tuple[Player, ...] | None
    unplayed: bool = False
    stopped_by: Player | None = None


def read(table: Table, deal: Deal) -> Played | Ruling:
    """The tricks of a deal, or the first rule that it breaks."""
    if table.winners:
        return refuse("rams.over", say("The match is over."), "rams.end.match")
    wrong = (
        wrong_dealer(deal.dealer, table.dealer, "rams.deal.order")
        or _wrong_names(table, deal)
        or _wrong_pass(table, deal)
    )
    if wrong:
        return wrong
    dealer = deal.dealer or table.dealer
    if dealer is None:
        return refuse("deal.dealer_needed", say("Say who deals: the dealer is drawn anew."), "rams.deal.next_rams")
    knocked = tuple(player for player in table.active if player not in deal.passed)
    if len(knocked) == 1 or set(deal.passed) == set(table.active) - {dealer}:
        return _unplayed(table, deal, dealer, knocked)
    return _played(table, deal, dealer, knocked)


def _wrong_names(table: Table, deal: Deal) -> Ruling | None:
    for names in (deal.passed, deal.bought_down, deal.faults):
        for player, times in Counter(names).items():
            if times > 1:
                return refuse("deal.twice", say("{player} stands there twice.", player=player), player=player)
    tricks = deal.tricks or ()
    for player in (deal.dealer, *deal.passed, *deal.bought_down, *deal.faults, *tricks):
        if player and player not in table.active:
            sentence = say("{player} does not play in this rams.", player=player)
            return refuse("rams.not_active", sentence, "rams.end.tie", player=player)
    if deal.faults and table.options.revoke == "none":
        sentence = say("At this table a misplayed card has no penalty of its own.")
        return refuse("rams.revoke", sentence, "rams.play.revoke", player=deal.faults[0])
    return None


def _wrong_pass(table: Table, deal: Deal) -> Ruling | None:
    for player in deal.passed:
        clause = duty(table, player)
        if clause == "rams.pass.one":
            sentence = say("{player} stands on 1 and must knock.", player=player)
            return refuse("rams.must_knock", sentence, clause, player=player)
        if clause:
            sentence = say("{player} passed on 2 in the last deal and must knock.", player=player)
            return refuse("rams.must_knock", sentence, clause, player=player)
    dealer = deal.dealer or table.dealer
    if dealer in deal.passed and len(deal.passed) == len(table.active):
        sentence = say("All before {player} passed: the dealer takes the five tricks and cannot pass.", player=dealer)
        return refuse("rams.dealer_wins", sentence, "rams.pass.dealer_wins", player=dealer)
    if dealer in deal.passed and _lone(table, deal) and table.options.lone_knocker == "dealer_must_play":
        sentence = say("Only one player knocked: at this table the dealer, {player}, may not pass.", player=dealer)
        return refuse("rams.dealer_must_play", sentence, "rams.pass.lone", player=dealer)
    return None


def _lone(table: Table, deal: Deal) -> bool:
    return len(table.active) - len(deal.passed) == 1


def _unplayed(table: Table, deal: Deal, dealer: Player, knocked: tuple[Player, ...]) -> Played | Ruling:
    """One player against nobody takes five tricks; where the rams stops at 0, only as many as bring him there."""
    (player,) = knocked
    counts = Counter(deal.tricks) if isinstance(deal.tricks, tuple) else deal.tricks
    if counts and {p: n for p, n in counts.items() if n} != {player: TRICKS}:
        clause = "rams.pass.dealer_wins" if player == dealer else "rams.pass.lone"
        sentence = say("Nobody plays against {player}: leave the tricks out.", player=player)
        return refuse("rams.unplayed", sentence, clause, player=player)
    taken = min(TRICKS, table.scores[player]) if table.options.interrupts else TRICKS
    stopped = player if taken == table.scores[player] and table.options.interrupts else None
    return Played(dealer, () if player == dealer else knocked, deal.passed, {player: taken}, None, True, stopped)


def _played(table: Table, deal: Deal, dealer: Player, knocked: tuple[Player, ...]) -> Played | Ruling:
    if deal.tricks is None:
        return refuse("rams.tricks_missing", say("Say who took the five tricks."), "rams.deal.five")
    order = deal.tricks if isinstance(deal.tricks, tuple) else None
    counts = Counter(deal.tricks) if isinstance(deal.tricks, tuple) else deal.tricks
    tricks = {player: n for player, n in counts.items() if n}
    for player, n in tricks.items():
        if player in deal.passed:
            sentence = say("{player} passed and cannot take a trick.", player=player)
            return refuse("rams.passed_took", sentence, "rams.pass.round", player=player)
        if n < 0:
            return refuse(
                "rams.trick_count", say("{player} cannot take {n} tricks.", player=player, n=n), player=player
            )
    played = Played(dealer, knocked, deal.passed, tricks, order)
    total = sum(tricks.values())
    if total > TRICKS:
        return refuse(
            "rams.trick_sum",
            say_n("{n} trick is too many.", "{n} tricks are too many: a deal has five.", total),
            "rams.deal.five",
        )
    if table.options.interrupts:
        return _interrupted(table, deal, played)
    if total < TRICKS:
        return refuse("rams.trick_sum", _too_few(total), "rams.deal.five")
    return played


def _too_few(total: int) -> Say:
    return say_n("Only {n} trick of five is written.", "Only {n} tricks of five are written.", total)


def _interrupted(table: Table, deal: Deal, played: Played) -> Played | Ruling:
    """Play stops with the trick that brings somebody to 0: no trick after it, and no fewer than five without one."""
    clause = _interrupt_clause(table.options)
    counting = {p: n for p, n in played.tricks.items() if p not in deal.faults}
    home = [player for player, n in counting.items() if n >= table.scores[player]]
    total = sum(played.tricks.values())
    if not home:
        return played if total == TRICKS else refuse("rams.trick_sum", _too_few(total), "rams.deal.five")
    first = first_home(table, played.order or (), home)
    went_on = played.order is not None and played.order[-1] != first
    if went_on or counting[first] > table.scores[first] or len(home) > 1:
        sentence = say("{player} reached 0 and the rams was over: no trick is played after that.", player=first)
        return refuse("rams.interrupted", sentence, clause, player=first)
    return replace(played, stopped_by=first)


def first_home(table: Table, order: tuple[Player, ...], home: list[Player]) -> Player:
    """Who of those at 0 or below got there first; by seat where the order of the tricks is not known."""
    taken: Counter[Player] = Counter()
    for player in order:
        taken[player] += 1
        if player in home and taken[player] == table.scores[player]:
            return player
    return home[0]


def _interrupt_clause(options: Options) -> str:
    return "rams.money.interrupt" if options.money else "rams.end.whole_deal"
