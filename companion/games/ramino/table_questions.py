"""Questions about Ramino at the table: number of players, dealer, the actions of a turn, mishaps."""

from dataclasses import dataclass, replace
from typing import Literal

from companion.games.ramino.options import Options
from companion.games.ramino.score_questions import fined
from companion.rules.field_metadata import circumstance, deciding, needed
from companion.rules.game import question
from companion.rules.messages import N_, say
from companion.rules.rulings import Ground, Ruling, answer, but, by, illegal, impossible, legal, then
from companion.rules.shared_facts import (
    DISCARDED,
    DRAWN_JOKER,
    HOW_MANY,
    JOKER_GOES,
    JOKER_TAKEN,
    OPENED,
    STARTS_HIGHEST,
    STARTS_LOWEST,
    UNRANKED,
    WHEN,
    LastDeal,
    Mislaid,
    PeopleChange,
    dealing,
    deals_next,
    last_deal,
    left_at_table,
    mended,
    play_on,
    seated,
)

SEATS = range(2, 9)


@dataclass(frozen=True)
class Setup:
    players: int = needed(N_("Players"), N_("Enter how many people want to play."), values=HOW_MANY)
    options: Options = Options()


@question(
    N_("How many can play, and with how many cards?"),
    "ramino.players",
    rules=("identities",),
    short=N_("How many can play?"),
    moment="deal",
)
def setup(facts: Setup) -> Ruling:
    options, n = facts.options, facts.players
    packs = options.packs(n)
    identities = (but("ramino.meld.identity"),) if options.identities else ()
    thirteen = (but("ramino.deal.thirteen"),) if options.dealt != Options.dealt else ()
    return seated(
        SEATS,
        n,
        by("ramino.players", "players"),
        by("ramino.packs", "players"),
        *identities,
        "ramino.packs.jokers",
        "ramino.deal.cards",
        *thirteen,
        cards=options.dealt,
        packs=packs,
        pack=52,
        jokers=packs * options.jokers_per_pack,
    )


@dataclass(frozen=True)
class Dealer(LastDeal):
    options: Options = Options()


@question(
    N_("Whose deal is it?"),
    "ramino.deal.dealer",
    decides=("dealer", "begins"),
    known_facts=last_deal,
    follows=dealing(last_deal),
    moment="deal",
)
def dealer(facts: Dealer) -> Ruling:
    usual = by("ramino.deal.dealer", "players", "dealer", "last", "out")
    return deals_next(facts, SEATS, usual, "ramino.deal.misdeal")


@dataclass(frozen=True)
class Irregular(Mislaid):
    options: Options = Options()


MISDEAL = by("ramino.irregular.misdeal", "what", "drawn")
MENDED: dict[str, tuple[Ground, ...]] = {
    "wrong_count": (MISDEAL, but("ramino.irregular.count", "drawn")),
    "exposed_deal": (MISDEAL, "ramino.deal.misdeal"),
    "exposed": (by("ramino.irregular.exposed", "what"),),
    "out_of_turn": (by("ramino.irregular.turn", "what"),),
    "two_cards": (by("ramino.irregular.two", "what"),),
    "no_draw": ("ramino.turn.draw", by("ramino.irregular.forgot", "what")),
    "no_discard": ("ramino.turn.discard", by("ramino.irregular.forgot", "what")),
    "no_meld": ("ramino.meld.kinds", by("ramino.irregular.meld", "what")),
    "short_opening": ("ramino.first.points", by("ramino.irregular.opening", "what")),
    "late": (by("ramino.irregular.late", "what"),),
}


@question(
    N_("Something went wrong: what now?"),
    "ramino.irregular.misdeal",
    decides=("remedy",),
    short=N_("Something else"),
    moment="mishap",
    likely=("wrong_count", "no_meld", "short_opening"),
)
def irregular(facts: Irregular) -> Ruling:
    return mended(facts, MENDED)


@dataclass(frozen=True)
class People(PeopleChange):
    options: Options = Options()


@question(
    N_("Somebody leaves or comes: what now?"),
    "ramino.people.change",
    follows=left_at_table,
    decides=("goes_on",),
    short=N_("Somebody leaves or comes"),
    moment="end",
)
def people(facts: People) -> Ruling:
    comes = STARTS_HIGHEST if facts.options.eliminates else STARTS_LOWEST
    return play_on(facts, SEATS, "ramino.people.change", UNRANKED, comes)


FEW = 3  # cards in hand that must be announced
LAY = by("ramino.turn.lay", "when")


