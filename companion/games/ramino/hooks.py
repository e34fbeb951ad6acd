"""Functions of Ramino for the shared layers: forms, gaps and cards of a deal, scoreboard, paper, JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.games.ramino.deal import FINISHES, PENALTIES, Reentry
from companion.games.ramino.options import MOST_PACKS, Opening, Options
from companion.games.ramino.plausible import least_whole_hand, may_be_whole, most_laid, most_left
from companion.games.ramino.played import TABLE_FINE
from companion.games.ramino.score import laying_decides, multiplier
from companion.games.ramino.table import State
from companion.games.ramino.values import in_hand, on_table
from companion.rules.cards import Cards
from companion.rules.entries import Player
from companion.rules.field_metadata import Json
from companion.rules.game import BoardContent, JsonOutput, NewPart, Offer, UsualPenalties, deal_number, of_players
from companion.rules.melds import Meld, read_all
from companion.rules.messages import N_, Say, say
from companion.rules.paper_columns import DEALER, TOTAL, PaperColumn, PaperLayout, Sign
from companion.rules.people import Change
from companion.rules.rulings import PlayerStep, Ruling, refuse
from companion.rules.tally import Spot, Tally, own

MOST = {
    "joker": 3,
    "table": 6,
    "announce": 3,
}  # counts that can be chosen in the form; more cards than turns are possible
OWN_ADDITIONS = "own_additions"  # a finish in the form: cards were added only to melds of the same turn
ON_THE_FORM = {
    "plain": N_("plain"),
    "ramino": N_("ramino"),
    "ramino_own": N_("own cards"),
    OWN_ADDITIONS: N_("own cards, added"),
}


@dataclass(frozen=True)
class Offence:
    """A penalty in the form, with its effect on the points for each count.

    Attributes:
        times: the typed count, or other typed text.
    """

    kind: str
    text: str
    choices: Mapping[str, int]
    times: str


def form(tally: Tally, typed: Json) -> Mapping[str, object]:
    """Return the bounds of typed numbers, the hands that do not show whether a player has melds, and the offences."""
    table = tally.at(State)
    with_cards_laid = most_left(table, laid=True)
    return {
        "offences": {player: _offences(table.options, typed.get("penalties"), player) for player in table.active},
        "step": "" if table.options.value_table == "traditional" else 5,
        "most_laid": most_laid(table),
        "most_left": max(with_cards_laid, most_left(table, laid=False)),
        "may_be_whole": range(least_whole_hand(table), with_cards_laid + 1),
        "finishes": _finishes(table.options, typed.get("finish")),
        "own_finishes": _finishes(table.options, typed.get("finish"), all_said=False),
        "laying_decides": _deciding(table.options) if table.options.eliminates else [],
        "laid_said": [player for player in table.active if _has_said(table, typed, player)],
    }


def _has_said(table: State, typed: Json, player: Player) -> bool:
    """Return True if it was entered that a player has melds, unless the hand shows it."""
    said = bool(of_players(typed, "laid").get(player))
    return said and has_laid(table, of_players(typed, "left").get(player)) is None


def _offences(options: Options, penalties: object, player: Player) -> list[Offence]:
    typed = penalties.get(player) if isinstance(penalties, Mapping) else None
    given = typed if isinstance(typed, list) else []
    prices = _prices(options)
    times = {kind: str(_times(given, kind) or "") for kind in PENALTIES}
    return [_offence(options, kind, prices[kind], times[kind]) for kind in PENALTIES if prices[kind] or times[kind]]


def _prices(options: Options) -> Mapping[str, int]:
    """Return the cost of each penalty; 0 if the house rules do not have it."""
    table = TABLE_FINE if options.manipulation else 0
    return {"joker": options.joker_fine, "table": table, "announce": options.announce_penalty}


def _offence(options: Options, kind: str, price: int, typed: str) -> Offence:
    sign = 1 if options.eliminates else -1
    choices = {str(n): sign * n * price for n in range(1, MOST[kind] + 1)}
    return Offence(kind, PENALTIES[kind], choices, typed)


def _times(given: Sequence[object], kind: str) -> int | str:
    """Return how often the word occurs in the list, or the text typed beside it."""
    typed = [word.partition(" ")[2] for word in given if isinstance(word, str) and word.startswith(kind + " ")]
    return typed[0] if typed else given.count(kind)


def ask_form(options: Options, facts: Json, players: Sequence[Player]) -> Mapping[str, object]:
    """Return the number of packs, or the highest possible one until it is given, and the number of jokers."""
    typed = str(facts.get("packs"))
    packs = min(int(typed), MOST_PACKS) if typed.isdecimal() and int(typed) else MOST_PACKS
    return {"copies": packs, "jokers": packs * options.jokers_per_pack}


def filled(tally: Tally, typed: Json) -> dict[str, object]:
    """Return the deal with values that follow from the house rules and the hands."""
    table = tally.at(State)
    deal = dict(typed)
    if deal.get("finish") == OWN_ADDITIONS:
        deal["finish"] = _meant(table.options, OWN_ADDITIONS)
    return _with_laid(table, deal)


def _with_laid(table: State, deal: dict[str, object]) -> dict[str, object]:
    """Add which players have melds, if the hand shows it by its number of cards or its points.

    In the points game melds must be entered, so only players without melds are added.
    """
    hands, typed_laid, typed_not_laid = deal.get("left"), deal.get("laid") or {}, deal.get("not_laid") or []
    if not isinstance(hands, dict) or not isinstance(typed_laid, dict) or not isinstance(typed_not_laid, list):
        return deal  # unreadable values are refused later
    laid, not_laid = dict(typed_laid), list(typed_not_laid)
    for player in table.active:
        if hands.get(player) is None or player in laid or player in not_laid or player == deal.get("out"):
            continue
        has = has_laid(table, hands[player])
        if has is None and table.options.eliminates and _is_fined_for_play(deal, player):
            has = True
        if has and table.options.eliminates:
            laid[player] = True
        elif has is False:
            not_laid.append(player)
    return {**deal, **({"laid": laid} if laid else {}), **({"not_laid": not_laid} if not_laid else {})}


def own_points(tally: Tally, player: Player, part: Json) -> int | None:
    """Return the points of a player's melds; None in elimination, with penalties, or if the player went out."""
    laid = of_players(part, "laid").get(player, 0)
    if tally.at(State).options.eliminates or part.get("out") == player or part.get("penalties"):
        return None
    return laid if isinstance(laid, int) else None


