"""A book as sheets to print on both sides and fold: two of its pages beside each other, in the order of a signature."""

from io import BytesIO

from companion.pdf.metrics import MM

TICK, THIN = 4.0, 0.3  # mm of the marks at both ends of the fold, and points of their line
Side = tuple[int | None, int | None]


def signature(pages: int) -> list[Side]:
    """The pages on the left and the right of each side of each sheet, from 0, in the order in which they are printed.

    One sheet lies in the other, and each is turned over along its short edge. None: a page that is left empty.
    """
    last = pages + -pages % 4 - 1
    sides: list[Side] = []
    for first in range(0, (last + 1) // 2, 2):
        for left, right in ((last - first, first), (first + 1, last - first - 1)):
            sides.append((left if left < pages else None, right if right < pages else None))
    return sides


def imposed(book: bytes, lang: str) -> bytes:
    """The book two pages abreast, with its title and language. Its tags and links are lost: this is only for paper."""
    from pypdf import PdfReader, PdfWriter, Transformation  # noqa: PLC0415  (a tenth of a second, for those who fold)
    from pypdf.generic import (  # noqa: PLC0415
        BooleanObject,
        DecodedStreamObject,
        DictionaryObject,
        NameObject,
        TextStringObject,
    )

    reader, writer = PdfReader(BytesIO(book)), PdfWriter()
    across, down = float(reader.pages[0].mediabox.width), float(reader.pages[0].mediabox.height)
    for side in signature(len(reader.pages)):
        sheet = writer.add_blank_page(2 * across, down)
        marks = DecodedStreamObject()
        marks.set_data(_ticks(across, down))
        sheet[NameObject("/Contents")] = marks
        for at, number in enumerate(side):
            if number is not None:
                printed = reader.pages[number]
                printed.pop("/Annots", None)
                sheet.merge_transformed_page(printed, Transformation().translate(at * across, 0))
    writer.add_metadata({"/Title": reader.metadata.title if reader.metadata and reader.metadata.title else ""})
    writer.root_object[NameObject("/Lang")] = TextStringObject(lang)
    shown = DictionaryObject({NameObject("/DisplayDocTitle"): BooleanObject(True)})
    writer.root_object[NameObject("/ViewerPreferences")] = shown
    writer.compress_identical_objects()
    made = BytesIO()
    writer.write(made)
    return made.getvalue()


def _ticks(fold: float, height: float) -> bytes:
    """Where to fold: a short line at the top and one at the bottom."""
    long = TICK / MM
    return (
        f"q 0.5 G {THIN} w {fold:.2f} {height:.2f} m {fold:.2f} {height - long:.2f} l S"
        f" {fold:.2f} 0 m {fold:.2f} {long:.2f} l S Q"
    ).encode()
