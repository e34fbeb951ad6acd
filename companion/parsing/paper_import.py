"""Read a paper score sheet that was typed in: judge its rows like other entries, and check its totals."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.parsing import read_body, read_form
from companion.parsing.form_decoder import SEAT, number
from companion.parsing.form_encoder import field_name
from companion.parsing.json_decoder import plain
from companion.parsing.partial_deals import whole
from companion.parsing.scalars import is_card
from companion.rules.entries import Body, Entry, Note, Player
from companion.rules.field_metadata import Json
from companion.rules.game import Game
from companion.rules.history import AnyRecord
from companion.rules.judge import judge_last
from companion.rules.messages import Say, say, say_n
from companion.rules.options import FIRST_DEALER
from companion.rules.paper_columns import BALANCE, DEALER, TOTAL, PaperColumn, PaperLayout, Sign, letters
from companion.rules.rulings import Ruling, refuse
from companion.rules.tally import Figure, Line, Tally
from companion.translation import Language, speak

Pairs = list[tuple[str, str]]
DASHES = str.maketrans({"-": "–", "—": "–", "−": "–"})  # to the dash of the legend
BEHIND = re.compile(r"([-+−\d ]*\d)(\D+)")  # a number directly followed by signs
POT = "pot"


@dataclass(frozen=True)
class Cell:
    """A cell of a row: its key in the form, its column, its heading, and its player."""

    key: str
    column: PaperColumn
    heading: Say
    player: Player | None = None
    at: int = 0  # index of the score column, if there are several


@dataclass(frozen=True)
class Slip:
    """A number on paper that differs from ours, with the figure that explains ours."""

    cell: Cell
    paper: int
    figure: Figure

    @property
    def off(self) -> int:
        return self.paper - self.figure.value


@dataclass(frozen=True)
class Counted:
    """A row that the rules accept: its entry, its line of the tally, and differences of the paper.

    `slips` are only differences that are new in this row, that is, where somebody miscalculated.
    """

    row: int
    data: Json
    body: Body
    line: Line | None
    slips: tuple[Slip, ...] = ()
    ours: Mapping[str, int] = field(default_factory=dict)  # our numbers, by the keys of the cells that repeat them

    @property
    def sentence(self) -> Say:
        return in_words(self.slips)


@dataclass(frozen=True)
class Reading:
    """A typed sheet, read up to the first row that the rules refuse: `wrong` is its index and why, `at` its cell.

    If the app drew the first dealer, the tally uses the first dealer of the paper.
    """

    rows: tuple[Counted, ...]
    tally: Tally
    last: tuple[Slip, ...] = ()  # differences in the last row
    wrong: tuple[int, Ruling] | None = None
    at: str = ""


def cells(asked: PaperLayout, players: tuple[Player, ...]) -> list[Cell]:
    """Return the cells of a row in the order of the paper."""
    row = [Cell(f"d{n}", column, Say(column.heading)) for n, column in enumerate(asked.deal)]
    for seat, player in enumerate(players):
        row += [Cell(f"e{n}.{seat}", column, Say(column.heading), player) for n, column in enumerate(asked.each)]
    for at, name in enumerate(asked.columns):
        row += [Cell(f"c{at}.{seat}", TOTAL, name, player, at) for seat, player in enumerate(players)]
    return [*row, Cell(POT, BALANCE, say("Pot"))] if asked.pot else row


def signs_of(column: PaperColumn, catalogue: Language) -> dict[str, Sign]:
    """Return the signs of a column by the letters with which they are written in this language."""
    taken = [sign.sign for sign in column.signs if sign.sign]
    own = [sign for sign in column.signs if not sign.sign]
    named = dict(zip(letters((catalogue.gettext(sign.meaning) for sign in own), taken), own, strict=True))
    return {sign.sign: sign for sign in column.signs if sign.sign} | named


@dataclass(frozen=True)
class Sheet:
    """The columns of a match's paper sheet, with the language of their signs."""

    game: Game
    asked: PaperLayout
    catalogue: Language

    def read(self, record: AnyRecord, typed: Sequence[Mapping[str, str]]) -> Reading:
        """Read the rows in order, each judged after those before it. Blank rows are skipped.

        Args:
            record: the match so far.
            typed: for each row, its texts by the keys of its cells.
        """
        replay = self.game.replay(self._as_dealt(record, typed))
        tally = replay.tally
        counted: list[Counted] = []
        apart: dict[str, int] = {}  # the difference of each cell in the row before
        off: tuple[Slip, ...] = ()
        for row, texts in enumerate(typed):
            if not any(text.strip() for text in texts.values()):
                continue
            body = self._body(tally, texts)
            if isinstance(body, Ruling):
                return Reading(tuple(counted), tally, off, (row, body), self._cell(body, texts, record.players))
            data, content = body
            number = len(replay.record.entries) + 1
            replay = replay.then(Entry(number, content))
            wrong = judge_last(replay)
            if wrong:
                return Reading(tuple(counted), tally, off, (row, wrong), self._cell(wrong, texts, record.players))
            tally = replay.tally
            line = tally.lines[-1] if tally.lines and tally.lines[-1].entry == number else None
            compared = self._compared(tally, line, texts)
            if isinstance(compared, Ruling):
                return Reading(tuple(counted), tally, off, (row, compared), *compared.path)
            slips, ours = compared
            off = tuple(slip for slip in slips if slip.off)
            new = tuple(slip for slip in slips if slip.off not in (0, apart.get(slip.cell.key, 0)))
            apart |= {slip.cell.key: slip.off for slip in slips}
            counted.append(Counted(row, data, content, line, new, ours))
        return Reading(tuple(counted), tally, off)

    def _as_dealt(self, record: AnyRecord, typed: Sequence[Mapping[str, str]]) -> AnyRecord:
        """Return the record with the first dealer of the paper, if the app had drawn one."""
        first = next((texts for texts in typed if any(text.strip() for text in texts.values())), {})
        keys = [cell.key for cell in cells(self.asked, record.players) if cell.column.field == DEALER.field]
        dealer = _named_by_seat("".join(first.get(key, "") for key in keys), DEALER, record.players)
        is_drawn = getattr(record.options, FIRST_DEALER, "random") == "random"
        if record.entries or not is_drawn or dealer not in record.players:
            return record
        dealt = replace(record, opening=replace(record.opening, dealer=dealer))
        return record if self.game.check_opening(dealt) else dealt

    def _cell(self, wrong: Ruling, texts: Mapping[str, str], players: tuple[Player, ...]) -> str:
        """Return the key of the cell that a refusal is about.

        It is the cell of the field, filled or blank, else a cell of the player, else the first filled cell.
        """
        field = field_name(wrong.path, players)
        written = [cell for cell in cells(self.asked, players) if texts.get(cell.key, "").strip()]
        for cell in written:
            fields = [name for name, _ in self._pairs(cell, texts[cell.key].strip(), players)]
            if field and any(name in (field, f"{field}[{SEAT}]") for name in fields):
                return cell.key
        asked = cells(self.asked, players)
        blank = [cell for cell in asked if field and cell.column.field == field]
        own = [cell for cell in asked if wrong.player and cell.player == wrong.player]
        return next((cell.key for cell in (*blank, *(cell for cell in written if cell in own), *own, *written)), "")

    # --- the entry of a row

    def _body(self, tally: Tally, texts: Mapping[str, str]) -> tuple[Json, Body] | Ruling:
        """Return the entry of a row, as JSON and decoded."""
        players = tally.record.players
        pairs: Pairs = []
        for cell in cells(self.asked, players):
            text = texts.get(cell.key, "").strip()
            if text and not cell.column.is_repeated:
                pairs += self._pairs(cell, text, players)
        kind = next((text for name, text in pairs if name == "kind"), "deal")
        if kind == "penalty":
            pairs = self._penalty(texts, players)
        elif kind == "misdeal":
            pairs = [pair for pair in pairs if pair[0] == "kind"]
        else:
            pairs.append(("kind", kind))
        data = read_form(self.game, players, pairs)
        data = data if isinstance(data, Ruling) else whole(self.game, tally, data)
        if isinstance(data, Ruling):
            return data
        body = read_body(self.game, players, data)
        return body if isinstance(body, Ruling) else (plain(body), body)

    def _pairs(self, cell: Cell, text: str, players: tuple[Player, ...]) -> Iterator[tuple[str, str]]:
        """Yield the form fields for a cell."""
        column = cell.column
        known = signs_of(column, self.catalogue)
        seat = f"{SEAT}{players.index(cell.player)}" if cell.player else SEAT
        if column.holds == "choice":
            yield column.field, known[text.upper()].value if text.upper() in known else text
            return
        value, signs = _parted(text, known)
        for letter, times in Counter(signs).items():
            sign = known[letter]
            name = sign.field.replace("@", seat) if cell.player else sign.field
            if sign.counts:
                yield name, str(times)
            else:
                yield from [(name, sign.value or str(cell.player))] * times
        if value:
            yield column.field.replace("@", seat) or column.heading, _named_by_seat(value, column, players)

    def _penalty(self, texts: Mapping[str, str], players: tuple[Player, ...]) -> Pairs:
        """Return the form fields of a penalty: the points in the first column of the one player who gets it."""
        hit = [(player, texts.get(f"e0.{seat}", "").strip()) for seat, player in enumerate(players)]
        fields = (pair for player, text in hit if text for pair in (("player", player), ("points", text)))
        return [("kind", "penalty"), *fields]

    # --- the totals of a row

    def _compared(
        self, tally: Tally, line: Line | None, texts: Mapping[str, str]
    ) -> tuple[list[Slip], dict[str, int]] | Ruling:
        """Compare every number on paper with ours. Refuse a text that is no number."""
        slips, ours = [], {}
        for cell in cells(self.asked, tally.record.players):
            figure = figure_of(cell, line, len(self.asked.columns), tally.first_leg)
            if figure is None or not cell.column.is_repeated:
                continue
            ours[cell.key] = value_of(cell, figure)
            if not (text := texts.get(cell.key, "").strip()):
                continue
            paper = number(text)
            if not isinstance(paper, int):
                wrong = refuse("sheet.number", say("{text} is not a number.", text=text), player=cell.player)
                return replace(wrong, path=(cell.key,))
            slips.append(Slip(cell, int(paper), replace(figure, value=ours[cell.key])))
        return slips, ours


