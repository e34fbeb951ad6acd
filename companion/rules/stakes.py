"""What a match of points comes to in money: the stake a point, and who settles with whom when it is over."""

from collections.abc import Mapping
from typing import Literal

from companion.rules.entries import Player
from companion.rules.field_metadata import Default
from companion.rules.messages import N_, Say, say
from companion.rules.options import Value, house_rule
from companion.rules.tally import Figure, Part

Settle = Literal["to_winner", "all_pairs", "pot"]
UNIT_LETTERS = 8


def stake_rule(clause: str, *, pot: bool = True) -> Default:
    """`pot`: whether the table may have the stake put into a pot by each, in place of paying it for a point."""
    label = N_("Stake, for a point or into the pot") if pot else N_("Stake for a point")
    return house_rule(0, label, clause, (0, N_("not for money")), numbers=range(1, 1_000_001), fixed=True)


def settle_rule(clause: str) -> Default:
    return house_rule(
        "to_winner",
        N_("Who settles with whom"),
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
    """What amounts are called; it is shown beside them and never counted."""
    label = N_("Name of the money")
    return house_rule("", label, clause, letters=UNIT_LETTERS, told=True, only=only, unless=unless)


def balance_label(unit: str) -> Say:
    """The head of a row or column of money."""
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
    """What everybody has won, in the coins of the stake: zeros while nobody has won, and always zero in sum.

    Nothing at all where the stake is 0: the match is not for money. `low`: fewer points are better. `puts`: how many
    stakes each has put into the pot, one where nothing is said.
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
    """Who pays whom: the winners as one, or every two players once."""
    if settle == "to_winner":
        return [(player, winners) for player in players if player not in winners]
    return [(one, (other,)) for n, one in enumerate(players) for other in players[n + 1 :]]


def _pay(terms: dict[Player, list[Part]], amount: int, payer: Player, payees: tuple[Player, ...], clause: str) -> None:
    for player, share in shares(amount, payees).items():
        terms[player].append(Part(share, say("From {player}", player=payer), clause))
    terms[payer].append(Part(-amount, say("To {players}", players=payees), clause))


def _pot(
    terms: dict[Player, list[Part]],
    stake: int,
    winners: tuple[Player, ...],
    clause: str,
    puts: Mapping[Player, int],
) -> None:
    for player, n in puts.items():
        terms[player].append(Part(-n * stake, say("Into the pot"), clause))
    for player, share in shares(sum(puts.values()) * stake, winners).items():
        terms[player].append(Part(share, say("Out of the pot"), clause))


def shares(amount: int, players: tuple[Player, ...]) -> dict[Player, int]:
    """An amount for several: equally, and odd units go to the first of them."""
    share, odd = divmod(amount, len(players))
    return {player: share + (odd if player == players[0] else 0) for player in players}
