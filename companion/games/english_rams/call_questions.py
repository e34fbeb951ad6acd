"""Rule on the speaking in English Rams: who may say what, and who leads after it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.games.english_rams import facts as known
from companion.games.english_rams.calls import KNOWN_CALLS, WORDS, Speaking, as_answer, in_words, no_call, speaking
from companion.games.english_rams.options import Options
from companion.games.english_rams.table import SEATS
from companion.games.english_rams.table_questions import POT_WORDS
from companion.rules.entries import Player
from companion.rules.field_metadata import fact, needed
from companion.rules.game import Question
from companion.rules.messages import N_, say
from companion.rules.rulings import Ruling, answer, illegal, impossible
from companion.rules.shared_facts import wrong_table

POTS = {"simple": "english_rams.bid.simple", "double": "english_rams.bid.double"}


@dataclass(frozen=True)
class Calls:
    """The calls so far, in order."""

    players: tuple[Player, ...] = needed(N_("At the table, clockwise"), N_("Say who sits at the table, clockwise."))
    dealer: Player = needed(N_("Dealer"), N_("Say who deals."))
    pot: str = needed(N_("Pot"), N_("Say which pot it is."), choices=POT_WORDS)
    calls: tuple[tuple[Player, str], ...] = fact(N_("Said so far"), (), choices=WORDS)
    options: Options = Options()


@dataclass(frozen=True)
class Lead:
    """The calls before play, of which the lead follows."""

    players: tuple[Player, ...] = needed(N_("At the table, clockwise"), N_("Say who sits at the table, clockwise."))
    dealer: Player = needed(N_("Dealer"), N_("Say who deals."))
    calls: tuple[tuple[Player, str], ...] = fact(N_("Said so far"), (), choices=WORDS)
    pot: str | None = fact(N_("Pot"), None, choices=POT_WORDS)
    options: Options = Options()


def calls(facts: Calls) -> Ruling:
    """Rule who speaks next and what they may say; illegal where something said so far was not allowed."""
    wrong = _impossible_table(facts.players, facts.dealer, facts.calls)
    if wrong:
        return wrong
    if facts.pot not in POTS:
        return _no_pot(facts.pot)
    now = speaking(facts.players, facts.dealer, facts.pot == "double", facts.calls, facts.options)
    if isinstance(now, Ruling):
        return illegal(now.sentence, *now.clauses, **now.answer)
    if now.next is None:
        return answer(say("Speaking is over."), _over_clause(now), **as_answer(now))
    sentence = say("{player} speaks: {calls}.", player=now.next, calls=in_words(now.allowed))
    return answer(sentence, *_reasons(now, POTS[facts.pot]), **as_answer(now))


CALLS = Question(N_("What may be said now?"), Calls, calls, known.table, clause="english_rams.bid.order")


def _reasons(now: Speaking, pot: str) -> list[str]:
    """Return the clauses for the turn, for what this player may not say, the pot, a widow that is gone, and who may
    fold.

    Where one clause is the reason for several of these, it stands in the place of the last.
    """
    refused = {call: ruling.clauses for call, ruling in now.refused.items()}
    aside = [clause for call in ("pay", "general", "widow_general") for clause in refused.get(call, ())]
    free = ("english_rams.bid.dealer_free",) if now.is_free_dealer else ()
    decide = [*refused.get("widow", ()), *refused.get("fold", free)]
    return list(dict.fromkeys(reversed(("english_rams.bid.order", *aside, pot, *decide))))[::-1]


def _over_clause(now: Speaking) -> str:
    if now.payer:
        return "english_rams.bid.right_pays"
    return "english_rams.general.widow" if now.announcer else "english_rams.bid.throw_in"


def lead(facts: Lead) -> Ruling:
    """Rule who leads to the first trick; who has not spoken is taken to join."""
    wrong = _impossible_table(facts.players, facts.dealer, facts.calls)
    if wrong:
        return wrong
    if facts.pot not in (*POTS, None):
        return _no_pot(facts.pot)
    double = facts.pot == "double" if facts.pot else any(call in ("fold", "pay") for _, call in facts.calls)
    now = speaking(facts.players, facts.dealer, double, facts.calls, facts.options)
    if isinstance(now, Ruling):
        return illegal(now.sentence, *now.clauses, lead=None)
    if now.payer:
        return answer(say("{player} paid: nobody plays.", player=now.payer), "english_rams.bid.right_pays", lead=None)
    if now.announcer:
        sentence = say("{player} announced general rams and leads.", player=now.announcer)
        return answer(sentence, "english_rams.play.general_lead", lead=now.announcer)
    out = {player for player, call in facts.calls if call == "fold"}
    first = next(player for player in now.order if player not in out)
    if now.next is None:
        sentence = say("{player} leads: the first to the dealer's left who plays.", player=first)
    else:
        sentence = say("{player} leads, if everybody who still has to speak joins.", player=first)
    return answer(sentence, "english_rams.play.lead", lead=first)


LEAD = Question(
    N_("Who leads?"),
    Lead,
    lead,
    known.table,
    clause="english_rams.play.lead",
    decides=("lead",),
    typed=known.lead,
)


def _no_pot(pot: str | None) -> Ruling:
    in_file = say("The pot is simple or double, not {value}.", value=pot)
    return replace(impossible("facts.pot", say("Say which pot it is.")), in_file=in_file)


def _impossible_table(players: Sequence[Player], dealer: Player, said: Sequence[tuple[Player, str]]) -> Ruling | None:
    wrong = wrong_table(SEATS, players, (dealer, *(player for player, _ in said)))
    if wrong:
        return wrong
    for player, call in said:
        if call not in KNOWN_CALLS:
            return replace(no_call(call), verdict="impossible", code="facts.call", clauses=(), player=player)
    return None
