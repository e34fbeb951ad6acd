"""Read an event from its file: its terms, its entries, and the matches and events inside them."""

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import ClassVar, TypeVar

from companion.events import (
    KINDS,
    Event,
    Missed,
    PlacePoints,
    PlayerJoined,
    PlayerReplaced,
    ResultReported,
    RoundOpened,
    RoundPlayed,
    Source,
    Terms,
    typed,
)
from companion.events.judge import play
from companion.events.standings import money, standings
from companion.events.state import tables
from companion.limits import EVENT_CORRECTED, EVENT_ENTRIES, EVENT_PLAYERS, TITLE_LENGTH
from companion.parsing import Match, game_of, read_entry, read_match, read_options, wrong_names
from companion.parsing.json_decoder import structure
from companion.parsing.scalars import is_number, no_name, short, taken_for_another, tidy
from companion.rules.entries import Body, Correction, Entry, Handover, Player
from companion.rules.field_metadata import Json, entry_field
from companion.rules.game import TABLE_SIZES
from companion.rules.judge import judge
from companion.rules.messages import say
from companion.rules.people import Names, names_of
from companion.rules.rulings import Ruling, impossible, refuse
from companion.rules.tally import Payment

FORMAT = "companion-event/1"
HEAD = {"format", "title", "game", "options", "players", "terms", "entries"}
UP_TO_200 = range(1, 201)


def read_event(data: object) -> Event | Ruling:
    """Read an event from the JSON of its file.

    Returns:
        The event. If an entry cannot be read, the entries end before it, and `fault` says why. If the head is wrong, a
        Ruling without an entry number.
    """
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        return impossible("event.format", say("This is not an event file: its format must be {format}.", format=FORMAT))
    if extra := set(data) - HEAD:
        return impossible("event.key", say("{value} is not allowed in an event file.", value=short(min(extra))))
    event = _head(data)
    if isinstance(event, Ruling):
        return event
    entries = data.get("entries", [])
    if not isinstance(entries, list) or len(entries) > EVENT_ENTRIES:
        return impossible("event.entries", say("The entries must be a list of at most {n}.", n=EVENT_ENTRIES))
    corrections = sum(isinstance(one, dict) and one.get("kind") == "correction" for one in entries)
    if corrections * len(entries) > EVENT_CORRECTED:
        return impossible("event.entries", say("There are too many corrections to be worked out."))
    read: list[Entry] = []
    for number, one in enumerate(entries, start=1):
        entry = read_entry(EVENT, number, one, lambda content: _body(event, content))
        if isinstance(entry, Ruling):
            return replace(event, entries=tuple(read), fault=replace(entry, entry=number))
        read.append(entry)
    return replace(event, entries=tuple(read))


def _head(data: Json) -> Event | Ruling:
    title = data.get("title", "")
    if not isinstance(title, str) or len(title) > TITLE_LENGTH:
        return impossible("event.title", say("A title can have at most {n} characters.", n=TITLE_LENGTH))
    game = game_of(data["game"]) if data.get("game") is not None else None
    if data.get("game") is not None and game is None:
        return impossible("event.game", say("There is no game named {value}.", value=short(data["game"])))
    if game is None and "options" in data:
        return impossible("event.options", say("House rules need a game: name it in the event file."))
    options = read_options(game, data.get("options", {})) if game else None
    if isinstance(options, Ruling):
        return replace(options, verdict="impossible", code="event.options", path=("options", *options.path))
    names = data.get("players")
    if names is not None and (wrong := _wrong_players(names)):
        return wrong
    players = tuple(Player(tidy(name)) for name in names) if isinstance(names, list) else None
    event = Event(title, game, options, players)
    terms = _terms(event, data.get("terms", {}))
    return terms if isinstance(terms, Ruling) else replace(event, terms=terms)


def _wrong_players(names: object) -> Ruling | None:
    if isinstance(names, list) and len(names) > EVENT_PLAYERS:
        return impossible("event.players", say("An event can have at most {n} players.", n=EVENT_PLAYERS))
    if wrong := wrong_names(names):
        return replace(wrong, code="event.players")
    pair = taken_for_another(map(tidy, names)) if isinstance(names, list) else None
    if pair is None:
        return None
    sentence = say("{one} and {other} look the same: change one of them.", one=pair[0], other=pair[1])
    return impossible("event.players", sentence, player=pair[1])


# --- terms


def _terms(event: Event, data: object) -> Terms | Ruling:
    """Return the terms, with defaults that depend on the game: direction, table sizes, points for an absence."""
    terms, game, options = _read_terms(data), event.game, event.options
    if isinstance(terms, Ruling):
        return terms
    if game is not None and options is not None:
        if terms.fewer not in (None, game.lower_wins(options)):
            return _wrong_term("fewer")
        if terms.score == "points" and not game.adds_up(options):
            sentence = say("The points of such matches cannot be added up: score places instead.")
            return impossible("event.terms", sentence)
        terms = replace(terms, fewer=game.lower_wins(options))
    seats = terms.seats or (game.table_sizes if game else TABLE_SIZES)
    terms = replace(terms, seats=seats, fewer=bool(terms.fewer))
    absent: Missed = "worst" if terms.low else 0
    terms = replace(terms, absent=absent if terms.absent is None else terms.absent)
    wrong = next((name for name, allows in ALLOWED.items() if not allows(event, terms)), None)
    return _wrong_term(wrong) if wrong else terms


