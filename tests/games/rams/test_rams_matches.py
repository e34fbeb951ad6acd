"""Whole matches of Rams: the sheet adds up, and equals one that is kept on paper."""

from collections import Counter
from typing import Any

from games.rams.deals import Json, match
from hypothesis import given
from hypothesis import strategies as st

from companion.games.rams import GAME
from companion.rules.judge import judge
from companion.rules.tally import Tally


def on_paper(players: list[str], deals: list[Json]) -> tuple[dict[str, int], Counter[str], dict[str, int]]:
    """Return sums, flights and the current points, for a game for points with default rules and tricks in order."""
    sums, flights, points = dict.fromkeys(players, 0), Counter[str](), dict.fromkeys(players, 10)
    for one in deals:
        knocked = [player for player in players if player not in one["passed"]]
        tricks = one["tricks"] if len(knocked) > 1 else knocked * 5
        for player in knocked:
            taken = tricks.count(player)
            flights[player] += not taken
            points[player] = points[player] - taken if taken else min(10, points[player] + 5)
        if min(points.values()) <= 0:
            sums = {player: sums[player] + points[player] for player in players}
            points = dict.fromkeys(players, 10)
    return sums, flights, points


def legal_deal(draw: st.DrawFn, sheet: Tally) -> Json:
    """Draw a legal next deal: forced knocks, and five tricks or as many as are played."""
    options, active = sheet.options, sheet.table.active
    dealer = sheet.dealer or draw(st.sampled_from(active))
    passed = [p for p in active if p not in sheet.table.obliged and draw(st.booleans())]
    alone = len(passed) == len(active) - 1 and options.lone_knocker == "dealer_must_play"
    if dealer in passed and (len(passed) == len(active) or alone):
        passed.remove(dealer)
    knocked = [player for player in active if player not in passed]
    found: Json = {"kind": "deal", "dealer": dealer, "passed": passed}
    if len(knocked) == 1:
        return found
    left = {player: sheet.scores[player].value for player in active}
    tricks: list[str] = []
    while len(tricks) < 5 and not (sheet.options.interrupts and min(left.values()) <= 0):
        tricks.append(draw(st.sampled_from(knocked)))
        left[tricks[-1]] -= 1
    up = [p for p in knocked if p not in tricks and left[p] + 5 >= options.start_points and min(left.values()) > 0]
    bought = [player for player in up if sheet.options.may_buy_down and draw(st.booleans())]
    return {**found, "tricks": tricks, "bought_down": bought}


RULES: dict[str, list[Any]] = {
    "money": [True, False],
    "stake": [1, 5, 7],
    "rams_count": [1, 2, 3],
    "start_points": [10, 7, 12],
    "next_rams_dealer": ["continue", "lowest_total", "redraw"],
    "lone_knocker": ["takes_five", "dealer_must_play"],
    "floor_at_zero": [False, True],
    "points_end": ["play_out", "interrupt"],
    "money_end": ["interrupt", "play_out"],
    "money_tie": ["first_to_zero", "lowest_score", "split_ties"],
    "buy_down": [True, False],
    "final_tie": ["shared", "playoff_rams", "most_rams_won"],
    "misdeal": ["redeal", "pass_deal"],
}


@st.composite
def heads(draw: st.DrawFn) -> Json:
    options = {name: draw(st.sampled_from(values)) for name, values in RULES.items()}
    return {"players": list("ABCDE")[: draw(st.integers(2, 5))], "options": options}


@st.composite
def played(draw: st.DrawFn, heads: st.SearchStrategy[Json], asides: bool = True) -> tuple[Json, list[Json]]:
    """Draw a match under any house rules with up to twenty entries, including misdeals and penalties."""
    head = draw(heads)
    entries: list[Json] = []
    for _ in range(draw(st.integers(0, 20))):
        sheet = GAME.tally(match(head, entries).record)
        if sheet.status == "finished":
            break
        kind = draw(st.sampled_from(["deal"] * 8 + ["misdeal", "penalty"])) if asides else "deal"
        if kind == "deal":
            entries.append(legal_deal(draw, sheet))
        elif kind == "misdeal":
            entries.append({"kind": "misdeal"})
        else:
            player = draw(st.sampled_from(sheet.table.active))
            entries.append({"kind": "penalty", "player": player, "points": draw(st.integers(-3, 5))})
    return head, entries


