"""Questions about knocks of gin and the cards laid down: limit, layout, lay-offs, and who wins."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from companion.games.gin import facts as known_facts
from companion.games.gin.deal import BIG_HAND, HAND, false_knock, false_knock_penalty, in_hand, wrong_hand, wrong_layout
from companion.games.gin.layouts import VALUE, Showdown, arrange, big_gin, every_showdown, least, mask, showdown
from companion.games.gin.options import Options
from companion.games.gin.score import Outcome, is_void, knock_limit, points
from companion.rules.cards import Card, Cards
from companion.rules.entries import Player
from companion.rules.field_metadata import circumstance, deciding, fact, needed
from companion.rules.game import question
from companion.rules.messages import N_, Say, say, say_n
from companion.rules.options import Counted
from companion.rules.rulings import (
    OTHERS,
    WHO,
    Ground,
    Ruling,
    answer,
    but,
    by,
    illegal,
    impossible,
    legal,
    missing,
    term,
    then,
)

TURNED = N_("The turned-up card")
GIN_ONLY = say("Nobody can knock: only gin ends the deal.")
UPCARD_FIRST = say("Choose the card that was turned up: it sets the limit at this table.")
MOST_DEADWOOD = range(99)


@dataclass(frozen=True)
class Limit:
    upcard: Card | None = circumstance(TURNED, None)
    options: Options = Options()


def limit_of(options: Options, card: Card | None) -> tuple[int, tuple[Ground, ...]] | Ruling:
    """Return the highest deadwood for a knock, in points, and the grounds.

    Returns:
        A Ruling if the turned-up card is needed and missing.
    """
    if wrong := wrong_upcard(options, card):
        return wrong
    most, clause = knock_limit(options, card)
    turned = () if clause == "gin.knock.limit" else (but(clause, "upcard"),)
    return most, ("gin.knock.limit", *turned)


def wrong_upcard(options: Options, card: Card | None) -> Ruling | None:
    """Refuse a joker as the turned-up card, and ask for the card if it is needed."""
    if card is not None and card.is_joker:
        return impossible("gin.joker", say("There are no jokers in gin."))
    return missing("upcard", UPCARD_FIRST) if options.oklahoma and card is None else None


@question(
    N_("How much deadwood may you knock with?"),
    "gin.knock.limit",
    decides=("gin_only", "doubles"),
    rules=("oklahoma_ace", "oklahoma_spades"),
    draft_facts=known_facts.upcard,
    short=N_("How much may you knock with?"),
    moment="knock",
)
def limit(facts: Limit) -> Ruling:
    if isinstance(limit_and_grounds := limit_of(facts.options, facts.upcard), Ruling):
        return limit_and_grounds
    most, grounds = limit_and_grounds
    spade = facts.options.oklahoma and facts.upcard is not None and facts.upcard.suit == "S"
    doubles = spade and facts.options.oklahoma_spades != "off"
    more: tuple[Ground, ...] = (but("gin.oklahoma.spades", "upcard"),) if spade else ()
    sentence = say_n("You may knock with {n} point at most.", "You may knock with {n} points at most.", most)
    if not most:
        sentence = GIN_ONLY
    if doubles:
        sentence = say("{text} A spade doubles the points of the deal.", text=sentence)
    return answer(sentence, *grounds, *more, limit=most, gin_only=most == 0, doubles=doubles)


@dataclass(frozen=True)
class Knock:
    deadwood: int = deciding(N_("Deadwood of the ten cards that stay"), values=MOST_DEADWOOD)
    upcard: Card | None = circumstance(TURNED, None)
    options: Options = Options()


@question(
    N_("May I knock with this?"), "gin.knock.limit", decides=("gin",), draft_facts=known_facts.knocked, moment="knock"
)
def knock(facts: Knock) -> Ruling:
    if isinstance(limit_and_grounds := limit_of(facts.options, facts.upcard), Ruling):
        return limit_and_grounds
    most, grounds = limit_and_grounds
    n = facts.deadwood
    if n > most:
        sentence = say("That is too much to knock with: at most {most}.", most=most) if most else GIN_ONLY
        wrong = illegal(sentence, *grounds, then("gin.knock.false", "deadwood"), limit=most, gin=False)
        return replace(wrong, leads=("false_knock", {}))
    gin: tuple[Ground, ...] = () if n else (but("gin.gin.no_deadwood", "deadwood"),)
    sentence = say("You may knock with {n}, in any turn.", n=n) if n else say("No deadwood: this is gin.")
    return legal(sentence, by("gin.knock.any_turn", "deadwood"), *grounds, *gin, limit=most, gin=not n)


@dataclass(frozen=True)
class KnockNow:
    when: Literal["before_draw", "after_draw", "after_discard", "other_turn"] = deciding(
        N_("When"),
        choices={
            "before_draw": N_("before drawing"),
            "after_draw": N_("after drawing"),
            "after_discard": N_("after the discard, or with it face up"),
            "other_turn": N_("in the opponent’s turn"),
        },
    )
    since: bool = deciding(N_("The opponent has drawn since"))
    options: Options = Options()


@question(N_("When may you knock?"), "gin.knock.turn", moment="knock")
def knock_now(facts: KnockNow) -> Ruling:
    """Answer when a player may knock, without regard to the deadwood."""
    turn = by("gin.knock.turn", "when")
    if facts.when == "before_draw":
        sentence = say("First draw a card. A knock before that does not count, and costs nothing.")
        return illegal(sentence, "gin.play.turn", turn)
    if facts.when == "other_turn":
        return illegal(say("Only in your own turn. The knock does not count, and costs nothing."), turn)
    if facts.when == "after_draw":
        return legal(say("You may knock, with one card discarded face down."), turn, "gin.knock.discard")
    face_up = by("gin.knock.face_up", "when", "since")
    if facts.since:
        return illegal(say("Too late: the opponent has drawn, and play goes on."), turn, face_up)
    return legal(say("The knock counts: the opponent has not drawn yet."), turn, face_up)


@dataclass(frozen=True)
class FalseKnock:
    opened: bool = circumstance(N_("The opponent has shown cards too"))
    options: Options = Options()


@question(
    N_("Somebody knocked with too much: what now?"),
    "gin.knock.false",
    decides=("penalty",),
    rules=("false_knock",),
    short=N_("Knocked with too much"),
    moment="mishap",
)
def knocked_falsely(facts: FalseKnock) -> Ruling:
    rule = facts.options.false_knock
    penalty = rule.n if isinstance(rule, Counted) else 0
    if penalty:
        sentence = say("The knock does not count. The player takes the cards up again and loses {n} points.", n=penalty)
    else:
        sentence = say("The knock does not count. The player’s cards stay face up, and the opponent plays on.")
    hand = "taken_up" if penalty else "open"
    grounds: tuple[Ground, ...] = ("gin.knock.limit", "gin.knock.false")
    if facts.opened:
        sentence = say("{text} The opponent takes up the cards already shown, also those laid off.", text=sentence)
        grounds = (*grounds, then("gin.knock.opened", "opened"))
    ruling = answer(sentence, *grounds, counts=False, hand=hand, turn="opponent", penalty=penalty)
    return replace(ruling, remedy=false_knock_penalty(facts.options, Player(WHO)))


@dataclass(frozen=True)
class LayOff:
    ended: Literal["knock", "gin"] = deciding(
        N_("How did the deal end?"), choices={"knock": N_("a knock"), "gin": N_("gin")}
    )
    who: Literal["opponent", "knocker"] = deciding(
        N_("Who wants to lay off"),
        choices={"opponent": N_("the opponent"), "knocker": N_("the player who ended it")},
    )
    options: Options = Options()


@question(N_("May this player lay off?"), "gin.lay_off.opponent", short=N_("Laying off"), moment="knock")
def lay_off(facts: LayOff) -> Ruling:
    rule = by("gin.lay_off.opponent", "ended", "who")
    if facts.who == "knocker":
        return illegal(
            say("The player who ended the deal cannot lay off deadwood."), rule, but("gin.lay_off.not_knocker", "who")
        )
    if facts.ended == "gin":
        return illegal(say("After gin nothing is laid off."), rule, but("gin.gin.no_lay_off", "ended"))
    return legal(
        say("Deadwood may be laid off on the knocker’s melds, as many cards as fit."), rule, "gin.lay_off.chain"
    )


SIDES = (Player("knocker"), Player("defender"))


@dataclass(frozen=True)
class Hand:
    """Ten cards, or eleven before the discard. `upcard` decides the limit in Oklahoma."""

    hand: Cards = needed(N_("The hand"), N_("Choose the cards of the hand."))
    upcard: Card | None = circumstance(TURNED, None)
    options: Options = Options()


@dataclass(frozen=True)
class TwoHands:
    """Both hands after a knock, ten cards each; `layout` are the knocker's melds if they were shown already."""

    knocker: Cards = needed(N_("The knocker’s ten cards"), N_("Choose the knocker’s ten cards."))
    defender: Cards = needed(N_("The opponent’s ten cards"), N_("Choose the other player’s ten cards."))
    layout: tuple[Cards, ...] | None = fact(N_("The knocker’s melds as shown"), None)
    upcard: Card | None = circumstance(TURNED, None)
    options: Options = Options()


