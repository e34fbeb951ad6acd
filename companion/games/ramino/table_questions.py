"""Rule on Ramino around the cards: how many play, who deals, mishaps."""

from dataclasses import dataclass

from companion.games.ramino.options import Options
from companion.rules.field_metadata import needed
from companion.rules.game import question
from companion.rules.messages import N_
from companion.rules.rulings import Ground, Ruling, but, by
from companion.rules.shared_facts import (
    HOW_MANY,
    STARTS_HIGHEST,
    STARTS_LOWEST,
    UNRANKED,
    LastDeal,
    Mislaid,
    PeopleChange,
    deals_next,
    last_deal,
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
    N_("Whose deal is it?"), "ramino.deal.dealer", decides=("dealer", "begins"), known_facts=last_deal, moment="deal"
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
    decides=("goes_on",),
    short=N_("Somebody leaves or comes"),
    moment="end",
)
def people(facts: People) -> Ruling:
    comes = STARTS_HIGHEST if facts.options.eliminates else STARTS_LOWEST
    return play_on(facts, SEATS, "ramino.people.change", UNRANKED, comes)
