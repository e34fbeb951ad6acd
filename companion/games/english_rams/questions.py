"""All that people ask the referee about English Rams."""

from companion.games.english_rams import typed
from companion.games.english_rams.call_questions import Calls, Lead, calls, lead
from companion.games.english_rams.known import (
    known_owed,
    known_pot,
    known_seats,
    known_session,
    known_six,
    known_table,
)
from companion.games.english_rams.pay_questions import (
    Fault,
    GeneralOver,
    Misdeal,
    Owes,
    Pot,
    Session,
    fault,
    general_over,
    misdeal,
    owes,
    pot,
    session,
)
from companion.games.english_rams.table_questions import (
    Announce,
    Dealer,
    Fold,
    Irregular,
    Setup,
    ThrowIn,
    TurnUp,
    Widow,
    announce,
    dealer,
    fold,
    irregular,
    setup,
    throw_in,
    turn_up,
    widow,
)
from companion.games.english_rams.trick_questions import Heir, Playable, Trick, heir, playable, trick
from companion.rules.game import Question
from companion.rules.known import who_dealt
from companion.rules.words import N_

QUESTIONS = {
    "playable": Question(N_("May this card be played?"), Playable, playable, clause="english_rams.play.beat"),
    "trick": Question(N_("Who takes the trick?"), Trick, trick, clause="english_rams.play.winner", decides=("winner",)),
    "calls": Question(N_("What may be said now?"), Calls, calls, known_table, clause="english_rams.bid.order"),
    "lead": Question(
        N_("Who leads?"),
        Lead,
        lead,
        known_table,
        clause="english_rams.play.lead",
        decides=("lead",),
        typed=typed.lead,
    ),
    "heir": Question(
        N_("Who inherits an offender's trick?"),
        Heir,
        heir,
        clause="english_rams.faults.rest",
        decides=("heir",),
        rules=("fault_rest",),
    ),
    "setup": Question(N_("How many can play, and with what?"), Setup, setup, clause="english_rams.players.seats"),
    "dealer": Question(
        N_("Whose deal is it?"),
        Dealer,
        dealer,
        who_dealt,
        clause="english_rams.deal.order",
        decides=("dealer",),
    ),
    "pot": Question(
        N_("Is it a simple or a double pot, and what is a trick worth?"),
        Pot,
        pot,
        known_pot,
        clause="english_rams.bid.double",
        decides=("kind",),
    ),
    "fold": Question(
        N_("May this player fold?"),
        Fold,
        fold,
        known_seats,
        clause="english_rams.bid.fold",
        rules=("six_roles",),
        typed=typed.announced,
    ),
    "widow": Question(
        N_("May this player have the widow?"),
        Widow,
        widow,
        clause="english_rams.bid.widow",
        rules=("widow_after_general",),
        typed=typed.widow,
    ),
    "announce": Question(
        N_("May this player announce general rams?"),
        Announce,
        announce,
        clause="english_rams.general.announce",
        typed=typed.announced,
    ),
    "throw_in": Question(
        N_("May folded cards be thrown in now?"),
        ThrowIn,
        throw_in,
        clause="english_rams.bid.throw_in",
        typed=typed.announced,
    ),
    "turn_up": Question(
        N_("May the dealer take the card turned up?"),
        TurnUp,
        turn_up,
        known_six,
        clause="english_rams.turn_up.swap",
        typed=typed.turn_up,
    ),
    "fault": Question(
        N_("Was that a fault, and what does it cost?"),
        Fault,
        fault,
        clause="english_rams.faults.play",
        decides=("fault", "share_to", "result"),
        rules=("fault_stacks", "fault_per_offence", "fault_rest", "general_defender_fault"),
    ),
    "owes": Question(
        N_("What does this player get or pay?"),
        Owes,
        owes,
        known_owed,
        clause="english_rams.pay.share",
        decides=("to",),
    ),
    "general_over": Question(
        N_("Is general rams over?"),
        GeneralOver,
        general_over,
        clause="english_rams.play.general_stop",
        decides=("over", "result"),
    ),
    "misdeal": Question(
        N_("A misdeal: who deals, and what of the ante?"),
        Misdeal,
        misdeal,
        known_pot,
        clause="english_rams.deal.misdeal",
        decides=("kind",),
        rules=("misdeal_stake",),
    ),
    "session": Question(
        N_("We stop here: who gets the pot?"), Session, session, known_session, clause="english_rams.session.end"
    ),
    "irregular": Question(
        N_("Something went wrong: what now?"),
        Irregular,
        irregular,
        clause="english_rams.irregular.misdeal",
        decides=("remedy",),
    ),
}
