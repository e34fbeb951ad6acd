"""Other sites kept out: their pages make this browser neither write here nor go elsewhere from here."""

import re

from flask import abort, request


def own_address(text: str, otherwise: str) -> str:
    """An address inside this site as a form sent it: browsers read `//`, `/\\` and `/<tab>/` as another site."""
    return text if text.isprintable() and re.match(r"/(?![/\\])", text) else otherwise


def refuse_strangers() -> None:
    """Turn away writes that another site's page makes this browser send."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None and site not in ("same-origin", "none"):
        abort(403)
    origin = request.headers.get("Origin")
    if site is None and origin is not None and origin.partition("://")[2] != request.host:
        abort(403)
