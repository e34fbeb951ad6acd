"""Strict HTML: find faults that disturb a strict parser or a screen reader."""

from collections import Counter
from collections.abc import Iterator

from markupever import HtmlOptions, Parser
from markupever.dom import BaseNode, Element, TreeDom

STRICT = HtmlOptions(exact_errors=True)
OUTSIDE_LABELS = ":is(input:not([type=hidden]), select, textarea):not(label *)"
FOR_ENTRIES = "input[name=entry_id], input[name=seen]"


def faults(html: str) -> Iterator[str]:
    """Yield each fault that would disturb a strict parser or a screen reader."""
    parser = Parser(STRICT)
    parser.process(html)
    parser.finish()
    yield from parser.errors()
    page = parser.into_dom()
    ids = Counter(one.attrs["id"] for one in page.select("[id]"))
    yield from (f"two elements are called {name}" for name, n in ids.items() if n > 1)
    if not any(map(text_of, page.select("head > title"))):
        yield "no title"
    heads = [text_of(one) for one in page.select("h1")]
    if len(heads) != 1 or not heads[0]:
        yield f"headed {heads}"
    yield from ("a form without an action" for one in page.select("form") if not one.attrs.get("action"))
    yield from (f"a browser refills {one.attrs.get('action')}" for one in page.select("form") if is_refilled(one))
    yield from unlabelled(page)


def is_refilled(form: Element) -> bool:
    """Return whether a browser that goes back to the page would put old text into a form for the next entry."""
    return form.attrs.get("autocomplete") != "off" and any(form.select(FOR_ENTRIES))


def unlabelled(page: TreeDom) -> Iterator[str]:
    named = {label.attrs.get("for") for label in page.select("label[for]")}
    for one in page.select(OUTSIDE_LABELS):
        if not (one.attrs.get("aria-label") or one.attrs.get("id") in named):
            yield f"nobody says what {one.attrs.get('name')} is"
    for one in page.select("button, a, label"):
        if not (one.attrs.get("aria-label") or text_of(one)):
            yield f"without words: {one.serialize()}"


def text_of(one: BaseNode) -> str:
    return one.text().strip()
