"""Matches for PDFs, and the text of PDFs."""

import json
import re
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from html import unescape
from io import BytesIO
from typing import Any

import pytest
import toy
from pypdf import PdfReader

from companion.parsing import FORMAT, Match, read_match
from companion.pdf import blank, protocol, protocol_pdf, render, rule_papers
from companion.pdf.metrics import MM
from companion.rules.entries import Body, Confirm, Entry, Player
from companion.rules.history import Record
from companion.rules.rulings import Ruling
from support.cases import OF_GAMES

A4, A6 = (595, 842), (298, 420)  # points


def toy_match(players: tuple[str, ...], *bodies: Body, options: Mapping[str, Any] = {}, **head: Any) -> Match:
    names = tuple(Player(name) for name in players)
    entries = tuple(Entry(n, body, by=names[0], at="2026-11-20T18:05:00Z") for n, body in enumerate(bodies, start=1))
    rules = toy.Options(**{"start": 0, "target": -1_000_000, **options})
    return Match(toy.GAME, Record(names, rules, head.pop("opening", toy.Opening()), entries, **head))


def gets(points: Mapping[str, int]) -> toy.Deal:
    """Return a deal of the toy."""
    return toy.Deal(points={Player(name): n for name, n in points.items()})


def four(*entries: dict[str, Any], **head: Any) -> Match:
    """Return a match file of the toy."""
    data = {"format": FORMAT, "game": "toy", "players": ["Anna", "Bo", "Cia", "Dag"], "entries": list(entries), **head}
    match = read_match(data)
    assert isinstance(match, Match), match
    return match


def deal(**rounds: int) -> dict[str, Any]:
    return {"kind": "deal", "rounds": rounds}


ROUND = [deal(Anna=2, Bo=1, Cia=1, Dag=1), deal(Anna=1, Bo=2, Cia=1, Dag=1), deal(Anna=2, Bo=1, Cia=1, Dag=1)]


def printed(result: bytes | Ruling) -> PdfReader:
    assert isinstance(result, bytes), result
    return PdfReader(BytesIO(result))


def words(result: bytes | Ruling) -> str:
    """Return the text of a PDF in the order of typesetting, with spaces for line breaks."""
    assert isinstance(result, bytes), result
    result_text = subprocess.run(["pdftotext", "-raw", "-", "-"], input=result, capture_output=True, check=True)
    return " ".join(result_text.stdout.decode().split())


def _unprinted(template: str, lang: str, facts: Mapping[str, object], _carried: object = ()) -> bytes:
    return render.environment(lang).get_template(template).render(facts, lang=lang).encode()


def _roomiest(
    template: str,
    lang: str,
    facts: Mapping[str, object],
    tries: Iterable[Mapping[str, object]],
    **_of_pages: object,
) -> render.FittedPdf:
    chosen = {**facts, **next(iter(tries))}
    return render.FittedPdf(chosen, _unprinted(template, lang, chosen))


@contextmanager
def before_layout() -> Iterator[None]:
    """Let papers be HTML: it tells what a paper says, and layout takes half a second."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(protocol, "fitting", _roomiest)
        patched.setattr(blank, "fitting", _roomiest)
        patched.setattr(rule_papers, "fitting", _roomiest)
        patched.setattr(protocol, "print_pages", _unprinted)
        patched.setattr(rule_papers, "print_pages", _unprinted)
        yield


def said(paper: Callable[..., bytes | Ruling], *of: Any, **how: Any) -> str:
    """Return the text of a paper, which is not typeset."""
    with before_layout():
        html = paper(*of, **how)
    assert isinstance(html, bytes), html
    text = re.sub(r"<style.*?</style>", "", html.decode(), flags=re.DOTALL)
    inline = re.sub(r"</?(b|i|em|strong|span|bdi)\b[^>]*>", "", text)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", inline)).split())


def size(pdf: PdfReader) -> tuple[int, int]:
    return round(pdf.pages[0].mediabox.width), round(pdf.pages[0].mediabox.height)


@dataclass(frozen=True)
class Word:
    """A word of a PDF, and its box in mm."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


def pages_of_words(pdf: bytes | Ruling) -> list[list[Word]]:
    assert isinstance(pdf, bytes), pdf
    command = ["pdftotext", "-bbox", "-", "-"]
    boxes = subprocess.run(command, input=pdf, capture_output=True, check=True).stdout.decode()
    box = re.compile(r'<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)</word>')
    return [
        [Word(unescape(text), *(float(n) * MM for n in edges)) for *edges, text in box.findall(page)]
        for page in boxes.split("<page ")[1:]
    ]


def paper_match(name: str) -> Match:
    (path,) = OF_GAMES.glob(f"*/paper/{name}.json")
    data = json.loads(path.read_text(encoding="utf-8"))
    match = read_match(data)
    assert isinstance(match, Match)
    return match


@cache
def paper_protocol(name: str) -> bytes | Ruling:
    """Return the protocol of one of the matches on A4 in English; it takes seconds, so it is cached."""
    return protocol_pdf(paper_match(name), "en")


def read_bodies(*data: dict[str, Any], players: tuple[str, ...] = ("Anna", "Bo")) -> list[Body]:
    from companion.parsing import read_body

    bodies = [read_body(toy.GAME, tuple(map(Player, players)), one) for one in data]
    assert not any(isinstance(one, Ruling) for one in bodies), bodies
    return [one for one in bodies if not isinstance(one, Ruling)]


def with_entries(match: Match, bodies: list[Body]) -> Match:
    """Return a match with these entries, written by Anna and confirmed by Bo."""
    entries = tuple(
        Entry(n, body, by="Bo" if isinstance(body, Confirm) else "Anna") for n, body in enumerate(bodies, start=1)
    )
    return replace(match, record=replace(match.record, entries=entries))