def _named_by_seat(text: str, column: PaperColumn, players: tuple[Player, ...]) -> str:
    """Return the player of a seat such as `@2` in a column of players, or the text unchanged."""
    named = {f"{SEAT}{seat}": player for seat, player in enumerate(players)}
    return named.get(text, text) if column.holds == "player" else text


def _parted(text: str, known: Mapping[str, Sign]) -> tuple[str, list[str]]:
    """Split a cell into its value and its signs: `40 J`, `100–`."""
    signs: list[str] = []
    rest = []
    for word in text.split():
        glued = BEHIND.fullmatch(word)
        head, tail = (glued[1], glued[2]) if glued else ("", word)
        tail_signs = [sign.translate(DASHES).upper() for sign in tail]
        if is_card(word) or not all(sign in known for sign in tail_signs):
            rest.append(word)
        else:
            signs += tail_signs
            rest.append(head)
    return " ".join(filter(None, rest)), signs


def figure_of(cell: Cell, line: Line | None, columns: int, first: int) -> Figure | None:
    """Return our number for a cell, or None if the row did not change it."""
    if line is None:
        return None
    if cell.key == POT:
        return line.pot
    lines = [part for part in (line, *line.beside) if not columns or (part.leg - first) % columns == cell.at]
    figures = (part.balances if cell.column.holds == "balance" else part.scores for part in lines)
    return next((column[cell.player] for column in figures if cell.player and cell.player in column), None)


