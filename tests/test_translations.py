"""Every visible string is extracted and translated into every language, without fuzzy ones and lost facts."""

import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po
from flask import Flask

from companion.languages import LANGUAGES
from companion.translation import CATALOGUES

ROOT = Path(__file__).parent.parent
KEYWORDS = {**DEFAULT_KEYWORDS, "N_": None, "say": None, "say_n": (1, 2)}
LOOSE = re.compile(r" [:;?!»]|« ")  # a line could break before the sign, or after the quotation mark
FACTS = re.compile(r"\{(\w+)\}|%\((\w+)\)s")


@pytest.fixture(scope="module")
def strings() -> set[str]:
    """Return every msgid of the code and the templates."""
    with (ROOT / "babel.cfg").open() as file:
        methods, options = parse_mapping_cfg(file)
    found = set()
    for folder in ("companion", "templates"):
        relative = [(pattern.removeprefix(f"{folder}/"), method) for pattern, method in methods]
        every = {"keywords": KEYWORDS, "directory_filter": lambda _: True}  # with templates/_fragments
        for _, _, message, _, _ in extract_from_dir(ROOT / folder, relative, options, **every):
            found.add(message[0] if isinstance(message, tuple) else message)
    return found


@cache
def translated(lang: str) -> list[Message]:
    with (CATALOGUES / lang / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return [message for message in read_po(file, locale=lang) if message.id]


def forms(value: object) -> list[str]:
    return list(value) if isinstance(value, tuple | list) else [str(value)]


def facts(text: str) -> set[str]:
    return {one or other for one, other in FACTS.findall(text)}


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
class TestCatalogues:
    def test_nothing_is_missing_and_nothing_left_over(self, strings, lang) -> None:
        known = {forms(message.id)[0] for message in translated(lang)}
        assert sorted(strings - known) == []
        assert sorted(known - strings) == []

    def test_all_is_translated_and_nothing_fuzzy(self, lang) -> None:
        lacking = [message.id for message in translated(lang) if message.fuzzy or not all(forms(message.string))]
        assert not lacking

    def test_real_apostrophes_and_quotes(self, lang) -> None:
        """As in print and in the rule books; mixed kinds on one page look like a mistake."""
        straight = re.compile(r"['\"]")
        assert not [message.id for message in translated(lang) if straight.search("".join(forms(message.string)))]
        assert not [message.id for message in translated(lang) if straight.search("".join(forms(message.id)))]

    def test_every_fact_is_said(self, lang) -> None:
        """A translation has the placeholders of its sentence; the singular need not have the number."""
        for message in translated(lang):
            wanted = facts(forms(message.id)[-1])
            for form in filter(None, forms(message.string)):
                assert facts(form) - wanted == set(), message.id
                assert wanted - facts(form) <= ({"n"} if message.pluralizable else set()), message.id


class TestFrench:
    """French signs with a space before them stay on the line of their word."""

    def test_in_the_catalogue(self) -> None:
        assert [text for message in translated("fr") for text in forms(message.string) if LOOSE.search(text)] == []

    def test_in_the_books(self) -> None:
        books = (ROOT / "companion" / "games").glob("*/book.fr.md")
        assert [
            line for book in books for line in book.read_text(encoding="utf-8").splitlines() if LOOSE.search(line)
        ] == []


@pytest.mark.parametrize(
    ("text", "facts", "said"),
    [
        ("Trick %(n)s", {"n": "<b>"}, "Stick &lt;b&gt;"),
        ("%(text)s <i>", {"text": "a"}, "a <i>"),
        ("100 %%", {}, "100 %"),
        ("All agree", {}, "Alla är överens"),
    ],
)
def test_a_sentence_of_a_page_escapes_what_people_wrote(
    app: Flask, text: str, facts: dict[str, str], said: str
) -> None:
    with app.test_request_context("/", headers={"Accept-Language": "sv"}):
        template = app.jinja_env.from_string("{{ _(text, **facts) }}")
        assert template.render(text=text, facts=facts) == said


def test_a_template_says_each_constant_in_the_language_of_its_reader(app: Flask) -> None:
    """Also a template that was compiled for another reader."""
    with app.test_request_context("/", headers={"Accept-Language": "fr"}):
        template = app.jinja_env.from_string("{{ '{what}'|colon }}")
        assert template.render() == "{what}\N{NO-BREAK SPACE}:"
    with app.test_request_context("/", headers={"Accept-Language": "en"}):
        assert template.render() == "{what}:"
