"""Questions about money in English Rams: the pot, mistakes, payments, the end of a session."""

from dataclasses import dataclass, replace
from typing import Literal

from companion.games.english_rams import facts as known_facts
from companion.games.english_rams.calls import pot_kind
from companion.games.english_rams.options import Options
from companion.games.english_rams.table import SEATS, TRICKS
from companion.games.english_rams.table_questions import AT_FAULT
from companion.rules.entries import Player
from companion.rules.field_metadata import circumstance, deciding, needed
from companion.rules.game import question
from companion.rules.messages import N_, Say, say
from companion.rules.rulings import MISDEAL as MISDEAL_ENTRY
from companion.rules.rulings import Ground, Ruling, answer, but, by, impossible, missing, term, then
from companion.rules.shared_facts import AT_TABLE, wrong_table

NEGATIVE = say("A pot cannot be negative.")
LEFT = N_("In the pot before the ante")
SHARE_TO = {"second_best": "second_best", "leave_in_pot": "pot", "winner_keeps": "offender"}
NOT_OWED = ("ace_kept", "trump_not_led")  # duties in other variants of rams


@dataclass(frozen=True)
class Pot:
    left: int = deciding(LEFT, values=range(301))
    options: Options = Options()


@question(
    N_("Is it a simple or a double pot, and what is a trick worth?"),
    "english_rams.bid.double",
    decides=("kind",),
    known_facts=known_facts.pot,
    short=N_("Simple or double pot?"),
    moment="bid",
)
def pot(facts: Pot) -> Ruling:
    """Answer which kind of pot it is with the ante, and what a fifth of it is worth."""
    ante = facts.options.unit * TRICKS
    whole = facts.left + ante
    share, shared = _share(facts.options, whole, "left")
    clause = "english_rams.bid.double" if facts.left else "english_rams.bid.simple"
    grounds = (by("english_rams.deal.ante"), by(clause, "left"), *shared)
    sentence = say("A simple pot of {pot}: each trick is worth {share}.", pot=whole, share=share)
    if facts.left:
        sentence = say("A double pot of {pot}: each trick is worth {share}.", pot=whole, share=share)
    return answer(sentence, *grounds, kind=pot_kind(facts.left > 0), ante=ante, pot=whole, share=share)


def _share(options: Options, whole: int, *because: str) -> tuple[int, tuple[Ground, ...]]:
    """Return the worth of a trick and its grounds. A remainder stays in the pot (english_rams.pay.remainder)."""
    step = TRICKS * (options.unit if options.fault_rest == "leave_in_pot" else 1)
    share = whole // step * step // TRICKS
    uneven = (by("english_rams.pay.remainder", *because),) if share * TRICKS != whole else ()
    return share, (by("english_rams.pay.share", *because), *uneven)


@dataclass(frozen=True)
class Fault:
    what: Literal["follow", "trump", "head", "count", "exposed", "turn", "ace_kept", "trump_not_led"] = deciding(
        N_("What happened"),
        choices={
            "follow": N_("did not follow suit"),
            "trump": N_("did not trump"),
            "head": N_("did not beat the trick"),
            "count": N_("played with too many or too few cards"),
            "exposed": N_("showed a card"),
            "turn": N_("led out of turn"),
            "ace_kept": N_("did not lead the ace of trumps"),
            "trump_not_led": N_("did not lead trumps"),
        },
        about=True,
    )
    general: Literal["no", "announcer", "defender"] = deciding(
        N_("General rams"),
        choices={"no": N_("not announced"), "announcer": N_("by the player at fault"), "defender": N_("by another")},
    )
    tricks: int = deciding(N_("Tricks of the player at fault"), values=range(TRICKS + 1))
    faults: int = deciding(N_("Mistakes of this player in this deal"), values=range(1, 6))
    options: Options = Options()


@question(
    N_("Was that a mistake, and what does it cost?"),
    "english_rams.faults.play",
    decides=("fault", "share_to", "result"),
    rules=("fault_stacks", "fault_per_offence", "fault_rest", "general_defender_fault"),
    short=N_("A mistake, and what it costs"),
    moment="mishap",
)
def fault(facts: Fault) -> Ruling:
    """Answer what a mistake costs and who gets the offender's tricks. It can be entered with the deal."""
    ruling = _judged(facts)
    return replace(ruling, remedy=AT_FAULT) if ruling.answer.get("fault") else ruling


