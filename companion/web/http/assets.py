"""Serve the style sheets, all in one, and the scripts, each a module of its own, minified and compressed.

The address of scripts and styles contains their version, so that a phone can cache them forever, and after an upgrade
never uses old ones on a new page.
"""

import re
from contextlib import closing, suppress
from functools import cache, lru_cache

from flask import Blueprint, Response, current_app, request, send_from_directory, url_for
from werkzeug.wrappers import Response as Answer

from companion import resources
from companion.web.http.device import YEAR

pages = Blueprint("assets", __name__)
PACKED = {"text/css", "text/javascript", "application/javascript", "image/svg+xml", "application/manifest+json"}
ASIDE = re.compile(r"/\*.*?\*/|(?<=\n)\s+|(?<=[{;,}])\s+|(?<=:) |\s+(?=[{}])", re.DOTALL)  # comments and blanks
NEEDLESS = ("Accept-Ranges", "Content-Disposition", "Expires", "Last-Modified")  # beside ETag and max-age: 2 kB in all
LOOK = "look.css"
SCRIPT = re.compile(r"\w+\.js")  # of ours; those in static/vendor are minified already
MODULES = (  # app.js and all that it imports: a page asks for them at once instead of one after the other
    "app.js",
    "api.js",
    "conflict.js",
    "correction_form.js",
    "deal_form.js",
    "dom.js",
    "form.js",
    "keypad.js",
    "match.js",
    "outbox.js",
    "outbox_effects.js",
    "outbox_rows.js",
    "pages.js",
    "polls.js",
    "redraw.js",
    "storage.js",
)
BESIDE_EVERY_PAGE = (LOOK, "css/pages.css", "vendor/htmx-2.0.11.min.js", *MODULES)
KEPT = 64  # compressed files, more than there are


def address(name: str) -> str:
    """Return the address of a script or a style sheet, with its version."""
    return f"{_folder(request.script_root)}{name}"


@lru_cache(maxsize=KEPT)  # a page has some 20 of these addresses, and building one takes as long as five sentences
def _folder(root: str) -> str:
    return url_for("assets.file", mark=resources.mark(), name="")


@pages.get("/of/<mark>/<path:name>")
def file(mark: str, name: str) -> Answer:
    """Serve an asset, cacheable forever if its address has the current version; other versions get the current file."""
    if name == LOOK:
        response = whole(style_sheet(), "text/css")
    elif SCRIPT.fullmatch(name) and (resources.folder("static") / name).is_file():
        response = whole(minified(name), "text/javascript")
    else:
        response = send_from_directory(resources.folder("static"), name)
    if mark == resources.mark():
        response.cache_control.max_age = YEAR
        response.cache_control.immutable = True
        del response.headers["ETag"]  # cached forever, so never revalidated
    return response


@cache  # as the mark in its address is
def style_sheet() -> str:
    """Return all style sheets in the order of their layers, without comments and needless blanks."""
    folder = resources.folder("static") / "css"
    layers = (layer for layer in resources.LAYERS if layer not in resources.LOADED_APART)
    sheets = "".join((folder / f"{layer}.css").read_text(encoding="utf-8") for layer in layers)
    return ASIDE.sub("", sheets)  # rcssmin 1.3 takes the blank out of "main :is(li)" inside a layer


@cache  # as the mark in its address is
def minified(name: str) -> str:
    """Return a script without comments and blanks; unchanged if rjsmin is not installed, as in a phone's browser."""
    script = (resources.folder("static") / name).read_text(encoding="utf-8")
    with suppress(ImportError):
        from rjsmin import jsmin  # noqa: PLC0415

        return str(jsmin(script))
    return script


def whole(content: str, kind: str) -> Answer:
    """Return a response with an ETag for generated content."""
    response = Response(content, mimetype=kind)
    response.cache_control.max_age = current_app.config["SEND_FILE_MAX_AGE_DEFAULT"]
    response.add_etag()
    return response.make_conditional(request)


def is_asset() -> bool:
    return request.endpoint in ("static", "assets.file")


def pack(response: Response) -> None:
    """Compress a response with brotli, once for each state of a file, because it takes a tenth of a second."""
    for name in NEEDLESS:
        del response.headers[name]
    if response.status_code != 200 or response.mimetype not in PACKED or not request.accept_encodings.quality("br"):
        return
    with suppress(ImportError):  # written in C, so it is not installed everywhere
        response.direct_passthrough = False
        response.set_data(_packed(response.get_data()))
        response.headers["Content-Encoding"] = "br"
        response.vary.add("Accept-Encoding")


def warm() -> None:
    """Compress the common files at startup, because on a small machine the first visitor would wait for seconds."""
    with current_app.test_request_context(headers={"Accept-Encoding": "br"}):
        for name in BESIDE_EVERY_PAGE:
            with closing(current_app.make_response(file(resources.mark(), name))) as response:
                pack(response)


@lru_cache(maxsize=KEPT)
def _packed(content: bytes) -> bytes:
    import brotli  # noqa: PLC0415

    return bytes(brotli.compress(content))
