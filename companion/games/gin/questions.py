"""What players of gin ask the referee: how to lay out a hand, who wins a showdown, who pays what."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from companion.games.gin.arrange import VALUE, arrange, least, mask
from companion.games.gin.deal import BIG_HAND, HAND, false_knock, false_knock_penalty, wrong_hand, wrong_layout
from companion.games.gin.known import counted, dealt
from companion.games.gin.options import Options
from companion.games.gin.score import Outcome, Settlement, is_void, knock_limit, points, settle
from companion.games.gin.score_questions import (
    Blitz,
    Columns,
    GameEnd,
    Score,
    blitz,
    columns,
    game_end,
    score,
)
from companion.games.gin.showdown import Showdown, showdown
from companion.games.gin.table import Table
from companion.games.gin.table_questions import (
    Dealer,
    FalseKnock,
    Irregular,
    Knock,
    LayOff,
    Limit,
    Setup,
    ThrowBack,
    TwoCards,
    Upcard,
    dealer,
    irregular,
    knock,
    knocked_falsely,
    lay_off,
    limit,
    setup,
    throw_back,
    two_cards,
    upcard,
    wrong_upcard,
)
from companion.games.gin.typed import turned
from companion.rules.cards import Card, Cards
from companion.rules.entries import Player
from companion.rules.fields import circumstance, fact, needed
from companion.rules.rulings import OTHERS, WHO, Ruling, answer, illegal, impossible, term
from companion.rules.tally import Question, Tally
from companion.rules.words import N_, Say, say

DEFAULT = Options()
SEATS = (2, 3)
SIDES = (Player("knocker"), Player("defender"))


@dataclass(frozen=True)
class Hand:
    """Ten cards, or eleven of which one will be thrown. `upcard` decides the limit in Oklahoma."""

    hand: Cards = needed(N_("The hand"), N_("Choose the cards of the hand."))
    upcard: Card | None = circumstance(N_("The card turned up"), None)
    options: Options = DEFAULT


@dataclass(frozen=True)
class TwoHands:
    """Both hands after a knock, ten cards each; `layout` the knocker's melds where they are already shown."""

    knocker: Cards = needed(N_("The knocker's ten cards"), N_("Choose the knocker's ten cards."))
    defender: Cards = needed(N_("The other's ten cards"), N_("Choose the other's ten cards."))
    layout: tuple[Cards, ...] | None = fact(N_("The knocker's melds as shown"), None)
    upcard: Card | None = circumstance(N_("The card turned up"), None)
    options: Options = DEFAULT


@dataclass(frozen=True)
class GameOver:
    """The scores on which a game ended and the deals won by each."""

    scores: Mapping[str, int] = needed(N_("Points at the end of the game"), N_("Say on which points the game ended."))
    boxes: Mapping[str, int] = needed(N_("Deals won"), N_("Say how many deals each has won."))
    options: Options = DEFAULT


def lay_out(facts: Hand) -> Ruling:
    """The least deadwood of a hand, and whether it may knock."""
    wrong = wrong_hand(facts.hand, (HAND, BIG_HAND)) or wrong_upcard(facts.options, facts.upcard)
    if wrong:
        return _impossible(wrong)
    best = arrange(facts.hand)
    limit, clause = knock_limit(facts.options, facts.upcard)
    may_knock = best.deadwood <= limit
    clauses = ["gin.cards.values", "gin.meld.kinds", clause]
    found: dict[str, object] = {
        "deadwood": best.deadwood,
        "melds": best.melds,
        "loose": best.loose,
        "may_knock": may_knock,
    }
    if best.discard:
        found["discard"] = best.discard
    if not best.deadwood:
        clauses.append("gin.gin.no_deadwood")
    return answer(_laid_out(best.deadwood, best.discard, may_knock), *clauses, **found)


def _laid_out(deadwood: int, discard: Card | None, may_knock: bool) -> Say:
    if not deadwood:
        sentence = say("This is gin.")
    elif may_knock:
        sentence = say("Deadwood {n}: this hand may knock.", n=deadwood)
    else:
        sentence = say("Deadwood {n}: too much to knock with.", n=deadwood)
    return say("Throw {card}. {rest}", card=discard, rest=sentence) if discard else sentence


def decide(facts: TwoHands) -> Ruling:
    """Who wins a showdown, and with how many points; a false knock is illegal."""
    wrong = _wrong_two_hands(facts) or wrong_upcard(facts.options, facts.upcard)
    if wrong:
        return _impossible(wrong)
    end = showdown(facts.knocker, facts.defender, facts.layout)
    refused = false_knock(facts.options, end.knocker.deadwood, facts.upcard)
    if refused:
        wrong = illegal(refused.sentence, *refused.clauses, "gin.knock.false", **_ends(end))
        return replace(wrong, remedy=false_knock_penalty(facts.options, Player(WHO)))
    outcome = Outcome(*SIDES, end.knocker.deadwood, end.defender.deadwood, upcard=facts.upcard)
    if is_void(facts.options, outcome):
        sentence = say("Both have {own}: the deal is void.", own=outcome.knocker_deadwood)
        tie = answer(
            sentence, "gin.score.tie", *_clauses(facts, end), **_ends(end), result="tie", winner=None, points=0
        )
        return replace(tie, deal=_shown(facts, end))
    terms = points(facts.options, outcome)
    chain = [term(part.clause, part.points, "knocker", "defender", "layout") for part in terms]
    rest = dict.fromkeys(clause for clause in _clauses(facts, end) if clause not in {part.clause for part in terms})
    total = sum(part.points for part in terms)
    sentence = _or_otherwise(facts, outcome, total)
    found = answer(sentence, *chain, *rest, **_ends(end), **_result(outcome, total))
    return replace(found, deal=_shown(facts, end))