@question(
    N_("What is the best way to arrange this hand, and may it knock?"),
    "gin.knock.limit",
    decides=("may_knock",),
    draft_facts=known_facts.upcard,
    short=N_("The best melds of a hand"),
    moment="knock",
)
def lay_out(facts: Hand) -> Ruling:
    """Answer with the least deadwood of a hand, and whether it may knock."""
    if wrong := wrong_hand(facts.hand, (HAND, BIG_HAND)) or wrong_upcard(facts.options, facts.upcard):
        return replace(wrong, verdict="impossible")  # the refusal is about facts of a question
    big = big_gin(facts.hand) if facts.options.big_gin else None
    best = big or arrange(facts.hand)
    limit, clause = knock_limit(facts.options, facts.upcard)
    may_knock = best.deadwood <= limit
    clauses = ["gin.cards.values", "gin.meld.kinds", clause]
    layout: dict[str, object] = {"deadwood": best.deadwood, "melds": best.melds, "loose": best.loose}
    layout |= {"may_knock": may_knock} | ({"discard": best.discard} if len(facts.hand) == BIG_HAND else {})
    if not best.deadwood:
        clauses.append("gin.gin.no_deadwood")
    if big:
        sentence = say("This is big gin: all eleven cards are in melds, and none is discarded.")
        return answer(sentence, *clauses, by("gin.score.big_gin", "hand"), **layout)
    return answer(_laid_out(best.deadwood, best.discard, may_knock), *clauses, **layout)


