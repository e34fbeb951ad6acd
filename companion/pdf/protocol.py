"""Print the protocol of a match: tables, accounts, remarks, signatures, checksums."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import tzinfo

from companion import resources
from companion.parsing import Match, checksums
from companion.pdf import page_breaks, tables
from companion.pdf.attachment import PrintSettings, files
from companion.pdf.metrics import (
    FIGURES,
    INITIALS,
    PAPERS,
    RUNNING,
    Columns,
    Paper,
    cut_alike,
    lines,
    signatures_per_line,
    width,
)
from companion.pdf.render import fitting, frame, print_pages, qr_image
from companion.pdf.render_process import RENDER_PROCESS
from companion.presentation.activity import paying
from companion.presentation.annotations import letters, remarks, rules_at_last
from companion.presentation.entry_formatter import Clock, EntryFormatter
from companion.presentation.entry_text import (
    as_counted,
    in_words,
    name_of,
    part_words,
    penalty_texts,
    played,
    played_beside,
)
from companion.presentation.score_sheet import SheetRow, marks, rows
from companion.rules.messages import say
from companion.rules.rulings import Ruling
from companion.rules.settlement import balance_label
from companion.rules.tally import Figure, Line, Reckoning, Tally, figures, values
from companion.rules.tally import ReckoningRow as AccountRow
from companion.translation import PAPER_SUITS, Language, bidi_unbroken, language, number_text, signed, speak

TEMPLATE = "print/protocol.html"
PLACE = say("Place")
GONE = {  # the reason why rows do not count: all struck out, all corrected, or both
    True: say("crossed out: does not count"),
    False: say("corrected: does not count"),
    None: say("corrected or crossed out: does not count"),
}


@dataclass(frozen=True)
class Size:
    """A density of the protocol: a CSS class of the page, and the mm of a row and of a line of small figures in it."""

    name: str
    row: float
    small: float
    figures: float = 1.0  # factor of the size of figures


SIZES = (Size("normal", 5.75, 2.5), Size("tight", 4.9, 2.4), Size("tiny", 4.3, 2.2, 0.9))
LONG = 200  # rows from which on only the tightest size is tried, to save pages and a quarter of a minute
HEADER, QR, TITLE = 23.0, 30.0, 16.0  # mm of the head without and with a QR code, and of the title of a table


def protocol_pdf(
    match: Match,
    lang: str,
    *,
    url: str | None = None,
    zone: tzinfo | None = None,
    size: str = "a4",
    with_terms: bool = False,
) -> bytes | Ruling:
    """Print the protocol. The same match gives the same bytes.

    The match file, the settings of the print and the checksums are part of it, so that it can be compared with the
    record.

    Args:
        url: an address to print as a QR code and as text; it should allow reading only.
        zone: the time zone of the times on it; None for that of the machine.
        size: a key of PAPERS.
        with_terms: add the terms of each number.

    Returns:
        The PDF, or a Ruling if the machine cannot print.
    """
    formatter = EntryFormatter(match.game, match.tally, lang, language(lang), Clock(lang, zone))
    page, terms = PAPERS[size], explained(formatter) if with_terms else []
    facts = {**_head(match, formatter), "explained": [], "qr": qr_image(url) if url else "", "url": url or ""}
    facts["carries_file"] = not RENDER_PROCESS.is_the_browser
    tries = _tries(match, formatter, page, url, [one.name for one in terms if one.is_long])
    carried = files(match, PrintSettings(lang, size, with_terms, url or "", resources.edition()))
    printed = fitting(TEMPLATE, lang, facts, tries, carried=carried)
    if isinstance(printed, Ruling):
        return printed
    if terms:  # they begin on a new page, so only the chosen layout gets them
        return print_pages(TEMPLATE, lang, {**printed.facts, "explained": terms}, carried)
    return printed.pdf


def _head(match: Match, formatter: EntryFormatter) -> dict[str, object]:
    """Return the facts that do not depend on the paper size."""
    tally, record, catalogue = formatter.tally, match.record, formatter.catalogue
    return {
        "game": speak(played(match.game, tally.options, record.title), catalogue),
        "title": _beside(match, formatter),
        "date": formatter.evening,
        "players": record.players,
        "per_line": signatures_per_line(len(record.players)),
        "rules": list(rules_at_last(tally, catalogue)),
        "won": {record.players.index(player) for player in tally.winners},
        "outcome": _outcome(tally, catalogue),
        "payments": _payments(tally, catalogue),
        "signs": checksums(match),
    }


def _beside(match: Match, formatter: EntryFormatter) -> str:
    """Return the title of the evening; if the game is named by it, what else is played."""
    title = match.record.title
    if not (title and match.game.is_titled):
        return title
    terms = played_beside(match.game, formatter.tally.options, title)
    return speak(terms, formatter.catalogue) if terms else ""


def _tries(
    match: Match, formatter: EntryFormatter, page: Paper, url: str | None, long: list[str]
) -> Iterator[Mapping[str, object]]:
    """Yield layouts of the tables, the reckoning and the remarks, each tighter than the one before.

    `long` are the names of explanations that may continue on the next page.
    """
    game, record, tally, catalogue = match.game, match.record, formatter.tally, formatter.catalogue
    written = rows(match.replay)
    said = remarks(formatter)
    refs = letters(said, {row.line.entry for row in written})
    sheets = tables.sheets(game, tally, written, refs, catalogue)
    each = (page.width - tables.label_room(len(record.players))) / len(record.players)
    need = tables.needed(sheets, catalogue, pot=tally.pot is not None)
    below = any(cell.below for sheet in sheets for row in sheet.rows for cell in row.cells)
    small_lines, header = below + need.stacks(len(record.players), page), QR if url else HEADER
    initials = speak(say("Initials:"), catalogue) + " " + "_" * 24
    listed = (one for one in said if not one.is_in_deal)  # the others are in the list of penalties
    lettered = [(refs.get(one.entry or 0, ""), replace(one, text=one.text.translate(PAPER_SUITS))) for one in listed]
    same = {
        "dealer": tables.DEALER,
        "again": lambda sheet: _again(sheet, catalogue),
        "accounts": [tables.fitted(tables.account(one, tally, catalogue), each, FIGURES) for one in closing(tally)],
        "penalties": _penalties(written, refs, formatter),
        # remarks on a row first, from a to z, then aa to zz
        "remarks": sorted(lettered, key=lambda remark: (not remark[0], len(remark[0]), remark[0])),
    }
    for size in SIZES if len(written) < LONG else SIZES[-1:]:
        deep = size.row + size.small * small_lines  # the greatest height of a row in mm
        room = page_breaks.Rows(int((page.height - header - TITLE) / deep), int((page.height - TITLE) / deep))
        parts, shape = page_breaks.laid_out(sheets, record.players, need, page, room, catalogue)
        going_on = [_again(sheet, catalogue) for band in parts for sheet in band if sheet.title]
        head = _running_head(match, [*going_on * (shape.side_by_side == 1), *long], shape, page, catalogue)
        yield {
            **same,
            "columns": shape,
            "heads": cut_alike(record.players, tables.account_heads(record.players, page), shape.short),
            "bands_of": parts,
            "marks": _legend(tally, written, shape, sheets, catalogue),
            "frame": frame(head, _foot(match, formatter), catalogue, page, initials),
            "size": size.name,
            "figures": round(FIGURES * shape.scale * size.figures, 2),
        }


def _penalties(written: list[SheetRow], refs: Mapping[int, str], formatter: EntryFormatter) -> list[tuple[str, str]]:
    """Return each penalty that counts, with the letter of its row, so that the signatures cover it."""
    counting = [row for row in written if not row.struck and not row.refused]
    said = [(refs.get(row.line.entry, ""), one) for row in counting for one in penalty_texts(row.line)]
    return [(ref, formatter.text(one).translate(PAPER_SUITS)) for ref, one in said]


def closing(tally: Tally) -> list[Reckoning]:
    """Return the reckonings of the whole match: the game's own, and scores, money and places that they leave out."""
    own = [one for one in tally.reckonings if one.leg is None]
    there = [values(row.figures) for account in own for row in account.rows]
    rows = []
    scores, balances = values(tally.scores), values(tally.balances)
    if scores and not own:
        rows.append(AccountRow(say("Points"), figures(scores)))
    if balances and balances not in there:
        rows.append(AccountRow(balance_label(tally.unit), figures(balances)))
    if tally.places and not any(one.label == PLACE for account in own for one in account.rows):
        rows.append(AccountRow(PLACE, figures(tally.places)))
    if not rows:
        return own
    if len(own) == 1:
        place = [one for one in own[0].rows if one.label == PLACE]
        others = [one for one in own[0].rows if one not in place]
        return [Reckoning(own[0].title, (*others, *rows, *place))]
    return [*own, Reckoning(say("Standing"), tuple(rows))]


