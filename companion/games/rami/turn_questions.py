"""Questions about a turn of Rami: what may be laid when, taking the discard, the discard at the end."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Literal

from companion.games.rami.meld_questions import IN_TURN, NEEDED, impossible_cards
from companion.games.rami.melds import DEALT, laying_clause, meld_rules, opening_value, read_meld
from companion.games.rami.options import Options
from companion.rules.cards import Card, Cards
from companion.rules.field_metadata import circumstance, deciding, fact, needed
from companion.rules.game import question
from companion.rules.meld_solver import best_layout
from companion.rules.melds import Fault, Meld, MeldPosition, extend
from companion.rules.messages import N_, say
from companion.rules.options import house_rules
from companion.rules.rulings import Ground, Ruling, but, by, illegal, impossible, legal, missing
from companion.rules.shared_facts import DISCARDED, DRAWN_JOKER, JOKER_GOES, JOKER_TAKEN, OPENED, WHEN

LAY = by("rami.turn.lay", "when")


@dataclass(frozen=True)
class Yet:
    """A wish of a player, the point of the turn, and whether the player has opened."""

    wants: Literal["new", "add", "joker", "all"] = deciding(
        N_("What does the player want"),
        choices={
            "new": N_("lay down a meld"),
            "add": N_("add a card"),
            "joker": N_("take a joker"),
            "all": N_("lay down thirteen cards at once"),
        },
        about=True,
    )
    when: Literal["before_draw", "after_draw", "after_discard"] = deciding(N_("When"), choices=WHEN)
    opened: Literal["before", "this_turn", "no"] = deciding(N_("This player has opened"), choices=OPENED)
    options: Options = Options()


@question(N_("Is that allowed yet?"), "rami.turn.lay", rules=("layoff_same_turn", "variant"), moment="meld")
def yet(facts: Yet) -> Ruling:
    """Answer whether something may be done now, without regard to the cards."""
    if facts.options.all_at_once and facts.opened != "no":
        return impossible("facts.opened", say("In this variant, nobody lays down melds before the deal is won."))
    if facts.when != "after_draw":
        return illegal(say("Melds are laid down after the draw and before the discard."), LAY)
    if facts.options.all_at_once:
        rule = but(laying_clause(facts.options), "wants")
        if facts.wants == "all":
            return legal(say("Yes: all thirteen cards at once."), LAY, rule, opening=True)
        return illegal(say("In this variant, thirteen cards are laid down at once, or none."), LAY, rule)
    if facts.opened == "no":
        return _unopened(facts)
    if facts.wants == "all":
        return illegal(
            say("A player who has already laid down melds does not have thirteen cards."),
            LAY,
            by("rami.sec.what", "opened"),
        )
    rule = by(ALLOWED[facts.wants], "wants", "opened")
    if facts.opened == "before":
        return replace(legal(say("Yes."), LAY, rule, opening=False), gist=say("Yes."))
    same_turn = but("rami.lay.same_turn", "opened")
    if not facts.options.layoff_same_turn:
        return illegal(say("Not in the turn of the opening at this table."), LAY, rule, same_turn)
    yes = say("Yes, in the turn of the opening too.")
    return replace(legal(yes, LAY, rule, same_turn, opening=False), gist=say("Yes."))


ALLOWED = {"new": "rami.lay.new", "add": "rami.lay.complete", "joker": "rami.joker.take"}


def _unopened(facts: Yet) -> Ruling:
    """Answer for a player who has not opened: only an opening is allowed."""
    because = ("wants", "opened")
    if facts.wants == "all":
        sentence = say("Yes, as an opening, with its conditions.")
        return legal(sentence, LAY, by("rami.sec.what", *because), opening=True)
    if facts.wants == "new":
        sentence = say("Yes, as an opening: a run without a joker, and {n} points.", n=NEEDED)
        return legal(sentence, LAY, by("rami.open.run", *because), by("rami.open.points", *because), opening=True)
    clause = "rami.lay.complete" if facts.wants == "add" else "rami.joker.opened"
    return illegal(say("Not yet: this player has not opened."), LAY, by(clause, *because))


DEFAULTS = Options()
ALL_CARDS = 108


@dataclass(frozen=True)
class TakeDiscardFacts:
    """The discard, taken instead of a card from the stock, in a player's first, second, ... turn.

    `held`: cards in hand before the draw. `thrown_back`: the same card is discarded again. `deeper`: it is another card
    of the pile than the one just discarded. With `card`, with `hand` before the draw and with the melds on the `table`,
    the rule finds out itself whether the card can be laid at once.
    """

    turn: int = deciding(N_("Which turn of this player is it?"), values=range(1, 31))
    laid_at_once: bool = deciding(N_("The card is laid down at once"))
    variant: str | None = None
    held: int = deciding(N_("Cards in hand before drawing"), values=range(1, DEALT + 1))
    thrown_back: bool = circumstance(N_("The same card is discarded again"))
    deeper: bool = circumstance(N_("A card below the top one is taken"))
    card: Card | None = fact(N_("The discard"), None)
    hand: Cards | None = fact(N_("The hand before drawing"), None)
    opened: bool = deciding(N_("The player has opened"))
    table: tuple[Cards, ...] | None = fact(N_("On the table"), None)
    options: Options = DEFAULTS


@dataclass(frozen=True)
class GoOutFacts:
    """A hand after the draw, the cards of it that are laid in valid melds, and the discard, if any.

    `left`: instead of the cards, how many are in hand after laying and adding.
    """

    hand: Cards | None = needed(N_("The hand after drawing"), N_("Choose the cards of the hand."), unless="left")
    lays: Cards = fact(N_("Cards laid down"), Cards())
    discards: Card | None = deciding(
        N_("Card discarded"), values=lambda facts: _may_discard(facts.hand or Cards(), facts.lays)
    )
    left: int | None = needed(
        N_("Cards in hand after laying down and adding"), values=range(IN_TURN + 1), unless="hand"
    )
    options: Options = DEFAULTS


@question(
    N_("May the discard be taken?"),
    "rami.take.lay",
    rules=("variant", "one_card_must_stock", "layoff_same_turn"),
    moment="draw",
)
def take_discard(facts: TakeDiscardFacts) -> Ruling:
    """Answer whether the card that the player before has just discarded may be taken."""
    variant = facts.variant or facts.options.variant
    if wrong := _impossible_turn(facts, variant):
        return wrong
    if facts.deeper:
        clause = "rami.gin.discard" if variant == "gin_rami" else "rami.take.second_turn"
        return illegal(say("Only the top card may be taken."), by(clause, "deeper"))
    if variant == "gin_rami":
        if facts.thrown_back:
            return illegal(say("The card just taken may not be discarded at once."), "rami.gin.throw_back")
        return legal(say("In gin-rami, the discard may be taken at any time and kept."), "rami.gin.discard")
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
        return illegal(say("A player who takes the discard must lay it down at once."), second, lay)
    sentence = say("The discard may be taken, because it is laid down at once.")
    return legal(sentence, second, lay, *more)


def _with_cards(facts: TakeDiscardFacts, card: Card, second: Ground, lay: Ground, more: tuple[Ground, ...]) -> Ruling:
    if facts.hand is None:
        return missing("hand", say("Choose the cards of the hand."))
    if facts.opened and facts.table is None:
        return missing("table", say("Choose what is on the table. It can be nothing."))
    table = facts.table or ()
    wrong = impossible_cards((*facts.hand, card, *(one for cards in table for one in cards)), ALL_CARDS)
    if wrong or len(facts.hand) > DEALT:
        return wrong or impossible("facts.held", say("A player has 1 to 13 cards before drawing."))
    ways = uses(card, facts.hand, table, facts.opened, facts.options)
    best = next((use for use in ways if left_after(use, facts.hand) > 0), None)
    may_add = best is None and facts.table is None and not facts.opened and not facts.options.all_at_once
    if may_add and opens_alone(facts.hand, facts.options):
        return missing("table", say("Choose what is on the table. It can be nothing."))
    same_turn = (but("rami.lay.same_turn", "opened"),) if best and best.after_opening else ()
    if same_turn and not facts.options.layoff_same_turn:
        sentence = say("At this table, cards cannot be added in the turn of the opening. Wait for the next turn.")
        return illegal(sentence, second, lay, *same_turn)
    if best:
        sentence = say("The discard may be taken: it can be laid down at once.")
        if same_turn:
            sentence = say("The discard may be taken: first open from your hand, then add it at once.")
        opening = {} if best.points is None else {"points": best.points, "melds": [list(m.cards) for m in best.melds]}
        return legal(sentence, second, lay, *more, *same_turn, **opening)
    if ways:
        sentence = say("You could lay it down, but then no card would be left to discard.")
        return illegal(sentence, second, by("rami.turn.discard", "card", "hand"))
    return illegal(say("This card cannot be laid down at once."), second, lay)


def _impossible_turn(facts: TakeDiscardFacts, variant: str) -> Ruling | None:
    if not dict(house_rules(Options))["variant"].allows(variant):
        return impossible("facts.variant", say("There is no variant named {variant}.", variant=variant))
    if facts.thrown_back and facts.laid_at_once and facts.card is None:
        return impossible("facts.thrown_back", say("A card that is laid down at once is not discarded again."))
    return None


def _may_discard(hand: Cards, lays: Cards) -> list[Card | None]:
    """Return the possible discards: each remaining card, or none."""
    return [*dict.fromkeys((Counter(hand) - Counter(lays)).elements()), None]


NO_CARD_LEFT = say("No card would be left to discard: the last cards cannot be laid down like this.")


@question(N_("Is a card left to discard?"), "rami.turn.discard", decides=("out",), moment="close")
def go_out(facts: GoOutFacts) -> Ruling:
    """Answer whether the turn ends with a discard, as it must, and whether the player goes out."""
    if facts.hand is None:
        return _with_so_many(facts.left or 0)
    if wrong := impossible_cards(facts.hand, IN_TURN):
        return wrong
    left = Counter(facts.hand)
    for card in (*facts.lays, *((facts.discards,) if facts.discards else ())):
        if not left[card]:
            return impossible("facts.cards", say("{card} is not in that hand, or not that many times.", card=card))
        left[card] -= 1
    rest = list(left.elements())
    if facts.discards is None and not rest:
        return illegal(NO_CARD_LEFT, "rami.turn.discard", "rami.turn.last_cards", out=False)
    if facts.discards is None:
        return illegal(say("Every turn ends with a discard."), "rami.turn.discard", out=False)
    if rest:
        sentence = say("The turn ends with {card}.", card=facts.discards)
        if not facts.lays:
            sentence = say("Nothing is laid down, and the turn ends with {card}.", card=facts.discards)
        ends = legal(sentence, "rami.turn.discard", out=False)
        return replace(ends, gist=say("The turn ends with that card."))
    sentence = say("{card} is the last card: the deal is won.", card=facts.discards)
    return legal(sentence, "rami.turn.discard", "rami.turn.last", out=True)


def _with_so_many(left: int) -> Ruling:
    discard = by("rami.turn.discard", "left")
    if not left:
        return illegal(NO_CARD_LEFT, discard, by("rami.turn.last_cards", "left"), out=False)
    if left == 1:
        sentence = say("The last card is discarded: the deal is won.")
        return legal(sentence, discard, by("rami.turn.last", "left"), out=True)
    return legal(say("The turn ends, and play goes on."), discard, out=False)


MORE_THAN_ANY = 1000  # more points than any layout has, so that this card is laid first
MOST_ADDED = 3  # cards of the hand that are added to a meld together with the discard


@dataclass(frozen=True)
class Use:
    """A way to lay the discard at once: the new melds, the points of an opening, and the number of cards.

    `after_opening`: the opening is made without the discard, which is then added to a meld on the table.
    """

    melds: tuple[Meld, ...] = ()
    points: int | None = None
    laid: int = 0
    after_opening: bool = False


@lru_cache(maxsize=8)  # a question is asked for every value of the open facts
def uses(card: Card, hand: Cards, table: tuple[Cards, ...], opened: bool, options: Options) -> tuple[Use, ...]:
    """Return the ways to lay the discard in the same turn, also those that leave no card to discard."""
    return tuple(_uses(card, hand, table, opened, options))


def _uses(card: Card, hand: Cards, table: Sequence[Cards], opened: bool, options: Options) -> Iterator[Use]:
    if options.all_at_once or not opened:
        yield from _in_an_opening(card, hand, options)
        if not options.all_at_once:
            yield from _after_an_opening(card, hand, table, options)
        return
    yield from (Use(laid=1 + len(others)) for others in _additions(card, hand, table, options))
    if new := _laid_with(card, hand, options, pure_run=False):
        yield from (Use((meld,), laid=len(meld.cards)) for meld in new if card in meld.cards)


def _in_an_opening(card: Card, hand: Cards, options: Options) -> Iterator[Use]:
    melds = _laid_with(card, hand, options, pure_run=True)
    opening = _opening(melds, options) if any(card in meld.cards for meld in melds) else None
    if opening and (opening.laid == DEALT or not options.all_at_once):
        yield opening


def opens_alone(hand: Iterable[Card], options: Options) -> Use | None:
    best = best_layout([*hand], meld_rules(options), opening_value(options), pure_run=True)
    return _opening(best.melds, options) if best else None


def _opening(melds: tuple[Meld, ...], options: Options) -> Use | None:
    points = sum(meld.worth(opening_value(options)) for meld in melds)
    return Use(melds, points, sum(len(meld.cards) for meld in melds)) if points >= NEEDED else None


def _after_an_opening(card: Card, hand: Cards, table: Sequence[Cards], options: Options) -> Iterator[Use]:
    """Yield ways to open from the hand and then add the discard. One card may be kept for the discard."""
    for others in _additions(card, hand, table, options):
        rest = Counter(hand) - Counter(others)
        for kept in (Counter[Card](), *(Counter([one]) for one in rest)):
            opening = opens_alone((rest - kept).elements(), options)
            if opening is None and not kept:
                break
            if opening:
                use = replace(opening, laid=opening.laid + 1 + len(others), after_opening=True)
                yield use
                if left_after(use, hand) > 0:
                    return


def _laid_with(card: Card, hand: Cards, options: Options, *, pure_run: bool) -> tuple[Meld, ...]:
    worth = opening_value(options)

    def this_first(place: MeldPosition) -> int:
        return worth(place) + (MORE_THAN_ANY if place.card == card else 0)

    best = best_layout([*hand, card], meld_rules(options), this_first, pure_run=pure_run)
    return best.melds if best else ()


def _additions(card: Card, hand: Cards, table: Sequence[Cards], options: Options) -> Iterator[tuple[Card, ...]]:
    """Yield cards of the hand, possibly none, together with which the discard can be added to melds on the table."""
    for cards in table:
        meld = read_meld(cards, options)
        if isinstance(meld, Fault):
            continue
        for n in range(MOST_ADDED + 1):
            for others in sorted(set(combinations(sorted(hand), n))):
                if not isinstance(extend(meld, (card, *others), meld_rules(options)), Fault):
                    yield others


def left_after(use: Use, hand: Cards) -> int:
    """Return the number of cards in hand after this use of the discard."""
    return len(hand) + 1 - use.laid


@dataclass(frozen=True)
class Discard:
    card: Literal["stock", "pile", "joker"] = deciding(N_("Which card is discarded"), choices=DISCARDED)
    options: Options = Options()


@question(N_("May this card be discarded?"), "rami.turn.discard", rules=("variant",), moment="draw")
def discard(facts: Discard) -> Ruling:
    if facts.card == "stock":
        return legal(say("A card from the stock may be discarded at once."), by("rami.turn.draw", "card"))
    usual = by("rami.turn.discard", "card")
    if facts.card == "joker":
        sentence = say("A joker may be discarded like any other card.")
        return legal(sentence, usual, by("rami.turn.joker", "card"))
    if facts.options.variant == "gin_rami":
        sentence = say("The card just taken may not be discarded at once.")
        return illegal(sentence, usual, but("rami.gin.throw_back", "card"))
    sentence = say("A player who takes the discard must lay it down at once.")
    return illegal(sentence, usual, but("rami.take.lay", "card"))


@dataclass(frozen=True)
class JokerUse:
    taken: bool = deciding(JOKER_TAKEN)
    where: Literal["new", "add", "hand", "discard"] = deciding(N_("Where does the joker go"), choices=JOKER_GOES)
    options: Options = Options()


@question(
    N_("Where may this joker go?"),
    "rami.joker.use",
    rules=("variant", "joker_keep"),
    short=N_("Where a joker may go"),
    moment="meld",
    only={"variant": "classic"},
)
def joker_use(facts: JokerUse) -> Ruling:
    if facts.options.all_at_once:
        sentence = say("In this variant there are no melds on the table to take from.")
        return illegal(sentence, laying_clause(facts.options))
    use = by("rami.joker.use", "taken", "where")
    if facts.where == "new":
        return legal(say("Yes, in the same turn."), use)
    if facts.taken and facts.options.joker_keep == "must_play":
        sentence = say("A joker taken from the table goes into a new meld in the same turn.")
        return illegal(sentence, use)
    if facts.where == "hand":
        return legal(say("At this table it may be kept in the hand.") if facts.taken else DRAWN_JOKER, use)
    if facts.where == "add":
        sentence = say("At this table it may be kept, and played like any joker of the hand.")
        sentence = sentence if facts.taken else say("A joker of the hand may be added to a meld like any card.")
        return legal(sentence, use, by("rami.lay.complete", "where"))
    return legal(say("A joker may be discarded like any other card."), use, by("rami.turn.joker", "where"))
