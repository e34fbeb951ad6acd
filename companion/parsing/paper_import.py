"""A sheet that was kept by hand, typed in: its entries, judged as any other, and where its sums went wrong."""

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
from companion.rules.paper_columns import BALANCE, DEALER, TOTAL, ByHand, PaperColumn, Sign, letters
from companion.rules.rulings import Ruling, refuse
from companion.rules.tally import Figure, Line, Tally
from companion.translation import Language, speak

Pairs = list[tuple[str, str]]
DASHES = str.maketrans({"-": "–", "—": "–", "−": "–"})  # any of them is the dash of the legend
BEHIND = re.compile(r"([-+−\d ]*\d)(\D+)")  # a number with signs close behind it
POT = "pot"


@dataclass(frozen=True)
class Cell:
    """A place in a row: its key among the texts of the row, its column, what stands over it, and whose it is."""

    key: str
    column: PaperColumn
    heading: Say
    player: Player | None = None
    at: int = 0  # which of several running scores


@dataclass(frozen=True)
class Slip:
    """A number on paper that is another one here, with the figure that says why."""

    cell: Cell
    paper: int
    figure: Figure

    @property
    def off(self) -> int:
        return self.paper - self.figure.value


@dataclass(frozen=True)
class Counted:
    """A row that the rules let pass: its entry, what became of it, and where the paper says otherwise.

    `slips`: only what is not already as far out as in the row before: here somebody reckoned wrong.
    """

    row: int
    data: Json
    body: Body
    line: Line | None
    slips: tuple[Slip, ...] = ()
    ours: Mapping[str, int] = field(default_factory=dict)  # by the keys of the cells that repeat a number

    @property
    def told(self) -> Say:
        return in_words(self.slips)


@dataclass(frozen=True)
class Reading:
    """As much of a sheet as can be: up to the first row that the rules refuse, which is `wrong`, in the cell `at`.

    The tally is that of a match whose first dealer is the one of the paper, where it was the app that drew one.
    """

    rows: tuple[Counted, ...]
    tally: Tally
    last: tuple[Slip, ...] = ()  # where the paper ends on other numbers
    wrong: tuple[int, Ruling] | None = None
    at: str = ""


def cells(asked: ByHand, players: tuple[Player, ...]) -> list[Cell]:
    """The places of a row in the order in which they stand on paper."""
    found = [Cell(f"d{n}", one, Say(one.heading)) for n, one in enumerate(asked.deal)]
    for seat, player in enumerate(players):
        found += [Cell(f"e{n}.{seat}", one, Say(one.heading), player) for n, one in enumerate(asked.each)]
    for at, name in enumerate(asked.columns):
        found += [Cell(f"c{at}.{seat}", TOTAL, name, player, at) for seat, player in enumerate(players)]
    return [*found, Cell(POT, BALANCE, say("Pot"))] if asked.pot else found


def signs_of(column: PaperColumn, catalogue: Language) -> dict[str, Sign]:
    """The signs of a column as they are written in a language."""
    taken = [one.sign for one in column.signs if one.sign]
    own = [one for one in column.signs if not one.sign]
    named = dict(zip(letters((catalogue.gettext(one.meaning) for one in own), taken), own, strict=True))
    return {one.sign: one for one in column.signs if one.sign} | named


