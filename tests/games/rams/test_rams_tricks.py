"""The legal cards for a trick of Rams, compared with a second implementation of the rule."""

from hypothesis import given
from hypothesis import strategies as st

from companion.games.rams.options import Options
from companion.games.rams.trick_questions import Playable, playable
from companion.rules.cards import FULL_PACK, SUITS, Card, Cards


def allowed(facts: Playable) -> set[Card]:
    """Return the legal cards as people explain them: each duty reduces the hand."""
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
    """Follow suit, trump, head the trick; the ace of trumps; the forced trump lead."""

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
