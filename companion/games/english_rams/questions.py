"""What people ask the referee about English Rams: cards to a trick, what may be said, who leads, who inherits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.games.english_rams import typed
from companion.games.english_rams.calls import (
    CALLS,
    MOST_IN_PLAY,
    WORDS,
    Speaking,
    as_answer,
    in_words,
    pot_kind,
    speaking,
)
from companion.games.english_rams.options import Options
from companion.games.english_rams.pay_questions import (
    FAULT,
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
from companion.games.english_rams.table import TRICKS, Table
from companion.games.english_rams.table_questions import (
    POT_WORDS,
    SEATS,
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
from companion.rules.cards import GLYPHS, SUITS, Card, Cards, too_many
from companion.rules.entries import Player
from companion.rules.fields import fact, needed
from companion.rules.rulings import Ruling, answer, illegal, impossible
from companion.rules.tally import Question, Tally
from companion.rules.tricks import Duty, beats, duties, winner
from companion.rules.words import N_, Say, say

OUT_OF_PACK = "23456"  # the ranks taken out: 32 cards are left
POTS = {"simple": "english_rams.bid.simple", "double": "english_rams.bid.double"}
DUTIES: Mapping[Duty, str] = {
    "follow": "english_rams.play.follow",
    "trump": "english_rams.play.trump",
    "beat": "english_rams.play.beat",
}
DEFAULTS = Options()
NO_CARDS = Cards()


@dataclass(frozen=True)
class Playable:
    """Which cards of a hand may be played to a trick, the led card of which stands first."""

    trump: str = needed(N_("Trump"), N_("Choose the trump suit first."))
    hand: Cards = needed(N_("The hand"), N_("Choose the cards of the hand."))
    trick: Cards = fact(N_("On the table, in order"), NO_CARDS)
    options: Options = DEFAULTS


@dataclass(frozen=True)
class Trick:
    """Cards in order of play: whose trick is it?"""

    trump: str = needed(N_("Trump"), N_("Choose the trump suit first."))
    cards: Cards = needed(N_("The cards, in order of play"), N_("Choose the cards of the trick."))
    options: Options = DEFAULTS


@dataclass(frozen=True)
class Heir:
    """A trick taken by an offender, whose card is `offender`: whose share is it?"""

    trump: str = needed(N_("Trump"), N_("Choose the trump suit first."))
    cards: Cards = needed(N_("The trick, in order of play"), N_("Choose the cards of the trick."))
    offender: Card = needed(N_("The offender's card, which took it"), N_("Choose the card that took it."))
    options: Options = DEFAULTS


@dataclass(frozen=True)
class Calls:
    """What has been said so far, in order."""

    players: tuple[Player, ...] = needed(N_("At the table, clockwise"), N_("Say who sits at the table, clockwise."))
    dealer: Player = needed(N_("Dealer"), N_("Say who deals."))
    pot: str = needed(N_("Pot"), N_("Say which pot it is."), choices=POT_WORDS)
    calls: tuple[tuple[Player, str], ...] = fact(N_("Said so far"), (), choices=WORDS)
    options: Options = DEFAULTS


@dataclass(frozen=True)
class Lead:
    """What was said before play: who leads?"""

    players: tuple[Player, ...] = needed(N_("At the table, clockwise"), N_("Say who sits at the table, clockwise."))
    dealer: Player = needed(N_("Dealer"), N_("Say who deals."))
    calls: tuple[tuple[Player, str], ...] = fact(N_("Said so far"), (), choices=WORDS)
    pot: str | None = fact(N_("Pot"), None, choices=POT_WORDS)
    options: Options = DEFAULTS


def playable(facts: Playable) -> Ruling:
    """The cards of the hand that may be played, and for each other one the clause that it breaks."""
    wrong = _impossible_cards((*facts.hand, *facts.trick), facts.trump)
    if wrong:
        return wrong
    if not 1 <= len(facts.hand) <= TRICKS:
        return impossible("facts.hand", say("A hand has 1 to 5 cards, not {n}.", n=len(facts.hand)))
    if len(facts.trick) >= MOST_IN_PLAY:
        sentence = say("At most {n} cards lie before the last player's.", n=MOST_IN_PLAY - 1)
        return impossible("facts.trick", sentence)
    if not facts.trick:
        sentence = say("Any card may be led.")
        return answer(sentence, "english_rams.play.free_lead", playable=list(facts.hand), why={})
    refused = duties(facts.hand, facts.trick, _suit(facts.trump))
    cards = [card for card in facts.hand if card not in refused]
    why = {card: DUTIES[duty] for card, duty in refused.items()}
    clauses = tuple(dict.fromkeys(why.values())) or (_free_clause(facts),)
    found = answer(_playable_text(cards, facts.hand), *clauses, playable=cards, why=why)
    return replace(found, remedy=FAULT) if why else found


def _free_clause(facts: Playable) -> str:
    """Why no card of the hand is refused."""
    suits = {card.suit for card in facts.hand}
    if facts.trick[0].suit in suits:
        return "english_rams.play.follow"
    return "english_rams.play.trump" if _suit(facts.trump) in suits else "english_rams.play.discard"


def _playable_text(cards: Sequence[Card], hand: Sequence[Card]) -> Say:
    if len(cards) == len(hand):
        return say("Any card of the hand may be played.")
    return say("May be played: {cards}.", cards=list(cards))


def trick(facts: Trick) -> Ruling:
    """The card that takes the trick."""
    wrong = _impossible_trick(facts.cards, facts.trump, 1)
    if wrong:
        return wrong
    best = winner(facts.cards, _suit(facts.trump))
    return answer(say("{card} takes the trick.", card=best), "english_rams.play.winner", winner=best)


def heir(facts: Heir) -> Ruling:
    """The second-best card of a trick that an offender took; none where no other follows suit or is a trump."""
    wrong = _impossible_trick(facts.cards, facts.trump, 2)
    if wrong:
        return wrong
    if facts.offender not in facts.cards:
        sentence = say("{card} was not played to this trick.", card=facts.offender)
        return impossible("facts.offender", sentence)
    trump = _suit(facts.trump)
    best = winner(facts.cards, trump)
    if facts.offender != best:
        sentence = say(
            "{card} did not take the trick, {best} did: there is no share to inherit.", card=facts.offender, best=best
        )
        return impossible("facts.offender", sentence)
    return replace(_inherited(facts, best, _second(facts.cards, best, trump)), remedy=FAULT)


def _inherited(facts: Heir, best: Card, second: Card | None) -> Ruling:
    """Whose share of the pot the offender's trick is, as the table plays."""
    clause, rest = "english_rams.faults.rest", facts.options.fault_rest
    if rest == "leave_in_pot":
        return answer(say("At this table the share stays in the pot."), clause, heir=None)
    if rest == "winner_keeps":
        return answer(say("At this table who took the trick keeps the share."), clause, heir=best)
    if second is None:
        sentence = say("No other card could have taken this trick: the share stays in the pot.")
        return answer(sentence, clause, heir=None)
    return answer(say("{card} is second best and inherits the share.", card=second), clause, heir=second)


