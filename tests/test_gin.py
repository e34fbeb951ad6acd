"""Gin clause by clause, and whole matches against a score keeper written another way."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from phones import Phone, new_app, text_of

from companion import wire
from companion.games.gin import GAME
from companion.games.gin.arrange import arrange
from companion.games.gin.options import Options
from companion.reading import FORMAT, Match, read_match, write_match
from companion.rules.cards import FULL_PACK
from companion.rules.entries import Player
from companion.rules.options import Counted
from companion.rules.record import judge
from companion.rules.tally import Payment, Tally
from companion.speech import language, speak

A, B = "Anna", "Bo"


def deal(end: str, by: str, own: int, other: int, **more: Any) -> dict[str, Any]:
    return {"kind": "deal", "end": end, "by": by, "deadwood": {by: own, A if by == B else B: other}, **more}


def won(by: str, points: int) -> dict[str, Any]:
    """A deal knocked with 1 and won by so many points."""
    return deal("knock", by, 1, points + 1)


def match(*entries: dict[str, Any], options: Any = None, **opening: Any) -> Match:
    data = {"format": FORMAT, "game": "gin", "players": [A, B], "options": options or {}, "opening": opening}
    found = read_match({**data, "entries": list(entries)})
    assert isinstance(found, Match), found
    assert found.fault is None, found.fault
    return found


def played(*entries: dict[str, Any], options: Any = None, **opening: Any) -> Tally:
    found = match(*entries, options=options, **opening)
    assert judge(GAME, found.record) is None
    return GAME.tally(found.record)


def refusal(*entries: dict[str, Any], options: Any = None, **opening: Any) -> Any:
    ruling = judge(GAME, match(*entries, options=options, **opening).record)
    assert ruling
    return ruling


def scores(tally: Tally) -> tuple[int, int]:
    return tally.scores[A].value, tally.scores[B].value  # type: ignore[index]


def parts(tally: Tally, player: str, line: int = -1) -> list[tuple[int, str]]:
    return [(part.points, part.clause) for part in tally.lines[line].scores[player].parts]  # type: ignore[index]


class TestDifference:
    """gin.score.difference, gin.score.winner_only: the knocker scores the difference, the other nothing."""

    @pytest.mark.parametrize(("own", "other"), [(6, 15), (10, 11), (1, 98)])
    def test_knock(self, own: int, other: int) -> None:
        tally = played(deal("knock", A, own, other))
        assert scores(tally) == (other - own, 0)
        assert parts(tally, A) == [(other - own, "gin.score.difference")]
        assert parts(tally, B) == []

    def test_the_running_score(self) -> None:
        """gin.score.running: points add up from deal to deal."""
        assert scores(played(won(A, 9), won(B, 4), won(A, 30))) == (39, 4)


class TestGin:
    """gin.score.gin, gin.gin.no_deadwood: all the other has and the bonus; nought is gin whatever was said."""

    @pytest.mark.parametrize("end", ["knock", "gin"])
    @pytest.mark.parametrize(("other", "points"), [(32, 57), (0, 25)])
    def test_gin(self, end: str, other: int, points: int) -> None:
        tally = played(deal(end, A, 0, other))
        assert scores(tally) == (points, 0)
        assert parts(tally, A) == [(other, "gin.score.difference"), (25, "gin.score.gin")]

    @pytest.mark.parametrize(("big_gin", "points"), [(False, 35), (31, 41), (50, 60)])
    def test_big_gin(self, big_gin: Any, points: int) -> None:
        """gin.score.big_gin: the table's bonus in place of that for gin."""
        tally = played(deal("big_gin", A, 0, 10), options={"big_gin": big_gin})
        assert scores(tally) == (points, 0)
        assert parts(tally, A)[-1][1] == "gin.score.big_gin"


