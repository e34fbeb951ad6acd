"""Values computed for a match are updated entry by entry, and always equal a fresh computation."""

import gc
import re
import weakref
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from flask import Flask
from support import generate
from support.each import each
from support.pdf_text import gets, toy_match
from support.phones import OPEN, Phone, codes, new_table, stored, text_of
from support.share import every

from companion import match_cache
from companion.games import GAMES
from companion.json_output import tally_json
from companion.limits import CELLS, ENTRIES, ON_PAGE, ON_SHEET
from companion.match_cache import SharedCache
from companion.parsing import Match, read_match
from companion.presentation.chart import DIGIT
from companion.presentation.score_sheet import on_sheet, rows
from companion.rules import replay as record_of
from companion.rules.entries import Correction, Entry
from companion.rules.judge import judge_last
from companion.store import EntryRow

PAGE = 50_000  # bytes of the page of the longest match, uncompressed


@each("seed", every(2, range(6)))
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_updating_entry_by_entry_equals_computing_at_once(game: Any, seed: int) -> None:
    """Judged as a candidate, written, and another candidate judged at the same time, as phones do."""
    match = read_match(generate.match(seed, game))
    assert isinstance(match, Match)
    replay = game.replay(replace(match.record, entries=()))
    for entry in match.record.entries:
        judge_last(replay.then(replace(entry, body=Correction(1, None))))
        judge_last(replay.then(entry))
        replay = replay.then(entry)
        anew = game.replay(match.record.upto(entry.number))
        assert replay.record == anew.record
        assert replay.history == anew.history
        assert replay.numbers == anew.numbers
        assert tally_json(game, replay.tally) == tally_json(game, anew.tally)
        assert rows(replay) == rows(anew)
    written = rows(anew)
    assert on_sheet(replay) == sorted({row.line.entry for row in written})
    for entry in match.record.entries[seed::6]:
        assert rows(replay, among={entry.number}) == [row for row in written if row.line.entry == entry.number]
        for part in (replay.upto(entry.number), replay.before(entry.number)):
            assert tally_json(game, part.tally) == tally_json(game, game.tally(part.record))
    assert game.replay(match.record, before=replay).course == anew.course
    for head in ({"players": match.record.players[::-1]}, {"opening": game.opening()}):
        other = replace(match.record, **head)
        assert game.replay(other, before=replay).course == game.replay(other).course, "of another match nothing is kept"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_unused_values_are_freed_at_once(game: Any) -> None:
    """Without a garbage collection, for which every phone would wait.

    Of the sheet before a correction only the replaced line is kept, which is shown struck through.
    """
    match = read_match(generate.match(5, game))
    assert isinstance(match, Match)
    first = match.tally.lines[0].entry
    other = match.replay.then(Entry(len(match.record.entries) + 1, Correction(first, None)))
    judge_last(other)
    before = [weakref.ref(one) for one in (match.replay, match.tally, match.tally.lines[-1])]
    after = [weakref.ref(one) for one in (other, other.tally)]
    gc.disable()
    try:
        del match
        assert [one() for one in before] == [None] * 3
        assert any(row.struck for row in rows(other))
        del other
        assert [one() for one in after] == [None] * 2
    finally:
        gc.enable()


