"""Compute the points of a deal of Ramino, term by term, in both modes."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.games.ramino.options import Options
from companion.games.ramino.played import Played
from companion.games.ramino.table import State
from companion.rules.ending import Event
from companion.rules.entries import Player
from companion.rules.messages import N_, Say, say
from companion.rules.tally import Happening, Mark, Part
from companion.rules.totals import GONE, counted

OWN = Event("ramino_own", N_("ramino own"))
FINISHES = {  # the event, the sentence, and the clause
    "plain": (Event("out", N_("out")), N_("{player} went out."), "ramino.aim"),
    "ramino": (Event("ramino", N_("ramino")), N_("{player} made ramino."), "ramino.score.ramino"),
    "ramino_own": (OWN, N_("{player} made ramino with own cards only."), "ramino.score.ramino_own"),
}
PENALTY_EVENT = Event("penalty", N_("penalty"))

SHUT_OUT = 100
RAMINO = {"ramino": 200, "ramino_own": 300}
WENT_OUT = Mark("●", N_("went out"))
MADE_RAMINO = Mark("★", N_("made ramino"))
LAID_NOTHING = Mark("○", N_("no melds"))
NOTHING_AND_OUT = Mark("○✕", N_("no melds, eliminated"))


@dataclass
class Booking:
    """The changes by one entry, term by term. The state after it is the state before, plus these."""

    table: State
    points: dict[Player, list[Part]] = field(default_factory=dict)
    events: list[Happening] = field(default_factory=list)

    def count(self, player: Player, points: int, sentence: Say, clause: str, penalty: str | Say | None = None) -> None:
        self.points.setdefault(player, []).append(Part(points, sentence, clause, penalty))

    def happened(self, player: Player, event: Event, sentence: Say, clause: str) -> None:
        self.events.append(Happening(player, event, sentence, clause))

    def applied(self) -> State:
        """Return the state with all changes, before eliminations."""
        return counted(self.table, self.points)


def book(table: State, played: Played) -> Booking:
    booking = Booking(table)
    if table.options.eliminates:
        _hands_against_owners(booking, played)
    else:
        _points(booking, played)
    if played.out:
        event, words, clause = FINISHES[played.finish]
        booking.happened(played.out, event, Say(words, {"player": played.out}), clause)
    sign = 1 if table.options.eliminates else -1  # a penalty is bad in both modes, and it is not multiplied
    for player, fines in played.fines.items():
        for fine in fines:
            booking.count(player, sign * fine.points, fine.sentence, fine.clause, fine.sentence)
            booking.happened(player, PENALTY_EVENT, fine.sentence, fine.clause)
    return booking


def _points(booking: Booking, played: Played) -> None:
    """Add the points of the points game: melds of all players; for the winner the hands of the others and bonuses."""
    for player, points in played.laid.items():
        booking.count(player, points, say("Melds on the table"), "ramino.score.melded")
    winner = played.out
    if winner is None:
        return
    for player, points in played.hands.items():
        if player != winner:
            booking.count(winner, points, say("The hand of {player}", player=player), "ramino.score.hands")
    if played.shut_out:
        booking.count(winner, SHUT_OUT, say("Nobody else laid down a card"), "ramino.score.shutout")
    if played.finish == "ramino":
        booking.count(winner, RAMINO["ramino"], say("Ramino"), "ramino.score.ramino")
    if played.finish == "ramino_own":
        booking.count(winner, RAMINO["ramino_own"], say("Ramino with own cards only"), "ramino.score.ramino_own")


def _hands_against_owners(booking: Booking, played: Played) -> None:
    factor, clause = multiplier(booking.table.options, played.finish, shut_out=played.shut_out)
    for player, points in played.hands.items():
        if player == played.out:
            continue
        booking.count(player, points, say("Left in hand"), "ramino.elim.hands")
        if factor > 1:
            booking.count(player, (factor - 1) * points, say("× {n}", n=factor), clause)
    if played.out and clause == "ramino.elim.shutout":
        booking.count(played.out, -SHUT_OUT, say("Nobody else laid down a card"), clause)


def multiplier(options: Options, finish: str, *, shut_out: bool) -> tuple[int, str]:
    """Return the factor of the hands in elimination, and its clause. Factors are never multiplied with each other."""
    if finish != "plain" and options.elim_multiplier == "double":
        return 2, "ramino.elim.close"
    if finish == "ramino_own":
        return (4 if shut_out else 3), "ramino.elim.multiplier"
    if finish == "ramino":
        return 2, "ramino.elim.multiplier"
    if shut_out and options.elimination_shutout_bonus:
        return 2, "ramino.elim.shutout"
    return 1, "ramino.elim.hands"


def laying_decides(options: Options, finish: str) -> bool:
    """Return True if the factor of the hands depends on whether the others have melds."""
    return multiplier(options, finish, shut_out=True)[0] != multiplier(options, finish, shut_out=False)[0]


def marks(played: Played, after: State, before: State) -> Mapping[Player, Mark]:
    """Return the sign beside each number: eliminated, went out, or without melds."""
    told = (*played.laid, *played.unsaid, played.out)
    marks_of = {player: LAID_NOTHING for player in before.active if player not in told}
    if played.out:
        marks_of[played.out] = WENT_OUT if played.finish == "plain" else MADE_RAMINO
    gone = [player for player in after.out if player not in before.out]
    return marks_of | {player: NOTHING_AND_OUT if marks_of.get(player) == LAID_NOTHING else GONE for player in gone}
