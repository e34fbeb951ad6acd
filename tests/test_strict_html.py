"""The checker of strict HTML finds faults of a page, and no others."""

import pytest
from support.each import each
from support.strict import faults

PAGE = "<!doctype html><html lang=en><head><title>{title}</title></head><body><h1>Rams</h1>{body}</body></html>"
HIDDEN = "<input type=hidden name=seen>"


def told(body: str, title: str = "Rams") -> list[str]:
    return list(faults(PAGE.format(body=body, title=title)))


@pytest.mark.parametrize(
    "body",
    [
        "<label>Points <input name=points></label>",
        "<label for=p>Points</label><input id=p>",
        "<select aria-label=Who><option>Anna</select><button>Save</button><a href=/ aria-label=Home></a>",
        f"<form action=/ autocomplete=off>{HIDDEN}</form>",
    ],
)
def test_nothing(body: str) -> None:
    assert told(body) == []


@each(
    "body, fault",
    [
        ("<p><div>x</div></p>", "No <p> tag to close"),
        ("<p><b>x</p>", "Unexpected open element"),
        ("<table>x<tr><td>y</table>", "Non-space table text"),
        ("<a href=x href=y>z</a>", "Duplicate attribute"),
        ("<p id=a>x<p id=a>y", "two elements are called a"),
        ("<h1>Gin</h1>", "headed ['Rams', 'Gin']"),
        ("<form></form>", "a form without an action"),
        (f"<form action=/>{HIDDEN}</form>", "a browser refills /"),
        ("<input name=points>", "nobody says what points is"),
        ("<label><input name=points></label>", 'without words: <label><input name="points"></label>'),
        ("<button></button>", "without words: <button></button>"),
    ],
)
def test_a_fault(body: str, fault: str) -> None:
    assert any(one.startswith(fault) for one in told(body))


def test_a_page_that_is_called_nothing() -> None:
    assert told("", title="") == ["no title"]
