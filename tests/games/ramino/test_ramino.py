"""Ramino clause by clause: what the case files do not show."""

import re
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.each import each

from companion.games.ramino import GAME, score_questions
from companion.games.ramino.deal import FINISHES, Deal, Laid
from companion.games.ramino.facts import others_laid
from companion.games.ramino.hooks import ask_form
from companion.games.ramino.meld_questions import MeldFacts, meld
from companion.games.ramino.options import Opening, Options, Record
from companion.games.ramino.values import in_hand, on_table
from companion.parsing import read_facts
from companion.parsing.partial_deals import whole
from companion.rulebooks import book
from companion.rules.cards import FULL_PACK, JOKER, Cards
from companion.rules.entries import Entry, Penalty, Player
from companion.rules.integer_solver import never
from companion.rules.melds import Fault, read
from companion.rules.rulings import WHO, Ruling
from companion.rules.tally import Tally

ANNA, BO, CIA = (Player(name) for name in ("Anna", "Bo", "Cia"))
PLAYERS = (ANNA, BO, CIA)
FRESH = Opening()
ELIMINATION = Options(mode="elimination", limit=300)


def tallied(options: Options, *bodies: Deal | Penalty, opening: Opening = FRESH) -> Tally:
    entries = tuple(Entry(number, body) for number, body in enumerate(bodies, start=1))
    return GAME.tally(Record(PLAYERS, options, opening, entries))


points = st.integers(6, 12).map(lambda n: 5 * n)  # possible for three cards
whole_hand_laid = st.integers(14, 40).map(lambda n: 5 * n)
hands = st.integers(1, 30).map(lambda n: 5 * n)  # of a player who has laid
whole_hands = st.integers(14, 36).map(lambda n: 5 * n)  # two such hands are always possible


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """Draw any deal of three players."""
    winner, finish = draw(st.sampled_from(PLAYERS)), draw(st.sampled_from([*FINISHES]))
    laid = {player: draw(points) for player in PLAYERS if player != winner and draw(st.booleans())}
    left = {player: draw(hands if player in laid else whole_hands) for player in PLAYERS if player != winner}
    fines = {player: draw(st.lists(st.just("joker")).map(tuple)) for player in laid}
    not_laid = tuple(player for player in left if player not in laid and draw(st.booleans()))
    laid[winner] = draw(whole_hand_laid)
    return Deal(winner, laid=laid, left=left, finish=finish, penalties=fines, not_laid=not_laid)


class TestPoints:
    """Everybody keeps the points laid; hands and bonuses go to the player who went out (ramino.score.*)."""

    @given(deals())
    def test_the_sum_of_a_deal(self, deal: Deal) -> None:
        tally = tallied(Options(target=100_000), deal)
        assert not tally.refused
        others_laid = set(deal.laid) - {deal.out}
        bonus = {"plain": 0, "ramino": 200, "ramino_own": 300}[deal.finish] + (0 if others_laid else 100)
        fined = sum(200 * words.count("joker") for words in deal.penalties.values())
        total = sum(figure.value for figure in tally.scores.values())
        assert total == sum(deal.laid.values()) + sum(deal.left.values()) + bonus - fined

    @given(deals(), st.integers(0, 2))
    def test_seats_do_not_matter(self, deal: Deal, turn: int) -> None:
        seats = PLAYERS[turn:] + PLAYERS[:turn]
        options = Options(target=100_000)
        turned = GAME.tally(Record(seats, options, Opening(), (Entry(1, deal),)))
        assert {p: f.value for p, f in turned.scores.items()} == {
            p: f.value for p, f in tallied(options, deal).scores.items()
        }


class TestSigns:
    """Signs beside the number: went out, ramino, laid nothing."""

    @pytest.mark.parametrize(("finish", "sign"), [("plain", "●"), ("ramino", "★"), ("ramino_own", "★")])
    def test_each_line_says_who_did_what(self, finish: str, sign: str) -> None:
        deal = Deal(ANNA, laid={ANNA: 100, BO: 80}, left={BO: 10, CIA: 100}, finish=finish, not_laid=(CIA,))
        figures = tallied(Options(), deal).lines[0].scores
        marks = {player: figure.mark.sign for player, figure in figures.items() if figure.mark}
        assert marks == {ANNA: sign, CIA: "○"}


