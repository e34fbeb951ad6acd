"""Rules for every game: a struck-out entry has no effect, corrections commute, files can be read again."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any
from unicodedata import normalize

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.cases import legal
from support.each import each
from support.generate import match as by_chance
from support.share import some

from companion import json_output
from companion.games import GAMES
from companion.parsing import Match, read_match, write_match
from companion.rules.entries import Correction, Entry, LetStand, Note
from companion.rules.history import AnyRecord
from companion.rules.judge import judge


@cache
def matches(key: str) -> list[Match]:
    """Return the legal matches in the cases of a game, without their corrections."""
    read = [match for _, match in legal(key) if match.record.entries]
    plain = [m for m in read if not any(isinstance(e.body, Correction | LetStand) for e in m.record.entries)]
    return [match for match in plain if judge(match.replay) is None]


SAID = {"kind", "reason", "text", "end"}  # texts beside the names


def sheet(match: Match, record: AnyRecord) -> dict:
    """Return the sheet without the numbers of entries, because a struck-out entry keeps its number."""
    found = json_output.tally_json(match.game, match.game.tally(record))
    found["deals"] = [{key: value for key, value in deal.items() if key != "entry"} for deal in found["deals"]]
    found["refused"] = len(found["refused"])
    found["ended"] = found["ended"] and found["ended"]["by"]
    return found


def written(record: AnyRecord, *bodies) -> AnyRecord:
    entries = record.entries
    for body in bodies:
        entries = (*entries, Entry(len(entries) + 1, body))
    return replace(record, entries=entries)


def without(record: AnyRecord, number: int) -> AnyRecord:
    kept = [entry for entry in record.entries if entry.number != number]
    return replace(record, entries=tuple(replace(entry, number=n) for n, entry in enumerate(kept, start=1)))


ODD = ["1", "2", "3", "@none", "@0", "#", "~", "?", "none", "true", "Ö", "李", "نورا", "O'Neil", "a b", "\u2660"]
NAMES = st.one_of(
    st.sampled_from(ODD),
    st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=40).filter(
        lambda name: normalize("NFC", name) == name
    ),
)


def renamed(value: Any, called: Mapping[str, str]) -> Any:
    """Return the JSON with other names, as keys, values, and in texts. Cards and words stay."""
    if isinstance(value, dict):
        return {called.get(key, key): one if key in SAID else renamed(one, called) for key, one in value.items()}
    if isinstance(value, list):
        return [renamed(one, called) for one in value]
    return called.get(value, value) if isinstance(value, str) else value


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
class TestEveryGame:
    @settings(max_examples=some(40))
    @given(data=st.data())
    def test_struck_out_is_never_written(self, game, data) -> None:
        match = data.draw(st.sampled_from(matches(game.key)))
        number = data.draw(st.integers(1, len(match.record.entries)))
        struck = written(match.record, Correction(number, None))
        assert sheet(match, struck) == sheet(match, without(match.record, number))

    @settings(max_examples=some(40))
    @given(data=st.data())
    def test_corrections_of_different_entries_come_in_any_order(self, game, data) -> None:
        match = data.draw(st.sampled_from([m for m in matches(game.key) if len(m.record.entries) > 1]))
        one, two = data.draw(st.permutations(range(1, len(match.record.entries) + 1)))[:2]
        moved = match.record.entries[one - 1].body
        corrections = [Correction(one, None), Correction(two, moved)]
        there = written(match.record, *corrections)
        back = written(match.record, *reversed(corrections))
        assert json_output.tally_json(game, game.tally(there)) == json_output.tally_json(game, game.tally(back))

    @settings(max_examples=some(40))
    @given(data=st.data())
    def test_a_correction_taken_back_leaves_no_trace_in_the_score(self, game, data) -> None:
        match = data.draw(st.sampled_from(matches(game.key)))
        number = data.draw(st.integers(1, len(match.record.entries)))
        end = len(match.record.entries)
        undone = written(match.record, Correction(number, None), Correction(end + 1, None))
        assert sheet(match, undone) == sheet(match, match.record)
        assert judge(match.game.replay(undone)) is None

    @settings(max_examples=some(40))
    @given(data=st.data())
    def test_a_remark_changes_no_score(self, game, data) -> None:
        match = data.draw(st.sampled_from(matches(game.key)))
        assert sheet(match, written(match.record, Note("late"))) == sheet(match, match.record)

    @settings(max_examples=some(25))
    @given(data=st.data())
    def test_any_names_play_the_same_match(self, game, data) -> None:
        """Digits, special characters, letters of any script: the sheet is the same for any names."""
        match = data.draw(st.sampled_from(matches(game.key)))
        players = match.record.players
        names = data.draw(st.lists(NAMES, min_size=len(players), max_size=len(players), unique_by=str.casefold))
        called = dict(zip(players, names, strict=True))
        other = read_match(renamed(write_match(match), called))
        assert isinstance(other, Match), other
        assert other.fault is None, other.fault
        found = json_output.tally_json(game, game.tally(match.record))
        assert judge(other.replay) is None
        assert json_output.tally_json(game, game.tally(other.record)) == renamed(found, called)

    @each("seed", range(8))
    def test_by_chance(self, game, seed) -> None:
        """In a random match a struck-out last entry has no effect, and no money is lost."""
        found = read_match(by_chance(seed, game))
        assert isinstance(found, Match)
        record, n = found.record, len(found.record.entries)
        if not n or isinstance(record.entries[-1].body, Correction):
            return
        struck = written(record, Correction(n, None))
        assert sheet(found, struck) == sheet(found, record.upto(n - 1))
        money = game.tally(record).balances
        in_pot = game.tally(record).pot or 0
        assert sum(figure.value for figure in money.values()) + in_pot == 0

    def test_a_file_read_again_is_the_same_file(self, game) -> None:
        for match in matches(game.key):
            once = write_match(match)
            again = read_match(once)
            assert isinstance(again, Match)
            assert write_match(again) == once

    def test_money_is_conserved(self, game) -> None:
        """The sum of balances and pot never changes, whatever the table plays for."""
        for match in matches(game.key):
            tally = match.tally
            sums = {sum(f.value for f in line.balances.values()) + line.pot.value for line in tally.lines if line.pot}
            assert len(sums) <= 1, match.record
