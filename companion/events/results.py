"""Judge who may take part in a round, and whether the result of a table can count.

Results are translated into the names of the rows of the standings.
"""

from collections.abc import Iterable, Mapping, Sequence

from companion.events import Event, PlacePoints, ResultReported, RoundPlayed, Source
from companion.events.state import Result, State, Table
from companion.limits import EVENT_PLAYERS
from companion.rules.entries import Player
from companion.rules.messages import Say, say
from companion.rules.options import same_rules
from companion.rules.rulings import Ruling, refuse
from companion.rules.tally import Payment

# --- who takes part


def unknown(player: Player) -> Ruling:
    sentence = say("{player} is not in this event. Check the name, or add the player.", player=player)
    return refuse("event.player", sentence, "tournament.players.known", player=player)


def no_row(state: State, player: Player) -> Ruling | None:
    return None if player in state.people else unknown(player)


def not_in(state: State, player: Player) -> Ruling | None:
    """Refuse a player who is unknown, withdrawn, knocked out or cut."""
    person = state.people.get(player)
    if person is None or person.state == "in":
        return no_row(state, player)
    if person.state == "withdrawn":
        sentence = say("{player} has withdrawn and does not play.", player=player)
        return refuse("event.withdrawn", sentence, "tournament.players.withdrawn", player=player)
    clause = "tournament.cut.out" if person.cut_after is not None else "tournament.knockout.out"
    return refuse("event.out", say("{player} is out and does not play.", player=player), clause, player=player)


def strangers(state: State, players: Sequence[Player]) -> Ruling | None:
    """Refuse players who may not sit at a table. In an open event, new names join by playing."""
    new = {player for player in players if player not in state.rows} if state.event.players is None else set()
    return no_room(state, len(new)) or first(not_in(state, player) for player in players if player not in new)


def no_room(state: State, coming: int) -> Ruling | None:
    if len(state.people) + coming <= EVENT_PLAYERS:
        return None
    return refuse("event.players", say("An event can have at most {n} players.", n=EVENT_PLAYERS))


def wrong_size(state: State, players: Sequence[Player]) -> Ruling | None:
    """Refuse a table of players if the event does not allow this size."""
    n = len(players)
    sizes = (2,) if state.event.terms.lives is not None else state.event.sizes
    if n in sizes:
        return None
    low, high = sizes[0], sizes[-1]
    facts = {"n": n, "players": [*players], "low": low, "high": high}
    only = say("A table of {n} cannot play ({players}): here it has {low} players.", **facts)
    sentence = say("A table of {n} cannot play ({players}): it has {low} to {high} players.", **facts)
    return refuse("event.size", only if low == high else sentence, "tournament.seat.size")


def first(rulings: Iterable[Ruling | None]) -> Ruling | None:
    return next((ruling for ruling in rulings if ruling), None)


def twice(names: Sequence[Player]) -> Player | None:
    """Return the first name that occurs twice, if any."""
    return next((name for n, name in enumerate(names) if name in names[:n]), None)


# --- results


def of_round(state: State, body: RoundPlayed) -> Result | Ruling:
    """Return the result of a round of one table, or why it cannot count."""
    source = body.source
    if source.fault:
        return source.fault
    rows = _rows(state, source)
    wrong = strangers(state, tuple(rows.values()))
    if not wrong and (source.kind != "event" or not rows):
        wrong = wrong_size(state, [*rows.values()])
    if source.is_running:
        return wrong or Result(tuple(rows.values()))
    return wrong or _result(state, source, rows)


def of_table(state: State, table: Table, body: ResultReported, *, may_run: bool = False) -> Result | Ruling:
    """Return the result that a table has reported, or why it cannot count.

    Args:
        state: the state before the report.
        table: the table as it was seated.
        body: the report.
        may_run: accept a match that is not finished; it counts for nothing yet.
    """
    absent = tuple(state.rows.get(name, name) for name in body.absent)
    if stranger := next((name for name in absent if name not in table.seats), None) or twice(absent):
        return _not_at_table(stranger)
    present = tuple(player for player in table.seats if player not in absent)
    if body.source is None and len(present) > 1:
        return refuse("event.needs", say("Enter the result of this table."), "tournament.result.needs")
    if body.source is None:
        return Result(present, absent)
    if body.source.fault:
        return body.source.fault
    if body.source.is_running and not may_run:
        sentence = say("This is not over yet. Only what is finished counts.")
        return refuse("event.running", sentence, "tournament.result.finished")
    rows = _rows(state, body.source)
    if stranger := next((name for name, row in rows.items() if row not in present), None):
        return _not_at_table(stranger)
    if missing := next((player for player in present if player not in rows.values()), None):
        sentence = say("{player} sits at this table and is missing in its result.", player=missing)
        return refuse("event.result", sentence, "tournament.result.players", player=missing)
    if body.source.is_running:
        return Result(present)
    return _result(state, body.source, rows, absent)