def _second(cards: Cards, best: Card, trump: str) -> Card | None:
    able = [card for card in cards if card != best and card.suit in (cards[0].suit, trump)]
    found: Card | None = None
    for card in able:
        if found is None or beats(card, found, trump):
            found = card
    return found


def calls(facts: Calls) -> Ruling:
    """Who speaks next and what they may say; illegal where something said so far was not allowed."""
    wrong = _impossible_table(facts.players, facts.dealer, facts.calls)
    if wrong:
        return wrong
    if facts.pot not in POTS:
        return impossible("facts.pot", say("The pot is simple or double, not {value}.", value=facts.pot))
    now = speaking(facts.players, facts.dealer, facts.pot == "double", facts.calls, facts.options)
    if isinstance(now, Ruling):
        return illegal(now.sentence, *now.clauses, **now.answer)
    if now.next is None:
        return answer(say("Speaking is over."), _over_clause(now), **as_answer(now))
    sentence = say("{player} speaks: {calls}.", player=now.next, calls=in_words(now.allowed))
    reasons = (clause for ruling in now.refused.values() for clause in ruling.clauses)
    clauses = dict.fromkeys(("english_rams.bid.order", POTS[facts.pot], *reasons))
    return answer(sentence, *clauses, **as_answer(now))


def _over_clause(now: Speaking) -> str:
    if now.payer:
        return "english_rams.bid.right_pays"
    return "english_rams.general.widow" if now.announcer else "english_rams.bid.throw_in"


def lead(facts: Lead) -> Ruling:
    """Who leads to the first trick; who has not spoken is taken to join."""
    wrong = _impossible_table(facts.players, facts.dealer, facts.calls)
    if wrong:
        return wrong
    if facts.pot not in (*POTS, None):
        return impossible("facts.pot", say("The pot is simple or double, not {value}.", value=facts.pot))
    double = facts.pot == "double" if facts.pot else any(call in ("fold", "pay") for _, call in facts.calls)
    now = speaking(facts.players, facts.dealer, double, facts.calls, facts.options)
    if isinstance(now, Ruling):
        return illegal(now.sentence, *now.clauses, lead=None)
    if now.payer:
        return answer(say("{player} paid: nobody plays.", player=now.payer), "english_rams.bid.right_pays", lead=None)
    if now.announcer:
        sentence = say("{player} announced general rams and leads.", player=now.announcer)
        return answer(sentence, "english_rams.play.general_lead", lead=now.announcer)
    out = {player for player, call in facts.calls if call == "fold"}
    first = next(player for player in now.order if player not in out)
    if now.next is None:
        sentence = say("{player} leads: the first to the dealer's left who plays.", player=first)
    else:
        sentence = say("{player} leads, if everybody who still has to speak joins.", player=first)
    return answer(sentence, "english_rams.play.lead", lead=first)


# --- facts that cannot be


def _suit(trump: str) -> str:
    return trump.strip().translate(GLYPHS).upper()


