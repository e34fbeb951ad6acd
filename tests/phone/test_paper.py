"""Paper from a phone: the browser itself prints protocol, card and book, on A4 and on Letter."""

from collections.abc import Callable
from io import BytesIO

import pytest
from phone.device import GAME, Device
from pypdf import PdfReader

MILLIMETRES = {"a4": (210, 297), "letter": (216, 279)}
MATCH = (f"/new/{GAME.key}", ("players[]", "Anna"), ("players[]", "Bo"), ("dealer", "0"))


@pytest.mark.parametrize("paper", ["protocol", "card", "book"])
@pytest.mark.parametrize("size", MILLIMETRES)
def test_is_of_its_size_and_holds_what_it_should(device: Callable[..., Device], paper: str, size: str) -> None:
    phone = device().open()
    _, url, _ = phone.post(*MATCH)
    page = phone.get(f"/{url.removeprefix(phone.url)}/{paper}.pdf?size={size}")
    assert "<script" not in page
    printer = phone.page.context.new_page()
    printer.route("**/paper", lambda route: route.fulfill(body=page, content_type="text/html; charset=utf-8"))
    printer.goto("http://127.0.0.1:1/paper")
    pages = PdfReader(BytesIO(printer.pdf(prefer_css_page_size=True))).pages
    box = pages[0].mediabox
    sides = sorted(round(float(side) * 25.4 / 72) for side in (box.width, box.height))
    assert sides == sorted(MILLIMETRES[size])
    text = " ".join(one.extract_text() for one in pages)
    assert GAME.name.lower() in text.lower()
    if paper == "protocol":
        assert len(pages) == 1
        assert "Anna" in text
        assert "The PDF contains the match file" not in text


def test_is_printed_from_a_frame_of_its_own_and_the_page_stays(device: Callable[..., Device]) -> None:
    phone = device().open()
    _, url, _ = phone.post(*MATCH)
    phone.open(f"{url.removeprefix(phone.url)}/share")
    phone.app.locator("a[data-paper]").first.click()
    paper = phone.page.frame_locator("#paper")
    paper.locator("table").first.wait_for(state="attached")
    assert phone.page.url.endswith("/share")
    assert paper.locator("body").evaluate("(one) => getComputedStyle(one).fontSize") == "12.6667px"  # dressed: 9.5 pt
