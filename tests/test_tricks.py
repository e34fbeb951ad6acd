"""Trick play, compared with a second implementation: each duty reduces the hand."""

from hypothesis import given
from hypothesis import strategies as st
from support.each import each

from companion.rules.cards import FULL_PACK, SUITS, Card, Cards, beats, duties, winner

VALUE = {rank: n for n, rank in enumerate("23456789TJQKA")}


def rank_in_trick(card: Card, led: str, trump: str) -> tuple[int, int]:
    """Return trumps above the suit led, that above all else, and within each the higher card."""
    return (2 if card.suit == trump else 1 if card.suit == led else 0, VALUE[card.rank])


def may_play(hand: list[Card], trick: list[Card], trump: str) -> set[Card]:
    """Return the cards that follow if possible, else trump if possible, and of these the ones that head the trick."""
    led = trick[0].suit
    of_suit = {card for card in hand if card.suit == led} or {card for card in hand if card.suit == trump}
    if not of_suit:
        return set(hand)
    best = max(rank_in_trick(card, led, trump) for card in trick)
    heads = {card for card in of_suit if rank_in_trick(card, led, trump) > best}
    return heads or of_suit


@st.composite
def dealt(draw: st.DrawFn) -> tuple[list[Card], list[Card], str]:
    """Draw a hand and a trick of few ranks, so that duties apply often."""
    pack = draw(st.permutations([card for card in FULL_PACK if card.rank in "A9K25"]))
    held, lying = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    return list(pack[:held]), list(pack[held : held + lying]), draw(st.sampled_from(SUITS))


@given(dealt())
def test_what_may_be_played(case: tuple[list[Card], list[Card], str]) -> None:
    hand, trick, trump = case
    refused = duties(hand, trick, trump)
    assert set(hand) - set(refused) == may_play(hand, trick, trump)
    assert set(refused) <= set(hand)
    assert len(refused) < len(hand), "some card can always be played"


@given(dealt())
def test_each_refused_card_breaks_the_duty_named(case: tuple[list[Card], list[Card], str]) -> None:
    hand, trick, trump = case
    led, best = trick[0].suit, winner(trick, trump)
    for card, duty in duties(hand, trick, trump).items():
        if duty == "follow":
            assert card.suit != led
            assert any(other.suit == led for other in hand)
        elif duty == "trump":
            assert card.suit != trump
            assert all(other.suit != led for other in hand)
        else:
            assert duty == "beat"
            assert not beats(card, best, trump)
            assert any(other.suit == card.suit and beats(other, best, trump) for other in hand)


@given(dealt())
def test_the_trick_goes_to_the_highest(case: tuple[list[Card], list[Card], str]) -> None:
    _, trick, trump = case
    assert winner(trick, trump) == max(trick, key=lambda card: rank_in_trick(card, trick[0].suit, trump))


@given(dealt())
def test_who_follows_in_another_order_changes_nothing_but_the_card_led(
    case: tuple[list[Card], list[Card], str],
) -> None:
    _, trick, trump = case
    assert winner(trick, trump) == winner([trick[0], *reversed(trick[1:])], trump)


@each(
    "trump, hand, trick, playable",
    [
        ("S", "7H KH AS 3C", "9H", "KH"),  # follow and head
        ("S", "7H 8H AS", "9H", "7H 8H"),  # follow, though too low
        ("S", "7H KH AS", "9H 2S", "7H KH"),  # ruffed: no heart can head the trick
        ("S", "5S QS 3C", "9H TS", "QS"),  # overruff
        ("S", "5S 3C", "9H TS", "5S"),  # underruff instead of discarding
        ("S", "AC 3C 4D", "9H TS", "AC 3C 4D"),  # neither: any card
        ("S", "AC 3C", "4S", "AC 3C"),
        ("H", "5H 3C", "4H 6H", "5H"),  # trumps led
    ],
)
def test_by_hand(trump: str, hand: str, trick: str, playable: str) -> None:
    cards = Cards.parse(hand)
    refused = duties(cards, Cards.parse(trick), trump)
    assert [card for card in cards if card not in refused] == list(Cards.parse(playable))