def _outcome(tally: Tally, catalogue: Language) -> str:
    if tally.status == "running":
        return speak(say("So far:") if tally.payments else say("Not finished."), catalogue)
    if tally.ended and tally.ended.by == "people":
        return speak(say("The match goes on in a new part."), catalogue)
    if not tally.winners:
        return ""
    alone = say("{player} has won.", player=tally.winners[0])
    shared = say("{players} share first place.", players=tally.winners)
    return speak(alone if len(tally.winners) == 1 else shared, catalogue, bidi_unbroken)


def _payments(tally: Tally, catalogue: Language) -> list[str]:
    sentences = [speak(paying(tally, one), catalogue, bidi_unbroken) for one in tally.payments]
    if tally.pot:
        sentences.append(speak(say("In the pot: {amount}.", amount=tally.money(tally.pot)), catalogue))
    return sentences


def _legend(
    tally: Tally, written: list[SheetRow], shape: Columns, sheets: list[tables.Sheet], catalogue: Language
) -> list[tuple[str, str]]:
    """Return the signs on this sheet with their meanings."""
    lines = [row for sheet in sheets for row in sheet.rows]
    cells = [cell for row in lines for cell in row.cells]
    gone = {row.is_struck_out for row in written if row.struck}
    has_money = tally.unit and (tally.balances or tally.payments)
    ours = (
        (any(cell.dealer for cell in cells), tables.DEALER, say("dealer")),
        (any(cell.change for cell in cells), "±", say("change in this deal")),
        (any(cell.below for cell in cells), "±0", say("below: balance and change")),
        (any(row.number == tables.CARRIED for row in lines), tables.CARRIED, say("carried over from an earlier sheet")),
        (gone, f"1{tables.STRUCK}", GONE[None if len(gone) > 1 else True in gone]),
        (has_money, tally.unit, say("money: balances, pot and payments")),
    )
    return [
        *((mark.sign, catalogue.gettext(mark.meaning)) for mark in marks(written)),
        *((sign, speak(meaning, catalogue)) for is_there, sign, meaning in ours if is_there),
        *((short, name) for short, name in zip(shape.short, tally.record.players, strict=True) if short != name),
    ]