def value_of(cell: Cell, figure: Figure) -> int:
    return figure.change if cell.column.holds == "change" else figure.value


# --- writing the entries


def entries(reading: Reading, start: int, catalogue: Language) -> list[Json]:
    """Return the rows as entries from number `start` on, a note after each row with differences, and one at the end."""
    written: list[Json] = []
    for row in reading.rows:
        written.append(row.data)
        if row.slips:
            text = speak(in_words(row.slips), catalogue)
            written.append(plain(Note(text, entry=start + len(written) - 1)))
    n = len(reading.rows)
    typed = say_n("{n} row entered from a paper score sheet.", "{n} rows entered from a paper score sheet.", n)
    end = in_words(reading.last) if reading.last else say("It ended on the same numbers.")
    return [*written, plain(Note(f"{speak(typed, catalogue)} {speak(end, catalogue)}"))]


def in_words(slips: Sequence[Slip]) -> Say:
    """Return a sentence with the numbers on paper and ours."""
    several = len({slip.cell.heading.msgid for slip in slips}) > 1
    paper = [_cell_name(slip.cell, slip.paper, several) for slip in slips]
    ours = [_cell_name(slip.cell, slip.figure.value, several) for slip in slips]
    return say("The paper says {paper}. By the rules it is {ours}.", paper=paper, ours=ours)


def _cell_name(cell: Cell, n: int, several: bool) -> Say:
    if several and cell.player:
        return say("{player} {heading} {n}", player=cell.player, heading=cell.heading, n=n)
    return say("{who} {n}", who=cell.player or cell.heading, n=n)
