"""Print the rules of a game: the rule book as a booklet, and a pocket card with the house rules of a table."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO

from markupsafe import Markup

from companion.languages import alphabetical
from companion.pdf.metrics import BOUND, FOLDED, MM, PAPERS, POCKET
from companion.pdf.render import fitting, frame, print_pages
from companion.presentation.entry_text import played, played_beside
from companion.rulebooks import MARKDOWN, Book, Clause, book, written_in
from companion.rules.field_metadata import Dataclass
from companion.rules.game import Game
from companion.rules.messages import N_, say
from companion.rules.options import HouseRule, house_rules
from companion.rules.rulings import Ruling, impossible
from companion.translation import PAPER_SUITS, Language, choice_text, house_rules_text, language, speak, usual_text

PAGES = 2
# each translation names its own language; the text stands in another
NOT_YET = N_("This rule book is not available in English yet.")
Rows = list[tuple[str, str]]
Parts = list[tuple[str, Rows]]


@dataclass(frozen=True)
class Level:
    """A density of the card: the CSS class of a page, its lines, and the most letters of a rule."""

    size: str
    lines: int  # lines of a page
    width: int  # letters of a line
    letters: int

    def needs(self, rows: Rows) -> int:
        """Estimate the lines of a part. A single rule has no heading."""
        return 2 * (len(rows) > 1) + sum(-(-(len(heading) + len(text) + 2) // self.width) for heading, text in rows)


# from spacious to tight; the first that fits is used
LEVELS = (
    Level("huge", 38, 62, 400),
    Level("larger", 41, 66, 400),
    Level("large", 44, 68, 400),
    Level("medium", 48, 75, 400),
    Level("small", 54, 82, 400),
    Level("small", 54, 82, 150),
    Level("small", 54, 82, 105),
    Level("least", 61, 90, 105),
    Level("least", 61, 90, 70),
)
MARKUP = re.compile(r"[*_`]|\[(?=[^\]]*\]\()|\]\([^)]*\)|^\s*[-*>] ", re.M)


def card_pdf(
    game: Game, lang: str, *, size: str = "", title: str = "", options: Dataclass | None = None
) -> bytes | Ruling:
    """Print the pocket card.

    Args:
        size: "" for two pages of A6, or a key of FOLDED: both pages side by side, with marks for folding and cutting.
        title: the name of the table.
        options: house rules of the table.

    Returns:
        The PDF, or a Ruling if there is no rule book or the machine cannot print.
    """
    rules = book(game.key, lang)
    if not rules.clauses:
        return impossible("sheets.no_book", say("There is no rule book to make a card of."))
    catalogue = language(lang)
    name = catalogue.gettext(game.name)
    foot = speak(say("in short: the rule book decides"), catalogue)
    sheet = FOLDED.get(size)
    page = sheet.quarter if sheet else POCKET
    facts = {
        "game": name,
        "table": _at_the_table(game, options, title, catalogue) if options is not None else None,
        "text_lang": written_in(game.key, lang),
        "missing": catalogue.gettext(NOT_YET) if written_in(game.key, lang) != lang else "",
        "frame": frame(name, foot, catalogue, page),
    }
    chosen = fitting("print/card.html", lang, facts, _tries(rules.at(options)), pages=PAGES)
    if isinstance(chosen, Ruling):
        return chosen
    if sheet is None:
        return chosen.pdf
    flat = Markup(f"@page {{ size: {sheet.name}; margin: 0 }}")  # noqa: S704  (names of our own)
    return print_pages("print/folded.html", lang, {**chosen.facts, "frame": flat, "sheet": sheet, "foot": foot})


def _at_the_table(game: Game, options: Dataclass, title: str, catalogue: Language) -> tuple[str, list[str]]:
    """Return a heading with the name of the evening, the game that is played, and the house rules in force."""
    name = speak(played(game, options, title), catalogue)
    rules = [name, *(house_rules_text(options, catalogue) or [speak(say("as in the rule book"), catalogue)])]
    heading = say("House rules: {table}", table=title) if title else say("House rules at this table")
    return speak(heading, catalogue), rules


def _tries(rules: Book) -> Iterator[dict[str, object]]:
    """Yield layouts of the card from spacious to tight; the last has headings only."""
    for level in LEVELS:
        parts = shortened(rules, level.letters)
        lines = [level.needs(rows) for _, rows in parts]
        yield {"size": level.size, "parts": parts, "turn": halfway(lines, level.lines)}
    headings: Parts = [(part, [(clause.heading, "") for clause in clauses]) for part, clauses in rules.parts().items()]
    yield {"size": "least", "parts": headings, "turn": None}


def shortened(rules: Book, letters: int) -> Parts:
    """Return short forms of the clauses of each part, with at most `letters` letters a rule.

    If the book has short forms, only clauses with one are included; else the first sentence of every clause.
    """
    chosen = any(clause.card for clause in rules.clauses)
    parts = rules.parts().items()
    short = ((part, [_row(clause, letters) for clause in of if clause.card or not chosen]) for part, of in parts)
    return [(part, rows) for part, rows in short if rows]


def _row(clause: Clause, letters: int) -> tuple[str, str]:
    """Return the keyword and the rule of a short form; without a short form, the heading and the first sentence."""
    if not clause.card:
        text = _short(clause, letters)
        return (f"{clause.heading}." if text else clause.heading), text
    key, colon, rest = clause.card.translate(PAPER_SUITS).partition(": ")
    return (key + colon.rstrip(), rest) if colon else ("", key)


def _short(clause: Clause, letters: int) -> str:
    text = re.split(r"(?<=[.!?])\s", MARKUP.sub("", clause.text).strip(), maxsplit=1)[0]
    text = " ".join(text.split()).translate(PAPER_SUITS)
    if len(text) <= letters:
        return text
    cut = text[:letters].rpartition(" ")[0]
    pause = max(cut.rfind(sign) for sign in ",;:")
    return (cut[:pause] if pause > letters // 2 else cut).rstrip(",;:.") + " …"


def halfway(lines: list[int], page: int) -> int | None:
    """Return the number of the part that should begin the second page, so that both pages are about equally full.

    Args:
        lines: the lines of each part.
        page: the lines that fit on a page.

    Returns:
        The number of the part, or None if no page break should be forced.
    """
    halves = [(max(sum(lines[:n]), sum(lines[n:])), n) for n in range(1, len(lines))]
    longest, number = min(halves, default=(page, 0))
    return number if longest < 0.92 * page else None


CARD = re.compile(r"\b(10|[2-9AKQJTDVREF]|Kn)([♠♥♦♣])")
RED = "♥♦"
TICK, THIN = 4.0, 0.3  # mm of the marks at both ends of the fold, and line width in points
Side = tuple[int | None, int | None]


@dataclass(frozen=True)
class NumberedClause:
    """A clause with the number by which the booklet cites it. `plays` is the choice of the table, if it has one."""

    number: str
    clause: Clause
    text: Markup
    cases: tuple[tuple[str, Markup, Markup], ...]
    plays: str = ""


def booklet_pdf(
    game: Game, lang: str, *, size: str = "a5", title: str = "", options: Dataclass | None = None
) -> bytes | Ruling:
    """Print the rule book.

    Args:
        size: a key of PAPERS, or of BOUND: two pages on each side of a sheet, ordered for folding.
        title: the name of the table.
        options: house rules of a table, printed under the clauses that they are about.

    Returns:
        The PDF, or a Ruling if there is no book or the machine cannot print.
    """
    rules = book(game.key, lang)
    if not rules.clauses:
        return impossible("sheets.no_book", say("There is no rule book to print."))
    catalogue, spoken = language(lang), written_in(game.key, lang)
    parts = [
        (n, part, [_numbered(rules.number(one.id), one, game, options, catalogue) for one in clauses])
        for n, (part, clauses) in enumerate(rules.parts().items(), start=1)
    ]
    beside = played_beside(game, options, title) if options is not None else None
    name = rules.title or catalogue.gettext(game.name)
    facts = {
        "game": name,
        "title": title,
        "text_lang": spoken,
        "missing": catalogue.gettext(NOT_YET) if spoken != lang else "",
        "beside": speak(beside, catalogue) if beside else "",
        "table": house_rules_text(options, catalogue) if options is not None else None,
        "introduction": drawn(rules.introduction),
        "parts": parts,
        "index": index([one for _, _, clauses in parts for one in clauses], lang),
        "frame": frame(name, "companion", catalogue, BOUND.get(size) or PAPERS[size]),
        "size": f"on-{size}",
    }
    printed = print_pages("print/booklet.html", lang, facts)
    return imposed(printed, lang) if size in BOUND and not isinstance(printed, Ruling) else printed


def _numbered(
    number: str, clause: Clause, game: Game, options: Dataclass | None, catalogue: Language
) -> NumberedClause:
    cases = tuple((one.id, drawn(one.situation, inline=True), drawn(one.verdict, inline=True)) for one in clause.cases)
    rule = dict(house_rules(game.options)).get(clause.option or "")
    plays = _plays(clause.option or "", rule, game, options, catalogue) if rule else ""
    return NumberedClause(number, clause, drawn(clause.text), cases, plays)


def _plays(name: str, rule: HouseRule, game: Game, options: Dataclass | None, catalogue: Language) -> str:
    if options is None:
        return usual_text(rule, getattr(game.options(), name), catalogue, in_short=True)
    label = catalogue.gettext(rule.label)
    choice = choice_text(rule, getattr(options, name), catalogue)
    return speak(say("This table plays “{rule}: {choice}”.", rule=label, choice=choice), catalogue) if choice else ""


def drawn(text: str, *, inline: bool = False) -> Markup:
    """Render Markdown of a book, with frames around cards and outlines for red suits."""
    html = MARKDOWN.renderInline(text) if inline else MARKDOWN.render(text)

    def framed(card: re.Match[str]) -> str:
        return f'<span class="drawn{" red" if card[2] in RED else ""}">{card[0]}</span>'

    return Markup(CARD.sub(framed, html).translate(PAPER_SUITS))  # noqa: S704  (the renderer escapes)


def index(clauses: list[NumberedClause], lang: str) -> list[tuple[str, list[NumberedClause]]]:
    """Return headings and search words in alphabetical order, each with the clauses in which it occurs."""
    places_of: dict[str, list[NumberedClause]] = {}
    for one in clauses:
        words = [one.clause.heading, *(word.strip() for word in one.clause.words.split(","))]
        for word in dict.fromkeys(filter(None, words)):
            places = places_of.setdefault(word[:1].upper() + word[1:], [])
            if one not in places:
                places.append(one)
    return sorted(places_of.items(), key=lambda entry: alphabetical(entry[0], lang))


# --- the book as sheets to print on both sides and fold


def signature(pages: int) -> list[Side]:
    """Return the page numbers on the left and right of each side of each sheet, in printing order.

    The sheets are put into each other, and each is turned over along its short edge.

    Args:
        pages: the number of pages of the book.

    Returns:
        Page numbers from 0; None for an empty page.
    """
    last = pages + -pages % 4 - 1
    sides: list[Side] = []
    for first in range(0, (last + 1) // 2, 2):
        for left, right in ((last - first, first), (first + 1, last - first - 1)):
            sides.append((left if left < pages else None, right if right < pages else None))
    return sides


def imposed(book: bytes, lang: str) -> bytes:
    """Put two pages of a book on each side of a sheet, and keep its title and language.

    Tags and links are lost, because the result is only for paper.
    """
    from pypdf import PdfReader, PdfWriter, Transformation, generic  # noqa: PLC0415  (a tenth of a second)

    reader, writer = PdfReader(BytesIO(book)), PdfWriter()
    across, down = float(reader.pages[0].mediabox.width), float(reader.pages[0].mediabox.height)
    for side in signature(len(reader.pages)):
        sheet = writer.add_blank_page(2 * across, down)
        marks = generic.DecodedStreamObject()
        marks.set_data(_ticks(across, down))
        sheet[generic.NameObject("/Contents")] = marks
        for at, number in enumerate(side):
            if number is not None:
                printed = reader.pages[number]
                printed.pop("/Annots", None)
                sheet.merge_transformed_page(printed, Transformation().translate(at * across, 0))
    writer.add_metadata({"/Title": reader.metadata.title if reader.metadata and reader.metadata.title else ""})
    writer.root_object[generic.NameObject("/Lang")] = generic.TextStringObject(lang)
    shown = generic.DictionaryObject({generic.NameObject("/DisplayDocTitle"): generic.BooleanObject(True)})
    writer.root_object[generic.NameObject("/ViewerPreferences")] = shown
    writer.compress_identical_objects()
    made = BytesIO()
    writer.write(made)
    return made.getvalue()


def _ticks(fold: float, height: float) -> bytes:
    """Draw short fold marks at the top and the bottom."""
    long = TICK / MM
    return (
        f"q 0.5 G {THIN} w {fold:.2f} {height:.2f} m {fold:.2f} {height - long:.2f} l S"
        f" {fold:.2f} 0 m {fold:.2f} {long:.2f} l S Q"
    ).encode()
