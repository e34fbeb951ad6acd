"""Functions of gin rummy for the shared layers: form, gaps and cards of a deal, scoreboard, paper, JSON."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain

from companion.games.gin.booking import Booking
from companion.games.gin.deal import BIG_HAND, ENDS, FALSE_KNOCK, HAND, Deal, wrong_hand, wrong_hands
from companion.games.gin.layouts import Arrangement, arrange, showdown
from companion.games.gin.options import COLUMNS, Opening, Options
from companion.games.gin.options import PaperColumn as ColumnSoFar
from companion.games.gin.score import knock_limit
from companion.games.gin.table import Finished, State
from companion.rules.cards import Card, Cards
from companion.rules.entries import Body, Player
from companion.rules.field_metadata import Json
from companion.rules.game import BoardContent, JsonOutput, NewPart, ScoreColumn, Upcard, UsualPenalties
from companion.rules.messages import N_, Say, number_word, say, say_all, say_n
from companion.rules.options import Counted
from companion.rules.paper_columns import DEALER, TOTAL, PaperColumn, PaperLayout, Sign
from companion.rules.people import Change, settled, transfers
from companion.rules.rulings import Ruling, refuse
from companion.rules.tally import Line, Payment, Spot, Tally, own

PAIR = 2

REASONS = {
    FALSE_KNOCK: "gin.knock.false",
    N_("Drawn too early"): "gin.irregular.early",
    N_("A card too many seen"): "gin.irregular.two",
}
ON_THE_FORM = {**ENDS, "void": N_("void")}  # shorter, because the form shows that it is about a deal


def form(tally: Tally, typed: Json) -> Mapping[str, object]:
    """Return the highest deadwood for a knock, in points, and the possible ends of a deal with the usual one.

    In Oklahoma the limit is lower as soon as the turned-up card is typed.
    """
    options, card = tally.at(State).options, _upcard(typed)
    limit = knock_limit(options, card)[0]
    offered = {"knock": bool(limit) or options.oklahoma, "big_gin": options.big_gin}
    ends = {end: words for end, words in ON_THE_FORM.items() if offered.get(end, True)}
    return {"limit": limit, "upcard": card, "ends": ends, "usual": "knock" if limit else "gin"}


def usual_penalties(options: Options) -> UsualPenalties:
    """Return usual amounts, and the cost of a false knock if the house rules have one."""
    priced = {options.false_knock.n} if isinstance(options.false_knock, Counted) else set()
    more = [n for n in (10, 20, 25, 50) if n not in priced]
    return UsualPenalties(tuple(sorted([*priced, *more[: 4 - len(priced)]])), REASONS)


def upcard(tally: Tally, known: Json) -> Upcard | None:
    """Return the request for the turned-up card in Oklahoma, which is needed before play; else None."""
    if not tally.at(State).options.oklahoma or tally.status == "finished":
        return None
    card = _upcard(known)
    means = _means(tally.at(State).options, card) if card else ()
    return Upcard("upcard", say("Oklahoma"), N_("Turned-up card"), card, means)


def _means(options: Options, card: Card) -> tuple[Say, ...]:
    limit, _ = knock_limit(options, card)
    ends = say("knock with at most {n}", n=limit) if limit else say("only gin ends this deal")
    if card.suit != "S" or options.oklahoma_spades == "off":
        return (ends,)
    both = options.oklahoma_spades == "points_and_box"
    return (ends, say("the points and the deals won are doubled") if both else say("the points are doubled"))


def _upcard(written: Json) -> Card | None:
    with suppress(ValueError):
        card = Card(str(written.get("upcard")))
        return None if card.is_joker else card
    return None


def filled(tally: Tally, typed: Json) -> dict[str, object]:
    """Return a void deal without the fields that its form no longer shows."""
    needless = ("by", "deadwood", "hands", "layout") if typed.get("end") == "void" else ()
    return {name: value for name, value in typed.items() if name not in needless}


def missing(tally: Tally, deal: Json, players: Sequence[Player]) -> Ruling | None:
    """Ask for the deadwood in a player's own part of the deal. A whole deal is checked once it says who ended it."""
    if deal.get("end") == "void":
        return None
    for player in players if len(players) == 1 else ():
        is_gin = deal.get("by") == player and deal.get("end") != "knock"
        if player in tally.at(State).active and not is_gin and not _is_said(deal, player):
            sentence = say("Enter {player}’s deadwood.", player=player)
            return refuse("gin.deadwood_missing", sentence, "gin.score.difference", player=player)
    return None


