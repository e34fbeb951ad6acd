"""Print the protocol of a match, blank sheets for writing by hand, rule cards and rule books as PDF.

tables.py       lines of a tally -> tables -> columns and pages
metrics.py      widths of text, columns and paper     breakdown.py   how each number came about
protocol.py blank.py rule_papers.py evening.py  the kinds of paper
attachment.py   the match file inside a PDF           verify.py      a paper compared with the record
picture.py      a result as a picture
render.py       template -> HTML -> PDF               render_process.py  in this process or one of its own
weasyprint_adapter.py  WeasyPrint, loaded late
"""

from companion.pdf.blank import blank_pdf
from companion.pdf.protocol import protocol_pdf
from companion.pdf.rule_papers import booklet_pdf, card_pdf

__all__ = ["blank_pdf", "booklet_pdf", "card_pdf", "protocol_pdf"]