class TestUndercut:
    """gin.score.undercut, gin.score.tie, gin.score.undercut_wins."""

    @pytest.mark.parametrize(
        ("options", "other", "points"),
        [
            ({}, 4, 25),
            ({}, 9, 10),
            ({}, 0, 29),
            ({"undercut": 10}, 4, 15),
            ({"undercut": 25}, 4, 30),
            ({"undercut": 25}, 9, 10),
            ({"undercut": 25, "tie_undercut": "same"}, 9, 25),
            ({"tie_undercut": 0}, 9, 0),
        ],
    )
    def test_undercut(self, options: Any, other: int, points: int) -> None:
        tally = played(deal("knock", A, 9, other), options=options)
        assert scores(tally) == (0, points)
        assert tally.table.columns[0].boxes == {A: 0, B: 1}
        assert tally.lines[0].events[0].player == B


class TestLimit:
    """gin.knock.limit: what a false knock is told, and what it costs (gin.knock.false)."""

    @pytest.mark.parametrize("limit", range(11))
    def test_limit(self, limit: int) -> None:
        options = {"knock_limit": limit}
        assert played(deal("knock", A, limit, 98), options=options).lines
        refused = refusal(deal("knock", A, limit + 1, 98), options=options)
        assert (refused.code, refused.clauses, refused.player) == ("gin.limit", ("gin.knock.limit",), A)
        assert refused.remedy is None

    def test_the_penalty_is_offered_as_the_next_entry(self) -> None:
        options = {"false_knock": {"penalty": 20}}
        assert match(options=options).record.options == Options(false_knock=Counted("penalty", 20))
        remedy = refusal(deal("knock", A, 12, 30), options=options).remedy
        assert remedy == {"kind": "penalty", "player": A, "points": -20, "reason": "false knock"}
        tally = played(dict(remedy), won(A, 5), options=options)
        assert scores(tally) == (-15, 0)
        assert parts(tally, A, 0) == [(-20, "gin.penalty.agreed")]


class TestDealer:
    """gin.deal.turns, gin.deal.forehand, gin.stock.void, gin.deal.misdeal."""

    @pytest.mark.parametrize(
        ("rule", "dealers"),
        [("alternate", [B, A, A, A, B]), ("loser", [B, B, B, B, A]), ("winner", [B, A, A, A, B])],
    )
    def test_order(self, rule: str, dealers: list[str]) -> None:
        """A wins, two deals void, A is undercut: the void ones stay with their dealer."""
        entries = [won(A, 3), {"kind": "deal", "end": "void"}, {"kind": "misdeal"}, deal("knock", A, 5, 5)]
        tally = played(*entries, options={"next_dealer": rule})
        assert [line.dealer for line in tally.lines] + [tally.dealer] == dealers

    def test_the_first_player_is_forehand(self) -> None:
        assert played().dealer == B
        assert played(dealer=A).dealer == A


class TestGame:
    """gin.game.target, .boxes, .bonus, .payment, .negative, .blitz, .next."""

    @pytest.mark.parametrize("target", [100, 150, 200, 250])
    def test_target(self, target: int) -> None:
        """Exactly the target ends it, one point less does not."""
        options = {"target": target}
        assert not played(won(A, 19), options=options, scores={A: target - 20}).table.games
        assert played(won(A, 20), options=options, scores={A: target - 20}).table.games

    @pytest.mark.parametrize(
        ("options", "totals", "amount"),
        [
            ({}, (268, 0), 536),
            ({"blitz": False}, (268, 0), 268),
            ({"blitz": "game_bonus_only"}, (368, 0), 368),
            ({"box": 25}, (283, 0), 566),
            ({"game_bonus": 0}, (168, 0), 336),
            ({"game_bonus": 250, "blitz": "game_bonus_only"}, (668, 0), 668),
        ],
    )
    def test_blitz(self, options: Any, totals: tuple[int, int], amount: int) -> None:
        (game,) = played(won(A, 30), won(A, 45), won(A, 33), options=options).table.games
        assert tuple(game.settlement.totals.values()) == totals
        assert game.settlement.accounts[0].payment == Payment(B, A, amount)

    def test_the_reckoning(self) -> None:
        """Score, deals won, bonus, total, difference, doubled: each row for both, each term with its clause."""
        tally = played(won(A, 30), won(A, 45), won(A, 33))
        game, nets = tally.reckonings
        rows = {
            speak(row.label, language("en")): tuple(figure.value for figure in row.figures.values())
            for row in game.rows
        }
        assert rows == {
            "Score": (108, 0),
            "Deals won": (60, 0),
            "Won the game": (100, 0),
            "Total": (268, 0),
            "Difference": (268, -268),
            "Blitz: doubled": (536, -536),
        }
        assert game.leg == 1
        assert nets.rows[0].figures[A].value == 536  # type: ignore[index]
        assert all(figure.before == 0 for row in game.rows for figure in row.figures.values())

    def test_games_follow_each_other(self) -> None:
        tally = played(won(A, 97), won(A, 97), won(B, 97), won(B, 3))
        assert [line.leg for line in tally.lines] == [1, 1, 2, 2]
        assert len(tally.legs) == 3
        assert tally.status == "running"
        assert tally.winners == ()
        assert scores(tally) == (0, 0)
        assert [one.event.name for one in tally.lines[1].events] == ["knock", "game"]

    def test_what_is_carried_over_from_paper(self) -> None:
        tally = played(won(B, 10), scores={B: 95}, boxes={A: 1, B: 3}, nets={B: 40})
        assert tally.table.games[0].settlement.totals == {A: 20, B: 285}
        assert tally.table.nets == {A: -305, B: 305}


