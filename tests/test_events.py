"""The standings of events, refusals, and errors in their heads, from data files."""

import io
import json
import re
import sys
import tomllib
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from support.each import each

import companion
from companion import json_output
from companion.cli import main
from companion.events import RULES, Event
from companion.events import standings as counted
from companion.events.judge import play
from companion.languages import LANGUAGES
from companion.parsing.event_file import read_event
from companion.presentation.event_text import event_text
from companion.rulebooks import book, languages
from companion.rules.rulings import Ruling
from companion.search import find
from companion.translation import language, speak

DATA = Path(__file__).parent / "events"
PACKAGE = Path(companion.__file__).parent


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
    "places": lambda printed: _of_rounds(printed, "place"),
    "account": lambda printed: {name: [t["amount"] for t in terms] for name, terms in printed["accounts"].items()},
    "money": lambda printed: printed["money"],
    "payments": lambda printed: [[one["from"], one["to"], one["amount"]] for one in printed["payments"]],
    "open": lambda printed: printed["open"]["tables"],
    "status": lambda printed: printed["status"],
    "rounds": lambda printed: printed["rounds"],
}


@each("case", cases("standings"))
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


@each("case", cases("heads"))
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


CITED = re.compile(r'"tournament\.([a-z_.]+)"')
IN_BOOK = [clause.id.removeprefix("tournament.") for clause in book(RULES.key, "en").clauses]
# Clauses without refusals: they define words, or how things are counted, seated and paid.
DEFINING = {
    *("event.one", "players.join", "players.replace", "round.clock", "seat.bye", "seat.kept", "rating.luck"),
    *("seat.lots", "seat.meet", "seat.rank", "seat.swiss", "seat.fold", "money.account", "money.fewest"),
    *("score.points", "score.money", "score.places", "score.shared", "score.bye", "score.absent", "score.best"),
    *("score.least", "rank.total", "rank.places", "rank.direct", "rank.best", "rank.strength", "rank.card_points"),
    *("rank.shared", "knockout.lives", "penalty.agreed", "penalty.warning"),
}


class TestBook:
    def test_the_same_in_every_language(self) -> None:
        english = book(RULES.key, "en").clauses
        assert set(languages(RULES.key)) == set(LANGUAGES)
        for lang in languages(RULES.key):
            other = book(RULES.key, lang).clauses
            assert [(one.id, one.basis) for one in other] == [(one.id, one.basis) for one in english]
            assert [case.id for one in other for case in one.cases] == [c.id for one in english for c in one.cases]
            assert all(one.heading and one.text for one in other)

    def test_every_case_of_a_director(self) -> None:
        ids = [case.id for clause in book(RULES.key, "en").clauses for case in clause.cases]
        assert sorted(ids) == [f"EV-R{n:02}" for n in range(1, 19)]

    def test_what_refuses_stands_in_it_and_nothing_else_is_missing(self) -> None:
        paths = (PACKAGE / "events").glob("*.py"), (PACKAGE / "parsing").glob("*.py")
        cited = {one for found in paths for path in found for one in CITED.findall(path.read_text(encoding="utf-8"))}
        assert len(IN_BOOK) == len(set(IN_BOOK))
        assert cited <= set(IN_BOOK)
        assert set(IN_BOOK) - cited == DEFINING

    def test_every_clause_that_refuses_is_reached(self) -> None:
        reached = {param.values[0]["error"][1] for param in cases("standings") if "error" in param.values[0]}
        assert set(IN_BOOK) - DEFINING - reached == set()


class TestBookInTheApp:
    """The book of events can be read and searched like that of a game; it has no referee and no PDFs."""

    def test_pages(self, app: Flask) -> None:
        client = app.test_client()
        whole = client.get("/rules/tournament").get_data(as_text=True)
        assert 'href="/rules/tournament/tournament.seat.kept"' in whole
        assert "/ask" not in whole
        assert "EV-R03" in client.get("/rules/tournament/tournament.seat.kept").get_data(as_text=True)
        assert "Round 2 stays" in client.get("/rules/tournament?q=two+lives").get_data(as_text=True)
        assert 'href="/rules/tournament"' in client.get("/rules").get_data(as_text=True)

    @pytest.mark.parametrize(
        ("lang", "words", "clause"),
        [
            ("en", "stand-in", "players.replace"),
            ("sv", "ersättare", "players.replace"),
            ("fr", "remplaçant", "players.replace"),
            ("it", "sostituto", "players.replace"),
            ("en", "swiss", "seat.swiss"),
        ],
    )
    def test_find(self, lang: str, words: str, clause: str) -> None:
        assert f"tournament.{clause}" in [hit.clause for hit in find(RULES, words, lang).hits]


class TestRating:
    EVENT = '{"format": "companion-event/1", "terms": {"rating": true}, "entries": [%s]}'
    PLAYED = '{"kind": "played", "places": {"A": 1, "B": 2, "C": 2}}'

    @pytest.mark.skipif(not counted.can_rate(), reason="openskill is optional")
    def test_by_the_places_of_each_table_in_order(self) -> None:
        printed = standings(json.loads(self.EVENT % f"{self.PLAYED}, {self.PLAYED}"))
        model = import_module("openskill.models").PlackettLuce()
        teams = [[model.rating()] for _ in "ABC"]
        for _ in range(2):
            teams = model.rate(teams, ranks=[1, 2, 2])
        (a,) = teams[0]
        assert printed["ratings"]["A"] == {"mu": round(a.mu, 3), "sigma": round(a.sigma, 3), "tables": 2}
        assert printed["ratings"]["B"] == printed["ratings"]["C"]
        assert printed["foretold"] == [2, 2]

    @pytest.mark.skipif(not counted.can_rate(), reason="openskill is optional")
    def test_of_tables_inside_events(self) -> None:
        evening = self.EVENT % f'{self.PLAYED}, {self.PLAYED}, {{"kind": "end"}}'
        league = standings(json.loads(self.EVENT % f'{{"kind": "played", "event": {evening}}}'))
        assert league["ratings"]["A"]["tables"] == 2

    def test_without_the_library_it_says_what_to_install(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(counted, "can_rate", lambda: False)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO((self.EVENT % self.PLAYED).encode())))
        with pytest.raises(SystemExit) as end:
            main(["standings", "-"])
        out, err = capsys.readouterr()
        printed = json.loads(out)
        assert (end.value.code, printed["ratings"], printed["foretold"]) == (0, None, None)
        assert "pip install 'cardtable-companion[rating]'" in err


def test_the_account_says_what_was_paid_when_the_players_changed() -> None:
    """Nobody is asked again for money that was paid when somebody left."""
    (case,) = (case.values[0] for case in cases("standings") if case.id == "a chain of parts")
    state = play(read_event(json.loads(case["event"])))  # type: ignore[arg-type]
    assert not isinstance(state, Ruling)
    lines = {name: [line.words for line in lines if line.words] for name, lines, _ in event_text(state).accounts}
    english = language("en")
    assert {name: [speak(one, english) for one in words] for name, words in lines.items() if words} == {
        "Ana": ["paid to Cia when the players changed"],
        "Cia": ["paid by Ana when the players changed"],
    }
