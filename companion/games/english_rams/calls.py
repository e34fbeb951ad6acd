"""Decide which calls are allowed before the cards are played: a state machine over the calls so far."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property  # noqa: TID251 - over in a moment

from companion.games.english_rams.options import Options
from companion.games.english_rams.table import State
from companion.rules.entries import Player
from companion.rules.messages import N_, Say, say
from companion.rules.rulings import Ruling, refuse

WORDS = {
    "join": N_("join"),
    "fold": N_("fold"),
    "widow": N_("take the widow"),
    "pay": N_("pay the dealer"),
    "general": N_("announce general rams"),
    "widow_general": N_("take the widow and announce"),
}
KNOWN_CALLS = tuple(WORDS)
TAKES_WIDOW = ("widow", "widow_general")
ANNOUNCES = ("general", "widow_general")
MOST_IN_PLAY = 5  # players who get cards; with six at the table the dealer sits out

Call = tuple[Player, str]


@dataclass(frozen=True)
class Speaking:
    """The calls so far. `order` are the players who get cards, from the dealer's left.

    `next` is the player who has a choice now, or None when the calling is over; `allowed` are the calls that this
    player may make, and `refused` the reasons against the others.
    """

    order: tuple[Player, ...]
    double: bool
    options: Options
    dealer_out: bool
    said: tuple[Call, ...] = ()

    @cached_property
    def announcer(self) -> Player | None:
        return next((player for player, call in self.said if call in ANNOUNCES), None)

    @cached_property
    def widow(self) -> Player | None:
        return next((player for player, call in self.said if call in TAKES_WIDOW), None)

    @cached_property
    def payer(self) -> Player | None:
        """Return the player who has paid the dealer instead of playing, if any."""
        return next((player for player, call in self.said if call == "pay"), None)

    @cached_property
    def joined(self) -> tuple[Player, ...]:
        """Return the players who are in so far: all of them once general rams is announced."""
        if self.announcer:
            return self.order
        calls = dict(self.said)
        return tuple(player for player in self.order if calls.get(player, "fold") not in ("fold", "pay"))

    @cached_property
    def waiting(self) -> tuple[Player, ...]:
        """Return the players who may still call, in order; after an announcement also those before it again."""
        if self.payer:
            return ()
        if self.announcer is None:
            return tuple(player for player in self.order if player not in dict(self.said))
        seat = self.order.index(self.announcer)
        since = {player for player, _ in self.said[self._announced() + 1 :]}
        return tuple(p for p in (*self.order[seat + 1 :], *self.order[:seat]) if p not in since)

    @cached_property
    def next(self) -> Player | None:
        """Return the player who has a choice now, or None."""
        first = next(iter(self.waiting), None)
        if first and self.announcer and (self.widow or not self.may_still_choose(first)):
            return None
        return first

    @cached_property
    def refused(self) -> dict[str, Ruling]:
        """Return the calls that the next player may not make, each with the refusal."""
        player = self.next
        return {call: ruling for call in KNOWN_CALLS if player and (ruling := refusal(self, player, call))}

    @cached_property
    def allowed(self) -> tuple[str, ...]:
        return tuple(call for call in KNOWN_CALLS if call not in self.refused) if self.next else ()

    @property
    def must_join(self) -> bool:
        """Return True if the next player may neither fold nor pay."""
        return self.next is not None and all(refusal(self, self.next, call) for call in ("fold", "pay"))

    @property
    def right_hand(self) -> Player:
        """Return the player who must join or pay if all before have folded: on the dealer's right.

        If the dealer of six sits out, it may be the player one seat further, depending on the house rule.
        """
        literal = self.dealer_out and self.options.six_roles == "literal"
        return self.order[-1] if literal else self.order[-2]

    @property
    def last(self) -> Player | None:
        """Return the player who must join if only one has: the dealer, or the neighbour of one who sits out."""
        literal = self.dealer_out and self.options.six_roles == "literal"
        return None if literal else self.order[-1]

    @property
    def is_free_dealer(self) -> bool:
        """Return True if it is the turn of a dealer who plays and may fold."""
        return self.next == self.order[-1] and not self.dealer_out and "fold" in self.allowed

    def role(self, clause: str) -> str:
        """Return this clause for a player next to the dealer, or the one for six players if the dealer sits out."""
        return "english_rams.players.six_roles" if self.dealer_out else clause

    def spoken_before_announcement(self) -> set[Player]:
        return {player for player, _ in self.said[: self._announced()]}

    def _announced(self) -> int:
        """Return the index of the announcement in `said`, or its length if there is none."""
        return next((n for n, (_, call) in enumerate(self.said) if call in ANNOUNCES), len(self.said))

    def may_still_choose(self, player: Player) -> bool:
        """Return True if a player may still make a call after an announcement."""
        return player not in self.spoken_before_announcement() or self.options.widow_after_general == "everyone"


def speaking_order(players: Sequence[Player], dealer: Player) -> tuple[Player, ...]:
    """Return the players who get cards, clockwise from the dealer's left. The dealer is last, but sits out of six."""
    seat = players.index(dealer)
    around = (*players[seat + 1 :], *players[: seat + 1])
    return around[:MOST_IN_PLAY]


