"""The protocol of a match: the statement that a table signs, with the match file attached."""

import sys
from datetime import UTC, timedelta, timezone
from functools import cache

import pytest
import toy
from support.pdf_text import (
    ROUND,
    deal,
    four,
    gets,
    read_bodies,
    said,
    toy_match,
    with_entries,
    words,
)

from companion.games import GAMES
from companion.parsing import Match, checksums, write_match
from companion.pdf import card_pdf, protocol_pdf, render, render_process
from companion.pdf.attachment import read_paper
from companion.pdf.tables import DEALER
from companion.presentation.annotations import remarks
from companion.presentation.entry_formatter import Clock, EntryFormatter
from companion.rules.entries import Note, Player
from companion.rules.game import Game
from companion.rules.rulings import Ruling
from companion.rules.tally import Mark
from companion.translation import language

UP = {"kind": "deal", "points": {"Bo": 60}}  # it has a sign


@cache
def plain_paper() -> bytes | Ruling:
    """Return the protocol of a match of three deals."""
    return protocol_pdf(four(*ROUND), "en")


class TestProtocol:
    """The protocol has everything that a table signs."""

    def test_same_match_same_bytes(self) -> None:
        assert protocol_pdf(four(*ROUND), "en") == plain_paper()

    def test_times_are_local(self) -> None:
        """The record has UTC; the page has a time zone."""
        note = {"kind": "note", "text": "Late", "at": "2026-11-20T23:10:00Z", "by": "Bo"}
        text = words(protocol_pdf(four(note), "en", zone=timezone(timedelta(hours=2))))
        assert "Saturday, 21 November 2026" in text
        assert "Late (Bo, 01:10)" in text
        assert "Late (Bo, some time)" in words(protocol_pdf(four({**note, "at": "some time"}), "en"))

    def test_the_evening_has_its_length_and_what_is_said_after_midnight_its_day(self) -> None:
        times = ("2026-11-20T18:05:00Z", "2026-11-20T23:10:00Z")
        notes = [{"kind": "note", "text": "Late", "at": time, "by": "Bo"} for time in times]
        text = said(protocol_pdf, four(*notes), "en", zone=UTC)
        assert "Friday, 20 November 2026, 18:05 to 23:10 (5 h 5 min)" in text
        east = said(protocol_pdf, four(*notes), "en", zone=timezone(timedelta(hours=2)))
        assert "20:05 to 21 Nov 01:10 (5 h 5 min)" in east
        short = [{**notes[0], "at": time} for time in (times[0], "2026-11-20T19:03:00Z")]
        assert "18:05 to 19:03 (58 min)" in said(protocol_pdf, four(*short), "en", zone=UTC)
        seconds = [{**notes[0], "at": time} for time in ("2026-11-20T18:05:50Z", "2026-11-20T18:14:10Z")]
        assert "18:05 to 18:14 (9 min)" in said(protocol_pdf, four(*seconds), "en", zone=UTC), (
            "as the times beside it say"
        )
        assert "Late (Bo, 20:05)" in east
        assert "Late (Bo, 21 Nov 01:10)" in east

    def test_a_correction_is_struck_through_in_place(self) -> None:
        fixed = {"kind": "correction", "entry": 1, "with": UP, "reason": "Bo took them all", "by": "Dag"}
        result = protocol_pdf(four({**ROUND[0], "by": "Cia"}, ROUND[1], fixed), "en")
        text = words(result)
        assert "1× corrected: does not count" in text
        assert "1× 8 −2 9 −1 9 −1 9 −1 ▸ 1 a 10 70 +60 ▲ 10 10 ▸ 2" in text  # before, after, and the second deal
        assert "a Corrected: Bo took them all (Dag; first written by Cia)" in text

    def test_what_was_struck_out_keeps_its_figures(self) -> None:
        text = words(protocol_pdf(four(*ROUND, {"kind": "correction", "entry": 3, "with": None}), "en"))
        assert "3× a 5 −2 6 −1 ▸ 7 −1 7 −1" in text
        assert "1× crossed out: does not count" in text
        assert "a Crossed out" in text
        assert "2 deals" in text

    def test_a_correction_taken_back_leaves_its_trace(self) -> None:
        fixed = {"kind": "correction", "entry": 1, "with": UP, "reason": "Bo took them all"}
        text = words(protocol_pdf(four(ROUND[0], fixed, {"kind": "correction", "entry": 2, "with": None}), "en"))
        assert "1× 10 70 +60 ▲ 10 10 ▸ 1 a 8 −2 9 −1 9 −1 9 −1 ▸" in text
        assert "a Corrected: Bo took them all a Correction undone" in text

    @pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
    def test_each_sign_has_one_meaning(self, game: Game) -> None:
        """Each mark of a game has its own sign, different from that of the dealer."""
        modules = [module for name, module in sys.modules.items() if name.startswith(f"companion.games.{game.key}.")]
        known = [one for module in modules for one in vars(module).values()]
        named = [mark for one in known if isinstance(one, dict) for mark in one.values()]
        marks = {one for one in (*known, *named) if isinstance(one, Mark)}
        signs = [*(mark.sign for mark in marks), DEALER]
        assert sorted(signs) == sorted(set(signs))

    def test_remarks(self) -> None:
        match = toy_match(("Anna", "Bo"))
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
        assert "a Disputed, not settled: It was six" in text
        assert "Deals confirmed: Bo 1." in text
        assert "House rule from this deal on: Play for money." in text
        assert "Penalty +20 for Bo: showed a card" in text
        assert "misdeal" in text
        assert "In the pot: 7." in text

    def test_a_ruling_is_printed_in_words(self) -> None:
        """Players with their numbers, without words of the pages; the answer is complete by itself."""
        facts = {"options": {"x": 1}, "scores": {"Anna": 90}, "same_turn": False, "turns": [["Bo", "join"]]}
        ruling = {"kind": "ruling", "question": "Who pays?", "verdict": "answer", "facts": facts, "text": "Bo pays."}
        text = said(protocol_pdf, with_entries(toy_match(("Anna", "Bo")), read_bodies(ruling)), "en")
        assert "Ruling: Who pays? (Anna: 90; Bo, join) Bo pays." in text
        told = {**ruling, "verdict": "It counts."}
        assert ") It counts. Bo pays." in words(
            protocol_pdf(with_entries(toy_match(("Anna", "Bo")), read_bodies(told)), "en")
        )

    def test_a_time_stays_behind_a_name_from_right_to_left(self) -> None:
        match = toy_match(("שרה", "Bo"), Note("Late"))
        reader = EntryFormatter(match.game, match.tally, "en", language("en"), Clock("en", None))
        assert [one.origin for one in remarks(reader)] == ["\u2068שרה\u2069, 18:05"]

    def test_a_name_from_right_to_left_is_not_broken(self) -> None:
        match = toy_match(("שרה בן־עמי", "Bo"), Note("Late"))
        reader = EntryFormatter(match.game, match.tally, "en", language("en"), Clock("en", None))
        assert [one.origin for one in remarks(reader)] == ["\u2068שרה\u00a0בן־\u2060עמי\u2069, 18:05"]

    def test_who_wrote_first_may_be_unknown(self) -> None:
        fixed = {"kind": "correction", "entry": 1, "with": deal(Bo=5), "by": "Bo"}
        match = four({**ROUND[0], "at": "2026-11-20T18:05:00Z"}, fixed)
        assert "(Bo; first written 18:05)" in said(protocol_pdf, match, "en", zone=UTC)

    def test_what_the_rules_refuse_is_listed(self) -> None:
        much = {"kind": "deal", "points": {"Anna": 2000}}
        text = said(protocol_pdf, with_entries(toy_match(("Anna", "Bo")), read_bodies(much)), "en")
        assert "Does not count, deal 1: Nobody gets 2000 points." in text

    def test_an_earlier_sheet_is_carried_over(self) -> None:
        opening = toy.Opening(scores={Player("Anna"): 61, Player("Bo"): 44})
        text = said(protocol_pdf, toy_match(("Anna", "Bo"), opening=opening), "en")
        assert "↦ 61 44" in text
        assert "carried over from an earlier sheet" in text

    def test_a_closed_table_has_its_account_below(self) -> None:
        match = toy_match(("Anna", "Bo"), *[gets({"Anna": 3})] * 15)
        text = said(protocol_pdf, match, "en")
        assert text.index("Table 1") < text.index("Closing 1") < text.index("Standing")


