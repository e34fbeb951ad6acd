"""Rams: what the sheet knows beside its numbers, and what holds in every match that can be played."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.rams import GAME
from companion.games.rams.entries import Deal
from companion.games.rams.options import Options
from companion.games.rams.trick_questions import Playable, playable
from companion.reading import FORMAT, Match, read_match
from companion.rules.cards import FULL_PACK, SUITS, Card, Cards
from companion.rules.entries import Player
from companion.rules.record import judge
from companion.rules.tally import Line, Tally
from companion.speech import language, speak

Json = dict[str, Any]


def match(head: Json, entries: list[Json]) -> Match:
    found = read_match({"format": FORMAT, "game": "rams", **head, "entries": entries})
    assert isinstance(found, Match), found
    assert found.fault is None, found.fault
    return found


def tally(players: str, *entries: Json, **head: Any) -> Tally:
    found = match({"players": list(players), **head}, list(entries))
    assert judge(GAME, found.record) is None
    return GAME.tally(found.record)


def deal(tricks: str = "", passed: str = "", **more: Any) -> Json:
    return {"kind": "deal", "passed": list(passed), **({"tricks": list(tricks)} if tricks else {}), **more}


def terms(line: Line, player: str, column: str = "scores") -> list[tuple[int, str]]:
    """The derivation of a number: points and the clause that carries them."""
    return [(part.points, part.clause) for part in getattr(line, column)[player].parts]


def said(sheet: Tally, player: str) -> list[str]:
    return [speak(notice.sentence, language("en")) for notice in sheet.now[player]]


class TestBuyingDown:
    """The deal itself brings up who may: it asks nobody else, and nobody before it is whole."""

    @pytest.mark.parametrize(
        ("tricks", "start", "more", "asked"),
        [
            ("BBBBC", {}, {}, ("A",)),
            ("BBBBB", {}, {"passed": ["C"]}, ("A",)),
            ("BBBBB", {}, {"bought_down": ["A"]}, ("A", "C")),  # who has bought is still asked
            ("BBBBC", {"A": 4}, {}, ()),  # flew to 9
            ("CBBBB", {"B": 4}, {}, ()),  # the rams is over
        ],
    )
    def test_who_is_asked(self, tricks: str, start: Json, more: Json, asked: tuple[str, ...]) -> None:
        sheet = tally("ABC", options={"money": True}, opening={"scores": start})
        found = GAME.raised(sheet, Deal(tricks=tuple(tricks), **{name: tuple(who) for name, who in more.items()}))
        assert found == {"bought_down": asked}

    def test_nobody_is_asked_before_the_deal_is_whole_or_where_nobody_may(self) -> None:
        assert GAME.raised(tally("ABC", options={"money": True}), Deal(tricks=("B", "B"))) == {}
        assert GAME.raised(tally("ABC"), Deal(tricks=tuple("BBBBC"))) == {}


class TestDerivations:
    """Behind every number stand its terms, each with the clause that carries it."""

    def test_a_flight_stops_at_the_ceiling(self) -> None:
        (line,) = tally("AB", deal("BBBBB"), opening={"scores": {"A": 7}}).lines
        assert terms(line, "A") == [(5, "rams.score.flight"), (-2, "rams.score.cap")]
        assert terms(line, "B") == [(-5, "rams.score.trick")]

    def test_a_flight_and_a_purchase_cost_two_stakes_on_top_of_the_ante(self) -> None:
        (line,) = tally("AB", deal("BBBBB", bought_down=["A"]), options={"money": True, "stake": 4}).lines
        clauses = ["rams.money.ante", "rams.money.flight", "rams.money.buy_down"]
        assert terms(line, "A", "balances") == [(-4, clause) for clause in clauses]
        assert line.pot is not None
        assert [part.points for part in line.pot.parts] == [4, 4, 4, 4]

    @pytest.mark.parametrize(("passed", "clause"), [("AB", "rams.pass.dealer_wins"), ("BC", "rams.pass.lone")])
    def test_tricks_without_play(self, passed: str, clause: str) -> None:
        (line,) = tally("ABC", deal(passed=passed)).lines
        (player,) = set("ABC") - set(passed)
        assert terms(line, player) == [(-5, clause)]

    def test_an_offender_flies_under_the_clause_of_the_offence(self) -> None:
        (line,) = tally("AB", deal("AAABB", faults=["A"]), options={"revoke": "offender_flies"}).lines
        assert terms(line, "A") == [(5, "rams.play.revoke"), (-5, "rams.score.cap")]

    def test_passing_and_flying_are_marked_on_the_sheet(self) -> None:
        (line,) = tally("ABC", deal("BBBBB", passed="C")).lines
        marks = {player: figure.mark.sign if figure.mark else "" for player, figure in line.scores.items()}
        assert marks == {"A": "▲", "B": "", "C": "–"}


class TestNow:
    """What each player must know before the next deal."""

    def test_who_must_knock_and_how_far_it_is(self) -> None:
        sheet = tally("ABC", deal("BBBCC", passed="A"), opening={"scores": {"A": 2, "B": 4, "C": 9}})
        assert said(sheet, "A") == ["must knock", "out with 2 tricks"]
        assert said(sheet, "B") == ["must knock", "out with 1 trick"]
        assert said(sheet, "C") == []

    def test_who_flew(self) -> None:
        assert said(tally("AB", deal("BBBBB")), "A") == ["flew"]

    @pytest.mark.parametrize(
        ("scores", "exempt", "sentence"),
        [
            ({"A": 1}, "all_on_one", "A stands on 1: the others must lead trumps"),
            ({"A": 1, "B": 1}, "all_on_one", "A, B stand on 1: the others must lead trumps"),
            ({"A": 1, "B": 1}, "none", "A, B stand on 1: everyone must lead trumps"),
            ({"A": 1}, "none", "A stands on 1: the others must lead trumps"),
        ],
    )
    def test_forced_trump_leads(self, scores: dict[str, int], exempt: str, sentence: str) -> None:
        sheet = tally("ABC", opening={"scores": scores}, options={"forced_lead_exempt": exempt})
        assert [speak(notice.sentence, language("en")) for notice in sheet.table_now] == [sentence]

    def test_antes_are_due_until_the_first_deal(self) -> None:
        money = {"money": True, "stake": 3}
        before, after = tally("AB", options=money), tally("AB", deal("AABBB"), options=money)
        assert [notice.clause for notice in before.table_now] == ["rams.money.ante"]
        assert after.table_now == ()


class TestAccount:
    """Six rams are summed up; in the end everybody has a place."""

    LAST = {"sums": {"A": 10, "B": 4, "C": 4}, "rams_finished": 5, "scores": {"A": 1, "B": 8, "C": 9}}

    def test_the_rows(self) -> None:
        sheet = tally("ABC", deal("ABBCC"), opening=self.LAST)
        (account,) = sheet.reckonings
        rows = {
            speak(row.label, language("en")): {player: figure.value for player, figure in row.figures.items()}
            for row in account.rows
        }
        assert rows == {
            "Brought forward": {"A": 10, "B": 4, "C": 4},
            "Rams 6": {"A": 0, "B": 6, "C": 7},
            "Sum": {"A": 10, "B": 10, "C": 11},
            "Flights": {"A": 0, "B": 0, "C": 0},
            "Place": {"A": 1, "B": 1, "C": 3},
        }

    def test_a_play_off_has_a_table_of_its_own(self) -> None:
        sheet = tally("ABC", deal("ABBCC"), opening=self.LAST, options={"final_tie": "playoff_rams"})
        assert [speak(leg, language("en")) for leg in sheet.legs] == ["Rams 6", "Play-off"]
        assert set(sheet.turn) == {"A", "B"}
        assert said(sheet, "C") == ["sits out the play-off"]
        silent = {player: bool(figure.mark and figure.mark.hides) for player, figure in sheet.scores.items()}
        assert silent == {"A": False, "B": False, "C": True}, "its score of the last rams is not shown as a running one"

    def test_in_a_play_off_flights_decide_where_points_do_not(self) -> None:
        """Lowest, and among those the fewest flights, as in the match itself (rams.end.flights)."""
        sheet = tally(
            "AB",
            *(deal(tricks) for tricks in ("AABBB", "BBBBB", "AAAAB", "AAABB")),
            opening={"scores": {"A": 2, "B": 3}},
            options={"final_tie": "playoff_rams", "rams_count": 1, "start_points": 7, "floor_at_zero": True},
        )
        assert [line.leg for line in sheet.lines] == [1, 2, 2, 2]
        assert sheet.winners == ("B",)

    @pytest.mark.parametrize("rule", ["continue", "lowest_total", "redraw"])
    def test_a_penalty_that_ends_a_rams_does_not_use_up_a_deal(self, rule: str) -> None:
        """Bo is due to deal: he deals the next rams under `continue`; Anna, who has come home, is lowest."""
        penalty = {"kind": "penalty", "player": "A", "points": -10}
        sheet = tally("ABC", penalty, opening={"dealer": "B"}, options={"next_rams_dealer": rule})
        assert sheet.dealer == {"continue": "B", "lowest_total": "A", "redraw": None}[rule]


class TestKnown:
    """What the running match knows, the referee does not ask again."""

    def about(self, key: str, sheet: Tally, player: str) -> Json:
        question = GAME.questions[key]
        assert question.about
        return {**question.known(sheet), **question.about(sheet, Player(player))}

    def test_points(self) -> None:
        sheet = tally("ABC", deal("AABBB", passed="C"))
        assert self.about("playable", sheet, "B") == {"points": 7, "others": [8, 10], "options": sheet.options}

    def test_nobody_on_one(self) -> None:
        """Where nobody stands on 1 it makes no difference who leads; else that is asked."""
        known = GAME.questions["playable"].known
        assert 1 not in known(tally("ABC", deal("AABBB", passed="C")))["others"]
        assert "others" not in known(tally("AB", opening={"scores": {"A": 1}}))

    @pytest.mark.parametrize(("player", "passed"), [("A", False), ("C", True)])
    def test_who_passed(self, player: str, passed: bool) -> None:
        asked = self.about("must_knock", tally("ABC", deal("AABBB", passed="C"), {"kind": "misdeal"}), player)
        assert asked["passed_last"] == passed

    def test_who_passed_on_paper(self) -> None:
        assert self.about("must_knock", tally("AB", opening={"passed": ["B"]}), "B")["passed_last"]

    def test_who_flew(self) -> None:
        asked = self.about("buy_down", tally("AB", deal("BBBBB"), options={"money": True}), "A")
        assert (asked["flew"], asked["points"], asked["money"]) == (True, 10, True)

    @pytest.mark.parametrize("key", ["playable", "must_knock", "buy_down"])
    def test_nothing_of_a_match_that_is_over(self, key: str) -> None:
        sheet = tally("AB", deal("AABBB"), opening={"scores": {"A": 1}}, options={"rams_count": 1})
        assert set(self.about(key, sheet, "A")) <= {"options", "money"}


# --- the same scores, counted the way people do on paper


def on_paper(players: list[str], deals: list[Json]) -> tuple[dict[str, int], Counter[str], dict[str, int]]:
    """Sums, flights and the points of the rams under way; points game, default house rules, tricks in order."""
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
    """Any deal that may follow: who must knock knocks, five tricks or as many as are played."""
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
    """A match under any house rules, up to twenty entries long, with misdeals and penalties among them."""
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
        assert judge(GAME, found.record) is None
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
    def test_nobody_stands_above_the_ceiling_or_plays_on_at_zero(self, case: tuple[Json, list[Json]]) -> None:
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
        """A legal entry put in anywhere and struck out at once leaves the sheet as it was."""
        head, entries = case
        at = data.draw(st.integers(0, len(entries)))
        before = GAME.tally(match(head, entries[:at]).record)
        if before.status == "finished":
            return
        extra = legal_deal(data.draw, before)
        strike = {"kind": "correction", "entry": at + 1, "with": None}
        with_it = match(head, [*entries[:at], extra, strike, *entries[at:]])
        assert judge(GAME, with_it.record) is None
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
    """All that people see of it, but for the numbers of the entries."""
    lines = [(line.kind, line.dealer, line.leg, line.scores, line.balances, line.pot) for line in sheet.lines]
    refused = [(ruling.code, ruling.player) for ruling in sheet.refused]
    return lines, refused, sheet.table, sheet.places, sheet.balances, sheet.payments


# --- the cards


def allowed(facts: Playable) -> set[Card]:
    """What may be played, said as people explain it: duty by duty, the hand shrinks."""
    trump, ace, hand = facts.trump, Card("A" + facts.trump), set(facts.hand)
    trumps = {card for card in hand if card.suit == trump}
    if not facts.trick:
        on_one = [points for points in (facts.points, *facts.others) if points == 1]
        bound = 1 in facts.others and (facts.points != 1 or facts.options.forced_lead_exempt == "none")
        if ace in hand:
            return {ace}
        return trumps if on_one and bound and trumps else hand
    led = facts.trick[0].suit
    if led == trump and ace in hand:
        return {ace}
    order = "23456789TJQKA"
    fitting = {card for card in hand if card.suit == led} or trumps or hand
    lying = [card for card in facts.trick if card.suit == trump] or [card for card in facts.trick if card.suit == led]
    best = max(lying, key=lambda card: order.index(card.rank))
    heads = {
        card
        for card in fitting
        if (card.suit == best.suit and order.index(card.rank) > order.index(best.rank))
        or (card.suit == trump and best.suit != trump)
    }
    return heads or fitting


@st.composite
def at_the_table(draw: st.DrawFn) -> Playable:
    pack = draw(st.permutations([card for card in FULL_PACK if card.rank in "AK72"]))
    others = draw(st.lists(st.sampled_from([1, 1, 2, 10]), min_size=1, max_size=4))
    held, lying = draw(st.integers(1, 5)), draw(st.integers(0, len(others)))
    return Playable(
        trump=draw(st.sampled_from(SUITS)),
        hand=Cards(pack[:held]),
        trick=Cards(pack[held : held + lying]),
        points=draw(st.sampled_from([1, 2, 10])),
        others=tuple(others),
        options=Options(forced_lead_exempt=draw(st.sampled_from(["all_on_one", "none"]))),
    )


class TestPlayable:
    """Follow, trump, head the trick; the ace of trumps; the forced trump lead."""

    @given(at_the_table())
    def test_what_may_be_played(self, facts: Playable) -> None:
        ruling = playable(facts)
        assert ruling.verdict == "answer", ruling
        cards, why = ruling.answer["playable"], ruling.answer["why"]
        assert isinstance(cards, list)
        assert isinstance(why, dict)
        assert set(cards) == allowed(facts)
        assert set(why) == set(facts.hand) - set(cards)
        assert set(why.values()) <= set(ruling.clauses)