class TestElimination:
    """Hands count against their owners, times one factor; penalties are never multiplied (ramino.elim.*)."""

    @given(deals())
    def test_the_factor_is_for_hands_only(self, deal: Deal) -> None:
        tally = tallied(replace(ELIMINATION, limit=100_000), deal)
        alone = not set(deal.laid) - {deal.out}
        factor = {"plain": 1, "ramino": 2, "ramino_own": 4 if alone else 3}[deal.finish]
        for player in PLAYERS:
            words = deal.penalties.get(player, ())
            fined = 200 * words.count("joker")
            assert tally.scores[player].value == factor * deal.left.get(player, 0) + fined

    @pytest.mark.parametrize(
        ("left", "expected"),
        [
            ({BO: 155, CIA: 200}, {ANNA: 1, BO: 2, CIA: 3}),
            ({BO: 200, CIA: 155}, {ANNA: 1, BO: 3, CIA: 2}),
            ({BO: 175, CIA: 175}, {ANNA: 1, BO: 2, CIA: 2}),
        ],
    )
    def test_players_out_in_the_same_deal_are_ranked_by_points(self, left, expected) -> None:
        tally = tallied(replace(ELIMINATION, limit=150), Deal(ANNA, laid={ANNA: True}, left=left))
        (account,) = tally.reckonings
        assert {player: figure.value for player, figure in account.rows[-1].figures.items()} == expected

    @settings(deadline=None)
    @given(st.lists(deals(), max_size=8))
    def test_nobody_comes_back_and_somebody_wins(self, played: list[Deal]) -> None:
        """Deals with an eliminated player are refused; the winner is the player left, or the lowest of the last."""
        tally = tallied(ELIMINATION, *played)
        out = tally.table.out
        assert len(set(out)) == len(out)
        assert not set(out) & set(tally.winners)
        assert all(tally.scores[player].value > 300 for player in out)
        assert (tally.status == "finished") == bool(tally.winners)
        if not tally.winners:
            assert len(PLAYERS) - len(out) > 1
            assert tally.dealer not in out


class TestValues:
    """Values on the table and in the hand (ramino.value.*)."""

    @pytest.mark.parametrize("table", ["simplified", "traditional"])
    def test_an_identity_is_worth_ten_more_a_card(self, table: str) -> None:
        options = Options(value_table=table, identities=True)
        value = on_table(options)
        for card in FULL_PACK:
            copies = read([card] * 3, options.melds)
            group = read([type(card)(card.rank + suit) for suit in "SHD"], options.melds)
            assert not isinstance(copies, Fault)
            assert not isinstance(group, Fault)
            assert copies.worth(value) == group.worth(value) + 30

    def test_every_pack_is_worth_the_same_in_hand(self) -> None:
        assert sum(in_hand(card, Options()) for card in (*FULL_PACK, JOKER, JOKER)) == 4 * (8 * 5 + 4 * 10 + 15) + 40
        traditional = Options(value_table="traditional", hand_ace=11)
        assert sum(in_hand(card, traditional) for card in FULL_PACK) == 4 * (44 + 40 + 11)


