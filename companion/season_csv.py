"""Read and write a CSV of the final scores of the matches of a period.

The first row is `date,game,title` and the name of each player. Each further row is a match; the cells of players who
did not take part are empty.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import cached_property  # noqa: TID251 - two sums: over in a moment

from companion import games
from companion.clock import moment
from companion.limits import EVENT_ENTRIES, EVENT_PLAYERS, TITLE_LENGTH
from companion.match_cache import stored_match
from companion.parsing import game_of, read_options, wrong_names
from companion.parsing.event_file import FORMAT
from companion.parsing.scalars import short, tidy
from companion.presentation.score_sheet import MARK, safe
from companion.repository import MATCH_ID, contents, entries_of
from companion.rules.field_metadata import Dataclass
from companion.rules.game import Game
from companion.rules.messages import say
from companion.rules.options import house_rules
from companion.rules.rulings import Ruling, impossible
from companion.store import EVENT, MatchRow, Store
from companion.stored_events import Json, event_state

HEAD = ["date", "game", "title"]  # the first cells of the first row
LOW = "-low"  # suffix of the key of a game that any title may name: the lowest total wins
YEARS = range(1900, 2201)  # of the days of a period: any clock can tell where they begin
NOON = "T12:00:00Z"  # time for a day without a time: nearly everywhere the local date is the same


# --- the days of a season


@dataclass(frozen=True)
class Period:
    """The days from `first` to `last`, inclusive, in a time zone (None: that of the machine); None is an open end."""

    first: date | None = None
    last: date | None = None
    zone: tzinfo | None = None

    def has(self, at: str) -> bool:
        """Return True if a time is within these days; an empty one is not."""
        since, until = self._ends
        return since <= at < until

    def day(self, at: str) -> str:
        """Return the day of a time in this zone, as 2026-09-01."""
        return f"{datetime.fromisoformat(moment(at) or at).astimezone(self.zone):%Y-%m-%d}"

    @cached_property
    def _ends(self) -> tuple[str, str]:
        since = self._midnight(self.first) if self.first else ""
        return since, self._midnight(self.last + timedelta(days=1)) if self.last else "~"

    def _midnight(self, day: date) -> str:
        local = datetime(day.year, day.month, day.day, tzinfo=self.zone)
        return local.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


# --- reading


def read_csv(name: str, content: bytes) -> Iterator[tuple[str, Json | Ruling]]:
    """Yield an event of typed results for each game in a CSV, and a refusal for each row that cannot be read.

    Each comes with the name of the file; a refusal also has the number of the row.
    """
    try:
        text = content.decode("utf-8-sig")
        separator = ";" if text[:5].lower() == "date;" else ","
        head, *rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True))
    except (UnicodeDecodeError, csv.Error, ValueError):
        yield name, impossible("csv.unreadable", say("This is not a CSV in UTF-8."))
        return
    names = [tidy(_unquoted(cell)) for cell in head[len(HEAD) :]]
    if wrong := _wrong_head(head, names, len(rows)):
        yield name, wrong
        return
    by_game: dict[str, list[Json]] = {}
    for n, cells in enumerate(rows, start=2):
        if not any(cell.strip() for cell in cells):
            continue
        read = _row(cells, names)
        wrong = read if isinstance(read, Ruling) else _wrong_alone(*read)
        if wrong or isinstance(read, Ruling):
            yield f"{name}:{n}", wrong or read  # type: ignore[misc]
        else:
            by_game.setdefault(read[0], []).append(read[1])
    for key, entries in by_game.items():
        yield name, _event(key, entries, name.rpartition("/")[2].rpartition(".")[0])


def _wrong_head(head: Sequence[str], names: Sequence[str], rows: int) -> Ruling | None:
    if [cell.strip().lower() for cell in head[: len(HEAD)]] != HEAD:
        wrong = say("The first row must be {head}, then a name for each player.", head=",".join(HEAD))
        return impossible("csv.head", wrong)
    if rows > EVENT_ENTRIES or len(names) > EVENT_PLAYERS:
        most = say("At most {n} rows and {m} names can be taken at once.", n=EVENT_ENTRIES, m=EVENT_PLAYERS)
        return impossible("csv.large", most)
    return wrong_names(list(names))


def _row(cells: Sequence[str], names: Sequence[str]) -> tuple[str, Json] | Ruling:
    """Read a row; return its word for the game, and the entry for the event."""
    cells = [*cells, *[""] * (len(HEAD) + len(names) - len(cells))]
    day, word, title, *numbers = (cell.strip() for cell in cells)
    if any(numbers[len(names) :]):
        return impossible("csv.cells", say("This row has more numbers than there are names."))
    try:
        on = date.fromisoformat(day)
    except ValueError:
        on = date.min
    if on.year not in YEARS:
        return impossible("csv.date", say("{value} is not a day: write it as 2026-09-01.", value=short(day)))
    if _kind(word.lower()) is None:
        return impossible("csv.game", say("There is no game named {value}.", value=short(word)))
    scores: dict[str, int] = {}
    for name, number in zip(names, numbers, strict=False):
        text = number.replace("\N{MINUS SIGN}", "-").removeprefix("+")
        if text and not (text.removeprefix("-").isdecimal() and text.isascii() and len(text) < 10):
            wrong = say("{value} is not a whole number.", value=short(number))
            return impossible("csv.number", wrong, player=name)
        if text:
            scores[name] = int(text)
    titled = {"title": _unquoted(title)[:TITLE_LENGTH]} if title else {}
    return word.lower(), {"kind": "played", "at": f"{on}{NOON}", **titled, "scores": scores}


def _unquoted(cell: str) -> str:
    """Remove the apostrophe that keeps a spreadsheet from reading a text as a formula."""
    return cell[1:] if cell[:1] == "'" and safe(cell[1:]) == cell else cell


def _kind(word: str) -> Json | None:
    """Return the game and the house rules for a word in the column `game`; None if the word is unknown."""
    if game := game_of(word):
        return {"game": game.key}
    game = game_of(word.removesuffix(LOW))
    rules = _lowest_wins(game) if game and game.is_titled and word.endswith(LOW) else None
    return {"game": game.key, "options": rules} if game and rules else None


def _lowest_wins(game: Game) -> Json | None:
    """Return the house rule that makes fewer points win in a game in which usually more points win."""
    for name, rule in house_rules(game.options):
        for value, _ in rule.choices:
            options = read_options(game, {name: value})
            if not isinstance(options, Ruling) and game.lower_wins(options):
                return {name: value}
    return None


def _event(word: str, entries: Sequence[Json], title: str = "") -> Json:
    return {"format": FORMAT, "title": title[:TITLE_LENGTH], **(_kind(word) or {}), "entries": list(entries)}


def _wrong_alone(word: str, entry: Json) -> Ruling | None:
    state = event_state(_event(word, [entry]))
    return replace(state, entry=None) if isinstance(state, Ruling) else None


# --- writing


@dataclass(frozen=True)
class FinalScores:
    """A finished match as a row of a CSV."""

    day: str
    game: Game
    options: Dataclass
    title: str
    scores: Mapping[str, int]


def season_csv(matches: Iterable[FinalScores]) -> str:
    """Return the CSV of final scores, in the form that `read_csv` reads."""
    rows = list(matches)
    names = list(dict.fromkeys(name for one in rows for name in one.scores))
    out = io.StringIO()
    out.write(MARK)
    table = csv.writer(out)
    table.writerow([*HEAD, *map(safe, names)])
    for one in rows:
        word, title = _word(one)
        table.writerow([one.day, word, safe(title), *(one.scores.get(name, "") for name in names)])
    return out.getvalue()


def _word(one: FinalScores) -> tuple[str, str]:
    """Return the word for the column `game`, and the title.

    If the house rules make the lowest total win and the game usually makes the highest win, or the reverse, the word is
    that of a game that any title may name.
    """
    low, game = one.game.lower_wins(one.options), one.game
    if not game.is_titled and low == game.lower_wins(game.options()):
        return game.key, one.title
    any_other = next(other for other in games.GAMES if other.is_titled)
    title = one.title if game.is_titled else " ".join(filter(None, (game.name, one.title)))
    return any_other.key + (LOW if low else ""), title


def final_scores(
    store: Store, rows: Iterable[MatchRow], events: Iterable[MatchRow], period: Period
) -> list[FinalScores]:
    """Return the finished matches as rows of a CSV, with those of which only the scores were typed.

    Args:
        store: the store.
        rows: matches.
        events: events.
        period: the period of the typed results; it also gives the local day of each match.
    """
    found = []
    for row in rows:
        match = stored_match(store, row)
        if match and match.tally.places:
            began = next((entry.at for entry in match.record.entries if entry.at), None) or row.created_at
            tally, points = match.tally, match.tally.result.points
            scores = {str(player): points[player] for player in tally.places}
            found.append(FinalScores(period.day(began), match.game, tally.options, row.title, scores))
    typed = [one for row in events for one in typed_results(store, row) if period.has(moment(one.at))]
    found += [FinalScores(period.day(one.at), one.game, one.options, one.title, one.scores) for one in typed]
    return sorted(found, key=lambda one: one.day)


# --- results typed from paper


@dataclass(frozen=True)
class Typed:
    """A match of an event of which only the final scores are stored."""

    game: Game
    options: Dataclass
    at: str
    title: str
    scores: Mapping[str, int]


def typed_results(store: Store, row: MatchRow) -> list[Typed]:
    """Return the current results that were typed from paper in an event of one game."""
    head = row.head.get("event", {})
    game = game_of(head.get("game")) if row.game == EVENT else None
    options = read_options(game, head.get("options", {})) if game else None
    if game is None or options is None or isinstance(options, Ruling):
        return []
    entries = entries_of(store, row)
    return [
        Typed(game, options, entries[number - 1].at, str(body.get("title", "")), body["scores"])
        for number, body in contents([entry.body for entry in entries]).items()
        if body.get("kind") == "played" and body.get("scores") and MATCH_ID not in body
    ]