@dataclass(frozen=True)
class Yet:
    """A wish of a player, the point of the turn, and whether the player has melds."""

    wants: Literal["new", "add", "joker", "table"] = deciding(
        N_("What does the player want"),
        choices={
            "new": N_("lay down a new meld"),
            "add": N_("add a card"),
            "joker": N_("take a joker"),
            "table": N_("rearrange what lies there"),
        },
        about=True,
    )
    when: Literal["before_draw", "after_draw", "after_discard"] = deciding(N_("When"), choices=WHEN)
    opened: Literal["before", "this_turn", "no"] = deciding(N_("This player has laid down melds"), choices=OPENED)
    options: Options = Options()


CLAUSE = {"add": "ramino.meld.add", "joker": "ramino.joker.take", "table": "ramino.table.allowed"}


@question(N_("Is that allowed yet?"), "ramino.first.before", rules=("manipulation",), moment="meld")
def yet(facts: Yet) -> Ruling:
    """Answer whether something may be done now, without regard to the cards."""
    if facts.when == "before_draw":
        return illegal(say("First draw a card."), LAY, by("ramino.turn.draw", "when"))
    if facts.when == "after_discard":
        return illegal(say("The turn ended with the discard."), LAY, by("ramino.turn.discard", "when"))
    if facts.wants == "table" and not facts.options.manipulation:
        sentence = say("At this table, melds may not be rearranged.")
        return illegal(sentence, LAY, but("ramino.table.allowed", "wants"))
    counts: tuple[Ground, ...] = (by("ramino.first.counts", "opened"),) if facts.opened == "this_turn" else ()
    if facts.wants == "new":
        if facts.opened == "no":
            sentence = say("Yes, if the first meld has {n} points.", n=facts.options.first_meld)
            return legal(sentence, LAY, by("ramino.first.points", "wants", "opened"), needs=facts.options.first_meld)
        return legal(say("Yes."), LAY, *counts)
    if facts.opened == "no":
        sentence = say("Not yet: this player has no melds on the table.")
        return illegal(sentence, LAY, but("ramino.first.before", "wants", "opened"))
    return legal(say("Yes."), LAY, *counts, by(CLAUSE[facts.wants], "wants", "opened"))


@dataclass(frozen=True)
class TakeDiscard:
    opened: bool = deciding(N_("This player has laid down melds in an earlier turn"))
    card: Literal["top", "deeper", "deeper_with_all_above"] = deciding(
        N_("Which card of the discard pile"),
        choices={
            "top": N_("the top one"),
            "deeper": N_("one below"),
            "deeper_with_all_above": N_("one below, with all above it"),
        },
    )
    completes: bool = circumstance(N_("It would complete this player’s first meld"))
    keeps: bool = circumstance(N_("It stays in the hand and is not used"))
    options: Options = Options()


@question(N_("May the discard be taken?"), "ramino.discard.take", rules=("discard",), moment="draw")
def take_discard(facts: TakeDiscard) -> Ruling:
    take = by("ramino.discard.take", "opened", "card")
    if not facts.opened:
        sentence = say("Before your first meld, every turn begins with a card from the stock.")
        return illegal(sentence, take, but("ramino.first.stock_only", "opened", "completes"))
    variants = but("ramino.discard.variants", "card")
    if facts.options.discard in ("none", "no_draw"):
        return illegal(say("At this table, nobody draws from the discard pile."), take, variants)
    use = (by("ramino.discard.use", "keeps"),) if facts.keeps else ()
    if facts.card == "top":
        return legal(say("You may take it, and you do not have to use it."), take, *use, must_use=False)
    if facts.card == "deeper_with_all_above" and facts.options.discard == "multiple":
        return legal(say("The player may take it, with all the cards above it."), take, variants, *use, must_use=False)
    if facts.options.discard == "multiple":
        return illegal(say("Only with all the cards above it."), take, variants)
    return illegal(say("Only the top card may be taken."), take, variants)


@dataclass(frozen=True)
class GoOut:
    """The cards left after laying and adding, and whether one is discarded."""

    left: int = deciding(N_("Cards in hand after laying down and adding"), values=range(15))
    discards: bool = deciding(N_("One of them is discarded"))
    options: Options = Options()