class TestHouseRules:
    """Values on the table and in the hand (ramino.value.*)."""

    @pytest.mark.parametrize(("players", "packs"), [(2, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4)])
    def test_packs(self, players: int, packs: int) -> None:
        assert Options().packs(players) == packs
        assert Options(identities=True).packs(players) == 4

    @pytest.mark.parametrize(
        ("manipulation", "penalty", "fine"),
        [(False, "auto", 200), (True, "auto", 300), (True, 200, 200), (False, 300, 300)],
    )
    def test_a_joker_kept(self, manipulation: bool, penalty: str | int, fine: int) -> None:
        assert Options(manipulation=manipulation, joker_penalty=penalty).joker_fine == fine

    @pytest.mark.parametrize(
        ("before", "after", "hand", "fine"),
        [
            (["QS KS JK"], ["QS KS AS"], "AS", "joker"),
            (["4D 5D 6D"], ["5D 6D", "4H 4C 4D"], "4H 4C", "table"),
            (["4D 5D 6D 7D"], ["5D 6D 7D"], "", "table"),
            (["QS KS JK"], ["QS KS AS", "7H 7D JK"], "AS 7H 7D", None),
        ],
    )
    def test_rearranging_attaches_its_fine(
        self, before: list[str], after: list[str], hand: str, fine: str | None
    ) -> None:
        """A joker or cards kept (ramino.joker.penalty, ramino.table.penalty); nothing if all was correct."""
        question = GAME.questions["rearrange"]
        said = {"opened": True, "before": before, "after": after, "hand": hand, "options": {"manipulation": True}}
        facts = read_facts(GAME, question, said)
        assert not isinstance(facts, Ruling)
        found = question.answer(facts, never).remedy
        assert found == (score_questions.fined(fine) if fine else None)

    @pytest.mark.parametrize(
        ("rule", "points", "words"), [("per_turn", 300, ["table"]), ("per_card", 900, ["table"] * 3)]
    )
    def test_sheet_and_referee_agree_on_kept_cards(self, rule: str, points: int, words: list[str]) -> None:
        """Three cards; and the clause that the terms cite covers both house rules."""
        options = Options(manipulation=True, taken_card_penalty=rule)
        asked = score_questions.penalty(score_questions.Penalty("table", cards=3, options=options))
        assert asked.answer["points"] == points
        assert asked.remedy is not None
        assert asked.remedy["penalties"] == {WHO: words}
        fines = {BO: tuple(words)}
        sheet = tallied(options, Deal(ANNA, laid={ANNA: 80, BO: 80}, left={BO: 10, CIA: 100}, penalties=fines))
        terms = [part for part in sheet.scores[BO].parts or sheet.lines[0].scores[BO].parts if part.points == -300]
        assert len(terms) == len(words)
        text = book("ramino", "en").clause(terms[0].clause).text
        assert "once for the turn" in text
        assert "for each card" in text

    def test_the_entry_decides_how_a_ramino_was_finished(self) -> None:
        for choice in ("own_cards", "count_as_adding"):
            for finish, score in (("ramino", 600), ("ramino_own", 700)):
                deal = Deal(ANNA, laid={ANNA: 150}, left={BO: 75, CIA: 75}, finish=finish)
                assert tallied(Options(own_turn_additions=choice), deal).scores[ANNA].value == score

    def test_melds_and_additions(self) -> None:
        laid = Laid((Cards.parse("QS KS JK"),), added=70)
        deal = Deal(ANNA, laid={ANNA: laid, BO: 30, CIA: 30}, left={BO: 5, CIA: Cards.parse("JK")})
        assert tallied(Options(), deal).scores[ANNA].value == 35 + 70 + 25


class TestNotices:
    """Notices for each player."""

    def test_points_and_limit(self) -> None:
        near = tallied(Options(target=500), opening=Opening(scores={ANNA: 450})).notices[ANNA][0]
        assert (near.sentence.args["n"], near.urgent) == (50, True)
        left = tallied(ELIMINATION, opening=Opening(scores={ANNA: 299})).notices[ANNA][0]
        assert (left.sentence.n, left.urgent) == (2, True)

    def test_an_eliminated_dealer(self) -> None:
        tally = tallied(ELIMINATION, Penalty(CIA, 301))
        assert tally.table.out == (CIA,)
        assert tally.dealer == ANNA
        assert tally.notices[CIA][0].clause == "ramino.elim.exceed"