def _read_terms(data: object) -> Terms | Ruling:
    """Read the terms as they are written. The seed of the lots is exempt from the size limit of numbers."""
    given = data if isinstance(data, dict) else {}
    if given.get("seats") == []:
        return _wrong_term("seats")
    seed = given.get("draw")
    of_any_size = isinstance(seed, int) and is_number(seed)
    terms = structure(Terms, EVENT, {**given, "draw": 0} if of_any_size else data, None)
    if isinstance(terms, Ruling):
        return replace(terms, verdict="impossible", code="event.terms", path=("terms", *terms.path))
    return replace(terms, draw=int(seed)) if isinstance(seed, int) and of_any_size else terms


def _wrong_term(name: str) -> Ruling:
    return impossible("event.terms", say("The term {name} does not fit. Look it up in the rules of events.", name=name))


def _are_sizes(event: Event, terms: Terms) -> bool:
    sizes = [n for n in terms.seats if n in event.sizes]
    return len(set(sizes)) == len(terms.seats)


def _are_points(event: Event, terms: Terms) -> bool:
    if not isinstance(terms.score, PlacePoints):
        return True
    lists = terms.score.places
    every = list(lists.values()) if isinstance(lists, Mapping) else [lists]
    sizes = list(lists) if isinstance(lists, Mapping) else ["2"]
    falling = all(one >= other for points in every for one, other in pairwise(points))
    are_sizes = all(re.fullmatch("[1-9][0-9]{0,2}", size) for size in sizes)
    return falling and are_sizes and all(n >= 0 for points in every for n in points)


def _is_knockout(event: Event, terms: Terms) -> bool:
    if terms.lives is None:
        return True
    return terms.lives in range(1, 4) and terms.seats == (2,) and event.players is not None


ALLOWED: Mapping[str, Callable[[Event, Terms], bool]] = {
    "score": _are_points,
    "seats": _are_sizes,
    "rounds": lambda event, terms: terms.rounds is None or terms.rounds in UP_TO_200,
    "best": lambda event, terms: terms.best is None or terms.best in UP_TO_200,
    "least": lambda event, terms: terms.least in UP_TO_200,
    "lives": _is_knockout,
    "ties": lambda event, terms: event.game is not None or "card_points" not in terms.ties,
    "draw": lambda event, terms: terms.draw >= 0,
}


# --- the entries


@dataclass(frozen=True, kw_only=True)
class _Sourced(Body):
    """An entry with a result, as in the file."""

    match: object = None
    event: object = None
    scores: Mapping[Player, int] | None = None
    places: Mapping[Player, int] | None = None
    money: Mapping[Player, int] | None = None


@dataclass(frozen=True, kw_only=True)
class _Played(_Sourced):
    kind: ClassVar[str] = "played"
    name: str = entry_field(key="title", default="")


@dataclass(frozen=True, kw_only=True)
class _Reported(_Sourced):
    kind: ClassVar[str] = "result"
    round: int
    table: int
    absent: tuple[Player, ...] = ()


class _Anybody(Container[str]):
    """Contains every name: the state of the event decides who may be named, not the file."""

    def __contains__(self, name: object) -> bool:
        return True


@dataclass(frozen=True)
class _Kinds:
    kinds: Mapping[str, type[Body]]


ANYBODY = _Anybody()
EVENT = _Kinds({**KINDS, "played": _Played, "result": _Reported})


def _body(event: Event, data: Json) -> Body | Ruling:
    """Read the content of an entry; a match or event inside its result is read and replayed."""
    inner = data.get("with")
    if data.get("kind") == "correction" and isinstance(inner, dict):
        content, outer = _body(event, inner), structure(Body, EVENT, {**data, "with": None}, ANYBODY)
        if isinstance(content, Ruling) or isinstance(outer, Ruling):
            return outer if isinstance(outer, Ruling) else content
        assert isinstance(outer, Correction)
        return replace(outer, content=content)
    read = structure(Body, EVENT, data, ANYBODY)
    if isinstance(read, Ruling):
        return read
    if wrong := next((words for name in _new_names(read) if (words := no_name(name))), None):
        return refuse("unreadable", wrong)
    if not isinstance(read, _Sourced):
        return read
    source = _source(event, read)
    if isinstance(source, Ruling):
        return source
    if isinstance(read, _Reported):
        return ResultReported(read.round, read.table, source, read.absent)
    if source is None:
        return refuse("event.needs", say("Enter what was played."), "tournament.result.needs")
    assert isinstance(read, _Played)
    return RoundPlayed(source, read.name)