def _shown(facts: TwoHands, end: Showdown) -> Mapping[str, object]:
    """The deal as the table would write it."""
    deal: dict[str, object] = {"kind": "deal", "end": "knock" if end.knocker.deadwood else "gin", "by": WHO}
    deal["hands"] = {WHO: list(facts.knocker), OTHERS: list(facts.defender)}
    if facts.layout is not None:
        deal["layout"] = [list(meld) for meld in facts.layout]
    return deal | ({"upcard": facts.upcard} if facts.options.oklahoma else {})


def _or_otherwise(facts: TwoHands, outcome: Outcome, total: int) -> Say:
    """The result, and what the knocker would have scored with the melds laid out in another way."""
    sentence = _decided(outcome, total)
    if facts.layout is None:
        return sentence
    end = showdown(facts.knocker, facts.defender, None)
    other = Outcome(*SIDES, end.knocker.deadwood, end.defender.deadwood, upcard=facts.upcard)
    better = 0 if is_void(facts.options, other) else sum(part.points for part in points(facts.options, other))
    if other.winner != SIDES[0] or (outcome.winner == SIDES[0] and better <= total):
        return sentence
    return say("{text} Laid out otherwise it would be {n}.", text=sentence, n=better)


def _wrong_two_hands(facts: TwoHands) -> Ruling | None:
    wrong = wrong_hand(facts.knocker, (HAND,)) or wrong_hand(facts.defender, (HAND,))
    if wrong:
        return wrong
    twice = next((card for card in facts.defender if card in facts.knocker), None)
    if twice:
        return impossible("gin.card_twice", say("{card} is in both hands.", card=twice))
    return wrong_layout(facts.knocker, facts.layout or ())


def _impossible(wrong: Ruling) -> Ruling:
    """What an entry would be refused for cannot be the facts of a question."""
    return wrong if wrong.verdict == "impossible" else replace(wrong, verdict="impossible")


def _clauses(facts: TwoHands, end: Showdown) -> Iterator[str]:
    """What decided the showdown: a convention of ours is cited only where it made a difference."""
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


def _result(outcome: Outcome, total: int) -> dict[str, object]:
    return {"result": outcome.result, "winner": outcome.winner, "points": total}


def _decided(outcome: Outcome, total: int) -> Say:
    own, other = outcome.knocker_deadwood, outcome.defender_deadwood
    if outcome.result == "gin":
        return say("Gin against {other}: the knocker scores {n}.", other=other, n=total)
    if outcome.result == "knock":
        return say("{own} against {other}: the knocker scores {n}.", own=own, other=other, n=total)
    if outcome.result == "tie":
        return say("Both have {own}: the defender has undercut and scores {n}.", own=own, n=total)
    return say("{own} against {other}: the defender has undercut and scores {n}.", own=own, other=other, n=total)


def reckon(facts: GameOver) -> Ruling:
    """The totals of a finished game and who pays what."""
    scores = {Player(name): score for name, score in facts.scores.items()}
    boxes = {player: facts.boxes.get(player, 0) for player in scores}
    wrong = _wrong_game(facts)
    if wrong:
        return wrong
    winner = max(scores, key=lambda player: scores[player])
    end = settle(facts.options, scores, boxes, winner)
    paid = [{"from": one.payment.payer, "to": one.payment.payee, "amount": one.payment.amount} for one in end.accounts]
    payments = {"payment": paid[0]} if len(paid) == 1 else {"payments": paid}
    return answer(_paid(end), *dict.fromkeys(_reasons(facts.options, end)), totals=end.totals, **payments)


def _paid(end: Settlement) -> Say:
    found = [
        say("{payer} pays {payee} {n}.", payer=one.payment.payer, payee=one.payment.payee, n=one.payment.amount)
        for one in end.accounts
        if one.payment.amount
    ]
    if not found:
        return say("Nobody pays.")
    return found[0] if len(found) == 1 else say("{one} {rest}", one=found[0], rest=found[1])


def _reasons(options: Options, end: Settlement) -> Iterator[str]:
    yield from (part.clause for parts in end.terms.values() for part in parts)
    yield "gin.game.payment"
    if len(end.accounts) > 1:
        yield "gin.players.three"
    if any(one.blitz for one in end.accounts) and options.blitz:
        yield "gin.game.blitz"
    if any(one.difference < 0 for one in end.accounts):
        yield "gin.game.negative"


