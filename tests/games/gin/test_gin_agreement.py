"""The referee of gin and its sheet agree."""

from itertools import product
from typing import Any

import pytest
from games.gin.deals import A, B, played, won
from hypothesis import given
from hypothesis import strategies as st
from support.asking import ruling_of, sheet, told_at_table
from support.each import each

from companion.games.gin import GAME
from companion.games.gin.booking import Booking
from companion.rules.entries import Player
from companion.rules.rulings import Ruling
from companion.rules.tally import Tally, own

OKLAHOMA = [
    {"oklahoma": True, "oklahoma_ace": ace, "knock_limit": limit} for ace in ("gin", "one") for limit in (10, 5, 1)
]


@each("options", [{}, {"knock_limit": 0}, {"knock_limit": 5}, *OKLAHOMA])
def test_the_limit_and_who_may_knock(options: dict[str, Any]) -> None:
    """In gin exactly the players within the stated limit may knock; deadwood 0 is gin."""
    for card in [f"{rank}H" for rank in "A23456789TJQK"] if "oklahoma" in options else [None]:
        turned = {"upcard": card} if card else {}
        told = ruling_of("gin", "limit", options=options, **turned).answer
        for deadwood in range(14):
            found = ruling_of("gin", "knock", deadwood=deadwood, options=options, **turned)
            assert (found.verdict == "legal") == (deadwood <= int(str(told["limit"]))), (card, deadwood)
            assert told["gin_only"] == (told["limit"] == 0)


GIN_TABLES = [
    {"tie_undercut": tie, "big_gin": big, "target": 250, **more}
    for tie in (10, "same", "void", 0)
    for big in (False, 31)
    for more in ({}, {"oklahoma": True})
]


@each("options", GIN_TABLES)
def test_what_a_deal_of_gin_scores(options: dict[str, Any]) -> None:
    """The points, the winner and the deals won (extra ones separately) are those of the sheet."""
    turned = {"upcard": "TS"} if options.get("oklahoma") else {}
    for knocker, defender in product((0, 1, 7, 10), (0, 1, 6, 7, 8, 32)):
        for end in ("gin", "big_gin") if not knocker else ("knock",):
            told = ruling_of("gin", "score", knocker=knocker, defender=defender, end=end, options=options, **turned)
            entry = {"kind": "deal", "end": end, "by": "A", "deadwood": {"A": knocker, "B": defender}, **turned}
            tally = sheet("gin", players=["A", "B"], options=options, entries=[entry])
            assert isinstance(tally, Tally), (entry, tally)
            scored = {player: score.value for player, score in tally.scores.items() if score.value}
            winner = {"knocker": "A", "defender": "B", None: ""}[told.answer["winner"]]
            assert scored == ({winner: told.answer["points"]} if told.answer["points"] else {}), (entry, told)
            boxes = {player: count for player, count in tally.table.columns[0].boxes.items() if count}
            assert boxes == ({winner: told.answer["deals_won"]} if winner else {})


@pytest.mark.parametrize("limit", [0, 5, 10])
def test_a_knock_is_refused_where_the_referee_refuses_it(limit: int) -> None:
    for deadwood in range(1, 14):
        entry = {"kind": "deal", "end": "knock", "by": "A", "deadwood": {"A": deadwood, "B": 30}}
        written = sheet("gin", players=["A", "B"], options={"knock_limit": limit}, entries=[entry])
        told = ruling_of("gin", "knock", deadwood=deadwood, options={"knock_limit": limit})
        assert isinstance(written, Tally) == (told.verdict == "legal"), deadwood


@given(st.lists(st.tuples(st.sampled_from([A, B]), st.sampled_from([5, 60, 97])), max_size=12))
def test_the_columns_of_a_deal(deals: list[tuple[str, int]]) -> None:
    """gin.hollywood.columns: the columns that the sheet writes in next, whoever wins and whichever are closed."""
    tally = played(*(won(by, points) for by, points in deals), options={"hollywood": True})
    assert "closed" in GAME.questions["columns"].known_facts(tally)
    for player in (A, B):
        told = told_at_table(GAME, "columns", tally, Player(player))
        assert isinstance(told, Ruling)
        after = played(*(won(by, points) for by, points in deals), won(player, 1), options={"hollywood": True})
        line = after.lines[-1]
        assert [n + 1 for n in own(line.played, Booking).columns] == told.answer["columns"]
