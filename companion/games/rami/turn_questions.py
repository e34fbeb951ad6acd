"""What people ask the referee about a turn and its end: the discard taken, the discard owed, the hand counted."""

from collections import Counter
from dataclasses import dataclass, replace

from companion.games.rami.card_count import wrong_number
from companion.games.rami.discard_questions import left_after, opens_alone, uses
from companion.games.rami.hand import DEALT, loser_parts
from companion.games.rami.opening_questions import IN_TURN, impossible_cards
from companion.games.rami.options import FLAT, Options
from companion.rules.cards import Card, Cards
from companion.rules.field_metadata import circumstance, deciding, fact, needed
from companion.rules.game import Question
from companion.rules.messages import N_, say
from companion.rules.options import house_rules
from companion.rules.rulings import WHO, Ground, Ruling, answer, but, by, illegal, impossible, legal, missing

DEFAULTS = Options()
ALL_CARDS = 108


@dataclass(frozen=True)
class HandFacts:
    """What is left in hand at the end of a deal; `laid`: the player has laid cards."""

    cards: Cards = needed(N_("Left in hand"), N_("Choose the cards left in hand."))
    laid: bool = deciding(N_("The player has laid cards"))
    options: Options = DEFAULTS


@dataclass(frozen=True)
class TakeDiscardFacts:
    """The card just discarded, taken instead of one from the stock, in a player's own first, second, ... turn.

    `held`: cards in hand before drawing. `thrown_back`: the same card is discarded again. With `card`, `hand` before
    drawing and the combinations on the `table` it is worked out whether that card can be laid at once.
    """

    turn: int = deciding(N_("In the player's own turn number"), values=range(1, 31))
    laid_at_once: bool = deciding(N_("The card is laid at once"))
    variant: str | None = None
    held: int = deciding(N_("Cards in hand before drawing"), values=range(1, DEALT + 1))
    thrown_back: bool = circumstance(N_("The same card is discarded again"))
    card: Card | None = fact(N_("The discard"), None)
    hand: Cards | None = fact(N_("The hand before drawing"), None)
    opened: bool = deciding(N_("The player has made an opening"))
    table: tuple[Cards, ...] | None = fact(N_("On the table"), None)
    options: Options = DEFAULTS


@dataclass(frozen=True)
class GoOutFacts:
    """A hand after drawing, the cards of it that are laid, all validly, and the one discarded, if any."""

    hand: Cards = needed(N_("The hand after drawing"), N_("Choose the cards of the hand."))
    lays: Cards = fact(N_("Cards laid on the table"), Cards())
    discards: Card | None = deciding(N_("Card discarded"), values=lambda facts: _may_discard(facts.hand, facts.lays))
    options: Options = DEFAULTS


def hand(facts: HandFacts) -> Ruling:
    """What the hand costs."""
    wrong = impossible_cards(facts.cards, DEALT) or _wrong_number(facts.options, facts.laid, len(facts.cards))
    if wrong:
        return wrong
    parts = loser_parts(facts.options, facts.laid, facts.cards)
    points = sum(part.points for part in parts)
    clauses = tuple(dict.fromkeys(part.clause for part in parts)) or ("rami.score.hand",)
    if facts.laid and points > FLAT:
        clauses += ("rami.score.real",)
    if clauses[0] in ("rami.score.hand", "rami.score.joker"):
        sentence = say("The cards in hand count {n}.", n=points)
    elif points == FLAT:
        sentence = say("Nothing was laid: the hand costs {n}.", n=points)
    else:
        sentence = say("What is in no combination counts {n}.", n=points)
    found = answer(sentence, *clauses, points=points)
    not_laid = {} if facts.laid else {"not_laid": [WHO]}
    return replace(found, remedy={"kind": "deal", "left": {WHO: list(facts.cards)}, **not_laid})


HAND = Question(N_("What does a hand cost?"), HandFacts, hand, clause="rami.score.hand")


def _wrong_number(options: Options, laid: bool, held: int) -> Ruling | None:
    """So many cards are not left of a hand that counts."""
    why = wrong_number(options, held, laid=laid)
    if not why:
        return None
    reason, clause = why
    if reason == "dealt":
        sentence = say("Who has laid nothing holds thirteen cards, not {n}.", n=held)
    else:
        sentence = say("Who has laid holds eight cards at most, not {n}.", n=held)
    return impossible("rami.left_count", sentence, clause)


