"""Who pays whom, in as few payments as possible."""

from collections.abc import Mapping
from functools import cache

from companion.rules.entries import Player
from companion.rules.messages import say
from companion.rules.rulings import Ruling, impossible
from companion.rules.tally import Payment


def payments(balances: Mapping[Player, int]) -> tuple[Payment, ...]:
    """The fewest transfers that bring every balance to zero; empty unless the balances sum to zero.

    Exact: n people split into the most groups that settle among themselves need n minus that many payments. All
    subsets are tried, 2**n of them, so n is bounded by the seats of a table (8).
    """
    people = [player for player, balance in balances.items() if balance]
    if not people or sum(balances.values()) != 0:
        return ()
    paid: list[Payment] = []
    for group in _most_groups([balances[p] for p in people]):
        paid += _within([(people[i], balances[people[i]]) for i in group])
    return tuple(paid)


def wrong_money(balances: Mapping[Player, int], pot: int) -> Ruling | None:
    """What is wrong with the money of a position to go on from: what lies in the pot has come from somebody."""
    over = sum(balances.values()) + pot
    if not over:
        return None
    sentence = say("The balances and the pot must add up to zero: {n} is too much.", n=over)
    if over < 0:
        sentence = say("The balances and the pot must add up to zero: {n} is missing.", n=-over)
    return impossible("opening.money", sentence)


def _most_groups(amounts: list[int]) -> list[list[int]]:
    """The indices of `amounts` (which sum to zero) split into the most groups that each sum to zero."""
    full = (1 << len(amounts)) - 1

    @cache
    def total(group: int) -> int:
        return sum(amount for i, amount in enumerate(amounts) if group >> i & 1)

    @cache
    def best(rest: int) -> tuple[int, ...]:
        if not rest:
            return ()
        found: tuple[int, ...] = (rest,)
        lowest = rest & -rest
        group = others = rest ^ lowest
        while group:
            group = (group - 1) & others
            part = group | lowest
            if part != rest and total(part) == 0:
                found = max(found, (part, *best(rest ^ part)), key=len)
        return found

    return [[i for i in range(len(amounts)) if group >> i & 1] for group in best(full)]


def _within(group: list[tuple[Player, int]]) -> list[Payment]:
    """The largest debtor pays the largest creditor until all are even: one payment fewer than people."""
    owed = dict(group)
    paid: list[Payment] = []
    while any(owed.values()):
        payer = min(owed, key=lambda p: owed[p])
        payee = max(owed, key=lambda p: owed[p])
        amount = min(-owed[payer], owed[payee])
        paid.append(Payment(payer, payee, amount))
        owed[payer] += amount
        owed[payee] -= amount
    return paid
