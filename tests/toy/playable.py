"""A question about cards, as in every trick game."""

from dataclasses import dataclass

from companion.rules.cards import Cards, duties
from companion.rules.field_metadata import fact, needed
from companion.rules.messages import N_, say_n
from companion.rules.rulings import Ruling, answer, by, impossible
from toy.options import Options

DUTIES = {"follow": "toy.play.follow", "trump": "toy.play.follow", "beat": "toy.play.beat"}


@dataclass(frozen=True)
class Playable:
    """A hand and the cards on the table, the led card first."""

    trump: str = needed(N_("Trump"), N_("Choose the trump suit first."))
    hand: Cards = needed(N_("The hand"), N_("Choose the cards of the hand."))
    lying: Cards = fact(N_("On the table, in order"), Cards())
    options: Options = Options()


def playable(facts: Playable) -> Ruling:
    cards = [*facts.hand, *facts.lying]
    if len(cards) != len(set(cards)):
        return impossible("toy.twice", say_n("A card is listed twice.", "Cards are there twice.", 1))
    why = {card: DUTIES[duty] for card, duty in duties(facts.hand, facts.lying, facts.trump).items() if facts.lying}
    found = [card for card in facts.hand if card not in why]
    grounds = (by(clause, "trump", "lying", "hand") for clause in dict.fromkeys(why.values()) or ["toy.play.follow"])
    sentence = say_n("Only {cards} may be played.", "One of these may be played: {cards}.", len(found), cards=found)
    return answer(sentence, *grounds, playable=found)
