"""Describe what an entry or a correction would change."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.presentation.activity import paying, standing
from companion.presentation.entry_text import line_of, name_of, part_words
from companion.rules.cards import Cards
from companion.rules.entries import Player
from companion.rules.game import Game
from companion.rules.messages import Say, say, say_n
from companion.rules.tally import Figure, Happening, Line, Tally, values
from companion.translation import CLOSE, ROOM, beginning, number_text, signed


def brings(before: Tally, after: Tally, number: int) -> list[Say]:
    """Return what entry `number`, the last one, changes on the sheet; if it changes nothing, a sentence says so."""
    line = line_of(after, number) or Line(number, None)  # an end that leaves no pot has no line
    column = line.scores or line.balances
    changed = [_change(player, figure) for player, figure in column.items() if figure.parts]
    money = line.balances if line.scores else {}
    paid = [_change(player, figure) for player, figure in money.items() if figure.parts]
    if paid:
        changed.append(say("Money: {changes}", changes=paid))
    return [*changed, *(event.sentence for event in line.events), *_outcome(before, after), *_payments(before, after)]


def _change(player: Player, figure: Figure) -> Say:
    """Return a player's change; if it has several parts, with the reasons, because a limit may have reduced it."""
    facts = {"player": player, "old": figure.before, "new": figure.value}
    if len(figure.parts) == 1:
        return say("{player} {points} → {new}", player=player, points=signed(figure.change), new=figure.value)
    terms = [say("{points} {why}", points=signed(part.points), why=part_words(part)) for part in figure.parts]
    return say("{player} {old} → {new} ({terms})", **facts, terms=terms)


LONG = 12  # letters of a name beside which there is still room for text
LINE_ON_SAVE, LINES_ON_SAVE = 26, 2  # letters in a line under “Save” on a small phone, and number of lines
SIDE_BY_SIDE = 2  # the most players for whom both the change and the new number are shown


def new_numbers(line: Line, after: Tally, columns: Collection[Player] = ()) -> tuple[Say, ...]:
    """Return the new numbers of all players whose number an entry changes, short enough for a button.

    Args:
        line: the line of the entry.
        after: the tally with the entry.
        columns: players with numbers in several columns; only their change is shown.
    """
    moves, players = _moves(line, after, columns), after.record.players
    if after.winners:  # the names of the winners stand before the numbers
        return in_room(moves, players, taken=len(", ".join(after.winners)) + len(" wins. "))
    return in_room(_with_events(line, moves, players), players, end=None if columns else _end(line, after))


def in_full(before: Tally, after: Tally, line: Line, columns: Collection[Player] = ()) -> list[Say]:
    """Return the new numbers of all players whose number the last entry changes, and the parts that it ends.

    Args:
        before: the tally without the entry.
        after: the tally with the entry.
        line: the line of the entry.
        columns: players with numbers in several columns; only their change is shown.
    """
    players = after.record.players
    moves = _with_events(line, _moves(line, after, columns), players)
    told = [move.in_full(short_name(one, players)) for one, move in moves.items()]
    ends = None if columns or after.status == "finished" else _end(line, after)
    return [*told, *([ends] if ends else ()), *_outcome(before, after)]


def _end(line: Line, after: Tally) -> Say | None:
    """Return the sentence on the part of the match that an entry ends, if it ends one."""
    leg = after.leg(line.leg) if any(one.event.wins for one in line.events) else None
    return say("{table} ends", table=leg) if leg else None


def columns_of(game: Game, earlier: Tally, later: Tally, line: Line | None) -> dict[Player, list[int | None]]:
    """Return the new number in each of several columns, None where it does not change; empty if there is one column."""
    before, after = game.scoreboard(earlier), game.scoreboard(later)
    if before.columns and before.where != after.where and line and line.after:
        after = game.scoreboard(replace(later, table=line.after))
    if before.where != after.where or not after.columns:
        return {}
    old, new = ({p: [one.scores[p] for one in at.columns] for p in at.columns[0].scores} for at in (before, after))
    return {
        player: [None if n == was else n for n, was in zip(numbers, old[player], strict=True)]
        for player, numbers in new.items()
        if numbers != old[player]
    }


def own_number(player: Player, change: int, now: Tally) -> Say:
    """Return the change of a player's number by the player's own part of a deal."""
    figure = now.scores.get(player) or now.balances[player]
    facts = {"change": signed(change), "new": number_text(figure.value + change)}
    return say("{player} {change} → {new}", player=short_name(player, now.record.players), **facts)


