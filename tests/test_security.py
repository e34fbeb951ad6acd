"""Strangers and handmade requests do no harm: every route checks rights, and odd input is refused without errors."""

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.phones import entries

from companion import rulebooks
from companion.app import create_app
from companion.games import GAMES
from companion.limits import CORRECTED, ENTRIES
from companion.parsing import Match, read_match
from companion.parsing.schema import shapes
from companion.repository import too_long
from companion.rules.entries import Note
from companion.rules.judge import judge_last
from companion.store import EntryRow, open_store

HEAD = '{"format": "companion-match/1", "game": "toy", "players": ["Anna", "Bo"], "entries": '
MISDEAL = {"kind": "misdeal"}


@pytest.fixture(scope="module")
def house(tmp_path_factory) -> Flask:
    """Return an app that turns errors into answers, as in production."""
    return create_app(tmp_path_factory.mktemp("house"), TESTING=False)


@pytest.fixture
def phone(app) -> Iterator[FlaskClient]:
    with app.test_client() as client:
        yield client


def take_in(phone: FlaskClient, content: bytes | str) -> Any:
    file = (io.BytesIO(content.encode() if isinstance(content, str) else content), "match.json")
    return phone.post("/import", data={"file": file})


def table(phone: FlaskClient, *entries: Any, **head: Any) -> str:
    answer = take_in(phone, json.dumps({**json.loads(HEAD + "[]}"), "entries": entries, **head}))
    assert answer.status_code == 303, answer.text
    address: str = answer.location
    return address


def match_routes(app: Flask) -> list[tuple[str, str]]:
    """Return every page and every action of a match, as rules of the router."""
    rules = (rule for rule in app.url_map.iter_rules() if rule.rule.startswith("/m/"))
    return [(rule.rule, method) for rule in rules for method in sorted((rule.methods or set()) & {"GET", "POST"})]


def filled(rule: str, address: str) -> str:
    values = {"number": "1", "key": "case", "clause_id": "toy.play.beat", "tagged": "x"}
    parts = [
        values[part.strip("<>").rpartition(":")[2]] if part.startswith("<") else part for part in rule.split("/")[3:]
    ]
    return "/".join([address, *parts])


class TestWhoIsLetIn:
    def test_a_phone_that_was_not_let_in_finds_no_match_on_any_route(self, app, phone) -> None:
        address = table(phone, MISDEAL)
        routes = match_routes(app)
        assert len(routes) > 30
        with app.test_client() as stranger:
            for rule, method in routes:
                answer = stranger.open(filled(rule, address), method=method)
                assert answer.status_code == 404, (rule, method, answer.status_code)

    def test_a_phone_that_reads_changes_no_entry_by_any_route(self, app, phone) -> None:
        address = table(phone, MISDEAL)
        store = open_store(app.config["DATABASE"])
        match_id = address.rpartition("/")[2]
        row = store.match(match_id)
        assert row
        aside = ("contest", "confirm", "who", "leave", "preview", "check", "light", "tv")
        with app.test_client() as reader:
            reader.get("/")
            reader.post("/join", data={"code": row.read_code, "player": ""})
            row = store.match(match_id)
            for rule, method in match_routes(app):
                if method == "POST" and not rule.endswith(aside):
                    form = {"kind": "misdeal", "seen": "1.0", "act": "write", "which": "write", "answers": "2"}
                    answer = reader.post(filled(rule, address), data=form)
                    assert answer.status_code == 403, (rule, answer.status_code)
        assert store.count(match_id) == 1
        assert store.match(match_id) == row
        store.close()


class TestOtherSites:
    @pytest.mark.parametrize(
        "headers",
        [
            {"Sec-Fetch-Site": "cross-site"},
            {"Sec-Fetch-Site": "same-site"},
            {"Origin": "http://elsewhere.example"},
            {"Origin": "null"},
            {"Origin": "http://[no-address"},
        ],
    )
    def test_nothing_is_written_for_them(self, phone, headers) -> None:
        address = table(phone)
        for page in ("/language", "/join", "/import", "/new/toy", f"{address}/entries", f"{address}/delete"):
            assert phone.post(page, data={"kind": "misdeal", "seen": "0.0"}, headers=headers).status_code == 403

    @pytest.mark.parametrize(
        "back", ["//evil.example", "/\\evil.example", "/\t/evil.example", "/\n/evil.example", "http:x"]
    )
    def test_no_redirect_leads_to_them(self, phone, back) -> None:
        assert phone.post("/language", data={"lang": "sv", "back": back}).location == "/"

    def test_one_inside_leads_back(self, phone) -> None:
        assert phone.post("/language", data={"lang": "sv", "back": "/rules/toy?q=a b"}).location == "/rules/toy?q=a%20b"


