"""Lay out a result as a picture to send; templates/picture.svg draws it without style sheet or script.

It is sent to other phones, so it always has light colours and large letters. All lengths are in units of the
drawing, which is 1080 wide.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal

from companion.pdf.metrics import MM, width
from companion.presentation.activity import paid
from companion.presentation.chart import WIDTH, Chart
from companion.presentation.outcome import Outcome, Rank
from companion.presentation.preview import short_name
from companion.rules.entries import Player
from companion.rules.messages import say
from companion.rules.tally import Payment, Reckoning, Tally
from companion.translation import Language, after_colon, number_text, speak

WIDE = 1080
EDGE = 72
INNER = WIDE - 2 * EDGE
SMALL, TEXT, NAME, HEAD, GRAND = 30, 38, 44, 64, 132  # sizes of letters
NAMES = 30  # least size of names; all names of a table have the same
LEAST = 20  # least size of other texts; a text that does not fit is cut
ROW = 76
COLUMN, COLUMN_GAP = 190, 28  # least width of a column of numbers, and the space between two
SIGN = 84  # width of the game's sign with the space beside it
LABEL = (82, 13)  # the room for a name beside its line, and the size of its letters
Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True)
class Text:
    """A line of text; `ink` is the name of a colour in the template."""

    x: float
    y: float
    size: float
    text: str
    ink: str = "ink"
    anchor: Anchor = "start"
    bold: bool = False


@dataclass
class Picture:
    """The picture, filled from top to bottom down to `y`. `rules` are horizontal lines: their y and ink."""

    title: str
    game: str
    y: float = 0
    texts: list[Text] = field(default_factory=list)
    rules: list[tuple[float, str]] = field(default_factory=list)
    course: Chart | None = None
    course_y: float = 0
    winners: tuple[str, ...] = ()
    players: tuple[Player, ...] = ()

    @property
    def wide(self) -> int:
        return WIDE

    @property
    def high(self) -> int:
        """Return the height of the picture, which is at least its width."""
        return max(WIDE, round(self.y))

    def label(self, name: Player) -> str:
        """Return the name to print at the end of a player's line in the chart."""
        return self.name_for(name, *LABEL)

    def name_for(self, name: Player, room: float, size: float = LEAST) -> str:
        """Return a name that fits into `room`: whole, or the short form that pages use, cut if necessary."""
        return name if wide(name, size) <= room else cut(short_name(name, self.players), room, size)

    def rule(self, space: float, ink: str) -> None:
        """Add a horizontal line, `space` below the last text."""
        self.y += space
        self.rules.append((self.y, ink))

    def line(self, text: str, size: float, ink: str = "ink", *, bold: bool = False, space: float = 1.3) -> None:
        """Add a line of text below the last one, in smaller letters if it does not fit."""
        self.y += size * space
        self.texts.append(Text(EDGE, self.y, fitted(text, size, INNER), cut(text, INNER), ink, bold=bold))


def picture(outcome: Outcome, title: str, game: str, tally: Tally, foot: str, catalogue: Language) -> Picture:
    """Lay out the whole picture; the `foot` is a sentence already translated."""
    page = Picture(title, game, winners=outcome.winners, players=tally.record.players)
    _head(page, outcome, catalogue)
    if outcome.is_final:
        _course(page, outcome)
    _ranks(page, outcome, catalogue)
    if not outcome.is_final:
        _closing(page, outcome, catalogue)
        _course(page, outcome)
    for account in outcome.accounts:
        _account(page, account, outcome, catalogue)
    if outcome.stands:
        page.line(speak(outcome.stands, catalogue), TEXT, space=1.5)
    _payments(page, outcome, tally, catalogue)
    page.y = max(page.y, WIDE - 2 * EDGE) + EDGE
    page.line(foot, SMALL, "soft", space=1.0)
    page.y += EDGE
    return page


def _head(page: Picture, outcome: Outcome, catalogue: Language) -> None:
    page.y = EDGE
    beside, room = EDGE + SIGN, INNER - SIGN
    alone = page.game in {"", page.title}
    y = EDGE + (60 if alone else 44)
    page.texts.append(Text(beside, y, fitted(page.title, NAME, room), cut(page.title, room), bold=True))
    if not alone:
        page.texts.append(Text(beside, EDGE + 90, SMALL, page.game, "soft"))
    page.y = EDGE + 120
    title = speak(outcome.title, catalogue)
    title = title[:1].upper() + title[1:]
    if not outcome.is_final:
        page.line(title, HEAD, bold=True, space=1.2)
        return
    page.line(title, TEXT, "soft", space=1.6)
    page.line(", ".join(outcome.heading) or speak(say("Tied"), catalogue), GRAND, "green", bold=True, space=1.05)
    page.y += SMALL / 2
    said = [one for one in (outcome.sentence, outcome.ended) if one]
    for text in said:
        for row in wrapped(speak(text, catalogue), TEXT, INNER):
            page.line(row, TEXT, space=1.4)


def _closing(page: Picture, outcome: Outcome, catalogue: Language) -> None:
    """Add a sentence on how the part of the match that has just ended was won."""
    if outcome.sentence:
        leg = speak(outcome.leg, catalogue) if outcome.leg else ""
        page.y += SMALL
        for row in wrapped(after_colon(catalogue, leg, speak(outcome.sentence, catalogue)), TEXT, INNER):
            page.line(row, TEXT, space=1.4)


