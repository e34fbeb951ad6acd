"""Payments bring every balance to zero, and their number is minimal."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.entries import Player
from companion.rules.settlement import payments

NAMES = [Player(name) for name in "ABCDEF"]


def balanced(amounts: list[int]) -> dict[Player, int]:
    return dict(zip(NAMES, [*amounts, -sum(amounts)], strict=False))


def fewest(amounts: list[int]) -> int:
    """Return the least number of payments: the best order of the amounts has the most groups that sum to zero."""
    people = [amount for amount in amounts if amount]
    best = len(people)
    for order in permutations(people):
        carried = evens = 0
        for amount in order:
            carried += amount
            evens += carried == 0
        best = min(best, len(people) - evens)
    return best


@given(st.lists(st.integers(-4, 4), min_size=1, max_size=5))
def test_fewest_payments(amounts: list[int]) -> None:
    balances = balanced(amounts)
    paid = payments(balances)
    left = dict(balances)
    for payment in paid:
        assert payment.amount > 0
        left[payment.payer] += payment.amount
        left[payment.payee] -= payment.amount
    assert not any(left.values())
    assert len(paid) == fewest(list(balances.values()))


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=5))
def test_only_debtors_pay_and_only_creditors_are_paid(amounts: list[int]) -> None:
    balances = balanced(amounts)
    assert all(balances[p.payer] < 0 < balances[p.payee] for p in payments(balances))


@pytest.mark.parametrize("balances", [{}, {"A": 0, "B": 0}, {"A": 3}, {"A": 5, "B": -4}, {"A": -10, "B": -10}])
def test_no_settlement_while_money_is_in_the_pot(balances: dict[str, int]) -> None:
    assert payments({Player(name): amount for name, amount in balances.items()}) == ()


def test_two_pairs_are_two_payments() -> None:
    """The largest debtor and creditor need not be a pair: 7 with 7 and 4 with 4, not 7 with 6."""
    balances = {Player("A"): 7, Player("B"): -4, Player("C"): 4, Player("D"): -7}
    assert {(p.payer, p.payee, p.amount) for p in payments(balances)} == {("D", "A", 7), ("B", "C", 4)}
