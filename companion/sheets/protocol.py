"""The protocol of a match: what players of the game know from paper, with everything that was said about it."""

from dataclasses import dataclass, replace
from datetime import datetime
from math import ceil

from companion import qr
from companion.checksum import checksums
from companion.reading import Match
from companion.rules.history import AnyRecord
from companion.rules.rulings import Ruling
from companion.rules.stakes import balance_label
from companion.rules.tally import Reckoning, Tally, figures, values
from companion.rules.tally import Row as AccountRow
from companion.rules.words import say
from companion.sheets import cut, tables
from companion.sheets.carried import NAME, match_file
from companion.sheets.explained import explained
from companion.sheets.house import rules_at_last
from companion.sheets.measure import (
    FIGURES,
    INITIALS,
    PAPERS,
    RUNNING,
    Columns,
    Need,
    Paper,
    abreast,
    cut_alike,
    lines,
    signatures,
    width,
)
from companion.sheets.press import PAPER_SUITS, frame, print_pages
from companion.sheets.reader import Reader
from companion.sheets.remarks import Remark, letters, remarks
from companion.sheets.when import Clock
from companion.speech import Language, kept_together, language, speak
from companion.telling.entries import paying
from companion.telling.sheet import Row, marks, rows

PLACE = say("Place")
GONE = {  # why a row counts for nothing: struck out, corrected, or some this and some that
    True: say("struck out: counts for nothing"),
    False: say("corrected: counts for nothing"),
    None: say("corrected or struck out: counts for nothing"),
}


@dataclass(frozen=True)
class Size:
    """How close together it is set: a class of its page, mm of a row, a line of small figures, one of an account."""

    name: str
    row: float
    small: float
    account: float
    figures: float = 1.0  # of the usual size


SIZES = (Size("normal", 5.75, 2.5, 5.9), Size("tight", 4.9, 2.4, 4.9), Size("tiny", 4.3, 2.2, 4.1, 0.9))
HEADER, QR, TITLE, NOTE, CHECK = 23.0, 30.0, 16.0, 3.7, 11.0  # mm: head without, with QR; over a table, a line, the end
NOTE_LETTERS = 78  # of a line of the remarks
MONEY_SIGNS = 4  # lines that tell what stands below the figures, and what the table calls it
SIGN, OWN_SIGNS = 4.2, 3  # mm of a line of the legend; those of ours that most sheets have: dealer, change, corrected
PAYMENT = 4.6  # mm of one more of them
NARROW = 150.0  # mm of a page on which no legend stands beside the remarks


def protocol_pdf(
    match: Match,
    lang: str,
    *,
    url: str | None = None,
    at: datetime | None = None,
    size: str = "a4",
    with_terms: bool = False,
) -> bytes | Ruling:
    """The protocol as PDF; the same match gives the same bytes. A Ruling where the machine cannot print.

    `url` is printed as a QR code and in letters: give one that may only read. `at` is the moment of printing, with its
    time zone. `size` is that of the paper; `with_terms` adds how each number came about.

    It carries the match file, and the signs to compare it with.
    """
    reader = Reader(match.game, match.tally, lang, language(lang), Clock(lang, at))
    terms = explained(reader) if with_terms else []
    facts = {
        **_head(match, reader),
        **_body(match, reader, PAPERS[size], url, [one.name for one in terms if one.is_long]),
        "explained": terms,
        "qr": qr.carried(url) if url else "",
        "url": url or "",
    }
    return print_pages("print/protocol.html", lang, facts, carried=(NAME, match_file(match)))


def _head(match: Match, reader: Reader) -> dict[str, object]:
    """What is the same on paper of any size."""
    tally, record, catalogue = reader.tally, match.record, reader.catalogue
    return {
        "game": catalogue.gettext(match.game.name),
        "title": record.title,
        "date": reader.evening,
        "players": record.players,
        "abreast": abreast(len(record.players)),
        "rules": list(rules_at_last(tally, catalogue)),
        "won": {record.players.index(player) for player in tally.winners},
        "outcome": _outcome(tally, catalogue),
        "payments": _payments(tally, catalogue),
        "signs": checksums(match),
    }