def _course(page: Picture, outcome: Outcome) -> None:
    if outcome.course:
        page.course, page.course_y = outcome.course, page.y + 24
        page.y = page.course_y + INNER * outcome.course.height / WIDTH + 8


def _ranks(page: Picture, outcome: Outcome, catalogue: Language) -> None:
    """Add a row for each player with the numbers under their headings; cut names are kept different from each other."""
    numbers = zip(*(rank.numbers for rank in outcome.ranks), strict=True)
    widths = ([wide(number_text(n), NAME) + COLUMN_GAP for n in column if n is not None] for column in numbers)
    columns = [max([COLUMN, *column]) for column in widths]  # so that numbers do not touch
    ends = [WIDE - EDGE - sum(columns[n + 1 :]) for n in range(len(columns))]
    page.y += SMALL * 1.6
    for x, column, head in zip(ends, columns, outcome.heads, strict=True):
        text, room = speak(head, catalogue), column - COLUMN_GAP
        page.texts.append(Text(x, page.y, fitted(text, SMALL, room), cut(text, room), "soft", "end"))
    page.rule(16, "ink")
    room = WIDE - 2 * EDGE - sum(columns) - 56
    size = max(NAMES, min(fitted(rank.player, NAME, room) for rank in outcome.ranks))
    shown = [cut(rank.player, room, size) for rank in outcome.ranks]
    for rank, text in zip(outcome.ranks, shown, strict=True):
        name = text if shown.count(text) == 1 else page.name_for(rank.player, room, size)
        _rank(page, rank, ends, Text(EDGE + 56, 0, size, name, bold=True))


def _rank(page: Picture, rank: Rank, ends: list[float], name: Text) -> None:
    ink = "green" if rank.is_first else "ink"
    base = page.y + ROW * 0.68
    page.texts.append(Text(EDGE, base, NAME, str(rank.place), ink if rank.is_first else "soft"))
    page.texts.append(replace(name, y=base, ink=ink))
    for x, n in zip(ends, rank.numbers, strict=True):
        if n is not None:
            page.texts.append(Text(x, base, NAME, number_text(n), ink, "end", rank.is_first))
    page.rule(ROW, "line")


def _account(page: Picture, account: Reckoning, outcome: Outcome, catalogue: Language) -> None:
    """Add the reckoning of a game: a row for each term, a column for each player."""
    players = list(dict.fromkeys(player for row in account.rows for player in row.figures))
    ends = {player: WIDE - EDGE - n * 240 for n, player in enumerate(reversed(players))}
    page.y += SMALL * 1.6
    for player, x in ends.items():
        name = page.name_for(player, 225)
        page.texts.append(Text(x, page.y, fitted(name, SMALL, 225), name, "soft", "end"))
    page.rule(16, "ink")
    room = min(ends.values()) - 240 - EDGE
    for row in account.rows:
        base, label = page.y + ROW * 0.66, speak(row.label, catalogue)
        page.texts.append(Text(EDGE, base, fitted(label, TEXT, room), cut(label, room), "soft"))
        for player, figure in row.figures.items():
            ink = "green" if player in outcome.winners else "ink"
            page.texts.append(Text(ends[player], base, NAME, number_text(figure.value), ink, "end"))
        page.rule(ROW, "line")


def _payments(page: Picture, outcome: Outcome, tally: Tally, catalogue: Language) -> None:
    """Add a line for each payment, all in the same size; names may be shortened, amounts never are."""
    amounts = [speak(paid(tally, one), catalogue) for one in outcome.payments]
    room = INNER - max((wide(amount, TEXT) for amount in amounts), default=0) - COLUMN_GAP
    texts = [_payment(one, catalogue, lambda name: name) for one in outcome.payments]
    size = max(NAMES, min((fitted(text, TEXT, room) for text in texts), default=TEXT))
    each = (room - wide(_payment(Payment(Player(""), Player(""), 0), catalogue, str), size)) / 2
    for one, amount, whole in zip(outcome.payments, amounts, texts, strict=True):
        is_long = wide(whole, size) > room
        text = _payment(one, catalogue, lambda name: page.name_for(name, each, size)) if is_long else whole
        page.y += TEXT * 1.5
        page.texts.append(Text(EDGE, page.y, size, text))
        page.texts.append(Text(WIDE - EDGE, page.y, size, amount, anchor="end"))


def _payment(payment: Payment, catalogue: Language, name: Callable[[Player], str]) -> str:
    return speak(say("{payer} pays {payee}", payer=name(payment.payer), payee=name(payment.payee)), catalogue)


# --- widths are estimated generously, because each viewer draws with its own font


def wide(text: str, size: float) -> float:
    """Return the width of a text."""
    return width(text, size) / MM


def fitted(text: str, size: float, room: float) -> float:
    """Return the size at which a text fits into `room`, LEAST at least."""
    return round(min(size, max(LEAST, size * room / max(wide(text, size), 1))), 1)


def cut(text: str, room: float, size: float = LEAST) -> str:
    """Cut a text that is wider than `room` at that size, and end it with an ellipsis."""
    if wide(text, size) <= room:
        return text
    while text and wide(text + "…", size) > room:
        text = text[:-1]
    return text + "…"


def wrapped(text: str, size: float, room: float) -> list[str]:
    """Wrap a text into lines that fit into `room`."""
    rows: list[str] = []
    for word in text.split():
        if rows and wide(f"{rows[-1]} {word}", size) <= room:
            rows[-1] += f" {word}"
        else:
            rows.append(word)
    return rows