@dataclass(frozen=True)
class Sheet:
    """What somebody types in: the columns of a match's blank sheet, in the language of their signs."""

    game: Game
    asked: ByHand
    catalogue: Language

    def read(self, record: AnyRecord, typed: Sequence[Mapping[str, str]]) -> Reading:
        """The rows in order, blank ones left out, each judged on top of those before it."""
        replay = self.game.replay(self._as_dealt(record, typed))
        tally = replay.tally
        found: list[Counted] = []
        apart: dict[str, int] = {}
        last: tuple[Slip, ...] = ()
        for row, texts in enumerate(typed):
            if not any(text.strip() for text in texts.values()):
                continue
            body = self._body(tally, texts)
            if isinstance(body, Ruling):
                return Reading(tuple(found), tally, last, (row, body), self._cell(body, texts, record.players))
            data, content = body
            number = len(replay.record.entries) + 1
            replay = replay.then(Entry(number, content))
            wrong = judge_last(replay)
            if wrong:
                return Reading(tuple(found), tally, last, (row, wrong), self._cell(wrong, texts, record.players))
            tally = replay.tally
            line = tally.lines[-1] if tally.lines and tally.lines[-1].entry == number else None
            compared = self._compared(tally, line, texts)
            if isinstance(compared, Ruling):
                return Reading(tuple(found), tally, last, (row, compared), *compared.path)
            slips, ours = compared
            last = tuple(one for one in slips if one.off)
            new = tuple(one for one in slips if _is_new(one, apart))
            found.append(Counted(row, data, content, line, new, ours))
        return Reading(tuple(found), tally, last)

    def _as_dealt(self, record: AnyRecord, typed: Sequence[Mapping[str, str]]) -> AnyRecord:
        """The match as the paper begins it: who dealt first is on it, and what was drawn here was drawn for nobody."""
        first = next((texts for texts in typed if any(text.strip() for text in texts.values())), {})
        keys = [cell.key for cell in cells(self.asked, record.players) if cell.column.field == DEALER.field]
        dealer = _named_by_seat("".join(first.get(key, "") for key in keys), DEALER, record.players)
        is_drawn = getattr(record.options, FIRST_DEALER, "random") == "random"
        if record.entries or not is_drawn or dealer not in record.players:
            return record
        dealt = replace(record, opening=replace(record.opening, dealer=dealer))
        return record if self.game.check_opening(dealt) else dealt

    def _cell(self, wrong: Ruling, texts: Mapping[str, str], players: tuple[Player, ...]) -> str:
        """The cell of which a refusal speaks: that of the field, written or not, else one of the player's.

        Where it speaks of nobody, the first of the row that could be meant.
        """
        field = field_name(wrong.path, players)
        written = [one for one in cells(self.asked, players) if texts.get(one.key, "").strip()]
        for cell in written:
            fields = [name for name, _ in self._pairs(cell, texts[cell.key].strip(), players)]
            if field and any(name in (field, f"{field}[{SEAT}]") for name in fields):
                return cell.key
        asked = cells(self.asked, players)
        blank = [one for one in asked if field and one.column.field == field]
        own = [one for one in asked if wrong.player and one.player == wrong.player]
        return next((one.key for one in (*blank, *(one for one in written if one in own), *own, *written)), "")

    # --- what was entered

    def _body(self, tally: Tally, texts: Mapping[str, str]) -> tuple[Json, Body] | Ruling:
        """The entry that a row holds."""
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
        """The fields of a form that say what a cell says."""
        column = cell.column
        known = signs_of(column, self.catalogue)
        seat = f"{SEAT}{players.index(cell.player)}" if cell.player else SEAT
        if column.holds == "choice":
            yield column.field, known[text.upper()].value if text.upper() in known else text
            return
        value, signs = _parted(text, known)
        for sign, times in Counter(signs).items():
            one = known[sign]
            name = one.field.replace("@", seat) if cell.player else one.field
            if one.counts:
                yield name, str(times)
            else:
                yield from [(name, one.value or str(cell.player))] * times
        if value:
            yield column.field.replace("@", seat) or column.heading, _named_by_seat(value, column, players)

    def _penalty(self, texts: Mapping[str, str], players: tuple[Player, ...]) -> Pairs:
        """The points in the first column of the one whom a penalty hits; of two it is no penalty that could be read."""
        hit = [(player, texts.get(f"e0.{seat}", "").strip()) for seat, player in enumerate(players)]
        pairs: Pairs = [("kind", "penalty")]
        for player, text in hit:
            if text:
                pairs += [("player", player), ("points", text)]
        return pairs

    # --- what was reckoned

    def _compared(
        self, tally: Tally, line: Line | None, texts: Mapping[str, str]
    ) -> tuple[list[Slip], dict[str, int]] | Ruling:
        """Every number that stands on paper beside ours; a Ruling where what stands there is no number."""
        slips, ours = [], {}
        for cell in cells(self.asked, tally.record.players):
            figure = figure_of(cell, line, len(self.asked.columns), tally.first_leg)
            if figure is None or not cell.column.is_repeated:
                continue
            ours[cell.key] = value_of(cell, figure)
            text = texts.get(cell.key, "").strip()
            paper = number(text)
            if not text:
                continue
            if not isinstance(paper, int):
                wrong = refuse("sheet.number", say("{text} is no number.", text=text), player=cell.player)
                return replace(wrong, path=(cell.key,))
            slips.append(Slip(cell, int(paper), replace(figure, value=ours[cell.key])))
        return slips, ours


