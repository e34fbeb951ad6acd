"""Two phones that wrote the same deal: both versions side by side, so that people can choose."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.keeping import Sitting
from companion.rules.entries import Body, Correction, Player
from companion.rules.record import judge_last
from companion.rules.rulings import Ruling
from companion.rules.tally import Figures, Line, Tally
from companion.sheet import Row
from companion.writing import with_body


@dataclass(frozen=True)
class Rival:
    """What stands on the sheet, and where everybody would be if this phone's version stood there instead.

    `mine` is empty where the own version cannot stand in that place: `wrong` says why.
    """

    row: Row
    theirs: Mapping[Player, int]
    mine: Mapping[Player, int]
    wrong: Ruling | None

    @property
    def is_same(self) -> bool:
        return self.theirs == self.mine


def rivals(sitting: Sitting, sheet: list[Row], entries: tuple[int, ...], body: Body | None) -> list[Rival]:
    """The lines of these entries, each compared with the own version in its place."""
    new = [row for row in sheet if row.line.entry in entries and not row.struck]
    return [_rival(sitting, row, body) for row in new]


def _rival(sitting: Sitting, row: Row, body: Body | None) -> Rival:
    theirs = _values(row.line)
    if body is None:
        return Rival(row, theirs, {}, None)
    changed = with_body(sitting, Correction(row.line.entry, body))
    wrong = judge_last(sitting.game, changed)
    if wrong:
        return Rival(row, theirs, {}, wrong)
    line = _line(sitting.game.tally(changed), row.line.entry)
    return Rival(row, theirs, _values(line) if line else {}, None)


def _line(tally: Tally, number: int) -> Line | None:
    return next((line for line in tally.lines if line.entry == number), None)


def _values(line: Line) -> dict[Player, int]:
    figures: Figures = line.scores or line.balances
    return {player: figure.value for player, figure in figures.items()}
