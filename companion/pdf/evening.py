"""Print an event: standings with the reason for each rank, accounts, payments, and every table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Literal

from companion import qr
from companion.continuation import numbers
from companion.evening import counted
from companion.events.state import State
from companion.parsing import Match
from companion.pdf.attachment import event_files
from companion.pdf.metrics import PAPERS
from companion.pdf.protocol import protocol_pdf
from companion.pdf.render import fitting, frame
from companion.pdf.render_process import RENDER_PROCESS
from companion.presentation.entry_formatter import Clock
from companion.presentation.entry_text import match_name
from companion.presentation.event_text import AccountLine, event_text
from companion.repository import began_at, matches_in
from companion.rules.entries import Player
from companion.rules.messages import Say, say
from companion.rules.people import names_of
from companion.rules.rulings import Ruling, impossible
from companion.tournament import people_at
from companion.translation import Language, kept_together, language, speak

TEMPLATE, CARDS = "print/event.html", "print/seats.html"
Kind = Literal["evening", "standings"]


@dataclass(frozen=True)
class PrintedMatch:
    """A line of the list of matches."""

    number: int
    name: str
    when: str
    winners: str


def event_pdf(data: Mapping[str, Any], lang: str, *, size: str = "a4", kind: Kind = "evening") -> bytes | Ruling:
    """Print an event; its file is attached to the PDF.

    Args:
        data: the event file; a match in it may be data or a Match that was read before.
        lang: the language.
        size: a key of PAPERS.
        kind: `standings` prints only the standings, to pin up.

    Returns:
        The PDF; the first part of it as HTML if the browser prints; or a Ruling if the event cannot be counted or the
        machine cannot print.
    """
    state = counted(data)
    if isinstance(state, Ruling):
        return state
    matches, catalogue = matches_in(data), language(lang)
    lines = list(_lines(matches, lang, catalogue))
    facts = _facts(state, matches, lines, lang, size, whole=kind == "evening")
    first = fitting(TEMPLATE, lang, facts, [{}], 1, carried=event_files(data))
    if kind == "standings" or isinstance(first, Ruling) or RENDER_PROCESS.is_the_browser:
        return first if isinstance(first, Ruling) else first.pdf
    parts = []
    for match in matches.values():
        part = protocol_pdf(match, lang, size=size)
        if isinstance(part, Ruling):
            return part
        parts.append(part)
    return _together(first.pdf, parts)


def _lines(matches: Mapping[int, Match], lang: str, catalogue: Language) -> Iterator[PrintedMatch]:
    clock = Clock(lang)
    for number, match in zip(numbers(matches.values()), matches.values(), strict=True):
        tally, names = match.tally, names_of(match.record)
        began = began_at(match)
        winning = ", ".join(kept_together(names.get(one, one)) for one in tally.winners)
        state = say("goes on in a new part") if tally.went_on else say("still running")
        name = speak(match_name(match.game, tally.options, match.record.title), catalogue)
        result = winning if tally.places else speak(state, catalogue)
        yield PrintedMatch(number, name, clock.time(began) if began else "", result)


def _facts(
    state: State, matches: Mapping[int, Match], lines: list[PrintedMatch], lang: str, size: str, *, whole: bool
) -> dict[str, object]:
    text, catalogue, page = event_text(state), language(lang), PAPERS[size]
    titles = {entry: f"{line.number}. {line.name}" for entry, line in zip(matches, lines, strict=True)}
    began = next(filter(None, map(began_at, matches.values())), None)
    date = Clock(lang).date(began or next((entry.at for entry in state.event.entries if entry.at), None))
    local = Clock(lang).local(began)
    title = state.event.title or speak(say("Evening"), catalogue)

    def told(sentence: Say) -> str:
        return speak(sentence, catalogue, kept_together)

    def of(line: AccountLine) -> str:
        return told(line.words) if line.words else titles.get(line.entry, "")

    return {
        "frame": frame(f"{title} · {date}", "companion", catalogue, page),
        "size": "normal",
        "title": title,
        "date": date,
        "counts": text.counts,
        "ranks": [(one, told(one.why) if one.why else "") for one in text.ranks],
        "has_money": any(one.money for one in text.ranks),
        "payments": [(one, told(one.words), told(one.why)) for one in (text.payments if whole else ())],
        "accounts": [
            (name, [(of(line), line.amount) for line in terms], total)
            for name, terms, total in (text.accounts if whole else ())
        ],
        "matches": lines if whole else (),
        "zone": f"UTC{local:%z}"[:-2] + f"{local:%z}"[-2:].removesuffix("00") if local else "",
        "is_whole": whole,
    }


def _together(first: bytes, parts: list[bytes]) -> bytes:
    """Join PDFs to one, with the title, language and attached files of the first."""
    from pypdf import PdfWriter  # noqa: PLC0415  (a tenth of a second)

    writer = PdfWriter(clone_from=BytesIO(first))
    for part in parts:
        writer.append(BytesIO(part), import_outline=False)
    made = BytesIO()
    writer.write(made)
    return made.getvalue()


# --- seat cards


@dataclass(frozen=True)
class SeatCard:
    """A player's table and seat, from 1, or 0 if the player sits out; with the link and code of the table, if any."""

    player: Player
    table: int = 0
    seat: int = 0
    others: tuple[Player, ...] = ()
    picture: str = ""
    code: str = ""


def seat_cards_pdf(
    state: State, lang: str, links: Mapping[int, tuple[str, str]] | None = None, *, size: str = "a4"
) -> bytes | Ruling:
    """Print a card for each player of the open round, to be cut apart.

    Args:
        state: the event.
        lang: the language.
        links: for each table number, the link and the code that open its match; an event file has none.
        size: a key of PAPERS.

    Returns:
        The PDF, or a Ruling if no round is open or the machine cannot print.
    """
    if state.open is None:
        return impossible("sheet.seats", say("No round is open: there are no seats to print."))
    catalogue, page = language(lang), PAPERS[size]
    title = state.event.title or speak(say("Tournament"), catalogue)
    facts = {
        "frame": frame(title, "companion", catalogue, page),
        "size": "normal",
        "title": title,
        "number": state.open.number,
        "cards": _cards(state, links or {}),
    }
    printed = fitting(CARDS, lang, facts, [{}], 1)
    return printed if isinstance(printed, Ruling) else printed.pdf


def _cards(state: State, links: Mapping[int, tuple[str, str]]) -> list[SeatCard]:
    assert state.open
    cards = []
    for number, table in enumerate(state.open.tables, start=1):
        people = people_at(state, table)
        link, code = links.get(number, ("", ""))
        picture = qr.carried(link) if link else ""
        for seat, name in enumerate(people, start=1):
            others = tuple(one for one in people if one != name)
            cards.append(SeatCard(name, number, seat, others, picture, code))
    return [*cards, *(SeatCard(state.name_of(player)) for player in state.open.bye)]
