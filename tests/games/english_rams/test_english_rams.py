"""English Rams: properties of every session, and clauses that the case files cannot show."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.share import some

from companion import json_output, referee
from companion.games.english_rams import GAME, calls
from companion.games.english_rams.deal import Deal, Fault
from companion.games.english_rams.hooks import misplays
from companion.games.english_rams.options import Opening, Options, Record
from companion.parsing import read_body, read_facts
from companion.parsing.json_decoder import plain
from companion.rulebooks import book
from companion.rules.cards import FULL_PACK, Card, Cards
from companion.rules.entries import Body, End, Entry, Misdeal, Penalty, Player
from companion.rules.judge import judge
from companion.rules.options import Counted, house_rules
from companion.rules.rulings import Ruling

NAMES = tuple(Player(name) for name in "ABCDEF")
PACK = [card for card in FULL_PACK if card.rank not in "23456"]
Draw = Callable[[st.SearchStrategy[Any]], Any]


def options() -> st.SearchStrategy[Options]:
    """Draw house rules for an open-ended session."""
    values = {
        name: st.sampled_from([value for value, _ in rule.choices])
        for name, rule in house_rules(Options)
        if rule.choices and name != "session_end"
    }
    return st.builds(Options, unit=st.sampled_from([1, 2, 25]), **values)


@st.composite
def records(draw: Draw) -> Record:
    """Draw a legal session deal by deal, with legal calls and random tricks."""
    players = NAMES[: draw(st.integers(3, 6))]
    record = Record(players, draw(options()), Opening(pot=draw(st.sampled_from([0, 0, 5, 7]))))
    for number in range(1, draw(st.integers(1, 6)) + 1):
        body = draw(st.sampled_from(["deal"] * 6 + ["misdeal", "penalty"]))
        made: Body = Misdeal()
        if body == "penalty":
            made = Penalty(draw(st.sampled_from(players)), draw(st.integers(0, 9)))
        elif body == "deal":
            made = draw(deals(record))
        record = replace(record, entries=(*record.entries, Entry(number, made)))
    return record


@st.composite
def deals(draw: Draw, record: Record) -> Deal:
    now = spoken(draw, record)
    if now.payer or (len(now.joined) == 1 and draw(st.booleans())):
        return Deal(calls=now.said)
    tricks = draw(st.lists(st.sampled_from(now.joined), min_size=5, max_size=5))
    if now.announcer:
        lost = draw(st.integers(0, 5))
        other = draw(st.sampled_from([player for player in now.order if player != now.announcer]))
        return Deal(calls=now.said, tricks=tuple([now.announcer] * lost + [other])[:5])
    offenders = draw(st.lists(st.sampled_from(now.joined), max_size=2, unique=True))
    able = [player for player in now.joined if player not in offenders]
    faults = [
        Fault(offender, tuple(draw(st.sampled_from([*able, None])) for _ in range(tricks.count(offender))))
        for offender in offenders
    ]
    return Deal(calls=now.said, tricks=tuple(tricks), faults=tuple(faults))


def spoken(draw: Draw, record: Record) -> calls.Speaking:
    """Return random calls for the next deal, to the end of speaking."""
    after = GAME.tally(record)
    dealer, double = after.table.dealer, after.table.double
    said: tuple[calls.Call, ...] = ()
    while True:
        now = calls.speaking(record.players, dealer, double, said, record.options)
        assert isinstance(now, calls.Speaking)
        if now.next is None:
            return now
        said = (*said, (now.next, draw(st.sampled_from(now.allowed))))


class TestMoney:
    """Money only moves between players and the pot: the sum is that of the opening."""

    @settings(max_examples=some(150), deadline=None)
    @given(records())
    def test_conserved(self, record: Record) -> None:
        assert judge(GAME.replay(record)) is None
        sheet = GAME.tally(record)
        assert not sheet.refused
        for line in sheet.lines:
            assert line.pot is not None
            assert sum(figure.value for figure in line.balances.values()) + line.pot.value == record.opening.pot
            assert line.pot.value >= 0

    @settings(max_examples=some(60), deadline=None)
    @given(records())
    def test_the_clauses_of_all_terms_are_in_the_book(self, record: Record) -> None:
        rules = book("english_rams", "en")
        sheet = GAME.tally(record)
        for line in sheet.lines:
            assert line.pot is not None
            for figure in (*line.balances.values(), line.pot):
                for part in figure.parts:
                    assert rules.clause(part.clause), part
            for event in line.events:
                assert rules.clause(event.clause), event
        for notices in (*sheet.notices.values(), sheet.table_notices):
            assert all(rules.clause(notice.clause) for notice in notices)

    @settings(max_examples=some(60), deadline=None)
    @given(records())
    def test_the_end_empties_the_pot(self, record: Record) -> None:
        ended = replace(record, entries=(*record.entries, Entry(len(record.entries) + 1, End())))
        before, after = GAME.tally(record), GAME.tally(ended)
        assume(not after.refused)  # the deal was not played
        assert after.pot == 0
        assert after.status == "finished"
        gains = [after.balances[p].value - before.balances[p].value for p in record.players]
        assert sum(gains) == before.pot
        assert sorted(gains)[-2] == min(gains), "all but the dealer-elect get the same"
        for paid in after.payments:
            assert paid.amount > 0

    @settings(max_examples=some(60), deadline=None)
    @given(records())
    def test_written_and_read_again(self, record: Record) -> None:
        for entry in record.entries:
            assert read_body(GAME, record.players, plain(entry.body)) == entry.body

    @settings(max_examples=some(40), deadline=None)
    @given(records(), st.integers(1, 6))
    def test_a_fixed_number_of_deals(self, record: Record, n: int) -> None:
        """english_rams.session.end: the session closes with its last deal, and nothing is left in the pot."""
        limited = replace(record, options=replace(record.options, session_end=Counted("fixed_deals", n)))
        sheet = GAME.tally(limited)
        played = [line for line in sheet.lines if line.kind == "deal"]
        assert len(played) <= n
        assert (sheet.status == "finished") == (len(played) == n)
        assert sheet.status == "running" or sheet.pot == 0


class TestSpeaking:
    """english_rams.bid.order: everybody with cards calls once, and somebody can always play."""

    @settings(max_examples=some(200), deadline=None)
    @given(st.data(), st.integers(3, 6), options(), st.booleans())
    def test_ends(self, data: st.DataObject, seats: int, rules: Options, double: bool) -> None:
        players = NAMES[:seats]
        now = spoken(data.draw, Record(players, rules, Opening(pot=5 if double else 0)))
        assert now.waiting == () or now.announcer
        assert [call for _, call in now.said].count("widow") + [c for _, c in now.said].count("widow_general") <= 1
        if not double:
            assert now.joined == now.order
        elif now.payer:
            assert now.joined == ()
            assert {call for _, call in now.said} == {"fold", "pay"}
        elif seats == 6 and rules.six_roles == "literal":
            assert now.joined
        else:
            assert len(now.joined) >= 2

    @settings(max_examples=some(100), deadline=None)
    @given(st.data(), st.integers(3, 6), options(), st.booleans())
    def test_refused_calls_are_refused_in_a_deal(
        self, data: st.DataObject, seats: int, rules: Options, double: bool
    ) -> None:
        """Referee, form and sheet judge calls alike; a refusal names the player and a clause."""
        players = NAMES[:seats]
        said: tuple[calls.Call, ...] = ()
        for _ in range(data.draw(st.integers(0, 4))):
            now = calls.speaking(players, players[-1], double, said, rules)
            assert isinstance(now, calls.Speaking)
            if now.next is None:
                return
            assert set(now.allowed) | set(now.refused) == set(calls.KNOWN_CALLS)
            assert not set(now.allowed) & set(now.refused)
            for call, ruling in now.refused.items():
                again = calls.speaking(players, players[-1], double, (*said, (now.next, call)), rules)
                assert isinstance(again, Ruling)
                assert (again.code, again.clauses, again.player) == (ruling.code, ruling.clauses, now.next)
                assert book("english_rams", "en").clause(ruling.clauses[0])
            said = (*said, (now.next, data.draw(st.sampled_from(now.allowed))))

    @pytest.mark.parametrize("seats", [3, 4, 5, 6])
    def test_order(self, seats: int) -> None:
        """english_rams.players.six: clockwise from the dealer's left; of six the dealer gets no cards."""
        order = calls.speaking_order(NAMES[:seats], NAMES[1])
        assert order[0] == NAMES[2]
        assert len(order) == min(seats, 5)
        assert (NAMES[1] in order) == (seats < 6)
        assert NAMES[0] == order[-1 if seats == 6 else -2]


