"""Print the pocket rule card: the table's house rules and the book in short, on two A6 pages or a sheet to fold."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from companion.pdf.metrics import FOLDED, POCKET
from companion.pdf.render import fitting, frame, print_pages
from companion.presentation.entry_text import played
from companion.rulebooks import Book, Clause, book, written_in
from companion.rules.field_metadata import Dataclass
from companion.rules.game import Game
from companion.rules.messages import N_, say
from companion.rules.rulings import Ruling, impossible
from companion.translation import PAPER_SUITS, Language, house_rules_text, language, speak

PAGES = 2
NOT_YET = N_(
    "This rule book is not available in English yet."
)  # translated: in that language; the text stands in another
Rows = list[tuple[str, str]]
Parts = list[tuple[str, Rows]]


@dataclass(frozen=True)
class Level:
    """One try at the card: the class of its page, what a page holds, and how many letters a rule may have."""

    size: str
    lines: int  # of a page
    width: int  # letters of a line
    letters: int

    def needs(self, rows: Rows) -> int:
        """Estimate the lines that a part takes; a rule alone stands without a heading."""
        return 2 * (len(rows) > 1) + sum(-(-(len(heading) + len(text) + 2) // self.width) for heading, text in rows)


# Tried in turn until the book fits.
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
        size: "" for two pages of A6, or a key of FOLDED: both pages side by side, with marks where to fold and cut.
        title: name of the table.
        options: house rules of the table.

    Returns:
        The PDF, or a Ruling where there is no rule book or the machine cannot print.
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
    chosen = fitting("print/card.html", lang, facts, _tries(rules.at(options)), PAGES)
    if isinstance(chosen, Ruling):
        return chosen
    if sheet is None:
        return chosen.pdf
    flat = Markup(f"@page {{ size: {sheet.name}; margin: 0 }}")  # noqa: S704  (names of our own)
    return print_pages("print/folded.html", lang, {**chosen.facts, "frame": flat, "sheet": sheet, "foot": foot})


def _at_the_table(game: Game, options: Dataclass, title: str, catalogue: Language) -> tuple[str, list[str]]:
    """Return a heading with the name of the evening, what is played, and the house rules in force."""
    name = speak(played(game, options, title), catalogue)
    rules = [name, *(house_rules_text(options, catalogue) or [speak(say("as in the rule book"), catalogue)])]
    heading = say("House rules: {table}", table=title) if title else say("House rules at this table")
    return speak(heading, catalogue), rules


def _tries(rules: Book) -> Iterator[dict[str, object]]:
    """Yield the card in less and less space; at last nothing but headings."""
    for level in LEVELS:
        parts = shortened(rules, level.letters)
        lines = [level.needs(rows) for _, rows in parts]
        yield {"size": level.size, "parts": parts, "turn": halfway(lines, level.lines)}
    headings: Parts = [(part, [(clause.heading, "") for clause in clauses]) for part, clauses in rules.parts().items()]
    yield {"size": "least", "parts": headings, "turn": None}


def shortened(rules: Book, letters: int) -> Parts:
    """Return the clauses of each part in short, `letters` a rule at most.

    Where the book has short forms only these; else the first sentence of every clause.
    """
    chosen = any(clause.card for clause in rules.clauses)
    parts = rules.parts().items()
    short = ((part, [_row(clause, letters) for clause in of if clause.card or not chosen]) for part, of in parts)
    return [(part, rows) for part, rows in short if rows]


def _row(clause: Clause, letters: int) -> tuple[str, str]:
    """Return key word and rule of a short form; without one the heading and the first sentence."""
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
    """Return the number of the part that begins the second page, so that both hold about as much.

    Args:
        lines: of each part.
        page: lines that a page holds.

    Returns:
        The number of the part; None where no break is forced.
    """
    halves = [(max(sum(lines[:n]), sum(lines[n:])), n) for n in range(1, len(lines))]
    longest, number = min(halves, default=(page, 0))
    return number if longest < 0.92 * page else None