class TestEveryMatch:
    @given(played(heads()))
    def test_each_number_is_the_one_before_and_its_terms(self, case: tuple[Json, list[Json]]) -> None:
        found = match(*case)
        assert judge(found.replay) is None
        sheet = GAME.tally(found.record)
        last: dict[tuple[str, str], int] = {}
        for line in sheet.lines:
            pot = {"pot": line.pot} if line.pot else {}
            for column, figures in ((f"leg {line.leg}", line.scores), ("balances", line.balances), ("pot", pot)):
                for player, figure in figures.items():
                    assert figure.before == last.get((column, player), figure.before)
                    last[column, player] = figure.value

    @given(played(heads()))
    def test_no_money_comes_or_goes(self, case: tuple[Json, list[Json]]) -> None:
        sheet = GAME.tally(match(*case).record)
        for line in sheet.lines:
            if line.pot:
                assert sum(figure.value for figure in line.balances.values()) + line.pot.value == 0
                assert line.pot.value >= 0
        left = {player: figure.value for player, figure in sheet.balances.items()}
        for payment in sheet.payments:
            left[payment.payer] += payment.amount
            left[payment.payee] -= payment.amount
        assert not sheet.payments or not any(left.values())

    @given(played(heads()))
    def test_nobody_is_above_the_ceiling_or_plays_at_zero(self, case: tuple[Json, list[Json]]) -> None:
        head, entries = case
        sheet = GAME.tally(match(head, entries).record)
        top = head["options"]["start_points"]
        for line in sheet.lines:
            assert all(figure.value <= top for figure in line.scores.values())
            if head["options"]["floor_at_zero"]:
                assert all(figure.value >= 0 for figure in line.scores.values())
        if sheet.status == "running":
            assert all(1 <= sheet.scores[player].value <= top for player in sheet.table.active)

    @given(played(st.builds(lambda n: {"players": list("ABCDE")[:n]}, st.integers(2, 5)), asides=False))
    def test_as_on_paper(self, case: tuple[Json, list[Json]]) -> None:
        head, entries = case
        sheet = GAME.tally(match(head, entries).record)
        sums, flights, points = on_paper(head["players"], entries)
        assert sheet.table.sums == sums
        if sheet.status == "running":
            assert {player: figure.value for player, figure in sheet.scores.items()} == points
        if sheet.lines:
            assert sheet.table.flights == {player: flights[player] for player in head["players"]}

    @given(played(heads()), st.data())
    def test_struck_out_is_never_written(self, case: tuple[Json, list[Json]], data: st.DataObject) -> None:
        """A legal entry that is added anywhere and struck out at once does not change the sheet."""
        head, entries = case
        at = data.draw(st.integers(0, len(entries)))
        before = GAME.tally(match(head, entries[:at]).record)
        if before.status == "finished":
            return
        extra = legal_deal(data.draw, before)
        strike = {"kind": "correction", "entry": at + 1, "with": None}
        with_it = match(head, [*entries[:at], extra, strike, *entries[at:]])
        assert judge(with_it.replay) is None
        assert _sheet(GAME.tally(with_it.record)) == _sheet(GAME.tally(match(head, entries).record))

    @given(played(heads()), st.data())
    def test_corrections_of_different_entries_commute(self, case: tuple[Json, list[Json]], data: st.DataObject) -> None:
        head, entries = case
        if len(entries) < 2:
            return
        numbers = data.draw(st.lists(st.integers(1, len(entries)), min_size=2, max_size=4, unique=True))
        others = data.draw(st.permutations(entries))
        fixes = [
            {"kind": "correction", "entry": n, "with": data.draw(st.sampled_from([None, *others]))} for n in numbers
        ]
        one, other = (GAME.tally(match(head, [*entries, *order]).record) for order in (fixes, fixes[::-1]))
        assert _sheet(one) == _sheet(other)


def _sheet(sheet: Tally) -> object:
    """Return everything that people see of the sheet, except the numbers of entries."""
    lines = [(line.kind, line.dealer, line.leg, line.scores, line.balances, line.pot) for line in sheet.lines]
    refused = [(ruling.code, ruling.player) for ruling in sheet.refused]
    return lines, refused, sheet.table, sheet.places, sheet.balances, sheet.payments
