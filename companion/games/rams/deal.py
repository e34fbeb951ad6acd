"""Read a deal of Rams as it was entered, and refuse one that the rules do not allow."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.games.rams.table import TRICKS, State, duty
from companion.rules.entries import Body, Player
from companion.rules.field_metadata import entry_field
from companion.rules.messages import N_, say, say_n
from companion.rules.people import wrong_dealer
from companion.rules.rulings import Ruling, refuse


@dataclass(frozen=True)
class Deal(Body):
    """The players who passed, the winners of the tricks, and the players who bought down after a flight to the top.

    `tricks` are the winners in order or a count for each player; None if a single player had no opponent. `faults` are
    the players at fault, if the house rules let them fly.
    """

    kind: ClassVar[str] = "deal"
    correctable: ClassVar[bool] = True
    dealer: Player | None = entry_field(N_("Dealer"), default=None)
    passed: tuple[Player, ...] = entry_field(N_("Pass"), whose="some", brief=N_("pass"), default=())
    tricks: tuple[Player, ...] | Mapping[Player, int] | None = entry_field(N_("Tricks"), whose="own", default=None)
    bought_down: tuple[Player, ...] = entry_field(N_("Flew to the top and bought down"), whose="some", default=())
    faults: tuple[Player, ...] = entry_field(N_("Played a wrong card"), whose="some", default=())


@dataclass(frozen=True)
class Played:
    """The tricks of a deal. `order` is None if only counts were entered; `unplayed`: they were won without play."""

    dealer: Player
    knocked: tuple[Player, ...]
    passed: tuple[Player, ...]
    tricks: Mapping[Player, int]
    order: tuple[Player, ...] | None
    unplayed: bool = False
    stopped: bool = False  # a player reached 0 before the fifth trick


def read(table: State, deal: Deal, *, stands: bool = False) -> Played | Ruling:
    """Return the tricks of a deal, or the first breach of a rule.

    Args:
        table: the state before the deal.
        deal: the deal as entered.
        stands: accept breaches of duty, such as not knocking.

    Returns:
        The tricks by winner and in order, or a Ruling with the broken clause.
    """
    wrong = wrong_dealer(deal.dealer, table.dealer, "rams.deal.order") or _wrong_names(table, deal)
    if not wrong and not stands:
        wrong = _neglected(table, deal)
    if wrong or (wrong := _wrong_pass(table, deal)):
        return wrong
    dealer = deal.dealer or table.dealer
    if dealer is None:
        return refuse("deal.dealer_needed", say("Choose who deals: the dealer is drawn again."), "rams.deal.next_rams")
    knocked = tuple(player for player in table.active if player not in deal.passed)
    if len(knocked) == 1:
        return _unplayed(table, deal, dealer, knocked)
    return _played(table, deal, dealer, knocked)


def _wrong_names(table: State, deal: Deal) -> Ruling | None:
    for names in (deal.passed, deal.bought_down, deal.faults):
        for player, times in Counter(names).items():
            if times > 1:
                return refuse("deal.twice", say("{player} is listed twice.", player=player), player=player)
    named = (*([deal.dealer] if deal.dealer else []), *deal.passed, *deal.bought_down, *deal.faults, *_counts(deal))
    for player in named:
        if player not in table.active:
            return not_active(player)
    return _wrong_fault(table, deal)


def not_active(player: Player) -> Ruling:
    """Refuse the name of a player who sits out the play-off."""
    sentence = say("{player} does not play in this rams.", player=player)
    return refuse("rams.not_active", sentence, "rams.end.tie", player=player)


def _wrong_fault(table: State, deal: Deal) -> Ruling | None:
    for player in deal.faults:
        sentence = None
        if table.options.revoke == "none":
            sentence = say("At this table, a wrong card has no separate penalty.")
        elif player in deal.passed or len(deal.passed) == len(table.active) - 1:
            sentence = say(
                "{player} did not play a card in this deal and cannot have played a wrong one.", player=player
            )
        if sentence:
            return refuse("rams.revoke", sentence, "rams.play.revoke", player=player)
    return None


def _neglected(table: State, deal: Deal) -> Ruling | None:
    """Refuse a deal in which a player should have knocked but passed."""
    for player in deal.passed:
        if clause := duty(table, player):
            sentence = say("{player} passed on 2 in the last deal and must knock.", player=player)
            if clause == "rams.pass.one":
                sentence = say("{player} is on 1 and must knock.", player=player)
            return refuse("rams.must_knock", sentence, clause, player=player, duty=True)
    dealer, is_lone = deal.dealer or table.dealer, len(table.active) - len(deal.passed) == 1
    if dealer in deal.passed and is_lone and table.options.lone_knocker == "dealer_must_play":
        sentence = say("Only one player knocked: at this table the dealer, {player}, may not pass.", player=dealer)
        return refuse("rams.dealer_must_play", sentence, "rams.pass.lone", player=dealer, duty=True)
    return None


def _wrong_pass(table: State, deal: Deal) -> Ruling | None:
    dealer = deal.dealer or table.dealer
    if dealer in deal.passed and len(deal.passed) == len(table.active):
        sentence = say(
            "Everybody before {player} passed: the dealer takes all five tricks and cannot pass.", player=dealer
        )
        return refuse("rams.dealer_wins", sentence, "rams.pass.dealer_wins", player=dealer)
    return None


def _unplayed(table: State, deal: Deal, dealer: Player, knocked: tuple[Player, ...]) -> Played | Ruling:
    """Return five tricks for a player without opponents; if the rams stops at 0, only as many as lead to 0."""
    (player,) = knocked
    clause = "rams.pass.dealer_wins" if player == dealer else "rams.pass.lone"
    taken = min(TRICKS, table.scores[player]) if table.options.interrupts else TRICKS
    if any(p != player or n not in (taken, TRICKS) for p, n in _counts(deal).items()):
        sentence = say("Nobody plays against {player}: leave the tricks out.", player=player)
        return refuse("rams.unplayed", sentence, clause, player=player)
    return Played(dealer, knocked, deal.passed, {player: taken}, None, unplayed=True)


def _counts(deal: Deal) -> dict[Player, int]:
    """Return the number of tricks of each winner, whichever way they were entered."""
    counts = deal.tricks if isinstance(deal.tricks, Mapping) else Counter(deal.tricks or ())
    return {player: n for player, n in counts.items() if n}


def _played(table: State, deal: Deal, dealer: Player, knocked: tuple[Player, ...]) -> Played | Ruling:
    if deal.tricks is None:
        return refuse("rams.tricks_missing", say("Choose who took the five tricks."), "rams.deal.five")
    tricks = _counts(deal)
    for player, n in tricks.items():
        if player in deal.passed:
            sentence = say("{player} passed and cannot take a trick.", player=player)
            return refuse("rams.passed_took", sentence, "rams.pass.round", player=player)
        if n < 0:
            sentence = say("{player} cannot take {n} tricks.", player=player, n=n)
            return refuse("rams.trick_count", sentence, "rams.deal.five", player=player)
    played = Played(dealer, knocked, deal.passed, tricks, deal.tricks if isinstance(deal.tricks, tuple) else None)
    total = sum(tricks.values())
    if total > TRICKS:
        return refuse("rams.trick_sum", say("{n} tricks are too many: a deal has five.", n=total), "rams.deal.five")
    if table.options.interrupts and (home := _home(table, deal, played)):
        return _interrupted(table, played, home)
    if total < TRICKS:
        sentence = say_n(
            "Only {n} of five tricks has been entered.", "Only {n} of five tricks have been entered.", total
        )
        return refuse("rams.trick_sum", sentence, "rams.deal.five")
    return played


def _home(table: State, deal: Deal, played: Played) -> list[Player]:
    """Return the players who have taken at least as many tricks as they had points.

    Tricks of a player at fault do not count, but they may have stopped the play before the mistake was noticed.
    """
    down = [player for player, n in played.tricks.items() if n >= table.scores[player]]
    rightly = [player for player in down if player not in deal.faults]
    return rightly or (down if sum(played.tricks.values()) < TRICKS else [])


def _interrupted(table: State, played: Played, home: list[Player]) -> Played | Ruling:
    """Refuse tricks after the one with which a player reaches 0. With the fifth trick, a deal was played out."""
    first = first_home(table, played.order or (), home)
    went_on = played.order is not None and played.order[-1] != first
    if went_on or played.tricks[first] > table.scores[first] or len(home) > 1:
        clause = "rams.money.interrupt" if table.options.money else "rams.end.whole_deal"
        sentence = say("{player} reached 0 and the rams was over: no trick is played after that.", player=first)
        return refuse("rams.interrupted", sentence, clause, player=first)
    return replace(played, stopped=sum(played.tricks.values()) < TRICKS)


def first_home(table: State, order: Sequence[Player], home: Sequence[Player]) -> Player:
    """Return which of the players at 0 or below got there first; without the order of tricks, the first of them."""
    taken: Counter[Player] = Counter()
    for player in order:
        taken[player] += 1
        if player in home and taken[player] == table.scores[player]:
            return player
    return home[0]