class TestComesBack:
    """The printed protocol contains its match and the checksums."""

    def test_the_match_comes_out_as_it_went_in(self) -> None:
        opening = toy.Opening(scores={Player("Anna"): 61, Player("Åsa 王"): -44})
        bodies = read_bodies(
            {"kind": "deal", "points": {"Anna": 5}},
            {"kind": "note", "text": "Rain \u2028 all “evening”"},
            {"kind": "correction", "entry": 1, "with": {"kind": "deal", "points": {"Åsa 王": 5}}, "reason": "wrong"},
            {"kind": "option", "option": "money", "value": True},
            {"kind": "end"},
            players=("Anna", "Åsa 王"),
        )
        match = with_entries(toy_match(("Anna", "Åsa 王"), opening=opening, title="Friday <1>"), bodies)
        paper = protocol_pdf(match, "it")
        assert isinstance(paper, bytes)
        again = read_paper(paper)
        assert isinstance(again, Match)
        assert write_match(again) == write_match(match)

    def test_what_carries_no_match(self) -> None:
        card = card_pdf(toy.GAME, "en")
        paper = plain_paper()
        assert isinstance(card, bytes)
        assert isinstance(paper, bytes)
        for content in (card, paper[:400], b"%PDF-1.7 nothing", b"%PDF-", b"", b"[1]"):
            found = read_paper(content)
            assert isinstance(found, Ruling), content[:20]

    def test_how_each_number_came_about(self) -> None:
        penalty = {"kind": "penalty", "player": "Bo", "points": 3, "reason": "Looked"}
        text = said(protocol_pdf, four(ROUND[0], deal(Bo=5), penalty), "en", with_terms=True)
        assert "The penalty for Bo Player: Bo; Points: 3; Reason: Looked Bo 4 +3" in text
        assert "Deal 1 Rounds: Anna 2, Bo 1, Cia 1, Dag 1 Anna 10 −2 (2 rounds) = 8" in text
        assert "Bo 9 −5 (5 rounds) = 4" in text

    def test_signs_and_address_in_letters(self) -> None:
        match = four(*ROUND)
        text = said(protocol_pdf, match, "en", url="http://192.168.4.1:8000/j/ABCD")
        assert "http://192.168.4.1:8000/j/ABCD" in text
        assert f"Score {checksums(match).score}" in text


