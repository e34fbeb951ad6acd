"""From a template to a PDF: the one place that knows Jinja's environment, and the way to the typesetter."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, partial

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
    """The templates in one language, with no web application around them."""
    made = Environment(
        loader=resources.loader(),
        autoescape=True,
        extensions=["jinja2.ext.i18n"],
        **resources.JINJA,
    )
    catalogue = language(lang)
    made.install_gettext_callables(  # type: ignore[attr-defined]
        catalogue.gettext, catalogue.ngettext, newstyle=True, pgettext=catalogue.pgettext, npgettext=catalogue.npgettext
    )
    made.filters["colon"] = partial(before_colon, catalogue)
    made.filters["listed"] = partial(listed, catalogue)
    return made


def css_string(text: str, **counters: str) -> Markup:
    """Text as the value of CSS `content`: every sign escaped, so that it can be nothing but text.

    A `{name}` in the text becomes the counter of that name in `counters`.
    """
    quoted = "".join(sign if sign.isalnum() and sign.isascii() else f"\\{ord(sign):x} " for sign in text)
    for name, counter in counters.items():
        quoted = quoted.replace(f"\\7b {name}\\7d ", f'" counter({counter}) "')
    return Markup(f'"{quoted}"')  # noqa: S704  (nothing is left in it that CSS or HTML could read)


def print_pages(template: str, lang: str, facts: Mapping[str, object]) -> bytes | Ruling:
    """The PDF of a template. A Ruling says what to install where the libraries of the system are missing."""
    page = environment(lang).get_template(template).render(facts, lang=lang)
    found = typeset(Job((page,)))
    return found if isinstance(found, Ruling) else found.pdf


@dataclass(frozen=True)
class Fitted:
    """A PDF, and the facts it was set with."""

    facts: Mapping[str, object]
    pdf: bytes


def fitting(
    template: str,
    lang: str,
    facts: Mapping[str, object],
    tries: Iterable[Mapping[str, object]],
    pages: int,
    carried: tuple[tuple[str, bytes], ...] = (),
    closest: float = 0.0,
) -> Fitted | Ruling:
    """The first of the `tries`, further facts of a template, that needs no more than so many pages.

    Where none does, the one that needs the fewest, the first of equals. `carried` are files that the PDF takes along,
    with their names; for `closest` see Job.
    """
    page = environment(lang).get_template(template)
    chosen = [{**facts, **one} for one in tries]
    found = typeset(Job(tuple(page.render(one, lang=lang) for one in chosen), pages, carried, closest))
    return found if isinstance(found, Ruling) else Fitted(chosen[found.chosen], found.pdf)


def frame(head: str, foot: str, catalogue: Language, page: Paper = A4, initials: str = "") -> Markup:
    """The page boxes: what stands above every page but the first, with the table that goes on there, and below each."""
    number = speak(say("page {page} of {pages}", page="{page}", pages="{pages}"), catalogue)
    above = f"{css_string(head)} string(again, start)"
    return Markup(  # noqa: S704  (names of our own and strings of escaped text)
        f"@page {{ size: {page.name}; margin: {page.margins};"
        f" @top-left {{ content: {above}; width: {page.width - INITIALS * bool(initials):.0f}mm }}"
        f" @top-right {{ content: {css_string(initials)} }}"
        f" @bottom-left {{ content: {css_string(foot)}; width: {page.width - 30:.0f}mm }}"
        f" @bottom-right {{ content: {css_string(number, page='page', pages='pages')} }} }}"
        " @page :first { @top-left { content: none } @top-right { content: none } }"
    )