class TestHollywood:
    """gin.hollywood.columns, gin.hollywood.close."""

    def test_the_first_column_is_an_ordinary_game(self) -> None:
        entries = [won(A, 40), won(B, 10), deal("knock", A, 9, 4), won(A, 20), deal("gin", B, 0, 11)]
        plain, three = played(*entries), played(*entries, options={"hollywood": True})
        assert scores(plain) == scores(three) == tuple(three.table.columns[0].scores.values())
        assert plain.table.columns[0].boxes == three.table.columns[0].boxes

    def test_each_column_has_a_reckoning_of_its_own(self) -> None:
        entries = [won(A, 60), won(B, 20), won(A, 50), won(A, 60), won(A, 60)]
        tally = played(*entries, options={"hollywood": True})
        assert [game.settlement.totals[B] for game in tally.table.games] == [40, 0, 0]
        assert [game.settlement.accounts[0].payment.amount for game in tally.table.games] == [210, 500, 520]
        assert [speak(one.title, language("en")) for one in tally.reckonings[:3]] == [
            "Game 1, column 1",
            "Game 1, column 2",
            "Game 1, column 3",
        ]
        assert [column.scores for column in tally.table.columns] == [{A: 0, B: 0}] * 3
        assert [line.leg for line in tally.lines] == [1, 1, 1, 2, 3]

    @given(st.lists(st.tuples(st.sampled_from([A, B]), st.integers(1, 60)), max_size=20))
    @settings(max_examples=60, deadline=None)
    def test_each_column_is_a_table_of_the_sheet(self, record: list[tuple[str, int]]) -> None:
        """Its lines are the deals that counted there; each number is the last one of the table and its own terms."""
        tally = played(*(won(*one) for one in record), options={"hollywood": True})
        last: dict[int, dict[Any, int]] = {}
        for line in tally.lines:
            for n, column in enumerate(column.scores for column in line.after.columns):
                for one in (line, *line.beside):
                    if (one.leg - 1) % 3 == n:
                        before = last.get(one.leg, dict.fromkeys(column, 0))
                        assert {player: figure.before for player, figure in one.scores.items()} == before
                        assert {player: figure.value for player, figure in one.scores.items()} == column
                        last[one.leg] = column
        assert {one.leg for one in tally.reckonings if one.leg} <= set(last)
        assert max(last, default=1) <= len(tally.legs)

    def test_a_closed_column_takes_no_more(self) -> None:
        """gin.hollywood.late: who comes too late for it begins in the next, and it gets no row."""
        tally = played(won(A, 60), won(A, 60), won(B, 30), options={"hollywood": True})
        assert [column.scores for column in tally.table.columns] == [{A: 120, B: 0}, {A: 60, B: 30}, {A: 0, B: 0}]
        assert [one.leg for one in (tally.lines[-1], *tally.lines[-1].beside)] == [2]

    def test_a_penalty_counts_in_every_open_column(self) -> None:
        entries = [won(A, 60), won(A, 60), {"kind": "penalty", "player": B, "points": 5}]
        tally = played(*entries, options={"hollywood": True})
        assert [column.scores for column in tally.table.columns] == [{A: 120, B: 0}, {A: 60, B: 5}, {A: 0, B: 5}]


