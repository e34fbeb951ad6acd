"""Ramino, clause by clause: what the examples in matches/ and rulings/ do not show."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.books import book
from companion.games.ramino import GAME
from companion.games.ramino.deal import FINISHES
from companion.games.ramino.entries import Deal, Laid
from companion.games.ramino.options import Opening, Options, Record
from companion.games.ramino.values import in_hand, on_table
from companion.rules.cards import FULL_PACK, JOKER, Cards
from companion.rules.entries import Entry, Penalty, Player
from companion.rules.melds import Fault, read
from companion.rules.rulings import Ruling
from companion.rules.tally import Tally

ANNA, BO, CIA = (Player(name) for name in ("Anna", "Bo", "Cia"))
PLAYERS = (ANNA, BO, CIA)
FRESH = Opening()
ELIMINATION = Options(mode="elimination", limit=300)


def tallied(options: Options, *bodies: Deal | Penalty, opening: Opening = FRESH) -> Tally:
    entries = tuple(Entry(number, body) for number, body in enumerate(bodies, start=1))
    return GAME.tally(Record(PLAYERS, options, opening, entries))


points = st.integers(6, 40).map(lambda n: 5 * n)
ramino_points = st.integers(14, 40).map(lambda n: 5 * n)  # of a whole hand laid at once
hands = st.integers(1, 30).map(lambda n: 5 * n)  # of one who has laid
whole_hands = st.integers(14, 44).map(lambda n: 5 * n)


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """Any deal that three players can write down."""
    winner, finish = draw(st.sampled_from(PLAYERS)), draw(st.sampled_from(FINISHES))
    laid = {player: draw(points) for player in PLAYERS if player != winner and draw(st.booleans())}
    left = {player: draw(hands if player in laid else whole_hands) for player in PLAYERS if player != winner}
    fines = {player: draw(st.lists(st.just("joker")).map(tuple)) for player in laid}
    not_laid = tuple(player for player in left if player not in laid and draw(st.booleans()))
    laid[winner] = draw(points if finish == "plain" else ramino_points)
    return Deal(winner, laid=laid, left=left, finish=finish, penalties=fines, not_laid=not_laid)


class TestPoints:
    """Everybody keeps what he laid; the hands and bonuses go to who went out (ramino.score.*)."""

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
    def test_who_sits_where_does_not_matter(self, deal: Deal, turn: int) -> None:
        seats = PLAYERS[turn:] + PLAYERS[:turn]
        options = Options(target=100_000)
        turned = GAME.tally(Record(seats, options, Opening(), (Entry(1, deal),)))
        assert {p: f.value for p, f in turned.scores.items()} == {
            p: f.value for p, f in tallied(options, deal).scores.items()
        }


class TestElimination:
    """Hands count against their owners, times one factor; penalties are never multiplied (ramino.elim.*)."""

    @given(deals())
    def test_the_factor_is_for_hands_alone(self, deal: Deal) -> None:
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
            ({BO: 200, CIA: 200}, {ANNA: 1, BO: 2, CIA: 2}),
        ],
    )
    def test_who_leaves_in_the_same_deal_is_placed_by_points(self, left, expected) -> None:
        tally = tallied(replace(ELIMINATION, limit=150), Deal(ANNA, laid={ANNA: True}, left=left))
        (account,) = tally.reckonings
        assert {player: figure.value for player, figure in account.rows[-1].figures.items()} == expected

    @settings(deadline=None)
    @given(st.lists(deals(), max_size=8))
    def test_nobody_comes_back_and_somebody_wins(self, played: list[Deal]) -> None:
        """Deals that name somebody out are refused; the winner is who stayed in, or the lowest of the last."""
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
    """What the options say of the table."""

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

    def test_the_way_a_ramino_is_finished_is_the_table_s_word(self) -> None:
        for choice in ("own_cards", "count_as_adding"):
            for finish, score in (("ramino", 600), ("ramino_own", 700)):
                deal = Deal(ANNA, laid={ANNA: 150}, left={BO: 75, CIA: 75}, finish=finish)
                assert tallied(Options(own_turn_additions=choice), deal).scores[ANNA].value == score

    def test_melds_and_additions(self) -> None:
        laid = Laid((Cards.parse("QS KS JK"),), added=10)
        deal = Deal(ANNA, laid={ANNA: laid, BO: 30, CIA: 30}, left={BO: 5, CIA: Cards.parse("JK")})
        assert tallied(Options(), deal).scores[ANNA].value == 35 + 10 + 25


class TestNotices:
    """What each player must know now."""

    def test_points_and_limit(self) -> None:
        near = tallied(Options(target=500), opening=Opening(scores={ANNA: 450})).now[ANNA][0]
        assert (near.sentence.args["n"], near.urgent) == (50, True)
        left = tallied(ELIMINATION, opening=Opening(scores={ANNA: 299})).now[ANNA][0]
        assert (left.sentence.n, left.urgent) == (2, True)

    def test_an_eliminated_player_and_a_dealer_out(self) -> None:
        tally = tallied(ELIMINATION, Penalty(CIA, 301))
        assert tally.table.out == (CIA,)
        assert tally.dealer == ANNA
        assert tally.now[CIA][0].clause == "ramino.elim.exceed"


class TestTheBook:
    """The referee cites what people can read."""

    def test_every_part_of_a_number_stands_in_the_book(self) -> None:
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


class TestOwnAdditions:
    """ramino.score.own_additions: the form says that they were made, the house rule what they make of it."""

    @pytest.mark.parametrize(("rule", "finish"), [("own_cards", "ramino_own"), ("count_as_adding", "ramino")])
    def test_on_the_form(self, rule: str, finish: str) -> None:
        at_table = tallied(Options(own_turn_additions=rule))
        assert GAME.filled(at_table, {"kind": "deal", "finish": "own_additions"}) == {"kind": "deal", "finish": finish}


class TestWhoHasLaid:
    """The form asks where the hand does not tell, and cites what hangs on it at this table."""

    @pytest.mark.parametrize(
        ("options", "clause"),
        [
            (Options(), "ramino.score.shutout"),
            (Options(mode="elimination"), "ramino.elim.multiplier"),
            (Options(mode="elimination", elim_multiplier="double"), "ramino.elim.hands"),
            (Options(mode="elimination", elimination_shutout_bonus=True), "ramino.elim.shutout"),
        ],
    )
    def test_unsaid(self, options: Options, clause: str) -> None:
        found = GAME.filled(tallied(options), {"kind": "deal", "out": ANNA, "left": {BO: 90}})
        assert isinstance(found, Ruling)
        assert (found.code, found.clauses) == ("ramino.laid_unsaid", (clause,))