def _wrong_game(facts: GameOver) -> Ruling | None:
    if len(facts.scores) not in SEATS:
        return impossible("gin.players", say("A game of gin has two or three players, not {n}.", n=len(facts.scores)))
    stranger = next((name for name in facts.boxes if name not in facts.scores), None)
    if stranger is not None:
        return impossible("gin.players", say("{player} has no score.", player=stranger), player=stranger)
    below = next((name for name, n in facts.boxes.items() if n < 0), None)
    if below is not None:
        sentence = say("{player} cannot have won {n} deals.", player=below, n=facts.boxes[below])
        return impossible("gin.boxes", sentence, player=below)
    target = facts.options.target
    there = [name for name, score in facts.scores.items() if score >= target]
    if len(there) != 1:
        sentence = say("The game ends when one player, and only one, has reached {target}.", target=target)
        return impossible("gin.not_over", sentence)
    return None


def _options(tally: Tally) -> Mapping[str, object]:
    return {"options": tally.options}


def _standing(tally: Tally) -> Mapping[str, object]:
    table: Table = tally.table
    column = table.columns[0]
    return {"scores": column.scores, "boxes": column.boxes, "options": table.options}


def _won(tally: Tally, player: Player) -> Mapping[str, object]:
    table: Table = tally.table
    return {"won": table.columns[0].boxes.get(player, 0)}


def _higher(tally: Tally) -> Mapping[str, object]:
    table: Table = tally.table
    return {"options": tally.options, "points": max(0, *table.columns[0].scores.values())}


QUESTIONS: Mapping[str, Question] = {
    "arrange": Question(
        N_("How is this hand best laid out, and may it knock?"),
        Hand,
        lay_out,
        _options,
        clause="gin.knock.limit",
        decides=("may_knock",),
        typed=turned,
    ),
    "showdown": Question(
        N_("Who wins this showdown?"),
        TwoHands,
        decide,
        _options,
        clause="gin.score.difference",
        decides=("result", "winner"),
        rules=("tie_undercut",),
        typed=turned,
    ),
    "settle": Question(
        N_("Who pays what at the end of a game?"), GameOver, reckon, _standing, clause="gin.game.payment"
    ),
    "setup": Question(N_("How many can play, and with what?"), Setup, setup, _options, clause="gin.players.two"),
    "dealer": Question(
        N_("Whose deal is it?"),
        Dealer,
        dealer,
        dealt,
        clause="gin.deal.turns",
        decides=("dealer",),
        rules=("next_dealer",),
    ),
    "upcard": Question(N_("May this player take the upcard?"), Upcard, upcard, _options, clause="gin.upcard.forehand"),
    "throw_back": Question(
        N_("May the card just taken be thrown?"), ThrowBack, throw_back, _options, clause="gin.play.throw_back"
    ),
    "knock": Question(
        N_("May one knock with this?"),
        Knock,
        knock,
        _options,
        clause="gin.knock.limit",
        decides=("gin",),
        typed=turned,
    ),
    "limit": Question(
        N_("How much may a knock have?"),
        Limit,
        limit,
        _options,
        clause="gin.knock.limit",
        decides=("gin_only", "doubles"),
        rules=("oklahoma_ace", "oklahoma_spades"),
        typed=turned,
    ),
    "false_knock": Question(
        N_("Somebody knocked with too much: what now?"),
        FalseKnock,
        knocked_falsely,
        _options,
        clause="gin.knock.false",
        decides=("penalty",),
        rules=("false_knock",),
    ),
    "lay_off": Question(N_("May this player lay off?"), LayOff, lay_off, _options, clause="gin.lay_off.opponent"),
    "score": Question(
        N_("Who scores what?"),
        Score,
        score,
        _options,
        clause="gin.score.difference",
        decides=("result", "winner"),
        rules=("tie_undercut", "big_gin"),
        typed=turned,
    ),
    "two_cards": Question(
        N_("The stock is nearly gone: what now?"),
        TwoCards,
        two_cards,
        _options,
        clause="gin.stock.two_cards",
        decides=("void", "may_take"),
        rules=("two_cards",),
    ),
    "blitz": Question(
        N_("Is it a blitz?"),
        Blitz,
        blitz,
        _options,
        _won,
        clause="gin.game.blitz",
        decides=("blitz", "doubles"),
        rules=("blitz",),
    ),
    "game": Question(
        N_("Is the game over?"),
        GameEnd,
        game_end,
        _higher,
        clause="gin.game.target",
        decides=("over",),
        rules=("target",),
    ),
    "columns": Question(
        N_("In which columns does this deal count?"),
        Columns,
        columns,
        _options,
        counted,
        clause="gin.hollywood.columns",
        decides=("columns",),
    ),
    "irregular": Question(
        N_("Something went wrong: what now?"),
        Irregular,
        irregular,
        _options,
        clause="gin.irregular.misdeal",
        decides=("remedy",),
    ),
}
