"""WeasyPrint as this house sets it up: a page brings along what it shows, and says its language and its headings.

WeasyPrint needs libraries of the system and half a second: only press.py imports this, when something is printed.
"""

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from weasyprint import CSS, HTML, Attachment, Document, draw
from weasyprint.draw.border import SIDES
from weasyprint.draw.color import get_color
from weasyprint.text.ffi import harfbuzz_subset
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import FatalURLFetchingError, URLFetcher

from companion import resources
from companion.pdf import pdf_ua

UA = "pdf/ua-1"
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)  # of a file that is carried along: the same match, the same bytes
_log = logging.getLogger(__name__)


class OnlyOwn(URLFetcher):  # type: ignore[misc]
    """Lets a page show what it brings along, its QR code, and nothing from a disk or a network."""

    def fetch(self, url: str, headers: object = None) -> object:
        if not url.startswith("data:image/svg+xml;"):
            raise FatalURLFetchingError(f"a printed page asks for {url}")
        return super().fetch(url, headers)


class Page(HTML):  # type: ignore[misc]
    """A page dressed by one sheet, which says what every element is.

    WeasyPrint's own sheet for HTML has a hundred rules for what no paper of ours has, and each is tried on every cell.
    """

    def __init__(self, html: str, sheet: CSS, fetcher: URLFetcher) -> None:
        super().__init__(string=html, url_fetcher=fetcher)
        self._sheet = sheet

    def _ua_stylesheets(self, forms: bool = False) -> list[CSS]:
        return [self._sheet]


class Typesetter:
    """Lays pages out and writes them. `install`: what to type where a library that saves time is missing."""

    def __init__(self, install: str) -> None:
        if not harfbuzz_subset:
            _log.warning("Printing is slow without HarfBuzz's subsetter: %s", install)
        self._fetcher = OnlyOwn(allowed_protocols={"data"}, allow_redirects=False)
        self._fonts = FontConfiguration()
        style = (resources.folder("static") / "print.css").read_text(encoding="utf-8")
        self._css = CSS(string=style, url_fetcher=self._fetcher, font_config=self._fonts)

    def laid_out(self, html: str) -> Document:
        page = Page(html, self._css, self._fetcher)
        document = page.render(font_config=self._fonts, pdf_variant=UA)
        pdf_ua.link_once(document)
        return document

    @staticmethod
    def pages(document: Document) -> float:
        """Return how many pages a document takes, of the last as much as is filled."""
        last = document.pages[-1]._page_box
        (body,) = last.children[0].children
        return len(document.pages) - 1 + min(1.0, float(body.height / last.height))

    def written(self, document: Document, carried: tuple[tuple[str, bytes], ...]) -> bytes:
        files = []
        for name, content in carried:
            made = {"created": EPOCH, "modified": EPOCH, "description": name, "relationship": "Source"}
            files.append(Attachment(string=content, name=name, **made))
        return bytes(document.write_pdf(pdf_variant=UA, attachments=files, finisher=pdf_ua.finished))


def _ruled(draw_border: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
    """Straight lines as one box each: WeasyPrint clips every side of a border out of a ring, cell by cell."""

    def ruled(stream: Any, box: Any) -> None:
        style = box.style
        widths = {side: getattr(box, f"border_{side}_width") for side in SIDES}
        sides = [side for side in SIDES if widths[side]]
        if not sides:
            return
        if len(sides) == len(SIDES) or any(style[f"border_{side}_style"] != "solid" for side in sides):
            draw_border(stream, box)
            return
        x, y, across, down = box.border_box_x(), box.border_box_y(), box.border_width(), box.border_height()
        with stream.artifact():
            for side in sides:
                wide = widths[side]
                stream.set_color(get_color(style, f"border_{side}_color"))
                if side in ("top", "bottom"):
                    stream.rectangle(x, y if side == "top" else y + down - wide, across, wide)
                else:
                    stream.rectangle(x if side == "left" else x + across - wide, y, wide, down)
                stream.fill()

    return ruled


draw.draw_border = _ruled(draw.draw_border)
