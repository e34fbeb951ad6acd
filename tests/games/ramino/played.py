"""Deals of Ramino by simulated play: packs are dealt, melds laid and extended, jokers taken, hands left."""

import random
from dataclasses import dataclass, field, replace
from typing import Any

from support.random_deals import Json, stacked

from companion.games.ramino.options import Options
from companion.games.ramino.values import in_hand, on_table
from companion.rules.cards import FULL_PACK, JOKER, Card
from companion.rules.meld_solver import best_layout
from companion.rules.melds import Fault, Meld, MeldRules, extend, read, take_joker

MOST_TURNS = 40
FIELDS: Json = {
    "manipulation": [False, False, True],
    "identities": [False, False, True],
    "value_table": ["simplified", "simplified", "traditional"],
    "hand_ace": [15, 11],
    "first_meld": [30, 0, 40, 50, 70],
    "jokers_per_pack": [2, 0, 1, 4],
    "jokers_per_meld": [1, 2],
    "discard": ["single", "none", "multiple"],
    "swap_deduct": ["auto", "always", "never"],
    "own_turn_additions": ["own_cards", "count_as_adding"],
    "dealt": [14, 14, 13],
    "joker_in_hand": [20, 50, 25, 30],
    "must_discard": [False, False, True],
    "ramino_with_discard": [True, False],
    "mode": ["points", "points", "elimination"],
    "taken_card_penalty": ["per_turn", "per_card"],
}


def house_rules(chance: random.Random) -> Json:
    return {name: chance.choice(values) for name, values in FIELDS.items() if chance.random() < 0.4}


@dataclass
class Seat:
    hand: list[Card]
    melds: list[tuple[Card, ...]] = field(default_factory=list)  # laid as new ones, with jokers in their places
    points: int = 0
    opened: bool = False
    fined: list[str] = field(default_factory=list)

    @property
    def added(self) -> int:
        return self.points