def _judged(facts: Fault) -> Ruling:
    if facts.what in NOT_OWED:
        sentence = say("That is not a mistake: any card may be led.")
        free = by("english_rams.play.free_lead", "what")
        return answer(sentence, free, fault=False, pays=0, share_to=None, result=None)
    play = by("english_rams.faults.play", "what")
    if facts.general == "announcer":
        sentence = say("A player who announced general rams and makes a mistake has lost it, and pays only for that.")
        general = but("english_rams.faults.general", "general")
        return answer(sentence, play, general, fault=True, pays=0, share_to=None, result="lost")
    five = facts.options.unit * TRICKS
    once: tuple[Ground, ...] = (by("english_rams.faults.once", "faults"),) if facts.faults > 1 else ()
    pays = five * (facts.faults if facts.options.fault_per_offence else 1)
    if facts.general == "defender":
        won = facts.options.general_defender_fault == "announcer_wins"
        sentence = say("The result counts, and the player at fault pays {n} into the next pot.", n=pays)
        if won:
            sentence = say("The announcer wins, and the player at fault pays {n} into the next pot.", n=pays)
        grounds = (play, *once, but("english_rams.faults.general", "general"))
        return answer(sentence, *grounds, fault=True, pays=pays, share_to=None, result="won" if won else "stands")
    if not facts.tricks:
        both = facts.options.fault_stacks
        pays += five if both else 0
        grounds = (play, *once, by("english_rams.pay.no_trick", "tricks"), by("english_rams.faults.stack", "tricks"))
        sentence = say("A mistake: the player pays {n} into the next pot.", n=pays)
        return answer(sentence, *grounds, fault=True, pays=pays, share_to=None, result=None)
    share_to = SHARE_TO[facts.options.fault_rest]
    sentence = {
        "second_best": say(
            "A mistake: the player pays {n}, and the share of each trick goes to its second-best card.", n=pays
        ),
        "pot": say("A mistake: the player pays {n}, and the shares stay in the pot.", n=pays),
        "offender": say("A mistake: the player pays {n} but keeps the shares.", n=pays),
    }[share_to]
    grounds = (play, *once, by("english_rams.faults.rest", "tricks"))
    return answer(sentence, *grounds, fault=True, pays=pays, share_to=share_to, result=None)


@dataclass(frozen=True)
class Owes:
    role: Literal["player", "folded", "payer", "announcer", "defender", "dealer_out"] = deciding(
        N_("Who is it"),
        choices={
            "player": N_("a player who was in"),
            "folded": N_("the player who folded"),
            "payer": N_("the player before the dealer, who paid"),
            "announcer": N_("the player who announced general rams"),
            "defender": N_("an opponent of general rams"),
            "dealer_out": N_("the sixth, who deals"),
        },
        about=True,
    )
    tricks: int = deciding(N_("Tricks"), values=range(TRICKS + 1))
    won: bool = deciding(N_("General rams was won"))
    pot: int | None = circumstance(N_("The pot before it is shared"), None)
    others: int | None = circumstance(N_("How many others play"), None)
    options: Options = Options()


@question(
    N_("What does this player get or pay?"),
    "english_rams.pay.share",
    decides=("to",),
    known_facts=known_facts.owed,
    short=N_("What does a player get or pay?"),
    moment="count",
)
def owes(facts: Owes) -> Ruling:
    """Answer what a player gets or pays in a deal, apart from the ante."""
    if facts.pot is not None and facts.pot < 0:
        return impossible("facts.pot", NEGATIVE)
    five = facts.options.unit * TRICKS
    if facts.role == "player":
        return _player(facts, five)
    if facts.role == "announcer":
        return _announcer(facts, five)
    if facts.role == "defender":
        if facts.won:
            sentence = say("This player pays {n} to the announcer.", n=five)
            return _pays(sentence, five, "announcer", by("english_rams.pay.general_won", "role", "won"))
        sentence = say("This player gets {n} from the announcer.", n=five)
        return _gets(sentence, five, by("english_rams.pay.general_lost", "role", "won"))
    if facts.role == "payer":
        sentence, paid = say("This player pays {n} to the dealer.", n=five), by("english_rams.bid.right_pays", "role")
        return _pays(sentence, five, "dealer", by("english_rams.bid.right_hand", "role"), paid)
    clause = "english_rams.bid.fold" if facts.role == "folded" else "english_rams.players.six"
    return _gets(say("This player gets nothing and pays nothing."), 0, by(clause, "role"))


def _player(facts: Owes, five: int) -> Ruling:
    if not facts.tricks:
        sentence = say("This player pays {n} into the next pot.", n=five)
        return _pays(sentence, five, "next_pot", by("english_rams.pay.no_trick", "role", "tricks"))
    if facts.pot is None:
        return missing("pot", say("Enter how much was in the pot before it was shared."))
    share, grounds = _share(facts.options, facts.pot, "role", "tricks", "pot")
    gets = facts.tricks * share
    return _gets(say("This player gets {n} from the pot.", n=gets), gets, *grounds)