def _is_fined_for_play(deal: Json, player: Player) -> bool:
    """Return True if a penalty shows that a player has melds: for a kept joker or for few cards."""
    penalties = of_players(deal, "penalties").get(player)
    return isinstance(penalties, list) and bool({"joker", "announce"} & {str(word) for word in penalties})


def offers(tally: Tally) -> tuple[Offer, ...]:
    """Return the offer to come back for players eliminated in the last deal, if the house rules allow it."""
    table = tally.at(State)
    words = {player: say("comes back in at {n}", n=table.way_back) for player in table.may_return}
    return (Offer(Reentry, words),) if words else ()


CARD_KEPT = N_("Card kept")
REASONS = {
    N_("Joker kept"): "ramino.joker.penalty",
    CARD_KEPT: "ramino.table.penalty",
    N_("Out of turn"): "ramino.irregular.turn",
}


def usual_penalties(options: Options) -> UsualPenalties:
    """Return the penalties of the rule book by these house rules, and further usual amounts."""
    priced = {options.joker_fine, options.announce_penalty, TABLE_FINE if options.manipulation else 0} - {0}
    usual = (10, 25, 50, 100) if options.eliminates else (50, 100, 200, 300)
    more = [n for n in usual if n not in priced]
    reasons = {why: clause for why, clause in REASONS.items() if why != CARD_KEPT or options.manipulation}
    return UsualPenalties(tuple(sorted([*priced, *more[: 4 - len(priced)]])), reasons)


