"""Two protocols with the same signs say the same: of the score alone, and of all that was written."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from generate import match as by_chance

from companion.checksum import checksums
from companion.cli import main
from companion.reading import FORMAT, Match, read_match
from companion.rules.entries import Correction, Entry, Note
from companion.rules.record import judge

Json = dict[str, Any]
DEAL = {"kind": "deal", "tricks": ["A", "A", "A", "B", "B"]}
OTHER = {"kind": "deal", "tricks": ["B", "A", "A", "B", "B"]}


def rams(*entries: Json, **head: Any) -> Match:
    found = read_match({"format": FORMAT, "game": "rams", "players": ["A", "B"], "entries": list(entries), **head})
    assert isinstance(found, Match)
    return found


class TestScore:
    """The game, the players, house rules, opening and what moves score or rules, as it stands after corrections."""

    @pytest.mark.parametrize(
        "same",
        [
            rams(DEAL, title="Friday"),
            rams({"kind": "note", "text": "late"}, DEAL),
            rams(DEAL, {"kind": "confirm", "entry": 1}),
            rams({**DEAL, "by": "Anna", "at": "2026-01-01T10:00:00Z"}),
            rams(DEAL, OTHER, {"kind": "correction", "entry": 2, "with": None}),
            rams(OTHER, {"kind": "correction", "entry": 1, "with": DEAL, "reason": "wrong"}),
            rams(DEAL, options={"rams_count": 6}),
        ],
    )
    def test_the_same(self, same: Match) -> None:
        assert checksums(same).score == checksums(rams(DEAL)).score
        if same.record.entries != rams(DEAL).record.entries or same.record.title:
            assert checksums(same).record != checksums(rams(DEAL)).record

    @pytest.mark.parametrize(
        "other",
        [
            rams(OTHER),
            rams(DEAL, {"kind": "misdeal"}),
            rams(DEAL, {"kind": "end"}),
            rams(DEAL, {"kind": "option", "option": "rams_count", "value": 5}),
            rams(DEAL, options={"rams_count": 5}),
            rams(DEAL, opening={"dealer": "A"}),
        ],
    )
    def test_another(self, other: Match) -> None:
        assert checksums(other).score != checksums(rams(DEAL)).score

    def test_a_deal_let_stand_is_not_the_deal_refused(self) -> None:
        head = {"opening": {"scores": {"A": 6, "B": 7}}}
        refused = [
            {"kind": "deal", "passed": ["A"]},
            {"kind": "deal", "passed": ["A"]},
            {"kind": "correction", "entry": 1, "with": {"kind": "deal", "passed": ["B"]}},
        ]
        stands = rams(*refused, {"kind": "let_stand", "entry": 2}, **head)
        assert judge(stands.game, stands.record) is None
        assert checksums(stands).score != checksums(rams(*refused, **head)).score

    @pytest.mark.parametrize("seed", range(30))
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
        head = {"format": FORMAT, "game": "rams", "players": ["A", "B"]}
        path.write_text(json.dumps({**head, "entries": [DEAL]}), encoding="utf-8")
        with pytest.raises(SystemExit) as ended:
            main(["replay", str(path), "--checksum"])
        assert ended.value.code == 0
        found = json.loads(capsys.readouterr().out)
        assert list(found) == ["score", "record"]
        assert all(re.fullmatch(r"[0-9a-f]{4}( [0-9a-f]{4}){2}", signs) for signs in found.values())

    def test_an_illegal_entry_is_told(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = tmp_path / "match.json"
        head = {"format": FORMAT, "game": "rams", "players": ["A", "B"]}
        path.write_text(json.dumps({**head, "entries": [{"kind": "end"}]}), encoding="utf-8")
        with pytest.raises(SystemExit) as ended:
            main(["replay", str(path), "--checksum"])
        assert ended.value.code == 1
        assert json.loads(capsys.readouterr().out)["error"]["entry"] == 1
