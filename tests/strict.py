"""Strict HTML: what a strict reader of a page, or one that listens to it, would stumble over."""

import re
from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any
from xml.etree.ElementTree import Element

from tinyhtml5 import inputstream
from tinyhtml5.parser import HTMLParser


class Regexes(dict[Any, re.Pattern[str]]):
    """Those of the parser, which keeps each under a name by which it never finds it again: half of its time."""

    def __missing__(self, asked: tuple[Collection[str], bool]) -> re.Pattern[str]:
        signs, opposite = asked
        inside = "".join(f"\\x{ord(sign):02x}" for sign in sorted(signs))
        self[asked] = re.compile(f"[{inside}]+" if opposite else f"[^{inside}]+")
        return self[asked]


inputstream.characters_until_regex = Regexes()


def faults(html: str) -> Iterator[str]:
    """What a strict reader, or one that listens to the page, would stumble over."""
    parser = HTMLParser(namespace_html_elements=False)
    page = parser.parse(html)
    yield from (f"{code} at {where}" for where, code, _ in parser.errors)
    everything = list(page.iter())
    ids = Counter(one.get("id") for one in everything if one.get("id"))
    yield from (f"two elements are called {name}" for name, n in ids.items() if n > 1)
    if not text_of(page.find(".//title")):
        yield "no title"
    heads = [text_of(one) for one in page.findall(".//h1")]
    if len(heads) != 1 or not heads[0]:
        yield f"headed {heads}"
    yield from ("a form without an action" for one in page.findall(".//form") if not one.get("action"))
    yield from (f"a browser refills {one.get('action')}" for one in page.findall(".//form") if is_refilled(one))
    yield from unlabelled(page, everything)


def is_refilled(form: Element) -> bool:
    """Whether a browser that comes back to the page puts what was written with it into a form for the next entry."""
    names = {one.get("name") for one in form.iter("input")}
    return bool(names & {"entry_id", "seen"}) and form.get("autocomplete") != "off"


def unlabelled(page: Element, everything: list[Element]) -> Iterator[str]:
    named = {one.get("for") for one in page.findall(".//label") if text_of(one)}
    inside = {id(one) for label in page.findall(".//label") if text_of(label) for one in label.iter()}
    for one in everything:
        if one.tag in ("input", "select", "textarea") and one.get("type") != "hidden":
            if not (one.get("aria-label") or one.get("id") in named or id(one) in inside):
                yield f"nobody says what {one.get('name')} is"
        elif one.tag in ("button", "a") and not (one.get("aria-label") or text_of(one)):
            yield f"a {one.tag} without words: {one.attrib}"


def text_of(one: Element | None) -> str:
    return "".join(one.itertext()).strip() if one is not None else ""
