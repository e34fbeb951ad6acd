"""Make matches and their scoreboards."""

from companion.parsing import FORMAT, Match, read_match
from companion.presentation.scoreboard import Scoreboard, scoreboard
from companion.translation import language

ENGLISH = language("en")


FOUR = ["Anna", "Bo", "Cia", "Dag"]


def match(game: str, players: list[str], *entries: dict, **options: object) -> Match:
    data = {"format": FORMAT, "game": game, "players": players, "options": options, "entries": list(entries)}
    match_read = read_match({**data, "opening": {"dealer": players[-1]}})
    assert isinstance(match_read, Match)
    assert not match_read.fault
    return match_read


def board(found: Match) -> Scoreboard:
    return scoreboard(found.game, found.tally)
