"""Facts and answers that questions of several games share, and the facts that a running match supplies for them."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from companion.rules.ending import Stopped
from companion.rules.entries import Player
from companion.rules.field_metadata import Json, circumstance, deciding, needed
from companion.rules.messages import N_, Say, say, say_all, say_n
from companion.rules.people import next_in
from companion.rules.rulings import MISDEAL, Ground, Ruling, answer, but, by, illegal, impossible, legal
from companion.rules.tally import Line, Tally

HOW_MANY = range(1, 13)  # possible numbers of people who want to play
AT_TABLE = N_("At the table, in order of play")
DEALT_LAST = N_("Who dealt last")
ELIMINATED = N_("Players eliminated")
ENDED = N_("The table has ended the match")
VOID = ("misdeal", "void")  # what a deal may have been that does not count
MOVED = N_("What ends the match was changed after the last deal")
GOES_ON = say("The match goes on.")
MOVED_PAST = say("The match goes on: the target is already reached, and counts with the next deal.")


def jokers_in_play(n: int) -> Say:
    """Return the sentence for too many jokers, which unlike other cards are counted instead of named."""
    return say_n("There is only {n} joker in play.", "There are only {n} jokers in play.", n)


def wrong_table(seats: Collection[int], players: Sequence[Player], named: Iterable[Player | None]) -> Ruling | None:
    """Refuse an impossible table: a wrong number of players, a player twice, or a name that is not at the table."""
    if len(players) not in seats:
        low, high = min(seats), max(seats)
        return impossible("facts.players", say("This game is for {low} to {high} players.", low=low, high=high))
    twice = next((player for player in players if list(players).count(player) > 1), None)
    if twice is not None:
        return impossible("facts.players", say("{player} is at the table twice.", player=twice), player=twice)
    stranger = next((player for player in named if player is not None and player not in players), None)
    if stranger is not None:
        sentence = say("{player} is not at this table.", player=stranger)
        return impossible("facts.players", sentence, player=stranger)
    return None


def wrong_out(players: Collection[Player], out: Collection[Player]) -> Ruling | None:
    """Refuse facts with fewer than two players still in."""
    few = len(set(players) - set(out)) < 2
    return impossible("facts.out", say("At least two players must still be in the match.")) if few else None


def goes_on(*grounds: Ground, sentence: Say = GOES_ON, more: bool = False) -> Ruling:
    """Answer that nobody has won yet. `more`: the leaders are tied and play one more deal."""
    return answer(sentence, *grounds, over=False, winners=[], more=more)


def won(winners: Sequence[Player], *grounds: Ground) -> Ruling:
    sentence = say("{player} has won the match.", player=winners[0])
    if len(winners) > 1:
        sentence = say("The match is over. These players share first place: {players}.", players=winners)
    return answer(sentence, *grounds, over=True, winners=winners, more=False)


def deals(player: Player, *grounds: Ground) -> Ruling:
    """Answer who deals."""
    return answer(say("{player} deals.", player=player), *grounds, dealer=player)


def seated(seats: Collection[int], n: int, clause: Ground, *more: Ground, **facts: object) -> Ruling:
    """Answer whether n people can play, and with which cards."""
    if n not in seats:
        low, high = min(seats), max(seats)
        sentence = say("{low} to {high} can play, not {n}.", n=n, low=low, high=high)
        return illegal(sentence, clause, least=low, most=high)
    packs, pack = facts["packs"], facts["pack"]
    assert isinstance(packs, int)
    heap = say_n("a pack of {pack} cards", "{n} packs of {pack} cards", packs, pack=pack)
    sentence = say("{n} can play: {cards} cards each, from {heap}.", n=n, cards=facts["cards"], heap=heap)
    if facts.get("dealer_sits_out"):
        sentence = say("{text} The dealer takes no cards.", text=sentence)
    return legal(sentence, clause, *more, **facts)


# --- mishaps at the table


MISHAPS: Mapping[str, str] = {
    "wrong_count": N_("Too many or too few cards"),
    "exposed_deal": N_("A card turned up in dealing"),
    "wrong_dealer": N_("The wrong player dealt"),
    "exposed": N_("A card was shown"),
    "out_of_turn": N_("Played out of turn"),
    "said": N_("Taking back a call"),
    "late": N_("Noticed only in the next deal"),
    "two_cards": N_("Drew or saw a card too many"),
    "no_meld": N_("Laid down, but no meld"),
    "short_opening": N_("Too few points to begin"),
    "early_draw": N_("Drew too early"),
    "pile": N_("Looked through the discard pile"),
    "no_draw": N_("A player forgot to draw"),
    "no_discard": N_("A player forgot to discard"),
    "miscount": N_("The deadwood was wrongly counted"),
    "relaid": N_("Changing melds already shown"),
}
Done = Literal["redeal", "redeal_next", "put_right", "stands", "fault", "opponent_chooses", "face_up"]
REMEDIES: Mapping[Done, Say] = {
    "redeal": say("A misdeal: the same player deals again."),
    "redeal_next": say("A misdeal: the next player deals."),
    "put_right": say("It is put right, and play goes on."),
    "stands": say("It counts."),
    "fault": say("That is a mistake: ask what it costs."),
    "opponent_chooses": say("The opponent chooses: a new deal, or play goes on and the hand is put right."),
    "face_up": say("The card is put face up next to the pile. The opponent may take it first."),
}
# remedies that several games share
CARD_BACK = say("The card goes back into the hand, without a penalty.")
DEALT_ANEW = say("The cards are taken back, and the right player deals.")
SAID_STANDS = say("A call cannot be taken back.")
AS_WRITTEN = say("It stays as it was entered, unless everybody agrees to correct it.")
LAID_BACK = say("Those cards go back into the hand; it costs nothing.")
WHEN = {
    "before_draw": N_("before drawing"),
    "after_draw": N_("after drawing"),
    "after_discard": N_("after the discard, or in another player’s turn"),
}
OPENED = {"before": N_("in an earlier turn"), "this_turn": N_("in this turn"), "no": N_("not yet")}
DISCARDED = {
    "stock": N_("the card just drawn from the stock"),
    "pile": N_("the card just taken from the discard pile"),
    "joker": N_("a joker from the hand"),
}
JOKER_GOES = {
    "new": N_("into a new meld"),
    "add": N_("onto a meld on the table"),
    "hand": N_("it stays in the hand"),
    "discard": N_("onto the discard pile"),
}
JOKER_TAKEN = N_("The joker was taken from a meld on the table")
DRAWN_JOKER = say("A joker that was dealt or drawn may be kept.")
LED = N_("The first card has been led")
DRAWN = N_("That player has drawn for the first time")


@dataclass(frozen=True)
class Remedy:
    """The remedy for a mishap and its grounds. `sentence` gives details if the kind of remedy is not enough."""

    word: Done
    grounds: tuple[Ground, ...]
    sentence: Say | None = None


def remedied(remedy: Remedy) -> Ruling:
    gist = REMEDIES[remedy.word]
    ruling = replace(answer(remedy.sentence or gist, *remedy.grounds, remedy=remedy.word), gist=gist)
    return replace(ruling, remedy=MISDEAL) if remedy.word in ("redeal", "redeal_next") else ruling


@dataclass(frozen=True)
class Mislaid:
    """A mishap in a game with melds. Each game adds its house rules."""

    what: Literal[
        "wrong_count",
        "exposed_deal",
        "exposed",
        "out_of_turn",
        "two_cards",
        "no_draw",
        "no_discard",
        "no_meld",
        "short_opening",
        "late",
    ] = deciding(N_("What happened"), choices=MISHAPS, about=True)
    drawn: bool = deciding(DRAWN)


HOW_MENDED: Mapping[str, Say] = {
    "wrong_count": say(
        "Too many cards: the player does not draw. Too few: the player does not discard. Go on "
        "until the number is right. Each hand that is wrong is put right for itself."
    ),
    "exposed": CARD_BACK,
    "out_of_turn": say("The card goes back where it came from, and everything done with it is undone."),
    "two_cards": say("The second card goes back on the stock; if it was seen, the next player may take it."),
    "no_draw": say("Draw now. If the next player has drawn already, do not discard in your next turn instead."),
    "no_discard": say("Discard now. If the next player has drawn already, do not draw in your next turn instead."),
    "no_meld": LAID_BACK,
    "short_opening": say(
        "The player takes all melds back and returns a discard taken for them, then draws from the stock instead."
    ),
    "late": AS_WRITTEN,
}


def mended(facts: Mislaid, grounds: Mapping[str, tuple[Ground, ...]]) -> Ruling:
    """Answer how a mishap is put right. `grounds` are the clauses for each kind of mishap.

    A wrong number of cards before the first draw counts like a card exposed in dealing.
    """
    if facts.what == "exposed_deal" or (facts.what == "wrong_count" and not facts.drawn):
        return remedied(Remedy("redeal", grounds["exposed_deal"]))
    word: Done = "stands" if facts.what == "late" else "put_right"
    return remedied(Remedy(word, grounds[facts.what], HOW_MENDED[facts.what]))


@dataclass(frozen=True)
class PeopleChange:
    """A player leaves or comes. Each game adds its house rules."""

    what: Literal["leaves", "comes"] = deciding(
        N_("What happens"), choices={"leaves": N_("a player leaves"), "comes": N_("a player comes")}, about=True
    )
    players: int = deciding(N_("Players from then on"), values=HOW_MANY)


def left_at_table(tally: Tally, said: Json) -> Json:
    """Return how many play on once one player has left or come."""
    change = {"leaves": -1, "comes": 1}.get(str(said.get("what")), 0)
    return {"players": len(tally.record.players) + change} if change else {}


UNRANKED = say("The others play on with their scores. A player who leaves is not ranked.")
SETTLED = say("The others play on. A player who leaves settles the balance at once.")
STARTS_HIGHEST = say("The new player starts with the highest score of the others.")
STARTS_LOWEST = say("The new player starts with the lowest score of the others.")
STARTS_AT_NOTHING = say("The new player starts at 0.")


def play_on(facts: PeopleChange, seats: Collection[int], clause: str, leaves: Say, comes: Say) -> Ruling:
    """Answer whether the match goes on with this number of players, and with which score a newcomer starts."""
    ground = by(clause, "what", "players")
    if facts.players not in seats:
        low, high, n = min(seats), max(seats), facts.players
        sentence = say("{low} to {high} can play, not {n}: end the match first.", low=low, high=high, n=n)
        gist = say("{low} to {high} can play; with any other number end the match first.", low=low, high=high)
        return replace(answer(sentence, ground, goes_on=False), gist=gist)
    sentence = leaves if facts.what == "leaves" else comes
    return replace(answer(sentence, ground, goes_on=True), gist=say_all([leaves, comes]))


@dataclass(frozen=True)
class LastDeal:
    """The last deal: its dealer, and whether it was a misdeal. Each game adds its house rules."""

    players: tuple[Player, ...] = needed(AT_TABLE, N_("Enter who is at the table, in order of play."))
    dealer: Player = needed(DEALT_LAST, N_("Choose who dealt last."))
    last: Literal["deal", "misdeal"] = deciding(
        N_("What was it?"), choices={"deal": N_("a deal"), "misdeal": N_("a misdeal")}
    )
    out: tuple[Player, ...] = circumstance(ELIMINATED, ())


def deals_next(facts: LastDeal, seats: range, usual: Ground, misdeal: str = "", *more: Ground) -> Ruling:
    """Answer who deals and begins: the next player who is in, and the one after. After a misdeal the dealer stays.

    Args:
        misdeal: the clause on misdeals, if it is not the usual one.
    """
    if wrong := wrong_table(seats, facts.players, (facts.dealer, *facts.out)) or wrong_out(facts.players, facts.out):
        return wrong
    again = facts.last == "misdeal" and facts.dealer not in facts.out
    player = facts.dealer if again else next_in(facts.players, facts.dealer, facts.out)
    begins = next_in(facts.players, player, facts.out)
    sentence = say("{dealer} deals, and {player} begins.", dealer=player, player=begins)
    grounds = (usual, *((but(misdeal, "last"),) if again and misdeal else ()), *more)
    return answer(sentence, *grounds, dealer=player, begins=begins)


def who_dealt(tally: Tally, **more: object) -> Mapping[str, object]:
    """Return the players, the last dealer and whether that deal counted. After the end there is no dealer."""
    known = {"options": tally.options, "players": list(tally.record.players), **more}
    line = dealt_before(tally)
    return {**known, "dealer": line.dealer, "last": line.kind} if line else known


def last_deal(tally: Tally) -> Mapping[str, object]:
    """Return the players, the last dealer, whether that deal counted, and who is out now."""
    return who_dealt(tally, out=list(tally.out))


def dealing(known: Callable[[Tally], Mapping[str, object]]) -> Callable[[Tally, Json], Json]:
    """Return what follows if a deal is said to be void: it is the one of now, unless the sheet has a void deal as last.

    Args:
        known: returns the facts of the last deal of the sheet.
    """

    def follows(tally: Tally, said: Json) -> Json:
        is_now = said.get("last") in VOID and said["last"] != known(tally).get("last")
        return {"dealer": tally.dealer} if is_now and tally.dealer else {}

    return follows


def dealt_before(tally: Tally) -> Line | None:
    """Return the last deal, or None if the match is over."""
    return tally.last_dealt if tally.status == "running" else None


def rules_then(line: Line) -> Mapping[str, object]:
    """Return the house rules that were in force in a deal: they decide who deals next."""
    return {"options": line.after.options} if line.after else {}


def broken_off(tally: Tally, *also: Stopped) -> Mapping[str, object]:
    """Return the fact that the match was ended early: by agreement, or for a reason in `also`."""
    return {"ended": True} if tally.ended and tally.ended.by in ("agreement", *also) else {}
