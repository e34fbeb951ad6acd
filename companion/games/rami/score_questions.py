"""Questions about the score of Rami: a hand, a rami sec, the end of the match and its winner."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.games.rami.meld_questions import NEEDED, impossible_cards
from companion.games.rami.melds import DEALT, laying_clause, loser_parts, wrong_number
from companion.games.rami.options import FLAT, Options
from companion.games.rami.table import LAST_STANDING, State, with_winners
from companion.games.rami.turn_questions import DEFAULTS
from companion.rules.cards import Cards
from companion.rules.entries import Player
from companion.rules.field_metadata import Json, circumstance, deciding, fact, needed
from companion.rules.game import question
from companion.rules.messages import N_, Say, say
from companion.rules.rulings import WHO, Ground, Ruling, answer, but, by, illegal, impossible
from companion.rules.shared_facts import ENDED, MOVED, MOVED_PAST, broken_off, goes_on, won
from companion.rules.tally import Tally


def known_totals(tally: Tally) -> Mapping[str, object]:
    """Return the totals of players still in, and whether a changed end of the match waits for the next deal."""
    table = tally.at(State)
    totals = {player: table.scores[player] for player in table.active}
    moved = {"moved": True} if not table.over and with_winners(table).over else {}
    options = (table.closing or table).options  # the house rules by which the match has ended
    return {"options": options, "totals": totals, "deals": table.deals, **moved, **broken_off(tally)}


def known_first(tally: Tally, deal: Json) -> Json:
    """Return the fact that nobody had laid before, once all other players are entered as without melds."""
    out, nothing = deal.get("out"), deal.get("not_laid")
    others = {str(player) for player in tally.turn if player != out}
    known = out in tally.turn and isinstance(nothing, list) and others <= set(map(str, nothing))
    return {"first": True} if known else {}


@dataclass(frozen=True)
class HandFacts:
    """The hand at the end of a deal, or its points if nobody knows the cards any more; `laid`: the player has melds."""

    cards: Cards | None = needed(N_("Left in hand"), N_("Choose the cards left in hand."), unless="points")
    points: int | None = needed(N_("Points left in hand"), unless="cards")
    laid: bool = deciding(N_("The player has laid down melds"))
    options: Options = DEFAULTS


@question(N_("What does a hand cost?"), "rami.score.hand", decides=("points",), moment="count")
def hand(facts: HandFacts) -> Ruling:
    left = facts.points if facts.cards is None else facts.cards
    cards = left if isinstance(left, Cards) else None
    if cards is not None and (wrong := _impossible_hand(cards, facts)):
        return wrong
    parts = loser_parts(facts.options, facts.laid, left)
    points = sum(part.points for part in parts)
    clauses = tuple(dict.fromkeys(part.clause for part in parts)) or ("rami.score.hand",)
    if facts.laid and points > FLAT:
        clauses += ("rami.score.real",)
    if clauses[0] in ("rami.score.hand", "rami.score.joker"):
        sentence = say("The cards in hand count {n}.", n=points)
    elif points == FLAT:
        sentence = say("No melds: the hand counts {n}.", n=points)
    else:
        sentence = say("Cards outside melds count {n}.", n=points)
    ruling = answer(sentence, *clauses, points=points)
    not_laid = {} if facts.laid else {"not_laid": [WHO]}
    entered = facts.points if cards is None else list(cards)
    return replace(ruling, remedy={"kind": "deal", "left": {WHO: entered}, **not_laid})


def _impossible_hand(cards: Cards, facts: HandFacts) -> Ruling | None:
    return impossible_cards(cards, DEALT) or _wrong_number(facts.options, facts.laid, len(cards))


def _wrong_number(options: Options, laid: bool, held: int) -> Ruling | None:
    why = wrong_number(options, held, laid=laid)
    if not why:
        return None
    reason, clause = why
    if reason == "dealt":
        sentence = say("A player without melds on the table has thirteen cards, not {n}.", n=held)
    else:
        sentence = say("A player with melds on the table has eight cards at most, not {n}.", n=held)
    return impossible("rami.left_count", sentence, clause)


@dataclass(frozen=True)
class RamiSec:
    """A finish: what was laid at once, its points, and whether anybody had laid before."""

    discarded: bool = deciding(N_("The last card was discarded"))
    at_once: bool = deciding(N_("Thirteen cards were laid down in this one turn"))
    pure_run: bool = deciding(N_("One of them is a run without a joker"))
    points: int = deciding(N_("What they count as an opening"), values=range(155))
    first: bool = deciding(N_("Nobody had laid down melds before"))
    options: Options = Options()


WHAT = by("rami.sec.what", "at_once", "first")
CONDITIONS = by("rami.sec.conditions", "pure_run", "points")


@question(
    N_("Was that a rami sec, and what does it count?"),
    "rami.sec.what",
    decides=("kind", "score", "others"),
    rules=(
        "variant",
        "rami_sec_exempt",
        "late_sec_score",
        "finish_score",
        "no_meld",
        "sec_variant_losers",
        "gin_rami_score",
    ),
    draft_facts=known_first,
    short=N_("Was that a rami sec?"),
    moment="close",
)
def rami_sec(facts: RamiSec) -> Ruling:
    options = facts.options
    if not facts.discarded:
        sentence = say("You cannot go out without a discard.")
        return illegal(sentence, WHAT, but("rami.turn.discard", "discarded"))
    if not facts.at_once:
        if options.all_at_once:
            sentence = say("In this variant, thirteen cards are laid down at once, or none.")
            return illegal(sentence, WHAT, but(laying_clause(options), "at_once"))
        out = by("rami.score.out", "at_once")
        return _finish("plain", options.finish_score, _others(options), WHAT, out)
    first = facts.first or options.all_at_once
    failed = [] if facts.pure_run else [by("rami.open.run", "pure_run")]
    if facts.points < NEEDED:
        failed.append(by("rami.open.points", "points"))
    if failed and not (options.rami_sec_exempt and first):
        sentence = say("The thirteen cards do not make an opening: a run without a joker, and {n} points.", n=NEEDED)
        return illegal(sentence, WHAT, CONDITIONS, *failed)
    if not first:
        late = (but("rami.sec.late", "first"), by("rami.score.late", "first"))
        return _finish("late", options.late_sec_score, _others(options), WHAT, CONDITIONS, *late)
    return _sec(options)


def _sec(options: Options) -> Ruling:
    loser = {"rami_sec_only": options.sec_variant_losers, "gin_rami": options.gin_rami_score}.get(options.variant)
    others = _others(options) if loser is None else FLAT if loser == FLAT else "hand"
    clauses = {"rami_sec_only": "rami.sec_only.score", "gin_rami": "rami.gin.score"}
    clause = clauses.get(options.variant, "rami.score.sec_others")
    sec = by("rami.score.sec", "at_once", "first")
    return _finish("rami_sec", options.rami_sec_score, others, WHAT, CONDITIONS, sec, clause)


def _others(options: Options) -> int | str:
    """Return the cost for players without melds."""
    return {"count": "hand", "max": "hand_or_100"}.get(str(options.no_meld), FLAT)


KINDS = {
    "rami_sec": say("A rami sec"),
    "late": say("All cards at once, but not as the first"),
    "plain": say("An ordinary finish"),
}
CHARGED = {"hand": say("the hand"), "hand_or_100": say("the hand, but at least 100")}


def _finish(kind: str, score: int, others: int | str, *grounds: Ground) -> Ruling:
    charged = CHARGED.get(str(others), Say("{n}", {"n": others}))
    sentence = say(
        "{kind}: it counts {n}. A player without melds gets {others}.", kind=KINDS[kind], n=score, others=charged
    )
    ruling = answer(sentence, *grounds, kind=kind, score=score, others=others)
    at_once = {"rami_sec": {"rami_sec": True, "late": "late"}[kind]} if kind != "plain" else {}
    return replace(ruling, remedy={"kind": "deal", "out": WHO, **at_once})


MATCH = by("rami.end.match", "totals", "deals", "moved")


@dataclass(frozen=True)
class Winner:
    totals: Mapping[Player, int] = needed(N_("Totals"), N_("Enter everybody’s points."))
    deals: int = needed(N_("Deals played"), N_("Enter how many deals were played."))
    ended: bool = circumstance(ENDED)
    moved: bool = fact(MOVED, False)
    options: Options = Options()


@question(
    N_("Is the match over, and who has won?"),
    "rami.end.lowest",
    decides=("over", "winners"),
    rules=("final_tie",),
    known_facts=known_totals,
    short=N_("Is the match over?"),
    moment="end",
)
def winner(facts: Winner) -> Ruling:
    """Answer who has won: the lowest total after the agreed deals or at the agreed total, or the last player in."""
    if not facts.totals or facts.deals < 0:
        return impossible("facts.totals", say("Enter everybody’s points."))
    end = facts.options.end_at
    if facts.ended:
        return won(_lowest(facts.totals), MATCH, but("rami.end.agreed", "ended"))
    if facts.moved:
        return goes_on(MATCH, sentence=MOVED_PAST)
    if end.key == "minutes":
        sentence = say("The match goes on until its time is up.")
        return goes_on(MATCH, "rami.end.length", sentence=sentence)
    if end.key == LAST_STANDING:
        return _last_in(facts.totals, end.n)
    reached = {"deals": facts.deals, "points": max(facts.totals.values())}
    if reached[end.key] < end.n:
        return goes_on(MATCH)
    best = _lowest(facts.totals)
    lowest = by("rami.end.lowest", "totals")
    if len(best) == 1:
        return won(best, MATCH, lowest)
    tie = but("rami.end.tie", "totals")
    if facts.options.final_tie == "extra_deal":
        return goes_on(MATCH, lowest, tie, sentence=say("Tied for lowest: one more deal."), more=True)
    return won(best, MATCH, lowest, tie)


def _last_in(totals: Mapping[Player, int], number: int) -> Ruling:
    """Answer who is eliminated at this number. If all players who were in reach it, the lowest of them wins."""
    left = [player for player, total in totals.items() if total < number]
    last = but("rami.end.last", "totals")
    return goes_on(MATCH, last) if len(left) > 1 else won(left or _lowest(totals), MATCH, last)


def _lowest(totals: Mapping[Player, int]) -> list[Player]:
    return [player for player, total in totals.items() if total == min(totals.values())]
