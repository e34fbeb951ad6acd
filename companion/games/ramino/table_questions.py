"""Rule on Ramino around the cards: how many play, who deals, mishaps."""

from dataclasses import dataclass
from typing import Literal

from companion.games.ramino import facts as known
from companion.games.ramino.options import Options
from companion.rules.entries import Player
from companion.rules.field_metadata import circumstance, deciding, needed
from companion.rules.game import Question
from companion.rules.messages import N_, say
from companion.rules.rulings import Ground, Ruling, answer, but, by
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

SEATS = range(2, 9)


@dataclass(frozen=True)
class Setup:
    """The number of players who want to play."""

    players: int = needed(N_("Players"), N_("Say how many want to play."), values=HOW_MANY)
    options: Options = Options()


def setup(facts: Setup) -> Ruling:
    """Rule how many can play, and with what."""
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


SETUP = Question(
    N_("How many can play, and with how many cards?"), Setup, setup, clause="ramino.players", rules=("identities",)
)


@dataclass(frozen=True)
class Dealer:
    """The last deal: who dealt it, and what became of it."""

    players: tuple[Player, ...] = needed(AT_TABLE, N_("Say who sits at the table, clockwise."))
    dealer: Player = needed(DEALT_LAST, N_("Say who dealt last."))
    last: Literal["deal", "misdeal"] = deciding(
        N_("What was it"), choices={"deal": N_("a deal"), "misdeal": N_("a misdeal")}
    )
    out: tuple[Player, ...] = circumstance(ELIMINATED, ())
    options: Options = Options()


def dealer(facts: Dealer) -> Ruling:
    """Rule who deals and begins: the next who is still in, and the one after."""
    if wrong := wrong_table(SEATS, facts.players, (facts.dealer, *facts.out)) or wrong_out(facts.players, facts.out):
        return wrong
    usual = by("ramino.deal.dealer", "players", "dealer", "last", "out")
    again = facts.last == "misdeal" and facts.dealer not in facts.out
    player = facts.dealer if again else next_in(facts.players, facts.dealer, facts.out)
    begins = next_in(facts.players, player, facts.out)
    sentence = say("{dealer} deals, and {player} begins.", dealer=player, player=begins)
    grounds = (usual, but("ramino.deal.misdeal", "last")) if again else (usual,)
    return answer(sentence, *grounds, dealer=player, begins=begins)


DEALER = Question(
    N_("Whose deal is it?"), Dealer, dealer, known.dealer, clause="ramino.deal.dealer", decides=("dealer", "begins")
)


@dataclass(frozen=True)
class Irregular(Mislaid):
    """A mishap, and how far play had come."""

    options: Options = Options()


MISDEAL = by("ramino.irregular.misdeal", "what", "drawn")
MENDED: dict[str, tuple[Ground, ...]] = {
    "wrong_count": (MISDEAL, but("ramino.irregular.count", "drawn")),
    "exposed_deal": (MISDEAL, "ramino.deal.misdeal"),
    "exposed": (by("ramino.irregular.exposed", "what"),),
    "out_of_turn": (by("ramino.irregular.turn", "what"),),
    "two_cards": (by("ramino.irregular.two", "what"),),
    "no_meld": ("ramino.meld.kinds", by("ramino.irregular.meld", "what")),
    "short_opening": ("ramino.first.points", by("ramino.irregular.opening", "what")),
    "late": (by("ramino.irregular.late", "what"),),
}


def irregular(facts: Irregular) -> Ruling:
    """Rule on the remedy of a mishap."""
    return mended(facts, MENDED)


IRREGULAR = Question(
    N_("Something went wrong: what now?"), Irregular, irregular, clause="ramino.irregular.misdeal", decides=("remedy",)
)