def _new_names(body: Body) -> Iterable[Player]:
    """Return the names that this entry may add to the event."""
    if isinstance(body, _Sourced):
        return [name for typed_in in (body.scores, body.places, body.money) for name in typed_in or ()]
    if isinstance(body, RoundOpened):
        return [player for table in body.tables for player in table]
    if isinstance(body, PlayerJoined):
        return [body.player]
    return [body.stand_in] if isinstance(body, PlayerReplaced) else []


def _source(event: Event, read: _Sourced) -> Source | Ruling | None:
    """Return the result that an entry holds, or None if it holds none."""
    numbers = (read.scores, read.places, read.money)
    is_typed = any(one is not None for one in numbers)
    if is_typed + (read.match is not None) + (read.event is not None) > 1:
        return refuse("unreadable", say("Enter either a match, an event or numbers, not several of them."))
    if is_typed:
        return typed(*numbers, event.terms)
    if read.match is not None:
        source = _of_match(read.match)
        is_formed = event.players is None and event.game is None and event.terms.score != "money"
        return replace(source, money={}, paid=()) if is_formed and is_unpriced(read.match) else source
    return _of_event(read.event) if read.event is not None else None


def is_unpriced(match: object) -> bool:
    """Return True if a match of this server is played without stakes, so that its points are no money."""
    return isinstance(match, Match) and not match.tally.balances


def _of_match(data: object) -> Source:
    """Return the result of a match by the rules of its game.

    A Match that was read and judged before may still be running. A part that was continued in a later one does not
    count.
    """
    match = data if isinstance(data, Match) else read_match(data)
    if isinstance(match, Ruling):
        return Source("match", fault=_inner(match))
    if wrong := match.fault or (None if match is data else judge(match.replay)):
        return Source("match", fault=_inner(wrong))
    game, tally = match.game, match.tally
    names, low = names_of(tally.record), game.lower_wins(tally.options)
    if not tally.places:
        running = Source("match", tuple(names.values()), names=_identities(names), is_running=True)
        return running if isinstance(data, Match) or tally.went_on else Source("match", fault=_unfinished())
    source = Source(
        "match",
        tuple(names.values()),
        _called(names, tally.places),
        _called(names, {player: Fraction(n) for player, n in tally.result.points.items()}),
        _called(names, game.money(tally)),
        game=game.key,
        rules=(tally.record.options, tally.options),
        fewer=low,
        names=_identities(names),
    )
    whole = _with_parts(source, tally.record.continues, names) if tally.record.continues else source
    return replace(whole, tables=(whole.places,))


def _identities(names: Names) -> dict[Player, Player]:
    """Return for each shown name the name in the head of the match."""
    return {shown: identity for identity, shown in names.items() if shown != identity}


V = TypeVar("V")


def _called(names: Names, values: Mapping[Player, V]) -> dict[Player, V]:
    """Return the values keyed by the shown names."""
    return {names.get(player, player): value for player, value in values.items()}


def _with_parts(source: Source, continues: Handover, names: Names) -> Source:
    """Return the result of a match together with its earlier parts.

    Players who left have played and not won. Their payments count as money won and lost, and as paid.
    """
    handover: Handover | None = continues
    gone: dict[Player, None] = {}
    money = Counter(source.money)
    paid: list[Payment] = []
    while handover:
        gone |= dict.fromkeys(called for name in handover.left if (called := _name(names, name)) not in source.players)
        made = [Payment(_name(names, one.payer), _name(names, one.payee), one.amount) for one in handover.payments]
        for one in made:
            money[one.payee] += one.amount
            money[one.payer] -= one.amount
        paid[:0] = made
        handover = handover.before
    last, worst = len(source.players) + 1, (max if source.fewer else min)(source.scores.values(), default=Fraction(0))
    return replace(
        source,
        players=(*source.players, *gone),
        places={**source.places, **dict.fromkeys(gone, last)},
        scores={**source.scores, **dict.fromkeys(gone, worst)},
        money={**dict.fromkeys(gone, 0), **money} if money else {},
        left=tuple(gone),
        paid=tuple(paid),
    )


def _name(names: Names, name: str) -> Player:
    return names.get(Player(name), Player(name))


def _of_event(data: object) -> Source:
    """Return the result of an event: rank and total of its ranked players, and the money still owed to people."""
    event = read_event(data)
    state = event if isinstance(event, Ruling) else play(event)
    if isinstance(state, Ruling):
        return Source("event", fault=_inner(state))
    if not state.is_finished:
        return Source("event", fault=_unfinished())
    ranked = {row.player: row for row in standings(state) if row.rank is not None}
    return Source(
        "event",
        tuple(ranked),
        {player: row.rank for player, row in ranked.items() if row.rank},
        {player: row.total for player, row in ranked.items()},
        money(state).sums,
        tuple(tables(state)),
        fewer=state.event.terms.low,
    )


def _inner(fault: Ruling) -> Ruling:
    sentence = say("What stands inside this entry has a fault: {problem}", problem=fault.in_file or fault.sentence)
    return replace(refuse("event.inner", sentence, "tournament.result.inner", player=fault.player), inner=fault)


def _unfinished() -> Ruling:
    return refuse(
        "event.running", say("This is not over yet. Only what is finished counts."), "tournament.result.finished"
    )
