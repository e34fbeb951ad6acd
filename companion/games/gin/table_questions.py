"""Questions about gin at the table: number of players, dealer, draws and discards, the end of the stock, mishaps."""

from dataclasses import dataclass, replace
from typing import Literal

from companion.games.gin import facts as known_facts
from companion.games.gin.deal import HAND
from companion.games.gin.options import Options
from companion.rules import shared_facts as shared
from companion.rules.entries import Player
from companion.rules.field_metadata import circumstance, deciding, needed
from companion.rules.game import question
from companion.rules.messages import N_, say
from companion.rules.people import from_left
from companion.rules.rulings import Ruling, answer, but, by, illegal, impossible, legal, missing
from companion.rules.shared_facts import Remedy, remedied

SEATS = range(2, 4)
PAIR = SEATS[0]
SAID = {"open": N_("has not said yet"), "declined": N_("declined it"), "took": N_("took it")}


@dataclass(frozen=True)
class Setup:
    players: int = needed(N_("Players"), N_("Enter how many people want to play."), values=shared.HOW_MANY)
    options: Options = Options()


@question(
    N_("How many can play, and with what?"),
    "gin.players.two",
    rules=("hollywood",),
    short=N_("How many can play?"),
    moment="deal",
)
def setup(facts: Setup) -> Ruling:
    if facts.options.hollywood and facts.players != PAIR:
        grounds = (by("gin.players.two", "players"), but("gin.players.three", "players"))
        return illegal(say("Hollywood is for two players."), *grounds, least=PAIR, most=PAIR)
    three = (by("gin.players.three", "players"),) if facts.players == 3 else ()
    grounds = (by("gin.players.two", "players"), *three, "gin.cards.pack", "gin.deal.ten")
    return shared.seated(
        SEATS, facts.players, *grounds, cards=HAND, packs=1, pack=52, jokers=0, dealer_sits_out=bool(three)
    )


@dataclass(frozen=True)
class Dealer:
    players: tuple[Player, ...] = needed(shared.AT_TABLE, N_("Enter who is at the table, in order of play."))
    dealer: Player = needed(shared.DEALT_LAST, N_("Choose who dealt last."))
    last: Literal["deal", "void", "misdeal"] = deciding(
        N_("What was it?"), choices={"deal": N_("a deal"), "void": N_("a void deal"), "misdeal": N_("a misdeal")}
    )
    winner: Literal["dealer", "other"] = deciding(
        N_("Who won it"), choices={"dealer": N_("the player who dealt it"), "other": N_("the other player")}
    )
    loser: Player | None = circumstance(N_("With three players: who lost it"), None)
    options: Options = Options()


@question(
    N_("Whose deal is it?"),
    "gin.deal.turns",
    decides=("dealer",),
    rules=("next_dealer",),
    known_facts=known_facts.dealt,
    follows=shared.dealing(known_facts.dealt),
    moment="deal",
)
def dealer(facts: Dealer) -> Ruling:
    if wrong := shared.wrong_table(SEATS, facts.players, (facts.dealer, facts.loser)):
        return wrong
    turns = by("gin.deal.turns", "players", "dealer", "last", "winner")
    if facts.last != "deal":
        clause = "gin.stock.void" if facts.last == "void" else "gin.deal.misdeal"
        return shared.deals(facts.dealer, turns, but(clause, "last"))
    if len(facts.players) == 3:
        if facts.loser is None:
            return missing("loser", say("Choose who lost the last deal."))
        if facts.loser == facts.dealer:
            return impossible("facts.loser", say("With three players, the dealer sits out and loses nothing."))
        return shared.deals(facts.loser, turns, but("gin.players.three", "players", "loser"))
    other = from_left(facts.players, facts.dealer)[0]
    if facts.options.next_dealer == "alternate":
        return shared.deals(other, turns)
    again = facts.winner == ("dealer" if facts.options.next_dealer == "winner" else "other")
    return shared.deals(facts.dealer if again else other, turns)


@dataclass(frozen=True)
class Upcard:
    who: Literal["forehand", "dealer"] = deciding(
        N_("Who wants the upcard"), choices={"forehand": N_("forehand"), "dealer": N_("the dealer")}
    )
    forehand: Literal["open", "declined", "took"] = deciding(N_("Forehand"), choices=SAID)
    dealer: Literal["open", "declined", "took"] = deciding(N_("The dealer"), choices=SAID)
    throws_back: bool = circumstance(N_("The same card is discarded again"))
    options: Options = Options()


@question(N_("May this player take the upcard?"), "gin.upcard.forehand", short=N_("Taking the upcard"), moment="draw")
def upcard(facts: Upcard) -> Ruling:
    """Answer whether the upcard may be taken. The player after the dealer is asked, then the dealer, each once."""
    if facts.dealer != "open" and facts.forehand != "declined":
        return impossible("facts.forehand", say("The dealer is asked only after forehand has declined it."))
    first = facts.who == "forehand"
    rule = by("gin.upcard.forehand", "who", "forehand")
    if not first:
        rule = by("gin.upcard.dealer", "who", "forehand", "dealer")
    if not first and facts.forehand != "declined":
        return illegal(say("The dealer may take it only if forehand has declined it."), rule)
    answered = facts.forehand if first else facts.dealer
    if answered == "took":
        more = () if first else (but("gin.upcard.dealer_took", "dealer"),)
        return illegal(say("The upcard has already been taken."), rule, *more)
    if answered == "declined":
        more = () if first else (but("gin.upcard.declined", "dealer"),)
        return illegal(say("A player who has declined the upcard can no longer take it."), rule, *more)
    other = by("gin.upcard.other_card", "throws_back")
    if facts.throws_back:
        return illegal(say("A player who takes the upcard must discard a different card."), rule, other)
    return legal(say("The upcard may be taken. Another card is then discarded."), rule, other)


