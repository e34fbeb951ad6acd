"""Every clause that the code of a game gives as its reason is named by a case that comes to that reason."""

import re
from pathlib import Path

import pytest
from cases import cases
from clauses import reaches
from test_house import clause_ids

from companion.books import book
from companion.games import GAMES

HERE = Path(__file__).parent
CLAUSE = re.compile(r'"([a-z_]+(?:\.[a-z0-9_]+)+)"')

RULINGS = [param.values[0] for param in cases("rulings")]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_case_names_it(game) -> None:
    """Cases that do not hold fail elsewhere, so a clause that one of them names is come to and asserted.

    The options only say where a house rule stands in the book.
    """
    files = [path for kind in ("matches", "rulings") for path in (HERE / kind).glob("*.toml")]
    named = {found for path in files for found in CLAUSE.findall(path.read_text(encoding="utf-8"))}
    named |= {
        f"{game.key}.{clause}" for case in RULINGS if case["game"] == game.key for clause in case.get("chain", ())
    }
    reasons = {clause.id for clause in book(game.key, "en").clauses} & clause_ids(game.key, but="options.py")
    assert reasons - named == set()


# What nothing cites: definitions, and rules that are decided where another clause is cited.
DEFINE = {
    "rams": "game.aim game.clockwise game.origin cards.rank start start.rams deal.first deal.trump pass.commit "
    "play.trump_lead end.length money.unit",
    "english_rams": "goal cards.rank stakes.unit stakes.name deal.first_dealer deal.turn_up end.length",
    "ramino": "turns joker.stands discard.pile end.length money.stake money.unit",
    "rami": "aim deal.upcard turn.draw end.length money.stake money.unit",
    "gin": "deal.upcard deal.forehand deal.first play.keep gin.say score.running game.next money.unit hollywood.paper",
    "free": "end.length money.unit",
}
# Each of these is told where the other is cited: the public format fixes the chain of the verdict, or the sheet has one
# number for both.
DECIDED_AS = {
    "rams.bid.old_hands": "rams.bid.cards",
    "rams.bid.both": "rams.bid.half_order",
    "rams.pass.landed": "rams.pass.two",
    "rams.pass.flag": "rams.pass.two",
    "rams.play.ace_ruff": "rams.play.trump",
    "rams.end.several": "rams.end.rams",
    "rams.money.match": "rams.money.pot",
    "english_rams.bid.widow_simple": "english_rams.bid.widow",
    "english_rams.play.next_lead": "english_rams.play.winner",
    "english_rams.pay.general_tricks": "english_rams.pay.general_won",
    "english_rams.faults.tricks_stand": "english_rams.faults.rest",
    "ramino.meld.identity_size": "ramino.meld.identity",
    "ramino.joker.same": "ramino.value.joker",
    "ramino.score.negative": "ramino.penalty.agreed",
    "ramino.elim.once": "ramino.elim.multiplier",
    "ramino.table.restore": "ramino.table.penalty",
    "rami.deal.fourteen": "rami.deal.cards",
    "gin.knock.discard": "gin.knock.limit",
    "gin.game.gin_boxes": "gin.game.boxes",
    "gin.game.big_gin_boxes": "gin.game.boxes",
    "gin.game.undercut_boxes": "gin.game.boxes",
    "gin.hollywood.late": "gin.hollywood.columns",
}


class TestReached:
    """Every clause by which something is decided is come to by a ruling or by a term of a number."""

    def test_operative(self) -> None:
        assert [one.clause.id for one in reaches() if one.operative and not one.reached] == []

    def test_whatever_else_only_defines(self) -> None:
        """A clause that no code cites is known here, and no other is."""
        uncited = {one.clause.id for one in reaches() if not one.operative}
        defining = {f"{game}.{name}" for game, names in DEFINE.items() for name in names.split()}
        assert uncited == defining | DECIDED_AS.keys()

    def test_decided_where_another_clause_is_cited(self) -> None:
        reached = {one.clause.id for one in reaches() if one.operative and one.reached}
        assert set(DECIDED_AS.values()) - reached == set()
