"""Read the rule books: clauses and cases as people read them, cited by id.

A book is Markdown, `games/<key>/book.<lang>.md`; the book of evenings, leagues and tournaments lies in events/. Below
the title stands a short introduction to the game, which is not binding and is not cited. Then each `## part`
contains clauses, and each clause is

    ### Heading {#rams.play.beat}
    Its text, in one or more paragraphs.

    - basis: source            (source, follows, convention or ours)
    - option: lone_knocker     (the house rule that changes the clause, if any)
    - silent                   (the source does not answer the question, although it treats the subject)
    - silent: two              (the source gives two answers; `against`: the usual practice contradicts its words)
    - card: Beat: if you can.  (the short form for the pocket card, one line: a key word, a colon, the rule; if any
                                clause of a book has a short form, the card leaves out the clauses without one)
    - card if: dealt=14, must_discard=false (house rules of other clauses that the short form assumes)
    - only: mode=points        (the house rule that the clause needs: without it, the clause is left out of the
                                pocket card and the empty sheet; `mode=one|another`: either value is enough)
    - words: high ace, low ace (other words by which people search for the clause; not shown. The phrases
                                of disputes, in all languages, are in search_phrases.<lang>.md: search/ranking.py)

    > **RAMS-R01** A situation in concrete cards.
    > **Verdict:** illegal. The reason.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Literal, cast, get_args

from markdown_it import MarkdownIt

from companion import events, games
from companion.rules.field_metadata import Dataclass
from companion.rules.game import Subject
from companion.rules.messages import N_

Basis = Literal["source", "follows", "convention", "ours"]  # from the strongest to the weakest
BASES: tuple[Basis, ...] = get_args(Basis)
Silence = Literal["silent", "two", "against"]
HOW_SURE: Mapping[Basis, str] = {
    "source": N_("said in the source"),
    "follows": N_("follows from the source"),
    "convention": N_("usual practice"),
    "ours": N_("our interpretation"),
}
HOW_SILENT: Mapping[Silence, str] = {
    "silent": N_("The rules do not say."),
    "two": N_("The rules say two different things."),
    "against": N_("Taken word for word, the rules say something else."),
}
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")  # renders the text of clauses
HEADING = re.compile(r"^### (?P<heading>.+?) \{#(?P<id>[a-z0-9_.]+)\}$")
CASE = re.compile(r"^> \*\*(?P<id>[A-Z]+-[A-Z0-9]+)\*\* (?P<situation>.*)$")
VERDICT = re.compile(r"^> \*\*[^*]+:\*\* (?P<verdict>.*)$")
BASIS = re.compile(r"^- basis: (?P<basis>\w+)$")
OPTION = re.compile(r"^- option: (?P<option>\w+)$")
CARD = re.compile(r"^- card: (?P<card>.+)$")
SENTENCE = re.compile(r"(?<=[.!?])\s+")
SILENT = re.compile(r"^- silent(?:: (?P<how>two|against))?$")
WORDS = re.compile(r"^- words: (?P<words>.+)$")
ONLY = re.compile(r"^- only: (?P<only>\w+=[\w|]+)$")
CARD_IF = re.compile(r"^- card if: (?P<card_if>\w+=[\w|]+(?:, \w+=[\w|]+)*)$")
ATTRIBUTES = (BASIS, OPTION, CARD, CARD_IF, WORDS, SILENT, ONLY)  # lines that are not part of the text of a clause


@dataclass(frozen=True)
class Case:
    """A situation at the table and its verdict with the reason, under the clause that decides it."""

    id: str
    situation: str
    verdict: str
    clause: str


@dataclass(frozen=True)
class Clause:
    """One rule in our own words. `silence`: how the source leaves the decision to the table; None if it decides."""

    id: str
    heading: str
    text: str
    basis: Basis
    option: str | None
    silence: Silence | None
    part: str
    cases: tuple[Case, ...] = field(default=())
    card: str = ""  # the short form for the pocket card
    words: str = ""  # other words for it, used by the search
    only: str = ""  # the house rule that the clause needs: mode=points
    card_if: str = ""  # house rules of other clauses that the short form assumes

    @property
    def silent(self) -> bool:
        """Return True if the source leaves the decision to the table."""
        return self.silence is not None

    def holds(self, options: Dataclass | None) -> bool:
        """Return True if the clause applies with the house rules of a table; without a table all clauses apply."""
        return options is None or _plays(options, self.only)

    def as_written(self, options: Dataclass | None) -> bool:
        """Return True if the short form of the clause is correct for a table: its house rules are those of the book."""
        rule, _, _ = self.only.partition("=")
        if options is not None and not all(_plays(options, one) for one in self.card_if.split(", ")):
            return False
        if options is None or self.option is None or self.option == rule:
            return True
        return bool(getattr(options, self.option) == getattr(type(options)(), self.option))

    @property
    def left_open(self) -> bool:
        """Return True if the source decides this clause and still leaves a choice to the table."""
        return self.silent and self.basis in ("source", "follows")


def _plays(options: Dataclass, condition: str) -> bool:
    """Return True if a table has one of the values in `rule=value|another`, or if the condition is empty."""
    rule, _, values = condition.partition("=")
    return not rule or str(getattr(options, rule)).lower() in values.split("|")


@dataclass(frozen=True)
class Book:
    """The rules of one game in one language."""

    game: str
    lang: str
    title: str
    clauses: tuple[Clause, ...]
    introduction: str = ""  # the game in one minute, in Markdown

    def clause(self, clause_id: str) -> Clause | None:
        """Return the clause with this id; None if there is none."""
        return next((clause for clause in self.clauses if clause.id == clause_id), None)

    def at(self, options: Dataclass | None) -> "Book":
        """Return the book with the clauses that apply at a table; short forms that are incorrect there are removed."""
        here = (one for one in self.clauses if one.holds(options))
        return replace(self, clauses=tuple(one if one.as_written(options) else replace(one, card="") for one in here))

    def number(self, clause_id: str) -> str:
        """Return the number by which a clause is cited on paper: part and clause, such as 2.3."""
        parts = enumerate(self.parts().values(), start=1)
        numbers = {one.id: f"{n}.{k}" for n, part in parts for k, one in enumerate(part, start=1)}
        return numbers.get(clause_id, "")

    def parts(self) -> dict[str, list[Clause]]:
        """Return the clauses by part, in order."""
        by_part: dict[str, list[Clause]] = {}
        for clause in self.clauses:
            by_part.setdefault(clause.part, []).append(clause)
        return by_part


def parse(text: str, game: str, lang: str) -> Book:
    """Parse a book from its Markdown.

    Raises:
        ValueError: a clause has no basis.
    """
    title, introduction, part = "", "", ""
    clauses: list[Clause] = []
    for block in re.split(r"^(?=#{1,3} )", text, flags=re.M):
        first, _, rest = block.partition("\n")
        if first.startswith("# "):
            title, introduction = first[2:].strip(), rest.strip()
        elif first.startswith("## "):
            part = first[3:].strip()
        elif match := HEADING.match(first.strip()):
            clauses.append(_clause(match["id"], match["heading"], rest, part))
    return Book(game, lang, title, tuple(clauses), introduction)


def _clause(clause_id: str, heading: str, rest: str, part: str) -> Clause:
    lines = [line for line in rest.splitlines() if not line.startswith(">")]
    basis = _attribute(BASIS, lines)
    if basis not in BASES:
        raise ValueError(f"{clause_id}: no basis")
    option = _attribute(OPTION, lines) or None
    text = "\n".join(line for line in lines if not any(kind.match(line) for kind in ATTRIBUTES)).strip()
    cases = tuple(_cases(rest, clause_id))
    return Clause(
        clause_id,
        heading,
        text,
        basis,
        option,
        _silence(lines, basis, option),
        part,
        cases,
        _attribute(CARD, lines).strip(),
        _attribute(WORDS, lines),
        _attribute(ONLY, lines),
        _attribute(CARD_IF, lines),
    )


def _silence(lines: list[str], basis: str, option: str | None) -> Silence | None:
    """Return the silence that the book states; else "silent" if a house rule replaces a missing rule."""
    marked = next((match for line in lines if (match := SILENT.match(line))), None)
    if marked:
        return cast(Silence, marked["how"] or "silent")
    return "silent" if option is not None and basis in ("convention", "ours") else None


def _attribute(kind: re.Pattern[str], lines: Iterable[str]) -> str:
    """Return the value of an attribute line of a clause; empty if there is none."""
    return next((match[1] for line in lines if (match := kind.match(line))), "")


def _cases(rest: str, clause_id: str) -> Iterator[Case]:
    quoted = [line for line in rest.splitlines() if line.startswith(">")]
    case_id, situation = "", ""
    for line in quoted:
        if match := CASE.match(line):
            case_id, situation = match["id"], match["situation"]
        elif (match := VERDICT.match(line)) and case_id:
            yield Case(case_id, situation, match["verdict"], clause_id)


def book(game: str, lang: str) -> Book:
    """Return the book of a game in a language, else in English; the book is empty if the game has none."""
    written = languages(game)
    return _read(written[written_in(game, lang)], game, lang) if written else Book(game, lang, "", ())


def written_in(game: str, lang: str) -> str:
    """Return the language of the book that readers of `lang` get."""
    written = languages(game)
    return next((code for code in (lang, "en") if code in written), next(iter(written), lang))


@cache
def _read(path: Path, game: str, lang: str) -> Book:
    return parse(path.read_text(encoding="utf-8"), game, lang)


def in_a_sentence(clause_id: str, lang: str) -> str:
    """Return the first sentence of a clause; empty if there is no such clause."""
    clause = clause_of(clause_id, lang)
    return SENTENCE.split(clause.text, maxsplit=1)[0].replace("\n", " ") if clause else ""


def languages(game: str) -> dict[str, Path]:
    """Return the languages of the book of a game, or of events, with its file in each."""
    subject = subject_of(game)
    return _files(subject.folder) if subject else {}


def subject_of(key: str) -> Subject | None:
    """Return the subject of a book, a game or events, by its key."""
    subjects: tuple[Subject, ...] = (*games.GAMES, events.RULES)
    return next((one for one in subjects if one.key == key), None)


@cache
def _files(folder: Path) -> dict[str, Path]:
    return {path.suffixes[0][1:]: path for path in sorted(folder.glob("book.*.md"))}


def clause_of(clause_id: str, lang: str = "en") -> Clause | None:
    """Return the clause with this id from its book; None if there is none."""
    return book(clause_id.partition(".")[0], lang).clause(clause_id)


def weakest_basis(clause_ids: Iterable[str]) -> Basis:
    """Return the weakest basis among the clauses."""
    return max((clause.basis for clause in map(clause_of, clause_ids) if clause), key=BASES.index, default="source")
