"""Deals of Rami by simulated play: packs are dealt, openings laid and completed, hands left."""

import random
from dataclasses import dataclass, replace

from support.dealt import Json, stacked

from companion.games.rami.melds import DEALT, JOKERS, PACKS, hand_points, loser_parts, meld_rules, opening_value
from companion.games.rami.options import Options
from companion.rules.cards import FULL_PACK, JOKER, Card, Cards
from companion.rules.meld_solver import best_layout
from companion.rules.melds import Fault, Meld, MeldPosition, extend, take_joker

MOST_TURNS = 40
FIELDS: Json = {
    "variant": ["classic", "classic", "rami_sec_only", "gin_rami"],
    "no_meld": [100, "count", "max"],
    "joker_hand": [50, 25, 20],
    "sec_variant_losers": ["hand_count"],
    "gin_rami_score": ["hand_count"],
    "rami_sec_exempt": [True],
    "jokers_per_meld": [1, 2, "unlimited"],
    "joker_opening_value": [0, "replaced"],
    "ace_in_set": [11, 1],
    "joker_keep": ["may_keep", "must_play"],
    "first_fourteen": [True],
}
NEEDED = 51


def house_rules(chance: random.Random, n: int) -> Json:
    found = {name: chance.choice(values) for name, values in FIELDS.items() if chance.random() < 0.4}
    if found.get("variant") == "gin_rami" and n != 2:
        del found["variant"]
    return found


@dataclass
class Seat:
    hand: list[Card]
    opened: bool = False


class Played:
    """One deal, from the packs to the last card; `deal` is the entry of the table."""

    def __init__(self, chance: random.Random, options: Options, n: int) -> None:
        self.chance, self.options = chance, options
        self.stock = stacked(chance, [*FULL_PACK * PACKS, *[JOKER] * JOKERS])
        self.pile: list[Card] = []
        self.table: list[Meld] = []
        self.seats = [Seat([self.stock.pop() for _ in range(DEALT)]) for _ in range(n)]
        self.out: int | None = None
        self.sec: bool | str = False
        self.rules, self.value = meld_rules(options), opening_value(options)
        for turn in range(MOST_TURNS * n):
            self._turn(turn % n)
            if self.out is not None:
                return

    def _turn(self, who: int) -> None:
        seat = self.seats[who]
        if not self.stock:
            self.stock, self.pile = self.pile[:-1], self.pile[-1:]
            self.chance.shuffle(self.stock)
        seat.hand.append(self.stock.pop())
        others, was_open = any(one.opened for one in self.seats), seat.opened
        if self.options.all_at_once:
            self._all_at_once(seat)
        elif self.chance.random() < 0.8:
            self._lays(seat)
        self.pile.append(seat.hand.pop(self.chance.randrange(len(seat.hand))))
        if not seat.hand:
            self.out = who
            at_once = not was_open and not self.options.all_at_once
            self.sec = ("late" if others else True) if at_once else False

    def _all_at_once(self, seat: Seat) -> None:
        def most_cards(place: MeldPosition) -> int:
            return 1

        for at in self.chance.sample(range(len(seat.hand)), 2):
            rest = seat.hand[:at] + seat.hand[at + 1 :]
            best = best_layout(rest, self.rules, most_cards)
            if best and best.points == DEALT:
                seat.hand = [seat.hand[at]]
                return

    def _lays(self, seat: Seat) -> None:
        best = best_layout(seat.hand, self.rules, self.value, pure_run=not seat.opened)
        melds = list(best.melds) if best else []
        if not seat.opened and sum(meld.worth(self.value) for meld in melds) < NEEDED:
            return
        while melds and sum(len(meld.cards) for meld in melds) >= len(seat.hand):
            melds.pop()
        if not seat.opened and (
            sum(meld.worth(self.value) for meld in melds) < NEEDED or not any(meld.is_pure_run for meld in melds)
        ):
            return
        for meld in melds:
            for card in meld.cards:
                seat.hand.remove(card)
            self.table.append(meld)
            seat.opened = True
        if seat.opened:
            self._complete(seat)

    def _complete(self, seat: Seat) -> None:
        for at in range(len(self.table)):
            for card in list(seat.hand):
                longer = extend(self.table[at], [card], self.rules)
                if not isinstance(longer, Fault) and len(seat.hand) > 1:
                    seat.hand.remove(card)
                    self.table[at] = longer
                elif self.options.joker_keep == "may_keep" and self.table[at].jokers and card in seat.hand:
                    swapped = take_joker(self.table[at], card)
                    if not isinstance(swapped, Fault):
                        seat.hand.remove(card)
                        seat.hand.append(JOKER)
                        self.table[at] = swapped

    def deal(self) -> Json:
        """Return the entry of the table, as cards or as points."""
        assert self.out is not None
        names = [f"P{n}" for n in range(len(self.seats))]
        found: Json = {"kind": "deal", "out": names[self.out], "left": {}}
        if self.sec:
            found["rami_sec"] = self.sec
        losers = [(name, seat) for name, seat in zip(names, self.seats, strict=True) if name != found["out"]]
        if not self.options.all_at_once:
            found["not_laid"] = [name for name, seat in losers if not seat.opened]
        for name, seat in losers:
            if self.options.counts_hand(laid=seat.opened):
                cards = [str(card) for card in seat.hand]
                found["left"][name] = cards if self.chance.random() < 0.4 else self._points(seat)
        return found

    def _points(self, seat: Seat) -> int:
        if self.options.variant == "gin_rami":
            return sum(part.points for part in loser_parts(self.options, False, Cards(seat.hand)))
        return hand_points(seat.hand, self.options)


def played(chance: random.Random, n: int) -> tuple[Json, Played]:
    """Draw the house rules of a table and a deal."""
    rules = house_rules(chance, n)
    return rules, Played(chance, replace(Options(), **rules), n)