class Played:
    """One deal, from the packs to the last card; `deal` is the entry of the table."""

    def __init__(self, chance: random.Random, options: Options, n: int) -> None:
        self.chance, self.options = chance, options
        packs = options.packs(n)
        cards = [*FULL_PACK * packs, *[JOKER] * options.jokers_per_pack * packs]
        self.stock = stacked(chance, cards)
        self.pile: list[Card] = []
        self.table: list[Meld] = []
        self.seats = [Seat([self.stock.pop() for _ in range(options.dealt)]) for _ in range(n)]
        self.value = on_table(options)
        self.out: int | None = None
        self.finish = "plain"
        self._play()

    @property
    def rules(self) -> MeldRules:
        return self.options.melds

    def _play(self) -> None:
        for turn in range(MOST_TURNS * len(self.seats)):
            who = turn % len(self.seats)
            if not self._drawn(self.seats[who]):
                return
            self._turn(who)
            if self.out is not None:
                return

    def _drawn(self, seat: Seat) -> bool:
        if self.pile and seat.opened and self.options.discard in ("single", "multiple") and self.chance.random() < 0.3:
            n = 1 if self.options.discard == "single" else self.chance.randint(1, len(self.pile))
            seat.hand += self.pile[-n:]
            del self.pile[-n:]
            return True
        if not self.stock and len(self.pile) > 1:
            self.stock, self.pile = self.pile[:-1], self.pile[-1:]
            self.chance.shuffle(self.stock)
        if not self.stock:
            return False
        seat.hand.append(self.stock.pop())
        return True

    def _turn(self, who: int) -> None:
        seat = self.seats[who]
        was_open, added, before = seat.opened, False, len(self.table)
        keep = self.options.must_discard
        if self.chance.random() < 0.8:
            self._new(seat, keep)
        if seat.opened:
            for _ in range(self.chance.randint(0, 6)):
                done = self.chance.choice([self._add, self._swap, self._rearrange])(seat, keep, before)
                added = added or done == "other" or (done == "own" and self.options.own_turn_additions != "own_cards")
            self._new(seat, keep)
        if seat.hand:
            self.pile.append(seat.hand.pop(self._thrown(seat)))
            discarded = True
        else:
            discarded = False
        if seat.hand:
            return
        self.out = who
        if not was_open and (not discarded or self.options.discards_last) and not seat.fined:
            self.finish = "ramino" if added else "ramino_own"

    def _thrown(self, seat: Seat) -> int:
        """Return the discard: mostly an expensive card, sometimes any."""
        return self.chance.randrange(len(seat.hand))

    def _new(self, seat: Seat, keep: bool) -> None:
        if len(seat.hand) > 30:
            return
        best = best_layout(self.chance.sample(seat.hand, min(15, len(seat.hand))), self.rules, self.value)
        melds = list(best.melds) if best else []
        if not seat.opened and sum(meld.worth(self.value) for meld in melds) < self.options.first_meld:
            return
        if seat.opened and self.chance.random() < 0.3:
            melds = melds[:1]
        if keep and sum(len(meld.cards) for meld in melds) >= len(seat.hand):
            melds = melds[:-1]
            if not seat.opened and sum(meld.worth(self.value) for meld in melds) < self.options.first_meld:
                return
        for meld in melds:
            self._lay(seat, meld)

    def _lay(self, seat: Seat, meld: Meld) -> None:
        for card in meld.cards:
            seat.hand.remove(card)
        seat.melds.append(meld.cards)
        seat.points += meld.worth(self.value)
        seat.opened = True
        self.table.append(meld)

    def _add(self, seat: Seat, keep: bool, before: int) -> str:
        for at in self.chance.sample(range(len(self.table)), len(self.table)):
            for card in seat.hand:
                longer = extend(self.table[at], [card], self.rules)
                if not isinstance(longer, Fault) and len(seat.hand) > keep:
                    seat.points += longer.worth(self.value) - self.table[at].worth(self.value)
                    seat.hand.remove(card)
                    self.table[at] = longer
                    return "own" if at >= before else "other"
        return ""

    def _swap(self, seat: Seat, keep: bool, before: int) -> str:
        """Take a joker and lay it in a new combination, or keep it, which is fined."""
        for at, meld in enumerate(self.table):
            for card in seat.hand:
                swapped = take_joker(meld, card) if meld.jokers else Fault.NO_JOKER
                if isinstance(swapped, Fault):
                    continue
                rest = [*seat.hand, JOKER]
                rest.remove(card)
                pairs = [(a, b) for i, a in enumerate(rest) for b in rest[i + 1 :] if not a.is_joker and not b.is_joker]
                new = [m for a, b in pairs for m in (read([a, b, JOKER], self.rules), read([a, JOKER, b], self.rules))]
                found = [meld for meld in new if not isinstance(meld, Fault)]
                if not found and self.chance.random() < 0.7:
                    continue
                worth = next(self.value(place) for place in swapped.places if place.card == card)
                seat.points += 0 if self.options.deducts else worth
                seat.hand = rest
                self.table[at] = swapped
                if found and len(rest) - 3 >= keep:
                    self._lay(seat, self.chance.choice(found))
                else:
                    seat.fined.append("joker")
                return "other"
        return ""

    def _rearrange(self, seat: Seat, keep: bool, before: int) -> str:
        """Take the end of a long run for a group with two cards of the hand, or keep it, which is fined."""
        if not self.options.manipulation:
            return ""
        for at, meld in enumerate(self.table):
            if meld.kind != "run" or len(meld.cards) < 4 or meld.jokers:
                continue
            for card, left in ((meld.cards[0], meld.cards[1:]), (meld.cards[-1], meld.cards[:-1])):
                mates = list(dict.fromkeys(c for c in seat.hand if c.rank == card.rank and c.suit != card.suit))
                shorter = read(left, self.rules)
                assert isinstance(shorter, Meld)
                if len(mates) >= 2 and len(seat.hand) - 2 >= keep:
                    new = read([card, *mates[:2]], self.rules)
                    if isinstance(new, Fault):
                        continue
                    seat.points += shorter.worth(self.value) - meld.worth(self.value)
                    seat.hand.append(card)
                    self.table[at] = shorter
                    self._lay(seat, new)
                    return "other"
                if self.chance.random() < 0.05:
                    seat.points += shorter.worth(self.value) - meld.worth(self.value)
                    seat.hand.append(card)
                    self.table[at] = shorter
                    seat.fined.append("table")
                    return "other"
        return ""

    def deal(self) -> Json:
        """Return the entry of the table, as cards or as points."""
        names = [f"P{n}" for n in range(len(self.seats))]
        found: Json = {"kind": "deal", "out": None if self.out is None else names[self.out], "laid": {}, "left": {}}
        if self.finish != "plain":
            found["finish"] = self.finish
        fines = {}
        for name, seat in zip(names, self.seats, strict=True):
            if seat.opened:
                found["laid"][name] = self._laid(seat)
            if self.out is None or name != found["out"]:
                as_cards = self.chance.random() < 0.5
                points = sum(in_hand(card, self.options) for card in seat.hand)
                found["left"][name] = [str(card) for card in seat.hand] if as_cards else points
            if seat.fined:
                fines[name] = seat.fined
        return {**found, "penalties": fines} if fines else found

    def _laid(self, seat: Seat) -> Any:
        melds = [[str(card) for card in meld] for meld in seat.melds]
        worth = 0
        for meld in seat.melds:
            laid = read(meld, self.rules)
            assert isinstance(laid, Meld)
            worth += laid.worth(self.value)
        way = self.chance.random()
        if self.options.eliminates and way < 0.5:
            return True
        if way < 0.7:
            return seat.points
        return melds if worth == seat.points else {"melds": melds, "added": seat.points - worth}


def played(chance: random.Random, n: int) -> tuple[Json, Played]:
    """Draw the house rules of a table and a deal."""
    rules = house_rules(chance)
    return rules, Played(chance, replace(Options(), **rules), n)