class TestTheBook:
    """Clauses cited by the referee are in the book."""

    def test_the_clauses_of_all_terms_are_in_the_book_of_ramino(self) -> None:
        deal = Deal(
            ANNA,
            laid={ANNA: 150, BO: 30},
            left={BO: 25, CIA: 75},
            finish="ramino",
            penalties={BO: ("joker", "announce")},
        )
        for options in (Options(announce_penalty=5), ELIMINATION, replace(ELIMINATION, elimination_shutout_bonus=True)):
            for line in tallied(options, deal).lines:
                for figure in line.scores.values():
                    assert all(book("ramino", "en").clause(part.clause) for part in figure.parts)
                assert all(book("ramino", "en").clause(event.clause) for event in line.events)

    def test_italian_is_italian(self) -> None:
        english, italian = book("ramino", "en"), book("ramino", "it")
        for one, two in zip(english.clauses, italian.clauses, strict=True):
            assert one.text != two.text, one.id
            for a, b in zip(one.cases, two.cases, strict=True):
                cards = re.compile(r"\b(?:10|[2-9AKQJ])[♠♥♦♣]")
                assert set(cards.findall(a.situation)) == set(cards.findall(b.situation)), a.id


class TestNoCombination:
    """Each reason why cards are no combination has its clause."""

    @each(
        "laid, clause",
        [
            ("5H 6H", "ramino.meld.kinds"),
            ("5H 6H 7S", "ramino.meld.kinds"),
            ("JK JK 7H 8H", "ramino.joker.count"),
            ("5S 6S 8S", "ramino.meld.run"),
            ("KS AS 2S", "ramino.meld.ace"),
            ("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", "ramino.meld.longest"),
            ("8H 8D 8H", "ramino.meld.set"),
            ("8H 8D 8S 8C JK", "ramino.meld.closed"),
            ("6C 6C 6C", "ramino.meld.identity"),
        ],
    )
    def test_clause(self, laid: str, clause: str) -> None:
        ruling = meld(MeldFacts(Cards.parse(laid)))
        assert (ruling.verdict, ruling.clauses) == ("illegal", (clause,))


class TestNear:
    """ramino.end.target, ramino.elim.limit: from a hundred points before the end a notice is shown."""

    @pytest.mark.parametrize(
        ("options", "score", "left", "urgent"),
        [
            (Options(target=1000), 900, 100, True),
            (Options(target=1000), 895, 105, False),
            (replace(ELIMINATION, limit_rule="reach"), 200, 100, True),
            (replace(ELIMINATION, limit_rule="reach"), 195, 105, False),
            (ELIMINATION, 205, 96, True),
            (ELIMINATION, 200, 101, False),
        ],
    )
    def test_told(self, options: Options, score: int, left: int, urgent: bool) -> None:
        (notice,) = tallied(options, opening=Opening(scores={ANNA: score})).notices[ANNA]
        assert (notice.sentence.args["n"], notice.urgent) == (left, urgent)


class TestOthersHaveLaid:
    """ramino.score.ramino: known once somebody else has laid, or all others are entered as having laid nothing."""

    @pytest.mark.parametrize(
        ("typed", "known"),
        [
            ({"out": ANNA, "laid": {BO: 30}}, {"others_laid": True}),
            ({"out": ANNA, "laid": {ANNA: 90}}, {}),
            ({"out": ANNA, "laid": {BO: 0}}, {}),
            ({"out": ANNA, "not_laid": [BO, CIA]}, {"others_laid": False}),
            ({"out": ANNA, "not_laid": [ANNA, BO]}, {}),
            ({"not_laid": [ANNA, BO, CIA]}, {}),
        ],
    )
    def test_typed(self, typed: Mapping[str, object], known: Mapping[str, bool]) -> None:
        assert others_laid(tallied(Options()), typed) == known


class TestOwnAdditions:
    """ramino.score.own_additions: the form asks whether there were any, and the house rule decides their effect."""

    @pytest.mark.parametrize(("rule", "finish"), [("own_cards", "ramino_own"), ("count_as_adding", "ramino")])
    def test_on_the_form(self, rule: str, finish: str) -> None:
        at_table = tallied(Options(own_turn_additions=rule))
        assert GAME.filled(at_table, {"kind": "deal", "finish": "own_additions"}) == {"kind": "deal", "finish": finish}


