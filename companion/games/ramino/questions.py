"""What the referee of Ramino is asked about cards on the table and in the hand."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.games.ramino.moves import Turn, judge
from companion.games.ramino.options import Options
from companion.games.ramino.score_questions import (
    Blocked,
    Bonus,
    Eliminated,
    Penalty,
    Winner,
    blocked,
    bonus,
    eliminated,
    fined,
    penalty,
    winner,
)
from companion.games.ramino.table import Table
from companion.games.ramino.turn_questions import (
    Announce,
    Dealer,
    GoOut,
    Irregular,
    Setup,
    StockOut,
    TakeDiscard,
    Yet,
    announce,
    dealer,
    go_out,
    irregular,
    setup,
    stock_out,
    take_discard,
    yet,
)
from companion.games.ramino.typed import others_laid
from companion.games.ramino.values import clauses_of, in_hand, on_table, why_not
from companion.rules.cards import Card, Cards, too_many
from companion.rules.entries import Player
from companion.rules.fields import deciding, fact, needed
from companion.rules.layouts import best_layout
from companion.rules.melds import Fault, Meld, as_laid, extend, read, read_all, take_joker
from companion.rules.partition import partition
from companion.rules.rulings import WHO, Ruling, answer, by, illegal, impossible, legal
from companion.rules.simplex import GiveUp, never
from companion.rules.tally import Question, Tally
from companion.rules.words import N_, Say, say

MOST_PACKS = 4


def _known(tally: Tally) -> Mapping[str, Any]:
    return {"options": tally.options}


def _known_table(tally: Tally) -> Mapping[str, Any]:
    table: Table = tally.table
    return {"options": table.options, "packs": table.packs}


def _known_dealer(tally: Tally) -> Mapping[str, Any]:
    """Who dealt last, whether that counted, and who is out by now."""
    table: Table = tally.table
    known = {"options": table.options, "players": list(table.players), "out": list(table.out)}
    line = next((line for line in reversed(tally.lines) if line.kind in ("deal", "misdeal") and line.dealer), None)
    return {**known, "dealer": line.dealer, "last": line.kind} if line else known


def _known_scores(tally: Tally) -> Mapping[str, Any]:
    table: Table = tally.table
    return {"options": table.options, "scores": {player: table.scores[player] for player in table.active}}


def _known_points(tally: Tally, player: Player) -> Mapping[str, Any]:
    table: Table = tally.table
    return {"points": max(0, table.scores[player])}


def _impossible_cards(cards: Iterable[Card], options: Options, packs: int) -> Ruling | None:
    if not 2 <= packs <= MOST_PACKS:
        return impossible("facts.packs", say("Ramino is played with two to four packs, not {n}.", n=packs))
    jokers = options.jokers_per_pack * packs
    card = too_many(cards, packs, jokers)
    if card is None:
        return None
    n = jokers if card.is_joker else packs
    return impossible("facts.copies", say("There are only {n} of {card} in play.", n=n, card=card))


def _no_meld(cards: Iterable[Card], fault: Fault, options: Options) -> Ruling:
    reason, clause = why_not(fault, options)
    return illegal(say("{cards}: {reason}", cards=tuple(cards), reason=reason), clause)


def _not_opened(sentence: Say) -> Ruling:
    return illegal(sentence, by("ramino.first.before", "opened"))


@dataclass(frozen=True)
class MeldFacts:
    cards: Cards = needed(N_("The cards, in laying order"), N_("Choose the cards."))
    packs: int = fact(N_("Packs in play"), MOST_PACKS)
    options: Options = Options()


def meld(facts: MeldFacts) -> Ruling:
    """Whether cards, in laying order, are a combination, which, and what it is worth."""
    wrong = _impossible_cards(facts.cards, facts.options, facts.packs)
    if wrong:
        return wrong
    found = read(facts.cards, facts.options.melds)
    if isinstance(found, Fault):
        return _no_meld(facts.cards, found, facts.options)
    value = found.worth(on_table(facts.options))
    kinds = {"run": say("a run"), "set": say("a group"), "identity": say("an identity")}
    return legal(
        say("{cards} is {kind} worth {n} points.", cards=facts.cards, kind=kinds[found.kind], n=value),
        *clauses_of(found),
        kind=found.kind,
        value=value,
        stands_for=as_laid(found, facts.cards).stands_for,
    )


@dataclass(frozen=True)
class OpeningFacts:
    melds: tuple[Cards, ...] = needed(N_("The combinations laid"), N_("Choose the combinations."))
    packs: int = fact(N_("Packs in play"), MOST_PACKS)
    options: Options = Options()


def opening(facts: OpeningFacts) -> Ruling:
    """Whether combinations together are enough for the first laying."""
    options = facts.options
    wrong = _impossible_cards((card for cards in facts.melds for card in cards), options, facts.packs)
    if wrong:
        return wrong
    found = _read_all(facts.melds, options)
    if isinstance(found, Ruling):
        return found
    points, least = sum(one.worth(on_table(options)) for one in found), options.first_meld
    if not found or points < least:
        sentence = say("{n} points are not enough: the first laying needs {least}.", n=points, least=least)
        return illegal(sentence, "ramino.first.points", points=points)
    sentence = say("{n} points are enough: the first laying needs {least}.", n=points, least=least)
    return legal(sentence, "ramino.first.points", points=points)


def _read_all(melds: tuple[Cards, ...], options: Options) -> tuple[Meld, ...] | Ruling:
    for cards in melds:
        found = read(cards, options.melds)
        if isinstance(found, Fault):
            return _no_meld(cards, found, options)
    found_all = read_all(melds, options.melds)
    return tuple(one for one in found_all if isinstance(one, Meld))


@dataclass(frozen=True)
class LayOffFacts:
    meld: Cards = needed(N_("On the table"), N_("Choose what lies on the table."))
    cards: Cards = needed(N_("Cards added"), N_("Choose the cards that are added."))
    opened: bool = deciding(N_("The player has laid before"))
    packs: int = fact(N_("Packs in play"), MOST_PACKS)
    options: Options = Options()


def lay_off(facts: LayOffFacts) -> Ruling:
    """Whether cards may be added to a combination on the table, and what they gain."""
    wrong = _impossible_cards((*facts.meld, *facts.cards), facts.options, facts.packs)
    if wrong:
        return wrong
    if not facts.cards:
        return impossible("facts.cards", say("Say which cards are added."))
    lying = read(facts.meld, facts.options.melds)
    if isinstance(lying, Fault):
        return _no_meld(facts.meld, lying, facts.options)
    if not facts.opened:
        return _not_opened(say("Before the own first laying nobody adds to what lies on the table."))
    found = extend(lying, facts.cards, facts.options.melds)
    if isinstance(found, Fault):
        return _no_meld(facts.cards, found, facts.options)
    value = on_table(facts.options)
    gained = found.worth(value) - lying.worth(value)
    return legal(
        say(
            "{added} adds {n} points: {cards} is then worth {total}.",
            added=facts.cards,
            n=gained,
            cards=found.cards,
            total=found.worth(value),
        ),
        "ramino.meld.add",
        *clauses_of(found),
        meld=found.cards,
        value=gained,
    )


@dataclass(frozen=True)
class TakeJokerFacts:
    meld: Cards = needed(N_("On the table, in laying order"), N_("Choose what lies on the table."))
    card: Card = needed(
        N_("The card that takes the joker's place"), N_("Choose the card that takes the joker's place.")
    )
    opened: bool = deciding(N_("The player has laid before"))
    packs: int = fact(N_("Packs in play"), MOST_PACKS)
    options: Options = Options()


def take(facts: TakeJokerFacts) -> Ruling:
    """Whether a card may take the place of a joker on the table, and the joker be taken."""
    options = facts.options
    wrong = _impossible_cards((*facts.meld, facts.card), options, facts.packs)
    if wrong:
        return wrong
    lying = read(facts.meld, options.melds)
    if isinstance(lying, Fault):
        return _no_meld(facts.meld, lying, options)
    if not facts.opened:
        return _not_opened(say("Before the own first laying nobody takes a joker from the table."))
    found = take_joker(lying, facts.card)
    if isinstance(found, Fault):
        return _no_meld((facts.card,), found, options)
    clauses = ["ramino.joker.take", "ramino.joker.replay", "ramino.joker.penalty"]
    if found.kind == "set":
        clauses.insert(1, "ramino.joker.four")
    sentence = say(
        "{card} takes the joker's place. Played in no new combination this turn, the joker costs {n} points.",
        card=facts.card,
        n=options.joker_fine,
    )
    value = on_table(options)
    worth = next(value(place) for place in found.places if place.card == facts.card)
    allowed = legal(sentence, *clauses, meld=found.cards, points=0 if options.deducts else worth)
    return replace(allowed, remedy=fined("joker"))


@dataclass(frozen=True)
class HandFacts:
    cards: Cards = needed(N_("Left in hand"), N_("Choose the cards left in hand."))
    packs: int = fact(N_("Packs in play"), MOST_PACKS)
    options: Options = Options()


def hand(facts: HandFacts) -> Ruling:
    """What cards left in hand count."""
    wrong = _impossible_cards(facts.cards, facts.options, facts.packs)
    if wrong:
        return wrong
    points = sum(in_hand(card, facts.options) for card in facts.cards)
    clauses = ["ramino.value.hand"]
    if any(not card.is_joker and card.rank != "A" for card in facts.cards):
        clauses.append("ramino.value.card")
    found = answer(say("These cards count {n} points.", n=points), *clauses, points=points)
    return replace(found, remedy={"kind": "deal", "left": {WHO: list(facts.cards)}})


@dataclass(frozen=True)
class BestOpeningFacts:
    hand: Cards = needed(N_("The hand"), N_("Choose the cards of the hand."))
    packs: int = fact(N_("Packs in play"), MOST_PACKS)
    options: Options = Options()


def best_opening(facts: BestOpeningFacts) -> Ruling:
    """The most points that a hand can lay at once, if they are enough for the first laying."""
    options = facts.options
    if not 13 <= len(facts.hand) <= 15:
        return impossible("facts.hand", say("A hand has 13 to 15 cards, not {n}.", n=len(facts.hand)))
    wrong = _impossible_cards(facts.hand, options, facts.packs)
    if wrong:
        return wrong
    best = best_layout(facts.hand, options.melds, on_table(options))
    if best is None or not best.melds or best.points < options.first_meld:
        n = best.points if best else 0
        sentence = say("No first laying: {n} points at most, and it needs {least}.", n=n, least=options.first_meld)
        return answer(sentence, "ramino.first.points", possible=False, points=0, melds=())
    sentence = say("The best first laying is worth {n} points.", n=best.points)
    melds = tuple(one.cards for one in best.melds)
    return answer(sentence, "ramino.first.points", possible=True, points=best.points, melds=melds)


@dataclass(frozen=True)
class RearrangeFacts:
    before: tuple[Cards, ...] = needed(N_("The table before"), N_("Choose what lay there before."))
    after: tuple[Cards, ...] = needed(N_("The table afterwards"), N_("Choose what lies there afterwards."))
    hand: Cards = fact(N_("Cards played from hand"), Cards())
    opened: bool = deciding(N_("The player has laid before"))
    packs: int = fact(N_("Packs in play"), MOST_PACKS)
    options: Options = Options()


def rearrange(facts: RearrangeFacts) -> Ruling:
    """Whether a turn may leave the table so, and what it gains."""
    options = facts.options
    there = [card for cards in facts.before for card in cards]
    wrong = _impossible_cards((*there, *facts.hand), options, facts.packs)
    if wrong:
        return wrong
    if not facts.opened:
        return _not_opened(say("Before the own first laying nobody changes what lies on the table."))
    before = _read_all(facts.before, options)
    if isinstance(before, Ruling):
        return before
    after = _read_all(facts.after, options)
    if isinstance(after, Ruling):
        wrong = illegal(after.sentence, *after.clauses, "ramino.table.penalty")
        return replace(wrong, remedy=fined("table"))
    found = judge(Turn(before, after, facts.hand), options)
    if "ramino.joker.replay" in found.clauses and found.verdict == "illegal":
        return replace(found, remedy=fined("joker"))
    return replace(found, remedy=fined("table")) if found.verdict == "illegal" and options.manipulation else found


@dataclass(frozen=True)
class TableFacts:
    cards: Cards = needed(N_("All the cards, in any order"), N_("Choose the cards."))
    packs: int = fact(N_("Packs in play"), MOST_PACKS)
    options: Options = Options()


def table(facts: TableFacts, give_up: GiveUp = never) -> Ruling:
    """Whether all cards of a heap can lie in combinations at once."""
    wrong = _impossible_cards(facts.cards, facts.options, facts.packs)
    if wrong:
        return wrong
    found = partition(facts.cards, facts.options.melds, give_up)
    melds = tuple(one.cards for one in found.melds)
    if found.possible is None:
        sentence = say("Not decided: there are too many ways to lay these cards.")
    elif found.possible:
        sentence = say("All these cards can lie in combinations at once.")
    else:
        sentence = say("These cards cannot all lie in combinations at once.")
    return answer(sentence, "ramino.meld.kinds", possible=found.possible, melds=melds)


QUESTIONS = {
    "meld": Question(
        N_("Is this a combination, and what is it worth?"), MeldFacts, meld, _known, clause="ramino.meld.kinds"
    ),
    "opening": Question(
        N_("Is this enough for the first laying?"), OpeningFacts, opening, _known, clause="ramino.first.points"
    ),
    "lay_off": Question(N_("May these cards be added?"), LayOffFacts, lay_off, _known, clause="ramino.meld.add"),
    "take_joker": Question(N_("May I take the joker?"), TakeJokerFacts, take, _known, clause="ramino.joker.take"),
    "hand": Question(N_("What does this hand count?"), HandFacts, hand, _known, clause="ramino.value.hand"),
    "best_opening": Question(
        N_("What is the best first laying of this hand?"),
        BestOpeningFacts,
        best_opening,
        _known,
        clause="ramino.first.points",
        decides=("possible",),
    ),
    "rearrange": Question(
        N_("May the table be left like this?"),
        RearrangeFacts,
        rearrange,
        _known,
        clause="ramino.table.allowed",
        rules=("manipulation",),
    ),
    "table": Question(
        N_("Can all these cards lie in combinations?"),
        TableFacts,
        table,
        _known_table,
        searches=True,
        decides=("possible",),
        clause="ramino.table.allowed",
    ),
    "setup": Question(
        N_("How many can play, and with how many cards?"),
        Setup,
        setup,
        _known,
        clause="ramino.players",
        rules=("identities",),
    ),
    "dealer": Question(
        N_("Whose deal is it?"),
        Dealer,
        dealer,
        _known_dealer,
        clause="ramino.deal.dealer",
        decides=("dealer", "begins"),
    ),
    "yet": Question(
        N_("Is that allowed yet?"), Yet, yet, _known, clause="ramino.first.before", rules=("manipulation",)
    ),
    "take_discard": Question(
        N_("May the discard be taken?"),
        TakeDiscard,
        take_discard,
        _known,
        clause="ramino.discard.take",
        rules=("discard",),
    ),
    "go_out": Question(
        N_("Must a card be kept for the discard?"),
        GoOut,
        go_out,
        _known,
        clause="ramino.turn.discard",
        decides=("out",),
        rules=("must_discard",),
    ),
    "announce": Question(
        N_("Must it be said that few cards are left?"),
        Announce,
        announce,
        _known,
        clause="ramino.turn.announce",
        decides=("must",),
    ),
    "ramino_bonus": Question(
        N_("Is it ramino, and what is it worth?"),
        Bonus,
        bonus,
        _known,
        clause="ramino.score.ramino",
        decides=("finish", "bonus", "factor"),
        rules=("own_turn_additions", "ramino_with_discard", "elimination_shutout_bonus"),
        typed=others_laid,
    ),
    "penalty": Question(
        N_("What does this penalty cost?"),
        Penalty,
        penalty,
        _known,
        clause="ramino.joker.penalty",
        decides=("points",),
        rules=("joker_penalty", "manipulation", "taken_card_penalty"),
    ),
    "stock_out": Question(
        N_("The stock is used up: what now?"),
        StockOut,
        stock_out,
        _known,
        clause="ramino.discard.stock",
        decides=("blocked",),
    ),
    "blocked": Question(
        N_("The deal is blocked: how is it counted?"),
        Blocked,
        blocked,
        _known,
        clause="ramino.score.blocked",
        decides=("hands",),
    ),
    "eliminated": Question(
        N_("Is this player out?"),
        Eliminated,
        eliminated,
        _known,
        _known_points,
        clause="ramino.elim.exceed",
        decides=("out",),
        rules=("limit_rule",),
    ),
    "winner": Question(
        N_("Is the match over, and who has won?"),
        Winner,
        winner,
        _known_scores,
        clause="ramino.end.target",
        decides=("over", "winners"),
        rules=("limit_rule",),
    ),
    "irregular": Question(
        N_("Something went wrong: what now?"),
        Irregular,
        irregular,
        _known,
        clause="ramino.irregular.misdeal",
        decides=("remedy",),
    ),
}