class TestPlayable:
    """english_rams.play.follow, .trump, .beat: some card can always be played, and each refusal has a reason."""

    @settings(max_examples=some(60), deadline=None)
    @given(st.permutations(PACK), st.integers(1, 5), st.integers(1, 4), st.sampled_from("SHDC"))
    def test_duties(self, pack: list[Card], n: int, m: int, trump: str) -> None:
        hand, trick = Cards(pack[:n]), Cards(pack[n : n + m])
        ruling = ask("playable", trump=trump, hand=list(hand), trick=list(trick))
        may, why = ruling["answer"]["playable"], ruling["answer"]["why"]
        assert may
        assert set(may) | set(why) == set(hand)
        assert set(ruling["clauses"]) >= set(why.values())
        led = trick[0].suit
        suit = led if any(card.suit == led for card in hand) else trump
        if any(card.suit == suit for card in hand):
            assert {Card(card).suit for card in may} == {suit}
            takes = [
                c
                for c in hand
                if c.suit == suit and ask("trick", trump=trump, cards=[*trick, c])["answer"]["winner"] == c
            ]
            assert not takes or set(may) == set(takes)
        else:
            assert not why

    @settings(max_examples=some(60), deadline=None)
    @given(st.permutations(PACK), st.integers(2, 5), st.sampled_from("SHDC"))
    def test_the_heir_would_have_won(self, pack: list[Card], n: int, trump: str) -> None:
        """english_rams.faults.rest: the second-best card wins the trick once the best is discarded."""
        cards = pack[:n]
        best = ask("trick", trump=trump, cards=cards)["answer"]["winner"]
        heir = ask("heir", trump=trump, cards=cards, offender=best)["answer"]["heir"]
        able = [card for card in cards if card != best and card.suit in (cards[0].suit, trump)]
        assert (heir is None) == (not able)
        if heir:
            order = sorted(able, key=lambda card: (card.suit == trump, "789TJQKA".index(card.rank)))
            assert heir == order[-1]