def _named_by_seat(text: str, column: PaperColumn, players: tuple[Player, ...]) -> str:
    """The player whom a seat such as `@2` means, in a column that names one; anything else stays."""
    named = {f"{SEAT}{seat}": player for seat, player in enumerate(players)}
    return named.get(text, text) if column.holds == "player" else text


def _parted(text: str, known: Mapping[str, Sign]) -> tuple[str, list[str]]:
    """A cell as its number, or cards, and the signs beside it: `40 J`, `100–`."""
    signs: list[str] = []
    rest = []
    for word in text.split():
        glued = BEHIND.fullmatch(word)
        head, tail = (glued[1], glued[2]) if glued else ("", word)
        found = [sign.translate(DASHES).upper() for sign in tail]
        if is_card(word) or not all(sign in known for sign in found):
            rest.append(word)
        else:
            signs += found
            rest.append(head)
    return " ".join(filter(None, rest)), signs


def figure_of(cell: Cell, line: Line | None, columns: int, first: int) -> Figure | None:
    """Our number for a cell, if the row has moved one there."""
    if line is None:
        return None
    if cell.key == POT:
        return line.pot
    parts = [one for one in (line, *line.beside) if not columns or (one.leg - first) % columns == cell.at]
    of = (one.balances if cell.column.holds == "balance" else one.scores for one in parts)
    return next((found[cell.player] for found in of if cell.player and cell.player in found), None)


def value_of(cell: Cell, figure: Figure) -> int:
    return figure.change if cell.column.holds == "change" else figure.value


def _is_new(slip: Slip, apart: dict[str, int]) -> bool:
    """Whether a number is out by something else than in the row before, which is remembered."""
    before, apart[slip.cell.key] = apart.get(slip.cell.key, 0), slip.off
    return slip.off not in (0, before)


# --- what goes on the record


def entries(reading: Reading, start: int, catalogue: Language) -> list[Json]:
    """The rows as entries from number `start` on, each slip of the paper in a note on its row, and one that says so."""
    found: list[Json] = []
    for one in reading.rows:
        found.append(one.data)
        if one.slips:
            text = speak(in_words(one.slips), catalogue)
            found.append(plain(Note(text, entry=start + len(found) - 1)))
    n = len(reading.rows)
    typed = say_n("{n} row typed in from a sheet kept by hand.", "{n} rows typed in from a sheet kept by hand.", n)
    end = in_words(reading.last) if reading.last else say("It ended on the same numbers.")
    return [*found, plain(Note(f"{speak(typed, catalogue)} {speak(end, catalogue)}"))]


def in_words(slips: Sequence[Slip]) -> Say:
    """What stood on paper and what stands here."""
    several = len({one.cell.heading.msgid for one in slips}) > 1
    paper = [_named(one.cell, one.paper, several) for one in slips]
    ours = [_named(one.cell, one.figure.value, several) for one in slips]
    return say("On paper stood {paper}; counted anew it is {ours}.", paper=paper, ours=ours)


def _named(cell: Cell, n: int, several: bool) -> Say:
    if several and cell.player:
        return say("{player} {heading} {n}", player=cell.player, heading=cell.heading, n=n)
    return say("{who} {n}", who=cell.player or cell.heading, n=n)
