"""Draw texts as QR codes: for pages, paper and the terminal."""

import io
from functools import lru_cache

import segno
from markupsafe import Markup

KEPT = 256  # cached codes, some 10 kB each: two for each new table


@lru_cache(maxsize=KEPT)  # drawing two codes takes as long as the rest of the page
def drawn(text: str) -> Markup:
    """Return inline SVG, which scales with its box; black on white in every theme, so that cameras can read it."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=3, dark="#000", light="#fff", nl=False
    )
    return Markup(out.getvalue().decode())  # noqa: S704 - segno's own output, modules of a grid


def carried(text: str) -> str:
    """Return an image as a data URI, for print."""
    return str(segno.make(text, error="m", micro=False).svg_data_uri(border=0, encode_minimal=False))


def typed(text: str) -> str:
    """Return half-block characters for a terminal."""
    out = io.StringIO()
    segno.make(text, micro=False).terminal(out, compact=True)
    return out.getvalue()
