"""Statistics of a season: periods, points for places, names of one person."""

import io
import re
import zipfile
from datetime import date
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from support.phones import Phone, codes, entries, stored, text_of
from support.seasons import CSV, DEAL, put, send

from companion.clock import moment
from companion.parsing import read_match
from companion.presentation.statistics import Played, fraction_text, statistics, table_of_points, whole_matches
from companion.rules.ending import Result, places
from companion.rules.entries import Player
from companion.season_csv import Period

STOCKHOLM, NEW_YORK = ZoneInfo("Europe/Stockholm"), ZoneInfo("America/New_York")


def result(ranks: dict[str, int], *, game: str = "toy", deals: int = 1) -> Played:
    held = {Player(name): rank for name, rank in ranks.items()}
    return Played(game, "", Result(tuple(held), places(held), held, deals=deals))


class TestPeriod:
    @pytest.mark.parametrize(
        ("zone", "at", "is_in"),
        [
            (None, "2026-10-15T12:00:00Z", True),
            (STOCKHOLM, "2026-09-30T22:00:00Z", True),
            (STOCKHOLM, "2026-09-30T21:59:59Z", False),
            (STOCKHOLM, "2026-10-31T22:59:59Z", True),  # summer time has ended on the 25th
            (STOCKHOLM, "2026-10-31T23:00:00Z", False),
            (NEW_YORK, "2026-10-01T03:59:59Z", False),
            (NEW_YORK, "2026-10-01T04:00:00Z", True),
            (STOCKHOLM, "", False),
        ],
    )
    def test_days_are_those_of_the_reader(self, zone: ZoneInfo | None, at: str, *, is_in: bool) -> None:
        assert Period(date(2026, 10, 1), date(2026, 10, 31), zone).has(at) == is_in

    @given(st.datetimes(timezones=st.sampled_from([STOCKHOLM, NEW_YORK])), st.dates(date(1950, 1, 1), date(2100, 1, 1)))
    def test_a_moment_is_in_the_day_that_its_clock_shows(self, at: Any, day: date) -> None:
        written = moment(at.isoformat())
        assert Period(day, day, at.tzinfo).has(written) == (at.date() == day)
        assert Period(None, None).has(written)

    @pytest.mark.parametrize(
        ("written", "kept"),
        [("2026-10-01T00:30:00+02:00", "2026-09-30T22:30:00Z"), ("yesterday", ""), (None, ""), ("0001-01-01", "")],
    )
    def test_moments_of_files(self, written: str | None, kept: str) -> None:
        assert moment(written) == kept or written == "0001-01-01"


class TestChooser:
    @pytest.fixture
    def years(self, app: Flask, owner: Phone) -> Phone:
        for at in ("2024-08-31T23:30:00Z", "2024-09-01T12:00:00Z", "2025-08-31T12:00:00Z", "2025-09-01T12:00:00Z"):
            put(app, owner, at)
        owner.post("/archive")
        return owner

    @pytest.mark.parametrize(
        ("asked", "n"),
        [
            ({}, 4),
            ({"period": "season", "season": 2024}, 2),
            ({"period": "season", "season": 2024, "zone": "Europe/Stockholm"}, 3),
            ({"period": "season", "season": 2024, "begins": 1}, 2),
            ({"period": "month", "month": "2025-08"}, 1),
            ({"period": "days", "from": "2025-08-31"}, 2),
            ({"period": "days", "from": "2025-08-31", "to": "2025-08-31"}, 1),
            ({"period": "days", "to": "2024-12-31", "zone": "Nowhere/At_All"}, 2),
            ({"period": "nonsense", "zone": "../../etc/passwd"}, 4),
        ],
    )
    def test_both_pages_go_by_the_same_days(self, years: Phone, asked: dict[str, Any], n: int) -> None:
        listed = years.client.get("/matches", query_string=asked)
        assert listed.text.count('<li><a href="/m/') == n
        counted = text_of(years.client.get("/statistics", query_string=asked).text)
        assert f"Toy {n} match" in counted

    @pytest.mark.parametrize(
        "asked",
        [
            {"period": "month", "month": "2025-13"},
            {"period": "days", "from": "yesterday"},
            {"period": "days", "from": "2026-01-01", "to": "2025-01-01"},
            {"period": "days", "to": "9999-12-31"},
            {"period": "season", "season": "99999"},
        ],
    )
    def test_invalid_days_are_reported(self, years: Phone, asked: dict[str, Any]) -> None:
        answer = years.client.get("/statistics", query_string=asked)
        assert answer.status_code == 200
        assert "Write days as 2026-09-01" in answer.text

    def test_the_month_of_the_season_is_kept(self, years: Phone) -> None:
        years.client.get("/statistics?period=season&begins=1&season=2024")
        assert '<option value="1" selected>' in years.client.get("/statistics").text


