"""Explain each number of a sheet: what was entered in every deal, and the terms of everybody's change."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.presentation.entry_formatter import EntryFormatter
from companion.presentation.entry_text import as_counted, in_words, name_of
from companion.rules.messages import say
from companion.rules.tally import Figure, Line
from companion.translation import PAPER_SUITS, number_text, signed

WHOLE = 4  # sums of a deal that stand on one page


@dataclass(frozen=True)
class Sum:
    """A player's number before a deal, the terms that came to it, and the result."""

    player: str
    before: str
    terms: tuple[tuple[str, str], ...]
    value: str


@dataclass(frozen=True)
class Explained:
    """A line of the sheet: its name, who wrote it and when, what was entered, and the sums it led to."""

    name: str
    origin: str
    entered: tuple[str, ...]
    sums: tuple[Sum, ...]

    @property
    def is_long(self) -> bool:
        """Return whether it may break across pages: kept whole it would leave much of a page white."""
        return len(self.sums) > WHOLE


def explained(formatter: EntryFormatter) -> list[Explained]:
    """Return every line that counts now; then the money, where it is settled for the match as a whole."""
    return [*(_explained(formatter, line) for line in formatter.tally.lines), *_settled(formatter)]


def _settled(formatter: EntryFormatter) -> Iterator[Explained]:
    tally = formatter.tally
    sums = tuple(_sum(formatter, player, figure) for player, figure in tally.balances.items() if figure.parts)
    if sums and not any(line.balances for line in tally.lines):
        yield Explained(formatter.said(say("Money")), "", (), sums)


def _explained(formatter: EntryFormatter, line: Line) -> Explained:
    standing = formatter.tally.history[line.entry - 1]
    body = as_counted(formatter.tally, standing.body) if standing.body else None
    entered = [*in_words(body), *formatter.game.shows(body)] if body else []
    return Explained(
        _beginning(formatter.said(name_of(formatter.tally, line.entry))),
        formatter.origin(standing.entry),
        tuple(formatter.said(one).translate(PAPER_SUITS) for one in entered),
        tuple(one for part in (line, *line.beside) for one in _sums(formatter, part, of_several=bool(line.beside))),
    )


def _beginning(name: str) -> str:
    """Capitalize the first letter, for a heading."""
    return name[:1].upper() + name[1:]


def _sums(formatter: EntryFormatter, line: Line, *, of_several: bool) -> Iterator[Sum]:
    """Yield the sums of a line; of a deal counted on several tables each says on which."""
    leg = formatter.tally.leg(line.leg)
    where = f" ({formatter.said(leg)})" if of_several and leg else ""
    for column in (line.scores, line.balances):
        yield from (_sum(formatter, f"{player}{where}", figure) for player, figure in column.items() if figure.parts)
    if line.pot and line.pot.parts:
        yield _sum(formatter, formatter.catalogue.gettext("Pot"), line.pot)


def _sum(formatter: EntryFormatter, player: str, figure: Figure) -> Sum:
    terms = ((signed(part.points), formatter.said(part.sentence).translate(PAPER_SUITS)) for part in figure.parts)
    return Sum(player, number_text(figure.before), tuple(terms), number_text(figure.value))
