"""Rule on a whole hand or table of Ramino: its value, its best laying, rearranging."""

from dataclasses import dataclass, replace

from companion.games.ramino import facts as known_facts
from companion.games.ramino.card_count import wrong_left
from companion.games.ramino.meld_questions import first_laying, impossible_cards, not_opened, read_melds
from companion.games.ramino.moves import Turn, judge
from companion.games.ramino.options import MOST_PACKS, Options
from companion.games.ramino.score_questions import fined
from companion.games.ramino.values import in_hand, on_table
from companion.rules.cards import JOKER, Cards
from companion.rules.field_metadata import deciding, fact, needed
from companion.rules.game import question
from companion.rules.integer_solver import GiveUp, never
from companion.rules.meld_solver import best_layout, partition
from companion.rules.messages import N_, say
from companion.rules.rulings import WHO, Ruling, answer, illegal, impossible


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
    """The hand of a player who has laid nothing."""

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
    """Rule on the most points that a hand can lay at once, if they are enough for the first laying."""
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
