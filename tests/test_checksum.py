"""Two protocols with the same checksums agree: one for the score, one for all entries."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from support.each import each
from support.generate import match as by_chance

from companion.cli import main
from companion.parsing import FORMAT, Match, checksums, read_match, record_checksum
from companion.rules.entries import Correction, Entry, Note
from companion.rules.judge import judge

Json = dict[str, Any]
DEAL = {"kind": "deal", "rounds": ["A", "A", "A", "B", "B"]}
OTHER = {"kind": "deal", "rounds": ["B", "A", "A", "B", "B"]}


def toy(*entries: Json, **head: Any) -> Match:
    found = read_match({"format": FORMAT, "game": "toy", "players": ["A", "B"], "entries": list(entries), **head})
    assert isinstance(found, Match)
    return found


class TestScore:
    """Game, players, house rules, opening, and entries with an effect on score or rules, after corrections."""

    @pytest.mark.parametrize(
        "made",
        [
            partial(toy, DEAL, title="Friday"),
            partial(toy, {"kind": "note", "text": "late"}, DEAL),
            partial(toy, DEAL, {"kind": "confirm", "entry": 1}),
            partial(toy, {**DEAL, "by": "Anna", "at": "2026-01-01T10:00:00Z"}),
            partial(toy, DEAL, OTHER, {"kind": "correction", "entry": 2, "with": None}),
            partial(toy, OTHER, {"kind": "correction", "entry": 1, "with": DEAL, "reason": "wrong"}),
            partial(toy, DEAL, options={"target": 0}),
        ],
    )
    def test_the_same(self, made: Callable[[], Match]) -> None:
        same = made()
        assert checksums(same).score == checksums(toy(DEAL)).score
        if same.record.entries != toy(DEAL).record.entries or same.record.title:
            assert checksums(same).record != checksums(toy(DEAL)).record

    @pytest.mark.parametrize(
        "made",
        [
            partial(toy, OTHER),
            partial(toy, DEAL, {"kind": "misdeal"}),
            partial(toy, DEAL, {"kind": "end"}),
            partial(toy, DEAL, {"kind": "option", "option": "target", "value": 5}),
            partial(toy, DEAL, options={"target": 5}),
            partial(toy, DEAL, opening={"dealer": "A"}),
        ],
    )
    def test_another(self, made: Callable[[], Match]) -> None:
        assert checksums(made()).score != checksums(toy(DEAL)).score

    def test_a_deal_let_stand_differs_from_a_refused_deal(self) -> None:
        refused = [
            {"kind": "deal", "rounds": {"A": 3, "B": 2}},
            {"kind": "deal", "sat_out": ["A"], "rounds": {"B": 5}},
            {"kind": "correction", "entry": 1, "with": {"kind": "deal", "sat_out": ["A"], "rounds": {"B": 1, "C": 4}}},
        ]
        stands = toy(*refused, {"kind": "let_stand", "entry": 2}, players=["A", "B", "C"])
        assert judge(stands.replay) is None
        assert checksums(stands).score != checksums(toy(*refused, players=["A", "B", "C"])).score

    @each("seed", range(30))
    def test_struck_out_and_remarked_upon(self, seed: int) -> None:
        found = read_match(by_chance(seed))
        assert isinstance(found, Match)
        record, n = found.record, len(found.record.entries)
        more = (Entry(n + 1, Note("late")), Entry(n + 2, Note("later")), Entry(n + 3, Correction(n + 1, None)))
        assert checksums(replace(found, record=replace(record, entries=(*record.entries, *more)))).score == (
            checksums(found).score
        )


class TestCommand:
    def test_replay(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = tmp_path / "match.json"
        head = {"format": FORMAT, "game": "toy", "players": ["A", "B"]}
        path.write_text(json.dumps({**head, "entries": [DEAL]}), encoding="utf-8")
        with pytest.raises(SystemExit) as ended:
            main(["replay", str(path), "--checksum"])
        assert ended.value.code == 0
        found = json.loads(capsys.readouterr().out)
        assert list(found) == ["score", "record"]
        assert all(re.fullmatch(r"[0-9a-f]{4}( [0-9a-f]{4}){2}", signs) for signs in found.values())

    def test_an_illegal_entry_is_told(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = tmp_path / "match.json"
        head = {"format": FORMAT, "game": "toy", "players": ["A", "B"]}
        path.write_text(json.dumps({**head, "entries": [{"kind": "end"}]}), encoding="utf-8")
        with pytest.raises(SystemExit) as ended:
            main(["replay", str(path), "--checksum"])
        assert ended.value.code == 1
        assert json.loads(capsys.readouterr().out)["error"]["entry"] == 1


def test_that_of_the_record_counts_no_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Statistics ask for it of every match, which they have counted already."""
    whole = checksums(toy(DEAL, OTHER)).record
    monkeypatch.setattr(Match, "replay", property(lambda _match: pytest.fail("counted")))
    assert record_checksum(toy(DEAL, OTHER)) == whole
