"""What people ask the referee of Rami around the cards: who deals, what is allowed when, what went wrong."""

from dataclasses import dataclass, replace
from typing import Literal

from companion.games.rami import facts as known
from companion.games.rami.hand import DEALT, JOKERS, PACKS
from companion.games.rami.melds import laying_clause
from companion.games.rami.opening_questions import NEEDED
from companion.games.rami.options import FLAT, Options
from companion.rules.entries import Player
from companion.rules.field_metadata import circumstance, deciding, needed
from companion.rules.game import Question
from companion.rules.messages import N_, Say, say
from companion.rules.rulings import WHO, Ground, Ruling, answer, but, by, illegal, impossible, legal
from companion.rules.seats import next_in
from companion.rules.shared_facts import (
    AT_TABLE,
    DEALT_LAST,
    ELIMINATED,
    HOW_MANY,
    Mislaid,
    mended,
    seated,
    wrong_out,
    wrong_table,
)

SEATS = range(2, 7)
FOR_TWO = range(2, 3)
LAY = by("rami.turn.lay", "when")


@dataclass(frozen=True)
class Setup:
    players: int = needed(N_("Players"), N_("Say how many want to play."), values=HOW_MANY)
    options: Options = Options()


def setup(facts: Setup) -> Ruling:
    players = by("rami.players", "players")
    two = facts.options.variant == "gin_rami"
    if two and facts.players in SEATS and facts.players not in FOR_TWO:
        sentence = say("Gin-rami is for two.")
        return illegal(sentence, players, but("rami.gin.lay", "players"), least=FOR_TWO[0], most=FOR_TWO[-1])
    grounds = ("rami.pack", "rami.deal.cards")
    seats = FOR_TWO if two else SEATS
    return seated(seats, facts.players, players, *grounds, cards=DEALT, packs=PACKS, pack=52, jokers=JOKERS)


SETUP = Question(N_("How many can play, and with what?"), Setup, setup, clause="rami.players", rules=("variant",))


@dataclass(frozen=True)
class Dealer:
    players: tuple[Player, ...] = needed(AT_TABLE, N_("Say who sits at the table, clockwise."))
    dealer: Player = needed(DEALT_LAST, N_("Say who dealt last."))
    last: Literal["deal", "misdeal"] = deciding(
        N_("What was it"), choices={"deal": N_("a deal"), "misdeal": N_("a misdeal")}
    )
    out: tuple[Player, ...] = circumstance(ELIMINATED, ())
    options: Options = Options()


def dealer(facts: Dealer) -> Ruling:
    """The deal goes to the left, over those who are out, and whoever sits next after that begins."""
    wrong = wrong_table(SEATS, facts.players, (facts.dealer, *facts.out)) or wrong_out(facts.players, facts.out)
    if wrong:
        return wrong
    again = facts.last == "misdeal" and facts.dealer not in facts.out
    player = facts.dealer if again else next_in(facts.players, facts.dealer, facts.out)
    begins = next_in(facts.players, player, facts.out)
    sentence = say("{dealer} deals, and {player} begins.", dealer=player, player=begins)
    grounds: list[Ground] = [by("rami.deal.order", "players", "dealer", "last")]
    if again:
        grounds.append(but("rami.deal.misdeal", "last"))
    if facts.out:
        grounds.append(but("rami.end.last", "out"))
    return answer(sentence, *grounds, dealer=player, begins=begins)


DEALER = Question(
    N_("Whose deal is it?"), Dealer, dealer, known.known_dealer, clause="rami.deal.order", decides=("dealer", "begins")
)


@dataclass(frozen=True)
class Yet:
    wants: Literal["new", "add", "joker", "all"] = deciding(
        N_("What does the player want"),
        choices={
            "new": N_("lay a combination"),
            "add": N_("add a card"),
            "joker": N_("take a joker"),
            "all": N_("lay thirteen cards at once"),
        },
        about=True,
    )
    when: Literal["before_draw", "after_draw", "after_discard"] = deciding(
        N_("When"),
        choices={
            "before_draw": N_("before drawing"),
            "after_draw": N_("after drawing"),
            "after_discard": N_("after the discard, or in another's turn"),
        },
    )
    opened: Literal["before", "this_turn", "no"] = deciding(
        N_("This player has made an opening"),
        choices={"before": N_("in an earlier turn"), "this_turn": N_("in this turn"), "no": N_("not yet")},
    )
    options: Options = Options()


def yet(facts: Yet) -> Ruling:
    """When it may be done, never whether the cards fit."""
    if facts.options.all_at_once and facts.opened != "no":
        return impossible("facts.opened", say("In this variant nobody lays before the deal is won."))
    if facts.when != "after_draw":
        return illegal(say("Cards are laid after drawing and before the discard."), LAY)
    if facts.options.all_at_once:
        rule = but(laying_clause(facts.options), "wants")
        if facts.wants == "all":
            return legal(say("Yes: thirteen cards at once."), LAY, rule, opening=True)
        return illegal(say("In this variant thirteen cards are laid at once, or none."), LAY, rule)
    if facts.opened == "no":
        return _unopened(facts)
    if facts.wants == "all":
        return illegal(say("Who has laid before does not hold thirteen cards."), LAY, by("rami.sec.what", "opened"))
    rule = by(ALLOWED[facts.wants], "wants", "opened")
    if facts.opened == "before":
        return _yes(legal(say("Yes."), LAY, rule, opening=False))
    same_turn = but("rami.lay.same_turn", "opened")
    if not facts.options.layoff_same_turn:
        return illegal(say("At this table not in the turn of the opening."), LAY, rule, same_turn)
    return _yes(legal(say("Yes, in the turn of the opening too."), LAY, rule, same_turn, opening=False))