def _impossible_cards(cards: Sequence[Card], trump: str) -> Ruling | None:
    if _suit(trump) not in tuple(SUITS):
        return impossible("facts.trump", say("{value} is no suit.", value=trump))
    for card in cards:
        if card.is_joker or card.rank in OUT_OF_PACK:
            sentence = say("{card} is not in the pack: it has 32 cards, sevens to aces.", card=card)
            return impossible("facts.card", sentence)
    twice = too_many(cards, copies=1, jokers=0)
    return impossible("facts.twice", say("{card} is there twice.", card=twice)) if twice else None


def _impossible_trick(cards: Cards, trump: str, fewest: int) -> Ruling | None:
    if not fewest <= len(cards) <= MOST_IN_PLAY:
        sentence = say("A trick has {low} to {high} cards, not {n}.", low=fewest, high=MOST_IN_PLAY, n=len(cards))
        return impossible("facts.count", sentence)
    return _impossible_cards(cards, trump)


def _impossible_table(players: Sequence[Player], dealer: Player, said: Sequence[tuple[Player, str]]) -> Ruling | None:
    if len(players) not in SEATS:
        return impossible("facts.players", say("This game is for {low} to {high} players.", low=3, high=6))
    twice = next((player for player in players if list(players).count(player) > 1), None)
    if twice:
        return impossible("facts.players", say("{player} sits there twice.", player=twice), player=twice)
    for player in (dealer, *(player for player, _ in said)):
        if player not in players:
            sentence = say("{player} does not sit at this table.", player=player)
            return impossible("facts.players", sentence, player=player)
    for player, call in said:
        if call not in CALLS:
            sentence = say("{value} is nothing to say here: {calls} are.", value=call, calls=CALLS)
            return impossible("facts.call", sentence, player=player)
    return None


# --- what the running match knows


def known_options(tally: Tally) -> Mapping[str, object]:
    return {"options": tally.options}


def known_table(tally: Tally) -> Mapping[str, object]:
    """Who sits where, who deals and which pot it is; nothing of that when the session is over."""
    if tally.status == "finished":
        return known_options(tally)
    table: Table = tally.table
    known = {"players": list(table.players), "dealer": table.dealer, "pot": pot_kind(table.double)}
    return {**known, "options": tally.options}


def known_last(tally: Tally) -> Mapping[str, object]:
    """Who dealt last, and whether it counted."""
    known: dict[str, object] = {"options": tally.options, "players": list(tally.record.players)}
    line = next((line for line in reversed(tally.lines) if line.kind in ("deal", "misdeal") and line.dealer), None)
    return {**known, "dealer": line.dealer, "last": line.kind} if line else known


def known_pot(tally: Tally) -> Mapping[str, object]:
    return {"options": tally.options, **({} if tally.pot is None else {"left": tally.pot})}


def known_seats(tally: Tally) -> Mapping[str, object]:
    known = known_table(tally)
    seats = {"players": len(tally.record.players)}
    return {"options": tally.options, **seats, **({"pot": known["pot"]} if "pot" in known else {})}


def known_six(tally: Tally) -> Mapping[str, object]:
    return {"options": tally.options, "six": len(tally.record.players) == SEATS[-1]}


def known_owed(tally: Tally) -> Mapping[str, object]:
    """The pot of the deal under way, the ante in it, and how many others play in general rams."""
    table: Table = tally.table
    in_deal = len(tally.record.players) - (len(tally.record.players) == SEATS[-1])
    return {"options": tally.options, "pot": (tally.pot or 0) + table.five, "others": in_deal - 1}


def known_session(tally: Tally) -> Mapping[str, object]:
    known = {"options": tally.options, "players": list(tally.record.players), "pot": tally.pot or 0}
    return {**known, "next_dealer": tally.dealer} if tally.dealer else known


QUESTIONS = {
    "playable": Question(
        N_("May this card be played?"), Playable, playable, known_options, clause="english_rams.play.beat"
    ),
    "trick": Question(
        N_("Who takes the trick?"), Trick, trick, known_options, clause="english_rams.play.winner", decides=("winner",)
    ),
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
        known_options,
        clause="english_rams.faults.rest",
        decides=("heir",),
        rules=("fault_rest",),
    ),
    "setup": Question(
        N_("How many can play, and with what?"), Setup, setup, known_options, clause="english_rams.players.seats"
    ),
    "dealer": Question(
        N_("Whose deal is it?"),
        Dealer,
        dealer,
        known_last,
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
        known_options,
        clause="english_rams.bid.widow",
        rules=("widow_after_general",),
        typed=typed.widow,
    ),
    "announce": Question(
        N_("May this player announce general rams?"),
        Announce,
        announce,
        known_options,
        clause="english_rams.general.announce",
        typed=typed.announced,
    ),
    "throw_in": Question(
        N_("May folded cards be thrown in now?"),
        ThrowIn,
        throw_in,
        known_options,
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
        known_options,
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
        known_options,
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
        known_options,
        clause="english_rams.irregular.misdeal",
        decides=("remedy",),
    ),
}
