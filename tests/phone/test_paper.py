"""Printing on a phone: the browser prints protocol, card and book, on A4 and on Letter."""

from collections.abc import Callable
from functools import partial
from io import BytesIO

import pytest
from phone.device import GAME, Device
from playwright.sync_api import Route
from pypdf import PdfReader
from support.share import every

MILLIMETRES = {"a4": (210, 297), "letter": (216, 279)}
MATCH = (f"/new/{GAME.key}", ("players[]", "Anna"), ("players[]", "Bo"), ("dealer", "0"))


@pytest.mark.parametrize("size", every(2, list(MILLIMETRES)))
def test_paper_has_its_size_and_content(device: Callable[..., Device], size: str) -> None:
    phone = device().open()
    _, url, _ = phone.post(*MATCH)
    printer = phone.page.context.new_page()
    for paper in ("protocol", "card", "book"):
        page = phone.get(f"/{url.removeprefix(phone.url)}/{paper}.pdf?size={size}")
        assert "<script" not in page
        printer.unroute_all()
        printer.route("**/paper", partial(_shown, page))
        printer.goto("http://127.0.0.1:1/paper")
        pages = PdfReader(BytesIO(printer.pdf(prefer_css_page_size=True))).pages
        box = pages[0].mediabox
        sides = sorted(round(float(side) * 25.4 / 72) for side in (box.width, box.height))
        assert sides == sorted(MILLIMETRES[size]), paper
        text = " ".join(one.extract_text() for one in pages)
        assert GAME.name.lower() in text.lower()
        if paper == "protocol":
            assert len(pages) == 1
            assert "Anna" in text
            assert "The PDF contains the match file" not in text


def _shown(page: str, route: Route) -> None:
    route.fulfill(body=page, content_type="text/html; charset=utf-8")


def test_is_printed_from_a_frame_of_its_own_and_the_page_stays(device: Callable[..., Device]) -> None:
    phone = device().open()
    _, url, _ = phone.post(*MATCH)
    phone.open(f"{url.removeprefix(phone.url)}/share")
    phone.app.locator("a[data-paper]").first.click()
    paper = phone.page.frame_locator("#paper")
    paper.locator("table").first.wait_for(state="attached")
    assert phone.page.url.endswith("/share")
    assert paper.locator("body").evaluate("(one) => getComputedStyle(one).fontSize") == "12.6667px"  # 9.5 pt


def test_the_matches_can_be_read_after_printing_on_a_second_start(device: Callable[..., Device]) -> None:
    """Printing imports modules late from the library's zip, which the restored memory takes for open."""
    phone = device().open().kept()
    _, url, _ = phone.post(*MATCH)
    match = f"/{url.removeprefix(phone.url)}"
    phone.page.goto("about:blank")
    phone.open()
    assert not phone.state("isFresh")
    assert "Anna" in phone.get(f"{match}/protocol.pdf?size=a4")
    assert "Anna" in phone.get(match)
