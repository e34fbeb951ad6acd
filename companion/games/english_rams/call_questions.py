"""Questions about the calls in English Rams: folding, the widow, announcements, and who leads."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from companion.games.english_rams import facts as known_facts
from companion.games.english_rams.calls import WORDS, Speaking, as_answer, in_words, no_call, refusal, speaking
from companion.games.english_rams.options import Options
from companion.games.english_rams.table import SEATS
from companion.rules.entries import Player
from companion.rules.field_metadata import circumstance, deciding, fact, needed
from companion.rules.game import question
from companion.rules.messages import N_, say
from companion.rules.rulings import Ground, Ruling, answer, but, by, illegal, impossible, legal
from companion.rules.shared_facts import AT_TABLE, wrong_table

POT_WORDS = {"simple": N_("simple"), "double": N_("double")}
POTS = {"simple": "english_rams.bid.simple", "double": "english_rams.bid.double"}
ANNOUNCED = N_("General rams has been announced")
SPOKEN = N_("This player has already called")
ORDER = by("english_rams.bid.order")
WIDOW_STEP = by("english_rams.bid.widow", "wants", "taken", "announced", "spoken")


@dataclass(frozen=True)
class Calls:
    players: tuple[Player, ...] = needed(AT_TABLE, N_("Enter who is at the table, in order of play."))
    dealer: Player = needed(N_("Dealer"), N_("Choose who deals."))
    pot: str = needed(N_("Pot"), N_("Choose which pot it is."), choices=POT_WORDS)
    calls: tuple[tuple[Player, str], ...] = fact(N_("Calls so far"), (), choices=WORDS)
    options: Options = Options()


@dataclass(frozen=True)
class Lead:
    players: tuple[Player, ...] = needed(AT_TABLE, N_("Enter who is at the table, in order of play."))
    dealer: Player = needed(N_("Dealer"), N_("Choose who deals."))
    calls: tuple[tuple[Player, str], ...] = fact(N_("Calls so far"), (), choices=WORDS)
    pot: str | None = fact(N_("Pot"), None, choices=POT_WORDS)
    announcer: Player | None = circumstance(N_("Who announced general rams"), None)
    options: Options = Options()


@question(N_("What can be called now?"), "english_rams.bid.order", known_facts=known_facts.table, moment="bid")
def calls(facts: Calls) -> Ruling:
    """Answer who calls next and which calls are allowed; illegal if an earlier call was not allowed."""
    if wrong := _impossible_table(facts.players, facts.dealer, facts.calls):
        return wrong
    if facts.pot not in POTS:
        return _no_pot(facts.pot)
    now = speaking(facts.players, facts.dealer, facts.pot == "double", facts.calls, facts.options)
    if isinstance(now, Ruling):
        return illegal(now.sentence, *now.clauses, **now.answer)
    if now.next is None:
        return answer(say("Everybody has called."), _over_clause(now), **as_answer(now))
    sentence = say("{player} can call: {calls}.", player=now.next, calls=in_words(now.allowed))
    return answer(sentence, *_reasons(now, POTS[facts.pot]), **as_answer(now))


def _reasons(now: Speaking, pot: str) -> list[str]:
    """Return the clauses for the turn, the refused calls, the pot, a widow already taken, and the right to fold.

    A clause that is the reason for several of these stands in the place of the last.
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


@question(
    N_("Who leads?"),
    "english_rams.play.lead",
    decides=("lead",),
    known_facts=known_facts.table,
    draft_facts=known_facts.lead,
)
def lead(facts: Lead) -> Ruling:
    """Answer who leads to the first trick. Players who have not called yet are assumed to join."""
    announced = ((facts.announcer, "general"),) if facts.announcer else ()
    if wrong := _impossible_table(facts.players, facts.dealer, (*facts.calls, *announced)):
        return wrong
    if facts.announcer:
        sentence = say("{player} announced general rams and leads.", player=facts.announcer)
        return answer(sentence, "english_rams.play.general_lead", lead=facts.announcer)
    if facts.pot not in (*POTS, None):
        return _no_pot(facts.pot)
    double = facts.pot == "double" if facts.pot else any(call in ("fold", "pay") for _, call in facts.calls)
    if isinstance(now := speaking(facts.players, facts.dealer, double, facts.calls, facts.options), Ruling):
        return illegal(now.sentence, *now.clauses, lead=None)
    if now.payer:
        return answer(say("{player} paid: nobody plays.", player=now.payer), "english_rams.bid.right_pays", lead=None)
    if now.announcer:
        sentence = say("{player} announced general rams and leads.", player=now.announcer)
        return answer(sentence, "english_rams.play.general_lead", lead=now.announcer)
    out = {player for player, call in facts.calls if call == "fold"}
    first = next(player for player in now.order if player not in out)
    if now.next is None:
        sentence = say("{player} leads: the first player after the dealer who plays.", player=first)
    else:
        sentence = say("{player} leads, if everybody who still has to call joins.", player=first)
    return answer(sentence, "english_rams.play.lead", lead=first)