def _body(match: Match, reader: Reader, page: Paper, url: str | None, long: list[str]) -> dict[str, object]:
    """The tables, the account and the remarks, set as close together as the page asks; `long`: what else may go on
    overleaf, by its name.
    """
    game, record, tally, catalogue = match.game, match.record, reader.tally, reader.catalogue
    written = rows(game, record, tally)
    said = remarks(reader)
    refs = letters(said, {row.line.entry for row in written})
    found = tables.sheets(game, tally, written, refs, catalogue)
    each = (page.width - tables.label_room(len(record.players))) / len(record.players)
    accounts = [tables.fitted(tables.account(one, tally, catalogue), each, FIGURES) for one in closing(tally)]
    owed = max(0, len(_payments(tally, catalogue)) - 1)  # the first stands beside who has won
    signs = len(marks(written)) + OWN_SIGNS + MONEY_SIGNS * bool(tally.balances)
    room = Room(record, found, accounts, said, signs, owed, page, bool(url))
    set_as, parts, shape, pages = room.fitting(cut.needed(found, catalogue, pot=tally.pot is not None), catalogue)
    going_on = [_again(sheet, catalogue) for band in parts for sheet in band if sheet.title and shape.side_by_side == 1]
    head = _running_head(match, [*going_on, *long], shape, page, catalogue)
    initials = speak(say("Initials:"), catalogue) + " " + "_" * 24
    return {
        "columns": shape,
        "again": lambda sheet: _again(sheet, catalogue),
        "heads": cut_alike(record.players, tables.account_heads(record.players, page), shape.short),
        "bands_of": parts,
        "accounts": accounts,
        "remarks": sorted(((refs.get(one.entry or 0, ""), _on_paper(one)) for one in said), key=_by_letter),
        "marks": _legend(tally, written, shape, found, catalogue),
        "frame": frame(head, _foot(match, reader), catalogue, page, initials),
        "size": set_as.name,
        "legend_apart": not said or page.width < NARROW or pages > 1,  # beside the remarks it might break
        "figures": round(FIGURES * shape.scale * set_as.figures, 2),
    }


def _on_paper(remark: Remark) -> Remark:
    return replace(remark, text=remark.text.translate(PAPER_SUITS))


