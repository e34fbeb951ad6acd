"""Paper, read back: what stands on the protocol, on blank sheets and on rule cards."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta, timezone
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any, ClassVar

import pytest
from pypdf import PdfReader

from companion import books
from companion.books import Book, Clause, parse
from companion.checksum import checksums
from companion.games import GAMES
from companion.reading import FORMAT, Match, game_of, read_match, read_options, write_match
from companion.rules.ending import Stopped
from companion.rules.entries import Body, Confirm, Entry, Misdeal, Penalty, Player
from companion.rules.history import AnyRecord, Record
from companion.rules.options import on_off
from companion.rules.record import Rules, fold
from companion.rules.rulings import Ruling, impossible
from companion.rules.tally import Figure, Game, Line, Mark, Part, Reckoning, Row, Tally, figures
from companion.rules.words import N_, say
from companion.sheets import blank_pdf, booklet_pdf, card_pdf, press, protocol_pdf
from companion.sheets.booklet import drawn
from companion.sheets.card import NOT_YET, shortened
from companion.sheets.carried import read_paper
from companion.sheets.measure import FOLDED, HEADS, MM, PAPERS, Need, columns, short_names, width
from companion.speech import language, number_text

A4, A6 = (595, 842), (298, 420)  # points
UP = Mark("▲", N_("went up"))


# --- a game for testing: deals add points; every tenth deal opens a new table; money goes into a pot


@dataclass(frozen=True)
class Options:
    money: bool = on_off(False, N_("Play for money"), "toy.money")


@dataclass(frozen=True)
class Opening:
    scores: Mapping[Player, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Deal(Body):
    kind: ClassVar[str] = "deal"
    points: Mapping[Player, int]


@dataclass(frozen=True)
class Table:
    options: Options
    scores: Mapping[Player, int]
    deals: int = 0
    dealer: Player | None = None
    over: bool = False
    stopped: Stopped | None = None
    played: Mapping[str, int] = field(default_factory=dict)


PER_LEG = 10


def play(table: Table, entry: Entry) -> tuple[Table, Line] | Ruling:
    body, leg = entry.body, table.deals // PER_LEG + 1
    gains = dict(body.points) if isinstance(body, Deal) else {}
    if isinstance(body, Penalty):
        gains = {body.player: body.points}
    if any(points > 1000 for points in gains.values()):
        return impossible("toy.much", say("Nobody gets {n} points.", n=max(gains.values())))
    scores = {player: score + gains.get(player, 0) for player, score in table.scores.items()}
    parts = {player: (Part(points, say("Points"), "toy.points"),) for player, points in gains.items()}
    dealer = list(scores)[table.deals % len(scores)]
    if isinstance(body, Misdeal):
        return table, Line(entry.number, dealer, "misdeal", leg, scores=figures(scores))
    found = {p: Figure(n, parts.get(p, ()), UP if gains.get(p, 0) > 50 else None) for p, n in scores.items()}
    money = figures(scores, parts) if table.options.money else {}
    kind = "penalty" if isinstance(body, Penalty) else "deal"
    line = Line(entry.number, dealer, kind, leg, found, money, Figure(7) if money else None)  # type: ignore[arg-type]
    return replace(table, scores=scores, deals=table.deals + (kind == "deal")), line


def end(table: Table, number: int) -> tuple[Table, Line]:
    return replace(table, over=True, stopped="agreement"), Line(number, None, "end", scores=figures(table.scores))


def tally(record: AnyRecord) -> Tally:
    start = Table(record.options, {player: record.opening.scores.get(player, 0) for player in record.players})
    course = fold(record, start, Rules(play, end, "toy.end"))
    money = course.table.options.money
    legs = range(1, max((line.leg for line in course.lines), default=1) + 1)
    return Tally(
        record,
        course.table,
        course.lines,
        course.refused,
        scores=figures(course.table.scores),
        balances=figures(course.table.scores) if money else {},
        pot=7 if money else None,
        legs=tuple(say("Table {n}", n=n) for n in legs),
        reckonings=(
            Reckoning(say("Closing {n}", n=1), (Row(say("Handed over"), figures(course.table.scores)),), leg=1),
        ),
    )


TOY = Game("toy", Path(__file__).parent, N_("Toy"), range(2, 9), Options, Opening, (Deal,), tally, lambda record: None)


def toy(players: tuple[str, ...], *bodies: Body, **head: Any) -> Match:
    names = tuple(Player(name) for name in players)
    entries = tuple(Entry(n, body, by=names[0], at="2026-11-20T18:05:00Z") for n, body in enumerate(bodies, start=1))
    return Match(TOY, Record(names, head.pop("options", Options()), head.pop("opening", Opening()), entries, **head))


def rams(*entries: dict[str, Any], **head: Any) -> Match:
    """A match of four."""
    data = {"format": FORMAT, "game": "rams", "players": ["Anna", "Bo", "Cia", "Dag"], "entries": list(entries), **head}
    match = read_match(data)
    assert isinstance(match, Match), match
    return match


def deal(**tricks: int) -> dict[str, Any]:
    return {"kind": "deal", "tricks": tricks}


ROUND = [deal(Anna=2, Bo=1, Cia=1, Dag=1), deal(Anna=1, Bo=2, Cia=1, Dag=1), deal(Anna=2, Bo=1, Cia=1, Dag=1)]
LATER = [deal(Anna=1, Bo=1, Cia=1, Dag=2), deal(Anna=1, Bo=2, Cia=1, Dag=1), deal(Anna=1, Bo=1, Cia=1, Dag=2)]
END = [deal(Anna=2, Cia=2, Dag=1), *LATER, deal(Anna=3, Bo=1, Cia=1)]
EVENING = [ROUND[0], deal(Bo=5), ROUND[0], *END] * 6  # six rams of eight deals; Anna wins each


def printed(result: bytes | Ruling) -> PdfReader:
    assert isinstance(result, bytes), result
    return PdfReader(BytesIO(result))


def words(result: bytes | Ruling) -> str:
    """All text of a PDF in the order in which it was set, its line breaks as blanks."""
    assert isinstance(result, bytes), result
    found = subprocess.run(["pdftotext", "-raw", "-", "-"], input=result, capture_output=True, check=True)
    return " ".join(found.stdout.decode().split())


def size(pdf: PdfReader) -> tuple[int, int]:
    return round(pdf.pages[0].mediabox.width), round(pdf.pages[0].mediabox.height)


class TestProtocol:
    """The protocol says everything that a table signs."""

    def test_an_evening_of_six_rams_is_one_page(self) -> None:
        match = rams(*EVENING, title="Friday at Mattmar")
        sheet = match.game.tally(match.record)
        assert sheet.status == "finished"
        result = protocol_pdf(match, "en", url="https://example.org/m/1")
        pdf, text = printed(result), words(result)
        assert len(pdf.pages) == 1
        assert size(pdf) == A4
        assert "Friday at Mattmar" in text
        assert "page 1 of 1" in text
        for n in range(1, 7):
            assert f"Rams {n} 8 deals" in text
        for player in match.record.players:
            assert text.count(player) >= 8  # six tables, the account, the signature
        for row in sheet.reckonings[-1].rows:
            numbers = " ".join(str(figure.value) for figure in row.figures.values())
            assert numbers in text, row.label
        assert "Anna has won." in text
        assert checksums(match).score in text
        assert checksums(match).record in text

    def test_same_match_same_bytes(self) -> None:
        match = rams(*ROUND)
        assert protocol_pdf(match, "en") == protocol_pdf(match, "en")

    def test_times_are_those_of_the_wall(self) -> None:
        """The record keeps UTC; the page shows the zone in which it is printed."""
        note = {"kind": "note", "text": "Late", "at": "2026-11-20T23:10:00Z", "by": "Bo"}
        at = datetime(2026, 11, 21, 9, 30, tzinfo=timezone(timedelta(hours=2)))
        text = words(protocol_pdf(rams(note), "en", at=at))
        assert "Saturday, 21 November 2026" in text
        assert "Late (Bo, 01:10)" in text
        assert "printed Saturday, 21 November 2026 09:30" in text
        assert "Late (Bo, some time)" in words(protocol_pdf(rams({**note, "at": "some time"}), "en"))

    def test_the_evening_has_its_length_and_what_is_said_after_midnight_its_day(self) -> None:
        times = ("2026-11-20T18:05:00Z", "2026-11-20T23:10:00Z")
        at = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
        notes = [{"kind": "note", "text": "Late", "at": time, "by": "Bo"} for time in times]
        text = words(protocol_pdf(rams(*notes), "en", at=at))
        assert "Friday, 20 November 2026, 18:05 to 23:10 (5 h 5 min)" in text
        east = words(protocol_pdf(rams(*notes), "en", at=at.astimezone(timezone(timedelta(hours=2)))))
        assert "20:05 to 21 Nov 01:10 (5 h 5 min)" in east
        assert "Late (Bo, 20:05)" in east
        assert "Late (Bo, 21 Nov 01:10)" in east

    def test_money_has_its_name(self) -> None:
        options = {"money": True, "stake": 10_000, "unit_name": "kr"}
        text = words(protocol_pdf(rams(*ROUND, options=options), "en"))
        assert "kr money: balances, pot and payments" in text
        assert "In the pot: 40000 kr." in text

    def test_a_correction_is_struck_through_in_place(self) -> None:
        fixed = {"kind": "correction", "entry": 1, "with": deal(Bo=5), "reason": "Bo took them all", "by": "Dag"}
        result = protocol_pdf(rams({**ROUND[0], "by": "Cia"}, ROUND[1], fixed), "en")
        text = words(result)
        assert "1× 8 −2 9 −1 9 −1 9 −1D 1 a 10 ▲ 5 −5 10 ▲ 10 ▲D 2" in text  # as it was, as it is, and the second deal
        assert "a Corrected: Bo took them all (Dag; first written by Cia)" in text

    def test_what_was_struck_out_keeps_its_figures(self) -> None:
        text = words(protocol_pdf(rams(*ROUND, {"kind": "correction", "entry": 3, "with": None}), "en"))
        assert "3× a 5 −2 6 −1D 7 −1 7 −1" in text
        assert "a Struck out" in text
        assert "2 deals" in text

    def test_a_correction_taken_back_leaves_its_trace(self) -> None:
        fixed = {"kind": "correction", "entry": 1, "with": deal(Bo=5), "reason": "Bo took them all"}
        text = words(protocol_pdf(rams(ROUND[0], fixed, {"kind": "correction", "entry": 2, "with": None}), "en"))
        assert "1× 10 ▲ 5 −5 10 ▲ 10 ▲D 1 a 8 −2 9 −1 9 −1 9 −1D" in text
        assert "a Corrected: Bo took them all a Correction taken back" in text

    def test_remarks(self) -> None:
        match = toy(("Anna", "Bo"))
        bodies = read_bodies(
            {"kind": "deal", "points": {"Anna": 5}},
            {"kind": "note", "text": "Rain all evening"},
            {"kind": "ruling", "question": "May 7H be played?", "verdict": "illegal", "facts": {"hand": ["QS", "7H"]}},
            {"kind": "contest", "entry": 1, "reason": "It was six"},
            {"kind": "confirm", "entry": 1},
            {"kind": "option", "option": "money", "value": True},
            {"kind": "penalty", "player": "Bo", "points": 20, "reason": "showed a card"},
            {"kind": "misdeal"},
            {"kind": "deal", "points": {"Bo": 4}},
        )
        text = words(protocol_pdf(with_entries(match, bodies), "en"))
        assert "Rain all evening" in text
        assert "Ruling: May 7H be played? (Q♠, 7♡) not allowed." in text
        assert "a Contested, not settled: It was six" in text
        assert "Deals confirmed: Bo 1." in text
        assert "House rule from this deal on: Play for money." in text
        assert "Penalty +20 for Bo: showed a card" in text
        assert "misdeal" in text
        assert "In the pot: 7." in text

    def test_a_question_of_the_game_names_its_facts(self) -> None:
        """Two games may ask for facts of the same name and mean different things."""
        facts = {"bid": ["cards", "turn"], "accepted": ["turn"]}
        rulings = [
            {"kind": "ruling", "question": "exchange", "verdict": "legal", "facts": {"discards": 6, "dealer": True}},
            {"kind": "ruling", "question": "rebid", "verdict": "answer", "facts": facts},
        ]
        file = {"format": FORMAT, "game": "rams", "players": ["Anna", "Bo"], "entries": rulings}
        match = read_match(file)
        assert isinstance(match, Match)
        text = words(protocol_pdf(match, "en"))
        assert "Cards laid off: 6; by the dealer, who holds six: yes" in text
        assert "Forehand bid: better cards, turn a new trump; All the others accepted: turn a new trump" in text

    def test_a_ruling_is_printed_in_words(self) -> None:
        """Players with their numbers, no word of the interface; an answer speaks for itself."""
        facts = {"options": {"x": 1}, "scores": {"Anna": 90}, "same_turn": False, "calls": [["Bo", "join"]]}
        ruling = {"kind": "ruling", "question": "Who pays?", "verdict": "answer", "facts": facts, "text": "Bo pays."}
        text = words(protocol_pdf(with_entries(toy(("Anna", "Bo")), read_bodies(ruling)), "en"))
        assert "Ruling: Who pays? (Anna: 90; Bo, join) Bo pays." in text
        told = {**ruling, "verdict": "It stands."}
        assert ") It stands. Bo pays." in words(
            protocol_pdf(with_entries(toy(("Anna", "Bo")), read_bodies(told)), "en")
        )

    def test_who_wrote_first_may_be_unknown(self) -> None:
        fixed = {"kind": "correction", "entry": 1, "with": deal(Bo=5), "by": "Bo"}
        match = rams({**ROUND[0], "at": "2026-11-20T18:05:00Z"}, fixed)
        at = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
        assert "(Bo; first written 18:05)" in words(protocol_pdf(match, "en", at=at))

    def test_house_rules_that_differ(self) -> None:
        match = rams(*ROUND, options={"start_points": 7, "floor_at_zero": True})
        assert "House rules: Start on: 7 points; No scores below zero" in words(protocol_pdf(match, "en"))
        assert "House rules: as in the rule book" in words(protocol_pdf(rams(), "en"))

    def test_what_the_rules_refuse_is_listed(self) -> None:
        much = {"kind": "deal", "points": {"Anna": 2000}}
        text = words(protocol_pdf(with_entries(toy(("Anna", "Bo")), read_bodies(much)), "en"))
        assert "Counts for nothing, deal 1: Nobody gets 2000 points." in text

    def test_money(self) -> None:
        match = rams(*ROUND, options={"money": True, "stake": 5})
        text = words(protocol_pdf(match, "en"))
        assert "Pot" in text
        assert "below: the balance, and what the deal did to it" in text
        assert "In the pot: 20." in text
        over = rams(*EVENING[:8], options={"money": True, "stake": 5})
        paid = over.game.tally(over.record).payments
        assert paid
        text = words(protocol_pdf(over, "en"))
        for one in paid:
            assert f"{one.payer} pays {one.payee} {one.amount}." in text

    def test_columns_of_an_earlier_sheet_keep_their_places(self) -> None:
        """A closed column stands in its place, and a deal in the columns that were open."""
        columns = [
            {"scores": {"Anna": 120, "Bo": 10}, "boxes": {"Anna": 3, "Bo": 1}, "closed": True},
            {"scores": {"Anna": 80}, "boxes": {"Anna": 2}},
            {"scores": {"Anna": 40}, "boxes": {"Anna": 1}},
        ]
        deal = {"kind": "deal", "end": "knock", "by": "Bo", "deadwood": {"Bo": 4, "Anna": 30}}
        file = {"format": FORMAT, "game": "gin", "players": ["Anna", "Bo"], "options": {"hollywood": True}}
        match = read_match({**file, "opening": {"columns": columns, "wins": {"Anna": 3, "Bo": 1}}, "entries": [deal]})
        assert isinstance(match, Match)
        text = words(protocol_pdf(match, "en"))
        assert "Game 1, column 1 Game 1, column 2 Game 1, column 3 Deal Anna Bo Anna Bo Anna Bo" in text
        assert "↦ 120 10 80 0 40 0 1 80 26 +26" in text

    def test_an_earlier_sheet_is_carried_over(self) -> None:
        opening = Opening({Player("Anna"): 61, Player("Bo"): 44})
        text = words(protocol_pdf(toy(("Anna", "Bo"), opening=opening), "en"))
        assert "↦ 61 44" in text
        assert "carried over from an earlier sheet" in text

    def test_a_closed_table_has_its_account_below(self) -> None:
        match = toy(("Anna", "Bo"), *[Deal({Player("Anna"): 3})] * 15)
        text = words(protocol_pdf(match, "en"))
        assert text.index("Table 1") < text.index("Closing 1") < text.index("Standing")


class TestRoom:
    """Nothing runs out of its column or off the page."""

    LONG = tuple(f"{name} Wolfeschlegelsteinhausenbergerdo"[:40] for name in ("Anna", "Åsa", "WWWWWWWW", "Bo"))

    @pytest.mark.parametrize("seats", [2, 5, 8])
    def test_long_names(self, seats: int) -> None:
        names = tuple(f"{self.LONG[n % 4][:38]}{n}" for n in range(seats))
        match = toy(names, *[Deal({Player(names[0]): 100})] * 12, options=Options(money=True))
        result = protocol_pdf(match, "en")
        text = words(result).replace(" ", "")
        assert len(printed(result).pages) <= 2
        for name in names:
            assert name.replace(" ", "") in text
        assert all(0 <= x <= 595 - 30 for x in positions(printed(result)))

    def test_short_names_stay_apart(self) -> None:
        alike = tuple(Player(f"Anna-Lisa {n}") for n in range(8))
        for room in range(2, 24, 2):
            found = short_names(alike, room)
            assert len(set(found)) == 8
        room = width("Maximi", HEADS)
        assert short_names((Player("Anna"), Player("Maximilian")), room) == ("Anna", "Maxim.")

    @pytest.mark.parametrize(("seats", "across"), [(2, 3), (4, 3), (5, 2), (6, 2), (8, 1)])
    def test_tables_side_by_side(self, seats: int, across: int) -> None:
        """Two digits, their change and a sign for each player of a usual evening of six tables."""
        need = Need(number=6, total=width("10", 9.5), change=width("+5", 6.5), sign=3.4)
        assert columns(tuple(Player(str(n)) for n in range(seats)), need, 6).side_by_side == across

    def test_a_long_match_repeats_its_headings(self) -> None:
        match = toy(("Anna", "Bo", "Cia"), *[Deal({Player("Bo"): 1})] * 130)
        result = protocol_pdf(match, "en", size="a5")
        pages = printed(result).pages
        assert len(pages) > 2
        assert f"page {len(pages)} of {len(pages)}" in pages[-1].extract_text()
        for page in pages[1:-1]:
            assert "Cia" in page.extract_text()
        assert "Toy · Anna, Bo, Cia" in pages[1].extract_text()

    def test_the_first_page_is_filled_first(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Columns that go on overleaf begin under the head, and so does a table that breaks by itself."""
        monkeypatch.setattr(sys.modules[__name__], "PER_LEG", 1000)
        long = toy(("Anna", "Bo"), *[Deal({Player("Bo"): 7})] * 170)
        for match, total in ((long, "700"), (paper_match("rami5"), "1053")):
            assert total in [word.text for word in pages_of_words(protocol_pdf(match, "en"))[0]]

    def test_one_long_table_is_set_in_columns(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys.modules[__name__], "PER_LEG", 1000)
        result = protocol_pdf(toy(("Anna", "Bo"), *[Deal({Player("Bo"): 1})] * 60), "en")
        assert len(printed(result).pages) == 1
        assert "Table 1, continued" in words(result)


