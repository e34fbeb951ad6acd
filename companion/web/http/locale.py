"""Choose the language of a request: the one set on this phone, else the best that its browser accepts."""

from functools import lru_cache
from gettext import NullTranslations

from flask import Flask, g, request
from flask import session as cookie
from flask_babel import get_locale
from markupsafe import Markup
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from companion.languages import LANGUAGES
from companion.translation import language

READ = 200  # characters of Accept-Language that are read; the preferred languages come first


def lang() -> str:
    """Return the language of this request; kept, as pages ask for it some 20 times."""
    code: str | None = g.get("lang")
    if code is None:
        code = g.lang = str(get_locale() or "en")
    return code


def catalogue() -> NullTranslations:
    translations: NullTranslations | None = g.get("catalogue")
    if translations is None:
        translations = g.catalogue = language(lang())
    return translations


def translated(text: str, /, **facts: object) -> Markup:
    """Translate a sentence of a template; as Jinja does, but without filling in facts where it has none.

    With Jinja's own function, which looks up names in the context, a page takes 5 to 10 % longer.
    """
    sentence = Markup(catalogue().gettext(text))  # noqa: S704 - ours, and its facts are escaped
    return sentence % facts if "%" in sentence else sentence


def register(app: Flask) -> None:
    """Give templates the catalogue directly.

    Flask-Babel looks up the language for each of some 300 sentences: with its functions, the page of a match takes 20 %
    longer, the form of a new match 30 %.
    """
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda text: catalogue().gettext(text),
        lambda one, many, n: catalogue().ngettext(one, many, n),
        newstyle=True,
        pgettext=lambda context, text: catalogue().pgettext(context, text),
    )
    app.jinja_env.globals["_"] = translated


def negotiated() -> str:
    """Return the language chosen on this phone, else the one of ours that its browser prefers."""
    chosen = cookie.get("lang")
    return str(chosen) if chosen in LANGUAGES else _best(request.headers.get("Accept-Language", "")[:READ])


@lru_cache(maxsize=READ)
def _best(accepted: str) -> str:
    """Return our language that an Accept-Language header prefers; regions are ignored."""
    liked = (tag.partition("-")[0].lower() for tag, much in parse_accept_header(accepted, LanguageAccept) if much)
    return next((code for code in liked if code in LANGUAGES), "en")
