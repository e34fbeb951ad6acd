"""Compare a paper with the record: the printed check codes, the match in its PDF, and the text of its pages.

Each comparison says what was compared. `ends` returns the numbers that the paper must end with, because only the person
who holds it can see what is printed.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import SequenceMatcher
from io import BytesIO
from itertools import islice, zip_longest

from companion.limits import LARGEST_CARRIED
from companion.parsing import Match, MatchFile, checksums, write_match
from companion.pdf.attachment import is_pdf, print_settings
from companion.pdf.protocol import closing, protocol_pdf
from companion.presentation.activity import written
from companion.presentation.entry_text import as_counted, in_words, name_of
from companion.resources import edition
from companion.rules.entries import Player
from companion.rules.messages import Say, say
from companion.rules.rulings import Ruling
from companion.rules.tally import Tally
from companion.translation import number_text

SIGNS, HEX = 12, "0123456789abcdef"  # hex digits of a check code
SPELLED = re.compile(r"\b([\da-f]{4})\s?([\da-f]{4})\s?([\da-f]{4})\b")  # a check code as it is printed
EARLIER = 200  # earlier states of the record that are tried
LISTED = 20  # differences that are listed
LINES, SHOWN = 1000, 160  # lines of a page that are compared, and characters of a line that are shown
START = "import sys; sys.path[:] = {path!r}; from companion.pdf.verify import work; work()"
MEMORY = 512 * 1024 * 1024  # bytes of the reading process, its library and all; an evening's protocol takes a fifth
SECONDS = 8  # of processor time, three times that by the clock; a match of two thousand entries takes less
MOST_PAGES, MOST_TEXT = 300, 2_000_000  # pages and letters that are read at most

Pages = list[list[str]]


@dataclass(frozen=True)
class Comparison:
    """The sentences about a paper, and the match that the paper should show if it agrees."""

    sentences: list[Say]
    shows: Match | None = None


def by_signs(match: Match, typed: str) -> Comparison:
    """Find the state of the record to which the check codes on a paper belong, and list what was entered since.

    Only the last EARLIER states are tried.
    """
    given = _given(typed)
    if not given:
        return Comparison(
            [say("Type the 12 characters of the check code for the score or the history, as printed on the paper.")]
        )
    comparisons = [_of_signs(match, signs) for signs in given]
    sentences = [sentence for one in comparisons for sentence in one.sentences]
    shows = [one.shows for one in comparisons]
    return Comparison(list(dict.fromkeys(sentences)), shows[0] if all(shows) else None)


def _given(typed: str) -> list[str]:
    """Return the check codes in the typed text: the text itself if it has 12 digits, else all that occur in it."""
    line = typed.lower()
    whole = "".join(sign for sign in line if sign in HEX)
    if len(whole) == SIGNS:
        return [whole]
    return ["".join(group) for group in SPELLED.findall(line)]


def _of_signs(match: Match, signs: str) -> Comparison:
    tally = match.tally
    last = len(match.record.entries)
    for n in range(last, max(-1, last - EARLIER), -1):
        then = Match(match.game, match.record.upto(n))
        sums = checksums(then)
        if signs == sums.record.replace(" ", ""):
            return Comparison(_as_after(tally, n, say("The codes fit everything that was entered here.")), then)
        if signs == sums.score.replace(" ", ""):
            return Comparison(_as_after(tally, n, say("The codes fit the score here.")), then)
    return Comparison(
        [
            say("This code does not fit the match. What is printed there is not what was entered here."),
            say("If you have the PDF, choose it here to see what differs."),
        ]
    )


def _as_after(tally: Tally, n: int, agrees: Say) -> list[Say]:
    entries = tally.record.entries
    since = entries[n:]
    if not since:
        return [agrees]
    first = say("The codes fit the match as it was before {entry}.", entry=name_of(tally, since[0].number))
    return [first, *(say("Since then: {what}", what=written(tally, entry)) for entry in since[:LISTED])]


def by_file(match: Match, paper: Match, content: bytes) -> Comparison:
    """Compare the match in a file, and if the file is a PDF, its pages."""
    paper = paper.shown
    differences = by_paper(match, paper)
    if not is_pdf(content):
        return Comparison(differences)
    then = Match(match.game, match.record.upto(min(len(match.record.entries), len(paper.record.entries))))
    agrees = checksums(then).score == checksums(paper).score
    return Comparison([*differences, *by_pages(paper, content)], paper if agrees else None)


def by_paper(match: Match, paper: Match) -> list[Say]:
    """List at most LISTED differences between the record in a paper's file and this one."""
    ours, theirs = write_match(match), write_match(paper)
    if (ours["game"], ours["players"]) != (theirs["game"], theirs["players"]):
        game, players = Say(paper.game.name), paper.record.players
        return [say("The paper belongs to another match: {game}, {players}.", game=game, players=players)]
    differences = [*_heads(ours, theirs), *_entries(match, paper, ours["entries"], theirs["entries"])]
    return differences[:LISTED] or [say("The match in the file is complete: it has everything entered here.")]


def _heads(ours: MatchFile, theirs: MatchFile) -> Iterator[Say]:
    if ours["title"] != theirs["title"]:
        yield say("The paper has a different title: {title}", title=theirs["title"] or "–")
    if ours["options"] != theirs["options"]:
        yield say("The match on the paper began with other house rules.")
    if ours["opening"] != theirs["opening"]:
        yield say("The match on the paper started from other scores.")
    if ours.get("continues") != theirs.get("continues"):
        yield say("The match on the paper goes on from another part.")