def _again(sheet: tables.Sheet, catalogue: Language) -> str:
    """Return the title of a table that continues on the next page; a part of a split table has such a title already."""
    return speak(say("{title}, continued", title=sheet.title), catalogue) if sheet.note else sheet.title


def _running_head(match: Match, going_on: list[str], shape: Columns, page: Paper, catalogue: Language) -> str:
    """Return the game, the evening and the players, on narrow paper as much of it as fits above the page.

    `going_on` are titles that may follow it on a page with a continued table.
    """
    title = "" if match.game.is_titled else match.record.title
    game = speak(played(match.game, match.tally.options, match.record.title), catalogue)
    names = ", ".join(map(bidi_unbroken, shape.heads))
    titles = [title if len(title) <= most else f"{title[:most].rstrip()}…" for most in (50, 35, 20)]
    whole = ((game, one, who) for who in (names, "") for one in titles)
    tries = (" · ".join(filter(None, one)) for one in (*whole, (titles[-1],) if title else (game,)))
    room = page.width - INITIALS
    last = max((f" · {one}" for one in going_on), key=lambda one: width(one, RUNNING), default="")
    return next((head for head in tries if lines(head + last, room, RUNNING) <= page.head_lines), game)


def _foot(match: Match, formatter: EntryFormatter) -> str:
    signs = checksums(match)
    words = say("score {checksum}", checksum=signs.score), say("history {fingerprint}", fingerprint=signs.record)
    return " · ".join(["companion", *(speak(one, formatter.catalogue) for one in words)])


WHOLE = 4  # sums of a deal that must stay on one page


@dataclass(frozen=True)
class Sum:
    """A player's number before a deal, the terms that were added, and the result."""

    player: str
    before: str
    terms: tuple[tuple[str, str], ...]
    value: str


@dataclass(frozen=True)
class ExplainedLine:
    """A line of the sheet with its explanation: its name, author and time, the entry, and the resulting sums."""

    name: str
    origin: str
    entered: tuple[str, ...]
    sums: tuple[Sum, ...]

    @property
    def is_long(self) -> bool:
        """Return True if it may break across pages, because keeping it together would leave much of a page empty."""
        return len(self.sums) > WHOLE


def explained(formatter: EntryFormatter) -> list[ExplainedLine]:
    """Return every line that counts, then the money if it is settled for the whole match."""
    tally = formatter.tally
    lines = [_explained(formatter, line) for line in tally.lines]
    sums = tuple(_sum(formatter, player, figure) for player, figure in tally.balances.items() if figure.parts)
    is_settled = sums and not any(line.balances for line in tally.lines)
    return [*lines, ExplainedLine(formatter.text(say("Money")), "", (), sums)] if is_settled else lines


def _explained(formatter: EntryFormatter, line: Line) -> ExplainedLine:
    standing = formatter.tally.history[line.entry - 1]
    body = as_counted(formatter.tally, standing.body) if standing.body else None
    entered = [*in_words(body), *formatter.game.deal_text(body)] if body else []
    name = formatter.text(name_of(formatter.tally, line.entry))
    return ExplainedLine(
        name[:1].upper() + name[1:],
        formatter.origin(standing.entry),
        tuple(formatter.text(one).translate(PAPER_SUITS) for one in entered),
        tuple(one for part in (line, *line.beside) for one in _sums(formatter, part, of_several=bool(line.beside))),
    )


def _sums(formatter: EntryFormatter, line: Line, *, of_several: bool) -> Iterator[Sum]:
    """Yield the sums of a line. If a deal counts on several tables of the sheet, each sum names its table."""
    leg = formatter.tally.leg(line.leg)
    where = f" ({formatter.text(leg)})" if of_several and leg else ""
    for column in (line.scores, line.balances):
        yield from (_sum(formatter, f"{player}{where}", figure) for player, figure in column.items() if figure.parts)
    if line.pot and line.pot.parts:
        yield _sum(formatter, formatter.catalogue.gettext("Pot"), line.pot)


def _sum(formatter: EntryFormatter, player: str, figure: Figure) -> Sum:
    terms = ((signed(part.points), formatter.text(part_words(part)).translate(PAPER_SUITS)) for part in figure.parts)
    return Sum(player, number_text(figure.before), tuple(terms), number_text(figure.value))
