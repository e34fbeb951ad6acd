"""Paper: the protocol of a match, blank sheets for writing by hand, rule cards and the rule books, as PDF.

tables.py   the lines of a tally as tables          remarks.py  what was said beside them
cut.py      tables cut to the measure of a page
protocol.py blank.py card.py booklet.py  what stands on each
imposed.py  a book as sheets to fold              heard.py       tags for those who hear it
carried.py  the match file inside a PDF          embedded.py  the files inside any PDF, within bounds
press.py    template -> HTML -> PDF               setting.py  in this process or one of its own
typesetter.py  WeasyPrint, loaded late
"""

from companion.pdf.blank import blank_pdf
from companion.pdf.booklet import booklet_pdf
from companion.pdf.card import card_pdf
from companion.pdf.protocol import protocol_pdf

__all__ = ["blank_pdf", "booklet_pdf", "card_pdf", "protocol_pdf"]