def _entries(match: Match, paper: Match, ours: Sequence[object], theirs: Sequence[object]) -> Iterator[Say]:
    here, there = match.tally, paper.tally
    for n in range(min(len(ours), len(theirs))):
        if ours[n] != theirs[n]:
            yield from _differing(here, there, n)
    for entry in match.record.entries[len(theirs) :]:
        yield say("Not on the paper: {what}", what=written(here, entry))
    for entry in paper.record.entries[len(ours) :]:
        yield say("Only on the paper: {what}", what=written(there, entry))


def _differing(here: Tally, there: Tally, n: int) -> Iterator[Say]:
    ours, theirs = here.record.entries[n], there.record.entries[n]
    if ours.body == theirs.body:
        yield say("Entered by somebody else or at another time: {entry}", entry=name_of(here, n + 1))
    else:
        words = {"here": in_words(as_counted(here, ours.body)), "there": in_words(as_counted(there, theirs.body))}
        yield say("{entry}: here {here}; on the paper {there}", entry=name_of(here, n + 1), **words)


def ends(match: Match) -> list[tuple[Player, list[tuple[Say, str]]]]:
    """Return for each player the labels and numbers that a paper of this match must show at its end."""
    rows = [row for one in closing(match.tally) for row in one.rows]
    return [
        (player, [(row.label, number_text(row.figures[player].value)) for row in rows if player in row.figures])
        for player in match.record.players
    ]


# --- the text on the pages


def by_pages(paper: Match, content: bytes) -> list[Say]:
    """List the differences between the pages of a PDF and a new print of the match in it.

    Two prints by the same program are identical. For other files only the text is compared; if that is impossible, the
    sentence says why.
    """
    how = print_settings(content)
    if how is None:
        return [not_drawn_here()]
    printed = protocol_pdf(paper, how.lang, url=how.url or None, size=how.size, with_terms=how.explained)
    if isinstance(printed, Ruling):
        return [say("The numbers on its pages were not compared, because nothing can be printed here.")]
    if printed == content:
        return [say("Its pages are exactly what this program prints for the match in the PDF.")]
    theirs = drawn(content)
    ours = drawn(printed) if theirs else None
    if ours is None or theirs is None:
        return [say("The numbers on its pages were not compared: the text of the pages cannot be read.")]
    if [" ".join(page).split() for page in ours] == [" ".join(page).split() for page in theirs]:
        return [
            say(
                "This is not exactly the file that this program prints. Another program or version may "
                "have saved it. Each page has the right words and numbers, but their position and "
                "appearance were not compared."
            )
        ]
    if how.by != edition():
        return [not_drawn_here()]
    first = say("The text on its pages is not what this program prints for the match in the PDF:")
    return [first, *islice(_differing_lines(ours, theirs), LISTED)]


def not_drawn_here() -> Say:
    """Return a sentence that a paper of another version was not compared by its pages."""
    return say(
        "The numbers on its pages were not compared, because another version of the program "
        "printed it, or the same version on another computer."
    )


def _differing_lines(ours: Pages, theirs: Pages) -> Iterator[Say]:
    """Yield a sentence if the number of pages differs, and one for each different line."""
    if len(ours) != len(theirs):
        yield say("Printed here it would have {here} pages. The paper has {there}.", here=len(ours), there=len(theirs))
    for n, (here, there) in enumerate(zip_longest(ours, theirs, fillvalue=list[str]()), start=1):
        for kind, a, b, c, d in SequenceMatcher(None, here, there[:LINES], autojunk=False).get_opcodes():
            if kind != "equal":
                for one, other in zip_longest(here[a:b], there[c:d], fillvalue="–"):
                    words = {"here": one[:SHOWN], "there": other[:SHOWN]}
                    yield say("Page {n}: printed here {here}; on the paper {there}", n=n, **words)


# --- reading the text of a PDF, in another process with limits


def drawn(content: bytes) -> Pages | None:
    """Read the lines on each page of a PDF, in another process.

    A foreign PDF may unpack to any size, so the process has limits of memory and time.

    Returns:
        The lines of each page, or None if they cannot be read within MEMORY, SECONDS, MOST_PAGES and MOST_TEXT.
    """
    start = [sys.executable, "-c", START.format(path=sys.path)]
    try:
        done = subprocess.run(  # noqa: S603
            start, input=content, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=3 * SECONDS, check=True
        )
        pages: Pages = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return pages


def work() -> None:
    """Print as JSON the text of the PDF on standard input. An exception ends the process, which the caller notices."""
    with suppress(ImportError, ValueError, OSError):  # limit memory and time if the system can
        import resource  # noqa: PLC0415  (not on Windows)

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    from pypdf import PdfReader, apply_configuration  # noqa: PLC0415  (loading takes a tenth of a second)

    with apply_configuration(
        zlib_maximum_output_length=LARGEST_CARRIED,
        lzw_maximum_output_length=LARGEST_CARRIED,
        run_length_maximum_output_length=LARGEST_CARRIED,
    ):
        pages, letters = list[list[str]](), 0
        for page in PdfReader(BytesIO(sys.stdin.buffer.read())).pages:
            text = page.extract_text()
            letters += len(text)
            if letters > MOST_TEXT or len(pages) == MOST_PAGES:
                sys.exit(1)
            pages.append([line for line in map(" ".join, map(str.split, text.splitlines())) if line])
    print(json.dumps(pages))
