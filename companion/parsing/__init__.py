"""Read JSON, match files and forms into entries, options and facts, or return a ruling that says what is wrong.

pydantic or msgspec would save some 300 lines, but do not fit: JSON, forms and the questions of the referee are read by
one schema, which comes from the dataclasses of the rules; every error is a sentence in the language of the reader with
its place on the form; and a value may be a number or the cards that add up to it.

The checksums of a match are those of its file.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from json import dumps
from typing import NotRequired, TypedDict

from companion import games
from companion.limits import ENTRIES, PARTS, TITLE_LENGTH
from companion.parsing.form_decoder import form_of, posted
from companion.parsing.json_decoder import Kinds, plain, structure
from companion.parsing.renaming import as_exported, as_shown
from companion.parsing.scalars import no_name, short, taken_for_another, tidy
from companion.parsing.schema import shapes
from companion.rules.entries import Body, Correction, End, Entry, Handover, OptionChange, Player
from companion.rules.field_metadata import Dataclass, Facts, Json
from companion.rules.game import Game, Question
from companion.rules.history import AnyRecord, Record, counting
from companion.rules.judge import points_ahead
from companion.rules.messages import Say, say
from companion.rules.people import wrong_handover
from companion.rules.replay import AnyReplay
from companion.rules.rulings import Ruling, impossible, missing, refuse
from companion.rules.tally import Tally

FORMAT = "companion-match/1"


@dataclass
class Match:
    """A match: the game and its record. `fault` refuses the first entry of a file that cannot be read."""

    game: Game
    record: AnyRecord
    fault: Ruling | None = None
    _replay: AnyReplay | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def replay(self) -> AnyReplay:
        """Return the record folded by the rules of the game; computed at the first access."""
        if self._replay is None:
            self._replay = self.game.replay(self.record)
        return self._replay

    @property
    def tally(self) -> Tally:
        return self.replay.tally

    @property
    def shown(self) -> "Match":
        """Return the match with the names that are shown now, or itself if nobody was renamed."""
        record = as_shown(self.record)
        return self if record is self.record else Match(self.game, record, self.fault)

    def continued(self, further: AnyReplay) -> "Match":
        """Return the match with the record of a replay that continues this one's."""
        match = Match(self.game, further.record, self.fault)
        match._replay = further
        return match


class MatchFile(TypedDict):
    """The JSON object of a match file."""

    format: str
    game: str
    title: str
    players: list[str]
    options: dict[str, object]
    opening: dict[str, object]
    continues: NotRequired[dict[str, object]]
    entries: list[dict[str, object]]


def game_of(key: object) -> Game | None:
    """Return the game with this key, or None."""
    return next((game for game in games.GAMES if game.key == key), None)


def read_body(game: Game, players: tuple[Player, ...], data: object) -> Body | Ruling:
    """Read the content of an entry from JSON."""
    body = structure(Body, game, data, players)
    content = body.content if isinstance(body, Correction) else body
    if isinstance(content, End) and content.continued and (wrong := wrong_handover(content.continued, PARTS)):
        return replace(refuse("unreadable", wrong), path=("continued",))
    return body


def read_options(game: Game, data: object) -> Dataclass | Ruling:
    """Read the house rules of a table from JSON."""
    return structure(game.options, game, data, None)


def read_facts(game: Game, question: Question, data: object) -> Facts | Ruling:
    """Read the facts of a question from JSON.

    Returns:
        The facts, or a Ruling with the verdict `impossible` if a needed fact is missing or one cannot be read.
    """
    given = data if isinstance(data, dict) else None
    for shape in shapes(question.facts):
        is_needed = shape.is_required or (shape.unless and shape.unless not in (given or ()))
        if is_needed and given is not None and shape.key not in given:
            fact = Say(shape.label) if shape.label else shape.key
            return missing(shape.key, Say(shape.missing) if shape.missing else say("First enter: {what}.", what=fact))
    facts = structure(question.facts, game, data, None)
    return replace(facts, verdict="impossible", code="facts.unreadable") if isinstance(facts, Ruling) else facts


