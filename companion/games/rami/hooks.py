"""Functions of Rami for the shared layers: forms, gaps and cards of a deal, scoreboard, paper, JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain

from companion.games.rami.deal import FINISHES
from companion.games.rami.melds import DEALT, JOKERS, PACKS, loser_parts
from companion.games.rami.options import Opening, Options
from companion.games.rami.table import LAST_STANDING, State
from companion.rules.cards import Cards, too_many
from companion.rules.entries import Player
from companion.rules.field_metadata import Json
from companion.rules.game import BoardContent, JsonOutput, NewPart, UsualPenalties, deal_number, of_players, of_so_many
from companion.rules.messages import N_, say
from companion.rules.paper_columns import DEALER, TOTAL, PaperColumn, PaperLayout, Sign
from companion.rules.people import Change
from companion.rules.rulings import PlayerStep, Ruling, refuse
from companion.rules.tally import Spot, Tally, own

IN_PLAY = {"copies": PACKS, "jokers": JOKERS}


def form(tally: Tally, typed: Json) -> Mapping[str, object]:
    return IN_PLAY


REASONS = {
    N_("Out of turn"): "rami.irregular.turn",
    N_("Wrong meld"): "rami.irregular.meld",
    N_("Opened too low"): "rami.irregular.opening",
}


def usual_penalties(options: Options) -> UsualPenalties:
    return UsualPenalties((10, 20, 50, 100), REASONS)


def ask_form(options: Options, facts: Json, players: Sequence[Player]) -> Mapping[str, object]:
    return IN_PLAY


def unclear(tally: Tally, typed: Json) -> Ruling | None:
    """Refuse a hand typed together with “no melds”: one of them would be ignored, and it may be the intended one."""
    options = tally.at(State).options
    left, nothing = typed.get("left"), typed.get("not_laid")
    if not isinstance(left, dict) or not isinstance(nothing, list) or options.counts_hand(laid=False):
        return None
    for player in tally.turn:
        held = left.get(player)
        is_full = isinstance(held, list) and len(held) == DEALT
        if player in nothing and held is not None and not is_full:
            sentence = say("{player}: enter what is left or “no melds”, not both.", player=player)
            fault = refuse("rami.left_and_nothing", sentence, "rami.score.no_meld", player=player)
            return replace(fault, path=("left", PlayerStep(player)))
    return None


def missing(tally: Tally, deal: Json, players: Sequence[Player]) -> Ruling | None:
    """Ask for the hand, or an alternative, in a player's own part of the deal.

    A whole deal is checked once it says who went out and how, because after a rami sec nobody else has melds.
    """
    options = tally.at(State).options
    left, nothing = of_players(deal, "left"), deal.get("not_laid")
    for player in players if len(players) == 1 else ():
        is_said = player in left
        if not options.counts_hand(laid=False):
            is_said = is_said or (isinstance(nothing, list) and player in nothing)
        if deal.get("out") == player or is_said or not options.counts_hands:
            continue
        if options.all_at_once or options.counts_hand(laid=False):
            sentence = say("Enter what {player} has left, or that {player} went out.", player=player)
        else:
            sentence = say(
                "Enter what {player} has left, that {player} has no melds, or that {player} went out.", player=player
            )
        return refuse("rami.left_missing", sentence, "rami.score.hand", player=player)
    return None


def own_points(tally: Tally, player: Player, part: Json) -> int | None:
    """Return the points of a player's own part; None for a special finish, and for a hand given as cards."""
    options, nothing = tally.at(State).options, part.get("not_laid")
    left = of_players(part, "left").get(player)
    if part.get("out") == player:
        return options.finish_score if part.get("rami_sec", False) is False else None
    if left is not None and not isinstance(left, int):
        return None
    laid = not (isinstance(nothing, list) and player in nothing)
    return sum(one.points for one in loser_parts(options, laid, left))


def scoreboard(tally: Tally) -> BoardContent:
    table = tally.at(State)
    end, number = table.options.end_at, deal_number(tally)
    if end.key == LAST_STANDING:
        return BoardContent(say("Deal {n}", n=number), stake=say("eliminated at {n}", n=end.n))
    if end.key == "points":
        return BoardContent(say("Deal {n}", n=number), stake=say("to {n}", n=end.n))
    return BoardContent(say("Deal {n}", n=number)) if end.key == "minutes" else of_so_many(tally, table.deals, end.n)


def card_points(options: Options, typed: Json, cards: Mapping[Spot, tuple[Cards, ...]]) -> dict[Spot, int]:
    """Return the points of each hand. A full hand is that of a player without melds."""
    hands = {spot: Cards(chain.from_iterable(groups)) for spot, groups in cards.items()}
    return {
        spot: sum(part.points for part in loser_parts(options, len(hand) < DEALT, hand))
        for spot, hand in hands.items()
        if len(hand) <= DEALT and not too_many(hand, PACKS, JOKERS)
    }


def paper_columns(options: Options) -> PaperLayout:
    classic = options.variant == "classic"
    nothing = (Sign(N_("No melds"), "not_laid[]", sign="–"),) if classic else ()
    left = (PaperColumn(N_("Left in hand"), field="left[@]", signs=nothing),) if options.counts_hands else ()
    ways = tuple(Sign(words, value=word.lower()) for word, words in FINISHES.items())
    how = (PaperColumn(N_("How"), "choice", "rami_sec", ways),) if classic else ()
    return PaperLayout(
        deal=(DEALER, PaperColumn(N_("Who went out"), "player", "out"), *how),
        each=(*left, PaperColumn(N_("Points"), "change"), TOTAL),
        account=(say("Total"),),
        reminds=({"classic": "score", "rami_sec_only": "sec_only", "gin_rami": "gin"}[options.variant],),
    )


def new_part(tally: Tally, change: Change) -> NewPart:
    """Continue with the totals and deals played. A newcomer starts with the highest total of those who stay."""
    table = tally.at(State)
    scores = change.carried(table.scores, change.best(table.scores, low=False))
    return NewPart(table.options, Opening(change.first, scores, table.deals))


def _out(table: State) -> Mapping[str, object]:
    """Return the eliminated players, if the house rules eliminate players or have done so."""
    return {"out": list(table.out)} if table.out or table.options.end_at.key == LAST_STANDING else {}


def _next(tally: Tally) -> Mapping[str, object]:
    table = tally.at(State)
    if tally.status == "finished":
        return {}
    options = table.options
    return {
        "deal": table.deals + 1,
        **({"active": list(table.active), **_out(table)} if _out(table) else {}),
        "variant": options.variant,
        "extra_deal": table.plays_on,
        "hand_counts": {"laid": options.counts_hand(laid=True), "not_laid": options.counts_hand(laid=False)},
    }


JSON_OUTPUT = JsonOutput(lambda tally: _out(tally.at(State)), lambda line: _out(own(line.after, State)), _next)
