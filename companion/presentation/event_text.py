"""Put an event into words: the standings, what separates two ranks, payments and where the money came from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from companion.events import Event, PlacePoints, Tie
from companion.events.standings import Behind, Money, Row, Term, money, rate, standings
from companion.events.state import State, tables
from companion.rules.entries import Player
from companion.rules.game import Game
from companion.rules.messages import N_, Say, say, say_n
from companion.rules.tally import Payment
from companion.translation import number_text, signed

WINS = PlacePoints()
LEVEL: Mapping[str, Say] = {  # the criteria in which players are tied
    "places": say("places"),
    "direct": say("results against each other"),
    "best": say("best rounds"),
    "strength": say("strength of the opponents"),
    "card_points": say("card points"),
}

PARTS = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}


@dataclass(frozen=True)
class AccountLine:
    """A term of an account: the result of a table, or a payment described by `words`, with the number of its entry."""

    amount: str
    entry: int
    words: Say | None = None


@dataclass(frozen=True)
class PaymentText:
    """One of the proposed payments, with its reason and the accounts of both people."""

    payer: Player
    payee: Player
    amount: int
    words: Say
    why: Say
    accounts: tuple[tuple[Player, tuple[AccountLine, ...]], ...]


@dataclass(frozen=True)
class RankText:
    """A row of the standings. `money` is empty if there is none; `why` says what separates it from the row above."""

    rank: int | None
    player: Player
    total: str
    money: str
    why: Say | None
    is_first: bool


@dataclass(frozen=True)
class RatingText:
    """A rating as a range from `low` to `high`. `level` is its number, empty if the range overlaps another."""

    player: Player
    low: str
    high: str
    level: str


@dataclass(frozen=True)
class RatingsText:
    """The ratings of all players, highest first, and how well the earlier ratings predicted the results."""

    people: tuple[RatingText, ...]
    foretold: Say


@dataclass(frozen=True)
class EventText:
    """The standings of an event and the payments. `counts` is the heading of the totals."""

    counts: str
    ranks: tuple[RankText, ...]
    payments: tuple[PaymentText, ...]
    accounts: tuple[tuple[Player, tuple[AccountLine, ...], str], ...]  # of all people, with the sum
    is_open: bool  # the accounts do not add up to zero, because a pot was left
    leaders: tuple[Player, ...]
    ratings: RatingsText | None  # None unless the event has ratings and they can be computed


def event_text(state: State) -> EventText:
    """Return the standings, accounts and ratings of an event in words."""
    rows, event = standings(state), state.event
    settled = money(state) if _is_for_money(state) else Money({}, {}, ())
    shown = {name: state.name_of(name) for name in (*state.people, *settled.sums)}
    penalised = {row.player: row for row in rows if row.penalties}
    ranks = tuple(
        RankText(
            row.rank,
            shown[row.player],
            exact_text(row.total),
            signed(settled.sums[row.player]) if row.player in settled.sums else "",
            _why_here(event, row, penalised, shown),
            row.rank == 1,
        )
        for row in rows
        if row.rank is not None or row.played or row.penalties or _takes_part(state, row)
    )
    payments = tuple(_payment(state, settled, one, shown) for one in settled.payments)
    accounts = tuple(
        (shown[name], _account(state, terms, shown), number_text(settled.sums[name]))
        for name, terms in settled.accounts.items()
    )
    leaders = tuple(shown[row.player] for row in rows if row.rank == 1)
    is_open, rated = bool(sum(settled.sums.values())), _ratings(state) if event.terms.rating else None
    return EventText(counts(event), ranks, payments, accounts, is_open, leaders, rated)


def _is_for_money(state: State) -> bool:
    """Return True if money is shown: always but in a tournament that does not count money, until something is paid."""
    return state.event.players is None or state.event.terms.score == "money" or bool(state.paid)


def _takes_part(state: State, row: Row) -> bool:
    """Return True if a tournament with a counted round has a player who has not played yet."""
    is_asked = state.event.players is not None and state.people[row.player].state == "in"
    return is_asked and bool(state.counted)


def _ratings(state: State) -> RatingsText | None:
    rated = rate(tables(state))
    if rated is None or not rated.people:
        return None
    bands = {name: (one.mu - 2 * one.sigma, one.mu + 2 * one.sigma) for name, one in rated.people.items()}
    people = []
    for name, one in sorted(rated.people.items(), key=lambda person: -person[1].mu):
        low, high = bands[name]
        others = [band for other, band in bands.items() if other != name]
        is_apart = all(high < below or above < low for below, above in others)
        level = number_text(round(one.mu)) if is_apart else ""
        people.append(RatingText(state.name_of(name), number_text(round(low)), number_text(round(high)), level))
    coin = exact_text(Fraction(rated.of, 2))
    predicted = say("Foretold {right} of {n} pairs, a coin {half}.", right=rated.right, n=rated.of, half=coin)
    return RatingsText(tuple(people), predicted)


def counts(event: Event) -> str:
    """Return the heading of the totals."""
    score = event.terms.score
    if score == WINS:
        return N_("Won")
    return N_("Money") if score == "money" else N_("Points")


def exact_text(value: Fraction) -> str:
    """Return a number exactly: 3, 1½, 4⅓, 2 3/7."""
    whole, rest = divmod(abs(value), 1)
    sign = "−" if value < 0 else ""
    if not rest:
        return number_text(int(value))
    if part := PARTS.get(rest):
        return f"{sign}{whole or ''}{part}"
    return f"{sign}{whole} {rest}" if whole else f"{sign}{rest}"


# --- what separates two ranks


def _why_here(event: Event, row: Row, penalised: Mapping[Player, Row], shown: Mapping[Player, Player]) -> Say | None:
    """Return a sentence on what separates a row from the better one, and on its penalties."""
    behind = why_behind(event, row.behind, shown, is_earned=not penalised) if row.behind else None
    if row.player not in penalised:
        return behind
    facts = {"earned": exact_text(row.earned), "penalty": signed(row.penalties)}
    points = say("{earned} points, penalty {penalty}", **facts)
    made = say("won {earned}, penalty {penalty}", **facts) if event.terms.score == WINS else points
    return say("{words}; {why}", words=made, why=behind) if behind else made


def why_behind(event: Event, behind: Behind, shown: Mapping[Player, Player], *, is_earned: bool = True) -> Say:
    """Return a sentence on what separates a player from the row with the better rank.

    Args:
        is_earned: True if no penalty is in the totals.
    """
    above = shown.get(behind.player, behind.player)
    why = _difference(event, behind, above, is_earned=is_earned)
    chain: Sequence[Tie] = event.terms.ties
    level = chain[: chain.index(behind.by)] if behind.by in chain else chain if behind.by == "decide" else ()
    if behind.by in ("out", "total"):
        return why
    score = say("matches won") if event.terms.score == WINS and is_earned else say("points")
    return say(
        "tied with {player} on {words}; {why}", player=above, words=[score, *map(LEVEL.__getitem__, level)], why=why
    )


def _difference(event: Event, behind: Behind, above: Player, *, is_earned: bool) -> Say:
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
    if event.terms.score == WINS and is_earned:
        return say("{player} has won {better}, not {own}", **facts)
    return say("{player} has {better}, not {own}", **facts)


def _places(behind: Behind, above: Player) -> Say:
    """Return a sentence with the first place that the better player had more often."""
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
    if term.entry is None and term.amount > 0:
        return say("paid to {name} when the players changed", name=other)
    if term.entry is None:
        return say("paid by {name} when the players changed", name=other)
    return say("paid to {name}", name=other) if term.amount > 0 else say("paid by {name}", name=other)


def _entry_of(state: State, term: Term) -> int:
    table = state.table(term.round or 0, term.table or 0)
    return table.entry if table else 0


def _why(settled: Money, payment: Payment, shown: Mapping[Player, Player]) -> Say:
    """Return the reason of a payment. It need not be a debt between these two, because few payments settle all."""
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


# --- the terms of an event


TIES: Mapping[Tie, str] = {
    "strength": N_("strength of the opponents, their penalties left out"),
    "places": N_("more first places, then second ones"),
    "direct": N_("results against each other"),
    "best": N_("the best round"),
    "card_points": N_("card points"),
}
SEATINGS = {
    "meet": N_("everybody meets as many others as possible"),
    "swiss": N_("similar scores meet, without repeats"),
    "rank": N_("in order of the standings"),
    "fold": N_("the first meets the last"),
    "lots": N_("by lot"),
}
SCORES = {
    "won": N_("one point for each table won"),
    "places": N_("points for places"),
    "points": N_("card points"),
    "money": N_("money won"),
}


@dataclass(frozen=True)
class Preset:
    """A kind of event with its terms. In an open event everybody who plays takes part, and no tables are seated."""

    key: str
    name: str
    about: str
    is_open: bool = False
    terms: Mapping[str, Any] = field(default_factory=dict)

    def fits(self, game: Game) -> bool:
        sizes: Sequence[int] = self.terms.get("seats", ())
        return all(n in game.seats for n in sizes)


FOUR = {"places": [4, 2, 1, 0]}
PRESETS = (
    Preset("evening", N_("Evening"), N_("One match after the other. Whoever plays is in."), is_open=True),
    Preset(
        "league",
        N_("League"),
        N_("Matches or whole evenings over a season, points for places."),
        is_open=True,
        terms={"score": FOUR},
    ),
    Preset(
        "series",
        N_("Series"),
        N_("Several tables in rounds. Everybody meets as many others as possible."),
        terms={"score": FOUR, "seating": "meet", "rounds": 4},
    ),
    Preset(
        "swiss",
        N_("Swiss system"),
        N_("Tables of two in rounds. Players with similar scores meet."),
        terms={"seats": [2], "seating": "swiss", "rounds": 5, "bye": 1, "ties": ["strength", "direct"]},
    ),
    Preset(
        "knockout",
        N_("Knockout"),
        N_("Tables of two in rounds. Whoever loses is out."),
        terms={"seats": [2], "seating": "fold", "lives": 1},
    ),
)


def terms_text(event: Event) -> tuple[tuple[str, Say], ...]:
    """Return the terms that people ask about, each with its heading."""
    terms, score = event.terms, event.terms.score
    if isinstance(score, PlacePoints):
        given = say(SCORES["won"]) if score == WINS else say("points for places: {n}", n=_places_of(score))
    else:
        given = say(SCORES[score])
    lines: list[tuple[str, Say]] = [(N_("What a table gives"), given)]
    if event.players is not None:
        lines.append((N_("Who sits with whom"), say(SEATINGS[terms.seating])))
        lines.append((N_("Number from which lots are drawn"), say("{value}", value=terms.draw)))
    if terms.lives is not None:
        lines.append((N_("Lost tables that put a player out"), say("{value}", value=terms.lives)))
    if terms.best is not None:
        lines.append((N_("Only the best rounds count, so many"), say("{value}", value=terms.best)))
    if terms.ties:
        lines.append((N_("If the totals are tied"), say("{value}", value=[say(TIES[one]) for one in terms.ties])))
    return tuple(lines)


def _places_of(score: PlacePoints) -> str:
    """Return the points for places as they are typed: 4 2 1 0, with the number of players if it matters."""
    if not isinstance(score.places, Mapping):
        return " ".join(map(str, score.places))
    return "; ".join(f"{size}: {' '.join(map(str, points))}" for size, points in score.places.items())
