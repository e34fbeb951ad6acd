"""Rami clause by clause: properties of all matches, in addition to the case files."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.asking import ruling_of

from companion.games.rami import GAME
from companion.games.rami.meld_questions import MeldFacts, meld
from companion.games.rami.melds import card_points, hand_points, loser_parts, possible_points
from companion.games.rami.options import Options
from companion.games.rami.score_questions import HandFacts, hand, known_first
from companion.parsing import FORMAT, Match, read_match
from companion.rulebooks import book
from companion.rules.card_sums import highest
from companion.rules.cards import FULL_PACK, JOKER, Card, Cards
from companion.rules.ending import places
from companion.rules.entries import Player
from companion.rules.judge import judge
from companion.rules.rulings import Ruling
from companion.rules.tally import Tally

PACKS = (*FULL_PACK * 2, *[JOKER] * 4)


def cards(text: str) -> Cards:
    return Cards.parse(text)


def played(players: str, *deals: dict[str, Any], **options: Any) -> Tally | Ruling:
    """Return the sheet after some deals, or the first refusal; each letter is a player."""
    entries = [{"kind": "deal", **deal} for deal in deals]
    data = {"format": FORMAT, "game": "rami", "players": list(players), "options": options, "entries": entries}
    match = read_match(data)
    assert isinstance(match, Match), match
    return match.fault or judge(match.replay) or GAME.tally(match.record)


def totals(players: str, *deals: dict[str, Any], **options: Any) -> list[int]:
    sheet = played(players, *deals, **options)
    assert isinstance(sheet, Tally), sheet
    return [figure.value for figure in sheet.scores.values()]


def clauses(sheet: Tally | Ruling, player: str) -> list[str]:
    assert isinstance(sheet, Tally), sheet
    return [part.clause for part in sheet.lines[-1].scores[Player(player)].parts]


class TestNoCombination:
    """Each reason why cards are no combination has its clause."""

    @pytest.mark.parametrize(
        ("laid", "clause"),
        [
            ("5H 6H", "rami.meld.kinds"),
            ("5H 6H 7S", "rami.meld.kinds"),
            ("JK JK 7H 8H", "rami.meld.jokers"),
            ("5S 6S 8S", "rami.meld.run"),
            ("KS AS 2S", "rami.meld.ace"),
            ("8H 8D 8H", "rami.meld.set"),
            ("8H 8D 8S 8C JK", "rami.meld.set"),
            ("6C 6C JK", "rami.meld.set"),
        ],
    )
    def test_clause(self, laid: str, clause: str) -> None:
        assert meld(MeldFacts(cards(laid))).clauses == (clause,)

    def test_two_natural_cards(self) -> None:
        """rami.meld.jokers, even if any number of jokers is allowed."""
        ruling = meld(MeldFacts(cards("7H JK JK"), options=Options(jokers_per_meld="unlimited")))
        assert (ruling.verdict, ruling.clauses) == ("illegal", ("rami.meld.jokers",))


class TestNobodyHadLaid:
    """rami.score.sec: the form knows it once all others are entered as having laid nothing."""

    @pytest.mark.parametrize(
        ("typed", "known"),
        [
            ({"out": "A", "not_laid": ["B", "C"]}, {"first": True}),
            ({"out": "A", "not_laid": ["A", "B", "C"]}, {"first": True}),
            ({"out": "A", "not_laid": ["B"]}, {}),
            ({"out": "A", "not_laid": ["A", "B"]}, {}),
            ({"out": "A"}, {}),
            ({"not_laid": ["A", "B", "C"]}, {}),
        ],
    )
    def test_typed(self, typed: dict[str, Any], known: dict[str, Any]) -> None:
        sheet = played("ABC")
        assert isinstance(sheet, Tally)
        assert known_first(sheet, typed) == known


class TestHand:
    """rami.score.hand, rami.score.joker: ace 11, court cards 10, joker 50, the others their number."""

    @pytest.mark.parametrize(
        ("text", "points"),
        [("AS", 11), ("KH", 10), ("QD", 10), ("JC", 10), ("TS", 10), ("9S", 9), ("2D", 2), ("JK", 50)],
    )
    def test_card(self, text: str, points: int) -> None:
        assert card_points(Card(text), Options()) == points

    def test_whole_pack(self) -> None:
        assert hand_points(FULL_PACK, Options()) == 4 * (11 + 4 * 10 + sum(range(2, 10)))

    def test_the_most_expensive_hand(self) -> None:
        counted = Options(no_meld="count")
        assert highest(possible_points(counted, laid=False)) == 4 * 50 + 8 * 11 + 10
        assert highest(possible_points(replace(counted, joker_hand=20), laid=False)) == 4 * 20 + 8 * 11 + 10

    @given(st.permutations(PACKS), st.integers(0, 13), st.sampled_from([50, 25, 20]))
    def test_terms_add_up(self, pack: list[Card], size: int, joker: int) -> None:
        options = Options(joker_hand=joker)
        parts = loser_parts(options, True, Cards(pack[:size]))
        assert sum(part.points for part in parts) == hand_points(pack[:size], options)

    def test_a_hand_is_told_in_order(self) -> None:
        parts = loser_parts(Options(), True, Cards(map(Card, ["KS", "7D", "2S", "TD"])))
        assert [part.sentence.args["cards"] for part in parts] == [["2S", "KS", "7D", "TD"]]

    def test_in_gin_rami_its_combinations_are_told_first(self) -> None:
        options = Options(variant="gin_rami", gin_rami_score="hand_count")
        hand = Cards(map(Card, ["KS", "KD", "KH", "7D", "8D", "9D", "2C", "4H", "5S"]))
        parts = loser_parts(options, False, hand)
        told = [part.sentence.args["cards"] for part in parts]
        assert [part.points for part in parts] == [0, 0, 11]
        assert set(map(frozenset, told[:-1])) == {
            frozenset({"KS", "KD", "KH"}),
            frozenset({"7D", "8D", "9D"}),
        }
        assert told[-1] == ["5S", "4H", "2C"]

    def test_jokers_stand_apart(self) -> None:
        sheet = played("AB", {"out": "A", "left": {"B": "JK 7D JK"}})
        assert clauses(sheet, "B") == ["rami.score.hand", "rami.score.joker"]


class TestNothingLaid:
    """rami.score.no_meld: 100 instead of the count, whatever the hand; or the count; or the higher of the two."""

    @pytest.mark.parametrize(
        ("no_meld", "points", "scored"),
        [
            (100, 54, 100),
            (100, 130, 100),
            ("count", 54, 54),
            ("count", 130, 130),
            ("max", 54, 100),
            ("max", 100, 100),
            ("max", 130, 130),
            ("max(100,count)", 130, 130),
        ],
    )
    def test_score(self, no_meld: int | str, points: int, scored: int) -> None:
        assert totals("AB", {"out": "A", "not_laid": ["B"], "left": {"B": points}}, no_meld=no_meld) == [0, scored]

    @pytest.mark.parametrize("no_meld", [100, "count", "max"])
    def test_it_does_not_affect_players_who_laid(self, no_meld: int | str) -> None:
        assert totals("AB", {"out": "A", "left": {"B": 54}}, no_meld=no_meld) == [0, 54]

    def test_the_other_spelling_is_not_written_back(self) -> None:
        sheet = played("AB", no_meld="max(100,count)")
        assert isinstance(sheet, Tally)
        assert sheet.options.no_meld == "max"


class TestRamiSec:
    """rami.sec.what: only the first to lay, all at once; rami.score.sec: −50; rami.sec.late: an ordinary finish."""

    @pytest.mark.parametrize(("finish", "score"), [(False, 0), ("late", 0), (True, -50)])
    def test_scores(self, finish: bool | str, score: int) -> None:
        deal = {"out": "A", "rami_sec": finish, "not_laid": ["C"], "left": {} if finish is True else {"B": 20}}
        deal["not_laid"] = ["B", "C"] if finish is True else ["C"]
        assert totals("ABC", deal) == [score, 100 if finish is True else 20, 100]

    @pytest.mark.parametrize("players", ["AB", "ABC", "ABCD", "ABCDE", "ABCDEF"])
    def test_all_others_get_a_hundred(self, players: str) -> None:
        assert totals(players, {"out": "A", "rami_sec": True}) == [-50] + [100] * (len(players) - 1)

    @pytest.mark.parametrize("left", [20, "7D KH", "2S"])
    def test_over_a_player_who_has_laid(self, left: int | str) -> None:
        refused = played("ABC", {"out": "A", "rami_sec": True, "not_laid": ["B"], "left": {"C": left}})
        assert isinstance(refused, Ruling)
        assert (refused.code, refused.player, refused.entry) == ("rami.not_first", "A", 1)

    @pytest.mark.parametrize(("no_meld", "scores"), [("count", [-50, 80, 130]), ("max", [-50, 100, 130])])
    def test_over_hands_that_are_counted(self, no_meld: str, scores: list[int]) -> None:
        assert totals("ABC", {"out": "A", "rami_sec": True, "left": {"B": 80, "C": 130}}, no_meld=no_meld) == scores

    def test_total_may_be_negative(self) -> None:
        assert totals("AB", *[{"out": "A", "rami_sec": True}] * 2) == [-100, 200]


class TestEnd:
    """rami.end.match, rami.end.lowest, rami.end.tie: an agreed number of deals or a limit; the lowest total wins."""

    @given(st.integers(1, 8), st.data())
    def test_number_of_deals(self, n: int, data: st.DataObject) -> None:
        deals = [{"out": data.draw(st.sampled_from("ABC")), "rami_sec": True} for _ in range(n)]
        for end in (n, n + 1):
            sheet = played("ABC", *deals, end_at={"deals": end})
            assert isinstance(sheet, Tally)
            best = min(figure.value for figure in sheet.scores.values())
            winners = [player for player, figure in sheet.scores.items() if figure.value == best]
            assert list(sheet.winners) == (winners if end == n else [])

    @given(st.integers(1, 400))
    def test_limit(self, limit: int) -> None:
        """B gets 100 a deal: the match ends with the deal in which a total reaches the limit."""
        needed = -(-limit // 100)
        for n in (needed - 1, needed):
            sheet = played("AB", *[{"out": "A", "not_laid": ["B"]}] * n, end_at={"points": limit})
            assert isinstance(sheet, Tally)
            assert sheet.status == ("finished" if n == needed else "running")

    def test_extra_deals_until_one_is_alone(self) -> None:
        level = [{"out": "A", "left": {"B": 9}}, {"out": "B", "left": {"A": 9}}]
        options = {"end_at": {"deals": 2}, "final_tie": "extra_deal"}
        again = played("AB", *level, *level[:1], **options)
        assert isinstance(again, Tally)
        assert again.winners == ("A",)
        still = played("AB", *level, **options)
        assert isinstance(still, Tally)
        assert not still.winners

    def test_places(self) -> None:
        scores = {Player("A"): 30, Player("B"): -50, Player("C"): 30, Player("D"): 400}
        assert list(places(scores).values()) == [2, 1, 2, 4]

    def test_the_dealer_rotates(self) -> None:
        sheet = played("ABC", *[{"out": "A", "rami_sec": True}] * 4)
        assert isinstance(sheet, Tally)
        assert [line.dealer for line in sheet.lines] == ["C", "A", "B", "C"]
        assert sheet.dealer == "A"


class TestNotices:
    """The page shows who leads, the distance to the end, and who plays on."""

    def test_last_deal(self) -> None:
        sheet = played("AB", {"out": "A", "rami_sec": True}, end_at={"deals": 2})
        assert isinstance(sheet, Tally)
        assert [notice.clause for notice in sheet.table_notices] == ["rami.end.match"]
        assert [notice.clause for notice in sheet.notices[Player("A")]] == ["rami.end.lowest"]
        assert not sheet.notices[Player("B")]

    def test_near_the_limit(self) -> None:
        sheet = played("AB", {"out": "A", "not_laid": ["B"]}, end_at={"points": 123})
        assert isinstance(sheet, Tally)
        (notice,) = sheet.notices[Player("B")]
        assert notice.sentence.args["n"] == 23
        assert notice.urgent

    @pytest.mark.parametrize(
        ("options", "laid", "not_laid"),
        [
            ({}, True, False),
            ({"no_meld": "count"}, True, True),
            ({"variant": "rami_sec_only", "no_meld": "count"}, False, False),
            ({"variant": "rami_sec_only", "sec_variant_losers": "hand_count"}, True, True),
            ({"variant": "gin_rami", "gin_rami_score": "hand_count"}, True, True),
            ({"variant": "gin_rami", "sec_variant_losers": "hand_count"}, False, False),
        ],
    )
    def test_which_hands_the_form_asks_for(self, options: dict[str, Any], laid: bool, not_laid: bool) -> None:
        sheet = played("AB", **options)
        assert isinstance(sheet, Tally)
        assert (sheet.options.counts_hand(laid=True), sheet.options.counts_hand(laid=False)) == (laid, not_laid)


class TestGinHand:
    """rami.gin.score: only cards in no combination count, arranged in the best way for the loser."""

    @pytest.mark.parametrize(
        ("left", "points"),
        [
            ("5S 6S 7S KH", 10),
            ("5S 6S 7S 7H 7D", 11),
            ("KS KH JK 2D", 2),
            ("JK 2D", 52),
            ("KS KH KD KC QS JS", 0),
        ],
    )
    def test_points(self, left: str, points: int) -> None:
        options = {"variant": "gin_rami", "gin_rami_score": "hand_count"}
        assert totals("AB", {"out": "A", "left": {"B": left}}, **options) == [-50, points]


class TestBook:
    """The book has the clauses that the code cites, in every language."""

    def test_the_letter_of_the_source_is_named(self) -> None:
        clause = book("rami", "en").clause("rami.lay.same_turn")
        assert clause
        assert clause.silent
        assert "source" in clause.text

    def test_real_count(self) -> None:
        ruling = hand(HandFacts(cards("JK JK AS")))
        assert "rami.score.real" in ruling.clauses


class TestOpening:
    """rami.open.points, rami.open.run: the text says whether an opening lacks points, the run, or both."""

    @pytest.mark.parametrize(
        ("melds", "said"),
        [
            (["TD JK QD", "5S 6S 7S"], "It needs"),
            (["KS KH KD", "QS QH QD"], "but no run without a joker"),
            (["2S 2H 2D"], " and no run without a joker"),
        ],
    )
    def test_what_it_lacks(self, melds: list[str], said: str) -> None:
        assert said in ruling_of("rami", "opening", melds=melds).sentence.msgid