@dataclass(frozen=True)
class Room:
    """What has to find room on the pages of a protocol."""

    record: AnyRecord
    found: list[tables.Sheet]
    accounts: list[tables.Account]
    said: list[Remark]
    signs: int
    owed: int
    page: Paper
    has_qr: bool

    def fitting(self, need: Need, catalogue: Language) -> tuple[Size, list[list[tables.Sheet]], Columns, int]:
        """The size that takes the fewest pages, the largest of equals; set once, by what rows take. And how many."""
        tried = [(size, *self._set(size, need, catalogue)) for size in SIZES]
        return min(((*found, self._pages(self._height(*found))) for found in tried), key=lambda found: found[-1])

    def _pages(self, height: float) -> int:
        """About how many pages so many mm take: overleaf a table repeats its heads."""
        return 1 + max(0, ceil((height - self.page.height) / (self.page.height - TITLE)))

    def _set(self, size: Size, need: Need, catalogue: Language) -> tuple[list[list[tables.Sheet]], Columns]:
        deep = max((self._deep(row, size) for sheet in self.found for row in sheet.rows), default=size.row)
        if need.stacks(len(self.record.players), self.page):
            deep += size.small
        first = int((self.page.height - self._header - TITLE) / deep)
        further = int((self.page.height - TITLE) / deep)
        return cut.laid_out(self.found, self.record.players, need, self.page, cut.Rows(first, further), catalogue)

    @property
    def _header(self) -> float:
        return QR if self.has_qr else HEADER

    def _deep(self, row: tables.Row, size: Size) -> float:
        return size.row + size.small * any(cell.below for cell in row.cells)

    def _height(self, size: Size, parts: list[list[tables.Sheet]], shape: Columns) -> float:
        """About the mm that all of it takes on one endless page."""
        bands = sum(max(self._table(sheet, size, shape) for sheet in band) for band in parts)
        accounts = sum(len(one.rows) + 1.6 for one in self.accounts) * size.account
        remarks = sum(1 + len(one.text + one.origin + " ".join(one.clauses)) // NOTE_LETTERS for one in self.said)
        players = self.record.players
        legend = self.signs + sum(short != name for short, name in zip(shape.short, players, strict=True))
        if self.page.width < NARROW:  # one below the other, two signs abreast
            notes = NOTE * remarks + SIGN * ceil(legend / 2) + TITLE / 2
        else:
            notes = max(NOTE * max(remarks, 3), SIGN * legend * bool(remarks))
        outcome = 14 + PAYMENT * self.owed
        return self._header + bands + accounts + outcome + notes + signatures(players, self.page) + CHECK

    def _table(self, sheet: tables.Sheet, size: Size, shape: Columns) -> float:
        rows = sum(self._deep(row, size) + size.small * shape.stacked for row in sheet.rows)
        return TITLE + rows + 4.2 * sum(len(one.rows) + bool(one.title) for one in sheet.accounts)


def _by_letter(remark: tuple[str, Remark]) -> tuple[bool, int, str]:
    """Those on a row first, in the order of the rows: a to z, aa to zz."""
    letter = remark[0]
    return not letter, len(letter), letter


def closing(tally: Tally) -> list[Reckoning]:
    """The accounts of the whole match: the game's own, and the standing where they leave it out."""
    own = [one for one in tally.reckonings if one.leg is None]
    there = [{p: figure.value for p, figure in one.figures.items()} for account in own for one in account.rows]
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
        return speak(say("As it stands:") if tally.payments else say("Not finished."), catalogue)
    if not tally.winners:
        return ""
    if len(tally.winners) == 1:
        return speak(say("{player} has won.", player=tally.winners[0]), catalogue, kept_together)
    return speak(say("{players} share the victory.", players=tally.winners), catalogue, kept_together)


def _payments(tally: Tally, catalogue: Language) -> list[str]:
    found = [speak(paying(tally, one), catalogue, kept_together) for one in tally.payments]
    if tally.pot:
        found.append(speak(say("In the pot: {amount}.", amount=tally.money(tally.pot)), catalogue))
    return found


def _legend(
    tally: Tally,
    written: list[Row],
    shape: Columns,
    found: list[tables.Sheet],
    catalogue: Language,
) -> list[tuple[str, str]]:
    """What the signs on this sheet mean, those that are on it."""
    lines = [row for sheet in found for row in sheet.rows]
    cells = [cell for row in lines for cell in row.cells]
    legend = [(mark.sign, catalogue.gettext(mark.meaning)) for mark in marks(written)]
    if any(cell.dealer for cell in cells):
        legend.append((catalogue.pgettext("dealer mark", "D"), speak(say("dealer"), catalogue)))
    if any(cell.change for cell in cells):
        legend.append(("±", speak(say("what the deal did"), catalogue)))
    if any(cell.below for cell in cells):
        legend.append(("±0", speak(say("below: the balance, and what the deal did to it"), catalogue)))
    if any(row.number == tables.CARRIED for row in lines):
        legend.append((tables.CARRIED, speak(say("carried over from an earlier sheet"), catalogue)))
    gone = {row.is_struck_out for row in written if row.struck}
    if gone:
        words = GONE[None] if len(gone) > 1 else GONE[gone.pop()]
        legend.append((f"1{tables.STRUCK}", speak(words, catalogue)))
    if tally.unit and (tally.balances or tally.payments):
        legend.append((tally.unit, speak(say("money: balances, pot and payments"), catalogue)))
    legend += [(short, name) for short, name in zip(shape.short, tally.record.players, strict=True) if short != name]
    return legend


def _again(sheet: tables.Sheet, catalogue: Language) -> str:
    """What a table that goes on overleaf is called there; a part of a long one says so already."""
    return speak(say("{title}, continued", title=sheet.title), catalogue) if sheet.note else sheet.title


def _running_head(match: Match, going_on: list[str], shape: Columns, page: Paper, catalogue: Language) -> str:
    """The game, the evening and who plays; on narrow paper as much of it as stands clear of its edge.

    `going_on`: what may stand behind it, where something goes on overleaf.
    """
    game, title, names = (
        catalogue.gettext(match.game.name),
        match.record.title,
        ", ".join(map(kept_together, shape.heads)),
    )
    titles = [title if len(title) <= most else f"{title[:most].rstrip()}…" for most in (50, 35, 20)]
    whole = ((game, one, who) for who in (names, "") for one in titles)
    tries = (" · ".join(filter(None, one)) for one in (*whole, (titles[-1],) if title else (game,)))
    room = page.width - INITIALS
    last = max((f" · {one}" for one in going_on), key=lambda one: width(one, RUNNING), default="")
    return next((head for head in tries if lines(head + last, room, RUNNING) <= page.head_lines), game)


def _foot(match: Match, reader: Reader) -> str:
    signs = checksums(match)
    words = [
        speak(say("score {checksum}", checksum=signs.score), reader.catalogue),
        speak(say("record {fingerprint}", fingerprint=signs.record), reader.catalogue),
    ]
    if reader.clock.printed:
        printed = reader.clock.printed.isoformat()
        when = f"{reader.clock.date(printed)} {reader.clock.time(printed)}"
        words.append(speak(say("printed {when}", when=when), reader.catalogue))
    return " · ".join(["companion", *words])
