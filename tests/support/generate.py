"""Random matches from a seed: mostly legal, with corrections and mistakes.

`python tests/support/generate.py FOLDER N` writes N match files, the same for the same version of the rules.
"""

import json
import random
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from companion import games
from companion.parsing import FORMAT, Match, read_body, read_match
from companion.parsing.json_decoder import plain
from companion.rules.entries import Entry
from companion.rules.game import Game
from companion.rules.judge import judge_last
from companion.rules.options import HouseRule, house_rules
from companion.rules.rulings import Ruling
from companion.rules.tally import Tally
from support.random_deals import Json

NAMES = ("Anna", "Bo", "Cia", "Dag", "Eva", "Fia", "Gun", "Hal")
TRIES = 8  # attempts to find an entry that the rules accept
SLIPS = 0.1  # the share of entries that are written even if illegal


def match(seed: int, game: Game | None = None) -> Json:
    """Return a match file."""
    chance = random.Random(seed)
    game = game or chance.choice(games.GAMES)
    while True:
        head = _head(chance, game)
        empty = read_match(head)
        if isinstance(empty, Match):
            break
    return {**head, "entries": entries(chance, empty)}


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


def entries(chance: random.Random, found: Match) -> list[Json]:
    """Yield entries for a match without any; the last one may be refused."""
    game, record, replay = found.game, found.record, found.replay
    entries: list[Json] = []
    for _number in range(chance.randint(1, 25)):
        tally = replay.tally
        tries = 1 if chance.random() < SLIPS else TRIES
        for _ in range(tries):
            data = _entry(chance, game, tally, len(entries))
            body = read_body(game, record.players, data)
            if isinstance(body, Ruling):
                if tries == 1:
                    return [*entries, data]
                continue
            longer = replay.then(Entry(len(entries) + 1, body))
            if judge_last(longer) is None:
                replay, entries = longer, [*entries, data]
                break
            if tries == 1:
                return [*entries, data]
    return entries


def _deal(chance: random.Random, game: Game, tally: Tally) -> Json:
    """Return a deal from chance.py of the game's folder."""
    made: Json = import_module(f"games.{game.key}.chance").deal(chance, tally)
    return made


def _entry(chance: random.Random, game: Game, tally: Tally, written: int) -> Json:
    players = list(tally.record.players)
    way = chance.random()
    if way < 0.75 or not written:
        return _deal(chance, game, tally)
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


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for seed in range(int(sys.argv[2])):
        (folder / f"{seed:04}.json").write_text(json.dumps(match(seed)), encoding="utf-8")