def missing(tally: Tally, deal: Json, players: Sequence[Player]) -> Ruling | None:
    """Ask for melds if the hand does not show them; in a player's own part of the deal, also for the hand."""
    table = tally.at(State)
    asked = [player for player in players if player in table.active]
    for player in asked:
        wrong = _left_unsaid(table, deal, player) if len(players) == 1 else None
        if wrong := wrong or _laid_unsaid(table, deal, player, is_part=len(players) == 1):
            return wrong
    return None


def _left_unsaid(table: State, deal: Json, player: Player) -> Ruling | None:
    if deal.get("out") == player or player in of_players(deal, "left"):
        return None
    sentence = say("Enter what {player} has left, that {player} went out, or that the deal was blocked.", player=player)
    if _is_blocked(deal):
        if not table.options.eliminates:
            return None  # hands do not count
        sentence = say("Enter what {player} had left.", player=player)
    return _asked("ramino.left_missing", sentence, "ramino.score.hands", "left", player)


def _laid_unsaid(table: State, deal: Json, player: Player, *, is_part: bool) -> Ruling | None:
    """Ask for melds: in the points game for all of them. In a whole deal, the rules ask for those of the winner."""
    options, nothing = table.options, deal.get("not_laid")
    if player in of_players(deal, "laid") or (isinstance(nothing, list) and player in nothing):
        return None
    if deal.get("out") == player:
        if options.eliminates or not is_part:
            return None
        sentence = say("{player} went out: enter {player}’s melds.", player=player)
        return _asked("ramino.laid_missing", sentence, "ramino.score.melded", "laid", player)
    left = of_players(deal, "left").get(player)
    if left is None and (options.eliminates or not _is_blocked(deal)):
        return None  # the hand is asked for first
    if left is not None and has_laid(table, left) and not is_part:
        return None  # the rules refuse such a hand without melds
    if options.eliminates and not _is_laying_asked(table, deal, player, is_part=is_part):
        return None
    sentence = say("Enter {player}’s melds, or that {player} has no melds.", player=player)
    if options.eliminates:
        sentence = say("Choose whether {player} has laid down melds.", player=player)
    return _asked("ramino.laid_unsaid", sentence, _why(options, deal), "laid", player)


def _is_laying_asked(table: State, deal: Json, player: Player, *, is_part: bool) -> bool:
    """Return True if it matters if this player has melds: by the finish, unless another player has melds.

    In a player's own part of the deal neither is known.
    """
    if is_part:
        return not _is_blocked(deal) and bool(_deciding(table.options))
    out = deal.get("out")
    laid = of_players(deal, "laid")
    has_another = any(laid[one] for one in laid if one not in (player, out))
    return out is not None and laying_decides(table.options, str(deal.get("finish", "plain"))) and not has_another


def _deciding(options: Options) -> list[str]:
    """Return the finishes of the form with which, in elimination, it matters whether the others have melds."""
    return [finish for finish in _finishes(options) if laying_decides(options, _meant(options, finish))]


def _finishes(options: Options, typed: object = None, *, all_said: bool = True) -> dict[str, str]:
    """Return the finishes with their words: only one of those that count the same, and the typed one.

    Args:
        options: the house rules.
        typed: the typed finish.
        all_said: include the finish that depends on which melds are of this turn; a player's own part leaves it out.
    """
    if options.eliminates and options.elim_multiplier == "double":
        kinds = ["plain", "ramino"]
    else:
        kinds = [*ON_THE_FORM] if all_said else [*FINISHES]
    return {finish: words for finish, words in ON_THE_FORM.items() if finish in kinds or finish == typed}


def _meant(options: Options, finish: object) -> str:
    """Return the finish that a finish of the form stands for."""
    if finish != OWN_ADDITIONS:
        return str(finish)
    return "ramino" if options.own_turn_additions == "count_as_adding" else "ramino_own"


def _asked(code: str, sentence: Say, clause: str, field: str, player: Player) -> Ruling:
    return replace(refuse(code, sentence, clause, player=player), path=(field, PlayerStep(player)))


