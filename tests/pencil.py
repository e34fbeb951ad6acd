"""What somebody writes down by hand while a match is played: the cells of each row, as a blank sheet asks for them."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from companion.games.ramino import entries as ramino
from companion.reading.converter import plain
from companion.reading.fields import fields_of
from companion.reading.handwritten import Cell, cells, figure_of, signs_of, value_of
from companion.rules.byhand import ByHand
from companion.rules.entries import Body, LetStand, Misdeal, Penalty
from companion.rules.game import Game
from companion.rules.history import AnyRecord
from companion.rules.tally import Line, Tally
from companion.speech import language

ENGLISH = language("en")


class NotOnPaper(Exception):
    """What no sheet has room for: reentries, hands as cards, changed rules, the end that a table agrees on."""


def rows(game: Game, record: AnyRecord) -> list[dict[str, str]]:
    """The rows of a played match, with every total as the rules count it."""
    asked = game.by_hand(record.options)
    tally = game.tally(record)
    lines = {line.entry: line for line in tally.lines}
    found = []
    if any(isinstance(entry.body, LetStand) for entry in record.entries):
        raise NotOnPaper
    for entry in record.counting:
        if not entry.body.aside:
            before = game.tally(record.before(entry.number))
            row = dict(_entered(game, asked, before, entry.body))
            found.append(row | dict(_reckoned(asked, tally, lines.get(entry.number))))
    return found


def _entered(game: Game, asked: ByHand, before: Tally, body: Body) -> Iterator[tuple[str, str]]:
    players = before.record.players
    if isinstance(body, Misdeal):
        yield "d0", "×"
        return
    if isinstance(body, Penalty):
        yield from [("d0", "±"), (f"e0.{players.index(body.player)}", str(body.points))]
        return
    if not isinstance(body, game.deals[0]):
        raise NotOnPaper
    said = _fields(game, before, body)
    for cell in cells(asked, players):
        text = _text(cell, said, players)
        if text:
            yield cell.key, text
    if said:
        raise NotOnPaper(said)


def _fields(game: Game, before: Tally, body: Body) -> list[tuple[str, str]]:
    """A deal as the fields of a form, tricks counted and calls in short."""
    data: dict[str, Any] = {key: one for key, one in plain(body).items() if key != "kind" and one != "plain"}
    if isinstance(data.get("tricks"), list):
        data["tricks"] = dict(Counter(data["tricks"]))
    data["left"] = {player: one or "0" for player, one in data.get("left", {}).items()}
    if isinstance(body, ramino.Deal):
        data["not_laid"] = [p for p in before.table.active if p != body.out and not body.laid.get(p)]
        data["laid"] = {player: one for player, one in data.get("laid", {}).items() if one is not False}
    short: dict[str, Any] = {}
    if data.pop("calls", None):
        form = game.form(before, plain(body))
        short = {name: form[name] for name in ("folds", "widow", "general") if form.get(name)}
    pairs = fields_of(type(body), data, before.record.players)
    for name, one in short.items():
        pairs += [(f"{name}[]", player) for player in one] if isinstance(one, list) else [(name, one)]
    return pairs


def _text(cell: Cell, said: list[tuple[str, str]], players: tuple[str, ...]) -> str:
    """What goes into a cell, taken out of what is to be said."""
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


def _reckoned(asked: ByHand, tally: Tally, line: Line | None) -> Iterator[tuple[str, str]]:
    for cell in cells(asked, tally.record.players):
        figure = figure_of(cell, line, len(asked.columns), tally.first_leg) if cell.column.is_repeated else None
        if figure:
            yield cell.key, str(value_of(cell, figure))
