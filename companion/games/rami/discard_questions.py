"""Rule on what may be discarded in Rami, and on where a joker taken from the table goes."""

from dataclasses import dataclass
from typing import Literal

from companion.games.rami.melds import laying_clause
from companion.games.rami.options import Options
from companion.rules.field_metadata import deciding
from companion.rules.game import question
from companion.rules.messages import N_, say
from companion.rules.rulings import Ruling, but, by, illegal, legal
from companion.rules.shared_facts import DISCARDED, JOKER_GOES


@dataclass(frozen=True)
class Discard:
    card: Literal["stock", "pile", "joker"] = deciding(N_("Which card is discarded"), choices=DISCARDED)
    options: Options = Options()


@question(N_("May this card be discarded?"), "rami.turn.discard", rules=("variant",))
def discard(facts: Discard) -> Ruling:
    if facts.card == "stock":
        return legal(say("A card from the stock may be discarded at once."), by("rami.turn.draw", "card"))
    usual = by("rami.turn.discard", "card")
    if facts.card == "joker":
        sentence = say("A joker may be discarded like any other card.")
        return legal(sentence, usual, by("rami.turn.joker", "card"))
    if facts.options.variant == "gin_rami":
        sentence = say("The card just taken may not be discarded at once.")
        return illegal(sentence, usual, but("rami.gin.throw_back", "card"))
    sentence = say("A player who takes the discard must lay it down at once.")
    return illegal(sentence, usual, but("rami.take.lay", "card"))


@dataclass(frozen=True)
class JokerUse:
    where: Literal["new", "add", "hand", "discard"] = deciding(N_("Where does the joker go"), choices=JOKER_GOES)
    options: Options = Options()


@question(N_("Where may a joker taken from the table go?"), "rami.joker.use", rules=("joker_keep",))
def joker_use(facts: JokerUse) -> Ruling:
    if facts.options.all_at_once:
        sentence = say("In this variant there are no melds on the table to take from.")
        return illegal(sentence, laying_clause(facts.options))
    use = by("rami.joker.use", "where")
    if facts.where == "new":
        return legal(say("Yes, in the same turn."), use)
    if facts.options.joker_keep == "must_play":
        sentence = say("A joker taken from the table goes into a new meld in the same turn.")
        return illegal(sentence, use)
    if facts.where == "hand":
        return legal(say("At this table it may be kept in the hand."), use)
    if facts.where == "add":
        sentence = say("At this table it may be kept, and played like any joker of the hand.")
        return legal(sentence, use, by("rami.lay.complete", "where"))
    return legal(say("A joker may be discarded like any other card."), use, by("rami.turn.joker", "where"))