def _announcer(facts: Owes, five: int) -> Ruling:
    if facts.pot is None:
        return missing("pot", say("Enter how much was in the pot before it was shared."))
    if facts.others is None:
        return missing("others", say("Enter how many other players are in."))
    if facts.others not in range(1, SEATS[-1]):
        return impossible("facts.others", say("That is too many other players."))
    because = ("role", "won", "pot", "others")
    total = facts.pot + five * facts.others
    shares = {"n": total, "pot": facts.pot, "five": five}
    if facts.won:
        won = term("english_rams.pay.general_won", total, *because)
        gets = say("This player gets {n}: {pot} from the pot and {five} from each of the others.", **shares)
        return _gets(gets, total, won)
    lost = term("english_rams.pay.general_lost", -total, *because)
    pays = say("This player pays {n}: {pot} into the pot and {five} to each of the others.", **shares)
    return _pays(pays, total, "pot_and_each", lost)


def _gets(sentence: Say, n: int, *grounds: Ground) -> Ruling:
    return answer(sentence, *grounds, gets=n, pays=0, to=None)


def _pays(sentence: Say, n: int, to: str, *grounds: Ground) -> Ruling:
    return answer(sentence, *grounds, gets=0, pays=n, to=to)


@dataclass(frozen=True)
class GeneralOver:
    lost: bool = deciding(N_("The announcer has lost a trick"))
    tricks: int = deciding(N_("Tricks that the announcer has taken"), values=range(TRICKS + 1))
    options: Options = Options()


@question(N_("Is general rams over?"), "english_rams.play.general_stop", decides=("over", "result"))
def general_over(facts: GeneralOver) -> Ruling:
    if facts.lost and facts.tricks == TRICKS:
        return impossible("facts.lost", say("A player with all five tricks has not lost one."))
    stops = by("english_rams.play.general_stop", "lost", "tricks")
    if facts.lost:
        sentence = say("It is over and lost: the rest is not played.")
        return answer(sentence, stops, by("english_rams.pay.general_lost", "lost"), over=True, result="lost")
    if facts.tricks == TRICKS:
        rule = by("english_rams.general.announce", "tricks")
        won = by("english_rams.pay.general_won", "tricks")
        return answer(say("It is over and won."), rule, won, over=True, result="won")
    return answer(say("It goes on."), "english_rams.play.five", stops, over=False, result=None)


@dataclass(frozen=True)
class Misdeal:
    left: int = deciding(LEFT, values=range(301))
    options: Options = Options()


@question(
    N_("A misdeal: who deals, and what happens to the ante?"),
    "english_rams.deal.misdeal",
    decides=("kind",),
    rules=("misdeal_stake",),
    known_facts=known_facts.pot,
    short=N_("A misdeal"),
    moment="mishap",
)
def misdeal(facts: Misdeal) -> Ruling:
    """Answer who deals after a misdeal, and whether the ante stays."""
    stays = facts.options.misdeal_stake == "stays"
    double = stays or facts.left > 0
    sentence = say("The next player deals; the dealer takes the ante back.")
    if stays:
        sentence = say("The next player deals; the ante stays in the pot.")
    pot = then("english_rams.bid.double" if double else "english_rams.bid.simple", "left")
    grounds = ("english_rams.deal.misdeal", then("english_rams.deal.misdeal_stake"), pot)
    stake = "stays" if stays else "returned"
    ruling = answer(sentence, *grounds, dealer="next", stake=stake, kind=pot_kind(double))
    return replace(ruling, remedy=MISDEAL_ENTRY)


@dataclass(frozen=True)
class Session:
    players: tuple[Player, ...] = needed(AT_TABLE, N_("Enter who is at the table, in order of play."))
    pot: int = needed(N_("Pot"), N_("Enter how much is in the pot."))
    next_dealer: Player = needed(N_("Whose deal it would be"), N_("Choose who would have dealt."))
    options: Options = Options()


@question(
    N_("We stop here: who gets the pot?"),
    "english_rams.session.end",
    known_facts=known_facts.session,
    short=N_("We stop: who gets the pot?"),
    moment="end",
)
def session(facts: Session) -> Ruling:
    """Answer how the pot is divided at the end. A remainder goes to the player whose deal it would be."""
    wrong = wrong_table(SEATS, facts.players, (facts.next_dealer,))
    if wrong or facts.pot < 0:
        return wrong or impossible("facts.pot", NEGATIVE)
    share, odd = divmod(facts.pot, len(facts.players))
    shares = {player: share + (odd if player == facts.next_dealer else 0) for player in facts.players}
    if odd:
        who = facts.next_dealer
        sentence = say("The pot is shared: {n} each, and {odd} more for {player}.", n=share, odd=odd, player=who)
    elif share:
        sentence = say("The pot is shared: {n} each.", n=share)
    else:
        sentence = say("A good moment to stop: the pot is empty.")
    end = by("english_rams.session.end", "players", "pot", "next_dealer")
    return replace(answer(sentence, end, shares=shares, good_moment=not facts.pot), remedy={"kind": "end"})
