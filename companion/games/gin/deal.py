"""Read a deal of gin as it was entered, and refuse one that the rules do not allow."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.games.gin.layouts import is_meld, runs_over_the_king, showdown
from companion.games.gin.options import Options
from companion.games.gin.score import Outcome, knock_limit
from companion.games.gin.table import State
from companion.rules.cards import Card, Cards
from companion.rules.entries import Body, Player
from companion.rules.field_metadata import entry_field
from companion.rules.messages import N_, Say, say, say_n
from companion.rules.options import Counted
from companion.rules.people import wrong_dealer
from companion.rules.rulings import Ruling, refuse

ENDS = {"knock": N_("knock"), "gin": N_("gin"), "big_gin": N_("big gin"), "void": N_("void deal")}


@dataclass(frozen=True)
class Deal(Body):
    """The end of a deal, the player who ended it, and the deadwood of both sides in points or as cards.

    `end` is knock, gin, big_gin or void. `deadwood` is counted after laying off. `hands` have ten cards each, or eleven
    for big gin. `layout` are the knocker's melds as shown. `upcard` is the turned-up card in Oklahoma.
    """

    kind: ClassVar[str] = "deal"
    correctable: ClassVar[bool] = True
    end: str = entry_field(N_("How"), choices=ENDS)
    by: Player | None = entry_field(N_("Who ended the deal"), whose="ender", brief=N_("ended the deal"), default=None)
    deadwood: Mapping[Player, int] = entry_field(
        N_("Deadwood after laying off"),
        whose="own",
        brief=N_("left in hand"),
        ender=N_("ended the deal with"),
        default_factory=dict,
    )
    hands: Mapping[Player, Cards] = entry_field(N_("The hand"), whose="own", default_factory=dict)
    layout: tuple[Cards, ...] | None = entry_field(N_("The knocker’s melds as shown"), default=None)
    upcard: Card | None = entry_field(N_("Turned-up card"), default=None)
    dealer: Player | None = entry_field(N_("Dealer"), default=None)


FALSE_KNOCK = N_("false knock")  # the reason of its penalty
OF_TWO = 2
HAND = 10
BIG_HAND = 11  # cards of a player with big gin, who does not discard
MOST = 98  # the most deadwood of ten cards without a meld: two each of king, queen, jack and ten, and two nines


def read(table: State, deal: Deal) -> Outcome | Ruling | None:
    """Return the result of the deal, or the first breach of a rule.

    Returns:
        The outcome, None for a void deal, or a Ruling with the broken clause.
    """
    wrong = wrong_dealer(deal.dealer, table.dealer, "gin.deal.turns") or _sits_out(table, deal)
    if wrong or (wrong := _wrong_form(table.options, deal)):
        return wrong
    if deal.end == "void":
        return None
    assert deal.by
    defender = table.opponent(deal.by)
    counted = _by_cards(deal, deal.by, defender) if deal.hands else _by_points(deal, deal.by, defender)
    if isinstance(counted, Ruling):
        return counted
    own, other = counted
    outcome = Outcome(deal.by, defender, own, other, big=deal.end == "big_gin", upcard=deal.upcard)
    return _wrong_end(table.options, deal, outcome) or outcome


def _sits_out(table: State, deal: Deal) -> Ruling | None:
    """Refuse a deal in which the dealer of three takes part (gin.players.three); a wrong dealer is a breach of duty."""
    named = next((player for player in _players_of(deal) if player not in table.active), None)
    if named is None:
        return None
    sentence = say("{player} deals and sits out: the other two play.", player=named)
    duty = sat_out(table, deal) is not None
    return refuse("gin.sits_out", sentence, "gin.players.three", player=named, duty=duty)


def _players_of(deal: Deal) -> tuple[Player, ...]:
    return tuple(dict.fromkeys(player for player in (deal.by, *deal.deadwood, *deal.hands) if player))


def sat_out(table: State, deal: Deal) -> Player | None:
    """Return the player of three who did not play and so was the dealer; None if the deal does not name two players."""
    others = [player for player in table.players if player not in _players_of(deal)]
    return others[0] if len(table.players) > OF_TWO and len(others) == 1 else None


def _wrong_form(options: Options, deal: Deal) -> Ruling | None:
    if deal.end not in ENDS:
        in_file = say("A deal ends with knock, gin, big_gin or void, not with {end}.", end=deal.end)
        return replace(refuse("gin.end", say("A deal ends with a knock, gin or big gin, or is void.")), in_file=in_file)
    if deal.upcard and deal.upcard.is_joker:
        return refuse("gin.joker", say("There are no jokers in gin."), "gin.cards.pack")
    if deal.upcard and not options.oklahoma:
        sentence = say("The turned-up card counts only in Oklahoma: leave {card} out.", card=deal.upcard)
        return refuse("gin.upcard", sentence, "gin.oklahoma.limit")
    if deal.end == "void":
        if deal.by or deal.deadwood or deal.hands or deal.layout is not None:
            sentence = say("Nobody scores in a void deal: leave out names, cards and points.")
            return refuse("gin.void", sentence, "gin.stock.void")
        return None
    if deal.by is None:
        return refuse("gin.by_missing", say("Choose who knocked or went gin."), "gin.knock.limit")
    if options.oklahoma and deal.upcard is None:
        return refuse("gin.upcard_missing", say("Choose the card that was turned up."), "gin.oklahoma.limit")
    if deal.end == "knock" and not deal.hands and not deal.deadwood:
        return refuse(
            "gin.deadwood_missing", say("Enter the deadwood of both players, or both hands."), "gin.score.difference"
        )
    if deal.layout is not None and not deal.hands:
        return refuse("gin.layout_alone", say("To show the melds, enter both hands too."), "gin.knock.layout")
    return None


def _by_points(deal: Deal, knocker: Player, defender: Player) -> tuple[int, int] | Ruling:
    """Return the deadwood as entered, in points. A player with gin need not enter 0."""
    written = dict(deal.deadwood)
    if deal.end != "knock":
        written.setdefault(knocker, 0)
    for player in (knocker, defender):
        if player not in written:
            sentence = say("Enter {player}’s deadwood.", player=player)
            return refuse("gin.deadwood_missing", sentence, "gin.score.difference", player=player)
        if not 0 <= written[player] <= MOST:
            n = written[player]
            sentence = say("Ten cards count 0 to {most}: {player} cannot have {n}.", most=MOST, player=player, n=n)
            return refuse("gin.deadwood", sentence, "gin.cards.values", player=player)
    return written[knocker], written[defender]


def _by_cards(deal: Deal, knocker: Player, defender: Player) -> tuple[int, int] | Ruling:
    if wrong := wrong_hands(deal, knocker, defender):
        return wrong
    end = showdown(deal.hands[knocker], deal.hands[defender], deal.layout)
    counted = {knocker: end.knocker.deadwood, defender: end.defender.deadwood}
    for player, n in deal.deadwood.items():
        if n != counted[player]:
            about = {"player": player, "n": counted[player], "written": n}
            sentence = say("By the cards, {player} has {n} left, not {written}.", **about)
            return refuse("gin.deadwood_differs", sentence, "gin.score.difference", player=player)
    return counted[knocker], counted[defender]


def wrong_hands(deal: Deal, knocker: Player, defender: Player) -> Ruling | None:
    """Refuse two hands that are impossible together."""
    for player in (knocker, defender):
        if player not in deal.hands:
            sentence = say("Enter {player}’s hand.", player=player)
            return refuse("gin.hand_missing", sentence, "gin.knock.show", player=player)
        sizes = (HAND, BIG_HAND) if player == knocker and deal.end == "big_gin" else (HAND,)
        if wrong := wrong_hand(deal.hands[player], sizes, player):
            return in_hand(wrong, player)
    twice = next((card for card in deal.hands[defender] if card in deal.hands[knocker]), None)
    if twice:
        return refuse("gin.card_twice", say("{card} is in both hands.", card=twice), "gin.cards.pack", player=defender)
    return wrong_layout(deal.hands[knocker], deal.layout or (), knocker)


def in_hand(wrong: Ruling, whose: str | Say) -> Ruling:
    """Return the ruling with the owner of the hand in its sentence."""
    return replace(wrong, sentence=say("{player}: {what}", player=whose, what=wrong.sentence))


def wrong_hand(hand: Sequence[Card], sizes: Sequence[int], player: str | None = None) -> Ruling | None:
    """Refuse a single hand with a joker, a card twice, or a wrong number of cards.

    Args:
        hand: the cards.
        sizes: allowed numbers of cards.
        player: the player whom the ruling is about; None in a question.
    """
    for n, card in enumerate(hand):
        if card.is_joker:
            return refuse("gin.joker", say("There are no jokers in gin."), "gin.cards.pack", player=player)
        if card in hand[:n]:
            sentence = say("{card} is listed twice.", card=card)
            return refuse("gin.card_twice", sentence, "gin.cards.pack", player=player)
    if len(hand) not in sizes:
        sentence = say_n(
            "{n} card is not a hand: it must be ten.", "{n} cards are not a hand: it must be ten.", len(hand)
        )
        return refuse("gin.hand_size", sentence, "gin.deal.ten", player=player)
    return None


def wrong_layout(hand: Sequence[Card], layout: Iterable[Cards], player: str | None = None) -> Ruling | None:
    """Refuse a layout that does not consist of disjoint melds from the hand."""
    used: set[Card] = set()
    for meld in layout:
        if not is_meld(meld):
            sentence = say("{cards} is neither a set nor a run.", cards=list(meld))
            clause = "gin.cards.ace" if runs_over_the_king(meld) else "gin.meld.kinds"
            return refuse("gin.no_meld", sentence, clause, player=player)
        for card in meld:
            if card not in hand:
                sentence = say("{card} is in a meld but not in the hand.", card=card)
                return refuse("gin.layout", sentence, "gin.knock.layout", player=player)
            if card in used:
                sentence = say("{card} cannot be in two melds.", card=card)
                return refuse("gin.layout", sentence, "gin.meld.one", player=player)
            used.add(card)
    return None


def _wrong_end(options: Options, deal: Deal, outcome: Outcome) -> Ruling | None:
    """Refuse gin with deadwood, and a false knock."""
    own = outcome.knocker_deadwood
    if deal.end != "knock" and own:
        sentence = say("{player} still has {n} deadwood: that is not gin.", player=outcome.knocker, n=own)
        return refuse("gin.not_gin", sentence, "gin.gin.no_deadwood", player=outcome.knocker)
    wrong = false_knock(options, own, outcome.upcard, outcome.knocker)
    return wrong and replace(wrong, remedy=false_knock_penalty(options, outcome.knocker))


def false_knock(options: Options, deadwood: int, upcard: Card | None, player: str | None = None) -> Ruling | None:
    """Refuse a knock with more deadwood than is allowed in this deal. Gin is always allowed."""
    limit, clause = knock_limit(options, upcard)
    if deadwood <= limit:
        return None
    sentence = say("Deadwood {n} is too much to knock with: at most {limit}.", n=deadwood, limit=limit)
    if not limit:
        sentence = say("Only gin ends this deal: deadwood {n} is too much.", n=deadwood)
    return refuse("gin.limit", sentence, clause, player=player)


def false_knock_penalty(options: Options, player: Player) -> Mapping[str, object] | None:
    """Return the penalty entry for a false knock, or None if the house rules have no such penalty."""
    cost = options.false_knock
    if not isinstance(cost, Counted):
        return None
    return {"kind": "penalty", "player": player, "points": -cost.n, "reason": FALSE_KNOCK}