class TestPointsForPlaces:
    def test_sharers_divide(self) -> None:
        matches = [result({"A": 0, "B": 1, "C": 1}), result({"A": 2, "B": 1, "C": 0}), result({"A": 0}, deals=0)]
        rows = table_of_points(matches, (4, 2, 1))
        assert [(row.rank, row.player, str(row.points), row.matches, row.wins) for row in rows] == [
            (1, "C", "11/2", 2, 1),
            (2, "A", "5", 2, 1),
            (3, "B", "7/2", 2, 0),
        ]
        assert [fraction_text(row.points) for row in rows] == ["5 1/2", "5", "3 1/2"]

    def test_level_ones_share_a_rank(self) -> None:
        rows = table_of_points([result({"A": 0, "B": 0, "C": 1})], (1,))
        assert [(row.rank, row.player) for row in rows] == [(1, "A"), (1, "B"), (3, "C")]
        assert {fraction_text(row.points) for row in rows} == {"1/2", "0"}

    @given(
        st.lists(st.dictionaries(st.sampled_from("ABCDE"), st.integers(0, 3), min_size=2), max_size=8),
        st.lists(st.integers(0, 9), min_size=1, max_size=5),
    )
    def test_all_points_are_given(self, ranks: list[dict[str, int]], scale: list[int]) -> None:
        rows = table_of_points([result(one) for one in ranks], scale)
        given = sum(sum(scale[: len(one)]) for one in ranks)
        assert sum((row.points for row in rows), Fraction(0)) == given
        assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)

    @pytest.mark.parametrize(("typed", "read"), [("4, 2 1", "4 2 1"), ("1 4", "1"), ("x", "1"), ("", "1")])
    def test_the_page(self, app: Flask, owner: Phone, typed: str, read: str) -> None:
        put(app, owner, "2026-11-01T12:00:00Z", DEAL, {"kind": "end"})
        page = owner.client.get("/statistics", query_string={"scale": typed}).text
        assert f'name="scale" value="{read}"' in page
        assert f"Anna 1 {read[0]} 1 1 Bo 2" in text_of(page)


class TestAddingUp:
    @given(st.lists(st.dictionaries(st.sampled_from("ABC"), st.integers(0, 3), min_size=2), max_size=6))
    def test_parts_of_a_season_add_up_to_the_whole(self, ranks: list[dict[str, int]]) -> None:
        matches = [result(one) for one in ranks]
        whole, halves = statistics(matches), [statistics(matches[::2]), statistics(matches[1::2])]
        assert whole.matches == sum(half.matches for half in halves)
        for person in whole.people:
            same = [one for half in halves for one in half.people if one.player == person.player]
            assert (person.wins, person.deals) == (sum(one.wins for one in same), sum(one.deals for one in same))
        assert len(whole_matches(matches)) == len(matches)

    @given(st.lists(st.dictionaries(st.sampled_from("ABC"), st.integers(0, 3), min_size=2, max_size=2), max_size=6))
    def test_a_joined_name_counts_as_the_other(self, ranks: list[dict[str, int]]) -> None:
        joined = statistics([result(one) for one in ranks], {"C": "A"})
        direct = statistics(
            [
                result({("A" if name == "C" else name): n for name, n in one.items()})
                for one in ranks
                if set(one) != {"A", "C"}
            ]
        )
        counted = {person.player: person for person in joined.people}
        assert "C" not in counted
        both = sum(set(one) == {"A", "C"} for one in ranks)
        for person in direct.people:
            assert counted[person.player].matches == person.matches + 2 * both * (person.player == "A")
        assert {pair.players: pair.wins for pair in joined.pairs} == {pair.players: pair.wins for pair in direct.pairs}


