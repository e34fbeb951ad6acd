"""Paper for those who hear it: the tags of PDF/UA-1 where WeasyPrint says too little, too much or something else."""

from collections.abc import Callable, Iterator
from typing import Any

from pydyf import Dictionary
from weasyprint import Document, draw
from weasyprint.formatting_structure.boxes import MarginBox
from weasyprint.pdf import tags

PRINTED = 4  # the flag of what stands on paper as it stands on a screen


def link_once(document: Document) -> None:
    """Every link leads from its own box alone: WeasyPrint lets each box inside lead there once more, untagged."""
    for page in document.pages:
        page.links = [link for link in page.links if link[3].link]


def finished(_document: Document, pdf: Any) -> None:
    """Links are printed, and every heading of a table says what it heads, its column in the head and its row below.

    WeasyPrint names the headings of each cell instead, and gives those that span columns to the first of them alone.
    """
    by_reference: dict[bytes, Any] = {}
    for one in pdf.objects:
        if isinstance(one, dict):
            by_reference[getattr(one, "reference", b"")] = one
    for one in by_reference.values():
        if one.get("Subtype") == "/Link":
            one["F"] = PRINTED
        if one.get("S") not in ("/TH", "/TD") or "A" not in one:
            continue
        one["A"].pop("Headers", None)
        if one["S"] == "/TH":
            part = by_reference[by_reference[one["P"]]["P"]]
            one["A"]["Scope"] = "/Column" if part["S"] == "/THead" else "/Row"


def _tagged(build: Callable[..., Iterator[Any]]) -> Callable[..., Iterator[Any]]:
    """Tags that say their language where HTML does, WeasyPrint knows that of the whole document alone; no link is
    inside another, and what runs above and below every page has none.
    """

    def tagged(box: Any, parent: Any, *rest: Any) -> Iterator[Any]:
        if isinstance(box, MarginBox):
            return
        element = getattr(box, "element", None)
        spoken = element.attrib.get("lang") if element is not None and element.tag != "html" else None
        for one in build(box, parent, *rest):
            if spoken:
                one["Lang"] = f"({spoken})".encode("ascii")
            if one["S"] == parent["S"] == "/Link":
                one["S"] = "/Span"
            yield one

    return tagged


def _running(draw_context: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
    """Heads and feet as what they are: not read out again on every page."""

    def running(stream: Any, context: Any) -> None:
        if not isinstance(context.box, MarginBox):
            draw_context(stream, context)
            return
        kind = "/Header" if context.box.at_keyword.startswith("@top") else "/Footer"
        stream.begin_marked_content("Artifact", Dictionary({"Type": "/Pagination", "Subtype": kind}))
        known, stream._tags = stream._tags, None
        draw_context(stream, context)
        stream._tags = known
        stream.end_marked_content()

    return running


tags._build_box_tree = _tagged(tags._build_box_tree)
draw.draw_stacking_context = _running(draw.draw_stacking_context)
