"""Answer what the shared layers ask of Ramino: forms, gaps and cards of a deal, scoreboard, paper, JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.games.ramino.deal import FINISHES, PENALTIES, Reentry
from companion.games.ramino.options import MOST_PACKS, Options
from companion.games.ramino.plausible import least_whole_hand, most_laid, most_left
from companion.games.ramino.table import State
from companion.games.ramino.values import in_hand, on_table
from companion.rules.cards import Cards
from companion.rules.entries import Player
from companion.rules.field_metadata import Json
from companion.rules.game import BoardContent, JsonOutput, Offer, deal_number, of_players
from companion.rules.melds import Meld, read_all
from companion.rules.messages import N_, Say, say
from companion.rules.paper_columns import DEALER, TOTAL, PaperColumn, PaperLayout, Sign
from companion.rules.rulings import PlayerStep, Ruling, refuse
from companion.rules.tally import Spot, Tally, own

OWN_ADDITIONS = "own_additions"  # a finish on the form: cards added to combinations of this very turn alone


@dataclass(frozen=True)
class Offence:
    """A penalty that a player may get, on the form: how many `times` it was typed, or what stands there instead."""

    kind: str
    text: str
    times: int | str


def form(tally: Tally, typed: Json) -> Mapping[str, object]:
    """Return the bounds of what can be typed, the hands that leave open whether somebody has laid, and the offences."""
    table = tally.at(State)
    with_cards_laid = most_left(table, laid=True)
    return {
        "offences": {player: _offences(table.options, typed.get("penalties"), player) for player in table.active},
        "step": "" if table.options.value_table == "traditional" else 5,
        "most_laid": most_laid(table),
        "most_left": max(with_cards_laid, most_left(table, laid=False)),
        "may_be_whole": range(least_whole_hand(table), with_cards_laid + 1),
    }


def _offences(options: Options, penalties: object, player: Player) -> list[Offence]:
    typed = penalties.get(player) if isinstance(penalties, Mapping) else None
    given = typed if isinstance(typed, list) else []
    kinds = [kind for kind in PENALTIES if kind != "table" or options.manipulation]
    return [Offence(kind, PENALTIES[kind], _times(given, kind)) for kind in kinds]


def _times(given: Sequence[object], kind: str) -> int | str:
    """Return how often the word stands there, or what was typed beside it that is no such number."""
    typed = [word.partition(" ")[2] for word in given if isinstance(word, str) and word.startswith(kind + " ")]
    return typed[0] if typed else given.count(kind)


def ask_form(options: Options, facts: Json, players: Sequence[Player]) -> Mapping[str, object]:
    """Return the packs in play, or the most there can be while nobody has said how many, and the jokers in them."""
    typed = str(facts.get("packs"))
    packs = min(int(typed), MOST_PACKS) if typed.isdecimal() and int(typed) else MOST_PACKS
    return {"copies": packs, "jokers": packs * options.jokers_per_pack}


def filled(tally: Tally, typed: Json) -> dict[str, object]:
    """Return the deal with what the house rules and the hands say by themselves."""
    table = tally.at(State)
    deal = dict(typed)
    if deal.get("finish") == OWN_ADDITIONS:
        adds = table.options.own_turn_additions == "count_as_adding"
        deal["finish"] = "ramino" if adds else "ramino_own"
    return _with_laid(table, deal)


def _with_laid(table: State, deal: dict[str, object]) -> dict[str, object]:
    """Fill in who has laid, where the hand says it: fewer cards than were dealt, or too few points for them.

    In the points game what was laid has to be written, so there only the whole hand is a matter of course.
    """
    hands, typed_laid, typed_not_laid = deal.get("left"), deal.get("laid") or {}, deal.get("not_laid") or []
    if not isinstance(hands, dict) or not isinstance(typed_laid, dict) or not isinstance(typed_not_laid, list):
        return deal  # what cannot be read is refused later
    laid, not_laid = dict(typed_laid), list(typed_not_laid)
    for player in table.active:
        if hands.get(player) is None or player in laid or player in not_laid or player == deal.get("out"):
            continue
        has = has_laid(table, hands[player])
        if has and table.options.eliminates:
            laid[player] = True
        elif has is False:
            not_laid.append(player)
    return {**deal, **({"laid": laid} if laid else {}), **({"not_laid": not_laid} if not_laid else {})}


def own_points(tally: Tally, player: Player, part: Json) -> int | None:
    """Return what one has laid who has not gone out; in elimination, and with penalties, more than that decides."""
    laid = of_players(part, "laid").get(player, 0)
    if tally.at(State).options.eliminates or part.get("out") == player or part.get("penalties"):
        return None
    return laid if isinstance(laid, int) else None


def offers(tally: Tally) -> tuple[Offer, ...]:
    """Offer the way back to who has gone out with the last deal, where the table has one."""
    table = tally.at(State)
    return (Offer(Reentry, N_("Who comes back?"), table.may_return),) if table.may_return else ()


def missing(tally: Tally, deal: Json, players: Sequence[Player]) -> Ruling | None:
    """Ask for what was laid, where the hand does not say it; who says only a part of the deal, also for the hand."""
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
            return None  # nobody needs to count
        sentence = say("Enter what {player} had left.", player=player)
    return _asked("ramino.left_missing", sentence, "ramino.score.hands", "left", player)


def _laid_unsaid(table: State, deal: Json, player: Player, *, is_part: bool) -> Ruling | None:
    """Ask for what was laid: in the points game all of it; in a whole deal its rules ask for that of who went out."""
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
        return None  # it is refused of who has laid nothing
    sentence = say("Enter {player}’s melds, or that {player} has no melds.", player=player)
    if options.eliminates:
        sentence = say("Choose whether {player} has laid down melds.", player=player)
    return _asked("ramino.laid_unsaid", sentence, _why(options), "laid", player)


def _asked(code: str, sentence: Say, clause: str, field: str, player: Player) -> Ruling:
    return replace(refuse(code, sentence, clause, player=player), path=(field, PlayerStep(player)))


def _why(options: Options) -> str:
    """Return the clause of what hangs on whether somebody has laid; where no factor does, which hand it can be."""
    if not options.eliminates:
        return "ramino.score.shutout"
    if options.elimination_shutout_bonus:
        return "ramino.elim.shutout"
    return "ramino.elim.multiplier" if options.elim_multiplier == "kinds" else "ramino.elim.hands"


def has_laid(table: State, left: object) -> bool | None:
    """Return what the hand tells: None where it may be either. A number that is none is refused later."""
    if isinstance(left, list):
        return len(left) != table.options.dealt
    if isinstance(left, int):
        return True if left < least_whole_hand(table) else False if left > most_left(table, laid=True) else None
    return True


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
    """Return the points of each laying and hand; nothing yet for a laying with a part that is no combination."""
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
    return PaperLayout(
        deal=(
            DEALER,
            PaperColumn(N_("Who went out"), "player", "out", (Sign(N_("nobody: blocked"), "out[@]", "none", "–"),)),
            PaperColumn(
                N_("How"), "choice", "finish", tuple(Sign(words, value=word) for word, words in FINISHES.items())
            ),
        ),
        each=(*(counted if options.mode == "points" else (replace(left, signs=(nothing, has_laid)),)), TOTAL),
        account=(say("Total"),),
        reminds=("score",) if options.mode == "points" else ("elim",),
    )


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
