"""Build the scoreboard: standings and notices for the phone, the table and the television."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.presentation.outcome import Outcome, outcome
from companion.rules.entries import Player
from companion.rules.game import BoardContent, Game, ScoreColumn
from companion.rules.messages import Say
from companion.rules.tally import Notice, Reckoning, Tally, values
from companion.translation import beginning, differs_late, number_text, signed

OF_TWO, PLAIN_DIGITS, MOST_DIGITS, HUGE_DIGITS = 2, 2, 5, 7
PAST, STROKES = 4, 10
NAME = 6  # letters of a name that always fits


@dataclass(frozen=True)
class Seat:
    """A player's place on the board. `change` is the change by the last deal, None before the first."""

    player: Player
    brief: str  # a shorter name for narrow places; empty if the name fits
    differs_late: bool  # the name differs from another only after two short lines of letters
    at: int
    value: int
    is_silent: bool  # the number does not count now and is hidden
    money: int | None  # beside a score
    change: int | None
    beside: tuple[Say, ...]
    past: tuple[int, ...]  # the number after each of the last deals of this table of the sheet
    strokes: int
    columns: tuple[tuple[int, int, ScoreColumn], ...]  # score, deals won, and their column
    notices: tuple[Notice, ...]
    leads: bool
    deals: bool
    has_won: bool
    offers: Mapping[str, Say]  # entries of this player that one tap writes, by kind

    @property
    def notice(self) -> Notice | None:
        """Return the most important notice; if there are several columns, only an urgent one."""
        first = [one for one in self.notices if one.urgent] if self.columns else self.notices
        return first[0] if first else None

    @property
    def must(self) -> bool:
        return self.notice is not None and self.notice.urgent


@dataclass(frozen=True)
class Scoreboard:
    """The board. `is_money`: the numbers are money. `card`: what has just ended. `deal`: the number of the next deal.

    `dealer` deals it, if that is known.
    """

    seats: tuple[Seat, ...]
    content: BoardContent
    notices: tuple[Notice, ...]
    is_money: bool
    card: Outcome | None
    deal: int
    dealer: Player | None

    @property
    def strokes_of(self) -> int:
        """Return the number of rams or deals; 0 if they are too many to draw a stroke for each."""
        total = self.content.total or 0
        return total if total <= STROKES else 0

    @property
    def urgent(self) -> tuple[Notice, ...]:
        return tuple(one for one in self.notices if one.urgent)

    @property
    def calm(self) -> tuple[Notice, ...]:
        return tuple(one for one in self.notices if not one.urgent)

    @property
    def is_wide(self) -> bool:
        """Return True if a total and its change need a line each on the sheet."""
        return len(self.seats) > OF_TWO and any(abs(seat.value) > 99 for seat in self.seats)

    def repeats(self, account: Reckoning) -> bool:
        """Return True if a reckoning shows only the numbers of the board."""
        shown = {seat.player: seat.value for seat in self.seats}
        return all(values(row.figures) == shown for row in account.rows)

    @property
    def has_besides(self) -> bool:
        """Return True if anything is shown beside a number."""
        return any(seat.beside or seat.strokes or seat.money is not None for seat in self.seats)

    @property
    def signs(self) -> int:
        """Return the length of the longest number, which determines the size of all."""
        texts = [signed(seat.value) if self.is_money else number_text(seat.value) for seat in self.seats]
        columns = [number_text(n) for seat in self.seats for n, _, _ in seat.columns]
        return max(OF_TWO, *map(len, columns or texts))

    @property
    def shape(self) -> str:
        """Return the CSS classes of the layout: two panels or a row each, and the size of digits."""
        kind = "columns" if self.content.columns else "two" if len(self.seats) == OF_TWO else "rows"
        digits = min(self.signs, MOST_DIGITS)
        size = "" if self.signs <= MOST_DIGITS else " huge" if self.signs <= HUGE_DIGITS else " huge vast"
        return f"{kind} seats-{len(self.seats)} digits-{digits}{' long' if digits > PLAIN_DIGITS else ''}{size}"


def scoreboard(game: Game, tally: Tally) -> Scoreboard:
    """Return the board of a match in its present state."""
    players, content = tally.record.players, game.scoreboard(tally)
    dealer = None if is_open(tally) else tally.dealer
    numbers = tally.scores or tally.balances
    standing = tally.points if tally.places else {}
    shown = {player: standing.get(player, numbers[player].value) for player in players}
    leader = _leader(game, tally, shown)
    offers = game.offers(tally)
    last = next((line for line in reversed(tally.lines) if line.kind in ("deal", "penalty")), None)
    seats = tuple(
        Seat(
            player=player,
            brief=_brief(player, players),
            differs_late=differs_late(player, players),
            at=at,
            value=shown[player],
            is_silent=_is_silent(tally, player),
            money=tally.balances[player].value if tally.scores and tally.balances else None,
            change=(last.scores or last.balances)[player].change if last else None,
            beside=content.beside.get(player, ()),
            past=() if _is_silent(tally, player) else _past(tally, player),
            strokes=content.strokes.get(player, 0),
            columns=tuple((one.scores[player], one.won.get(player, 0), one) for one in content.columns),
            notices=tally.notices.get(player, ()),
            leads=player == leader,
            deals=player == dealer,
            has_won=player in tally.winners,
            offers={one.body.kind: one.players[player] for one in offers if player in one.players},
        )
        for at, player in enumerate(players)
    )
    return Scoreboard(
        seats=seats,
        content=content,
        notices=tuple(one for one in tally.table_notices if not one.quiet),
        is_money=not tally.scores,
        card=outcome(game, tally),
        deal=tally.numbers.next,
        dealer=dealer,
    )


def is_open(tally: Tally) -> bool:
    """Return True if a deal that was played counts for nothing, so that the next dealer is unknown."""
    return any(ruling.entry in tally.numbers.now for ruling in tally.refused)


def _brief(player: Player, players: Sequence[Player]) -> str:
    short = beginning(player, players) if len(player) > NAME else player
    return short if short != player else ""


def _past(tally: Tally, player: Player) -> tuple[int, ...]:
    leg = tally.lines[-1].leg if tally.lines else 0
    lines = [line for line in tally.lines if line.leg == leg and line.kind != "misdeal"]
    return tuple((line.scores or line.balances)[player].value for line in lines[-PAST:])


def _is_silent(tally: Tally, player: Player) -> bool:
    figure = tally.scores.get(player)
    return not tally.places and figure is not None and figure.mark is not None and figure.mark.hides


def _leader(game: Game, tally: Tally, shown: Mapping[Player, int]) -> Player | None:
    """Return the player who leads alone, even if sitting out a deal; None at the start and if the lead is tied."""
    if tally.places:
        return tally.winners[0] if len(tally.winners) == 1 else None
    among = {player: n for player, n in shown.items() if player not in tally.out}
    best = min(among.values()) if game.lower_wins(tally.options) and tally.scores else max(among.values())
    ahead = [player for player, n in among.items() if n == best]
    return ahead[0] if len(ahead) == 1 else None
