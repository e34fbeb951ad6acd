"""Paper: the protocol of a match, blank sheets for writing by hand, and pocket rule cards, as PDF.

tables.py   the lines of a tally as tables          remarks.py  what was said beside them
protocol.py blank.py card.py  what stands on each   press.py    template -> HTML -> PDF (WeasyPrint, loaded late)
"""

from companion.sheets.protocol import protocol_pdf

__all__ = ["protocol_pdf"]