def read_match(data: object) -> Match | Ruling:
    """Read a match from the JSON of its file.

    Returns:
        The match. If an entry cannot be read, the record ends before it, and `fault` says why. If the head is wrong, a
        Ruling without an entry number.
    """
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        return impossible("match.format", say("This is not a match file: its format must be {format}.", format=FORMAT))
    if extra := set(data) - set(MatchFile.__annotations__):
        return impossible("match.key", say("{value} is not allowed in a match file.", value=short(min(extra))))
    game = game_of(data.get("game"))
    if game is None:
        return impossible("match.game", say("There is no game named {value}.", value=short(data.get("game"))))
    head = read_head(game, data)
    if isinstance(head, Ruling):
        return head
    if wrong := alike(head):
        return wrong
    entries = data.get("entries", [])
    if not isinstance(entries, list) or len(entries) > ENTRIES:
        return impossible("match.entries", say("The entries must be a list of at most {n}.", n=ENTRIES))
    read: list[Entry] = []
    for number, one in enumerate(entries, start=1):
        entry = _entry(game, head.players, number, one)
        if isinstance(entry, Ruling):
            return Match(game, replace(head, entries=tuple(read)), replace(entry, entry=number))
        read.append(entry)
    return Match(game, replace(head, entries=tuple(read)))


def read_head(game: Game, data: Json) -> AnyRecord | Ruling:
    """Read the title, players, options and opening into a record without entries, or return what is wrong with them."""
    players = data.get("players")
    if wrong := _wrong_players(game, players):
        return wrong
    assert isinstance(players, list)
    names = tuple(Player(tidy(name)) for name in players)
    title = data.get("title", "")
    if not isinstance(title, str) or len(title) > TITLE_LENGTH:
        return impossible("match.title", say("A title can have at most {n} characters.", n=TITLE_LENGTH))
    options = read_options(game, data.get("options", {}))
    if isinstance(options, Ruling):
        return replace(options, verdict="impossible", code="match.options", path=("options", *options.path))
    written = data.get("options", {})
    assert isinstance(written, Mapping)
    if wrong := game.check_rules(names, written):
        return replace(wrong, path=("options", *wrong.path))
    opening = structure(game.opening, game, data.get("opening", {}), names)
    if isinstance(opening, Ruling):
        return replace(opening, verdict="impossible", code="match.opening", path=("opening", *opening.path))
    continues = structure(Handover, game, data["continues"], None) if "continues" in data else None
    if isinstance(continues, Ruling):
        return replace(continues, verdict="impossible", code="match.continues", path=("continues", *continues.path))
    if continues and (wrong_link := wrong_handover(continues, PARTS)):
        return impossible("match.continues", wrong_link)
    record = Record(names, options, opening, title=title, continues=continues)
    return game.check_opening(record) or record


def wrong_number(game: Game, n: int) -> Say | None:
    """Return why a game cannot be played by n players, or None if it can."""
    if n in game.seats:
        return None
    low, high = game.seats[0], game.seats[-1]
    if len(game.seats) == 1:
        return say("This game is for {n} players.", n=low)
    return say("This game is for {low} to {high} players, not {n}.", low=low, high=high, n=n)


def _wrong_players(game: Game, players: object) -> Ruling | None:
    if isinstance(players, list) and (sentence := wrong_number(game, len(players))):
        return impossible("match.players", sentence)
    return wrong_names(players)


def wrong_names(players: object) -> Ruling | None:
    """Refuse a value that is not a list of distinct names."""
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        return impossible("match.players", say("The players must be a list of names."))
    seen: set[str] = set()
    for name in map(tidy, players):
        if wrong := no_name(name):
            return impossible("match.players", wrong, player=name)
        if name in seen:
            return impossible("match.players", say("{player} is at the table twice.", player=name), player=name)
        seen.add(name)
    return None


def alike(record: AnyRecord) -> Ruling | None:
    """Refuse two names at a new table that look the same. It is not applied to matches that began earlier."""
    pair = taken_for_another(record.players)
    if pair is None:
        return None
    sentence = say("{one} and {other} look the same: change one of them.", one=pair[0], other=pair[1])
    return impossible("match.players", sentence, player=pair[1])


def _entry(game: Game, players: tuple[Player, ...], number: int, data: object) -> Entry | Ruling:
    return read_entry(game, number, data, lambda content: read_body(game, players, content))