class TestNotices:
    """What each player must know now: how far, and what is surely enough."""

    @pytest.mark.parametrize(
        ("score", "options", "expected"),
        [
            (0, {}, ["needs 100"]),
            (74, {}, ["needs 26"]),
            (75, {}, ["needs 25", "gin puts Anna over"]),
            (78, {}, ["needs 22", "gin puts Anna over"]),
            (79, {}, ["needs 21", "an undercut puts Anna over"]),
            (77, {"undercut": 25}, ["needs 23", "an undercut puts Anna over"]),
            (175, {"target": 200, "gin_bonus": 20}, ["needs 25"]),
        ],
    )
    def test_needs(self, score: int, options: Any, expected: list[str]) -> None:
        tally = played(options=options, scores={A: score}, boxes={A: 1, B: 1})
        assert [speak(one.sentence, language("en")) for one in tally.now[A]] == expected  # type: ignore[index]

    def test_what_is_promised_is_true(self) -> None:
        """The smallest gin, and the smallest undercut that is no tie, are enough where the notice says so."""
        assert played(deal("gin", A, 0, 0), scores={A: 75}, boxes={B: 1}).table.games
        assert played(deal("knock", B, 2, 1), scores={A: 79}, boxes={B: 1}).table.games

    def test_a_blitz_threatens(self) -> None:
        for points, far in ((10, True), (80, False)):
            told = played(won(A, points)).table_now
            assert [(one.clause, one.quiet) for one in told] == [("gin.game.blitz", far)]
        assert not played(won(A, 80), won(B, 5)).table_now
        assert not played(won(A, 80), options={"blitz": False}).table_now


class TestFile:
    """Who entered a deal stands beside who ended it."""

    def test_by_and_entered_by(self) -> None:
        found = match(
            {**won(A, 5), "entered_by": B, "at": "2026-11-21T20:00:00Z"}, {"kind": "note", "text": "x", "by": A}
        )
        assert [entry.by for entry in found.record.entries] == [B, A]
        written = write_match(found)
        assert written["entries"][0]["by"] == A
        again = read_match(written)
        assert isinstance(again, Match)
        assert again.record == found.record


class TestForms:
    """What the pages of gin ask, and what they leave out."""

    @pytest.fixture
    def phone(self, tmp_path: Path) -> Phone:
        return Phone(new_app(tmp_path))

    def begun(self, phone: Phone, *players: str, **more: Any) -> str:
        sent = {"players[]": list(players), "dealer": str(len(players) - 1), **more}
        answer = phone.client.post("/new/gin", data=sent)
        assert answer.status_code == 303, text_of(answer.text)
        return str(answer.location)

    def test_hollywood_from_paper(self, phone: Phone) -> None:
        """gin.hollywood.paper: three columns, each open or closed; one forgotten is asked for, the rest stays typed."""
        sheet = {f"opening[columns][{n}][closed]": "false" for n in (1, 2)} | {
            "options[hollywood]": "True",
            "opening[columns][0][closed]": "true",
            "opening[columns][0][scores][@0]": "120",
            "opening[columns][0][boxes][@0]": "3",
            "opening[wins][@0]": "3",
        }
        page = phone.client.get(self.begun(phone, A, B, **sheet)).text
        assert "120" in page
        sheet.pop("opening[columns][2][closed]")
        again = phone.client.post("/new/gin", data={"players[]": [A, B], "dealer": "0", **sheet})
        assert again.status_code == 422
        assert "Hollywood has three columns, not 2." in text_of(again.text)
        assert 'value="120"' in again.text

    def test_the_dealer_of_three_is_asked_nothing(self, phone: Phone) -> None:
        """gin.players.three"""
        page = phone.client.get(self.begun(phone, A, B, "Cia")).text
        assert 'name="deadwood[@1]"' in page
        assert 'name="deadwood[@2]"' not in page
        assert 'name="by" value="Cia"' not in page

    def test_a_void_deal_names_nobody_whoever_was_tapped(self, phone: Phone) -> None:
        """gin.stock.void"""
        match = self.begun(phone, A, B)
        sent = {"seen": "0.0", "entry_id": "e", "kind": "deal", "end": "void", "by": A}
        assert phone.client.post(f"{match}/entries", data=sent).status_code == 303

    def test_the_turned_card_sets_the_limit_on_the_form(self, phone: Phone) -> None:
        """gin.oklahoma.lower"""
        match = self.begun(phone, A, B, **{"options[oklahoma]": "True"})
        for card, said in (("3H", "Knock with at most 3."), ("AH", "Only gin ends this deal.")):
            form = phone.client.post(f"{match}/form", data={"kind": "deal", "seen": "0.0", "upcard": card})
            assert said in text_of(form.text)