def _is_said(deal: Json, player: Player) -> bool:
    return any(isinstance(typed := deal.get(field), Mapping) and player in typed for field in ("deadwood", "hands"))


def scoreboard(tally: Tally) -> BoardContent:
    """Return the texts of the scoreboard."""
    table = tally.at(State)
    several = len(table.columns) > 1
    return BoardContent(
        where=say("Game {n}", n=table.leg),
        played=_played(tally),
        stake=_ahead(table),
        strokes={} if several else table.columns[0].boxes,
        columns=tuple(_score_column(table, n) for n in range(len(table.columns))) if several else (),
    )


def _played(tally: Tally) -> Say | None:
    """Return the number of finished games in words, or None if there is none."""
    table = tally.at(State)
    closed = Counter(game.leg for game in table.games if not game.settlement.broken_off)
    n = sum(columns == len(table.columns) for columns in closed.values())
    if not n:
        return None
    if tally.status == "finished":
        return say_n("one game", "{n} games", n, n=number_word(n))
    return say_n("after {n} game", "after {n} games", n)


def closed(tally: Tally, line: Line) -> Say | None:
    """Return the points that each game or column closed by this line has brought its winner."""
    n = sum(one.event.wins for one in line.events)
    won = [game.settlement for game in own(line.after, State).games[-n:]] if n else []
    texts = [say("{player} wins {n} points.", player=one.winner, n=one.nets[one.winner]) for one in won]
    return say_all(texts) if texts else None


def _score_column(table: State, n: int) -> ScoreColumn:
    column = table.columns[n]
    if not column.closed:
        left = {player: table.options.target - score for player, score in column.scores.items()}
        under = {player: say("needs {n}", n=n) for player, n in left.items() if n > 0}
        return ScoreColumn(column.scores, column.boxes, under=under)
    end = next((one.settlement for one in table.games if (one.leg, one.column) == (table.leg, n)), None)
    won = end.nets[end.winner] if end else 0  # a column closed on paper has no account; a broken-off one may be tied
    under = {end.winner: say("won {n}", n=won)} if end and won else {}
    return ScoreColumn(column.scores, column.boxes, ruled_off=True, under=under)


def _ahead(table: State) -> Say | None:
    leader = max(table.players, key=lambda player: table.nets[player])
    n = table.nets[leader]
    return say("Match {player} +{n}", player=leader, n=n) if n else None


def card_points(options: Options, typed: Json, cards: Mapping[Spot, tuple[Cards, ...]]) -> dict[Spot, int]:
    """Return the lowest deadwood of each hand; if both are known and one player ended the deal, after laying off."""
    hands = {spot: Cards(chain.from_iterable(groups)) for spot, groups in cards.items()}
    whole = {spot: hand for spot, hand in hands.items() if not wrong_hand(hand, (HAND, BIG_HAND))}
    return {spot: arrange(hand).deadwood for spot, hand in whole.items()} | _after_laying_off(typed.get("by"), whole)


def _after_laying_off(by: object, hands: Mapping[Spot, Cards]) -> dict[Spot, int]:
    """Return the deadwood of both, if there are two hands of ten different cards and one player ended the deal."""
    first = next((spot for spot in hands if spot[1] == by), None)
    second = next((spot for spot in hands if spot != first), None)
    if not first or not second or wrong_hand(hands[first] + hands[second], (2 * HAND,)):
        return {}
    end = showdown(hands[first], hands[second])
    return {first: end.knocker.deadwood, second: end.defender.deadwood}


def deal_text(body: Body) -> tuple[Say, ...]:
    """Return melds, lay-offs and loose cards of a deal; empty if only numbers or impossible hands were entered."""
    if not isinstance(body, Deal) or not body.by:
        return ()
    others = [player for player in body.hands if player != body.by]
    if len(others) != 1 or wrong_hands(body, body.by, others[0]):
        return ()
    (defender,) = others
    end = showdown(body.hands[body.by], body.hands[defender], body.layout)
    laid_off = (
        say("{player} lays off {card} on {meld}", player=defender, card=one.card, meld=one.meld) for one in end.lay_offs
    )
    return (*_side(body.by, end.knocker), *laid_off, *_side(defender, end.defender))


def _side(player: Player, hand: Arrangement) -> Iterator[Say]:
    for meld in hand.melds:
        yield say("{player} lays down {meld}", player=player, meld=meld)
    if hand.loose:
        yield say("{player} has {cards} left: {n}", player=player, cards=hand.loose, n=hand.deadwood)


GAMES, DEALS = 3, 14  # games on a sheet, and deals of a long game


