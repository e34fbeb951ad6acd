"""Questions about melds of Ramino: a meld, a first meld, cards added, jokers taken, a whole hand."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.games.ramino import facts as known_facts
from companion.games.ramino.card_count import CLAUSE, missing_copy, wrong_left
from companion.games.ramino.moves import Turn, judge
from companion.games.ramino.options import MOST_PACKS, Options
from companion.games.ramino.score_questions import fined
from companion.games.ramino.values import clauses_of, in_hand, on_table, why_no_meld
from companion.rules.cards import JOKER, Card, Cards
from companion.rules.field_metadata import deciding, fact, needed
from companion.rules.game import question
from companion.rules.integer_solver import GiveUp, never
from companion.rules.meld_solver import best_layout, partition
from companion.rules.melds import Fault, Meld, as_laid, extend, read, take_joker
from companion.rules.messages import N_, Say, say
from companion.rules.rulings import WHO, Ruling, Step, answer, by, illegal, impossible, legal


def impossible_cards(cards: Iterable[Card], options: Options, packs: int) -> Ruling | None:
    if not 2 <= packs <= MOST_PACKS:
        return impossible("facts.packs", say("Ramino is played with two to four packs, not {n}.", n=packs))
    jokers = options.jokers_per_pack * packs
    wrong = missing_copy(cards, packs, jokers)
    return impossible("facts.copies", *wrong) if wrong else None


def no_meld(cards: Iterable[Card], fault: Fault, options: Options) -> Ruling:
    return illegal(*why_no_meld(cards, fault, options))


def not_opened(sentence: Say) -> Ruling:
    return illegal(sentence, by("ramino.first.before", "opened"))


@dataclass(frozen=True)
class MeldFacts:
    cards: Cards = needed(N_("The cards, in the order laid down"), N_("Choose the cards."))
    packs: int = fact(N_("Packs in play"), MOST_PACKS)
    options: Options = Options()


@question(N_("Is this a meld, and what is it worth?"), "ramino.meld.kinds", short=N_("Is this a meld?"), moment="meld")
def meld(facts: MeldFacts) -> Ruling:
    """Answer whether cards, in laying order, are a meld, of which kind, and what it is worth."""
    if wrong := impossible_cards(facts.cards, facts.options, facts.packs):
        return wrong
    combination = read(facts.cards, facts.options.melds)
    if isinstance(combination, Fault):
        return no_meld(facts.cards, combination, facts.options)
    value = combination.worth(on_table(facts.options))
    kinds = {"run": say("a run"), "set": say("a group"), "identity": say("an identity")}
    return legal(
        say("{cards} is {kind} worth {n} points.", cards=facts.cards, kind=kinds[combination.kind], n=value),
        *clauses_of(combination),
        kind=combination.kind,
        value=value,
        stands_for=as_laid(combination, facts.cards).stands_for,
    )


OPENING_POINTS = range(1, 501)


@dataclass(frozen=True)
class OpeningFacts:
    """The first melds of a player or, if nobody knows them any more, their points as somebody remembers them."""

    melds: tuple[Cards, ...] | None = needed(N_("The melds laid down"), N_("Choose the melds."), unless="points")
    points: int | None = needed(N_("Points laid down"), values=OPENING_POINTS, unless="melds")
    packs: int = fact(N_("Packs in play"), MOST_PACKS)
    options: Options = Options()


@question(
    N_("Is this enough for the first meld?"), "ramino.first.points", short=N_("Is it enough to begin?"), moment="meld"
)
def opening(facts: OpeningFacts) -> Ruling:
    options = facts.options
    if facts.melds is None:
        return _enough(facts.points or 0, options, by("ramino.first.points", "points"))
    if wrong := impossible_cards((card for cards in facts.melds for card in cards), options, facts.packs):
        return wrong
    combinations = read_melds(facts.melds, options)
    if isinstance(combinations, Ruling):
        return combinations
    if (n := sum(map(len, facts.melds))) > (most := options.dealt + 1):
        sentence = say("{n} cards cannot be laid down at once: a hand with the card drawn has {most}.", n=n, most=most)
        return impossible("facts.melds", sentence, CLAUSE)
    if not combinations:
        sentence = say("Nothing was laid down: the first meld needs at least three cards.")
        return illegal(sentence, "ramino.first.points", points=0)
    points = sum(one.worth(on_table(options)) for one in combinations)
    return _enough(points, options, *first_laying(options))


def _enough(points: int, options: Options, *clauses: str | Step) -> Ruling:
    least = options.first_meld
    if points < least:
        sentence = say("{n} points are not enough: the first meld needs {least}.", n=points, least=least)
        return illegal(sentence, *clauses, points=points)
    sentence = say("{n} points are enough: the first meld needs {least}.", n=points, least=least)
    return legal(sentence, *clauses, points=points)


def first_laying(options: Options) -> tuple[str, ...]:
    """Return the clauses about the points of a first meld, with the values of cards if they are not the usual ones."""
    return ("ramino.first.points", *(("ramino.value.card",) if options.value_table != Options.value_table else ()))


def read_melds(melds: tuple[Cards, ...], options: Options) -> tuple[Meld, ...] | Ruling:
    """Return the melds that cards are, or a Ruling on the first that is none."""
    combinations = []
    for cards in melds:
        combination = read(cards, options.melds)
        if isinstance(combination, Fault):
            return no_meld(cards, combination, options)
        combinations.append(combination)
    return tuple(combinations)


@dataclass(frozen=True)
class LayOffFacts:
    """A meld on the table, and the cards added to it."""

    meld: Cards = needed(N_("On the table"), N_("Choose what is on the table."))
    cards: Cards = needed(N_("Cards added"), N_("Choose the cards that are added."))
    opened: bool = deciding(N_("The player has already laid down melds"))
    packs: int = fact(N_("Packs in play"), MOST_PACKS)
    options: Options = Options()


@question(N_("May these cards be added?"), "ramino.meld.add", moment="meld")
def lay_off(facts: LayOffFacts) -> Ruling:
    """Answer whether cards may be added to a meld on the table, and how many points they gain."""
    if wrong := impossible_cards((*facts.meld, *facts.cards), facts.options, facts.packs):
        return wrong
    if not facts.cards:
        return impossible("facts.cards", say("Choose the cards that are added."))
    lying = read(facts.meld, facts.options.melds)
    if isinstance(lying, Fault):
        return no_meld(facts.meld, lying, facts.options)
    if not facts.opened:
        return not_opened(say("You may not add to melds on the table before you have laid down your own."))
    extended = extend(lying, facts.cards, facts.options.melds)
    if isinstance(extended, Fault):
        return no_meld(facts.cards, extended, facts.options)
    value = on_table(facts.options)
    gained = extended.worth(value) - lying.worth(value)
    worth = {"added": facts.cards, "n": gained, "cards": extended.cards, "total": extended.worth(value)}
    sentence = say("{added} adds {n} points: {cards} is then worth {total}.", **worth)
    return legal(sentence, "ramino.meld.add", *clauses_of(extended), meld=extended.cards, value=gained)


@dataclass(frozen=True)
class TakeJokerFacts:
    """A meld on the table, and the card for its joker."""

    meld: Cards = needed(N_("On the table, in the order laid down"), N_("Choose what is on the table."))
    card: Card = needed(
        N_("The card that takes the joker’s place"), N_("Choose the card that takes the joker’s place.")
    )
    opened: bool = deciding(N_("The player has already laid down melds"))
    packs: int = fact(N_("Packs in play"), MOST_PACKS)
    options: Options = Options()


@question(
    N_("May I take the joker?"),
    "ramino.joker.take",
    moment="meld",
    unless={"jokers_per_pack": 0},
    instead=({"opened": False}, "yet", {"wants": "joker", "when": "after_draw", "opened": "no"}),
)
def take(facts: TakeJokerFacts) -> Ruling:
    """Answer whether a card may replace a joker on the table, so that the joker is taken."""
    options = facts.options
    if wrong := impossible_cards((*facts.meld, facts.card), options, facts.packs):
        return wrong
    lying = read(facts.meld, options.melds)
    if isinstance(lying, Fault):
        return no_meld(facts.meld, lying, options)
    if not facts.opened:
        return not_opened(say("You may not take a joker from the table before you have laid down your own melds."))
    taken = take_joker(lying, facts.card)
    if isinstance(taken, Fault):
        return no_meld((facts.card,), taken, options)
    clauses = ["ramino.joker.take", "ramino.joker.replay", "ramino.joker.penalty"]
    if taken.kind == "set":
        clauses.insert(1, "ramino.joker.four")
    sentence = say(
        "{card} takes the joker’s place. If the joker is not played in a new meld this turn, it costs {n} points.",
        card=facts.card,
        n=options.joker_fine,
    )
    value = on_table(options)
    worth = next(value(place) for place in taken.places if place.card == facts.card)
    allowed = legal(sentence, *clauses, meld=taken.cards, points=0 if options.deducts else worth)
    return replace(allowed, remedy=fined("joker"))


@dataclass(frozen=True)
class HandFacts:
    cards: Cards = needed(N_("Left in hand"), N_("Choose the cards left in hand."))
    packs: int = fact(N_("Packs in play"), MOST_PACKS)
    options: Options = Options()


@question(N_("What does this hand count?"), "ramino.value.hand", moment="count")
def hand(facts: HandFacts) -> Ruling:
    wrong = impossible_cards(facts.cards, facts.options, facts.packs)
    if wrong := wrong or wrong_left(facts.options, facts.packs, len(facts.cards)):
        return replace(wrong, verdict="impossible")
    points = sum(in_hand(card, facts.options) for card in facts.cards)
    clauses = ["ramino.value.hand"]
    if any(not card.is_joker and card.rank != "A" for card in facts.cards):
        clauses.append("ramino.value.card")
    if JOKER in facts.cards and facts.options.joker_in_hand != Options.joker_in_hand:
        clauses.append("ramino.value.joker_hand")
    ruling = answer(say("These cards count {n} points.", n=points), *clauses, points=points)
    return replace(ruling, remedy={"kind": "deal", "left": {WHO: list(facts.cards)}})


@dataclass(frozen=True)
class BestOpeningFacts:
    """The hand of a player without melds."""

    hand: Cards = needed(N_("The hand"), N_("Choose the cards of the hand."))
    packs: int = fact(N_("Packs in play"), MOST_PACKS)
    options: Options = Options()


@question(
    N_("What is the best first meld of this hand?"),
    "ramino.first.points",
    decides=("possible",),
    short=N_("The best first meld of a hand"),
    moment="meld",
)
def best_opening(facts: BestOpeningFacts) -> Ruling:
    """Answer with the most points that a hand can lay at once, if they are enough for a first meld."""
    options = facts.options
    if not 13 <= len(facts.hand) <= 15:
        return impossible("facts.hand", say("A hand has 13 to 15 cards, not {n}.", n=len(facts.hand)))
    if wrong := impossible_cards(facts.hand, options, facts.packs):
        return wrong
    best = best_layout(facts.hand, options.melds, on_table(options))
    if best is None or not best.melds or best.points < options.first_meld:
        n = best.points if best else 0
        sentence = say(
            "Not enough for the first meld: {n} points at most, {least} needed.", n=n, least=options.first_meld
        )
        return answer(sentence, *first_laying(options), possible=False, points=0, melds=())
    sentence = say("The best first meld is worth {n} points.", n=best.points)
    melds = tuple(one.cards for one in best.melds)
    return answer(sentence, *first_laying(options), possible=True, points=best.points, melds=melds)


@dataclass(frozen=True)
class RearrangeFacts:
    """The table before and after a turn, and the cards played from the hand."""

    before: tuple[Cards, ...] = needed(N_("The table before"), N_("Choose what was on the table before."))
    after: tuple[Cards, ...] = needed(N_("The table afterwards"), N_("Choose what is on the table afterwards."))
    hand: Cards = fact(N_("Cards played from hand"), Cards())
    opened: bool = deciding(N_("The player has already laid down melds"))
    packs: int = fact(N_("Packs in play"), MOST_PACKS)
    options: Options = Options()


@question(
    N_("May the table be left like this?"),
    "ramino.table.allowed",
    rules=("manipulation",),
    short=N_("May the table be left so?"),
    moment="meld",
)
def rearrange(facts: RearrangeFacts) -> Ruling:
    options = facts.options
    there = [card for cards in facts.before for card in cards]
    if wrong := impossible_cards((*there, *facts.hand), options, facts.packs):
        return wrong
    if not facts.opened:
        return not_opened(say("You may not change melds on the table before you have laid down your own."))
    before = read_melds(facts.before, options)
    if isinstance(before, Ruling):
        return before
    after = read_melds(facts.after, options)
    if isinstance(after, Ruling):
        wrong = illegal(after.sentence, *after.clauses, "ramino.table.penalty")
        return replace(wrong, remedy=fined("table"))
    ruling = judge(Turn(before, after, facts.hand), options)
    if "ramino.joker.replay" in ruling.clauses and ruling.verdict == "illegal":
        return replace(ruling, remedy=fined("joker"))
    return replace(ruling, remedy=fined("table")) if ruling.verdict == "illegal" and options.manipulation else ruling


@dataclass(frozen=True)
class TableFacts:
    cards: Cards = needed(N_("All the cards, in any order"), N_("Choose the cards."))
    packs: int = fact(N_("Packs in play"), MOST_PACKS)
    options: Options = Options()


@question(
    N_("Do all these cards fit into melds?"),
    "ramino.table.allowed",
    decides=("possible",),
    known_facts=known_facts.table,
    searches=True,
    short=N_("Do all cards fit into melds?"),
    moment="meld",
)
def table(facts: TableFacts, give_up: GiveUp = never) -> Ruling:
    if wrong := impossible_cards(facts.cards, facts.options, facts.packs):
        return wrong
    cover = partition(facts.cards, facts.options.melds, give_up)
    melds = tuple(one.cards for one in cover.melds)
    if cover.possible is None:
        sentence = say("No answer: there are too many ways to arrange these cards.")
    elif cover.possible:
        sentence = say("All these cards fit into melds together.")
    else:
        sentence = say("These cards do not all fit into melds.")
    identities = ("ramino.meld.identity",) if facts.options.identities else ()
    jokers = ("ramino.joker.count",) if facts.options.jokers_per_meld != Options.jokers_per_meld else ()
    return answer(sentence, "ramino.meld.kinds", *identities, *jokers, possible=cover.possible, melds=melds)
