"""Time a protocol beside a plain table with the same number of cells, in the same process."""

import time
from collections.abc import Callable

from companion.parsing import Match
from companion.pdf import protocol_pdf
from tests.bench.supplied import evening

ROUNDS = 7


def cells(match: Match) -> int:
    """Return the number of cells of its tables: a number, and for each player a total, a change and a sign."""
    return len(match.tally.lines) * (1 + 3 * len(match.record.players))


def plain(match: Match) -> bytes:
    """Return a plain table with as many cells in our font, and nothing else."""
    from weasyprint import HTML

    across = 1 + 3 * len(match.record.players)
    row = "<tr>" + "<td>12</td>" * across + "</tr>"
    head = '<html lang="en"><title>x</title><style>* { font: 9.5pt "DejaVu Sans" }</style>'
    return bytes(HTML(string=f"{head}<table>{row * (cells(match) // across)}").write_pdf(pdf_variant="pdf/ua-1"))


def seconds(work: Callable[[], object]) -> float:
    """Return the median processor time of some rounds; the first, which loads fonts, is not counted."""
    work()
    taken = []
    for _ in range(ROUNDS):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return sorted(taken)[ROUNDS // 2]


def report() -> None:
    match = evening()
    ours, bare = seconds(lambda: protocol_pdf(match, "en")), seconds(lambda: plain(match))
    told = f"{ours:.2f} s, a plain table of {cells(match)} cells {bare:.2f} s"
    print(f"protocol of an evening: {told}: {ours / bare:.2f} times")
