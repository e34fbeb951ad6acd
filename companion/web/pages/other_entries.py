"""List the entries beside the deals that may be written now, as rows of a menu, each with a form of its own."""

from collections.abc import Sequence, Set
from dataclasses import dataclass

from companion.presentation.scoreboard import Scoreboard
from companion.rules.ending import places
from companion.rules.entries import End, Misdeal, Note, Penalty, Rename
from companion.rules.game import Game
from companion.rules.messages import Say, say
from companion.rules.tally import Tally
from companion.translation import signed

PEOPLE = "people"  # the row that leads to a page of its own


@dataclass(frozen=True)
class MenuRow:
    """A row of the menu: its title, and a line on what it does now. Its form is `_fragments/menu/<kind>.html`."""

    kind: str
    title: Say
    line: Say


def menu(game: Game, tally: Tally, scores: Scoreboard) -> tuple[MenuRow, ...]:
    """Return the rows of the menu; once the table has ended the match, names can still be corrected."""
    rows = (
        MenuRow(Misdeal.kind, say("Misdeal"), _dealt_again(scores)),
        MenuRow(Penalty.kind, say("Penalty"), _fined(game, tally)),
        MenuRow(Note.kind, say("Note"), say("a line on the score sheet")),
        MenuRow(Rename.kind, say("Rename"), say("a player’s name was written wrongly")),
        MenuRow(PEOPLE, say("Change who plays"), say("somebody leaves, somebody comes")),
        MenuRow(End.kind, say("End the match"), _leads(game, tally, scores)),
    )
    kinds = _kinds(tally) | ({PEOPLE} if tally.status != "finished" else set())
    return tuple(row for row in rows if row.kind in kinds)


def kinds_beside(game: Game, tally: Tally) -> Set[str]:
    """Return the kinds of entries that people may write beside the deals now: by the menu, or in a player's row."""
    return _kinds(tally) | {offer.body.kind for offer in game.offers(tally)}


def _kinds(tally: Tally) -> Set[str]:
    if tally.status != "finished":
        return {Misdeal.kind, Penalty.kind, Note.kind, Rename.kind, End.kind}
    if tally.ended and tally.ended.by in ("agreement", "people"):
        return {Rename.kind}
    return {Penalty.kind, Note.kind, Rename.kind}


def _dealt_again(scores: Scoreboard) -> Say:
    return say("{name} deals again", name=scores.dealer) if scores.dealer else say("the cards are dealt again")


def _fined(game: Game, tally: Tally) -> Say:
    if not tally.scores:
        return say("one player pays")
    return say("points off one player") if game.cost(tally) < 0 else say("points added to one player")


def _leads(game: Game, tally: Tally, scores: Scoreboard) -> Say:
    """Say who leads by the games that are over, where they are counted apart, else by the board."""
    sign = 1 if tally.scores and game.lower_wins(tally.options) else -1
    order = places({player: sign * n for player, n in tally.points.items()})
    first = [player for player, place in order.items() if place == 1]
    if len(first) == 1:
        n = tally.points[first[0]]
        return say("{name} leads with {n}", name=first[0], n=n if sum(tally.points.values()) else signed(n))
    leader = next((seat for seat in scores.seats if seat.leads), None)
    if leader is None:
        return say("nobody leads alone")
    return say("{name} leads with {n}", name=leader.player, n=signed(leader.value) if scores.is_money else leader.value)


@dataclass(frozen=True)
class PenaltyChoices:
    """The choices of a penalty's form: amounts, each with the player's number after it, and reasons."""

    amounts: Sequence[tuple[int, str]]
    reasons: Sequence[str]


def penalty_choices(game: Game, tally: Tally) -> PenaltyChoices:
    usual, sign = game.usual_penalties(tally.options), game.cost(tally) * tally.fine
    return PenaltyChoices([(n, signed(n * sign)) for n in usual.amounts], tuple(usual.reasons))
