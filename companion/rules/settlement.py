"""Money: the stake per point, the money won in a match of points, and who pays whom with the fewest payments."""

from collections.abc import Mapping
from functools import cache
from typing import Literal

from companion.rules.entries import Player
from companion.rules.field_metadata import Default
from companion.rules.messages import N_, Say, say
from companion.rules.options import Value, house_rule
from companion.rules.rulings import Ruling, impossible
from companion.rules.tally import Figure, ForMoney, Part, Payment

Settle = Literal["to_winner", "all_pairs", "pot"]
UNIT_LETTERS = 8
EXACTLY = 10  # people with a balance up to which the fewest payments are found; for more it takes too long


def stake_rule(clause: str, *, pot: bool = True) -> Default:
    """Declare the stake; `pot`: players may put it into a pot instead of paying it per point."""
    label = N_("Stake, for a point or into the pot") if pot else N_("Stake for a point")
    return house_rule(0, label, clause, (0, N_("not for money")), numbers=range(1, 1_000_001), fixed=True)


def settle_rule(clause: str) -> Default:
    return house_rule(
        "to_winner",
        N_("Who pays whom"),
        clause,
        ("to_winner", N_("each pays the winner the difference")),
        ("all_pairs", N_("everyone settles with everyone")),
        ("pot", N_("everyone puts one stake into a pot for the winner")),
        fixed=True,
        unless={"stake": 0},
    )


def unit_rule(
    clause: str, *, only: Mapping[str, Value] | None = None, unless: Mapping[str, Value] | None = None
) -> Default:
    """Declare the name of the money; it is shown beside amounts and never counted."""
    label = N_("Currency name")
    return house_rule("", label, clause, letters=UNIT_LETTERS, advisory=True, only=only, unless=unless)


def stake_name(stake: int, options: ForMoney, *, usual: int = 0) -> tuple[Say, ...]:
    """Return the stake as a term in the name of what is played; empty if it is the `usual` one without a unit."""
    if stake and options.unit_name:
        return (say("{value}", value=f"{stake} {options.unit_name}"),)
    return (say("stake {n}", n=stake),) if stake != usual else ()


def balance_label(unit: str) -> Say:
    """Return the head of a row or column of money."""
    return say("Balance ({unit})", unit=unit) if unit else say("Balance")


def won(
    totals: Mapping[Player, int],
    winners: tuple[Player, ...],
    clause: str,
    *,
    stake: int,
    settle: Settle,
    low: bool = False,
    puts: Mapping[Player, int] | None = None,
) -> dict[Player, Figure]:
    """Return the money won by each player: zeros while nobody has won, and always zero in sum.

    Empty if the stake is 0, since the match is not for money. `low`: fewer points are better. `puts`: how many stakes
    each player has put into the pot; by default one.
    """
    if not stake:
        return {}
    terms: dict[Player, list[Part]] = {player: [] for player in totals}
    if winners and settle == "pot":
        _pot(terms, stake, winners, clause, puts or dict.fromkeys(totals, 1))
    elif winners:
        better = {player: -n if low else n for player, n in totals.items()}
        for payer, payee in _pairs(settle, tuple(totals), winners):
            _pay(terms, (better[payee[0]] - better[payer]) * stake, payer, payee, clause)
    return {player: Figure(sum(part.points for part in parts), tuple(parts)) for player, parts in terms.items()}


def _pairs(
    settle: Settle, players: tuple[Player, ...], winners: tuple[Player, ...]
) -> list[tuple[Player, tuple[Player, ...]]]:
    """Return pairs of payer and payees: each loser with all winners, or each two players once."""
    if settle == "to_winner":
        return [(player, winners) for player in players if player not in winners]
    return [(one, (other,)) for n, one in enumerate(players) for other in players[n + 1 :]]


def _pay(terms: dict[Player, list[Part]], amount: int, payer: Player, payees: tuple[Player, ...], clause: str) -> None:
    for player, share in shares(amount, payees).items():
        terms[player].append(Part(share, say("From {player}", player=payer), clause))
    terms[payer].append(Part(-amount, say("To {players}", players=payees), clause))


def _pot(
    terms: dict[Player, list[Part]], stake: int, winners: tuple[Player, ...], clause: str, puts: Mapping[Player, int]
) -> None:
    for player, n in puts.items():
        terms[player].append(Part(-n * stake, say("Into the pot"), clause))
    for player, share in shares(sum(puts.values()) * stake, winners).items():
        terms[player].append(Part(share, say("Out of the pot"), clause))


def shares(amount: int, players: tuple[Player, ...]) -> dict[Player, int]:
    """Split an amount equally; odd units go to the first player."""
    share, odd = divmod(amount, len(players))
    return {player: share + (odd if player == players[0] else 0) for player in players}


def payments(balances: Mapping[Player, int]) -> tuple[Payment, ...]:
    """Return the fewest transfers that bring every balance to zero; empty unless the balances sum to zero.

    Exact up to EXACTLY people with a balance: n people need n payments minus the largest number of groups that can
    settle among themselves. All 2**n subsets are tried; for more people there are at most n - 1 payments.
    """
    people = [player for player, balance in balances.items() if balance]
    if not people or sum(balances.values()) != 0:
        return ()
    paid: list[Payment] = []
    groups = _most_groups([balances[p] for p in people]) if len(people) <= EXACTLY else [list(range(len(people)))]
    for group in groups:
        paid += _within([(people[i], balances[people[i]]) for i in group])
    return tuple(paid)


def wrong_money(balances: Mapping[Player, int], pot: int) -> Ruling | None:
    """Refuse an opening whose balances and pot do not add up to zero."""
    over = sum(balances.values()) + pot
    if not over:
        return None
    sentence = say("The balances and the pot must add up to zero. They are {n} too high.", n=over)
    if over < 0:
        sentence = say("The balances and the pot must add up to zero. They are {n} short.", n=-over)
    return impossible("opening.money", sentence)


def _most_groups(amounts: list[int]) -> list[list[int]]:
    """Split the indices of `amounts` (which sum to zero) into the most groups that each sum to zero."""
    full = (1 << len(amounts)) - 1

    @cache
    def total(group: int) -> int:
        return sum(amount for i, amount in enumerate(amounts) if group >> i & 1)

    @cache
    def best(rest: int) -> tuple[int, ...]:
        if not rest:
            return ()
        groups: tuple[int, ...] = (rest,)
        lowest = rest & -rest
        group = others = rest ^ lowest
        while group:
            group = (group - 1) & others
            part = group | lowest
            if part != rest and total(part) == 0:
                groups = max(groups, (part, *best(rest ^ part)), key=len)
        return groups

    return [[i for i in range(len(amounts)) if group >> i & 1] for group in best(full)]


def _within(group: list[tuple[Player, int]]) -> list[Payment]:
    """Let the largest debtor pay the largest creditor until all are even; at most one payment fewer than people."""
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
