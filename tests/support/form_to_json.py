"""Read forms of a deal as browsers send them into the JSON of a match file."""

from typing import Any

from companion.parsing import game_of, read_body, read_form
from companion.rules.rulings import Ruling

PLAYERS = ("Anna", "Bo", "Cia")


def body(key: str, *fields: tuple[str, str], players: tuple[str, ...] = PLAYERS) -> Any:
    found = read_form(game_of(key), players, [("kind", "deal"), *fields])
    assert isinstance(found, dict)
    return {key: value for key, value in found.items() if key != "kind"}


def fault(key: str, *fields: tuple[str, str]) -> Ruling:
    found = read_body(game_of(key), PLAYERS, {"kind": "deal", **body(key, *fields)})
    assert isinstance(found, Ruling)
    return found
