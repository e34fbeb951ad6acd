"""Say how an event stands: what separates two ranks, why somebody pays somebody, and where money came from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from companion.events import Event, PlacePoints, Tie
from companion.events.standings import Behind, Money, Term, money, standings
from companion.events.state import State
from companion.rules.entries import Player
from companion.rules.messages import N_, Say, say, say_n
from companion.rules.tally import Payment
from companion.translation import number_text, signed

WINS = PlacePoints()
LEVEL: Mapping[str, Say] = {  # what two who share it share
    "places": say("places"),
    "direct": say("results against each other"),
    "best": say("best rounds"),
    "strength": say("strength of the opponents"),
    "card_points": say("card points"),
}
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class AccountLine:
    """A term of an account: the table whose result is that entry, or a payment, with its `words`."""

    amount: str
    entry: int
    words: Say | None = None


@dataclass(frozen=True)
class PaymentText:
    """A payment of the fewest, with the reason for it and the accounts of both."""

    payer: Player
    payee: Player
    amount: int
    words: Say
    why: Say
    accounts: tuple[tuple[Player, tuple[AccountLine, ...]], ...]


@dataclass(frozen=True)
class RankText:
    """A row of the standings; `money` is empty where none was played for."""

    rank: int | None
    player: Player
    total: str
    money: str
    why: Say | None
    is_first: bool


@dataclass(frozen=True)
class EventText:
    """The standings of an event and who pays whom; `counts` says what the totals are."""

    counts: str
    ranks: tuple[RankText, ...]
    payments: tuple[PaymentText, ...]
    accounts: tuple[tuple[Player, tuple[AccountLine, ...], str], ...]  # of everybody, with the sum
    is_open: bool  # the accounts do not sum to zero: a pot was left
    leaders: tuple[Player, ...]


def event_text(state: State) -> EventText:
    """Return how an event stands, in words."""
    rows, settled, event = standings(state), money(state), state.event
    shown = {name: state.name_of(name) for name in (*state.people, *settled.sums)}
    ranks = tuple(
        RankText(
            row.rank,
            shown[row.player],
            exact_text(row.total),
            signed(settled.sums[row.player]) if row.player in settled.sums else "",
            why_behind(event, row.behind, shown) if row.behind else None,
            row.rank == 1,
        )
        for row in rows
        if row.rank is not None or row.played or row.penalties
    )
    payments = tuple(_payment(state, settled, one, shown) for one in settled.payments)
    accounts = tuple(
        (shown[name], _account(state, terms, shown), number_text(settled.sums[name]))
        for name, terms in settled.accounts.items()
    )
    leaders = tuple(shown[row.player] for row in rows if row.rank == 1)
    return EventText(counts(event), ranks, payments, accounts, bool(sum(settled.sums.values())), leaders)


def counts(event: Event) -> str:
    """Return the heading over the totals."""
    score = event.terms.score
    if score == WINS:
        return N_("Won")
    return N_("Money") if score == "money" else N_("Points")


def exact_text(value: Fraction) -> str:
    """Return a number without loss: 3, 1½, 7/3."""
    whole, rest = divmod(value, 1)
    if value >= 0 and rest == HALF:
        return f"{whole or ''}½"
    return number_text(value.numerator) if value.denominator == 1 else str(value).replace("-", "−")


# --- what separates two ranks


def why_behind(event: Event, behind: Behind, shown: Mapping[Player, Player]) -> Say:
    """Say what separates a player from the one with the better rank."""
    above = shown.get(behind.player, behind.player)
    why = _difference(event, behind, above)
    chain: Sequence[Tie] = event.terms.ties
    level = chain[: chain.index(behind.by)] if behind.by in chain else chain if behind.by == "decide" else ()
    if behind.by in ("out", "total"):
        return why
    score = say("matches won") if event.terms.score == WINS else say("points")
    return say(
        "tied with {player} on {words}; {why}", player=above, words=[score, *map(LEVEL.__getitem__, level)], why=why
    )


def _difference(event: Event, behind: Behind, above: Player) -> Say:
    if behind.by == "out":
        return say("{player} stayed in longer", player=above)
    if behind.by == "decide":
        return say("decided for {player} by lot or a deciding deal", player=above)
    if behind.by == "direct":
        return say("{player} was ahead when they met", player=above)
    assert behind.values
    if behind.by == "places":
        return _places(behind, above)
    if behind.by == "best":
        return say("{player} had the better best round", player=above)
    better, own = (exact_text(Fraction(str(value))) for value in behind.values)
    facts = {"player": above, "better": better, "own": own}
    if behind.by == "strength":
        return say("{player} met the stronger opponents ({better} to {own})", **facts)
    if behind.by == "card_points":
        return say("{player} has the better card points ({better} to {own})", **facts)
    if event.terms.score == WINS:
        return say("{player} has won {better}, not {own}", **facts)
    return say("{player} has {better}, not {own}", **facts)


def _places(behind: Behind, above: Player) -> Say:
    """Say of which place the better one has more."""
    assert behind.values
    better, own = (tuple(value) if isinstance(value, tuple) else () for value in behind.values)
    length = max(len(better), len(own))
    pairs = [(*(counted[n] if n < len(counted) else 0 for counted in (better, own)),) for n in range(length)]
    place, (more, fewer) = next((n, pair) for n, pair in enumerate(pairs, start=1) if pair[0] != pair[1])
    facts = {"player": above, "place": place, "more": more, "fewer": fewer}
    return say("{player} came in place {place} more often ({more} to {fewer})", **facts)


# --- money


def _payment(state: State, settled: Money, payment: Payment, shown: Mapping[Player, Player]) -> PaymentText:
    both = (payment.payer, payment.payee)
    accounts = tuple((shown[name], _account(state, settled.accounts.get(name, ()), shown)) for name in both)
    payer, payee = (shown[name] for name in both)
    words = say("{payer} pays {payee}", payer=payer, payee=payee)
    return PaymentText(payer, payee, payment.amount, words, _why(settled, payment, shown), accounts)


def _account(state: State, terms: Sequence[Term], shown: Mapping[Player, Player]) -> tuple[AccountLine, ...]:
    return tuple(
        AccountLine(
            signed(term.amount),
            term.entry or _entry_of(state, term),
            _paid(term, shown.get(term.other, term.other)) if term.other else None,
        )
        for term in terms
    )


def _paid(term: Term, other: Player) -> Say:
    return say("paid to {name}", name=other) if term.amount > 0 else say("paid by {name}", name=other)


def _entry_of(state: State, term: Term) -> int:
    table = state.table(term.round or 0, term.table or 0)
    return table.entry if table else 0


def _why(settled: Money, payment: Payment, shown: Mapping[Player, Player]) -> Say:
    """Say why this one pays that one: the fewest payments only save transfers."""
    facts = {
        "payer": shown[payment.payer],
        "payee": shown[payment.payee],
        "down": -settled.sums[payment.payer],
        "up": settled.sums[payment.payee],
    }
    matches = sum(term.other is None for term in settled.accounts.get(payment.payer, ()))
    if facts["down"] == facts["up"]:
        return say_n(
            "{payer} is down {down} over {n} match, {payee} is up {up}. This payment settles both.",
            "{payer} is down {down} over {n} matches, {payee} is up {up}. This payment settles both.",
            matches,
            **facts,
        )
    return say_n(
        "{payer} is down {down} over {n} match, {payee} is up {up}. No other way needs fewer payments.",
        "{payer} is down {down} over {n} matches, {payee} is up {up}. No other way needs fewer payments.",
        matches,
        **facts,
    )