def _laid_out(deadwood: int, discard: Card | None, may_knock: bool) -> Say:
    if not deadwood:
        sentence = say("This is gin.")
    elif may_knock:
        sentence = say("Deadwood {n}: this hand may knock.", n=deadwood)
    else:
        sentence = say("Deadwood {n}: too much to knock with.", n=deadwood)
    return say("Discard {card}. {rest}", card=discard, rest=sentence) if discard else sentence


@question(
    N_("Who wins when the cards are shown?"),
    "gin.score.difference",
    decides=("result", "winner"),
    rules=("tie_undercut",),
    draft_facts=known_facts.shown,
    short=N_("The cards are shown: who wins?"),
    moment="count",
)
def decide(facts: TwoHands) -> Ruling:
    """Answer who wins a showdown, and with how many points. A false knock is illegal."""
    if wrong := _wrong_two_hands(facts) or wrong_upcard(facts.options, facts.upcard):
        return replace(wrong, verdict="impossible")  # the refusal is about facts of a question
    end = showdown(facts.knocker, facts.defender, facts.layout)
    refused = false_knock(facts.options, end.knocker.deadwood, facts.upcard)
    if refused:
        apart = replace(end, defender=arrange(facts.defender), lay_offs=())  # without a valid knock nothing is laid off
        wrong = illegal(refused.sentence, *refused.clauses, then("gin.knock.false"), **_ends(apart))
        return replace(wrong, remedy=false_knock_penalty(facts.options, Player(WHO)))
    outcome = Outcome(*SIDES, end.knocker.deadwood, end.defender.deadwood, upcard=facts.upcard)
    if is_void(facts.options, outcome):
        sentence = say("Both have {own}: the deal is void.", own=outcome.knocker_deadwood)
        result: dict[str, object] = {"result": "tie", "winner": None, "points": 0}
        tie = answer(sentence, "gin.score.tie", *_clauses(facts, end), **_ends(end), **result)
        return replace(tie, deal=_shown(facts, end))
    terms = points(facts.options, outcome)
    chain = [term(part.clause, part.points, "knocker", "defender", "layout") for part in terms]
    rest = dict.fromkeys(clause for clause in _clauses(facts, end) if clause not in {part.clause for part in terms})
    total = sum(part.points for part in terms)
    sentence = _or_otherwise(facts, outcome, total)
    result = {"result": outcome.result, "winner": outcome.winner, "points": total}
    return replace(answer(sentence, *chain, *rest, **_ends(end), **result), deal=_shown(facts, end))