# --- whole matches against a score keeper written another way


deadwood = st.integers(0, 98)
deals = st.tuples(st.sampled_from([A, B]), st.integers(0, 10), deadwood)
options_st = st.fixed_dictionaries(
    {
        "undercut": st.integers(0, 1000),
        "tie_undercut": st.sampled_from([10, "same", 0, "void"]),
        "gin_bonus": st.integers(0, 1000),
        "target": st.integers(1, 500),
        "box": st.integers(0, 1000),
        "gin_boxes": st.integers(0, 10),
        "undercut_boxes": st.integers(0, 10),
        "game_bonus": st.integers(0, 1000),
        "blitz": st.sampled_from(["double_payment", "game_bonus_only", False, {"bonus": 150}]),
        "negative_diff": st.sampled_from(["signed", "floor_zero"]),
    }
)


def kept_by_hand(record: list[tuple[str, int, int]], rules: Mapping[str, Any]) -> tuple[list[int], list[int], int]:
    """Scores and deals won of the game in progress, and what Anna is up, in plain lists: 0 is Anna, 1 is Bo."""
    score, boxes, up = [0, 0], [0, 0], 0
    for by, own, other in record:
        winner = 0 if by == A else 1
        got, won = other - own, 1
        if own == other and own and rules["tie_undercut"] == "void":
            continue
        if own == 0:
            got += rules["gin_bonus"]
            won += rules["gin_boxes"]
        elif got <= 0:
            won += rules["undercut_boxes"]
            winner = 1 - winner
            tie = rules["undercut"] if rules["tie_undercut"] == "same" else rules["tie_undercut"]
            got = tie if got == 0 else rules["undercut"] - got
        score[winner] += got
        boxes[winner] += won
        if score[winner] >= rules["target"]:
            up += (1 if winner == 0 else -1) * paid(
                score[winner], boxes[winner], score[1 - winner], boxes[1 - winner], rules
            )
            score, boxes = [0, 0], [0, 0]
    return score, boxes, up


def paid(high: int, high_boxes: int, low: int, low_boxes: int, rules: Mapping[str, Any]) -> int:
    bonus = rules["game_bonus"]
    if low_boxes == 0 and rules["blitz"] == "game_bonus_only":
        bonus = bonus + bonus
    if low_boxes == 0 and isinstance(rules["blitz"], dict):
        bonus += rules["blitz"]["bonus"]
    amount = high + high_boxes * rules["box"] + bonus - low - low_boxes * rules["box"]
    if amount < 0 and rules["negative_diff"] == "floor_zero":
        return 0
    return 2 * amount if low_boxes == 0 and rules["blitz"] == "double_payment" else amount


