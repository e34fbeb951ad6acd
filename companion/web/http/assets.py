"""What every page needs beside itself, as small as it goes over the air: all style sheets in one, all scripts in one.

The address of scripts and styles says which version they are of. So a phone keeps them for good, and after an upgrade
has none of before on a page of now.
"""

import re
from contextlib import closing, suppress
from functools import cache, lru_cache

from flask import Blueprint, Response, current_app, request, send_from_directory, url_for
from werkzeug.wrappers import Response as Answer

from companion import resources
from companion.web.http import scripts
from companion.web.http.device import YEAR

pages = Blueprint("assets", __name__)
PACKED = {"text/css", "text/javascript", "application/javascript", "image/svg+xml", "application/manifest+json"}
ASIDE = re.compile(r"/\*.*?\*/|(?<=\n)\s+|(?<=[{;,:]) | (?=[{}])", re.DOTALL)  # what only people need
NEEDLESS = ("Accept-Ranges", "Content-Disposition", "Expires", "Last-Modified")  # beside ETag and max-age: 2 kB in all
LOOK = "look.css"
SCRIPT = ".js"
BESIDE_EVERY_PAGE = (LOOK, "css/pages.css", "vendor/htmx-2.0.11.min.js", "app.js")
KEPT = 64  # packed files, more than there are


def address(name: str) -> str:
    """Of a script or a style sheet as it is now."""
    return url_for("assets.file", mark=resources.mark(), name=name)


@pages.get("/of/<mark>/<path:name>")
def file(mark: str, name: str) -> Answer:
    """Kept for good under the mark of now. A page of another version, still open, is given what there is."""
    if name == LOOK:
        response = whole(look(), "text/css")
    elif name.endswith(SCRIPT) and (script := scripts.sent(name.removesuffix(SCRIPT))):
        response = whole(script, "text/javascript")
    else:
        response = send_from_directory(resources.folder("static"), name)
    if mark == resources.mark():
        response.cache_control.max_age = YEAR
        response.cache_control.immutable = True
        del response.headers["ETag"]  # nobody asks again
    return response


@cache  # as the mark in its address is
def look() -> str:
    """The layers of the look, one after the other, without what is for people who write them."""
    folder = resources.folder("static") / "css"
    layers = (layer for layer in resources.LAYERS if layer not in resources.APART)
    sheets = "".join((folder / f"{layer}.css").read_text(encoding="utf-8") for layer in layers)
    return ASIDE.sub("", sheets)  # rcssmin 1.3 takes the blank out of "main :is(li)" inside a layer


def whole(content: str, kind: str) -> Answer:
    """What lies in no file."""
    response = Response(content, mimetype=kind)
    response.cache_control.max_age = current_app.config["SEND_FILE_MAX_AGE_DEFAULT"]
    response.add_etag()
    return response.make_conditional(request)


def is_asset() -> bool:
    return request.endpoint in ("static", "assets.file")


def pack(response: Response) -> None:
    """Pack as tightly as can be; that takes a tenth of a second, so it is done once for each state of a file."""
    for name in NEEDLESS:
        del response.headers[name]
    if response.status_code != 200 or response.mimetype not in PACKED or not request.accept_encodings.quality("br"):
        return
    with suppress(ImportError):  # written in C, as in the app
        response.direct_passthrough = False
        response.set_data(_packed(response.get_data()))
        response.headers["Content-Encoding"] = "br"
        response.vary.add("Accept-Encoding")


def warm() -> None:
    """Packs what every page needs: whoever comes first would wait for it, on a small machine for seconds."""
    with current_app.test_request_context(headers={"Accept-Encoding": "br"}):
        for name in BESIDE_EVERY_PAGE:
            with closing(current_app.make_response(file(resources.mark(), name))) as response:
                pack(response)


@lru_cache(maxsize=KEPT)
def _packed(content: bytes) -> bytes:
    import brotli  # noqa: PLC0415

    return bytes(brotli.compress(content))
