"""The language of whoever asks, and what our sentences are in it.

A page says some three hundred sentences. Flask-Babel, which finds the language, would look it up three times for each:
a fifth of what the page costs.
"""

from gettext import NullTranslations

from flask import Flask, g
from flask_babel import get_locale

from companion.translation import language


def lang() -> str:
    """The language of this request."""
    found: str | None = g.get("lang")
    if found is None:
        found = g.lang = str(get_locale() or "en")
    return found


def catalogue() -> NullTranslations:
    found: NullTranslations | None = g.get("catalogue")
    if found is None:
        found = g.catalogue = language(lang())
    return found


def gettext(sentence: str, **facts: object) -> str:
    told = catalogue().gettext(sentence)
    return told % facts if facts else told


def ngettext(one: str, many: str, num: int, **facts: object) -> str:
    return catalogue().ngettext(one, many, num) % {"num": num, **facts}


def register(app: Flask) -> None:
    """After Babel, whose own words it puts aside."""
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda text: catalogue().gettext(text),
        lambda one, many, n: catalogue().ngettext(one, many, n),
        newstyle=True,
        pgettext=lambda context, text: catalogue().pgettext(context, text),
        npgettext=lambda context, one, many, n: catalogue().npgettext(context, one, many, n),
    )
