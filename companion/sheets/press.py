"""From a template to a PDF: the one place that knows Jinja's environment and WeasyPrint."""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from threading import Lock
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from companion import shipped
from companion.rules.rulings import Ruling, impossible
from companion.rules.words import say
from companion.sheets.measure import A4, Paper
from companion.speech import Language, language, speak

PAPER_SUITS = str.maketrans({"♥": "♡", "♦": "♢"})  # red suits in outline: told apart without colour
INSTALL = "sudo apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu-core"
_rendering = Lock()  # Pango's font maps are not made for several threads
_log = logging.getLogger(__name__)


@cache
def environment(lang: str) -> Environment:
    """The templates in one language, with no web application around them."""
    made = Environment(
        loader=shipped.loader(),
        autoescape=True,
        extensions=["jinja2.ext.i18n"],
        **shipped.JINJA,
    )
    catalogue = language(lang)
    made.install_gettext_callables(  # type: ignore[attr-defined]
        catalogue.gettext, catalogue.ngettext, newstyle=True, pgettext=catalogue.pgettext, npgettext=catalogue.npgettext
    )
    return made


def css_string(text: str, **counters: str) -> Markup:
    """Text as the value of CSS `content`: every sign escaped, so that it can be nothing but text.

    A `{name}` in the text becomes the counter of that name in `counters`.
    """
    quoted = "".join(sign if sign.isalnum() and sign.isascii() else f"\\{ord(sign):x} " for sign in text)
    for name, counter in counters.items():
        quoted = quoted.replace(f"\\7b {name}\\7d ", f'" counter({counter}) "')
    return Markup(f'"{quoted}"')  # noqa: S704  (nothing is left in it that CSS or HTML could read)


def print_pages(
    template: str,
    lang: str,
    facts: Mapping[str, object],
    carried: tuple[str, bytes] | None = None,
) -> bytes | Ruling:
    """The PDF of a template. A Ruling says what to install where the libraries of the system are missing.

    `carried` is a file that the PDF takes along, with its name.
    """
    tools = _weasyprint()
    if isinstance(tools, Ruling):
        return tools
    layout, write = tools
    page = environment(lang).get_template(template).render(facts, lang=lang)
    with _rendering:
        return write(layout(page), carried)


def fitting(
    template: str, lang: str, facts: Mapping[str, object], tries: Sequence[Mapping[str, object]], pages: int
) -> Mapping[str, object] | Ruling:
    """The first of the `tries`, further facts of a template, that needs no more than so many pages.

    Where none does, the one that needs the fewest, the first of equals.
    """
    tools = _weasyprint()
    if isinstance(tools, Ruling):
        return tools
    page = environment(lang).get_template(template)
    found: dict[int, Mapping[str, object]] = {}
    for one in tries:
        html = page.render({**facts, **one}, lang=lang)
        with _rendering:
            needs = len(tools[0](html).pages)
        found.setdefault(needs, one)
        if needs <= pages:
            break
    return found[min(found)]


def frame(head: str, foot: str, catalogue: Language, page: Paper = A4, initials: str = "") -> Markup:
    """The page boxes: what stands above every page but the first, and below every page."""
    number = speak(say("page {page} of {pages}", page="{page}", pages="{pages}"), catalogue)
    return Markup(  # noqa: S704  (names of our own and strings of escaped text)
        f"@page {{ size: {page.name}; margin: {page.margins};"
        f" @top-left {{ content: {css_string(head)}; width: {page.width - 60 * bool(initials):.0f}mm }}"
        f" @top-right {{ content: {css_string(initials)} }}"
        f" @bottom-left {{ content: {css_string(foot)}; width: {page.width - 30:.0f}mm }}"
        f" @bottom-right {{ content: {css_string(number, page='page', pages='pages')} }} }}"
        " @page :first { @top-left { content: none } @top-right { content: none } }"
    )


Tools = tuple[Callable[[str], Any], Callable[[Any, tuple[str, bytes] | None], bytes]]
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)  # of a file that is carried along: the same match, the same bytes


@cache
def _weasyprint() -> Tools | Ruling:
    """What lays a page out and what writes it: loaded at the first print, half a second."""
    try:
        from weasyprint import CSS, HTML, Attachment  # noqa: PLC0415
        from weasyprint.pdf import tags  # noqa: PLC0415
        from weasyprint.text.ffi import harfbuzz_subset  # noqa: PLC0415
        from weasyprint.text.fonts import FontConfiguration  # noqa: PLC0415
        from weasyprint.urls import FatalURLFetchingError, URLFetcher  # noqa: PLC0415
    except (ImportError, OSError):
        sentence = say(
            "Printing needs the Pango library, which is missing here. Install it with: {command}", command=INSTALL
        )
        return impossible("sheets.pango", sentence)
    if not harfbuzz_subset:
        _log.warning("Printing is slow without HarfBuzz's subsetter: %s", INSTALL)

    tags._build_box_tree = _in_its_language(tags._build_box_tree)

    class OnlyOwn(URLFetcher):  # type: ignore[misc]
        """Lets a page show what it brings along, its QR code, and nothing from a disk or a network."""

        def fetch(self, url: str, headers: object = None) -> object:
            if not url.startswith("data:image/svg+xml;"):
                raise FatalURLFetchingError(f"a printed page asks for {url}")
            return super().fetch(url, headers)

    fetcher = OnlyOwn(allowed_protocols={"data"}, allow_redirects=False)
    fonts = FontConfiguration()
    css = CSS(
        string=(shipped.folder("static") / "print.css").read_text(encoding="utf-8"),
        url_fetcher=fetcher,
        font_config=fonts,
    )

    def layout(html: str) -> Any:
        page = HTML(string=html, url_fetcher=fetcher)
        return page.render(font_config=fonts, stylesheets=[css], pdf_variant="pdf/ua-1")

    def write(document: Any, carried: tuple[str, bytes] | None) -> bytes:
        files = []
        if carried:
            name, content = carried
            made = {"created": EPOCH, "modified": EPOCH, "description": name, "relationship": "Source"}
            files.append(Attachment(string=content, name=name, **made))
        return bytes(document.write_pdf(pdf_variant="pdf/ua-1", attachments=files, finisher=_scoped))

    return layout, write


def _in_its_language(build: Callable[..., Iterator[Any]]) -> Callable[..., Iterator[Any]]:
    """Tags that say their language where HTML does: WeasyPrint knows that of the whole document alone."""

    def tagged(box: Any, *rest: Any) -> Iterator[Any]:
        element = getattr(box, "element", None)
        spoken = element.attrib.get("lang") if element is not None and element.tag != "html" else None
        for one in build(box, *rest):
            if spoken:
                one["Lang"] = f"({spoken})".encode("ascii")
            yield one

    return tagged


def _scoped(_document: Any, pdf: Any) -> None:
    """Every heading of a table says what it heads, its column in the head and its row below.

    WeasyPrint names the headings of each cell instead, and gives those that span columns to the first of them alone.
    """
    by_reference: dict[bytes, Any] = {}
    for one in pdf.objects:
        if isinstance(one, dict):
            by_reference[getattr(one, "reference", b"")] = one
    for cell in by_reference.values():
        if cell.get("S") not in ("/TH", "/TD") or "A" not in cell:
            continue
        cell["A"].pop("Headers", None)
        if cell["S"] == "/TH":
            part = by_reference[by_reference[cell["P"]]["P"]]
            cell["A"]["Scope"] = "/Column" if part["S"] == "/THead" else "/Row"
