"""Read the phrases of people: for every clause and language, the words that are typed in a dispute.

They lie beside the book, `games/<key>/phrases.<lang>.md`, in all languages of the interface, whether or not the book is
written in them:

    ### On two points {#rams.pass.two}
    twice passed on two, am I allowed to pass again, ...

The phrases are separated by commas and never shown. The heading is what a found clause is called where there is no
book in that language; where there is one, it is left out. `untreated.<lang>.md` in this folder holds, in the same
manner, what people ask although no book of rules treats it, so that the answer is silence rather than a wild guess.
`alike.<lang>.txt` holds, a line each, words that card players use for one another in whatever game; `concepts.toml`
what they mean, across languages, and `acts.txt` which of that is done; `terms.toml` words that belong to some games and
not to others; `subjects.toml` what comes up at any table; `circumstances.toml` how circumstances begin; `company.txt`
who sits there, which tells nothing.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ENTRY = re.compile(r"^### (?P<heading>.*?)\s*\{#(?P<id>[a-z0-9_.]+)\}\n(?P<phrases>.*?)(?=^#|\Z)", re.M | re.S)
HERE = Path(__file__).parent


@dataclass(frozen=True)
class ClausePhrases:
    """The phrases of one clause; the heading only where the language has no book."""

    heading: str
    phrases: tuple[str, ...]


@cache
def clause_phrases(folder: Path, lang: str) -> Mapping[str, ClausePhrases]:
    """By clause; nothing where nobody has written any."""
    return _read(folder / f"phrases.{lang}.md")


@cache
def untreated(lang: str) -> Mapping[str, ClausePhrases]:
    """By subject: what no book treats."""
    return _read(HERE / f"untreated.{lang}.md")


@cache
def alike(lang: str) -> Sequence[Sequence[str]]:
    """Groups of words that stand for one another."""
    return [phrases(line) for line in (HERE / f"alike.{lang}.txt").read_text(encoding="utf-8").splitlines()]


def _read(path: Path) -> Mapping[str, ClausePhrases]:
    if not path.exists():
        return {}
    return {
        entry["id"]: ClausePhrases(entry["heading"], phrases(entry["phrases"]))
        for entry in ENTRY.finditer(path.read_text(encoding="utf-8"))
    }


def phrases(text: str) -> tuple[str, ...]:
    """Split a list of phrases at its commas."""
    return tuple(" ".join(phrase.split()) for phrase in text.split(",") if phrase.strip())
