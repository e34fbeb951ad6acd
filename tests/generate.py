"""Matches by chance, from a seed: legal for the most part, with corrections and slips.

`python tests/generate.py FOLDER N` writes N match files, the same for the same version of the rules.
"""

import json
import random
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion import games
from companion.reading import FORMAT, Match, read_body, read_match
from companion.reading.converter import plain
from companion.rules.entries import Entry
from companion.rules.game import Game
from companion.rules.options import HouseRule, house_rules
from companion.rules.record import judge_last
from companion.rules.rulings import Ruling
from companion.rules.tally import Tally

Json = dict[str, Any]
NAMES = ("Anna", "Bo", "Cia", "Dag", "Eva", "Fia", "Gun", "Hal")
TRIES = 8  # for an entry that the rules take
SLIPS = 0.1  # of the entries are written whatever they are


def match(seed: int, game: Game | None = None) -> Json:
    """A match file."""
    chance = random.Random(seed)
    game = game or chance.choice(games.GAMES)
    while True:
        head = _head(chance, game)
        found = read_match(head)
        if isinstance(found, Match):
            break
    return {**head, "entries": _entries(chance, found)}


def _head(chance: random.Random, game: Game) -> Json:
    players = list(NAMES[: chance.choice(game.seats)])
    names = [one for one in house_rules(game.options) if chance.random() < 0.15]
    options = {name: plain(_value(chance, rule)) for name, rule in names}
    opening: Json = {"dealer": chance.choice(players)} if chance.random() < 0.3 else {}
    if chance.random() < 0.2:
        opening["scores"] = {player: chance.randint(1, 10) for player in players}
    return {"format": FORMAT, "game": game.key, "players": players, "options": options, "opening": opening}


def _value(chance: random.Random, rule: HouseRule) -> Any:
    values: list[Any] = [value for value, _ in rule.choices]
    if rule.numbers:
        values.append(chance.choice(rule.numbers[:200]))
    values += [{key: chance.choice(numbers[:20])} for key, (_, numbers) in rule.counted.items()]
    values += [{"capot": 50}] if rule.named else ["kr"] if rule.letters else []
    return chance.choice(values)


def _entries(chance: random.Random, found: Match) -> list[Json]:
    game, record = found.game, found.record
    entries: list[Json] = []
    for _number in range(chance.randint(1, 25)):
        tally = game.tally(record)
        tries = 1 if chance.random() < SLIPS else TRIES
        for _ in range(tries):
            data = _entry(chance, game, tally, len(entries))
            body = read_body(game, record.players, data)
            if isinstance(body, Ruling):
                if tries == 1:
                    return [*entries, data]
                continue
            longer = replace(record, entries=(*record.entries, Entry(len(entries) + 1, body)))
            if judge_last(game, longer) is None:
                record, entries = longer, [*entries, data]
                break
            if tries == 1:
                return [*entries, data]
    return entries


def _entry(chance: random.Random, game: Game, tally: Tally, written: int) -> Json:
    players = list(tally.record.players)
    way = chance.random()
    if way < 0.75 or not written:
        return DEALS[game.key](chance, tally)
    if way < 0.88:
        content = None if chance.random() < 0.5 else _entry(chance, game, tally, 0)
        return {"kind": "correction", "entry": chance.randint(1, written), "with": content}
    if way < 0.91:
        return {"kind": "penalty", "player": chance.choice(players), "points": chance.randint(-12, 30)}
    if way < 0.93:
        return {"kind": "misdeal"}
    if way < 0.96:
        name, rule = chance.choice(list(house_rules(game.options)))
        return {"kind": "option", "option": name, "value": plain(_value(chance, rule))}
    if way < 0.97:
        return {"kind": "end"}
    return {"kind": chance.choice(["note", "contest", "confirm"]), "entry": written, "text": "hm"}


def _some(chance: random.Random, players: list[str], share: float) -> list[str]:
    return [player for player in players if chance.random() < share]


def _winners(chance: random.Random, players: list[str], n: int = 5) -> list[str] | dict[str, int]:
    found = [chance.choice(players) for _ in range(n)]
    return found if chance.random() < 0.7 else {player: found.count(player) for player in set(players)}


