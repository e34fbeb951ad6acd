"""The pocket rule card: a game's book in short, on two pages of A6."""

import re
from collections.abc import Iterator
from typing import Any

from companion.books import Book, Clause, book
from companion.rules.rulings import Ruling, impossible
from companion.rules.tally import Game
from companion.rules.words import say
from companion.sheets.press import PAPER_SUITS, frame, print_pages
from companion.speech import language, speak

PAGES = 2
# A class of the page, and the letters that a rule may have; tried in turn until the book fits.
LEVELS = (
    ("large", 400),
    ("medium", 400),
    ("small", 400),
    ("small", 150),
    ("small", 105),
    ("least", 105),
    ("least", 70),
)
MARKUP = re.compile(r"[*_`]|\[(?=[^\]]*\]\()|\]\([^)]*\)|^\s*[-*>] ", re.M)

Parts = list[tuple[str, list[tuple[str, str]]]]


def card_pdf(game: Game, lang: str) -> bytes | Ruling:
    """The card as PDF; a Ruling where there is no rule book, or the machine cannot print."""
    rules = book(game.key, lang)
    if not rules.clauses:
        return impossible("sheets.no_book", say("There is no rule book to make a card of."))
    catalogue = language(lang)
    name = catalogue.gettext(game.name)
    facts = {
        "game": name,
        "frame": frame(name, speak(say("in short: the rule book decides"), catalogue), catalogue),
    }
    return print_pages("print/card.html", lang, facts, list(_tries(rules)), PAGES)


def _tries(rules: Book) -> Iterator[dict[str, Any]]:
    """The card in less and less space: with each part of equal weight on its own page, then flowing, last headings."""
    for size, letters in LEVELS:
        parts = shortened(rules, letters)
        yield {"size": size, "parts": parts, "turn": halfway(parts)}
        yield {"size": size, "parts": parts, "turn": None}
    headings: Parts = [(part, [(heading, "") for heading, _ in rows]) for part, rows in shortened(rules, 0)]
    yield {"size": "least", "parts": headings, "turn": None}


def shortened(rules: Book, letters: int) -> Parts:
    """The clauses of each part: the short forms where the book has any, else the first sentence of every clause."""
    chosen = any(clause.card for clause in rules.clauses)
    found = []
    for part, clauses in rules.parts().items():
        rows = [(clause.heading, _short(clause, letters)) for clause in clauses if clause.card or not chosen]
        if rows:
            found.append((part, rows))
    return found


def _short(clause: Clause, letters: int) -> str:
    text = clause.card or re.split(r"(?<=[.!?])\s", MARKUP.sub("", clause.text).strip(), maxsplit=1)[0]
    text = " ".join(text.split()).translate(PAPER_SUITS)
    if len(text) <= letters:
        return text
    cut = text[:letters].rpartition(" ")[0]
    pause = max(cut.rfind(sign) for sign in ",;:")
    return (cut[:pause] if pause > letters // 2 else cut).rstrip(",;:.") + " …"


def halfway(parts: Parts) -> int:
    """The number of the part with which the second page begins, so that both hold about as much."""
    weights = [30 + sum(50 + len(heading) + len(text) for heading, text in rows) for _, rows in parts]
    differences = [abs(sum(weights[:n]) - sum(weights[n:])) for n in range(1, len(parts))]
    return differences.index(min(differences)) + 1 if differences else 0
