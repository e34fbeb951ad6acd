"""One word for one thing in each language and game, and no unusual words (tests/words.toml)."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.pofile import read_po
from support.cases import kept
from support.each import each

from companion.translation import CATALOGUES

ROOT = Path(__file__).parent.parent
WORDS = kept(ROOT / "tests" / "words.toml")
KEYWORDS = {**DEFAULT_KEYWORDS, "N_": None, "say": None, "say_n": (1, 2)}
NAME = re.compile(
    r"\{(?:player|players|name|names|who|payer|payee|due|named|heir|one|before)\}|%\((?:player|name|names|first)\)s"
)


@cache
def games() -> dict[str, set[str]]:
    """Return the games in whose folders each sentence is; none for one of a shared file."""
    found: dict[str, set[str]] = {}
    for path in [*(ROOT / "companion").rglob("*.py"), *(ROOT / "companion" / "games").rglob("*.html")]:
        parts = path.relative_to(ROOT / "companion").parts
        game = parts[1] if parts[0] == "games" and len(parts) > 2 else ""
        with path.open("rb") as file:
            for _, message, _, _ in extract("python" if path.suffix == ".py" else "jinja2", file, KEYWORDS):
                one = message[0] if isinstance(message, tuple) else message
                found.setdefault(one, set()).add(game)
    return found


@cache
def texts(lang: str) -> list[tuple[str, str]]:
    """Yield each text of a language with its English sentence."""
    catalogue = lang if lang != "en" else "sv"
    with (CATALOGUES / catalogue / "LC_MESSAGES" / "messages.po").open("rb") as file:
        messages = [message for message in read_po(file, locale=catalogue) if message.id and not message.context]
    pairs = []
    for message in messages:
        ids = message.id if isinstance(message.id, list | tuple) else (message.id,)
        said = ids if lang == "en" else message.string
        pairs += [(ids[0], one) for one in (said if isinstance(said, list | tuple) else (said,))]
    return pairs


def book_texts(lang: str) -> list[str]:
    """Yield the lines of the rule books without their search words."""
    books = (ROOT / "companion" / "games").glob(f"*/book.{lang}.md")
    lines = (line for book in books for line in book.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if not line.startswith("- ")]


def wrong(lang: str, pattern: str, only: list[str], but: list[str]) -> Iterator[str]:
    for msgid, text in texts(lang):
        if msgid not in but and (not only or games().get(msgid, set()) & set(only)) and re.search(pattern, text):
            yield text


@each(
    "concept, lang",
    [
        pytest.param(concept, lang, id=f"{concept['name']}-{lang}")
        for concept in WORDS["concept"]
        for lang in concept["not"]
    ],
)
def test_a_concept_has_one_word(concept: dict, lang: str) -> None:
    found = sorted(set(wrong(lang, concept["not"][lang], concept.get("games", []), concept.get("but", []))))
    if concept.get("books"):
        found += [line for line in book_texts(lang) if re.search(concept["not"][lang], line)]
    assert not found, f"say {concept['word'][lang]}"


@each("odd", [pytest.param(odd, id=f"{odd['lang']}-{odd['why']}") for odd in WORDS["odd"]])
def test_nothing_is_odd(odd: dict) -> None:
    pattern = odd.get("not") or odd["names"].replace("$", f"(?={NAME.pattern})")
    assert sorted(set(wrong(odd["lang"], pattern, [], odd.get("but", [])))) == [], odd["why"]