def test_replay_starts_at_the_first_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a correction, a strike-out or a look at an old version, unaffected entries are not replayed."""
    match = toy_match(("Anna", "Bo"))
    deals = [gets({"Anna": n % 7, "Bo": n % 5}) for n in range(300)]
    record = replace(match.record, entries=tuple(Entry(n, body) for n, body in enumerate(deals, 1)))
    game = match.game
    replay = game.replay(record)
    played: list[int] = []
    inner = record_of._step
    monkeypatch.setattr(record_of, "_step", lambda *given: played.append(given[-1].number) or inner(*given))
    for other, first, last in (
        (lambda: replay.then(Entry(301, deals[0])), 301, 301),
        (lambda: replay.then(Entry(301, Correction(260, deals[5]))), 257, 300),
        (lambda: replay.before(100), 97, 99),
        (lambda: replay.upto(128), 129, 128),
        (lambda: replay.upto(300), 301, 300),
    ):
        played.clear()
        further = other()
        assert played == [*range(first, last + 1)]
        assert further.tally.lines == game.tally(further.record).lines


class TestSharedCache:
    def test_the_least_used_goes_first(self) -> None:
        kept: SharedCache[str, int] = SharedCache(10, lambda size: size)
        for key in "abc":
            kept[key] = 3
        assert kept.get("a")
        kept["d"] = 3
        assert [key in kept for key in "abcd"] == [True, False, True, True]

    def test_sizes_are_updated_and_too_large_values_not_kept(self) -> None:
        kept: SharedCache[str, int] = SharedCache(10, lambda size: size)
        kept["a"] = kept["b"] = 3
        kept["b"] = 8
        assert (kept.get("a"), kept.get("b")) == (None, 8)
        kept["c"] = 11
        assert (kept.get("b"), kept.get("c")) == (8, None)


@pytest.fixture
def owner(app: Flask) -> Phone:
    return new_table(app, "toy", ["Anna", "Bo"], **OPEN)


def deals(app: Flask, owner: Phone, count: int) -> None:
    body = {"kind": "deal", "rounds": {"Anna": 3, "Bo": 2}}
    first = stored(app).count(owner.match) + 1
    rows = [EntryRow(n, f"e{n}", "2026-11-21T20:00:00Z", "Anna", owner.id, body) for n in range(first, first + count)]
    assert stored(app).append_all(owner.match, rows) == "written"


class TestKept:
    """All phones of a table share one reading of the match, which is never older than the disk."""

    def test_only_what_is_new_is_read(self, app: Flask, owner: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
        deals(app, owner, 5)
        other = Phone(app, owner.match)
        other.enter(codes(app, owner.match)[0], "Bo")
        owner.get()
        read: list[int] = []
        inner = match_cache._entry
        monkeypatch.setattr(match_cache, "_entry", lambda *given: read.append(given[-1].number) or inner(*given))
        assert "−15" in other.get().text
        deals(app, owner, 1)
        assert "−18" in other.get().text
        assert "−18" in owner.get().text
        assert read == [6]

    def test_of_long_entries_fewer_matches_are_kept(self, app: Flask, owner: Phone) -> None:
        """An entry may be a hundred times as long as usual ones."""
        for n in range(3):
            owner.post("/entries", kind="note", text="\N{GRINNING FACE}" * 2000, seen=f"{n}.0", entry_id=f"n{n}")
        owner.get()
        kept = match_cache._kept.get(owner.match)
        assert kept
        assert 20 < kept.weight < 30
        deals(app, owner, 40)
        owner.get()
        kept = match_cache._kept.get(owner.match)
        assert kept
        assert kept.weight == 43

    def test_another_record_in_its_place_is_read_anew(self, app: Flask, owner: Phone) -> None:
        """As after a backup was restored while the server runs."""
        deals(app, owner, 5)
        assert "−15" in owner.get().text
        store: Any = stored(app)
        with store.writing():
            store.run("DELETE FROM entry WHERE match = ? AND number > 3", owner.match)
        assert owner.get("/match.json").get_json()["entries"][3:] == []
        deals(app, owner, 2)
        assert len(owner.get("/match.json").get_json()["entries"]) == 5


@pytest.fixture(scope="module")
def longest(house: Flask) -> Phone:
    """Return the phone of a match that is nearly as long as one may be."""
    owner = new_table(house, "toy", ["Anna", "Bo"], **OPEN)
    deals(house, owner, ENTRIES - 10)
    return owner


class TestLongSheets:
    """The page of the longest match is as small as that of an evening; earlier rows are loaded on request."""

    def test_page_by_page(self, longest: Phone) -> None:
        owner = longest
        page = owner.get()
        assert len(page.data) < PAGE
        assert f"{ENTRIES - 10 - ON_SHEET} earlier entries" in page.text
        assert page.text.count('<tr class=" deal">') == ON_SHEET
        before = ENTRIES - 10 - ON_SHEET + 1
        earlier = owner.get("/sheet", before=before)
        assert len(earlier.data) < PAGE
        most = CELLS // 2
        assert earlier.text.count('<tr class=" deal">') == most
        assert f"before={before - most}" in earlier.text
        assert "earlier entr" not in owner.get("/sheet", before=most).text
        assert [owner.get("/sheet", before=n).status_code for n in (0, -1, "x")] == [404] * 3
        assert "Show the effect" in owner.get("/entries/7").text
        assert "Anna −5970 → −5967" in text_of(owner.get("/entries/7", foresee=1).text)
        assert "Anna −5970 → −5967" in text_of(owner.get(f"/entries/{ENTRIES - 20}").text)

    def test_remarks_are_shown_too(self, app: Flask, owner: Phone) -> None:
        deals(app, owner, 5)
        notes = [
            EntryRow(n, f"n{n}", "2026-11-21T20:00:00Z", "Anna", owner.id, {"kind": "note", "text": f"note {n} " * 20})
            for n in range(6, 1800)
        ]
        assert stored(app).append_all(owner.match, notes) == "written"
        for page in (owner.get(), owner.get("/live", after="0.0"), owner.get("/sheet", before=6)):
            assert len(page.data) < PAGE
            assert "note 1799" in page.text
            onward = re.search(r'before=(\d+)">(\d+) earlier notes: see the history', page.text)
            assert onward
            first = int(onward[1])
            assert int(onward[2]) == first - 6
            assert f"note {first} note" in page.text
            assert f"note {first - 1} note" not in page.text
        assert f"note {first - 1} note" in owner.get("/log", before=first).text

    def test_the_course_and_the_numbers_too(self, longest: Phone) -> None:
        owner = longest
        for path in ("/course", "/numbers"):
            page = owner.get(path)
            assert len(page.data) < PAGE, path
            onward = re.search(r'before=(\d+)"', page.text)
            assert onward, path
            assert len(owner.get(path, before=onward[1]).data) < PAGE
            assert not re.search(r'href="[^"]*before=', owner.get(path, before=5).text)
        page = owner.get("/course")
        assert page.text.index("earlier entries") < page.text.index("<table"), (
            "what is left out is said where it would be"
        )
        assert f"{ENTRIES - 10 - 4} later entries" in owner.get("/course", before=5).text
        numbers = re.findall(r'<text x="([\d.]+)"[^>]*text-anchor="middle">(\d+)<', page.text)
        apart = [float(b) - float(a) for (a, _), (b, _) in pairwise(numbers)]
        assert min(apart) > DIGIT * len(numbers[-1][1]), "no number of a deal touches the next"

    def test_the_record_too(self, app: Flask, owner: Phone) -> None:
        deals(app, owner, ON_PAGE + 5)
        assert "5 earlier entries" in owner.get("/log").text
        assert owner.get("/log", before=6).text.count("<li value") == 5
        assert owner.get("/log", before=-3).status_code == 200
