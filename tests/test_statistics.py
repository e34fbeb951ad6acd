"""Statistics, chart and past evenings are computed from the records."""

import io
import json
import re
from contextlib import nullcontext
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from support.phones import Phone, codes, entries, new_table, stored, text_of
from support.seasons import match, of

from companion.games import GAMES
from companion.parsing import game_of
from companion.presentation.chart import HEIGHT, NAME, POINTS, WIDTH, chart
from companion.repository import take_in
from companion.rules.entries import Player
from companion.rules.history import Numbers
from companion.rules.tally import Figure, Line, Tally

NO_DEALS = Numbers({}, 1, {}, frozenset())


class TestStatistics:
    """Per player and pair: matches, wins, averages, money, and the frequency of special results."""

    def test_matches_without_a_deal_do_not_count(self) -> None:
        assert of(match("toy", ["Anna", "Bo"], [])).people == ()


class TestChart:
    """A line for each player that is distinct without colours, inside its frame, with the numbers of the sheet."""

    @given(
        st.integers(2, 8).flatmap(
            lambda seats: st.lists(
                st.lists(st.integers(-5000, 5000), min_size=seats, max_size=seats), min_size=1, max_size=60
            )
        )
    )
    def test_every_point_in_its_place(self, columns: list[list[int]]) -> None:
        players = tuple(Player(f"P{n}") for n in range(len(columns[0])))
        record = match("toy", ["Anna", "Bo"], []).record
        lines = tuple(
            Line(n, None, scores={p: Figure(v) for p, v in zip(players, values, strict=True)})
            for n, values in enumerate(columns, start=1)
        )
        found = chart(Tally(replace(record, players=players), (), NO_DEALS, None, lines))
        assert found
        for player, course in zip(players, found.courses, strict=True):
            assert [point.value for point in course.points] == [line.scores[player].value for line in lines]
            assert all(0 <= point.x <= WIDTH and 0 <= point.y <= HEIGHT for point in course.points)
            higher = [(a, b) for a, b in pairwise(course.points) if a.value > b.value]
            assert all(a.y <= b.y for a, b in higher)
        names = sorted(course.name_y for course in found.courses)
        assert all(b - a >= NAME - 0.2 for a, b in pairwise(names))
        assert names[-1] <= HEIGHT - NAME / 2, "the lowest stands whole"
        at_the_end = sorted(found.courses, key=lambda course: (course.points[-1].y, course.name_y))
        assert [course.name_y for course in at_the_end] == names, "each in the order of its line"
        top = at_the_end[0]
        assert abs(top.name_y - top.points[-1].y) <= NAME * (len(players) - 1)
        assert len({(course.dashes, course.mark) for course in found.courses}) == len(players)
        assert 2 <= len(found.scale) <= 9
        assert any(value == 0 for value, _ in found.scale)

    def test_a_long_match_is_drawn_to_its_end_with_no_more_points_than_are_seen(self) -> None:
        record = match("toy", ["Anna", "Bo"], []).record
        deals = [(n, dict.fromkeys(record.players, Figure(n))) for n in range(1, 2001)]
        found = chart(
            Tally(record, (), NO_DEALS, None, tuple(Line(n, None, leg=1 + n // 700, scores=held) for n, held in deals))
        )
        assert found
        course = found.courses[0]
        assert len(course.points) <= POINTS + 1
        assert [course.points[0].value, course.points[-1].value, course.marked[0].value] == [1, 2000, 2000]
        assert [course.points[n].value - 700 * k < found.every for k, n in enumerate(sorted(course.starts), 1)] == [
            True
        ] * 2

    def test_nothing_before_the_first_deal(self) -> None:
        one = match("toy", ["Anna", "Bo"], [])
        assert chart(one.tally) is None


class TestEvenings:
    def test_a_match_taken_in_twice_counts_once(self, app: Flask, owner: Phone) -> None:
        """Under any title; but a match that was continued is another one."""
        owner.write("AAABB", 1)
        for title in ("Friday", "Friday once more"):
            file = json.dumps({**owner.get("/match.json").json, "title": title}).encode()
            answer = owner.client.post("/import", data={"file": (io.BytesIO(file), "m.json")})
            assert answer.status_code == 303
        assert "Toy 1 match " in text_of(owner.client.get("/statistics").text)
        owner.write("AAABB", 2)
        assert "Toy 2 matches" in text_of(owner.client.get("/statistics").text)

    def test_every_match_of_the_phone_counts(self, app: Flask, owner: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
        """Those for which time does not suffice are mentioned, and counted when the page is opened again."""
        store, many = stored(app), 230
        row = store.match(owner.match)
        assert row
        for n in range(many):
            note, deal = {"kind": "note", "text": str(n)}, {"kind": "deal", "rounds": {"Anna": 3, "Bo": 2}}
            take_in(store, match("toy", ["Anna", "Bo"], [note, deal]), owner=row.owner, at="2026-11-20T18:00:00Z")
        moments = iter([False] * 100)
        with monkeypatch.context() as patched:
            patched.setattr("companion.web.pages.statistics.thinking", lambda: nullcontext(lambda: next(moments, True)))
            first = owner.client.get("/statistics?period=all").text
        assert f"{many + 1 - 100} matches are not counted yet" in text_of(first)
        goes_on = 'hx-get="/statistics?period=all" hx-trigger="load'
        assert goes_on in first, "by itself, until all are counted"
        whole = owner.client.get("/statistics?period=all").text
        assert goes_on not in whole
        whole = text_of(whole)
        assert "not counted yet" not in whole
        assert f"Toy {many} matches" in whole

    def test_the_same_people_again(self, app: Flask, owner: Phone) -> None:
        """The next player deals, the phones follow, and two simultaneous requests get the same match."""
        owner.write("AAABC", 1)
        other = Phone(app, owner.match)
        other.enter(codes(app, owner.match)[0], "Bo")
        answer = owner.post("/rematch")
        assert other.post("/rematch").location == answer.location
        new = stored(app).match(answer.location.rpartition("/")[2])
        assert new
        assert new.head["players"] == ["Anna", "Bo", "Cia"]
        assert new.head["opening"]["dealer"] == "Bo", "Anna dealt the last"
        other.match = new.id
        assert other.get().status_code == 200
        assert "To the next match" in owner.get("/share").text

    @pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
    def test_the_next_match_of_any_game_can_begin(self, app: Flask, game: Any) -> None:
        seats = ["Anna", "Bo", "Cia"][: max(game.seats[0], min(3, game.seats[-1]))]
        owner = new_table(app, game.key, seats)
        answer = owner.post("/rematch")
        assert answer.status_code == 303
        owner.match = answer.location.rpartition("/")[2]
        assert owner.get().status_code == 200

    def test_names_known_to_this_phone_are_offered(self, app: Flask, owner: Phone) -> None:
        page = owner.client.get("/new/toy").text
        assert '<option value="Anna">' in page
        assert '<option value="Anna">' not in Phone(app).client.get("/new/toy").text

    @pytest.mark.parametrize(("words", "found"), [("friday", 1), ("BO cia", 1), ("toy", 1), ("zoe", 0), ("", 1)])
    def test_search(self, owner: Phone, words: str, found: int) -> None:
        page = owner.client.get("/matches", query_string={"q": words}).text
        assert page.count(f'href="/m/{owner.match}"') == found

    def test_the_archive(self, owner: Phone) -> None:
        assert owner.post("/archive").status_code == 303
        assert owner.match not in owner.client.get("/").text
        assert owner.match in owner.client.get("/matches?archived=1").text
        owner.post("/archive")
        assert owner.match in owner.client.get("/").text

    def test_a_match_that_goes_on_is_out_of_the_archive(self, owner: Phone) -> None:
        owner.post("/archive")
        owner.write("AAABC", 1)
        assert owner.match in owner.client.get("/").text
        assert owner.match not in owner.client.get("/matches?archived=1").text

    def test_deleting_is_asked_twice(self, app: Flask, owner: Phone) -> None:
        owner.write("AAABC", 1)
        assert "match.json" in owner.get("/delete").text
        assert "Are you sure?" in owner.post("/delete", answers=1).text
        assert stored(app).match(owner.match)
        assert owner.post("/delete", answers=2).status_code == 303
        assert stored(app).match(owner.match) is None
        assert owner.get().status_code == 404

    def test_only_the_owner_archives_and_deletes(self, app: Flask, owner: Phone) -> None:
        other = Phone(app, owner.match)
        other.enter(codes(app, owner.match)[0])
        assert [other.post("/archive").status_code, other.post("/delete", answers=2).status_code] == [403, 403]

    def test_the_pages(self, owner: Phone) -> None:
        for n in range(1, 4):
            owner.write("AABBC", n)
        page = owner.get("/course").text
        assert page.count("<tr>") == 4
        assert "style=" not in page
        text = text_of(owner.client.get("/statistics").text)
        assert "Anna 1 0 3" in text
        assert "Anna – Bo" not in text, "nobody has finished a match"

    def test_the_course_counts_deals_as_the_sheet_does(self, owner: Phone) -> None:
        owner.write("AABBC", 1)
        owner.post("/entries", kind="misdeal", seen="1.0", entry_id="m")
        owner.write("AABBC", 3)
        page = owner.get("/course").text
        assert re.findall(r'<th scope="row"><a[^>]*aria-label="([^"]*)">([^<]*)', page) == [
            ("deal 1", "1"),
            ("the misdeal", "·"),
            ("deal 2", "2"),
        ]
        assert re.findall(r'text-anchor="middle">(\d+)<', page) == ["1", "2"]

    def test_a_file_taken_in_is_the_match_it_was(self, app: Flask, owner: Phone) -> None:
        """Also if an entry itself says `by` whom."""
        deal = {"kind": "deal", "rounds": ["Anna"] * 3 + ["Bo"] * 2, "by": "Bo"}
        table = match("toy", ["Anna", "Bo"], [deal])
        data = {"format": "companion-match/1", "game": "toy", "players": ["Anna", "Bo"], "entries": [deal]}
        answer = owner.client.post("/import", data={"file": (io.BytesIO(json.dumps(data).encode()), "match.json")})
        (row,) = entries(app, answer.location.rpartition("/")[2])
        assert (row.by, row.body) == ("Bo", {key: deal[key] for key in ("kind", "rounds")})
        assert game_of("toy") is table.game
