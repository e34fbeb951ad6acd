"""Set up WeasyPrint: no external resources, the PDF/UA-1 tags that it lacks, the same bytes for the same input.

WeasyPrint needs system libraries and half a second to load, so only render_process.py imports this module, at the first
print. Public interfaces are used if they exist: URLFetcher, `Document.pages`, `Page.links`, `finisher`, attachments.
These are private and must be checked with each new version:

- `HTML._ua_stylesheets`: the built-in style sheet has a hundred rules that our papers do not need and that are tried on
  every cell; with it, a page takes 1.5 times as long.
- `tags._build_box_tree`: the language of an element, no nested links, no tags for running heads and feet.
- `draw.draw_stacking_context`: running heads and feet as artifacts, which are not read aloud on every page.
"""

import logging
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

from pydyf import Dictionary
from weasyprint import CSS, HTML, Attachment, Document, draw
from weasyprint.formatting_structure.boxes import MarginBox
from weasyprint.pdf import tags
from weasyprint.text.ffi import harfbuzz_subset
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import FatalURLFetchingError, URLFetcher

from companion import resources

UA = "pdf/ua-1"
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)  # the date of attached files, so that the same match gives the same bytes
_log = logging.getLogger(__name__)


class DataUrlFetcher(URLFetcher):  # type: ignore[misc]
    """A fetcher for pictures inside the page, such as its QR code; it loads nothing from disk or network."""

    def fetch(self, url: str, headers: object = None) -> object:
        """Fetch a drawing from a data URL.

        Raises:
            FatalURLFetchingError: a page asks for any other URL.
        """
        if not url.startswith("data:image/svg+xml;"):
            raise FatalURLFetchingError(f"a printed page asks for {url}")
        return super().fetch(url, headers)


class Page(HTML):  # type: ignore[misc]
    """A page whose only style sheet is ours, in place of the built-in one."""

    def __init__(self, html: str, sheet: CSS, fetcher: URLFetcher) -> None:
        super().__init__(string=html, url_fetcher=fetcher)
        self._sheet = sheet

    def _ua_stylesheets(self, forms: bool = False) -> list[CSS]:
        return [self._sheet]


class Typesetter:
    """The typesetter: lays out pages and writes them as PDF.

    `install` is the command that installs a missing library which saves time.
    """

    def __init__(self, install: str) -> None:
        if not harfbuzz_subset:
            _log.warning("Printing is slow without HarfBuzz's subsetter: %s", install)
        self._fetcher = DataUrlFetcher(allowed_protocols={"data"}, allow_redirects=False)
        self._fonts = FontConfiguration()
        style = (resources.folder("static") / "print.css").read_text(encoding="utf-8")
        self._css = CSS(string=style, url_fetcher=self._fetcher, font_config=self._fonts)

    def lay_out(self, html: str) -> Document:
        """Lay out a page of HTML."""
        page = Page(html, self._css, self._fetcher)
        document = page.render(font_config=self._fonts, pdf_variant=UA)
        link_once(document)
        return document

    def write_pdf(self, document: Document, carried: tuple[tuple[str, bytes], ...]) -> bytes:
        """Return the PDF of a document; `carried` are files to attach, with their names."""
        files = []
        for name, content in carried:
            made = {"created": EPOCH, "modified": EPOCH, "description": name, "relationship": "Source"}
            files.append(Attachment(string=content, name=name, **made))
        return bytes(document.write_pdf(pdf_variant=UA, attachments=files, finisher=finished))


PRINTED = 4  # the annotation flag "print"


def link_once(document: Document) -> None:
    """Drop the links that WeasyPrint repeats without a tag for each box inside a link."""
    for page in document.pages:
        page.links = [link for link in page.links if link[3].link]


def finished(_document: Document, pdf: Any) -> None:
    """Mark links as printed, and give every table heading a scope: column in the head, row in the body.

    WeasyPrint lists the headings of each cell instead, and gives a heading that spans columns to the first of them
    only.
    """
    by_reference: dict[bytes, Any] = {}
    for one in pdf.objects:
        if isinstance(one, dict):
            by_reference[getattr(one, "reference", b"")] = one
    for one in by_reference.values():
        if one.get("Subtype") == "/Link":
            one["F"] = PRINTED
        if one.get("S") not in ("/TH", "/TD") or "A" not in one:
            continue
        one["A"].pop("Headers", None)
        if one["S"] == "/TH":
            part = by_reference[by_reference[one["P"]]["P"]]
            one["A"]["Scope"] = "/Column" if part["S"] == "/THead" else "/Row"


def _tagged(build: Callable[..., Iterator[Any]]) -> Callable[..., Iterator[Any]]:
    """Wrap the building of tags: set the language of elements, do not nest links, do not tag running heads and feet.

    WeasyPrint sets only the language of the whole document.
    """

    def tagged(box: Any, parent: Any, *rest: Any) -> Iterator[Any]:
        if isinstance(box, MarginBox):
            return
        element = getattr(box, "element", None)
        spoken = element.attrib.get("lang") if element is not None and element.tag != "html" else None
        for one in build(box, parent, *rest):
            if spoken:
                one["Lang"] = f"({spoken})".encode("ascii")
            if one["S"] == parent["S"] == "/Link":
                one["S"] = "/Span"
            yield one

    return tagged


def _running(draw_context: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
    """Wrap the drawing of boxes: mark running heads and feet as artifacts, which are not read aloud."""

    def running(stream: Any, context: Any) -> None:
        if not isinstance(context.box, MarginBox):
            draw_context(stream, context)
            return
        kind = "/Header" if context.box.at_keyword.startswith("@top") else "/Footer"
        stream.begin_marked_content("Artifact", Dictionary({"Type": "/Pagination", "Subtype": kind}))
        known, stream._tags = stream._tags, None
        draw_context(stream, context)
        stream._tags = known
        stream.end_marked_content()

    return running


tags._build_box_tree = _tagged(tags._build_box_tree)
draw.draw_stacking_context = _running(draw.draw_stacking_context)
