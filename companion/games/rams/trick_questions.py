"""Questions about tricks of Rams: leading, playing, the winner of a trick, the cost of a mistake."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from companion.games.rams import facts as known_facts
from companion.games.rams.options import Options
from companion.games.rams.table import SEATS, TRICKS
from companion.rules.cards import FULL_PACK, SUITS, Card, Cards, Duty, duties, suit_of, too_many, winner
from companion.rules.field_metadata import Has, deciding, fact, needed
from companion.rules.game import question
from companion.rules.messages import N_, Say, say, say_n
from companion.rules.rulings import WHO, Ruling, answer, but, by, impossible

POINTS = range(1, 13)
TRUMP_FIRST = N_("Choose the trump suit first.")
IN_TRICK = ("trump", "trick", "hand")
ON_LEAD = (*IN_TRICK, "others", "points")
FAULT = {"kind": "deal", "faults": [WHO]}  # entered with the deal
DUTIES: Mapping[Duty, str] = {"follow": "rams.play.follow", "trump": "rams.play.trump", "beat": "rams.play.beat"}


@dataclass(frozen=True)
class Playable:
    """A hand and the cards before it, the led card first; `points` of the player and `others` of the other players."""

    trump: str = needed(N_("Trump"), TRUMP_FIRST, sample=SUITS[0])
    hand: Cards = needed(N_("The hand"), N_("Choose the cards of the hand."), sample=Cards(FULL_PACK[:1]))
    trick: Cards = fact(N_("On the table, in order"), Cards())
    others: tuple[int, ...] = deciding(N_("Points of the others"), values=Has(1, (1, 2, 2, 2), (2, 2, 2, 2)))
    points: int = deciding(N_("Own points"), values=POINTS)
    options: Options = Options()


@dataclass(frozen=True)
class Trick:
    trump: str = needed(N_("Trump"), TRUMP_FIRST)
    cards: Cards = needed(N_("The cards, in order of play"), N_("Choose the cards of the trick."))
    options: Options = Options()


@question(
    N_("May this card be played?"),
    "rams.play.beat",
    decides=("playable",),
    rules=("forced_lead_exempt",),
    known_facts=known_facts.nobody_on_one,
    about=known_facts.points,
)
def playable(facts: Playable) -> Ruling:
    """Answer which cards of the hand may be played, and which clause refuses each other card.

    Points are those on the sheet before the deal (rams.play.forced_score).
    """
    if wrong := _impossible_cards((*facts.hand, *facts.trick), facts.trump) or _impossible_count(facts):
        return wrong
    why = _refused_to_trick(facts) if facts.trick else _refused_lead(facts)
    cards = [card for card in facts.hand if card not in why]
    clauses = tuple(dict.fromkeys(why.values())) or (_free_clause(facts),)
    grounds = (by(clause, *(IN_TRICK if facts.trick else ON_LEAD)) for clause in clauses)
    ruling = answer(_text(cards, facts.hand, facts.trick), *grounds, playable=cards, why=why)
    return replace(ruling, remedy=FAULT) if why and facts.options.revoke == "offender_flies" else ruling


def _refused_to_trick(facts: Playable) -> dict[Card, str]:
    """Return the cards that break a duty to follow, trump or beat; on a led trump, all but a held ace of trumps."""
    trump = suit_of(facts.trump)
    why = {card: DUTIES[duty] for card, duty in duties(facts.hand, facts.trick, trump).items()}
    if facts.trick[0].suit == trump and _ace(trump) in facts.hand:
        others = [card for card in facts.hand if card != _ace(trump)]
        why = {card: why.get(card, "rams.play.ace_follow") for card in others}
    return why


def _refused_lead(facts: Playable) -> dict[Card, str]:
    """Return the refused leads: all but the ace of trumps, or all but trumps if a player on 1 forces a trump lead."""
    trump = suit_of(facts.trump)
    if _ace(trump) in facts.hand:
        return dict.fromkeys((card for card in facts.hand if card != _ace(trump)), "rams.play.ace_lead")
    forced = forced_lead(facts.points, facts.others, facts.options)
    plain = [card for card in facts.hand if card.suit != trump]
    return dict.fromkeys(plain, forced) if forced and len(plain) < len(facts.hand) else {}


def forced_lead(points: int, others: Sequence[int], options: Options) -> str | None:
    """Return the clause that makes a player lead trumps while another player is on 1, or None."""
    if 1 not in others:
        return None
    if points != 1:
        return "rams.play.forced_lead"
    return "rams.play.forced_exempt" if options.forced_lead_exempt == "none" else None


def _free_clause(facts: Playable) -> str:
    """Return the clause by which the whole hand may be played."""
    if facts.trick:
        suits = {card.suit for card in facts.hand}
        if facts.trick[0].suit in suits:
            return "rams.play.follow"
        return "rams.play.trump" if suit_of(facts.trump) in suits else "rams.play.discard"
    if _ace(suit_of(facts.trump)) in facts.hand:
        return "rams.play.ace_lead"
    if facts.points == 1:
        return "rams.play.forced_exempt" if 1 in facts.others else "rams.play.forced_lead"
    return "rams.play.forced_lead" if 1 in facts.others else "rams.play.lead"


def _text(cards: Sequence[Card], hand: Sequence[Card], trick: Sequence[Card]) -> Say:
    """Return a sentence on the playable cards. Before a lead it names the player who leads, as the question may not."""
    if len(cards) == len(hand):
        return say("Any card of the hand may be played.") if trick else say("The player who leads may play any card.")
    if not trick:
        return say_n(
            "The player who leads must play {cards}.",
            "The player who leads must play one of these: {cards}.",
            len(cards),
            cards=list(cards),
        )
    return say_n("Only {cards} may be played.", "One of these must be played: {cards}.", len(cards), cards=list(cards))


@question(N_("Who takes the trick?"), "rams.play.winner", decides=("winner",))
def trick(facts: Trick) -> Ruling:
    """Answer which card takes the trick: the highest trump, or without one the highest card of the led suit."""
    if wrong := _impossible_cards(facts.cards, facts.trump):
        return wrong
    if not 1 <= len(facts.cards) <= SEATS[-1]:
        sentence = say("A trick has 1 to {high} cards, not {n}.", high=SEATS[-1], n=len(facts.cards))
        return impossible("facts.count", sentence)
    best = winner(facts.cards, suit_of(facts.trump))
    return answer(say("{card} takes the trick.", card=best), by("rams.play.winner", "trump", "cards"), winner=best)


# --- impossible facts


def _ace(suit: str) -> Card:
    return Card("A" + suit)


def _impossible_cards(cards: Sequence[Card], trump: str) -> Ruling | None:
    if suit_of(trump) not in tuple(SUITS):
        return impossible("facts.trump", say("{value} is not a suit.", value=trump))
    if any(card.is_joker for card in cards):
        return impossible("facts.card", say("There is no joker in the pack of this game."))
    twice = too_many(cards, copies=1, jokers=0)
    return impossible("facts.twice", say("{card} is listed twice.", card=twice)) if twice else None


def _impossible_count(facts: Playable) -> Ruling | None:
    if not 1 <= len(facts.hand) <= TRICKS:
        return impossible("facts.hand", say("In play a hand has 1 to 5 cards, not {n}.", n=len(facts.hand)))
    if len(facts.others) >= SEATS[-1]:
        sentence = say("There are at most {most} other players, not {n}.", most=SEATS[-1] - 1, n=len(facts.others))
        return impossible("facts.others", sentence)
    most = len(facts.others) or SEATS[-1] - 1
    if len(facts.trick) > most:
        sentence = say("There are {n} cards, but only {most} others can have played.", n=len(facts.trick), most=most)
        return impossible("facts.trick", sentence)
    known = (facts.points, *facts.others)
    return next(filter(None, (impossible_points(points, facts.options) for points in known)), None)


def impossible_points(points: int, options: Options) -> Ruling | None:
    """Refuse points that nobody can have during a rams."""
    if 1 <= points <= options.start_points:
        return None
    sentence = say("{points} is not possible. Points go from 1 to {top}.", points=points, top=options.start_points)
    return impossible("facts.points", sentence)


@dataclass(frozen=True)
class MustLead:
    ace: bool = deciding(N_("The player who leads has the ace of trumps"))
    trumps: bool = deciding(N_("The player who leads has a trump"))
    other_on_1: Literal["protocol", "this_deal", "no"] = deciding(
        N_("Another player is on 1"),
        choices={
            "protocol": N_("on the score sheet when the deal began"),
            "this_deal": N_("only by tricks of this deal"),
            "no": N_("nobody does"),
        },
    )
    self_on_1: bool = deciding(N_("The player who leads is on 1"))
    options: Options = Options()


@question(
    N_("Must I lead a trump?"),
    "rams.play.forced_lead",
    decides=("must",),
    rules=("forced_lead_exempt",),
    about=known_facts.on_one,
    named=N_("Must %(player)s lead a trump?"),
)
def must_lead(facts: MustLead) -> Ruling:
    """Answer whether trumps must be led: the ace first, otherwise any trump while another player is on 1."""
    if facts.ace and not facts.trumps:
        return impossible("facts.trumps", say("A player with the ace of trumps has a trump."))
    if facts.ace:
        sentence = say("The ace of trumps must be led.")
        return answer(sentence, "rams.play.lead", but("rams.play.ace_lead", "ace"), must="ace")
    forced = by("rams.play.forced_lead", "ace", "trumps", "other_on_1", "self_on_1")
    if not facts.trumps or facts.other_on_1 == "no":
        return _any_lead(answer(say("Any card may be led."), forced, must="nothing"))
    if facts.other_on_1 == "this_deal":
        sentence = say("Any card may be led: what counts is the score when the deal began.")
        return _any_lead(answer(sentence, forced, but("rams.play.forced_score", "other_on_1"), must="nothing"))
    if not facts.self_on_1:
        return answer(say("A trump must be led: a player is on 1."), forced, must="trump")
    exempt = but("rams.play.forced_exempt", "self_on_1", "other_on_1")
    if facts.options.forced_lead_exempt == "none":
        return answer(
            say("A trump must be led: at this table this applies to everybody."), forced, exempt, must="trump"
        )
    return _any_lead(
        answer(say("Any card may be led: a player on 1 does not have to lead trumps."), forced, exempt, must="nothing")
    )


def _any_lead(ruling: Ruling) -> Ruling:
    return replace(ruling, gist=say("Any card may be led."))


@dataclass(frozen=True)
class Misplay:
    options: Options = Options()


@question(
    N_("A wrong card was played. What does it cost?"),
    "rams.play.revoke",
    decides=("penalty",),
    rules=("revoke",),
    short=N_("A wrong card was played"),
    moment="mishap",
)
def misplay(facts: Misplay) -> Ruling:
    flies = facts.options.revoke == "offender_flies"
    sentence = say("It is put right as well as possible, without a penalty.")
    if flies:
        sentence = say("At this table, the player at fault flies, and their tricks do not count.")
    penalty = "flies" if flies else "none"
    ruling = answer(sentence, "rams.play.revoke", penalty=penalty, tricks_count=not flies)
    return replace(ruling, remedy=FAULT) if flies else ruling