def three_by_hand(entries: list[dict[str, Any]], rules: Mapping[str, Any]) -> dict[str, int]:
    """What everybody is up after the finished games of three, every deal of which was won by gin."""
    score, boxes, up = (dict.fromkeys((A, B, "Cia"), 0) for _ in range(3))
    for entry in entries:
        by = entry["by"]
        score[by] += sum(entry["deadwood"].values()) + rules["gin_bonus"]
        boxes[by] += 1 + rules["gin_boxes"]
        if score[by] >= rules["target"]:
            for name in score:
                if name != by:
                    amount = paid(score[by], boxes[by], score[name], boxes[name], rules)
                    up[by] += amount
                    up[name] -= amount
            score, boxes = (dict.fromkeys(score, 0) for _ in range(2))
    return up


def hollywood_by_hand(record: list[tuple[str, int]], target: int) -> list[list[int]]:
    """The three columns of the game in progress, where everybody's first win goes to the first one open."""
    columns, wins, starts, shut = [[0, 0], [0, 0], [0, 0]], [0, 0], [-1, -1], [False, False, False]
    for by, points in record:
        who = 0 if by == A else 1
        if starts[who] < 0:
            starts[who] = shut.index(False)
        wins[who] += 1
        for n in range(starts[who], min(starts[who] + wins[who], 3)):
            if not shut[n]:
                columns[n][who] += points
        shut = [max(column) >= target for column in columns]
        if all(shut):
            columns, wins, starts, shut = [[0, 0], [0, 0], [0, 0]], [0, 0], [-1, -1], [False, False, False]
    return columns


class TestMatches:
    @given(st.lists(st.tuples(st.sampled_from([A, B]), st.integers(1, 60)), max_size=30), st.integers(20, 150))
    @settings(max_examples=100, deadline=None)
    def test_hollywood_by_hand(self, record: list[tuple[str, int]], target: int) -> None:
        """gin.hollywood.columns, gin.hollywood.late"""
        tally = played(*(won(*one) for one in record), options={"hollywood": True, "target": target})
        found = [list(column.scores.values()) for column in tally.table.columns]
        assert found == hollywood_by_hand(record, target)

    @given(st.lists(st.tuples(st.booleans(), st.integers(0, 98)), max_size=25), options_st)
    @settings(max_examples=100, deadline=None)
    def test_three_settle_two_by_two(self, record: list[tuple[bool, int]], rules: dict[str, Any]) -> None:
        """gin.players.three: who loses a deal deals the next; every loser settles as in a game of two."""
        dealer, entries = "Cia", []
        for first, loose in record:
            one, other = [name for name in (A, B, "Cia") if name != dealer]
            by, dealer = (one, other) if first else (other, one)
            entries.append({"kind": "deal", "end": "gin", "by": by, "deadwood": {dealer: loose}})
        data = {"format": FORMAT, "game": "gin", "players": [A, B, "Cia"], "options": rules, "entries": entries}
        found = read_match(data)
        assert isinstance(found, Match)
        assert judge(GAME, found.record) is None
        nets = GAME.tally(found.record).table.nets
        assert nets == three_by_hand(entries, rules)
        assert sum(nets.values()) == 0

    @given(st.lists(deals, max_size=25), options_st)
    @settings(max_examples=150, deadline=None)
    def test_by_hand(self, record: list[tuple[str, int, int]], rules: dict[str, Any]) -> None:
        tally = played(*(deal("knock", *one) for one in record), options=rules)
        score, boxes, up = kept_by_hand(record, rules)
        assert list(scores(tally)) == score
        assert list(tally.table.columns[0].boxes.values()) == boxes
        assert tally.table.nets == {A: up, B: -up}
        assert sum(payment.amount for payment in tally.payments) == abs(up)

    @given(st.lists(deals, max_size=20), st.booleans(), st.lists(st.sampled_from(FULL_PACK), min_size=20, max_size=20))
    @settings(max_examples=60, deadline=None)
    def test_every_number_is_the_sum_of_its_parts(
        self, record: list[tuple[str, int, int]], hollywood: bool, turned: list[Any]
    ) -> None:
        """Also under Oklahoma, where points and deals won double together."""
        entries = []
        for (by, own, other), upcard in zip(record, turned, strict=False):
            limit = 0 if upcard.rank == "A" else min("A23456789TJQK".index(upcard.rank) + 1, 10)
            entries.append(deal("knock", by, min(own, limit), other, upcard=upcard))
        tally = played(*entries, options={"oklahoma": True, "hollywood": hollywood})
        last: dict[tuple[int, str], int] = {}
        for line in (one for main in tally.lines for one in (main, *main.beside)):
            for player, figure in line.scores.items():
                assert figure.before == last.get((line.leg, player), 0)
                last[line.leg, player] = figure.value
        doubled = [bool(part.clause == "gin.oklahoma.spades") for line in tally.lines for part in _last(line)]
        if not hollywood:
            assert doubled == [card.suit == "S" for card in turned[: len(record)]]

    @given(st.lists(st.sampled_from(FULL_PACK), min_size=20, max_size=20, unique=True))
    @settings(max_examples=100, deadline=None)
    def test_cards_and_points_score_the_same(self, dealt: list[Any]) -> None:
        """A deal written as cards is the deal written as the deadwood that the referee finds."""
        hands = {A: dealt[:10], B: dealt[10:]}
        entry = {"kind": "deal", "end": "knock", "by": A, "hands": hands}
        if arrange(dealt[:10]).deadwood > 10:
            assert refusal(entry).code == "gin.limit"
            return
        ruling = GAME.questions["showdown"].rule(
            GAME.questions["showdown"].facts(knocker=tuple(dealt[:10]), defender=tuple(dealt[10:]))
        )
        by_cards = played(entry)
        found = ruling.answer["deadwood"]
        assert isinstance(found, dict)
        assert scores(by_cards) == scores(played(deal("knock", A, found["knocker"], found["defender"])))
        assert ruling.answer["points"] == sum(scores(by_cards))

    @given(st.lists(deals, min_size=1, max_size=12), st.data())
    @settings(max_examples=60, deadline=None)
    def test_struck_out_is_never_written(self, record: list[tuple[str, int, int]], data: st.DataObject) -> None:
        entries = [deal("knock", *one) for one in record]
        gone = data.draw(st.integers(1, len(entries)))
        struck = played(*entries, {"kind": "correction", "entry": gone, "with": None})
        never = played(*entries[: gone - 1], *entries[gone:])
        one, other = wire.tally_json(GAME, struck), wire.tally_json(GAME, never)
        for found in (one, other):
            found["deals"] = [{key: value for key, value in line.items() if key != "entry"} for line in found["deals"]]
        assert one == other