class TestOddInput:
    @pytest.mark.parametrize("at", ["yesterday", "2026-11-21", "0001-01-01T00:00:00+14:00", ""])
    def test_a_time_that_is_none_is_shown_as_it_is(self, phone, at) -> None:
        address = table(phone, {**MISDEAL, "at": at, "by": "Anna"})
        for page in ("", "/live", "/entries/1", "/rules", "/share", "/board"):
            assert phone.get(address + page).status_code == 200

    @pytest.mark.parametrize(
        "entries",
        [
            '[{"kind": "note", "text": "\\ud800"}]',
            '[{"kind": "misdeal", "by": "\\udfff"}]',
            '[{"kind": "misdeal", "at": "\\\\\\u0000"}]',
            '[{"kind": "penalty", "player": "Anna", "points": NaN}]',
            '[{"kind": "ruling", "question": "q", "verdict": "legal", "facts": {"a": ' + "[" * 600 + "]" * 600 + "}}]",
            "[" * 90_000 + "]" * 90_000,
            "9" * 5000,
        ],
        ids=["half a character", "half a name", "NUL", "no number", "nested", "nested without end", "digits"],
    )
    def test_a_file_that_cannot_be_kept_is_no_match_file(self, phone, entries) -> None:
        answer = take_in(phone, HEAD + entries + "}")
        assert answer.status_code == 422
        reason = "a character that cannot be saved" if "\\u" in entries else "This is not a match file"
        assert reason in answer.text

    @pytest.mark.parametrize(
        "fields",
        [
            {"points[@²]": "3"},
            {"points[@" + "9" * 5000 + "]": "3"},
            {"points" + "[a]" * 3000: "3"},
            {"correct": "9" * 5000},
            {"remedy": "[" * 5000},
            {"remedy": '{"kind": "note", "text": "\\ud800"}'},
            {"strike": "x"},
        ],
        ids=lambda fields: next(iter(fields))[:12],
    )
    def test_a_form_that_no_page_sends(self, phone, fields) -> None:
        address = table(phone, MISDEAL)
        answer = phone.post(f"{address}/entries", data={"kind": "deal", "seen": "1.0", **fields})
        assert answer.status_code in (400, 422)

    def test_no_nul_reaches_the_record(self, app, phone) -> None:
        address = table(phone)
        for fields in ({"text": "a\0b"}, {"text": "a", "entry_id": "e\0"}, {"text": "a", "x\0": "y"}):
            answer = phone.post(f"{address}/entries", data={"kind": "note", "seen": "0.0", "entry_id": "e", **fields})
            assert answer.status_code == 400
        written = {"kind": "note", "text": "ab\\u0000", "seen": "0.0", "entry_id": "e"}
        assert phone.post(f"{address}/entries", data=written).status_code == 303
        assert [one.body["text"] for one in entries(app, address.rpartition("/")[2])] == ["ab\\u0000"]
        assert phone.get(f"{address}/match.json").json["entries"][0]["text"] == "ab\\u0000"
        assert phone.get(f"{address}%00").status_code == 404

    @pytest.mark.parametrize("path", ["/entries", "/form", "/preview", "/paper", "/turned", "/settings"])
    def test_a_part_without_a_name_is_refused(self, phone, path) -> None:
        address = phone.post("/new/toy", data={"players[]": ["Anna", "Bo", "Cia"]}).location
        nameless = b"--x\r\nContent-Disposition: form-data\r\n\r\nx\r\n--x--"
        answer = phone.post(address + path, data=nameless, content_type="multipart/form-data; boundary=x")
        assert answer.status_code == 400

    @pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
    def test_fields_that_no_form_has_are_not_shown_again(self, phone, game) -> None:
        address = phone.post(f"/new/{game.key}", data={"players[]": ["Anna", "Bo", "Cia"][: game.seats[0]]}).location
        dealt = [one.key for kind in game.deals for one in shapes(kind)]
        for tail in ("", "[x]", "[0][x]", "[][@]", "[1][y][0][@]"):
            for kind in (*game.deals, Note):
                fields = {"kind": kind.kind, **{key + tail: "x" for key in dealt}}
                assert phone.post(f"{address}/form", data=fields).status_code == 200
            fields = {f"opening[{one.key}]{tail}": "x" for one in shapes(game.opening)}
            assert phone.post(f"/new/{game.key}", data={"options" + tail: "x", **fields}).status_code == 422
        assert phone.post(f"/new/{game.key}", data={"opening": "x", "title[]": "x", "options": "x"}).status_code == 422
        assert phone.post(f"/new/{game.key}", data={"players[]": [*"ABCDEFGHIJ"]}).status_code == 422

    def test_a_part_of_a_request_without_a_name(self, phone) -> None:
        address = table(phone, MISDEAL)
        part = b"--x\r\nContent-Disposition: form-data\r\n\r\nx\r\n--x--\r\n"
        for path in (f"{address}/entries", "/new/toy"):
            answer = phone.post(path, data=part, content_type="multipart/form-data; boundary=x")
            assert answer.status_code == 400

    @pytest.mark.parametrize("target", [1, 2, 99, 0, -1])
    @pytest.mark.parametrize(
        "kind", [{"kind": "let_stand"}, {"kind": "correction", "with": None}, {"kind": "correction", "with": MISDEAL}]
    )
    def test_forward_references_are_refused_and_stored_ones_are_notes(self, app, phone, kind, target) -> None:
        address, odd = table(phone), {**kind, "entry": target}
        content = HEAD + json.dumps([odd]) + "}"
        for page in ("/import", f"{address}/check"):
            answer = phone.post(page, data={"file": (io.BytesIO(content.encode()), "match.json")})
            assert answer.status_code == 422
            assert "before this one." in answer.text
        row = EntryRow(1, "x", "2026-11-21T20:00:00Z", "Anna", "", odd)
        open_store(app.config["DATABASE"]).append(address.rpartition("/")[2], row)
        for page in ("", "/entries/1"):
            assert phone.get(address + page).status_code == 200

    @pytest.mark.parametrize("dealer", ["²", "9" * 5000, "-1"])
    def test_a_dealer_who_has_no_seat_is_drawn(self, phone, dealer) -> None:
        assert phone.post("/new/toy", data={"players[]": ["Anna", "Bo"], "dealer": dealer}).status_code == 303

    def test_a_part_of_a_deal_far_away(self, phone) -> None:
        address = table(phone)
        phone.post(f"{address}/settings", data={"own_parts": "on"})
        answer = phone.post(f"{address}/own", data={"kind": "deal", "for": "Anna", "number": "9" * 25})
        assert answer.status_code == 422

    def test_names_and_texts_are_only_text(self, phone) -> None:
        bad = "<b>{x}%(y)s"
        ruling = {"kind": "ruling", "question": bad, "verdict": bad, "text": bad, "clauses": [bad], "facts": {bad: bad}}
        entries = [
            {**MISDEAL, "by": bad},
            {"kind": "note", "text": bad},
            ruling,
            {"kind": "contest", "entry": 1, "reason": bad},
        ]
        address = table(phone, *entries, title=bad, players=[bad, "Bo"])
        for page in ("", "/entries/1", "/share", "/board", "/course", "/referee", "/rules", "/who", "/delete"):
            answer = phone.get(address + page)
            assert answer.status_code == 200
            assert "<b>{" not in answer.text

    def test_rules_of_unknown_games_fill_no_memory(self) -> None:
        caches = [one for one in vars(rulebooks).values() if hasattr(one, "cache_info")]
        before = [one.cache_info().currsize for one in caches]
        for n in range(300):
            assert rulebooks.clause_of(f"../{n}.x") is None
        assert [one.cache_info().currsize for one in caches] == before != []


