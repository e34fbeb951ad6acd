"""Make the cells that people fill in on a blank score sheet during a match."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.parsing import Match, read_match
from companion.parsing.form_encoder import fields_of
from companion.parsing.json_decoder import plain
from companion.parsing.paper_import import Cell, Reading, Sheet, cells, figure_of, signs_of, value_of
from companion.rules.entries import Body, LetStand, Misdeal, Penalty
from companion.rules.game import Game
from companion.rules.history import AnyRecord, counting
from companion.rules.paper_columns import PaperLayout
from companion.rules.tally import Line, Tally
from companion.translation import language
from support.cases import match_file
from support.examples import example

ENGLISH = language("en")
Typed = list[dict[str, str]]


class NotOnPaper(Exception):
    """Paper has no space for it: re-entries, hands as cards, changed rules, an agreed end."""


def rows(game: Game, record: AnyRecord) -> Typed:
    """Yield the rows of a match, with every total as the rules compute it."""
    asked = game.paper_columns(record.options)
    replay = game.replay(record)
    tally = replay.tally
    lines = {line.entry: line for line in tally.lines}
    typed = []
    if any(isinstance(entry.body, LetStand) for entry in record.entries):
        raise NotOnPaper
    for entry in counting(replay.history):
        if not entry.body.aside:
            before = replay.before(entry.number).tally
            row = dict(_entered(game, asked, before, entry.body))
            typed.append(row | dict(_reckoned(asked, tally, lines.get(entry.number))))
    return typed


def _entered(game: Game, asked: PaperLayout, before: Tally, body: Body) -> Iterator[tuple[str, str]]:
    players = before.record.players
    if isinstance(body, Misdeal):
        yield "d0", "×"
        return
    if isinstance(body, Penalty):
        yield from [("d0", "±"), (f"e0.{players.index(body.player)}", str(body.points))]
        return
    if not isinstance(body, game.deals[0]):
        raise NotOnPaper
    fields = _fields(game, before, body)
    for cell in cells(asked, players):
        text = _text(cell, fields, players)
        if text:
            yield cell.key, text
    if fields:
        raise NotOnPaper(fields)


def _fields(game: Game, before: Tally, body: Body) -> list[tuple[str, str]]:
    """Return a deal as form fields, as people write it on paper."""
    data: dict[str, Any] = {key: one for key, one in plain(body).items() if key != "kind"}
    short = example(game).paper_values(before, body, data)
    pairs = fields_of(type(body), data, before.record.players)
    for name, one in short.items():
        pairs += [(f"{name}[]", player) for player in one] if isinstance(one, list) else [(name, one)]
    return pairs


def _text(cell: Cell, said: list[tuple[str, str]], players: tuple[str, ...]) -> str:
    """Return the text of a cell, and remove it from what remains to be written."""
    column = cell.column
    seat = players.index(cell.player) if cell.player else 0
    words = []
    for pair in list(said):
        name, value = pair
        if name == column.field.replace("@", f"@{seat}") and column.field:
            said.remove(pair)
            words.append(value)
            continue
        for sign, one in signs_of(column, ENGLISH).items():
            field = one.field.replace("@", f"@{seat}") if cell.player else one.field
            stem = field.rpartition("[")[0]
            listed = field.endswith("[]") and name.startswith(field[:-1]) and value == (one.value or cell.player)
            worded = one.counts and name.startswith(f"{stem}[") and field.endswith(f"[{value}]")
            if listed or worded or ((name, value) == (field, one.value)):
                said.remove(pair)
                words.append(sign)
                break
    return " ".join(words)


def _reckoned(asked: PaperLayout, tally: Tally, line: Line | None) -> Iterator[tuple[str, str]]:
    for cell in cells(asked, tally.record.players):
        figure = figure_of(cell, line, len(asked.columns), tally.first_leg) if cell.column.is_repeated else None
        if figure:
            yield cell.key, str(value_of(cell, figure))


def match_of(data: Mapping[str, Any]) -> Match | None:
    """Return the match if it is legal."""
    match = read_match(match_file(data))
    return match if isinstance(match, Match) and is_legal(match) else None


def is_legal(match: Match) -> bool:
    return not match.fault and not match.tally.refused


def typed_in(match: Match, sheet: Typed) -> Reading:
    reader = Sheet(match.game, match.game.paper_columns(match.record.options), ENGLISH)
    return reader.read(replace(match.record, entries=()), sheet)


def sheet_of(game: str, sheet: Typed, **head: Any) -> Reading:
    """Read a sheet that two players have kept."""
    match = match_of({"game": game, "players": ["Anna", "Bo"], **head})
    assert match
    return typed_in(match, sheet)