def _rows(state: State, source: Source) -> dict[Player, Player]:
    """Return the row of each player. A player who left a match is dropped if somebody else took over the seat."""
    rows = {name: state.rows[name] for name in source.players if name in state.rows}
    for name in (name for name in source.players if name not in rows):
        identity = source.names.get(name, name)
        known = state.rows.get(identity) or state.aliases.get(name) or state.aliases.get(identity)
        rows[name] = known if known and known not in rows.values() else name
    taken = {rows[name] for name in source.players if name not in source.left}
    return {name: rows[name] for name in source.players if name not in source.left or rows[name] not in taken}


def _not_at_table(player: Player) -> Ruling:
    sentence = say("{player} does not sit at this table.", player=player)
    return refuse("event.result", sentence, "tournament.result.players", player=player)


def _result(
    state: State, source: Source, rows: Mapping[Player, Player], absent: tuple[Player, ...] = ()
) -> Result | Ruling:
    """Return a result in the names of the rows, or why it cannot count in this event."""
    present = tuple(rows.values())
    if player := twice(present):
        sentence = say("{player} stands twice in this result, once by the name of a stand-in.", player=player)
        return refuse("event.result", sentence, "tournament.result.players", player=player)
    places = {row: source.places[name] for name, row in rows.items()}
    if wrong := _wrong_source(state.event, source, len(rows)) or _level(state, places):
        return wrong
    stand_ins = {name for person in state.people.values() for name in person.stand_ins}
    people = {name: name if name in stand_ins else row for name, row in {**state.rows, **rows}.items()}
    other_names = {other: rows[name] for name in rows for other in (name, source.names.get(name, name))}
    return Result(
        present,
        absent,
        tuple(people[name] for name in rows),
        places,
        {row: source.scores[name] for name, row in rows.items() if name in source.scores},
        {people.get(name, name): amount for name, amount in source.money.items()},
        tuple(Payment(people.get(p.payer, p.payer), people.get(p.payee, p.payee), p.amount) for p in source.paid),
        frozenset(rows[name] for name in source.left if name in rows),
        tuple({people.get(name, name): place for name, place in table.items()} for table in source.tables),
        {name: row for name, row in other_names.items() if name != row and name not in stand_ins},
        {rows[name]: name for name in source.names if name in rows and name not in stand_ins},
    )


def _level(state: State, places: Mapping[Player, int]) -> Ruling | None:
    """Refuse a table of a knockout that ends with a tie."""
    if state.event.terms.lives is None or len(set(places.values())) == len(places):
        return None
    sentence = say("A knockout cannot end tied: play on until somebody leads.")
    return refuse("event.level", sentence, "tournament.knockout.level")


def _wrong_source(event: Event, source: Source, n: int) -> Ruling | None:
    """Refuse a result that the terms cannot count: another game, no money, no points for this table size."""
    terms = event.terms
    if wrong := _other_game(event, source):
        return wrong
    lacks_money = terms.score == "money" and not set(source.players) <= set(source.money)
    if lacks_money or (terms.score == "points" and not source.scores):
        return refuse("event.needs", _needs(lacks_money), "tournament.result.needs")
    if terms.score == "points" and source.fewer is not None and source.fewer != bool(terms.fewer):
        high = say("In this event more points are better, in this result fewer.")
        low = say("In this event fewer points are better, in this result more.")
        return refuse("event.direction", low if terms.fewer else high, "tournament.score.direction")
    if isinstance(terms.score, PlacePoints) and n > 1 and terms.score.of_size(n) is None:
        sentence = say("The event has no list of points for a table of {n}.", n=n)
        return refuse("event.sizes", sentence, "tournament.score.sizes")
    return None


def _needs(money: bool) -> Say:
    if money:
        return say("This event counts the money won: enter it for each player.")
    return say("This event counts card points: enter them for each player.")


def _other_game(event: Event, source: Source) -> Ruling | None:
    if source.kind == "typed" or event.game is None or event.options is None:
        return None
    if source.game == event.game.key and all(same_rules(rules, event.options) for rules in source.rules):
        return None
    sentence = say("Every match of this event is the same game by the same house rules; this one is not.")
    return refuse("event.game", sentence, "tournament.result.game")