class TestWhoHasLaid:
    """The form asks if the hand does not show it and the answer decides, and cites the clauses of this table."""

    KINDS, DOUBLE = Options(mode="elimination"), Options(mode="elimination", elim_multiplier="double")
    BONUS = Options(mode="elimination", elimination_shutout_bonus=True)
    BY_PIPS = Options(mode="elimination", value_table="traditional")

    @staticmethod
    def asked(options: Options, finish: str, **more: object) -> Ruling | None:
        deal = {"kind": "deal", "out": ANNA, "left": {BO: 90, CIA: 90}, "finish": finish, **more}
        found = whole(GAME, tallied(options), deal)
        return found if isinstance(found, Ruling) else None

    @pytest.mark.parametrize(
        ("options", "finish", "clause"),
        [
            (Options(), "plain", "ramino.score.shutout"),
            (KINDS, "ramino_own", "ramino.elim.multiplier"),
            (BONUS, "plain", "ramino.elim.shutout"),
            (BONUS, "ramino_own", "ramino.elim.multiplier"),
        ],
    )
    def test_unsaid(self, options: Options, finish: str, clause: str) -> None:
        found = self.asked(options, finish)
        assert found
        assert (found.code, found.clauses) == ("ramino.laid_unsaid", (clause,))

    @pytest.mark.parametrize(
        ("options", "finish"),
        [(KINDS, "plain"), (KINDS, "ramino"), (BONUS, "ramino"), (DOUBLE, "plain"), (DOUBLE, "ramino_own")],
    )
    def test_it_is_not_asked_where_it_changes_no_points(self, options: Options, finish: str) -> None:
        assert self.asked(options, finish) is None

    def test_it_is_not_asked_once_another_has_laid_for_sure(self) -> None:
        assert self.asked(self.KINDS, "ramino_own", left={BO: 90, CIA: 25}) is None
        assert self.asked(self.KINDS, "ramino_own", laid={CIA: True}) is None

    def test_a_number_that_no_cards_come_to_is_refused_and_not_asked_about(self) -> None:
        found = whole(GAME, tallied(self.KINDS), {"kind": "deal", "out": ANNA, "left": {BO: 96, CIA: 25}})
        assert not isinstance(found, Ruling)
        (wrong,) = tallied(self.KINDS, Deal(ANNA, laid=found["laid"], left=found["left"])).refused
        assert wrong.clauses == ("ramino.value.possible",)

    @pytest.mark.parametrize("word", ["joker", "announce"])
    def test_a_penalty_may_show_that_a_player_has_laid(self, word: str) -> None:
        deal = {"kind": "deal", "out": ANNA, "left": {BO: 90, CIA: 25}, "penalties": {BO: [word]}}
        assert GAME.filled(tallied(self.KINDS), deal)["laid"] == {BO: True, CIA: True}

    def test_two_hands_that_nobody_asked_about_may_both_be_small(self) -> None:
        """40 points can be a few court cards or a whole hand of low cards, but two such whole hands are impossible."""
        assert not tallied(self.BY_PIPS, Deal(ANNA, left={BO: 40, CIA: 40})).refused

    @pytest.mark.parametrize(
        ("options", "kinds"),
        [
            (Options(), ["plain", "ramino", "ramino_own", "own_additions"]),
            (KINDS, ["plain", "ramino", "ramino_own", "own_additions"]),
            (DOUBLE, ["plain", "ramino"]),
        ],
    )
    def test_only_finishes_that_differ_are_offered(self, options: Options, kinds: list[str]) -> None:
        assert list(GAME.form(tallied(options), {})["finishes"]) == kinds

    def test_a_written_value_is_still_offered(self) -> None:
        assert "ramino_own" in GAME.form(tallied(self.DOUBLE), {"finish": "ramino_own"})["finishes"]


class TestPicker:
    @pytest.mark.parametrize(
        ("facts", "jokers", "found"),
        [({}, 2, (4, 8)), ({"packs": 2}, 2, (2, 4)), ({"packs": "3"}, 4, (3, 12)), ({"packs": 9}, 0, (4, 0))],
    )
    def test_holds_the_packs_that_are_in_play(self, facts, jokers, found) -> None:
        asked = ask_form(Options(jokers_per_pack=jokers), facts, ())
        assert (asked["copies"], asked["jokers"]) == found
