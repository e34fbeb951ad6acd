"""Pages printed from the browser: black on white, every chapter open, no buttons."""

from io import BytesIO

from browser.table import Make, NewMatch
from playwright.sync_api import Page
from pypdf import PdfReader

from companion.rulebooks import book

DEALS = [{"kind": "deal", "points": {"Anna": n, "Bo": 100 + n}} for n in range(1, 31)]


def text_of(page: Page) -> str:
    pages = PdfReader(BytesIO(page.pdf(format="A4"))).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


def test_the_whole_book_is_printed_from_a_page_whose_chapters_are_closed(page: Page) -> None:
    page.goto("/rules/toy")
    text = text_of(page)
    for one in book("toy", "en").clauses:
        assert one.heading in text
    assert "Svenska" not in text  # the buttons for other languages


def test_a_dark_screen_prints_on_white(phone: Make, new_match: NewMatch) -> None:
    page = phone(color_scheme="dark", new=True)
    new_match(page, "toy", ["Anna", "Bo"], entries=DEALS)
    page.emulate_media(media="print", color_scheme="dark")
    look = "(({color, backgroundColor}) => [color, backgroundColor])(getComputedStyle(document.body))"
    assert page.evaluate(look) == ["rgb(0, 0, 0)", "rgba(0, 0, 0, 0)"]
    over = "e => ['fixed', 'sticky'].includes(getComputedStyle(e).position)"
    assert page.evaluate(f"[...document.querySelectorAll('*')].filter({over}).length") == 0
    assert not page.locator("button:not(.deal-winner), .zone").filter(visible=True).count()
    assert page.locator(".seat :is(.who bdi, .n)").filter(visible=True).all_inner_texts() == [
        "Anna",
        "475",
        "Bo",
        "3475",
    ]
    assert not page.get_by_role("navigation").filter(visible=True).count()
    page.goto(page.url.partition("?")[0] + "/result")
    page.wait_for_function("() => document.querySelector('#picture').complete")
    assert len(PdfReader(BytesIO(page.pdf(format="A4"))).pages) == 1  # the picture is not cut