def _no_pot(pot: str | None) -> Ruling:
    in_file = say("The pot must be simple or double, not {value}.", value=pot)
    return replace(impossible("facts.pot", say("Choose which pot it is.")), in_file=in_file)


def _impossible_table(
    players: Sequence[Player], dealer: Player, calls_so_far: Sequence[tuple[Player, str]]
) -> Ruling | None:
    if wrong := wrong_table(SEATS, players, (dealer, *(player for player, _ in calls_so_far))):
        return wrong
    for player, call in calls_so_far:
        if call not in WORDS:
            return replace(no_call(call), verdict="impossible", code="facts.call", clauses=(), player=player)
    return None


@dataclass(frozen=True)
class Fold:
    pot: Literal["simple", "double"] = deciding(N_("Pot"), choices=POT_WORDS)
    announced: bool = deciding(ANNOUNCED)
    widow: bool = deciding(N_("This player has taken the widow"))
    players: int = deciding(N_("Players"), values=SEATS, about=True)
    seat: int = deciding(N_("Seat, counted from the player after the dealer"), values=range(1, 7), about=True)
    joined: int = deciding(N_("Players before this one who are in"), values=range(6))
    options: Options = Options()


@question(
    N_("May this player fold?"),
    "english_rams.bid.fold",
    rules=("six_roles",),
    known_facts=known_facts.seats,
    about=known_facts.seat,
    draft_facts=known_facts.announced,
    named=N_("May %(player)s fold?"),
    moment="bid",
)
def fold(facts: Fold) -> Ruling:
    in_deal = facts.players - (facts.players == SEATS[-1])
    if facts.seat > in_deal or facts.joined >= facts.seat:
        return impossible("facts.seat", say("That many players cannot have called before."))
    rule = by("english_rams.bid.fold")
    if facts.announced:
        sentence = say("General rams is announced: everybody must play.")
        return illegal(sentence, rule, but("english_rams.general.all_in", "announced"), instead=["join"])
    if facts.pot == "simple":
        sentence = say("Nothing lay in the pot before the ante: everybody plays.")
        return illegal(sentence, by("english_rams.bid.simple", "pot"), instead=["join"])
    double = by("english_rams.bid.double", "pot")
    if facts.widow:
        sentence = say("A player who takes the widow must play.")
        return illegal(sentence, double, but("english_rams.bid.widow", "widow"), instead=["join"])
    return _by_seat(facts, double)


def _by_seat(facts: Fold, double: Ground) -> Ruling:
    """Answer for a table at which, of the players before, the first `joined` are in and the others have folded."""
    seats = tuple(Player(str(n)) for n in range(1, facts.players + 1))
    calls_before = [
        (player, "join" if n < facts.joined else "fold") for n, player in enumerate(seats[: facts.seat - 1])
    ]
    now = speaking(seats, seats[-1], True, calls_before, facts.options)
    if isinstance(now, Ruling) or now.next != seats[facts.seat - 1]:
        return impossible("facts.joined", say("In that case it would not be this player’s turn."))
    refused = refusal(now, now.next, "fold")
    because = ("players", "seat", "joined")
    if refused:
        instead = [call for call in ("join", "pay") if refusal(now, now.next, call) is None]
        sentence = say("Only one player is in: this player must join.")
        if "pay" in instead:
            sentence = say("Everybody before has folded: this player must join or pay the dealer.")
        return illegal(sentence, double, but(refused.clauses[0], *because), instead=instead)
    free = "english_rams.bid.dealer_free" if facts.seat == facts.players else "english_rams.bid.fold"
    return legal(say("This player may fold."), double, by(free, *because), instead=[])


