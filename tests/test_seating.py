"""Seating the next round: byes, the five methods, and what is told of a proposal."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.each import each
from support.seatings import NAMES, WAYS, event, played_round, proposals, ranked, seatings

from companion.events.seating import Situation, WholePlan, propose, table_sizes


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