class TestLongMatches:
    """A correction is judged by the record at its time, so corrections times entries are limited."""

    @staticmethod
    def match(entries: list[dict[str, Any]]) -> Match:
        found = read_match({**json.loads(HEAD + "[]}"), "entries": entries})
        assert isinstance(found, Match)
        return found

    def test_an_evening_and_the_longest_match_are_not_too_long(self) -> None:
        assert too_long(self.match([MISDEAL] * ENTRIES).record) is None
        again = {"kind": "correction", "entry": 1, "with": MISDEAL}
        assert too_long(self.match([*[MISDEAL] * 100, *[again] * 60]).record) is None

    def test_a_file_of_corrections_is_refused_before_it_is_judged(self, phone) -> None:
        again = {"kind": "correction", "entry": 1, "with": MISDEAL}
        entries = [MISDEAL, *[again] * int(CORRECTED**0.5)]
        assert too_long(self.match(entries).record)
        answer = take_in(phone, HEAD + json.dumps(entries) + "}")
        assert answer.status_code == 422
        assert "Start a new match" in answer.text

    def test_a_correction_of_a_correction_of_a_correction_has_no_depth(self) -> None:
        taken_back = [{"kind": "correction", "entry": n, "with": None} for n in range(1, ENTRIES)]
        match = self.match([MISDEAL, *taken_back])
        assert judge_last(match.replay) is None
        last = match.replay.history[-1]
        assert (last.about, last.body) == (1, match.record.entries[-1].body)

    def test_letting_stand_again_and_again_has_no_depth(self) -> None:
        """The content before each is looked up once, not again for all earlier ones."""
        let_stand = {"kind": "let_stand", "entry": 1}
        match = self.match([MISDEAL, *[let_stand] * 100])
        assert match.replay.history[0].let_stand == match.record.entries[-1]
        assert too_long(self.match([MISDEAL, *[let_stand] * int(CORRECTED**0.5)]).record)