@dataclass(frozen=True)
class Widow:
    wants: Literal["take", "look", "back"] = deciding(
        N_("What does the player want"),
        choices={"take": N_("take the widow"), "look": N_("look at it first"), "back": N_("take their own hand back")},
        about=True,
    )
    taken: bool = deciding(N_("Somebody has the widow already"))
    announced: Literal["nobody", "other", "self"] = deciding(
        ANNOUNCED, choices={"nobody": N_("by nobody"), "other": N_("by another"), "self": N_("by this player")}
    )
    spoken: bool = deciding(SPOKEN)
    options: Options = Options()


@question(
    N_("May this player take the widow?"),
    "english_rams.bid.widow",
    rules=("widow_after_general",),
    draft_facts=known_facts.widow,
    short=N_("Taking the widow"),
    moment="bid",
)
def widow(facts: Widow) -> Ruling:
    if facts.wants == "back":
        return illegal(say("A player who has taken the widow cannot go back."), WIDOW_STEP)
    if facts.wants == "look":
        return illegal(
            say("A player who takes the widow first puts their own hand away, and only then looks."), WIDOW_STEP
        )
    if facts.taken:
        return illegal(say("Somebody has already taken it."), WIDOW_STEP, but("english_rams.bid.widow_once", "taken"))
    if facts.announced == "self":
        sentence = say("A player who has announced must play with the hand they had then.")
        return illegal(sentence, WIDOW_STEP, but("english_rams.general.hand_kept", "announced"))
    if facts.announced == "other":
        late = but("english_rams.general.widow", "announced", "spoken")
        if facts.spoken and facts.options.widow_after_general == "unspoken_only":
            return illegal(say("A player who has already called comes back in with their own hand."), WIDOW_STEP, late)
        return legal(say("The widow may be taken, although general rams is announced."), WIDOW_STEP, late)
    if facts.spoken:
        return illegal(say("This player has already called."), ORDER, WIDOW_STEP)
    return legal(
        say("The player may take the widow without looking at it first, and puts their own hand away."),
        ORDER,
        WIDOW_STEP,
    )


@dataclass(frozen=True)
class Announce:
    announced: bool = deciding(N_("Somebody has already announced"))
    turn: bool = deciding(N_("It is this player’s turn to call"))
    widow: bool = circumstance(N_("The widow has just been taken, in this turn"))
    options: Options = Options()


@question(
    N_("May this player announce general rams?"),
    "english_rams.general.announce",
    draft_facts=known_facts.announced,
    short=N_("Announcing general rams"),
    moment="bid",
)
def announce(facts: Announce) -> Ruling:
    rule = by("english_rams.general.announce", "announced", "turn")
    if facts.announced:
        return illegal(say("The first announcement counts."), rule, but("english_rams.general.once", "announced"))
    if not facts.turn:
        return illegal(
            say("A player may announce only in their own turn to call."), rule, by("english_rams.bid.order", "turn")
        )
    more = (by("english_rams.general.widow_general", "widow"),) if facts.widow else ()
    return legal(say("General rams may be announced."), rule, *more)


@dataclass(frozen=True)
class ThrowIn:
    over: bool = deciding(N_("Everybody has called"))
    announced: bool = deciding(ANNOUNCED)
    options: Options = Options()


@question(
    N_("May players who folded put their cards away now?"),
    "english_rams.bid.throw_in",
    draft_facts=known_facts.announced,
    short=N_("May the cards be put away?"),
    moment="bid",
)
def throw_in(facts: ThrowIn) -> Ruling:
    rule = by("english_rams.bid.fold")
    if facts.announced:
        sentence = say("General rams is announced: those who folded take their cards up again.")
        return illegal(sentence, rule, but("english_rams.general.all_in", "announced"))
    when = by("english_rams.bid.throw_in", "over")
    if not facts.over:
        return illegal(say("Not yet: a player may still announce general rams."), rule, when)
    return legal(say("Everybody has called. Players who folded put their cards away."), rule, when)