def take_discard(facts: TakeDiscardFacts) -> Ruling:
    """Whether the card that the player before has just discarded may be taken."""
    variant = facts.variant or facts.options.variant
    wrong = _impossible_turn(facts, variant)
    if wrong:
        return wrong
    if variant == "gin_rami":
        if facts.thrown_back:
            return illegal(say("The card just taken may not be thrown back at once."), "rami.gin.throw_back")
        return legal(say("In gin-rami the discard may be taken at any time, and kept."), "rami.gin.discard")
    second = by("rami.take.second_turn", "turn")
    if facts.turn == 1:
        sentence = say("In the first turn everybody draws from the stock; the discard may be taken later.")
        return illegal(sentence, second)
    one_card = but("rami.take.one_card", "held", "hand")
    held = facts.held if facts.hand is None else len(facts.hand)
    if held == 1 and facts.options.one_card_must_stock:
        return illegal(say("At this table a player with one card draws from the stock."), second, one_card)
    lay = by("rami.take.lay", "laid_at_once", "card", "hand", "opened", "table")
    more = (one_card,) if held == 1 else ()
    if facts.card is not None:
        return _with_cards(facts, facts.card, second, lay, more)
    if not facts.laid_at_once:
        return illegal(say("Who takes the discard must lay it on the table at once."), second, lay)
    sentence = say("The discard may be taken, since it is laid at once.")
    return legal(sentence, second, lay, *more)


TAKE_DISCARD = Question(
    N_("May the discard be taken?"),
    TakeDiscardFacts,
    take_discard,
    clause="rami.take.lay",
    rules=("variant", "one_card_must_stock", "layoff_same_turn"),
)


def _with_cards(facts: TakeDiscardFacts, card: Card, second: Ground, lay: Ground, more: tuple[Ground, ...]) -> Ruling:
    """The same, worked out from the cards."""
    if facts.hand is None:
        return missing("hand", say("Choose the cards of the hand."))
    if facts.opened and facts.table is None:
        return missing("table", say("Choose what lies on the table; nothing is an answer too."))
    table = facts.table or ()
    wrong = impossible_cards((*facts.hand, card, *(one for cards in table for one in cards)), ALL_CARDS)
    if wrong or len(facts.hand) > DEALT:
        return wrong or impossible("facts.held", say("A player holds 1 to 13 cards before drawing."))
    found = uses(card, facts.hand, table, facts.opened, facts.options)
    best = next((use for use in found if left_after(use, facts.hand) > 0), None)
    if best is None and not facts.opened and facts.table is None and _may_add_later(facts):
        return missing("table", say("Choose what lies on the table; nothing is an answer too."))
    same_turn = (but("rami.lay.same_turn", "opened"),) if best and best.after_opening else ()
    if same_turn and not facts.options.layoff_same_turn:
        sentence = say("At this table nothing is added in the turn of the opening: wait for the next.")
        return illegal(sentence, second, lay, *same_turn)
    if best:
        sentence = say("The discard may be taken: it can be laid at once.")
        if same_turn:
            sentence = say("The discard may be taken: once you have opened from your hand, it is added at once.")
        opening = {} if best.points is None else {"points": best.points, "melds": [list(m.cards) for m in best.melds]}
        return legal(sentence, second, lay, *more, *same_turn, **opening)
    if found:
        sentence = say("It could be laid, but no card would be left to discard.")
        return illegal(sentence, second, by("rami.turn.discard", "card", "hand"))
    return illegal(say("This card cannot be laid at once."), second, lay)


def _may_add_later(facts: TakeDiscardFacts) -> bool:
    """Whether the hand opens by itself, so that the discard might be added to what lies on the table."""
    return not facts.options.all_at_once and bool(opens_alone(facts.hand or (), facts.options))


def _impossible_turn(facts: TakeDiscardFacts, variant: str) -> Ruling | None:
    if not dict(house_rules(Options))["variant"].allows(variant):
        return impossible("facts.variant", say("There is no variant named {variant}.", variant=variant))
    if facts.thrown_back and facts.laid_at_once and facts.card is None:
        return impossible("facts.thrown_back", say("A card that is laid at once is not discarded again."))
    return None


def _may_discard(hand: Cards, lays: Cards) -> list[Card | None]:
    """What may become of the hand at the end of the turn: each card that is left, or none of them."""
    return [*dict.fromkeys((Counter(hand) - Counter(lays)).elements()), None]


def go_out(facts: GoOutFacts) -> Ruling:
    """Whether a turn ends as it must, with a discard; and whether the player is out by it."""
    wrong = impossible_cards(facts.hand, IN_TURN)
    if wrong:
        return wrong
    left = Counter(facts.hand)
    for card in (*facts.lays, *((facts.discards,) if facts.discards else ())):
        if not left[card]:
            return impossible("facts.cards", say("{card} is not in that hand, or not once more.", card=card))
        left[card] -= 1
    rest = list(left.elements())
    if facts.discards is None and not rest:
        sentence = say("No card is left to discard: the last cards cannot be laid like this.")
        return illegal(sentence, "rami.turn.discard", "rami.turn.last_cards", out=False)
    if facts.discards is None:
        return illegal(say("Every turn ends with a discard."), "rami.turn.discard", out=False)
    if rest:
        ends = legal(say("The turn ends with {card}.", card=facts.discards), "rami.turn.discard", out=False)
        return replace(ends, gist=say("The turn ends with that card."))
    sentence = say("{card} is the last card: the deal is won.", card=facts.discards)
    return legal(sentence, "rami.turn.discard", "rami.turn.last", out=True)


GO_OUT = Question(
    N_("Is a card left to discard?"),
    GoOutFacts,
    go_out,
    clause="rami.turn.discard",
    decides=("out",),
)