@dataclass(frozen=True)
class ThrowBack:
    from_: Literal["stock", "pile", "upcard"] = deciding(
        N_("The card was taken from"),
        choices={"stock": N_("the stock"), "pile": N_("the discard pile"), "upcard": N_("the upcard")},
        key="from",
    )
    options: Options = Options()


@question(
    N_("May I discard the card I just took?"),
    "gin.play.throw_back",
    short=N_("Discarding the card just taken"),
    moment="draw",
)
def throw_back(facts: ThrowBack) -> Ruling:
    turn = by("gin.play.turn", "from")
    if facts.from_ == "upcard":
        return illegal(
            say("A player who takes the upcard must discard a different card."),
            turn,
            but("gin.upcard.other_card", "from"),
        )
    rule = but("gin.play.throw_back", "from")
    if facts.from_ == "pile":
        return illegal(say("A card from the discard pile may not be discarded again in the same turn."), turn, rule)
    return legal(say("A card from the stock may be discarded at once."), turn, rule)


@dataclass(frozen=True)
class TwoCards:
    stock: int = deciding(N_("Cards left in the stock"), values=range(32))
    can_end: bool = deciding(N_("With the top discard the player can knock or go gin"))
    options: Options = Options()


@question(
    N_("The stock is nearly gone: what now?"),
    "gin.stock.two_cards",
    decides=("void", "may_take"),
    rules=("two_cards",),
    short=N_("The stock is nearly gone"),
    moment="draw",
)
def two_cards(facts: TwoCards) -> Ruling:
    """Answer what happens when two cards are left in the stock: the discard may be taken only to end the deal."""
    turn = by("gin.play.turn", "stock")
    if facts.stock > 2:
        return answer(say("Play goes on."), turn, void=False, may_take=True)
    last = but("gin.stock.two_cards", "stock", "can_end")
    if facts.can_end and facts.options.two_cards == "finish_only":
        return answer(say("The discard may be taken, to end the deal at once."), turn, last, void=False, may_take=True)
    sentence = say("The deal is void: nobody scores, and the same player deals again.")
    void = by("gin.stock.void", "stock", "can_end")
    return replace(answer(sentence, turn, void, last, void=True, may_take=False), deal={"kind": "deal", "end": "void"})


@dataclass(frozen=True)
class Irregular:
    what: Literal[
        "wrong_count",
        "exposed_deal",
        "exposed",
        "two_cards",
        "early_draw",
        "pile",
        "relaid",
        "miscount",
        "late",
    ] = deciding(N_("What happened"), choices=shared.MISHAPS, about=True)
    drawn: bool = deciding(shared.DRAWN)
    both: bool = circumstance(N_("Both hands have the wrong number"))
    options: Options = Options()


LAID_OPEN = say(
    "The card is put face up next to the pile. The opponent may take it first. Whoever drew or saw it may not knock "
    "before their next turn, except with gin."
)
CHOICE = say(
    "The opponent chooses: a new deal, or play goes on and the hand is put right, by drawing without discarding or "
    "discarding without drawing."
)
EARLY = say("That was the draw of this turn: the discard can no longer be taken.")
SQUARED = say("The pile is closed again: only its top card may be seen.")
AS_SHOWN = say("The melds count as they were first shown.")
RECOUNT = say("Count it again, as long as the cards are still on the table.")
REMEDIES: dict[str, Remedy] = {
    "exposed_deal": Remedy("redeal", (by("gin.irregular.misdeal", "what"), "gin.deal.misdeal")),
    "exposed": Remedy("put_right", (by("gin.irregular.exposed", "what"),), shared.CARD_BACK),
    "two_cards": Remedy("face_up", (by("gin.irregular.two", "what"),), LAID_OPEN),
    "early_draw": Remedy("stands", (by("gin.irregular.early", "what"),), EARLY),
    "pile": Remedy("put_right", (by("gin.play.pile", "what"),), SQUARED),
    "relaid": Remedy("stands", (by("gin.knock.layout", "what"),), AS_SHOWN),
    "miscount": Remedy("put_right", (by("gin.irregular.recount", "what"),), RECOUNT),
    "late": Remedy("stands", (by("gin.irregular.recount", "what"),), say("The score stays: the next deal has begun.")),
}


@question(
    N_("Something went wrong: what now?"),
    "gin.irregular.misdeal",
    decides=("remedy",),
    short=N_("Something else"),
    moment="mishap",
    likely=("wrong_count", "two_cards", "early_draw"),
)
def irregular(facts: Irregular) -> Ruling:
    if facts.what == "wrong_count":
        count = by("gin.irregular.count", "what", "drawn", "both")
        if facts.drawn and not facts.both:
            return remedied(Remedy("opponent_chooses", (count,), CHOICE))
        return remedied(Remedy("redeal", (count, "gin.deal.misdeal")))
    return remedied(REMEDIES[facts.what])


@dataclass(frozen=True)
class People(shared.PeopleChange):
    options: Options = Options()


@question(
    N_("Somebody leaves or comes: what now?"),
    "gin.people.change",
    follows=shared.left_at_table,
    decides=("goes_on",),
    rules=("hollywood",),
    short=N_("Somebody leaves or comes"),
    moment="end",
)
def people(facts: People) -> Ruling:
    seats = range(PAIR, PAIR + 1) if facts.options.hollywood else SEATS
    return shared.play_on(facts, seats, "gin.people.change", shared.SETTLED, shared.STARTS_AT_NOTHING)