def paper_columns(options: Options) -> PaperLayout:
    """Return the columns of a paper sheet: three scores in Hollywood, the turned-up card in Oklahoma."""
    card = (PaperColumn(N_("Turned-up card"), "card", "upcard"),) if options.oklahoma else ()
    columns = tuple(say("Column {n}", n=n + 1) for n in range(COLUMNS)) if options.hollywood else ()
    total = () if columns else (TOTAL,)
    ends = [end for end in ENDS if end != "big_gin" or options.big_gin]
    how = PaperColumn(N_("How"), "choice", "end", tuple(Sign(ENDS[end], value=end) for end in ends))
    return PaperLayout(
        deal=(DEALER, *card, PaperColumn(N_("Who ended the deal"), "player", "by"), how),
        each=(PaperColumn(N_("Deadwood"), field="deadwood[@]"), PaperColumn(N_("Points"), "change"), *total),
        columns=columns,
        tables=tuple(say("Game {n}", n=n + 1) for n in range(GAMES)),
        rows=DEALS,
        closing=(N_("Score"), N_("For deals won"), N_("Won the game"), N_("Total"), N_("Difference")),
        account=(say("Won and lost in all games"),),
    )


def check_change(tally: Tally, change: Change) -> Ruling | None:
    """Refuse a change after which fewer than two old players would stay, or three would play Hollywood."""
    if len(change.stays) < PAIR:
        sentence = say("At least two of the old players must stay. Otherwise it is another match: end this one.")
        return refuse("gin.people.opponent", sentence, "gin.people.opponent")
    if tally.at(State).options.hollywood and len(change.players) > PAIR:
        return refuse("gin.three", say("Hollywood is for two players."), "gin.players.three")
    return None


def new_part(tally: Tally, change: Change) -> NewPart:
    """Continue the current game. A player who leaves settles the net; a newcomer starts at 0 in all columns."""
    table, options = tally.at(State), tally.at(State).options
    nets, paid = settled(change, table.nets)
    columns = [(change.carried(one.scores, 0), change.carried(one.boxes, 0), one.closed) for one in table.columns]
    opening = Opening(change.first, nets=change.carried(nets, 0), games_played=table.leg - 1, deals_played=table.deals)
    if options.hollywood:
        wins = change.carried(table.won, 0)
        opening = replace(opening, columns=tuple(ColumnSoFar(*column) for column in columns), wins=wins)
    else:
        scores, boxes, _ = columns[0]
        opening = replace(opening, scores=scores, boxes=boxes)
    if len(change.players) > PAIR:
        options = replace(options, next_dealer=Options.next_dealer)
    return NewPart(options, opening, transfers(paid, options.stake or 1))


def _match(tally: Tally) -> Mapping[str, object]:
    table = tally.at(State)
    games = [_game(game) for game in table.games]
    return {"boxes": dict(table.columns[0].boxes), "games": games, "nets": dict(table.nets), **_score_columns(table)}


def _line(line: Line) -> Mapping[str, object]:
    booking = own(line.played, Booking)
    after = own(line.after, State)
    points = {player: booking.points if player == booking.player else 0 for player in after.players}
    return {"points": points, "boxes": dict(after.columns[0].boxes), **_score_columns(after)}


def _score_columns(table: State) -> dict[str, object]:
    """Return the three columns of Hollywood, with the first as the scores; empty for a single column."""
    if len(table.columns) == 1:
        return {}
    return {
        "scores": dict(table.columns[0].scores),
        "columns": [dict(column.scores) for column in table.columns],
        "column_boxes": [dict(column.boxes) for column in table.columns],
    }


def _game(game: Finished) -> dict[str, object]:
    """Return a finished game: with two players its one payment, with three a list of payments, payers in seat order."""
    end = game.settlement
    output: dict[str, object] = {"totals": dict(end.totals)}
    paid = [account.payment for account in end.accounts]
    if len(end.totals) == 2:
        output["payment"] = _payment(paid[0]) if paid else None
    else:
        seats = list(end.totals)
        order = sorted(paid, key=lambda payment: (seats.index(payment.payer), seats.index(payment.payee)))
        output["payments"] = [_payment(payment) for payment in order if payment.amount or not end.broken_off]
    return {**output, "broken_off": True} if end.broken_off else output


def _payment(paid: Payment) -> dict[str, object]:
    return {"from": paid.payer, "to": paid.payee, "amount": paid.amount}


def _next(tally: Tally) -> Mapping[str, object]:
    table = tally.at(State)
    return {"game": table.leg, "knock_limit": table.options.knock_limit, "oklahoma": table.options.oklahoma}


JSON_OUTPUT = JsonOutput(_match, _line, _next)