class TestNames:
    """Names that are one person, and forgotten people."""

    @pytest.fixture
    def season(self, app: Flask, owner: Phone) -> Phone:
        put(app, owner, "2026-10-01T12:00:00Z", DEAL, {"kind": "end"})
        renamed = ({"kind": "deal", "rounds": {"Ana": 5}}, {"kind": "end"})
        put(app, owner, "2026-10-02T12:00:00Z", *renamed, players=("Ana", "Bo"))
        return owner

    def ask(self, phone: Phone, path: str, **fields: str) -> Any:
        return phone.client.post(f"/statistics/names/{path}", data=fields)

    def test_joined_and_parted_again(self, season: Phone) -> None:
        before = season.client.get("/statistics").text
        assert "Ana 1 1 1" in text_of(before)
        assert self.ask(season, "join", name="Ana", person="Anna").status_code == 303
        joined = text_of(season.client.get("/statistics").text)
        assert "Anna 2 2 2" in joined
        assert "Ana " not in joined
        assert "counts as Anna" in text_of(season.client.get("/statistics/names").text)
        assert self.ask(season, "part", name="Ana").status_code == 303
        assert season.client.get("/statistics").text == before

    def test_people_of_one_table_are_two(self, season: Phone) -> None:
        answer = self.ask(season, "join", name="Bo", person="Anna")
        assert answer.status_code == 422
        assert "they are two people" in answer.text
        self.ask(season, "join", name="Ana", person="Anna")
        assert self.ask(season, "join", name="Bo", person="Ana").status_code == 422, "nor by another of their names"

    @pytest.mark.parametrize(("name", "person"), [("Ana", "Ana"), ("Zoe", "Anna"), ("", "Anna"), ("Ana", "")])
    def test_two_known_names_are_needed(self, season: Phone, name: str, person: str) -> None:
        assert self.ask(season, "join", name=name, person=person).status_code == 422

    def test_names_are_joined_for_this_phone_alone(self, app: Flask, season: Phone) -> None:
        self.ask(season, "join", name="Ana", person="Anna")
        other = Phone(app)
        assert stored(app).joined_names(other.id) == {}
        assert stored(app).joined_names(season.id) == {"Ana": "Anna"}

    def test_a_forgotten_phone_leaves_no_names(self, app: Flask, season: Phone) -> None:
        self.ask(season, "join", name="Ana", person="Anna")
        me = season.id
        season.client.post("/forget")
        assert stored(app).joined_names(me) == {}

    def test_forgetting_shows_a_sign_everywhere(self, app: Flask, season: Phone) -> None:
        """On all pages, in titles, notes and reasons, on paper and in files; and the match goes on."""
        guest = Phone(app, season.match)
        guest.enter(codes(app, season.match)[0], "Bo")
        guest.write("AAABB", 1)
        season.post("/entries", kind="note", text="Bo was late, Bob was not.", seen="1.0", entry_id="n")
        season.post("/entries", kind="rename", player="Bo", name="Bosse", seen="2.0", entry_id="r")
        assert self.ask(season, "join", name="Bo", person="Bosse").status_code == 303
        page = season.client.get("/statistics/names/forget?name=Bosse")
        assert "delete the match" in page.text
        assert self.ask(season, "forget", name="Bosse").status_code == 303
        paths = (
            "",
            "/sheet",
            "/share",
            "/match.json",
            "/sheet.csv",
            "/course",
            "/settings",
            "/e/1",
            "/board",
            "/history",
        )
        pages = [season.get(path).text for path in paths]
        pages += [season.client.get(path).text for path in ("/", "/matches", "/statistics", "/forget", "/new/toy")]
        pages += [Phone(app).client.get(f"/j/{codes(app, season.match)[0]}").text]
        pages += [guest.get().text, season.client.get("/statistics/names").text]
        for text in pages:
            assert not re.search(r"\bBo(sse)?\b", text), re.findall(r".{60}\bBo(?:sse)?\b.{60}", text)
        assert "N.N. 1 was late, Bob was not." in pages[3]
        assert "N.N. 1" in pages[0]

    def test_a_match_goes_on_without_the_name(self, app: Flask, season: Phone) -> None:
        self.ask(season, "forget", name="Bo")
        assert season.write("AAABB", 1, **{"rounds[]": ["Anna", "Anna", "Anna", "N.N. 1", "N.N. 1"]}).status_code == 303
        (row,) = entries(app, season.match)
        assert row.body["rounds"] == ["Anna"] * 3 + ["Bo"] * 2, "the record is as it was"
        file = season.get("/match.json").json
        assert file["players"] == ["Anna", "N.N. 1", "Cia"]
        assert read_match(file).tally.scores

    def test_all_names_of_a_person_are_forgotten(self, season: Phone) -> None:
        self.ask(season, "join", name="Ana", person="Anna")
        self.ask(season, "forget", name="Ana")
        text = text_of(season.client.get("/statistics").text)
        assert "Anna" not in text
        assert "N.N. 1 2 2 2" in text

    def test_somebody_is_forgotten_in_typed_results_too(self, app: Flask, owner: Phone) -> None:
        send(owner, ("scores.csv", CSV.encode()))
        self.ask(owner, "forget", name="Bo")
        pages = [owner.client.get(path).text for path in ("/statistics", "/matches.csv", "/statistics/names")]
        pages += [owner.client.get(f"/e/{event.id}").text for event in stored(app).events_of(owner.id)]
        for page in pages:
            assert not re.search(r"\bBo\b", page), page
        assert "2026-09-12,toy,,1,-2,3" in pages[1], "the numbers stay"
        with zipfile.ZipFile(io.BytesIO(owner.client.get("/matches.zip").data)) as archive:
            assert not any(re.search(rb"\bBo\b", archive.read(name)) for name in archive.namelist())

    def test_typed_results_are_deleted_with_their_evening(self, app: Flask, owner: Phone) -> None:
        send(owner, ("scores.csv", CSV.encode()))
        (event, *others) = stored(app).events_of(owner.id)
        assert (
            f"/e/{event.id}/delete"
            in owner.client.get("/statistics/names/forget?name=Cia").text + owner.client.get(f"/e/{event.id}").text
        )
        assert Phone(app).client.post(f"/e/{event.id}/delete").status_code == 404
        assert "Delete this evening?" in owner.client.get(f"/e/{event.id}/delete").text
        assert owner.client.post(f"/e/{event.id}/delete").status_code == 303
        assert [one.id for one in stored(app).events_of(owner.id)] == [one.id for one in others]
        assert owner.client.get(f"/e/{owner.match}/delete").status_code == 404

    def test_only_the_owner_forgets(self, app: Flask, season: Phone) -> None:
        guest = Phone(app, season.match)
        guest.enter(codes(app, season.match)[0])
        assert "belongs to another phone" in guest.client.get("/statistics/names/forget?name=Bo").text
        self.ask(guest, "forget", name="Bo")
        assert "Bo" in text_of(season.get().text)
