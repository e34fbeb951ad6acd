"""Rule on what may be discarded in Ramino, and on where a joker taken from the table goes."""

from dataclasses import dataclass, replace
from typing import Literal

from companion.games.ramino.options import Options
from companion.games.ramino.score_questions import fined
from companion.rules.field_metadata import deciding
from companion.rules.game import question
from companion.rules.messages import N_, say
from companion.rules.rulings import Ruling, but, by, illegal, legal, then
from companion.rules.shared_facts import DISCARDED, JOKER_GOES


@dataclass(frozen=True)
class Discard:
    card: Literal["stock", "pile", "joker"] = deciding(N_("Which card is discarded"), choices=DISCARDED)
    options: Options = Options()


@question(N_("May this card be discarded?"), "ramino.discard.back")
def discard(facts: Discard) -> Ruling:
    usual = by("ramino.turn.discard", "card")
    if facts.card == "pile":
        sentence = say("A card taken from the discard pile may not be discarded in the same turn.")
        return illegal(sentence, usual, but("ramino.discard.back", "card"))
    if facts.card == "joker":
        sentence = say("A joker may be discarded like any other card.")
        return legal(sentence, usual, by("ramino.discard.joker", "card"))
    return legal(say("A card from the stock may be discarded at once."), usual)


@dataclass(frozen=True)
class JokerUse:
    where: Literal["new", "add", "hand", "discard"] = deciding(N_("Where does the joker go"), choices=JOKER_GOES)
    options: Options = Options()


@question(N_("Where may a joker taken from the table go?"), "ramino.joker.replay")
def joker_use(facts: JokerUse) -> Ruling:
    replay = by("ramino.joker.replay", "where")
    if facts.where == "new":
        return legal(say("Yes, in the same turn."), replay)
    if facts.where == "add":
        sentence = say("A joker goes into a new meld, never onto one that is already on the table.")
        return illegal(sentence, replay, by("ramino.joker.extend", "where"))
    fine = facts.options.joker_fine
    sentence = say("It must go into a new meld in the same turn. Otherwise it costs {n} points.", n=fine)
    ruling = illegal(sentence, replay, then("ramino.joker.penalty", "where"))
    return replace(ruling, remedy=fined("joker"))
