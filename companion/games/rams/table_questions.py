"""Questions about Rams at the table: number of players, dealer, exchanging and leading, deals without play, mishaps."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from companion.games.rams import facts as known_facts
from companion.games.rams.options import Options
from companion.games.rams.table import SEATS, TRICKS
from companion.rules import shared_facts as shared
from companion.rules.entries import Player
from companion.rules.field_metadata import circumstance, deciding, needed
from companion.rules.game import question
from companion.rules.messages import N_, say
from companion.rules.people import from_left
from companion.rules.rulings import OTHERS, Ruling, answer, but, by, illegal, impossible, missing
from companion.rules.shared_facts import Done, Remedy, remedied

WHO_FIRST = N_("Enter who is at the table, in order of play.")
DEALER_FIRST = N_("Choose who deals.")
PASSED_FIRST = N_("Choose who has passed. It can be nobody.")
STOCK = 52
STANDS = {"said": ("rams.irregular.said", shared.SAID_STANDS), "late": ("rams.irregular.late", shared.AS_WRITTEN)}
DEAL_COUNTS = say("The deal counts, and dealing goes on from the player who should have dealt.")
CARD_STANDS = say("The card counts, because the next player has already played.")
TAKEN_BACK = say("The card is taken back, and the right player plays.")
NEW_IN_MONEY = say("The new player starts at 0, and puts a stake in the pot at once if a rams is under way.")
SEATING_FACTS = ("players", "dealer", "passed")


@dataclass(frozen=True)
class Setup:
    players: int = needed(N_("Players"), N_("Enter how many people want to play."), values=shared.HOW_MANY)
    options: Options = Options()


@question(N_("How many can play, and with what?"), "rams.game.players", short=N_("How many can play?"), moment="deal")
def setup(facts: Setup) -> Ruling:
    players = by("rams.game.players", "players")
    return shared.seated(
        SEATS, facts.players, players, "rams.deal.cards", "rams.cards.pack", cards=TRICKS, packs=1, pack=STOCK, jokers=0
    )


@dataclass(frozen=True)
class Dealer:
    players: tuple[Player, ...] = needed(shared.AT_TABLE, WHO_FIRST)
    dealer: Player = needed(shared.DEALT_LAST, N_("Choose who dealt last."))
    last: Literal["deal", "misdeal", "rams_over"] = deciding(
        N_("What was it?"),
        choices={"deal": N_("a deal"), "misdeal": N_("a misdeal"), "rams_over": N_("the last deal of a rams")},
    )
    sums: Mapping[Player, int] | None = circumstance(N_("Sums of finished rams"), None)
    out: tuple[Player, ...] = circumstance(N_("Sit out the play-off"), ())
    options: Options = Options()


@question(
    N_("Whose deal is it?"),
    "rams.deal.order",
    decides=("dealer",),
    rules=("misdeal", "next_rams_dealer"),
    known_facts=known_facts.dealt,
    follows=shared.dealing(known_facts.dealt),
    moment="deal",
)
def dealer(facts: Dealer) -> Ruling:
    named = (facts.dealer, *(facts.sums or ()), *facts.out)
    if wrong := shared.wrong_table(SEATS, facts.players, named) or shared.wrong_out(facts.players, facts.out):
        return wrong
    order = [player for player in from_left(facts.players, facts.dealer) if player not in facts.out]
    usual = [by("rams.deal.order", "players", "dealer", "last")]
    if facts.out:
        usual.append(but("rams.end.tie", "out"))
    if facts.last == "misdeal":
        again = facts.options.misdeal == "redeal" and facts.dealer in order
        return shared.deals(facts.dealer if again else order[0], *usual, but("rams.deal.misdeal", "last"))
    if facts.last == "deal":
        return shared.deals(order[0], *usual)
    next_rams = but("rams.deal.next_rams", "last", "sums")
    if facts.options.next_rams_dealer == "redraw":
        return answer(say("The first dealer of the next rams is drawn."), *usual, next_rams, dealer=None)
    if facts.options.next_rams_dealer == "continue":
        return shared.deals(order[0], *usual, next_rams)
    sums = facts.sums
    if not sums or any(player not in sums for player in order):
        return missing("sums", say("Enter each player’s total of the finished rams."))
    return shared.deals(min(order, key=lambda player: sums[player]), *usual, next_rams)


@dataclass(frozen=True)
class Unplayed:
    knocked: int = deciding(N_("Players before the dealer who knocked"), values=range(5))
    dealer: Literal["knocks", "passes"] = deciding(
        N_("The dealer"), choices={"knocks": N_("knocks"), "passes": N_("passes")}
    )
    options: Options = Options()


UNPLAYED_DEAL = {"kind": "deal", "passed": [OTHERS]}  # a deal in which the others passed


@question(
    N_("Who gets the tricks when the others pass?"),
    "rams.pass.dealer_wins",
    decides=("play", "five_to"),
    rules=("lone_knocker",),
    draft_facts=known_facts.knocked,
    short=N_("The others pass: whose tricks?"),
    moment="bid",
)
def unplayed(facts: Unplayed) -> Ruling:
    passing = by("rams.pass.round", "knocked", "dealer")
    if not facts.knocked:
        sentence = say("Everybody before the dealer has passed: the dealer gets all five tricks without play.")
        grounds = (passing, but("rams.pass.dealer_wins", "knocked"))
        ruling = answer(sentence, *grounds, play=False, five_to="dealer", dealer_may_pass=False)
        return replace(ruling, deal=UNPLAYED_DEAL, scorer="dealer")
    bound = facts.knocked == 1 and facts.options.lone_knocker == "dealer_must_play"
    lone = but("rams.pass.lone", "knocked", "dealer")
    if facts.knocked == 1 and facts.dealer == "passes":
        if bound:
            return illegal(say("At this table, the dealer may not pass if only one player has knocked."), passing, lone)
        sentence = say(
            "Only one player has knocked and the dealer passes: that player gets all five tricks without play."
        )
        ruling = answer(sentence, passing, lone, play=False, five_to="knocker", dealer_may_pass=True)
        return replace(ruling, deal=UNPLAYED_DEAL, scorer="another")
    played = (passing, lone) if bound else (passing,)
    return answer(say("The deal is played."), *played, play=True, five_to=None, dealer_may_pass=not bound)


@dataclass(frozen=True)
class BuyOrder:
    players: tuple[Player, ...] = needed(shared.AT_TABLE, WHO_FIRST)
    dealer: Player = needed(N_("Dealer"), DEALER_FIRST)
    passed: tuple[Player, ...] = needed(N_("Passed"), PASSED_FIRST, nobody=True)
    options: Options = Options()


@question(
    N_("Who exchanges, and in which order?"),
    "rams.buy.order",
    decides=("order",),
    rules=("lone_knocker",),
    known_facts=known_facts.session,
    draft_facts=known_facts.passed,
    short=N_("Who exchanges first?"),
    moment="exchange",
)
def buy_order(facts: BuyOrder) -> Ruling:
    named = (facts.dealer, *facts.passed)
    if wrong := shared.wrong_table(SEATS, facts.players, named) or _all_passed(facts.players, facts.passed):
        return wrong
    if idle := _nothing_played(facts, "rams.buy.order", order=[]):
        return idle
    order = [player for player in from_left(facts.players, facts.dealer) if player not in facts.passed]
    return answer(
        say("They exchange in this order: {players}.", players=order), by("rams.buy.order", *SEATING_FACTS), order=order
    )


def _nothing_played(facts: "BuyOrder | Lead", rule: str, **found: object) -> Ruling | None:
    """Answer if too many players have passed: who gets the tricks without play, or who may not pass; else None."""
    knocked = [player for player in facts.players if player not in (*facts.passed, facts.dealer)]
    ruling = unplayed(
        Unplayed(len(knocked), "passes" if facts.dealer in facts.passed else "knocks", options=facts.options)
    )
    if ruling.answer.get("play"):
        return None
    if ruling.verdict == "illegal":
        return illegal(ruling.sentence, by(rule, *SEATING_FACTS), but(ruling.clauses[-1], *SEATING_FACTS))
    idle = answer(ruling.sentence, by(rule, *SEATING_FACTS), but(ruling.clauses[-1], *SEATING_FACTS), **found)
    return replace(idle, deal={"kind": "deal", "passed": list(facts.passed)})


def _all_passed(players: tuple[Player, ...], passed: tuple[Player, ...]) -> Ruling | None:
    if set(passed) >= set(players):
        return impossible("facts.passed", say("Not everybody can have passed."))
    return None


@dataclass(frozen=True)
class Lead:
    players: tuple[Player, ...] = needed(shared.AT_TABLE, WHO_FIRST)
    dealer: Player = needed(N_("Dealer"), DEALER_FIRST)
    passed: tuple[Player, ...] = needed(N_("Passed"), PASSED_FIRST, nobody=True)
    winner: Player | None = circumstance(N_("Who won the trick before"), None)
    options: Options = Options()


@question(
    N_("Who leads?"),
    "rams.play.lead",
    decides=("lead",),
    rules=("lone_knocker",),
    known_facts=known_facts.session,
    draft_facts=known_facts.passed,
)
def lead(facts: Lead) -> Ruling:
    """Answer who leads: first the player nearest to the dealer's left who is in, then the winner of the last trick."""
    named = (facts.dealer, *facts.passed, facts.winner)
    if wrong := shared.wrong_table(SEATS, facts.players, named) or _all_passed(facts.players, facts.passed):
        return wrong
    if facts.winner in facts.passed:
        sentence = say("{player} has passed and wins no tricks.", player=facts.winner)
        return impossible("facts.winner", sentence, player=facts.winner)
    if idle := _nothing_played(facts, "rams.play.lead", lead=None):
        return impossible("facts.winner", idle.sentence) if facts.winner else idle
    first = next(player for player in from_left(facts.players, facts.dealer) if player not in facts.passed)
    rule = by("rams.play.lead", *SEATING_FACTS, "winner")
    if facts.winner:
        return answer(say("{player} won the trick before, and leads.", player=facts.winner), rule, lead=facts.winner)
    return answer(say("{player} leads to the first trick.", player=first), rule, lead=first)


