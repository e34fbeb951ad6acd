"""Seating the next round: byes, the five methods, fewest repeats, and lower bounds of repeats."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, TypeVar, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.each import each
from support.share import every

from companion import json_output
from companion.cli import main
from companion.events import Event, movements
from companion.events.seating import Proposal, Situation, WholePlan, propose, table_sizes
from companion.events.standings import Row
from companion.events.state import Result, Round, Table
from companion.parsing.event_file import read_event
from companion.rules.entries import Player

T = TypeVar("T")
NAMES = tuple(f"P{number:03}" for number in range(200))
WAYS = ("lots", "meet", "rank", "swiss", "fold")


def row(name: str, rank: int | None, total: int | Fraction = 0) -> Row:
    return Row(name, Fraction(total), 0, (), rank)  # type: ignore[arg-type]


def event(n: int, seats: Sequence[int] = (4, 3), seating: str = "meet", **more: object) -> Situation:
    """Return an event of this many present players without results."""
    players = NAMES[:n]
    standings = tuple(row(name, None) for name in players)
    given = Situation(players, frozenset(players), standings, (), tuple(seats), seating)  # type: ignore[arg-type]
    return replace(given, **more)  # type: ignore[arg-type]


def played_round(
    tables: Sequence[Sequence[str]], bye: Sequence[str] = (), absent: frozenset[str] = frozenset()
) -> Round:
    """Return a round in which everybody has played except the absent."""
    came = [tuple(Player(name) for name in table if name not in absent) for table in tables]
    seated = [Table(tuple(map(Player, table)), Result(here)) for table, here in zip(tables, came, strict=True)]
    return Round(1, tuple(seated), tuple(map(Player, bye)))


def ranked(given: Situation, **totals: int | Fraction | None) -> Situation:
    """Return the event with these standings in order; unranked players have None as total."""
    places = tuple(
        row(name, None if total is None else rank, total or 0) for rank, (name, total) in enumerate(totals.items(), 1)
    )
    return replace(given, standings=places)


def written(given: Situation, proposal: Proposal) -> Situation:
    return replace(given, rounds=(*given.rounds, played_round(proposal.tables, proposal.bye)))


def proposals(given: Situation, rounds: int) -> Iterator[Proposal]:
    """Yield the proposed rounds, each written as proposed."""
    for _ in range(rounds):
        proposal = propose(given)
        assert proposal
        yield proposal
        given = written(given, proposal)


def repeats(rounds: Sequence[Round | Proposal]) -> int:
    """Count repeats by an independent method."""
    tables = [table for one in rounds for table in (one.met if isinstance(one, Round) else one.tables)]
    met = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    return sum(times - 1 for times in met.values())


def seatings(names: Sequence[T], sizes: Sequence[int]) -> Iterator[list[tuple[T, ...]]]:
    """Yield every seating of few players."""
    if not sizes:
        yield []
        return
    for table in combinations(names, sizes[0]):
        rest = [name for name in names if name not in table]
        yield from ([table, *others] for others in seatings(rest, sizes[1:]))


class TestSizes:
    @each(
        "players, seats, sizes",
        [
            (8, (4, 3), (4, 4)),
            (9, (4, 3), (3, 3, 3)),
            (10, (4, 3), (4, 3, 3)),
            (11, (4, 3), (4, 4, 3)),
            (5, (4, 3), (4,)),
            (5, (4,), (4,)),
            (7, (3, 4), (3, 4)),
            (13, (3, 4), (3, 3, 3, 4)),
            (13, (5, 4, 3), (5, 5, 3)),
            (12, (5, 4, 3), (5, 4, 3)),
            (7, (2,), (2, 2, 2)),
            (2, (4, 3), ()),
            (0, (2,), ()),
            (200, (8, 7, 6, 5, 4, 3, 2), (8,) * 25),
        ],
    )
    def test_few_sit_out_then_many_of_the_first_size(
        self, players: int, seats: tuple[int, ...], sizes: tuple[int, ...]
    ) -> None:
        assert table_sizes(players, seats) == sizes

    def test_no_table_can_be_filled(self) -> None:
        assert propose(event(2)) is None


class TestWhoSitsOut:
    @pytest.mark.parametrize(("seating", "out"), [("rank", "B"), ("swiss", "B"), ("fold", "E")])
    def test_the_last_of_those_who_sat_out_least(self, seating: str, out: str) -> None:
        one = played_round((("A", "B"), ("C", "E")), ("D",))
        given = Situation(tuple("ABCDE"), frozenset("ABCDE"), (), (one,), (2,), seating)  # type: ignore[arg-type]
        proposal = propose(ranked(given, E=2, D=2, A=1, C=0, B=0))
        assert proposal
        assert proposal.bye == (out,)

    @pytest.mark.parametrize("seating", WAYS)
    def test_absent_and_lone_players_count_as_having_sat_out(self, seating: str) -> None:
        rounds = (
            played_round((("A", "B"), ("C", "D"))),  # E came late
            played_round((("A", "E"), ("C", "D")), ("B",), frozenset("D")),  # D was absent, C was left alone
        )
        given = Situation(tuple("ABCDE"), frozenset("ABCDE"), (), rounds, (2,), seating)  # type: ignore[arg-type]
        proposal = propose(given)
        assert proposal
        assert proposal.bye == ("A",)

    @pytest.mark.parametrize("seating", WAYS)
    @pytest.mark.parametrize(("n", "seats"), [(5, (4, 3)), (7, (2,)), (10, (4,)), (11, (5,))])
    def test_nobody_sits_out_twice_before_everybody_once(self, seating: str, n: int, seats: tuple[int, ...]) -> None:
        byes: Counter[str] = Counter(dict.fromkeys(NAMES[:n], 0))
        for proposal in proposals(event(n, seats, seating), 9):
            byes.update(proposal.bye)
            assert max(byes.values()) - min(byes.values()) <= 1


class TestWays:
    def test_rank_fills_tables_in_order_of_the_standings(self) -> None:
        given = Situation(tuple("ABCDEFG"), frozenset("ABCDEFG"), (), (), (4, 3), "rank")
        proposal = propose(ranked(given, G=5, A=4, F=3, B=2, D=1, C=None, E=None))
        assert proposal
        assert proposal.tables == (("G", "A", "F", "B"), ("D", "C", "E"))

    @pytest.mark.parametrize(
        ("players", "seats", "tables", "bye"),
        [
            ("ABCDEF", (2,), ("AF", "BE", "CD"), ""),
            ("ABCDE", (2,), ("BE", "CD"), "A"),
            ("ABCDEFGH", (4,), ("ADEH", "BCFG"), ""),
            ("ABCDEFGHIJ", (4, 3), ("AFGJ", "BEH", "CDI"), ""),
        ],
    )
    def test_fold_deals_there_and_back(
        self, players: str, seats: tuple[int, ...], tables: Sequence[str], bye: str
    ) -> None:
        proposal = propose(Situation(tuple(players), frozenset(players), (), (), seats, "fold"))
        assert proposal
        assert proposal.tables == tuple(map(tuple, tables))
        assert proposal.bye == tuple(bye)

    def test_a_knockout_of_five(self) -> None:
        """The second round of EV-X09: B and D have won, A has had a bye."""
        one = played_round((("B", "E"), ("C", "D")), ("A",))
        given = Situation(tuple("ABCDE"), frozenset("ABD"), (), (one,), (2,), "fold")
        proposal = propose(ranked(given, B=1, D=1, A=0, C=0, E=0))
        assert proposal
        assert (proposal.tables, proposal.bye) == ((("A", "D"),), ("B",))

    def test_lots_follow_the_draw_and_the_round(self) -> None:
        drawn = [[one.tables for one in proposals(event(12, seating="lots", draw=draw), 2)] for draw in (0, 0, 1)]
        assert drawn[0] == drawn[1] != drawn[2]
        assert drawn[0][0] != drawn[0][1]

    def test_swiss_takes_neighbours_who_have_not_met(self) -> None:
        one = played_round((("A", "B"), ("C", "D")))
        given = Situation(tuple("ABCD"), frozenset("ABCD"), (), (one,), (2,), "swiss")
        proposal = propose(ranked(given, A=Fraction(3, 2), C=1, B=Fraction(1, 2), D=0))
        assert proposal
        assert proposal.tables == (("A", "C"), ("B", "D"))

    @given(st.data())
    def test_swiss_is_exact(self, data: st.DataObject) -> None:
        n, size = data.draw(st.sampled_from([(8, 2), (6, 2), (6, 3), (8, 4), (9, 3)]))
        names = NAMES[:n]
        totals = {name: data.draw(st.integers(0, 9)) for name in names}
        drawn = [data.draw(st.permutations(names)) for _ in range(data.draw(st.integers(0, 4)))]
        rounds = tuple(played_round(tuple(tuple(order[at : at + size]) for at in range(0, n, size))) for order in drawn)
        proposal = propose(ranked(event(n, (size,), "swiss", rounds=rounds), **totals))
        assert proposal
        met = {frozenset(pair) for one in rounds for table in one.met for pair in combinations(table, 2)}

        def price(tables: Sequence[Sequence[str]]) -> tuple[int, int]:
            at_table = [pair for table in tables for pair in combinations(table, 2)]
            return sum(frozenset(pair) in met for pair in at_table), sum(
                abs(totals[a] - totals[b]) for a, b in at_table
            )

        least = min(price(tables) for tables in seatings(names, [size] * (n // size)))
        assert price(proposal.tables) == least

    def test_swiss_seats_two_hundred(self) -> None:
        given = event(200, (2,), "swiss")
        proposal = propose(ranked(given, **{name: number % 17 for number, name in enumerate(NAMES)}))
        assert proposal
        assert len(proposal.tables) == 100


LEAST = [  # players, sizes, rounds, least repeats over all rounds
    (8, (4, 3), 3, 8),
    (9, (3,), 4, 0),
    (10, (4, 3), 4, 3),
    (10, (5,), 3, 18),
    (12, (4, 3), 3, 6),
    (12, (4, 3), 4, 13),
    (15, (3,), 7, 0),
    (16, (4, 3), 5, 0),
    (23, (4, 3), 5, 0),
    (25, (5,), 6, 0),
    (32, (4, 3), 6, 0),
    (48, (4, 3), 8, 0),
    *((n, (2,), n if n % 2 else n - 1, 0) for n in every(23, range(3, 49), first=2)),
    *((n, (2,), rounds, 0) for n, rounds in ((8, 3), (11, 5), (48, 8))),
]


class TestMeet:
    @pytest.mark.parametrize("draw", every(2, (0, 2026)))
    @pytest.mark.parametrize(("n", "seats", "rounds", "least"), LEAST)
    def test_least_repeats_over_the_whole_event(
        self, n: int, seats: tuple[int, ...], rounds: int, least: int, draw: int
    ) -> None:
        played = list(proposals(event(n, seats, planned=rounds, draw=draw), rounds))
        assert repeats(played) == sum(one.repeats for one in played) == least
        for one in played:
            assert one.plan
            assert one.plan.rounds == rounds
            assert one.plan.bound <= one.plan.repeats == least

    @pytest.mark.parametrize(
        ("n", "seats", "rounds", "least"), every(2, [row for row in LEAST if row[3] or row[0] < 11])
    )
    def test_the_first_round_may_be_anything(self, n: int, seats: tuple[int, ...], rounds: int, least: int) -> None:
        """The other rounds are planned around it, without a repeat more."""
        given = event(n, seats, "rank", planned=rounds)
        first = propose(given)
        assert first
        given = replace(written(given, first), seating="meet", draw=5)
        assert repeats([first, *proposals(given, rounds - 1)]) == least

    @pytest.mark.parametrize("seats", [(3,), (4, 3), (2,)])
    def test_without_a_number_of_rounds_a_movement_is_kept(self, seats: tuple[int, ...]) -> None:
        played = list(proposals(event({3: 9, 4: 16, 2: 12}[seats[0]], seats), {3: 4, 4: 5, 2: 11}[seats[0]]))
        assert repeats(played) == 0
        assert {one.plan for one in played} == {None}

    @pytest.mark.parametrize(
        ("n", "seats", "rounds"), [(16, (4, 3), 5), (15, (3,), 7), (12, (2,), 11), (23, (4, 3), 5)]
    )
    def test_after_a_withdrawal_there_is_still_no_repeat(self, n: int, seats: tuple[int, ...], rounds: int) -> None:
        given = event(n, seats, planned=rounds)
        before = list(proposals(given, 2))
        for one in before:
            given = written(given, one)
        given = replace(given, here=given.here - {NAMES[3]})
        after = list(proposals(given, rounds - 2))
        assert repeats([*before, *after]) == 0
        assert all(NAMES[3] not in table for one in after for table in one.tables)

    def test_a_guest_who_comes_late_is_seated(self) -> None:
        given = event(16, planned=5)
        for one in list(proposals(given, 2)):
            given = written(given, one)
        late = replace(given, players=(*given.players, "Zoe"), here=given.here | {"Zoe"})
        after = list(proposals(late, 3))
        assert all(any("Zoe" in table for table in one.tables) for one in after)
        assert repeats([*given.rounds, *after]) == after[0].plan.repeats  # type: ignore[union-attr]

    def test_who_did_not_come_to_the_table_has_met_nobody(self) -> None:
        first = played_round((NAMES[:4], NAMES[4:8]), absent=frozenset(NAMES[:1]))
        proposal = propose(event(8, rounds=(first,), planned=2))
        assert proposal
        assert proposal.repeats == 3
        assert not [pair for pair in proposal.met if NAMES[0] in pair]

    def test_another_round_than_the_one_proposed(self) -> None:
        given = event(16, planned=5)
        one = propose(given)
        assert one
        (first, second, *rest) = one.tables
        changed = played_round(((second[0], *first[1:]), (first[0], *second[1:]), *rest))
        given = replace(given, rounds=(changed,))
        assert repeats([changed, *proposals(given, 4)]) == 0

    @pytest.mark.parametrize("seats", every(2, [(4, 3), (8,), (2,)]))
    def test_forty_eight_for_eight_rounds_after_six_seated_by_hand(self, seats: tuple[int, ...]) -> None:
        given = event(48, seats, "lots", planned=8)
        for one in list(proposals(given, 6)):
            given = written(given, one)
        proposal = propose(replace(given, seating="meet"))
        assert proposal
        assert sorted(name for table in proposal.tables for name in table) == sorted(given.players)


class TestWhatIsTold:
    def test_met_says_how_often(self) -> None:
        one = played_round((("B", "A"), ("C", "D")))
        given = Situation(tuple("ABCD"), frozenset("ABCD"), (), (one, one), (2,), "rank")
        proposal = propose(given)
        assert proposal
        assert (proposal.repeats, proposal.bound, proposal.optimal) == (2, 0, False)
        assert proposal.met == (("A", "B", 2), ("C", "D", 2))

    @pytest.mark.parametrize(
        ("n", "seats", "rounds", "plan"),
        [(8, (4, 3), 3, WholePlan(3, 8, 8)), (12, (4, 3), 4, WholePlan(4, 13, 9)), (10, (4, 3), 4, WholePlan(4, 3, 3))],
    )
    def test_a_plan_has_a_bound(self, n: int, seats: tuple[int, ...], rounds: int, plan: WholePlan) -> None:
        proposal = propose(event(n, seats, planned=rounds))
        assert proposal
        assert proposal.plan == plan

    def test_eight_who_sat_at_two_tables_cannot_be_separated(self) -> None:
        first, second = proposals(event(8, planned=3), 2)
        assert (first.repeats, first.bound, first.optimal) == (0, 0, True)
        assert (second.repeats, second.bound, second.optimal) == (4, 4, True)


def situations() -> st.SearchStrategy[Situation]:
    """Draw events of up to nine players with any history, some absent or not at their table."""

    @st.composite
    def build(draw: st.DrawFn) -> Situation:
        n = draw(st.integers(2, 9))
        seats = draw(st.lists(st.integers(2, 5), min_size=1, max_size=3, unique=True))
        given = event(n, seats, draw(st.sampled_from(WAYS)), draw=draw(st.integers(0, 99)))
        rounds = []
        for _ in range(draw(st.integers(0, 4))):
            order = draw(st.permutations(given.players))
            cuts = sorted(draw(st.sets(st.integers(2, n), max_size=3)) | {0})
            tables = tuple(tuple(order[a:b]) for a, b in pairwise(cuts) if b - a > 1)
            left = [name for name in order if not any(name in table for table in tables)]
            absent = draw(st.sets(st.sampled_from(given.players), max_size=2))
            rounds.append(played_round(tables, tuple(left[: draw(st.integers(0, 9))]), frozenset(absent)))
        here = draw(st.sets(st.sampled_from(given.players)))
        planned = draw(st.none() | st.integers(len(rounds) + 1, 9))
        given = replace(given, rounds=tuple(rounds), here=frozenset(here), planned=planned)
        return ranked(
            given, **{name: draw(st.none() | st.integers(0, 5)) for name in draw(st.permutations(given.players))}
        )

    return build()


class TestProperties:
    @given(situations())
    def test_everybody_sits_once_or_sits_out(self, given: Situation) -> None:
        proposal = propose(given)
        sizes = table_sizes(len(given.here), given.seats)
        if not sizes:
            assert proposal is None
            return
        assert proposal
        assert sorted([*proposal.bye, *(name for table in proposal.tables for name in table)]) == sorted(given.here)
        assert tuple(map(len, proposal.tables)) == sizes

    @given(situations())
    def test_the_bound_is_the_least_of_all_seatings(self, given: Situation) -> None:
        proposal = propose(given)
        if not proposal:
            return
        met = {frozenset(pair) for one in given.rounds for table in one.met for pair in combinations(table, 2)}
        seated = [name for table in proposal.tables for name in table]
        least = min(
            sum(frozenset(pair) in met for table in tables for pair in combinations(table, 2))
            for tables in seatings(seated, [len(table) for table in proposal.tables])
        )
        assert proposal.bound == least <= proposal.repeats == len(proposal.met)
        if proposal.plan:
            assert proposal.plan.bound <= proposal.plan.repeats

    @given(situations())
    def test_same_event_same_answer(self, given: Situation) -> None:
        assert propose(given) == propose(given)

    @given(situations())
    def test_who_sits_out_has_not_done_so_more_often_than_who_plays(self, given: Situation) -> None:
        proposal = propose(given)
        if not proposal:
            return
        out = {name: sum(not any(name in table for table in one.met) for one in given.rounds) for name in given.here}
        assert max((out[name] for name in proposal.bye), default=0) <= min(
            out[name] for table in proposal.tables for name in table
        )

    @given(situations())
    def test_the_plan_comes_true(self, given: Situation) -> None:
        """If proposals are written unchanged, the next round is the next one of the same plan."""
        if given.planned is None or not table_sizes(len(given.here), given.seats):
            return
        given = replace(given, seating="meet")
        plans = [one.plan for one in proposals(given, given.planned - len(given.rounds))]
        assert len({plan.repeats for plan in plans if plan}) == 1


class TestBounds:
    @given(st.data())
    def test_no_rounds_go_below_the_bound_of_a_plan(self, data: st.DataObject) -> None:
        """All rounds of few players with any byes, two rounds in sequence."""
        n, sizes = data.draw(
            st.sampled_from([(4, (2, 2)), (5, (2, 2)), (5, (4,)), (6, (3, 3)), (6, (4, 2)), (7, (3, 3))])
        )
        players = tuple(range(n))
        every_round = [
            frozenset(frozenset(pair) for table in tables for pair in combinations(table, 2))
            for out in combinations(players, n - sum(sizes))
            for tables in seatings([player for player in players if player not in out], sizes)
        ]
        earlier = [
            [tuple(order[:size]), tuple(order[size : 2 * size])]
            for order in data.draw(st.lists(st.permutations(players), max_size=3))
            for size in [data.draw(st.integers(2, n // 2))]
        ]
        meetings = movements.Meetings(n)
        for tables in earlier:
            meetings.add(tables)
        met = {frozenset(pair) for tables in earlier for table in tables for pair in combinations(table, 2)}
        least = [min(len(one & met) for one in every_round)]
        if len(every_round) < 100:
            least.append(min(len(a & met) + len(b & (met | a)) for a in every_round for b in every_round))
        for rounds, fewest in enumerate(least, start=1):
            assert movements.plan_bound(meetings, earlier, players, sizes, rounds) <= fewest


class TestMovements:
    @each(
        "n, sizes, rounds",
        [
            (4, (2, 2), 3),
            (7, (2, 2, 2), 7),
            (9, (3,) * 3, 4),
            (15, (3,) * 5, 7),
            (16, (4,) * 4, 5),
            (25, (5,) * 5, 6),
            (49, (7,) * 7, 8),
            (64, (8,) * 8, 9),
            (27, (4,) * 6 + (3,), 7),
            (27, (3,) + (4,) * 6, 7),
            (32, (4,) * 8, 8),
            (64, (4,) * 16, 16),
            (10, (4, 3, 3), 0),
            (24, (4,) * 6, 0),
            (14, (4, 4, 4), 0),
        ],
    )
    def test_a_known_movement_has_no_repeat(self, n: int, sizes: tuple[int, ...], rounds: int) -> None:
        known = movements.movement(n, sizes)
        assert len(known) == rounds
        met = [pair for one in known for table in one for pair in combinations(sorted(table), 2)]
        assert len(met) == len(set(met))
        for one in known:
            assert tuple(map(len, one)) == sizes
            assert len({player for table in one for player in table} & set(range(n))) == sum(sizes)


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