class TestHostile:
    """Everything that people write is printed as plain text."""

    EVIL = "<img src=http://evil.test/a><b>&amp;"

    def test_markup_is_text(self) -> None:
        names = (self.EVIL, '"} @page{content:"x"}</style><i>')
        bodies = read_bodies(
            {"kind": "note", "text": "<script>{{ 7*7 }}</script><style>*{display:none}"}, players=names
        )
        match = with_entries(toy_match(names, title="</title><h1>x"), bodies)
        text = words(protocol_pdf(match, "en", url="https://example.org/?a=1&b=<2>")).replace(" ", "")
        for wanted in (*names, "<script>{{7*7}}</script><style>*{display:none}", "</title><h1>x"):
            assert wanted.replace(" ", "") in text

    def test_nothing_is_fetched(self) -> None:
        from weasyprint.urls import FatalURLFetchingError

        setter = render_process.typesetter()
        assert not isinstance(setter, Ruling)
        for url in ("http://evil.test/a.png", "file:///etc/passwd", "data:text/css,a"):
            with pytest.raises(FatalURLFetchingError):
                setter.lay_out(f'<html lang="en"><title>x</title><img src="{url}" alt="x">')

    def test_css_strings_hold_nothing_but_text(self) -> None:
        assert str(render.css_string('a"}</b')) == '"a\\22 \\7d \\3c \\2f b"'
        assert str(render.css_string("p {page}", page="page")) == '"p\\20 " counter(page) ""'