YET = Question(
    N_("Is that allowed yet?"),
    Yet,
    yet,
    clause="rami.turn.lay",
    rules=("layoff_same_turn", "variant"),
)


def _yes(ruling: Ruling) -> Ruling:
    return replace(ruling, gist=say("Yes."))


ALLOWED = {"new": "rami.lay.new", "add": "rami.lay.complete", "joker": "rami.joker.take"}


def _unopened(facts: Yet) -> Ruling:
    """What may be done by who has laid nothing: make an opening, or lay everything."""
    because = ("wants", "opened")
    if facts.wants == "all":
        sentence = say("Yes, as an opening, with its conditions.")
        return legal(sentence, LAY, by("rami.sec.what", *because), opening=True)
    if facts.wants == "new":
        sentence = say("Yes, as an opening: a run without a joker, and {n} points.", n=NEEDED)
        return legal(sentence, LAY, by("rami.open.run", *because), by("rami.open.points", *because), opening=True)
    clause = "rami.lay.complete" if facts.wants == "add" else "rami.joker.opened"
    return illegal(say("Not yet: this player has made no opening."), LAY, by(clause, *because))


@dataclass(frozen=True)
class RamiSec:
    discarded: bool = deciding(N_("The last card was discarded"))
    at_once: bool = deciding(N_("Thirteen cards were laid in this one turn"))
    pure_run: bool = deciding(N_("A run without a joker is among them"))
    points: int = deciding(N_("What they count as an opening"), values=range(155))
    first: bool = deciding(N_("Nobody had laid before"))
    options: Options = Options()


WHAT = by("rami.sec.what", "at_once", "first")
CONDITIONS = by("rami.sec.conditions", "pure_run", "points")


def rami_sec(facts: RamiSec) -> Ruling:
    """What kind of finish it was, and what it brings."""
    options = facts.options
    if not facts.discarded:
        sentence = say("Nobody is out without a discard.")
        return illegal(sentence, WHAT, but("rami.turn.discard", "discarded"))
    if not facts.at_once:
        if options.all_at_once:
            sentence = say("In this variant thirteen cards are laid at once, or none.")
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


RAMI_SEC = Question(
    N_("Was that a rami sec, and what does it count?"),
    RamiSec,
    rami_sec,
    clause="rami.sec.what",
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
    typed=known.first,
)


def _sec(options: Options) -> Ruling:
    sec = by("rami.score.sec", "at_once", "first")
    if options.variant == "rami_sec_only":
        others = FLAT if options.sec_variant_losers == FLAT else "hand"
        return _finish("rami_sec", options.rami_sec_score, others, WHAT, CONDITIONS, sec, "rami.sec_only.score")
    if options.variant == "gin_rami":
        others = FLAT if options.gin_rami_score == FLAT else "hand"
        return _finish("rami_sec", options.rami_sec_score, others, WHAT, CONDITIONS, sec, "rami.gin.score")
    others = _others(options)
    return _finish("rami_sec", options.rami_sec_score, others, WHAT, CONDITIONS, sec, "rami.score.sec_others")


def _others(options: Options) -> int | str:
    """What those who laid nothing are charged."""
    return {"count": "hand", "max": "hand_or_100"}.get(str(options.no_meld), FLAT)


KINDS = {
    "rami_sec": say("A rami sec"),
    "late": say("All at once, but not as the first"),
    "plain": say("An ordinary finish"),
}
CHARGED = {"hand": say("the hand"), "hand_or_100": say("the hand, but at least 100")}


def _finish(kind: str, score: int, others: int | str, *grounds: Ground) -> Ruling:
    charged = CHARGED.get(str(others), Say("{n}", {"n": others}))
    sentence = say(
        "{kind}: it counts {n}; who has laid nothing is charged {others}.", kind=KINDS[kind], n=score, others=charged
    )
    found = answer(sentence, *grounds, kind=kind, score=score, others=others)
    at_once = {"rami_sec": {"rami_sec": True, "late": "late"}[kind]} if kind != "plain" else {}
    return replace(found, remedy={"kind": "deal", "out": WHO, **at_once})


@dataclass(frozen=True)
class StockOut:
    pile: int = deciding(N_("Cards in the discards"), values=range(2, 109))
    options: Options = Options()


def stock_out(facts: StockOut) -> Ruling:
    n = facts.pile - 1
    sentence = (
        say("The top discard stays; the other {n} are shuffled and become the stock.", n=n)
        if n > 1
        else say("The top discard stays; the other card becomes the stock.")
    )
    return answer(sentence, by("rami.turn.stock", "pile"), shuffle=n, stays=1)


STOCK_OUT = Question(N_("The stock is used up: what now?"), StockOut, stock_out, clause="rami.turn.stock")


@dataclass(frozen=True)
class Irregular(Mislaid):
    options: Options = Options()


MISDEAL = by("rami.irregular.misdeal", "what", "drawn")
MENDED: dict[str, tuple[Ground, ...]] = {
    "wrong_count": (MISDEAL, but("rami.irregular.count", "drawn")),
    "exposed_deal": (MISDEAL, "rami.deal.misdeal"),
    "exposed": (by("rami.irregular.exposed", "what"),),
    "out_of_turn": (by("rami.irregular.turn", "what"),),
    "two_cards": (by("rami.irregular.two", "what"),),
    "no_meld": ("rami.meld.kinds", by("rami.irregular.meld", "what")),
    "short_opening": ("rami.open.points", by("rami.irregular.opening", "what")),
    "late": (by("rami.irregular.late", "what"),),
}


def irregular(facts: Irregular) -> Ruling:
    return mended(facts, MENDED)


IRREGULAR = Question(
    N_("Something went wrong: what now?"),
    Irregular,
    irregular,
    clause="rami.irregular.misdeal",
    decides=("remedy",),
)
