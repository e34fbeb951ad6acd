"""Functions of any other game for the shared layers: form and gaps of a deal, scoreboard, paper, JSON."""

from collections.abc import Mapping, Sequence

from companion.games.free.options import Opening, Options
from companion.games.free.tally import State
from companion.rules.ending import agreed
from companion.rules.entries import Player
from companion.rules.field_metadata import Json
from companion.rules.game import BoardContent, JsonOutput, NewPart, UsualPenalties, deal_number, of_players, of_so_many
from companion.rules.messages import N_, say
from companion.rules.paper_columns import TOTAL, PaperColumn, PaperLayout, Sign
from companion.rules.people import Change, settled, transfers
from companion.rules.rulings import Ruling, refuse
from companion.rules.tally import Tally

REST = "rest"  # a form field, not part of a deal: players without a number have 0
SEVERAL = 3


def form(tally: Tally, typed: Json) -> Mapping[str, object]:
    """Return True if the form should offer to give all other players 0, which is needed if a 0 could win."""
    table = tally.at(State)
    return {"asks_rest": len(table.active) >= SEVERAL and (would_win(table, typed) or bool(typed.get(REST)))}


REASONS = {
    N_("Out of turn"): "free.deal.penalty",
    N_("Wrong card"): "free.deal.penalty",
    N_("Wrong dealer"): "free.deal.penalty",
}


def usual_penalties(options: Options) -> UsualPenalties:
    return UsualPenalties((5, 10, 20, 50), REASONS)


def filled(tally: Tally, typed: Json) -> dict[str, object]:
    """Return the deal with a 0 for each player without a number, if the form says so."""
    deal = {name: value for name, value in typed.items() if name != REST}
    points = deal.get("points", {})
    if not typed.get(REST) or not isinstance(points, Mapping):
        return deal
    blank = (player for player in tally.at(State).active if player not in {*points, *of_players(deal, "bonuses")})
    return {**deal, "points": {**points, **dict.fromkeys(blank, 0)}}


def own_points(tally: Tally, player: Player, part: Json) -> int | None:
    """Return the points that the player has typed, with the bonuses."""
    points, names = of_players(part, "points").get(player, 0), of_players(part, "bonuses").get(player, [])
    worth = tally.at(State).options.bonuses or {}
    if not isinstance(points, int) or not isinstance(names, list):
        return None
    return points + sum(worth.get(name, 0) for name in names if isinstance(name, str))


CLAUSE = "free.deal.points"


def missing(tally: Tally, deal: Json, players: Sequence[Player]) -> Ruling | None:
    """Ask for a number if nobody has one, or for those of several players if a 0 would be the best.

    A single player without a number is accepted: it is the one who went out while the others count their cards.
    """
    table = tally.at(State)
    named = {*of_players(deal, "points"), *of_players(deal, "bonuses")}
    asked = [player for player in players if player in table.active]
    blank = [player for player in asked if player not in named]
    if not blank:
        return None
    if len(asked) == 1:
        sentence = say("Enter what {player} has. It can be 0.", player=asked[0])
        return refuse("free.nothing", sentence, CLAUSE, player=asked[0])
    if blank == asked:
        return refuse("free.nothing", say("Enter at least one number. It can be 0."), CLAUSE, player=asked[0])
    if len(blank) == 1 or not would_win(table, deal):
        return None
    sentence = say("No number yet for: {names}. Enter what they have. It can be 0.", names=blank)
    return refuse("free.blank", sentence, CLAUSE, player=blank[0])


def would_win(table: State, deal: Json) -> bool:
    """Return True if a 0 may be the best number: the lowest wins, or all entered numbers are negative."""
    if table.options.low:
        return True
    points = [n for n in of_players(deal, "points").values() if isinstance(n, int)]
    return bool(points) and max(points) < 0 and not (table.options.zero_sum or of_players(deal, "bonuses"))


def scoreboard(tally: Tally) -> BoardContent:
    table = tally.at(State)
    if of := agreed(table.options.length, "deals"):
        return of_so_many(tally, table.deals, of)
    out = say("eliminated above {n}", n=table.options.limit) if table.options.limit else None
    stake = say("to {n}", n=table.options.target) if table.options.target else out
    return BoardContent(say("Deal {n}", n=deal_number(tally)), stake=stake)


def new_part(tally: Tally, change: Change) -> NewPart:
    """Continue with the totals. A newcomer gets the worst total of those who stay, or 0 if deals add up to zero."""
    table = tally.at(State)
    low, stake = table.options.low, table.options.stake
    if not table.options.zero_sum:
        scores = change.carried(table.scores, change.best(table.scores, low=not low))
        return NewPart(table.options, Opening(change.first, scores, deals_played=table.deals))
    sign = -1 if low else 1  # if the lowest total wins, points are losses
    won, paid = settled(change, {player: sign * n for player, n in table.scores.items()})
    scores = change.carried({player: sign * n for player, n in won.items()}, 0)
    return NewPart(table.options, Opening(change.first, scores, deals_played=table.deals), transfers(paid, stake or 1))


def paper_columns(options: Options) -> PaperLayout:
    signs = tuple(Sign(name, "bonuses[@][]", name) for name in options.bonuses)
    bonus = (PaperColumn(N_("Bonuses"), signs=signs),) if signs else ()
    return PaperLayout(each=(PaperColumn(N_("Points"), field="points[@]"), *bonus, TOTAL), account=(say("Total"),))


JSON_OUTPUT = JsonOutput(lambda tally: {"out": list(tally.out)} if tally.at(State).options.limit else {})