def speaking(
    players: Sequence[Player],
    dealer: Player,
    double: bool,
    calls: Sequence[Call],
    options: Options,
    *,
    stands: bool = False,
) -> Speaking | Ruling:
    """Return the state after these calls.

    Args:
        players: everybody at the table, clockwise: three to six.
        double: whether it is a double pot, in which everybody must call.
        calls: the calls in order.
        options: the house rules.
        stands: accept calls that only broke a duty.

    Returns:
        The state, or a Ruling on the first call that was not allowed. Its `answer` has the player whose turn it was
        (`next`) and the calls that were `allowed`.
    """
    now = Speaking(speaking_order(players, dealer), double, options, len(players) > MOST_IN_PLAY)
    for player, call in calls:
        refusals = (_out_of_turn(now, dealer, player, call), refusal(now, player, call))
        if wrong := next((one for one in refusals if one and not (stands and one.duty)), None):
            return replace(wrong, answer={"next": now.next, "allowed": list(now.allowed)})
        now = replace(now, said=(*now.said, (player, call)))
    return now


def unspoken(table: State) -> Speaking:
    """Return the state of the next deal before the first call."""
    now = speaking(table.players, table.dealer, table.double, (), table.options)
    assert isinstance(now, Speaking)
    return now


def complete(now: Speaking, *, stands: bool = False) -> Speaking | Ruling:
    """Return the end of the calling. Players who may neither fold nor pay join even if their call is missing."""
    while now.next:
        if not stands and not now.must_join:
            sentence = say("{player} has not called yet.", player=now.next)
            return refuse("english_rams.calls_missing", sentence, "english_rams.bid.order", player=now.next, duty=True)
        now = replace(now, said=(*now.said, (now.next, "join")))
    return now


def _out_of_turn(now: Speaking, dealer: Player, player: Player, call: str) -> Ruling | None:
    """Refuse a call out of turn. Players who called before an announcement may be skipped: they are in anyway."""
    if now.dealer_out and player == dealer:
        sentence = say("{player} deals and sits out.", player=player)
        return refuse("english_rams.sits_out", sentence, "english_rams.players.six", player=player)
    waiting = now.waiting
    before = waiting[: waiting.index(player)] if player in waiting else waiting
    if player in waiting and set(before) <= (now.spoken_before_announcement() if now.announcer else set()):
        return None
    if now.announcer and call in ("fold", "pay"):
        return refusal(now, player, call)
    sentence, clause = _not_now(now, player)
    return refuse("english_rams.turn", sentence, clause, player=player, duty=player in waiting)


def _not_now(now: Speaking, player: Player) -> tuple[Say, str]:
    """Return why it is not this player's turn, with the clause."""
    if player == now.announcer:
        sentence = say("{player} has announced general rams and must play with the hand they had then.", player=player)
        return sentence, "english_rams.general.hand_kept"
    if player == now.widow:
        return say("{player} has taken the widow and cannot go back.", player=player), "english_rams.bid.widow"
    if now.payer:
        return say("{player} has paid: nobody plays this deal.", player=now.payer), "english_rams.bid.right_pays"
    if player in now.waiting:
        sentence = say("It is {due}’s turn to call, not {named}’s.", due=now.waiting[0], named=player)
        return sentence, "english_rams.bid.order"
    return say("{player} has already called.", player=player), "english_rams.bid.order"