def read_entry(kinds: Kinds, number: int, data: object, read: Callable[[Json], Body | Ruling]) -> Entry | Ruling:
    """Read an entry of a record: its number, author and time; `read` reads its content."""
    if not isinstance(data, dict):
        return refuse("unreadable", say("An entry must be an object with a kind, not {value}.", value=short(data)))
    written_by = _author_key(kinds.kinds.get(str(data.get("kind"))))
    envelope = {key: data[key] for key in ("id", "at", written_by) if key in data}
    if envelope.get("id", number) != number or type(envelope.get("id", number)) is not int:
        return refuse("record.id", say("Entry {n} has the wrong number.", n=number))
    for key in ("at", written_by):
        if envelope.get(key) is not None and (not isinstance(envelope[key], str) or len(envelope[key]) > 100):
            return refuse("unreadable", say("{place}: {problem}", place=key, problem=say("Enter text here.")))
    body = read({key: value for key, value in data.items() if key not in envelope})
    if isinstance(body, Ruling):
        return body
    return points_ahead(number, body) or Entry(number, body, envelope.get(written_by), envelope.get("at"))


def _author_key(kind: type[Body] | None) -> str:
    """Return the key of the author: `by`, or `entered_by` if the entry has a field `by` of its own (a gin deal)."""
    return "entered_by" if kind and "by" in kind.__annotations__ else "by"


# --- writing: reading it again gives the same match


def write_match(match: Match) -> MatchFile:
    """Return the match file. Values at their default are left out, and names are those of the head."""
    record = as_exported(match.record)
    file = MatchFile(
        format=FORMAT,
        game=match.game.key,
        title=record.title,
        players=list(record.players),
        options=plain(record.options),
        opening=plain(record.opening),
        entries=[write_entry(entry) for entry in record.entries],
    )
    return file if record.continues is None else {**file, "continues": plain(record.continues)}


def write_entry(entry: Entry) -> dict[str, object]:
    """Return the JSON of an entry in a match file."""
    envelope = {"id": entry.number, "at": entry.at, _author_key(type(entry.body)): entry.by}
    return {**{key: value for key, value in envelope.items() if value is not None}, **plain(entry.body)}


def read_form(game: Game, players: tuple[Player, ...], pairs: Iterable[tuple[str, str]]) -> dict[str, object] | Ruling:
    """Return the JSON of an entry from the fields of a form. The field `kind` says which kind it is."""
    sent = posted(pairs)
    named = sent.inner.pop("kind", None)
    kind = game.kinds.get(str(named.text)) if named else None
    if kind is None:
        wrong = read_body(game, players, {"kind": named.text if named else None})
        assert isinstance(wrong, Ruling)
        return wrong
    return {"kind": kind.kind, **form_of(kind, sent, players)}


# --- checksums of a match: of its score only, and of everything that was written


@dataclass(frozen=True)
class Checksums:
    """`score` is the same for two records with the same score, whatever their corrections, titles and remarks.

    `record` is the same only for the same entries in the same order.
    """

    score: str
    record: str


def checksums(match: Match) -> Checksums:
    """Return both checksums, each as three groups of four hexadecimal digits."""
    return Checksums(_signs(_score_data(match)), record_checksum(match))


def record_checksum(match: Match) -> str:
    """Return the checksum of the record alone, for which no deal is counted."""
    return _signs(write_match(match))


def _score_data(match: Match) -> dict[str, object]:
    """Return what decides the score: the head without title, and the entries that change score or house rules.

    The links between parts of a match are left out.
    """
    written = write_match(match)
    head = {key: value for key, value in written.items() if key not in ("format", "title", "entries", "continues")}
    let_stand = {line.entry for line in match.tally.lines if line.let_stand}
    entries = [
        {**_without_link(plain(entry.body)), **({"let_stand": True} if entry.number in let_stand else {})}
        for entry in counting(match.replay.history)
        if entry.body.moves_score or isinstance(entry.body, OptionChange)
    ]
    return {**head, "entries": entries}


def _without_link(body: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in body.items() if key != "continued"}


def _signs(data: Json) -> str:
    digest = sha256(dumps(data, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
    return " ".join(digest[n : n + 4] for n in (0, 4, 8))