@dataclass(frozen=True)
class Word:
    """A piece of text without a blank, and the box it is printed in, in mm."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


def pages_of_words(pdf: bytes | Ruling) -> list[list[Word]]:
    assert isinstance(pdf, bytes), pdf
    command = ["pdftotext", "-bbox", "-", "-"]
    found = subprocess.run(command, input=pdf, capture_output=True, check=True).stdout.decode()
    box = re.compile(r'<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)</word>')
    return [
        [Word(unescape(text), *(float(n) * MM for n in edges)) for *edges, text in box.findall(page)]
        for page in found.split("<page ")[1:]
    ]


def touching(words: list[Word]) -> list[tuple[str, str]]:
    """Words with a figure in one of them that share a line and are less than a hair apart."""
    found = []
    for n, one in enumerate(words):
        for other in words[n + 1 :]:
            low, high = sorted((one, other), key=lambda word: word.left)
            same_line = min(one.bottom, other.bottom) - max(one.top, other.top) > 0.5 * min(
                one.bottom - one.top, other.bottom - other.top
            )
            if same_line and high.left < low.right - 0.05 and any(c.isdigit() for c in one.text + other.text):
                found.append((one.text, other.text))
    return found


def paper_match(name: str) -> Match:
    data = json.loads((Path(__file__).parent / "paper" / f"{name}.json").read_text(encoding="utf-8"))
    match = read_match(data)
    assert isinstance(match, Match)
    return match


class TestNumbersNeverTouch:
    """Every number of the sheet stands whole and by itself, and none leaves the page."""

    @staticmethod
    def check(match: Match, lang: str, size: str = "a4") -> list[list[Word]]:
        pages = pages_of_words(protocol_pdf(match, lang, size=size))
        paper = PAPERS[size]
        margin = float(paper.margins.split()[1][:-2])
        for page in pages:
            assert touching(page) == []
            assert all(margin - 0.2 <= word.left and word.right <= margin + paper.width + 0.2 for word in page)
        text = [word.text for page in pages for word in page]
        lines = [one for line in match.game.tally(match.record).lines for one in (line, *line.beside)]
        main = [figure for line in lines for figure in (line.scores or line.balances).values()]
        for figure in main:
            if not (figure.mark and (figure.mark.instead or figure.mark.hides)):
                assert number_text(figure.value) in text
        return pages

    @pytest.mark.parametrize("name", ["ramino8", "rami5", "gin60", "hollywood", "bigmoney2"])
    def test_matches_that_did(self, name: str) -> None:
        self.check(paper_match(name), "fr" if name == "rami5" else "en")

    def test_the_widest(self) -> None:
        """Eight names of forty letters, six figures of money either way, signs on everything."""
        names = tuple(f"{'WMÖw'[n % 4] * 30} {n} Bergström"[:40] for n in range(8))
        deals = [Deal({Player(names[n % 8]): (-1) ** n * 1000, Player(names[-1]): 999}) for n in range(12)]
        start = Opening({Player(name): (-1) ** n * 888_888 for n, name in enumerate(names)})
        match = toy(names, *deals, options=Options(money=True), opening=start)
        self.check(match, "en")
        self.check(match, "en", "a5")

    def test_totals_stand_in_columns(self) -> None:
        """Units under units: the totals of a player end at the same place in every row of a table."""
        match = paper_match("ramino8")
        pages = self.check(match, "en")
        totals = [
            number_text(line.scores[match.record.players[2]].value) for line in match.game.tally(match.record).lines
        ]
        last = next(word for word in pages[0] if word.text == totals[-1])
        ends = [word.right for word in pages[0] if word.text in totals and abs(word.right - last.right) < 10]
        assert len(ends) >= len(totals)
        assert max(ends) - min(ends) < 0.2


class TestComesBack:
    """The printed protocol carries its match and the signs to check it by."""

    def test_the_match_comes_out_as_it_went_in(self) -> None:
        match = paper_match("hollywood")
        paper = protocol_pdf(match, "it")
        assert isinstance(paper, bytes)
        again = read_paper(paper)
        assert isinstance(again, Match)
        assert write_match(again) == write_match(match)

    def test_what_carries_no_match(self) -> None:
        card = card_pdf(GAMES[0], "en")
        paper = protocol_pdf(rams(*ROUND), "en")
        assert isinstance(card, bytes)
        assert isinstance(paper, bytes)
        for content in (card, paper[:3000], b"%PDF-1.7 nothing", b"%PDF-", b"", b"[1]"):
            found = read_paper(content)
            assert isinstance(found, Ruling), content[:20]

    def test_how_each_number_came_about(self) -> None:
        text = words(protocol_pdf(rams(ROUND[0], deal(Bo=5)), "en", with_terms=True))
        assert "deal 1 Tricks: Anna 2, Bo 1, Cia 1, Dag 1 Anna 10 −2 (2 tricks) = 8" in text
        assert "Bo 9 −5 (5 tricks) = 4" in text

    def test_signs_and_address_in_letters(self) -> None:
        match = rams(*ROUND)
        text = words(protocol_pdf(match, "en", url="http://192.168.4.1:8000/j/ABCD"))
        assert "http://192.168.4.1:8000/j/ABCD" in text
        assert f"Score {checksums(match).score}" in text


class TestHostile:
    """What people write is text and nothing else."""

    EVIL = "<img src=http://evil.test/a><b>&amp;"

    def test_markup_is_text(self) -> None:
        names = (self.EVIL, '"} @page{content:"x"}</style><i>')
        bodies = read_bodies(
            {"kind": "note", "text": "<script>{{ 7*7 }}</script><style>*{display:none}"}, players=names
        )
        match = with_entries(toy(names, title="</title><h1>x"), bodies)
        text = words(protocol_pdf(match, "en", url="https://example.org/?a=1&b=<2>")).replace(" ", "")
        for wanted in (*names, "<script>{{7*7}}</script><style>*{display:none}", "</title><h1>x"):
            assert wanted.replace(" ", "") in text

    def test_nothing_is_fetched(self) -> None:
        from weasyprint.urls import FatalURLFetchingError

        tools = press._weasyprint()
        assert not isinstance(tools, Ruling)
        for url in ("http://evil.test/a.png", "file:///etc/passwd", "data:text/css,a"):
            with pytest.raises(FatalURLFetchingError):
                tools[0](f'<html lang="en"><title>x</title><img src="{url}" alt="x">')

    def test_css_strings_hold_nothing_but_text(self) -> None:
        assert str(press.css_string('a"}</b')) == '"a\\22 \\7d \\3c \\2f b"'
        assert str(press.css_string("p {page}", page="page")) == '"p\\20 " counter(page) ""'


class TestBlank:
    """Empty sheets ask what the form asks, in its order, and have room for every deal."""

    @pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.key))
    def test_any_number_has_room(self, game: Game) -> None:
        pages = pages_of_words(blank_pdf(game, game.seats[-1], "en"))
        assert len(pages) <= 4
        assert "Date" in [word.text for word in pages[-1]]

    def test_the_tables_of_the_game(self) -> None:
        game = game_of("rams")
        assert game
        text = words(blank_pdf(game, 4, "en"))
        for wanted in ("Everybody starts on 10.", "Rams 1 Deal Dealer", "Tricks Points", "Rams 6", "Flights", "Date"):
            assert wanted in text
        assert text.count(" 14 ") == 6
        assert "Pot" not in text

    def test_what_the_house_rules_ask(self) -> None:
        """A pot where money lies there, the card of Oklahoma, the three columns of Hollywood."""
        known = {key: game_of(key) for key in ("rams", "gin", "ramino")}
        for key, rules, asked in (
            ("rams", {"money": True}, ("Balance", "Pot")),
            ("gin", {"hollywood": True, "oklahoma": True}, ("Card turned up", "Column 1", "Column 3")),
            ("ramino", {"mode": "points"}, ("Who went out", "Laid Left in hand Total")),
        ):
            game = known[key]
            assert game
            text = words(blank_pdf(game, 2, "en", options=read_options(game, rules)))
            for one in asked:
                assert one in text

    def test_names_and_papers(self) -> None:
        names = tuple(Player(name) for name in ("Anna", "Bo", "Maximiliana Bergström-Öd"))
        for size_name, edges in (("a5", (420, 595)), ("letter", (612, 792))):
            result = blank_pdf(GAMES[0], names, "en", size=size_name)
            assert size(printed(result)) == edges
            text = words(result)
            for name in names:
                assert name in text

    def test_the_game_says_how_many_play(self) -> None:
        refused = blank_pdf(TOY, 9, "en")
        assert isinstance(refused, Ruling)
        assert refused.code == "sheets.players"


class TestCard:
    """Two pages of A6, whatever the book."""

    def clauses(self, n: int, **more: Any) -> Iterator[Clause]:
        text = "Play a card of the suit led, if you have one; else a trump, however low it is. More is said here."
        for i in range(n):
            yield Clause(f"toy.c{i}", f"Heading {i}", text, "source", None, None, f"Part {i // 8}", **more)

    @pytest.mark.parametrize("n", [2, 30, 90])
    def test_two_small_pages(self, n: int, monkeypatch: pytest.MonkeyPatch) -> None:
        rules = Book("toy", "en", "Toy", tuple(self.clauses(n)))
        monkeypatch.setattr("companion.sheets.card.book", lambda game, lang: rules)
        pdf = printed(card_pdf(TOY, "en"))
        assert size(pdf) == A6
        assert len(pdf.pages) == min(2, -(-n // 8))
        text = " ".join(" ".join(page.extract_text() for page in pdf.pages).split())
        for i in range(n):
            assert f"Heading {i}" in text

    @pytest.mark.parametrize("game", [g for g in GAMES if books.languages(g.key)], ids=lambda game: str(game.key))
    def test_every_book_fits(self, game: Game) -> None:
        for lang in books.languages(game.key):
            card = card_pdf(game, lang)
            pdf = printed(card)
            assert (len(pdf.pages), size(pdf)) == (2, A6), lang
            assert "…" not in words(card), lang

    @pytest.mark.parametrize("game", [g for g in GAMES if books.languages(g.key)], ids=lambda game: str(game.key))
    def test_the_same_rules_on_the_card_in_every_language(self, game: Game) -> None:
        first, *others = (books.book(game.key, lang).clauses for lang in books.languages(game.key))
        chosen = [clause.id for clause in first if clause.card]
        assert len(chosen) > min(20, len(first) // 2)
        for clauses in others:
            assert [clause.id for clause in clauses if clause.card] == chosen
        for clause in (clause for clauses in (first, *others) for clause in clauses if clause.card):
            assert 1 < len(clause.card.partition(": ")[0]) < 36, clause.id
            assert len(clause.card) <= 90, clause.id

    def test_short_forms_are_chosen_by_the_book(self) -> None:
        text = (
            "# T\n## P\n### One {#toy.a}\nLong.\n\n- basis: source\n- card: Red: 7♥ is best.\n"
            "### Two {#toy.b}\nX.\n\n- basis: ours\n### Three {#toy.c}\nY.\n\n- basis: ours\n- card: Short.\n"
        )
        rules = parse(text, "toy", "en")
        assert rules.clauses[0].card == "Red: 7♥ is best."
        assert shortened(rules, 400) == [("P", [("Red:", "7♡ is best."), ("", "Short.")])]

    @pytest.mark.parametrize(("game", "paper"), list(zip(GAMES[::2], FOLDED, strict=True)))
    def test_folded_it_holds_every_word_of_the_pocket_pages(self, game: Game, paper: str) -> None:
        options = game.options()
        card = card_pdf(game, "en", size=paper, title="Friday", options=options)
        assert len(printed(card).pages) == 1
        text = words(card)
        assert text.count("What Friday plays") == FOLDED[paper].pairs
        for clause in books.book(game.key, "en").clauses:
            key = clause.card.partition(": ")[0]
            assert text.count(key) >= FOLDED[paper].pairs, clause.id
        rules = books.book(game.key, "en").clauses
        last = [one.card for one in rules if one.card][-1].translate(press.PAPER_SUITS)
        assert last.replace(" ", "") in text.replace(" ", "")

    def test_what_this_table_plays(self) -> None:
        game = GAMES[0]
        options = read_options(game, {"money": True, "stake": 25})
        assert "Play for money" in words(card_pdf(game, "en", options=options))

    def test_no_book_no_card(self) -> None:
        refused = card_pdf(TOY, "en")
        assert isinstance(refused, Ruling)
        assert refused.code == "sheets.no_book"


class TestBooklet:
    """The whole book: contents with pages, numbered clauses and their cases, an index that leads to them."""

    def test_everything_is_in_it(self) -> None:
        game = next(one for one in GAMES if one.key == "free")
        rules = books.book(game.key, "en")
        pdf, text = printed(booklet_pdf(game, "en")), words(booklet_pdf(game, "en"))
        assert size(pdf) == (420, 595)
        for n, (part, clauses) in enumerate(rules.parts().items(), start=1):
            assert text.count(f"{n} {part}") >= 2  # in the contents and at its place
            for k, one in enumerate(clauses, start=1):
                assert f"{n}.{k} {one.heading}" in text
                assert f"{one.heading} {n}.{k}" in text  # in the index
                assert all(case.id in text for case in one.cases)

    def test_what_the_table_has_chosen_stands_under_its_clause(self) -> None:
        game = next(one for one in GAMES if one.key == "free")
        options = read_options(game, {"winner": "low"})
        assert "Who wins: the lowest total" in words(booklet_pdf(game, "en", options=options, title="Friday"))

    def test_a_book_that_is_not_there_says_so(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("companion.sheets.booklet.written_in", lambda game, lang: "en")
        game = next(one for one in GAMES if one.key == "free")
        pdf = booklet_pdf(game, "it")
        assert printed(pdf).root_object["/Lang"] == "it"
        assert language("it").gettext(NOT_YET) in words(pdf)

    def test_cards_are_drawn(self) -> None:
        html = drawn("Lay 10♠ and Q♥; *not* <b>Kn♦</b>.", inline=True)
        assert '<span class="drawn">10♠</span>' in html
        assert '<span class="drawn red">Q♡</span>' in html
        assert "&lt;b&gt;" in html

    def test_no_book_no_booklet(self) -> None:
        refused = booklet_pdf(TOY, "en")
        assert isinstance(refused, Ruling)
        assert refused.code == "sheets.no_book"


class TestMachine:
    """The machine may lack what printing needs."""

    def test_without_pango_a_sentence(self) -> None:
        code = (
            "import sys; sys.modules['weasyprint'] = None\n"
            "from companion.games import GAMES\nfrom companion.sheets import blank_pdf\n"
            "print(blank_pdf(GAMES[0], 4, 'en').sentence)"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert "libpango-1.0-0" in done.stdout

    def test_pages_do_not_wait_for_it(self) -> None:
        code = "import sys, companion.sheets; print('weasyprint' in sys.modules)"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout.strip() == "False"


class TestCommand:
    """`companion sheet FILE -o OUT.pdf [--kind protocol|blank|card]`"""

    def run(self, *arguments: str | Path, text: str = "") -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "companion", "sheet", *map(str, arguments)]
        return subprocess.run(command, input=text, capture_output=True, text=True, check=False)

    def test_a_match_from_standard_input(self, tmp_path: Path) -> None:
        out = tmp_path / "out.pdf"
        text = '{"format": "companion-match/1", "game": "rams", "players": ["Anna", "Bo"], "entries": []}'
        done = self.run("-", "-o", out, "--lang", "sv", text=text)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        assert "Anna" in words(out.read_bytes())
        wrong = self.run("-", "-o", out, text=text.replace("[]", '[{"kind": "deal", "tricks": {"Cia": 5}}]'))
        assert wrong.returncode == 1
        assert '"entry": 1' in wrong.stdout

    def test_what_cannot_be_printed(self, tmp_path: Path) -> None:
        for arguments in (("-o", tmp_path / "x.pdf"), ("--kind", "card", "--game", "whist", "-o", tmp_path / "x.pdf")):
            done = self.run(*arguments)
            assert done.returncode == 2
            assert "message" in done.stdout
            assert not done.stderr


def read_bodies(*data: dict[str, Any], players: tuple[str, ...] = ("Anna", "Bo")) -> list[Body]:
    from companion.reading import read_body

    found = [read_body(TOY, tuple(map(Player, players)), one) for one in data]
    assert not any(isinstance(one, Ruling) for one in found), found
    return [one for one in found if not isinstance(one, Ruling)]


def with_entries(match: Match, bodies: list[Body]) -> Match:
    """Written by Anna, confirmed by Bo."""
    entries = tuple(
        Entry(n, body, by="Bo" if isinstance(body, Confirm) else "Anna") for n, body in enumerate(bodies, start=1)
    )
    return replace(match, record=replace(match.record, entries=entries))


def positions(pdf: PdfReader) -> list[float]:
    """Where pieces of text begin, from the left edge of the page, in points."""
    found: list[float] = []

    def visit(text: str, cm: Any, tm: Any, font: Any, size: Any) -> None:
        if text.strip():
            found.append(cm[4] + tm[4] * cm[0])

    for page in pdf.pages:
        page.extract_text(visitor_text=visit)
    return found
