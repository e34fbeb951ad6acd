"""Whole matches of gin, compared with an independent simple score keeper."""

from collections.abc import Mapping
from typing import Any

from games.gin.deals import A, B, deal, played, refusal, scores, won
from hypothesis import given, settings
from hypothesis import strategies as st
from support.share import some

from companion import json_output
from companion.games.gin import GAME
from companion.games.gin.layouts import arrange
from companion.parsing import FORMAT, Match, read_match
from companion.rules.cards import FULL_PACK
from companion.rules.judge import judge

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
    """Return scores and deals won of the current game, and Anna's lead, in plain lists: 0 is Anna, 1 is Bo."""
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
    """Return the net points after the finished games of three players, if every deal is won by gin."""
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
    """Return the three columns of the current game; a player's first win counts in the first open column only."""
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
    @settings(max_examples=some(100), deadline=None)
    def test_hollywood_by_hand(self, record: list[tuple[str, int]], target: int) -> None:
        """gin.hollywood.columns, gin.hollywood.late"""
        tally = played(*(won(*one) for one in record), options={"hollywood": True, "target": target})
        found = [list(column.scores.values()) for column in tally.table.columns]
        assert found == hollywood_by_hand(record, target)

    @given(st.lists(st.tuples(st.booleans(), st.integers(0, 98)), max_size=25), options_st)
    @settings(max_examples=some(100), deadline=None)
    def test_three_players_settle_in_pairs(self, record: list[tuple[bool, int]], rules: dict[str, Any]) -> None:
        """gin.players.three: the loser of a deal deals the next; every loser settles as in a game of two."""
        dealer, entries = "Cia", []
        for first, loose in record:
            one, other = [name for name in (A, B, "Cia") if name != dealer]
            by, dealer = (one, other) if first else (other, one)
            entries.append({"kind": "deal", "end": "gin", "by": by, "deadwood": {dealer: loose}})
        data = {"format": FORMAT, "game": "gin", "players": [A, B, "Cia"], "options": rules, "entries": entries}
        found = read_match(data)
        assert isinstance(found, Match)
        assert judge(found.replay) is None
        nets = GAME.tally(found.record).table.nets
        assert nets == three_by_hand(entries, rules)
        assert sum(nets.values()) == 0

    @given(st.lists(deals, max_size=25), options_st)
    @settings(max_examples=some(150), deadline=None)
    def test_by_hand(self, record: list[tuple[str, int, int]], rules: dict[str, Any]) -> None:
        tally = played(*(deal("knock", *one) for one in record), options=rules)
        score, boxes, up = kept_by_hand(record, rules)
        assert list(scores(tally)) == score
        assert list(tally.table.columns[0].boxes.values()) == boxes
        assert tally.table.nets == {A: up, B: -up}
        assert sum(payment.amount for payment in tally.payments) == abs(up)

    @given(st.lists(deals, max_size=20), st.booleans(), st.lists(st.sampled_from(FULL_PACK), min_size=20, max_size=20))
    @settings(max_examples=some(60), deadline=None)
    def test_every_number_is_the_sum_of_its_parts(
        self, record: list[tuple[str, int, int]], hollywood: bool, turned: list[Any]
    ) -> None:
        """Also with Oklahoma, where points and deals won can double together."""
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
    @settings(max_examples=some(100), deadline=None)
    def test_cards_and_points_score_the_same(self, dealt: list[Any]) -> None:
        """A deal entered as cards equals the deal entered as the deadwood that the referee computes."""
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
    @settings(max_examples=some(60), deadline=None)
    def test_struck_out_is_never_written(self, record: list[tuple[str, int, int]], data: st.DataObject) -> None:
        entries = [deal("knock", *one) for one in record]
        gone = data.draw(st.integers(1, len(entries)))
        struck = played(*entries, {"kind": "correction", "entry": gone, "with": None})
        never = played(*entries[: gone - 1], *entries[gone:])
        one, other = json_output.tally_json(GAME, struck), json_output.tally_json(GAME, never)
        for found in (one, other):
            found["deals"] = [{key: value for key, value in line.items() if key != "entry"} for line in found["deals"]]
        assert one == other


def _last(line: Any) -> list[Any]:
    return [figure.parts[-1] for figure in line.scores.values() if figure.parts]
