"""The standings of events, their refusals and the faults of their heads, as data files say."""

import io
import json
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion import json_output
from companion.cli import main
from companion.events import Event
from companion.parsing.event_file import read_event
from companion.rules.rulings import Ruling

DATA = Path(__file__).parent / "events"


def cases(name: str) -> list[Any]:
    read = tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))["case"]
    return [pytest.param(one, id=one["id"]) for one in read]


def standings(data: object) -> dict[str, Any]:
    event = read_event(data)
    assert isinstance(event, Event), event
    return json_output.standings_json(event)[0]


def _none(value: object) -> object:
    if isinstance(value, list):
        return [_none(one) for one in value]
    return None if value == "none" else value


def _rows(printed: Mapping[str, Any], key: str) -> dict[str, Any]:
    return {row["player"]: row[key] for row in printed["standings"]}


def _behind(printed: Mapping[str, Any]) -> dict[str, Any]:
    found = {}
    for player, behind in _rows(printed, "behind").items():
        values = [behind["values"]] if behind and behind["values"] is not None else []
        found[player] = behind and [behind["player"], behind["by"], *values]
    return found


def _of_rounds(printed: Mapping[str, Any], key: str) -> dict[str, Any]:
    return {player: [one[key] for one in rounds] for player, rounds in _rows(printed, "rounds").items()}


SEEN = {
    "ranks": lambda printed: _rows(printed, "rank"),
    "totals": lambda printed: _rows(printed, "total"),
    "states": lambda printed: _rows(printed, "state"),
    "stand_ins": lambda printed: _rows(printed, "stand_ins"),
    "behind": _behind,
    "how": lambda printed: _of_rounds(printed, "as"),
    "numbers": lambda printed: _of_rounds(printed, "round"),
    "cards": lambda printed: {name: one[0] for name, one in _of_rounds(printed, "card_points").items()},
    "account": lambda printed: {name: [t["amount"] for t in terms] for name, terms in printed["accounts"].items()},
    "money": lambda printed: printed["money"],
    "payments": lambda printed: [[one["from"], one["to"], one["amount"]] for one in printed["payments"]],
    "open": lambda printed: printed["open"]["tables"],
    "status": lambda printed: printed["status"],
    "rounds": lambda printed: printed["rounds"],
}


@pytest.mark.parametrize("case", cases("standings"))
def test_standings(case: Mapping[str, Any]) -> None:
    printed = standings(json.loads(case["event"]))
    if "error" in case:
        entry, clause, *player = case["error"]
        error = printed["error"]
        whole = None if clause == "none" else f"tournament.{clause}"
        assert (error["entry"], error["clause"]) == (entry, whole), error
        assert [error.get("player")] == player or not player
        assert error.get("inner", {}).get("entry") == case.get("inner")
        return
    assert "error" not in printed, printed
    for key, see in SEEN.items():
        if key in case:
            seen, due = see(printed), _none(case[key])
            if isinstance(due, dict):
                due, seen = {k: _none(v) for k, v in due.items()}, {k: seen[k] for k in due}
            assert seen == due, key
    if "ranks" in case and "none" not in case["ranks"].values():
        assert [row["player"] for row in printed["standings"]] == list(case["ranks"])


@pytest.mark.parametrize("case", cases("heads"))
def test_heads(case: Mapping[str, Any]) -> None:
    wrong = read_event(json.loads(case["event"]))
    assert isinstance(wrong, Ruling)
    assert (wrong.code, wrong.entry) == (case["code"], None)


def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: str) -> tuple[int, Any]:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    with pytest.raises(SystemExit) as end:
        main(["standings", "-"])
    return int(end.value.code or 0), json.loads(capsys.readouterr().out)


class TestCommand:
    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ('{"format": "companion-event/1"}', 0),
            ('{"format": "companion-event/1", "entries": [{"kind": "end"}, {"kind": "end"}]}', 1),
            ('{"format": "companion-event/2"}', 2),
            ('{"format": "companion-event/1", "format": "companion-event/1"}', 2),
            ("not JSON", 2),
            ("[" * 100_000, 2),
            ('{"format": "companion-event/1", "entries": [5]}', 1),
        ],
    )
    def test_exit_codes(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: str, code: int
    ) -> None:
        exit_code, printed = run(monkeypatch, capsys, text)
        assert exit_code == code
        assert ("error" in printed) == (code > 0)
        assert ("entry" in printed.get("error", {})) == (code == 1)