def refusal(now: Speaking, player: Player, call: str) -> Ruling | None:
    """Return why a player may not make this call now, or None."""
    if call not in KNOWN_CALLS:
        return replace(no_call(call), player=player)
    reason = _after_announcement(now, player, call) if now.announcer else _before_announcement(now, player, call)
    return reason and replace(reason, player=player)


def no_call(word: str) -> Ruling:
    """Refuse a word that is no call of this game, with a sentence for people and one for authors of a file."""
    in_file = say("{value} cannot be called here. Possible calls: {calls}.", value=word, calls=KNOWN_CALLS)
    sentence = say("Possible calls: {calls}.", calls=in_words(KNOWN_CALLS))
    return replace(refuse("english_rams.call", sentence, "english_rams.bid.order"), in_file=in_file)


def _may_not(code: str, sentence: Say, clause: str) -> Ruling:
    """Refuse a call as a breach of duty, which can be accepted once the deal is played."""
    return refuse(code, sentence, clause, duty=True)


def _before_announcement(now: Speaking, player: Player, call: str) -> Ruling | None:
    if call == "fold":
        return _no_fold(now, player)
    if call == "pay":
        return _no_pay(now, player)
    if call in TAKES_WIDOW and now.widow:
        return _widow_gone(now)
    return None


def _no_fold(now: Speaking, player: Player) -> Ruling | None:
    if not now.double:
        sentence = say("The pot was empty before the ante: a simple pot, and everybody plays.")
        return _may_not("english_rams.no_fold", sentence, "english_rams.bid.simple")
    if player == now.right_hand and not now.joined:
        sentence = say("Everybody before {player} has folded: {player} must join or pay the dealer.", player=player)
        return _may_not("english_rams.join_or_pay", sentence, now.role("english_rams.bid.right_hand"))
    if player == now.last and len(now.joined) == 1:
        sentence = say("Only {one} has joined: {player} must join too.", one=now.joined[0], player=player)
        return _may_not("english_rams.must_join", sentence, now.role("english_rams.bid.dealer_forced"))
    return None


def _no_pay(now: Speaking, player: Player) -> Ruling | None:
    if not now.double:
        sentence = say("In a simple pot everybody plays: nobody may pay instead.")
        return _may_not("english_rams.no_pay", sentence, "english_rams.bid.simple")
    if player != now.right_hand:
        sentence = say("Only {player} may pay instead of playing.", player=now.right_hand)
        return _may_not("english_rams.no_pay", sentence, now.role("english_rams.bid.right_hand"))
    if now.joined:
        sentence = say("{one} has joined. Paying is possible only if everybody before has folded.", one=now.joined[0])
        return refuse("english_rams.no_pay", sentence, "english_rams.bid.right_hand")
    return None


def _widow_gone(now: Speaking) -> Ruling:
    sentence = say("{player} has already taken the widow.", player=now.widow)
    return refuse("english_rams.widow_taken", sentence, "english_rams.bid.widow_once")


def _after_announcement(now: Speaking, player: Player, call: str) -> Ruling | None:
    if call in ("fold", "pay"):
        sentence = say("{player} has announced general rams: everybody must play.", player=now.announcer)
        return _may_not("english_rams.general_all_in", sentence, "english_rams.general.all_in")
    if call in ANNOUNCES:
        sentence = say(
            "{player} has already announced general rams: the first announcement counts.", player=now.announcer
        )
        return refuse("english_rams.general_once", sentence, "english_rams.general.once")
    if call == "widow" and now.widow:
        return _widow_gone(now)
    if call == "widow" and not now.may_still_choose(player):
        sentence = say("{player} has already called and comes back in with their own hand.", player=player)
        return _may_not("english_rams.widow_spoken", sentence, "english_rams.general.widow")
    return None


def in_words(calls: Iterable[str]) -> list[Say]:
    return [say(WORDS[call]) for call in calls]


def as_answer(now: Speaking) -> Mapping[str, object]:
    """Return the next player and the allowed calls, for the referee and the entry form."""
    return {"next": now.next, "allowed": list(now.allowed)}


def pot_kind(double: bool) -> str:
    """Return the word for the pot in facts and JSON: simple or double."""
    return "double" if double else "simple"