@dataclass(frozen=True)
class Move:
    """The change of a player's number, also as text, the new number, and an event that happens to the player.

    `signed` is empty if only the total changes; `new` is empty if it is one of several numbers.
    """

    change: int
    signed: str
    new: str
    event: str = ""

    def briefly(self, name: str) -> Say:
        return self._with_event(name, say("{player} {n}", player=name, n=self.new or self.signed))

    def as_new(self, name: str) -> Say:
        if not self.new or not self.signed:
            return self.briefly(name)
        return self._with_event(name, say("{player} → {new}", player=name, new=self.new))

    def in_full(self, name: str) -> Say:
        if not self.new or not self.signed:
            return self.briefly(name)
        return self._with_event(name, say("{player} {change} → {new}", player=name, change=self.signed, new=self.new))

    def _with_event(self, name: str, number: Say) -> Say:
        if not self.event:
            return number
        if not self.new and not self.signed:
            return say("{player} {event}", player=name, event=Say(self.event))
        return say("{number}, {event}", number=number, event=Say(self.event))


def in_room(
    moves: Mapping[Player, Move],
    players: Sequence[Player],
    *,
    where: Say | None = None,
    end: Say | None = None,
    taken: int = 0,
) -> tuple[Say, ...]:
    """Return the moves so that they fit two lines: all of them, or the largest and the number of the others.

    Args:
        moves: the moves by player; the more there are, the shorter is the text of each.
        players: all players at the table, from whom shortened names must differ.
        where: the part of the match to which the numbers belong, if it should be named.
        end: a sentence that a part of the match ends, added if there is room.
        taken: letters that stand before the text.
    """
    rooms = (LONG, Move.in_full), (LONG, Move.as_new), (CLOSE, Move.as_new), (CLOSE, Move.briefly)
    moved = [move for move in moves.values() if move.change]
    for room, tell in rooms[0 if len(moved) <= SIDE_BY_SIDE else 1 :]:
        texts = _with_part([tell(move, short_name(one, players, room)) for one, move in moves.items()], where)
        for lines in [(*texts, end), texts] if end else [texts]:
            if _has_room(lines, taken):
                return lines
    return _largest(moves, players, where, taken)


def _largest(moves: Mapping[Player, Move], players: Sequence[Player], where: Say | None, taken: int) -> tuple[Say, ...]:
    """Return as many moves as fit, those with an event first, and the number of the others."""
    ranked = sorted(moves, key=lambda one: (not moves[one].event, -abs(moves[one].change)))
    fitting: tuple[Say, ...] = ()
    for n in range(1, len(moves)):
        texts = [moves[one].as_new(short_name(one, players, CLOSE)) for one in ranked[:n]]
        left = len(moves) - n
        more = (*_with_part(texts, where), say_n("{n} more", "{n} more", left))
        if fitting and not _has_room(more, taken):
            break
        fitting = more
    return fitting or _with_part([move.as_new(short_name(one, players, CLOSE)) for one, move in moves.items()], where)


def _with_part(texts: Sequence[Say], where: Say | None) -> tuple[Say, ...]:
    return (say("{label}: {value}", label=where, value=texts[0]), *texts[1:]) if where and texts else tuple(texts)


def _moves(line: Line, after: Tally, columns: Collection[Player]) -> dict[Player, Move]:
    """Return the numbers that change; in several columns, the first in which the deal counts for the player.

    Money beside a score is shown only if no score changes.
    """
    is_earlier = line is not after.lines[-1] and line.leg == after.lines[-1].leg
    moves = {}
    for player in after.record.players:
        figures = [one.figure(player) for one in (line, *line.beside)]
        figure = next((figure for figure in figures if figure.change), None)
        if figure and line.scores:
            new = after.scores[player].value if is_earlier else figure.value
            moves[player] = Move(figure.change, signed(figure.change), "" if player in columns else number_text(new))
        elif figure:
            moves[player] = _paid(player, figure.change, after)
    if moves or not line.has_both:
        return moves
    return {player: _paid(player, figure.change, after) for player, figure in line.balances.items() if figure.change}


def _with_events(line: Line, moves: Mapping[Player, Move], players: Sequence[Player]) -> dict[Player, Move]:
    words = {one.player: one.event.beside for one in line.events if one.event.beside}
    return {
        player: replace(moves.get(player, Move(0, "", "")), event=words.get(player, ""))
        for player in players
        if player in moves or player in words
    }


def _paid(player: Player, change: int, after: Tally) -> Move:
    return Move(change, after.money(signed(change)), after.money(signed(after.balances[player].value)))


def _has_room(way: Sequence[Say], taken: int = 0) -> bool:
    """Return True if the sentences fit into two lines, without a line break inside a sentence."""
    ends = divmod(taken, LINE_ON_SAVE)  # the line, and where it ends
    for sentence in way:
        letters = len(_in_english(sentence)) + len(", ")
        line, at = ends
        ends = (line, at + letters) if at + letters <= LINE_ON_SAVE or not at else (line + 1, letters)
    return ends[0] < LINES_ON_SAVE


