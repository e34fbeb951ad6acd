"""Print the protocol of a match, blank sheets for writing by hand, rule cards and rule books as PDF.

tables.py              lines of a tally -> tables: rows, cells and accounts
page_breaks.py         tables -> columns and pages; what stays together is in static/print.css
metrics.py             widths of text, columns and paper
protocol.py, blank.py, rule_papers.py, event.py   the kinds of paper
attachment.py          the match file inside a PDF
verify.py              a paper compared with the record
picture.py             a result as a picture
render.py              template -> HTML -> PDF
render_process.py      typesetting in this process or in another one
weasyprint_adapter.py  WeasyPrint, loaded at the first print
"""

from companion.pdf.blank import blank_pdf
from companion.pdf.protocol import protocol_pdf
from companion.pdf.rule_papers import booklet_pdf, card_pdf

__all__ = ["blank_pdf", "booklet_pdf", "card_pdf", "protocol_pdf"]
