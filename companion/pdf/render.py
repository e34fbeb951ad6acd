"""Render a template to HTML and the HTML to PDF. Only this module of the folder uses Jinja."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, partial

import segno
from jinja2 import Environment
from markupsafe import Markup

from companion import resources
from companion.pdf.metrics import A4, INITIALS, Paper
from companion.pdf.render_process import Job, typeset
from companion.rules.messages import say
from companion.rules.rulings import Ruling
from companion.translation import Language, before_colon, language, listed, speak


@cache
def environment(lang: str) -> Environment:
    """Return the Jinja environment of one language, without a web application."""
    made = Environment(loader=resources.loader(), autoescape=True, extensions=["jinja2.ext.i18n"], **resources.JINJA)
    catalogue = language(lang)
    made.install_gettext_callables(  # type: ignore[attr-defined]
        catalogue.gettext, catalogue.ngettext, newstyle=True, pgettext=catalogue.pgettext, npgettext=catalogue.npgettext
    )
    made.filters["colon"] = partial(before_colon, catalogue)
    made.filters["listed"] = partial(listed, catalogue)
    return made


def css_string(text: str, **counters: str) -> Markup:
    """Quote a text as a value of CSS `content`. All special characters are escaped, so that it can only be text.

    A `{name}` in the text becomes the counter of that name in `counters`.
    """
    quoted = "".join(sign if sign.isalnum() and sign.isascii() else f"\\{ord(sign):x} " for sign in text)
    for name, counter in counters.items():
        quoted = quoted.replace(f"\\7b {name}\\7d ", f'" counter({counter}) "')
    return Markup(f'"{quoted}"')  # noqa: S704  (no character with a meaning in CSS or HTML is left)


Carried = tuple[tuple[str, bytes], ...]  # the files to attach to a PDF, with their names


def print_pages(template: str, lang: str, facts: Mapping[str, object], carried: Carried = ()) -> bytes | Ruling:
    """Print a template, with files to attach.

    Returns:
        The PDF, or a Ruling that says what to install if system libraries are missing.
    """
    page = environment(lang).get_template(template).render(facts, lang=lang)
    rendered = typeset(Job((page,), carried=carried))
    return rendered if isinstance(rendered, Ruling) else rendered.pdf


@dataclass(frozen=True)
class FittedPdf:
    """A PDF and the facts of the layout that was chosen for it."""

    facts: Mapping[str, object]
    pdf: bytes


def fitting(
    template: str,
    lang: str,
    facts: Mapping[str, object],
    tries: Iterable[Mapping[str, object]],
    pages: int = 1,
    carried: Carried = (),
) -> FittedPdf | Ruling:
    """Print the first of the `tries` that needs at most `pages` pages, else the one that needs the fewest.

    Every choice between layouts is made here, by their real numbers of pages.

    Args:
        facts: the facts of the template that all tries share.
        tries: further facts, from the preferred layout to the tightest.
        carried: files to attach to the PDF.

    Returns:
        The PDF with its facts, or a Ruling if the machine cannot print.
    """
    page = environment(lang).get_template(template)
    chosen = [{**facts, **one} for one in tries]
    rendered = typeset(Job(tuple(page.render(one, lang=lang) for one in chosen), pages, carried))
    return rendered if isinstance(rendered, Ruling) else FittedPdf(chosen[rendered.chosen], rendered.pdf)


def frame(head: str, foot: str, catalogue: Language, page: Paper = A4, initials: str = "") -> Markup:
    """Return the CSS of page margins: a running head from the second page on, a foot and page number on all pages."""
    number = speak(say("page {page} of {pages}", page="{page}", pages="{pages}"), catalogue)
    above = f"{css_string(head)} string(again, start)"
    return Markup(  # noqa: S704  (our own names, and escaped strings)
        f"@page {{ size: {page.name}; margin: {page.margins};"
        f" @top-left {{ content: {above}; width: {page.width - INITIALS * bool(initials):.0f}mm }}"
        f" @top-right {{ content: {css_string(initials)} }}"
        f" @bottom-left {{ content: {css_string(foot)}; width: {page.width - 30:.0f}mm }}"
        f" @bottom-right {{ content: {css_string(number, page='page', pages='pages')} }} }}"
        " @page :first { @top-left { content: none } @top-right { content: none } }"
    )


def qr_image(text: str) -> str:
    """Return a text as a QR code: an image as a data URI."""
    return str(segno.make(text, error="m", micro=False).svg_data_uri(border=0, encode_minimal=False))
