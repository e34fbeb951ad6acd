"""The command that proposes the next round of an event."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.seatings import NAMES, WAYS

from companion import json_output
from companion.cli import main
from companion.events import Event
from companion.parsing.event_file import read_event


def file(
    seating: str = "meet", players: Sequence[str] = tuple("ABCDE"), *entries: object, **terms: object
) -> dict[str, Any]:
    head = {"format": "companion-event/1", "players": list(players)}
    return {**head, "terms": {"seats": [2], "seating": seating, **terms}, "entries": list(entries)}


def played(*tables: str, bye: str = "", number: int = 1) -> list[object]:
    """Return a closed round in which the first of each table won."""
    scores = [{"scores": {name: -place for place, name in enumerate(table)}} for table in tables]
    return [
        {"kind": "round", "tables": [list(table) for table in tables], "bye": list(bye)},
        *({"kind": "result", "round": number, "table": n, **one} for n, one in enumerate(scores, start=1)),
        {"kind": "close", "round": number},
    ]


@pytest.fixture
def seat(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """Run the command: return its exit code and output."""

    def command(event: object, *arguments: str) -> tuple[int, Any]:
        path = tmp_path / "event.json"
        path.write_text(json.dumps(event), encoding="utf-8")
        with pytest.raises(SystemExit) as end:
            main(["seat", str(path), *arguments])
        return int(end.value.code or 0), json.loads(capsys.readouterr().out)

    return command


class TestCommand:
    def test_what_it_prints(self, seat: Any) -> None:
        event = file("rank", "ABCD", *played("AB", "CD"), *played("AC", "BD", number=2))
        assert seat(event) == (
            0,
            {
                "round": 3,
                "tables": [["A", "B"], ["C", "D"]],
                "bye": [],
                "repeats": 2,
                "bound": 0,
                "optimal": False,
                "met": [["A", "B", 1], ["C", "D", 1]],
            },
        )

    def test_meet_has_a_plan_where_the_rounds_are_known(self, seat: Any) -> None:
        _, proposal = seat(file(rounds=5))
        assert proposal["plan"] == {"rounds": 5, "repeats": 0, "bound": 0}
        assert "plan" not in seat(file())[1]

    def test_a_knockout(self, seat: Any) -> None:
        """EV-X09, to its end."""
        first = played("BE", "DC", bye="A")
        second = played("AD", bye="B", number=2)
        knockout = file("fold", "ABCDE", lives=1)
        proposals = [seat({**knockout, "entries": entries})[1] for entries in ([], first, [*first, *second])]
        assert [one["tables"] for one in proposals] == [[["B", "E"], ["C", "D"]], [["A", "D"]], [["A", "B"]]]
        assert [one["bye"] for one in proposals] == [["A"], ["B"], []]
        over = [*first, *second, *played("BA", number=3)]
        assert seat({**knockout, "entries": over})[1]["error"]["clause"] == "tournament.end.over"

    @pytest.mark.parametrize(
        ("entries", "absent", "clause"),
        [
            ([{"kind": "round", "tables": [["A", "B"]]}], (), "tournament.round.one"),
            ([{"kind": "end", "reason": "late"}], (), "tournament.end.over"),
            ([], ("A", "B", "C", "D"), "tournament.seat.size"),
            ([{"kind": "cut", "keep": ["A", "B"]}], ("B",), "tournament.seat.size"),
            ([], ("Zoe",), "tournament.players.known"),
        ],
    )
    def test_no_round_follows(self, seat: Any, entries: list[object], absent: Sequence[str], clause: str) -> None:
        code, printed = seat({**file(), "entries": entries}, *(["--absent", *absent] if absent else []))
        assert code == 1
        assert printed["error"]["clause"] == clause
        assert "entry" not in printed["error"]

    def test_the_planned_rounds_are_over(self, seat: Any) -> None:
        assert seat(file("meet", "ABCD", *played("AB", "CD"), rounds=1))[1]["error"]["clause"] == "tournament.end.over"

    def test_an_entry_that_was_not_allowed(self, seat: Any) -> None:
        code, printed = seat(file("lots", "ABCD", {"kind": "close", "round": 1}))
        assert (code, printed["error"]["entry"]) == (1, 1)

    def test_a_head_that_cannot_be_read(self, seat: Any) -> None:
        assert seat({"format": "companion-match/1"})[0] == 2

    def test_who_is_absent_may_be_named_as_stand_in(self, seat: Any) -> None:
        swapped = {"kind": "replace", "player": "E", "stand_in": "Eva"}
        assert seat(file("rank", "ABCDE", swapped), "--absent", "Eva")[1]["tables"] == [["A", "B"], ["C", "D"]]

    def test_a_round_that_was_struck_out_keeps_its_number_and_nobody_has_met(self, seat: Any) -> None:
        entries = [{"kind": "played", "scores": {"A": 1, "B": 0}}, {"kind": "correction", "entry": 1, "with": None}]
        proposal = seat(file("rank", "AB", *entries))[1]
        assert (proposal["round"], proposal["met"]) == (2, [])

    @given(st.data())
    def test_every_seating_is_accepted_as_the_next_round(self, data: st.DataObject) -> None:
        players = NAMES[: data.draw(st.integers(2, 9))]
        seats = data.draw(st.lists(st.integers(2, 5), min_size=1, max_size=3, unique=True))
        event = file(
            data.draw(st.sampled_from(WAYS)), players, seats=seats, rounds=data.draw(st.none() | st.integers(3, 5))
        )
        for number in range(1, 4):
            away = data.draw(st.sets(st.sampled_from(players), max_size=2))
            read = read_event(event)
            assert isinstance(read, Event)
            proposal, well = json_output.seating_json(read, away)
            if not well:
                assert proposal["error"]["clause"] == "tournament.seat.size"  # type: ignore[index]
                return
            tables = cast("list[list[str]]", proposal["tables"])
            scores = [{"scores": {name: data.draw(st.integers(0, 3)) for name in table}} for table in tables]
            event["entries"] += [
                {"kind": "round", "tables": tables, "bye": proposal["bye"]},
                *({"kind": "result", "round": number, "table": n, **one} for n, one in enumerate(scores, start=1)),
                {"kind": "close", "round": number},
            ]
        read = read_event(event)
        assert isinstance(read, Event)
        assert json_output.standings_json(read)[1]
