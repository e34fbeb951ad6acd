"""Reading a PDF from a stranger takes bounded memory and time."""

import time
import tracemalloc
import zlib
from collections.abc import Sequence

import pytest
from support.hostile_pdf import BLANKS, BOMBS, DRAWINGS, attached, packed
from support.pdf_text import ROUND, four
from support.share import every

from companion.limits import LARGEST_CARRIED
from companion.parsing import Match
from companion.pdf import protocol_pdf
from companion.pdf.attachment import embedded_files, read_paper
from companion.pdf.verify import drawn
from companion.rules.rulings import Ruling

SECONDS = 0.5
# The reading process with less time.
START = "import sys; sys.path[:] = {path!r}; from companion.pdf import verify; verify.SECONDS = 1; verify.work()"


@pytest.mark.parametrize("what", BOMBS)
def test_a_small_file_that_unpacks_to_a_large_one_is_not_unpacked(what: str) -> None:
    bomb = BOMBS[what]()
    assert len(bomb) < 3 * 1024 * 1024
    tracemalloc.start()
    began = time.process_time()
    found = read_paper(bomb)
    taken = time.process_time() - began
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert isinstance(found, Ruling)
    assert found.code == "file.empty_pdf"
    assert peak < 3 * LARGEST_CARRIED
    assert taken < SECONDS


def test_a_file_as_large_as_is_read() -> None:
    assert list(embedded_files(attached(packed(b"/FlateDecode", zlib.compress(BLANKS[:LARGEST_CARRIED]))))) == [
        BLANKS[:LARGEST_CARRIED]
    ]
    assert list(embedded_files(attached(packed(b"/FlateDecode", zlib.compress(BLANKS[: LARGEST_CARRIED + 1]))))) == []


@pytest.mark.parametrize("what", every(2, ["a page very often", *DRAWINGS]))
def test_drawings_are_read_in_a_limited_process(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A separate process with limits of memory and time unpacks it; this process learns that nothing could be read."""
    monkeypatch.setattr("companion.pdf.verify.START", START)
    bomb = {**BOMBS, **DRAWINGS}[what]()
    tracemalloc.start()
    assert drawn(bomb) is None
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 3 * LARGEST_CARRIED


@pytest.mark.parametrize("cut", [0.3, 0.6, 0.9])
def test_a_paper_that_was_cut_off(cut: float) -> None:
    paper = protocol_pdf(four(*ROUND), "en")
    assert isinstance(paper, bytes)
    assert isinstance(read_paper(paper), Match)
    begins = paper.index(b"/EmbeddedFile")
    ends = paper.index(b"endstream", begins)
    assert isinstance(read_paper(paper[: begins + int((ends - begins) * cut)]), Ruling)


@pytest.mark.parametrize(
    "title", ["/Type /EmbeddedFile /Filter /FlateDecode stream", "1 0 obj<</Type/EmbeddedFile>>stream"]
)
def test_text_that_looks_like_a_file_is_no_attachment(title: str) -> None:
    paper = protocol_pdf(four(*ROUND, title=title), "en")
    assert isinstance(paper, bytes)
    found = read_paper(paper)
    assert isinstance(found, Match)
    assert found.record.title == title


def names(n: int) -> Sequence[str]:
    return [f'"{number}":0' for number in range(n)]


def test_a_name_that_stands_twice_among_very_many() -> None:
    began = time.process_time()
    found = read_paper(f'{{{",".join(names(60_000))},"59999":0}}'.encode())
    assert isinstance(found, Ruling)
    assert found.code == "json.twice"
    assert time.process_time() - began < SECONDS