def _in_english(sentence: Say) -> str:
    words = {key: _in_english(one) if isinstance(one, Say) else one for key, one in sentence.args.items()}
    return sentence.msgid.format(**words)


def short_name(player: Player, players: Sequence[Player], room: int = LONG) -> str:
    """Return the name, or if it is longer than `room`, the beginning that distinguishes it from the others."""
    return beginning(player, players, min(room, ROOM)) if len(player) > room else player


def with_short_names(sentence: Say, players: Sequence[Player]) -> Say:
    """Return the sentence with long names cut to beginnings that distinguish them."""
    short: dict[str, str] = {player: short_name(player, players) for player in players}
    return replace(sentence, args={key: _shortened(value, short) for key, value in sentence.args.items()})


def _shortened(value: object, short: Mapping[str, str]) -> object:
    """Shorten names, also in nested sentences and in lists."""
    if isinstance(value, str):
        return short.get(value, value)
    if isinstance(value, Say):
        return replace(value, args={key: _shortened(one, short) for key, one in value.args.items()})
    if isinstance(value, list | tuple) and not isinstance(value, Cards):
        return [_shortened(one, short) for one in value]
    return value


def moved(before: Tally, after: Tally) -> list[Say]:
    """Return the new numbers of all players whose number changes, with the money in a game of points for money."""
    changes = differences(standing(before), standing(after))
    money = differences(values(before.balances), values(after.balances)) if before.scores else []
    return [*changes, say("Money: {changes}", changes=money)] if money else changes


def differences(old: Mapping[Player, int], new: Mapping[Player, int]) -> list[Say]:
    """Return the old and the new number of each player whose number differs."""
    both = ((one, old.get(one, 0), new.get(one, 0)) for one in {**old, **new})
    return [say("{player} {old} → {new}", player=one, old=was, new=will) for one, was, will in both if was != will]


def consequences(before: Tally, after: Tally, number: int) -> list[Say]:
    """Return what changes elsewhere on the sheet if entry `number` is corrected or struck out."""
    beside = (*_legality(before, after, number), *_legs(before, after))
    return [*beside, *_events(before, after, number), *_outcome(before, after)]


def _legality(before: Tally, after: Tally, number: int) -> Iterator[Say]:
    was = {ruling.entry: ruling for ruling in before.refused}
    will = {ruling.entry: ruling for ruling in after.refused}
    for entry, ruling in will.items():
        if entry and entry not in was and entry != number:
            facts = {"entry": name_of(before, entry), "why": ruling.sentence}
            if ruling.duty:
                yield say("This would make {entry} invalid, unless the table accepts it: {why}", **facts)
            else:
                yield say("This would make {entry} invalid: {why}", **facts)
    for entry in was:
        if entry and entry not in will and entry != number:
            yield say("Counts again: {entry}.", entry=name_of(after, entry))


def _legs(before: Tally, after: Tally) -> Iterator[Say]:
    """Yield deals that would move to another table of the sheet, because a rams or game ends earlier or later."""
    was = {line.entry: line.leg for line in before.lines}
    for line in after.lines:
        old = was.get(line.entry, line.leg)
        if line.leg != old:
            there, here = after.leg(line.leg) or line.leg, before.leg(old) or old
            yield say("Moves from {old} to {new}: {entry}.", old=here, new=there, entry=name_of(before, line.entry))


def _events(before: Tally, after: Tally, number: int) -> Iterator[Say]:
    was, will = _by_entry(before, number), _by_entry(after, number)
    for entry in sorted({*was, *will}):
        old, new = was.get(entry, {}), will.get(entry, {})
        name = name_of(before if entry in was else after, entry)
        gone, come = ([one for key, one in of.items() if key not in beside] for of, beside in ((old, new), (new, old)))
        yield from (say("No longer true in {entry}: {event}", entry=name, event=one.sentence) for one in gone)
        yield from (say("Then in {entry}: {event}", entry=name, event=one.sentence) for one in come)


def _by_entry(tally: Tally, number: int) -> dict[int, dict[tuple[Player, str], Happening]]:
    """Return the events by entry; for the corrected entry only those that end a rams or a game."""
    events: dict[int, dict[tuple[Player, str], Happening]] = {}
    for line in tally.lines:
        for one in line.events:
            if line.entry != number or one.event.wins:
                events.setdefault(line.entry, {})[one.player, one.event.name] = one
    return events


def _outcome(before: Tally, after: Tally) -> Iterator[Say]:
    if before.status == "finished" and after.status != "finished":
        yield say("The match would not be over.")
    elif after.status == "finished" and before.winners != after.winners:
        yield say("Winner of the match: {names}.", names=after.winners)


def _payments(before: Tally, after: Tally) -> Iterator[Say]:
    """Yield the payments if they change and the match is over then."""
    if after.status == "finished" and (before.status != "finished" or before.payments != after.payments):
        yield from (paying(after, one) for one in after.payments)