@question(
    N_("Must a card be kept for the discard?"),
    "ramino.turn.discard",
    decides=("out",),
    rules=("must_discard",),
    short=N_("The last discard"),
    moment="close",
)
def go_out(facts: GoOut) -> Ruling:
    if facts.discards and not facts.left:
        return impossible("facts.discards", say("There is no card to discard."))
    discard = by("ramino.turn.discard", "left", "discards")
    if not facts.left:
        if facts.options.must_discard:
            sentence = say("At this table, a player must keep a card to discard.")
            return illegal(sentence, discard, but("ramino.turn.last_discard", "left"), out=False)
        return legal(say("All cards are laid down: the deal is won."), discard, by("ramino.aim", "left"), out=True)
    if not facts.discards:
        return illegal(say("Cards are left in the hand: one of them must be discarded."), discard, out=False)
    if facts.left == 1:
        return legal(say("The last card is discarded: the deal is won."), discard, by("ramino.aim", "left"), out=True)
    return legal(say("The turn ends, and play goes on."), discard, out=False)


@dataclass(frozen=True)
class Announce:
    held: int = deciding(N_("Cards in hand at the end of the turn"), values=range(1, 16))
    options: Options = Options()


@question(
    N_("Must a player announce that few cards are left?"),
    "ramino.turn.announce",
    decides=("must",),
    short=N_("Announcing the last cards"),
    moment="close",
)
def announce(facts: Announce) -> Ruling:
    must = facts.held <= FEW
    fine = facts.options.announce_penalty if must else 0
    if not must:
        sentence = say("No: only with three cards or fewer.")
    elif fine:
        sentence = say("Yes. A player who forgets loses {n} points.", n=fine)
    else:
        sentence = say("Yes. A player who forgets is reminded, without a penalty.")
    return answer(sentence, by("ramino.turn.announce", "held"), must=must, forgotten=fine)


@dataclass(frozen=True)
class StockOut:
    pile: int = deciding(N_("Cards in the discard pile"), values=range(209))
    options: Options = Options()


@question(
    N_("The stock is used up: what now?"),
    "ramino.discard.stock",
    decides=("blocked",),
    short=N_("The stock is used up"),
    moment="draw",
)
def stock_out(facts: StockOut) -> Ruling:
    shuffled = max(0, facts.pile - 1)
    blocked = not shuffled
    sentence = say("The top discard stays; the other card becomes the stock.")
    if blocked:
        sentence = say("Nothing is left to draw: the deal is blocked, unless somebody can go out.")
    elif shuffled > 1:
        sentence = say("The top discard stays; the others ({n}) are shuffled and become the stock.", n=shuffled)
    grounds = ("ramino.discard.stock", by("ramino.discard.blocked", "pile"))
    return answer(sentence, *grounds, shuffle=shuffled, blocked=blocked)


@dataclass(frozen=True)
class Discard:
    card: Literal["stock", "pile", "joker"] = deciding(N_("Which card is discarded"), choices=DISCARDED)
    options: Options = Options()


@question(N_("May this card be discarded?"), "ramino.discard.back", moment="draw")
def discard(facts: Discard) -> Ruling:
    usual = by("ramino.turn.discard", "card")
    if facts.card == "pile":
        sentence = say("A card taken from the discard pile may not be discarded in the same turn.")
        return illegal(sentence, usual, but("ramino.discard.back", "card"))
    if facts.card == "joker":
        sentence = say("A joker may be discarded like any other card.")
        return legal(sentence, usual, by("ramino.discard.joker", "card"))
    return legal(say("A card from the stock may be discarded at once."), usual)


@dataclass(frozen=True)
class JokerUse:
    taken: bool = deciding(JOKER_TAKEN)
    where: Literal["new", "add", "hand", "discard"] = deciding(N_("Where does the joker go"), choices=JOKER_GOES)
    options: Options = Options()


@question(
    N_("Where may this joker go?"),
    "ramino.joker.replay",
    short=N_("Where a joker may go"),
    moment="meld",
    unless={"jokers_per_pack": 0},
)
def joker_use(facts: JokerUse) -> Ruling:
    replay = by("ramino.joker.replay", "taken", "where")
    if facts.where == "new":
        return legal(say("Yes, in the same turn."), replay)
    if not facts.taken and facts.where == "hand":
        return legal(DRAWN_JOKER, replay)
    if not facts.taken and facts.where == "discard":
        return legal(say("A joker may be discarded like any other card."), by("ramino.discard.joker", "taken", "where"))
    if facts.where == "add":
        sentence = say("A joker goes into a new meld, never onto one that is already on the table.")
        return illegal(sentence, *((replay,) if facts.taken else ()), by("ramino.joker.extend", "where"))
    fine = facts.options.joker_fine
    sentence = say("It must go into a new meld in the same turn. Otherwise it costs {n} points.", n=fine)
    ruling = illegal(sentence, replay, then("ramino.joker.penalty", "where"))
    return replace(ruling, remedy=fined("joker"))