def _last(line: Any) -> list[Any]:
    return [figure.parts[-1] for figure in line.scores.values() if figure.parts]


class TestKnown:
    """What the running match knows, the referee does not ask again."""

    @pytest.mark.parametrize(
        ("last", "known"),
        [
            (won(A, 5), {"dealer": B, "last": "deal", "winner": "other"}),
            (won(B, 5), {"dealer": B, "last": "deal", "winner": "dealer"}),
            ({"kind": "deal", "end": "void"}, {"dealer": B, "last": "void"}),
            ({"kind": "misdeal"}, {"dealer": B, "last": "misdeal"}),
        ],
    )
    def test_who_dealt_last_and_what_came_of_it(self, last: dict[str, Any], known: dict[str, Any]) -> None:
        found = GAME.questions["dealer"].known(played(last))
        assert {name: value for name, value in found.items() if name not in ("options", "players")} == known

    def test_nobody_has_dealt_yet(self) -> None:
        assert set(GAME.questions["dealer"].known(played())) == {"options", "players"}

    def test_the_columns_of_hollywood(self) -> None:
        sheet = played(won(A, 40), won(A, 40), won(A, 40), options={"hollywood": True})
        about = GAME.questions["columns"].about
        assert about
        assert about(sheet, Player(A)) == {"wins": 4, "start": 1, "closed": [1]}
        assert about(sheet, Player(B)) == {"wins": 1, "start": 2, "closed": [1]}
        assert about(played(won(A, 40)), Player(A)) == {}