class TestKnown:
    """The facts that a running match knows fit every question."""

    @pytest.mark.parametrize(
        "entries",
        [(), (Entry(1, Deal(tricks=(NAMES[0],) * 5)),), (Entry(1, Deal(tricks=(NAMES[0],) * 5)), Entry(2, End()))],
    )
    @pytest.mark.parametrize("name", ["playable", "trick", "heir", "calls", "lead"])
    def test_known(self, name: str, entries: tuple[Entry, ...]) -> None:
        question = GAME.questions[name]
        known = dict(question.known_facts(GAME.tally(Record(NAMES[:4], Options(unit=5), Opening(), entries))))
        blanks: dict[str, dict[str, Any]] = {
            "playable": {"trump": "S", "hand": "AS"},
            "trick": {"trump": "S", "cards": "AS"},
            "heir": {"trump": "S", "cards": "AS KS", "offender": "AS"},
            "calls": {"players": ["A", "B", "C"], "dealer": "A", "pot": "simple"},
            "lead": {"players": ["A", "B", "C"], "dealer": "A"},
        }
        facts = read_facts(GAME, question, {**blanks[name], **plain(known)})
        assert not isinstance(facts, Ruling), facts
        assert facts.options.unit == 5
        assert question.rule(facts).verdict != "impossible"


def ask(name: str, **facts: Any) -> dict[str, Any]:
    question = GAME.questions[name]
    read = read_facts(
        GAME, question, {key: [str(c) for c in v] if isinstance(v, list) else str(v) for key, v in facts.items()}
    )
    assert not isinstance(read, Ruling), read
    return json_output.answer_json(referee.ask(question, read), "en")


class TestTheForm:
    """The form of faults: the offender, and the second-best card of each trick of the offender."""

    @pytest.mark.parametrize(
        ("faults", "rows"),
        [
            ([], [("", []), ("", []), ("", [])]),
            ([{"player": "A"}], [("A", [("", "BC"), ("", "BC")]), ("", []), ("", [])]),
            ([{"player": "A", "heirs": ["B", None]}], [("A", [("B", "BC"), (None, "BC")]), ("", []), ("", [])]),
            ([{"player": "A"}, {"player": "A"}], [("A", [("", "BC"), ("", "BC")]), ("A", []), ("", [])]),
            ([{"player": "A"}, {"player": "B"}], [("A", []), ("B", []), ("", [])]),
            (
                [{"player": "A", "heirs": ["B"]}, {"player": "B"}, {"player": "C"}],
                [("A", [("B", "B"), ("", "")]), ("B", []), ("C", []), ("", [])],
            ),
        ],
        ids=["nobody", "one", "heirs named", "told twice", "no choice left", "named before the choice was gone"],
    )
    def test_misplays(self, faults, rows) -> None:
        found = misplays({"tricks": ["A", "B", "A"], "faults": faults}, NAMES[:3], NAMES[:3])
        shown = [(one.player, [(heir.player, "".join(heir.able)) for heir in one.heirs]) for one in found]
        assert shown == rows

    @pytest.mark.parametrize(("tricks", "numbers"), [("ABA", [1, 3]), ("BBA", [3]), ({"A": 2, "B": 3}, [1, 2])])
    def test_a_trick_of_the_offender_is_named_by_its_number(self, tricks, numbers) -> None:
        typed = {"tricks": tricks if isinstance(tricks, dict) else [*tricks], "faults": [{"player": "A"}]}
        assert [heir.trick for heir in misplays(typed, NAMES[:3], NAMES[:3])[0].heirs] == numbers

    def test_the_form_asks_for_no_heir_if_nobody_inherits(self) -> None:
        assert not any(one.heirs for one in misplays({"tricks": ["A"], "faults": [{"player": "A"}]}, NAMES[:3], None))