def _rams(chance: random.Random, tally: Tally) -> Json:
    turn = list(tally.turn) or list(tally.record.players)
    passed = _some(chance, turn, 0.2)
    plays = [player for player in turn if player not in passed] or turn
    deal: Json = {"kind": "deal", "passed": passed}
    if len(plays) > 1:
        deal["tricks"] = _winners(chance, plays, chance.choice([5, 5, 5, 4, 3, 2]))
    if tally.dealer is None:
        deal["dealer"] = chance.choice(turn)
    if chance.random() < 0.1:
        deal["bought_down"] = _some(chance, plays, 0.4)
    if chance.random() < 0.1:
        deal["faults"] = _some(chance, plays, 0.3)
    return deal


def _english_rams(chance: random.Random, tally: Tally) -> Json:
    turn = list(tally.turn) or list(tally.record.players)
    words = ["join", "join", "join", "fold", "fold", "widow", "pay", "general", "widow_general"]
    calls = [[player, chance.choice(words)] for player in turn] if chance.random() < 0.8 else []
    plays = [player for player, call in calls if call not in ("fold", "pay")] or turn
    deal: Json = {"kind": "deal", "calls": calls}
    if len(plays) > 1:
        deal["tricks"] = _winners(chance, plays, chance.choice([5, 5, 5, 1]))
    if chance.random() < 0.1:
        deal["faults"] = [{"player": chance.choice(plays), "heirs": []}]
    return deal


def _ramino(chance: random.Random, tally: Tally) -> Json:
    turn = list(tally.turn) or list(tally.record.players)
    out = chance.choice(turn) if chance.random() < 0.9 else None
    laid = {player: chance.randint(14, 40) * 5 for player in turn if player == out or chance.random() < 0.7}
    left = {player: chance.randint(1, 30) * 5 if player in laid else 80 for player in turn if player != out}
    deal: Json = {"kind": "deal", "out": out, "laid": laid, "left": left}
    if chance.random() < 0.5:
        deal["not_laid"] = [player for player in turn if player not in laid]
    if chance.random() < 0.15:
        deal["finish"] = chance.choice(["ramino", "ramino_own"])
    if chance.random() < 0.15:
        deal["penalties"] = {chance.choice(turn): chance.choice([["joker"], ["table"], ["announce"], 50])}
    return deal


def _rami(chance: random.Random, tally: Tally) -> Json:
    turn = list(tally.turn) or list(tally.record.players)
    out = chance.choice(turn)
    losers = [player for player in turn if player != out]
    deal: Json = {"kind": "deal", "out": out, "left": {player: chance.randint(2, 120) for player in losers}}
    if chance.random() < 0.3:
        deal["not_laid"] = _some(chance, losers, 0.5)
    if chance.random() < 0.2:
        deal["rami_sec"] = chance.choice([True, "late"])
    return deal


def _gin(chance: random.Random, tally: Tally) -> Json:
    players = list(tally.record.players)
    end = chance.choice(["knock", "knock", "knock", "gin", "gin", "big_gin", "void"])
    if end == "void":
        return {"kind": "deal", "end": end}
    by, other = chance.sample(list(tally.turn or players)[-2:], 2)
    own = chance.randint(0, tally.options.knock_limit) if end == "knock" else 0
    deal: Json = {"kind": "deal", "end": end, "by": by, "deadwood": {by: own, other: chance.randint(0, 60)}}
    if tally.options.oklahoma:
        deal["upcard"] = chance.choice("A23456789TJQK") + chance.choice("SHDC")
    return deal


def _free(chance: random.Random, tally: Tally) -> Json:
    turn = list(tally.turn) or list(tally.record.players)
    points = {player: chance.randint(-20, 60) for player in _some(chance, turn, 0.8)}
    if tally.options.zero_sum:
        points[turn[0]] = points.get(turn[0], 0) - sum(points.values())
    return {"kind": "deal", "points": points}


DEALS: dict[str, Callable[[random.Random, Tally], Json]] = {
    "rams": _rams,
    "english_rams": _english_rams,
    "ramino": _ramino,
    "rami": _rami,
    "gin": _gin,
    "free": _free,
}


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for seed in range(int(sys.argv[2])):
        (folder / f"{seed:04}.json").write_text(json.dumps(match(seed)), encoding="utf-8")
