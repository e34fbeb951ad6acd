"""Translate sentences into the language of the request.

A page has some three hundred sentences. Flask-Babel would find the language three times for each: a fifth of the
page's time.
"""

from functools import lru_cache
from gettext import NullTranslations

from flask import Flask, g, request
from flask import session as cookie
from flask_babel import get_locale
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from companion.languages import LANGUAGES
from companion.translation import language

READ = 200  # characters of the languages that a browser asks for; it names the ones it likes best first


def lang() -> str:
    """Return the language of this request."""
    language_code: str | None = g.get("lang")
    if language_code is None:
        language_code = g.lang = str(get_locale() or "en")
    return language_code


def catalogue() -> NullTranslations:
    translations: NullTranslations | None = g.get("catalogue")
    if translations is None:
        translations = g.catalogue = language(lang())
    return translations


def gettext(sentence: str, **facts: object) -> str:
    told = catalogue().gettext(sentence)
    return told % facts if facts else told


def ngettext(one: str, many: str, num: int, **facts: object) -> str:
    return catalogue().ngettext(one, many, num) % {"num": num, **facts}


def register(app: Flask) -> None:
    """Replace the gettext functions that Flask-Babel has given to the templates."""
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda text: catalogue().gettext(text),
        lambda one, many, n: catalogue().ngettext(one, many, n),
        newstyle=True,
        pgettext=lambda context, text: catalogue().pgettext(context, text),
        npgettext=lambda context, one, many, n: catalogue().npgettext(context, one, many, n),
    )


def negotiated() -> str:
    """Return the language chosen on this phone, else the one of ours that its browser likes best."""
    chosen = cookie.get("lang")
    return str(chosen) if chosen in LANGUAGES else _best(request.headers.get("Accept-Language", "")[:READ])


@lru_cache(maxsize=READ)
def _best(accepted: str) -> str:
    """Return the best of our languages by an Accept-Language header; a region is ignored."""
    liked = (tag.partition("-")[0].lower() for tag, much in parse_accept_header(accepted, LanguageAccept) if much)
    return next((code for code in liked if code in LANGUAGES), "en")
