"""Draw and send forms, for people with any names."""

from html.parser import HTMLParser
from typing import Any

from flask import Flask

from companion.parsing import game_of
from companion.parsing.scalars import tidy
from support.examples import example
from support.phones import entries, new_table, text_of

PLAIN = ("Anna", "Bo", "Cia")
NAMES = [
    ("1", "3", "2"),
    ("@none", "@2", "0"),
    ("👩‍👩‍👧", "M" * 40, "?"),
    ("می‌خواهم", "A\u0301ron", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"),
    ("'\"<b>&%20", "Ann  Mary\u00a0Lou", "7H"),
]


class Controls(HTMLParser):
    """All that the forms of a page can send: each name with each offered value, or None for a text field."""

    def __init__(self, html: str):
        super().__init__()
        self.select = ""
        self.option: str | None = None
        self.found: set[tuple[str, str | None]] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag == "input":
            offers = values.get("type") in ("radio", "checkbox")
            self.found.add((values.get("name") or "", values.get("value") if offers else None))
        elif tag == "select":
            self.select = values.get("name") or ""
        elif tag == "option" and "value" in values:
            self.found.add((self.select, values["value"]))
        elif tag == "option":
            self.option = ""

    def handle_data(self, data: str) -> None:
        if self.option is not None:
            self.option += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "option" and self.option is not None:
            self.found.add((self.select, " ".join(self.option.split())))
            self.option = None


def seats(game: str, names: tuple[str, ...]) -> list[str]:
    rules = game_of(game)
    assert rules
    return list(names[: example(rules).usual])


def renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {names.get(key, key): renamed(one, names) for key, one in value.items()}
    if isinstance(value, list):
        return [renamed(one, names) for one in value]
    return names.get(value, value) if isinstance(value, str) else value


def written(app: Flask, game: str, names: tuple[str, ...], rules: dict[str, str], fields: list[tuple[str, str]]) -> Any:
    """Return the stored body of a deal that is written through the page."""
    game_read = game_of(game)
    assert game_read
    table = seats(game, names)
    owner = new_table(app, game, table, **{f"options[{name}]": value for name, value in rules.items()})
    kept = [tidy(name) for name in table]
    pairs = [(name, text.format(*kept) if "{" in text else text) for name, text in fields]
    page = Controls(owner.get().text).found
    for name, text in pairs:
        is_drawn = (name, text) in page or (name, None) in page
        comes = any(word in name for word in example(game_read).drawn_later)
        assert is_drawn or comes, (name, text)
    form = {"kind": "deal", "number": 1, "entry_id": "x"}
    sent: dict[str, Any] = {**form, **{name: [t for n, t in pairs if n == name] for name, _ in pairs}}
    answer = owner.client.post(f"/m/{owner.match}/entries", data=sent)
    assert answer.status_code == 303, text_of(answer.text)
    assert owner.get().status_code == 200
    assert owner.get("/entries/1").status_code == 200
    (row,) = entries(app, owner.match)
    return row.body


def refused(app: Flask, game: str, **fields: Any) -> str:
    """Return the page that refuses a deal, at a table of 1, 2 and 3."""
    owner = new_table(app, game, seats(game, ("1", "2", "3")))
    answer = owner.post("/entries", kind="deal", number=1, entry_id="x", **fields)
    assert answer.status_code == 422
    return str(answer.text)