def _why(options: Options, deal: Json) -> str:
    """Return the clause for which it matters whether a player has melds."""
    if not options.eliminates:
        return "ramino.score.shutout"
    finish = str(deal.get("finish", "plain"))
    deciding = finish if laying_decides(options, finish) else _meant(options, _deciding(options)[0])
    return multiplier(options, deciding, shut_out=True)[1]


def has_laid(table: State, left: object) -> bool | None:
    """Return True if the hand shows that a player has melds; None if both is possible.

    A number that is no possible hand gives True and is refused later.
    """
    if isinstance(left, list):
        return len(left) != table.options.dealt
    if not isinstance(left, int) or not may_be_whole(table, left):
        return True
    return None if left <= most_left(table, laid=True) else False


def _is_blocked(deal: Json) -> bool:
    return "out" in deal and deal["out"] is None


def scoreboard(tally: Tally) -> BoardContent:
    options = tally.at(State).options
    out = (
        say("eliminated at {n}", n=options.limit)
        if options.limit_rule == "reach"
        else say("eliminated above {n}", n=options.limit)
    )
    stake = out if options.eliminates else say("to {n}", n=options.target)
    return BoardContent(say("Deal {n}", n=deal_number(tally)), stake=stake)


def card_points(options: Options, typed: Json, cards: Mapping[Spot, tuple[Cards, ...]]) -> dict[Spot, int]:
    """Return the points of the melds and of each hand. Melds with an invalid one are left out."""
    points = {spot: (_laid if spot[0] == "laid" else _left)(options, groups) for spot, groups in cards.items()}
    return {spot: n for spot, n in points.items() if n is not None}


def _laid(options: Options, groups: tuple[Cards, ...]) -> int | None:
    melds = [meld for meld in read_all(groups, options.melds) if isinstance(meld, Meld)]
    return sum(meld.worth(on_table(options)) for meld in melds) if len(melds) == len(groups) else None


def _left(options: Options, groups: tuple[Cards, ...]) -> int:
    return sum(in_hand(card, options) for hand in groups for card in hand)


def paper_columns(options: Options) -> PaperLayout:
    nothing = Sign(N_("No melds"), "not_laid[]", sign="–")
    penalties = tuple(Sign(meaning, f"penalties[@][{word}]", counts=True) for word, meaning in PENALTIES.items())
    left, laid = (
        PaperColumn(N_("Left in hand"), field="left[@]"),
        PaperColumn(N_("Melds"), field="laid[@]", signs=(nothing,)),
    )
    has_laid = Sign(N_("Has melds on the table"), "laid[@]", "true")
    counted = (laid, replace(left, signs=penalties))
    kinds = _finishes(options, all_said=False)
    return PaperLayout(
        deal=(
            DEALER,
            PaperColumn(N_("Who went out"), "player", "out", (Sign(N_("nobody: blocked"), "out[@]", "none", "–"),)),
            PaperColumn(N_("How"), "choice", "finish", tuple(Sign(FINISHES[one], value=one) for one in kinds)),
        ),
        each=(*(counted if options.mode == "points" else (replace(left, signs=(nothing, has_laid)),)), TOTAL),
        account=(say("Total"),),
        reminds=("score",) if options.mode == "points" else ("elim",),
    )


def new_part(tally: Tally, change: Change) -> NewPart:
    """Continue with the totals. A newcomer starts with the worst score of those who stay, and has not come back yet."""
    table = tally.at(State)
    worst = change.best(table.scores, low=not table.options.eliminates)
    returned = {player: n for player in change.stays if (n := table.returned.get(player, 0))}
    opening = Opening(change.first, change.carried(table.scores, worst), returned=returned, deals_played=table.deals)
    return NewPart(table.options, opening)


def _next(tally: Tally) -> Mapping[str, object]:
    table = tally.at(State)
    return {
        "active": list(table.active),
        "out": list(table.out),
        "mode": table.options.mode,
        "packs": table.packs,
        "manipulation": table.options.manipulation,
    }


JSON_OUTPUT = JsonOutput(
    lambda tally: {"out": list(tally.out)}, lambda line: {"out": list(own(line.after, State).out)}, _next
)