def _shown(facts: TwoHands, end: Showdown) -> Mapping[str, object]:
    """Return the deal as an entry."""
    deal: dict[str, object] = {"kind": "deal", "end": "knock" if end.knocker.deadwood else "gin", "by": WHO}
    deal["hands"] = {WHO: list(facts.knocker), OTHERS: list(facts.defender)}
    if facts.layout is not None:
        deal["layout"] = [list(meld) for meld in facts.layout]
    return deal | ({"upcard": facts.upcard} if facts.options.oklahoma else {})


def _or_otherwise(facts: TwoHands, outcome: Outcome, total: int) -> Say:
    """Return the result, and if another layout would have scored more for the knocker, its points."""
    sentence = _decided(outcome, total)
    most, _ = knock_limit(facts.options, facts.upcard)
    ends = every_showdown(facts.knocker, facts.defender, most)
    others = (Outcome(*SIDES, e.knocker.deadwood, e.defender.deadwood, upcard=facts.upcard) for e in ends)
    won = (one for one in others if one.winner == SIDES[0] and not is_void(facts.options, one))
    better = max((sum(part.points for part in points(facts.options, one)) for one in won), default=0)
    if better <= (total if outcome.winner == SIDES[0] else 0):
        return sentence
    return say("{text} Arranged differently it would be {n}.", text=sentence, n=better)


def _wrong_two_hands(facts: TwoHands) -> Ruling | None:
    hands = ((say("The knocker’s ten cards"), facts.knocker), (say("The opponent’s ten cards"), facts.defender))
    for whose, hand in hands:
        if wrong := wrong_hand(hand, (HAND,)):
            return in_hand(wrong, whose)
    if twice := next((card for card in facts.defender if card in facts.knocker), None):
        return impossible("gin.card_twice", say("{card} is in both hands.", card=twice))
    return wrong_layout(facts.knocker, facts.layout or ())


def _clauses(facts: TwoHands, end: Showdown) -> Iterator[str]:
    """Yield the clauses that decided the showdown. Conventions of this rule book are cited only if they mattered."""
    if facts.layout is not None or len(least(mask(facts.knocker))) > 1:
        yield "gin.knock.layout"
    if not end.knocker.deadwood:
        yield "gin.gin.no_lay_off"
    if end.lay_offs:
        yield "gin.lay_off.opponent"
    if any(step.meld not in end.knocker.melds for step in end.lay_offs):
        yield "gin.lay_off.chain"
    if end.defender.deadwood + sum(VALUE[step.card] for step in end.lay_offs) > arrange(facts.defender).deadwood:
        yield "gin.lay_off.arrange"


def _ends(end: Showdown) -> dict[str, object]:
    sides = {"knocker": end.knocker, "defender": end.defender}
    return {
        "deadwood": {side: one.deadwood for side, one in sides.items()},
        "melds": {side: one.melds for side, one in sides.items()},
        "loose": {side: one.loose for side, one in sides.items()},
        "lay_offs": [[step.card, step.meld] for step in end.lay_offs],
    }


def _decided(outcome: Outcome, total: int) -> Say:
    own, other = outcome.knocker_deadwood, outcome.defender_deadwood
    if outcome.result == "gin":
        return say("Gin against {other}: the knocker scores {n}.", other=other, n=total)
    if outcome.result == "knock":
        return say("{own} against {other}: the knocker scores {n}.", own=own, other=other, n=total)
    if outcome.result == "tie":
        return say("Both have {own}: the defender has undercut and scores {n}.", own=own, n=total)
    return say("{own} against {other}: the defender has undercut and scores {n}.", own=own, other=other, n=total)
