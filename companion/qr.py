"""Addresses as QR codes: on the page, on paper and on the terminal."""

import io
from functools import lru_cache

import segno
from markupsafe import Markup

KEPT = 256  # drawn codes, some 10 kB each: two for each table that has just been made


@lru_cache(maxsize=KEPT)  # two codes cost as much as the page around them
def drawn(text: str) -> Markup:
    """SVG that lies in the page: it scales with its box and follows the colours of paper, not of the theme."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=3, dark="#000", light="#fff", nl=False
    )
    return Markup(out.getvalue().decode())  # noqa: S704 - segno's own output, modules of a grid


def carried(text: str) -> str:
    """An image that a printed page carries along."""
    return str(segno.make(text, error="m", micro=False).svg_data_uri(border=0, encode_minimal=False))


def typed(text: str) -> str:
    """Half blocks for a terminal."""
    out = io.StringIO()
    segno.make(text, micro=False).terminal(out, compact=True)
    return out.getvalue()