@dataclass(frozen=True)
class Irregular:
    what: Literal["wrong_count", "exposed_deal", "wrong_dealer", "exposed", "out_of_turn", "said", "late"] = deciding(
        N_("What happened"), choices=shared.MISHAPS, about=True
    )
    led: bool = deciding(shared.LED)
    followed: bool = deciding(N_("The next player has played to that card"))
    options: Options = Options()


@question(
    N_("Something went wrong: what now?"),
    "rams.irregular.misdeal",
    decides=("remedy",),
    rules=("misdeal",),
    short=N_("Something else"),
    moment="mishap",
    likely=("wrong_count", "exposed", "out_of_turn"),
)
def irregular(facts: Irregular) -> Ruling:
    return remedied(_remedy(facts))


def _remedy(facts: Irregular) -> Remedy:
    if facts.what in ("wrong_count", "exposed_deal"):
        word: Done = "redeal" if facts.options.misdeal == "redeal" else "redeal_next"
        return Remedy(word, (by("rams.irregular.misdeal", "what"), "rams.deal.misdeal"))
    if facts.what == "wrong_dealer":
        grounds = ("rams.deal.order", but("rams.irregular.dealer", "what", "led"))
        return Remedy("stands", grounds, DEAL_COUNTS) if facts.led else Remedy("put_right", grounds, shared.DEALT_ANEW)
    if facts.what == "out_of_turn":
        grounds = ("rams.play.lead", but("rams.irregular.turn", "what", "followed"))
        return Remedy("stands", grounds, CARD_STANDS) if facts.followed else Remedy("put_right", grounds, TAKEN_BACK)
    if facts.what == "exposed":
        return Remedy("put_right", (by("rams.irregular.exposed", "what"),), shared.CARD_BACK)
    clause, sentence = STANDS[facts.what]
    return Remedy("stands", (by(clause, "what"),), sentence)


@dataclass(frozen=True)
class People(shared.PeopleChange):
    options: Options = Options()


@question(
    N_("Somebody leaves or comes: what now?"),
    "rams.people.change",
    follows=shared.left_at_table,
    decides=("goes_on",),
    short=N_("Somebody leaves or comes"),
    moment="end",
)
def people(facts: People) -> Ruling:
    money = facts.options.money
    leaves = shared.SETTLED if money else shared.UNRANKED
    comes = NEW_IN_MONEY if money else shared.STARTS_HIGHEST
    return shared.play_on(facts, SEATS, "rams.people.change", leaves, comes)
