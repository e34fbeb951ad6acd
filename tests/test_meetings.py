"""Meetings of players: fewest repeats over a whole event, their lower bounds, and known movements."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.each import each
from support.seatings import NAMES, event, played_round, proposals, repeats, seatings, written
from support.share import every

from companion.events import movements
from companion.events.seating import propose

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
