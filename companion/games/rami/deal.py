"""Read a deal of Rami as it was entered, and refuse one that the rules do not allow."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.games.rami.melds import DEALT, laying_clause, wrong_copies, wrong_number, wrong_points, wrong_together
from companion.games.rami.options import Options
from companion.games.rami.table import State
from companion.rules.cards import Cards
from companion.rules.entries import Body, Player
from companion.rules.field_metadata import entry_field
from companion.rules.messages import N_, say
from companion.rules.people import wrong_dealer
from companion.rules.rulings import Ruling, refuse

LATE = "late"
FINISHES = {"False": N_("plain"), "True": N_("rami sec"), "late": N_("all cards at once, but not as the first")}


@dataclass(frozen=True)
class Deal(Body):
    """The player who went out, the hands of the others, and those of them without melds.

    `rami_sec` is true for a rami sec, and `late` if all cards were laid at once after another player had laid. `left`
    has the cards or their points.
    """

    kind: ClassVar[str] = "deal"
    correctable: ClassVar[bool] = True
    out: Player | None = entry_field(N_("Who went out"), whose="ender", brief=N_("went out"), default=None)
    dealer: Player | None = entry_field(N_("Dealer"), default=None)
    rami_sec: bool | str = entry_field(N_("How"), choices=FINISHES, default=False)
    left: Mapping[Player, int | Cards] = entry_field(
        N_("Left in hand"), whose="own", brief=N_("left"), default_factory=dict
    )
    not_laid: tuple[Player, ...] = entry_field(N_("No melds"), whose="some", default=())


@dataclass(frozen=True)
class Played:
    """The end of a deal: `finish` is `out`, `rami_sec` or `late_sec`; `laid` are the other players with melds."""

    dealer: Player
    out: Player
    finish: str
    laid: tuple[Player, ...]
    left: Mapping[Player, int | Cards]


def read(table: State, deal: Deal) -> Played | Ruling:
    """Return the end of a deal, or the first breach of a rule.

    Returns:
        The finish and the other players with melds, or a Ruling with the broken clause.
    """
    wrong = wrong_dealer(deal.dealer, table.dealer, "rami.deal.order") or _eliminated(table, deal) or _wrong_names(deal)
    if wrong:
        return wrong
    out = deal.out
    if out is None:
        return refuse("rami.out_missing", say("Choose who went out."), "rami.turn.last")
    if wrong := wrong_copies(deal.left):
        return wrong
    losers = tuple(player for player in table.active if player != out)
    laid = _laid(table.options, deal, losers)
    for player in losers:
        if wrong := _wrong_left(table.options, deal.left.get(player), player, player in laid):
            return wrong
    finish = _finish(table.options, deal, laid)
    if isinstance(finish, Ruling):
        return finish
    if wrong := _missing(table.options, deal, losers, laid) or wrong_together(table.options, deal.left, laid):
        return wrong
    return Played(table.dealer, out, finish, laid, deal.left)


def _eliminated(table: State, deal: Deal) -> Ruling | None:
    for player in (deal.dealer, deal.out, *deal.left, *deal.not_laid):
        if player and player in table.out:
            return plays_no_more(player)
    return None


def plays_no_more(player: Player) -> Ruling:
    sentence = say("{player} is eliminated and no longer plays.", player=player)
    return refuse("rami.eliminated", sentence, "rami.end.last", player=player)


def _wrong_names(deal: Deal) -> Ruling | None:
    for player, times in Counter(deal.not_laid).items():
        if times > 1:
            return refuse("deal.twice", say("{player} is listed twice.", player=player), player=player)
    if deal.out in deal.not_laid:
        sentence = say("{player} went out and so has melds.", player=deal.out)
        return refuse("rami.out_not_laid", sentence, "rami.turn.last", player=deal.out)
    if deal.out and deal.left.get(deal.out):
        sentence = say("{player} went out and has no cards.", player=deal.out)
        return refuse("rami.out_left", sentence, "rami.turn.last", player=deal.out)
    return None


def _laid(options: Options, deal: Deal, losers: tuple[Player, ...]) -> tuple[Player, ...]:
    """Return the other players with melds. A full hand or a rami sec shows that a player has none.

    Points in hand show that a player has melds only if hands without melds are not counted.
    """
    if options.all_at_once:
        return ()
    full = {player for player, held in deal.left.items() if isinstance(held, Cards) and len(held) == DEALT}
    is_telling = not options.counts_hand(laid=False)
    full_hands = {player for player, held in deal.left.items() if is_telling or isinstance(held, Cards)}
    implied = deal.rami_sec is True
    return tuple(
        player
        for player in losers
        if player not in deal.not_laid and player not in full and not (implied and player not in full_hands)
    )


def _wrong_left(options: Options, left: int | Cards | None, player: Player, laid: bool) -> Ruling | None:
    if isinstance(left, Cards):
        return _wrong_cards(options, left, player, laid)
    return None if left is None else wrong_points(options, left, player, laid=laid)


def _wrong_cards(options: Options, left: Cards, player: Player, laid: bool) -> Ruling | None:
    if not left and options.variant != "gin_rami":  # gin-rami counts only cards outside melds
        sentence = say("{player} has not gone out: enter the cards still in hand.", player=player)
        return refuse("rami.left_too_low", sentence, "rami.turn.last", player=player)
    if len(left) > DEALT:
        sentence = say("{player} cannot have {n} cards: a hand has thirteen.", player=player, n=len(left))
        return refuse("rami.left_count", sentence, "rami.deal.cards", player=player)
    why = wrong_number(options, len(left), laid=laid)
    if not why:
        return None
    reason, clause = why
    if reason == "dealt":
        sentence = say("{player} has no melds and thirteen cards, not {n}.", player=player, n=len(left))
    else:
        sentence = say(
            "{player} has {n} cards, but a player with melds has eight at most. Does {player} have "
            "no melds, or is a card wrong?",
            player=player,
            n=len(left),
        )
    return refuse("rami.left_count", sentence, clause, player=player)


def _finish(options: Options, deal: Deal, laid: tuple[Player, ...]) -> str | Ruling:
    """Return the kind of finish, or why it cannot have been the entered one."""
    if isinstance(deal.rami_sec, str) and deal.rami_sec != LATE:
        sentence = say("A rami sec is true, false or “late”, not {value}.", value=deal.rami_sec)
        return refuse("rami.rami_sec", sentence, "rami.sec.what")
    if options.all_at_once:
        if deal.rami_sec == LATE:
            sentence = say("In this variant, nobody can have laid down melds before {player}.", player=deal.out)
            return refuse("rami.late_sec", sentence, laying_clause(options), player=deal.out)
        return "rami_sec"
    if deal.rami_sec is True and laid:
        sentence = say(
            "Not a rami sec: {player} had laid down melds before {out}. Nobody may do that.",
            player=laid[0],
            out=deal.out,
        )
        return refuse("rami.not_first", sentence, "rami.sec.what", player=deal.out)
    if deal.rami_sec == LATE and not laid:
        sentence = say("Nobody had laid down melds before {player}: this is a rami sec.", player=deal.out)
        return refuse("rami.late_sec", sentence, "rami.sec.late", player=deal.out)
    if deal.rami_sec == LATE:
        return "late_sec"
    return "rami_sec" if deal.rami_sec else "out"


def _missing(options: Options, deal: Deal, losers: tuple[Player, ...], laid: tuple[Player, ...]) -> Ruling | None:
    for player in losers:
        if player not in deal.left and options.counts_hand(laid=player in laid):
            sentence = say("Enter what {player} has left in hand, as cards or points.", player=player)
            if player in laid and not options.counts_hand(laid=False):
                sentence = say("Enter what {player} has left in hand, or that {player} has no melds.", player=player)
            return refuse("rami.left_missing", sentence, "rami.score.hand", player=player)
    return None
