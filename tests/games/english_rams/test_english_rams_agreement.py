"""The questions of English Rams about single calls agree with the question about all calls."""

from collections.abc import Iterator

import pytest
from support.asking import ruling_of

from companion.rules.rulings import Ruling


def _spoken(players: list[str], pot: str, calls: list[list[str]]) -> Iterator[tuple[list[list[str]], Ruling]]:
    """Yield all possible sequences of calls in a deal, up to every speaker, with the legal calls."""
    ruling = ruling_of("english_rams", "calls", players=players, dealer=players[-1], pot=pot, calls=calls)
    yield calls, ruling
    for call in ruling.answer.get("allowed", ()):
        yield from _spoken(players, pot, [*calls, [str(ruling.answer["next"]), call]])


@pytest.mark.parametrize("pot", ["simple", "double"])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_legal_calls_of_english_rams(seats: int, pot: str) -> None:
    """The questions on folding, the widow and announcing agree with the list of calls."""
    players = list("ABCDE")[:seats]
    for calls, ruling in _spoken(players, pot, []):
        if not ruling.answer["next"]:
            continue
        said = [call for _, call in calls]
        announced = any("general" in call for call in said)
        taken = any("widow" in call for call in said)
        seat = players.index(str(ruling.answer["next"])) + 1
        joined = sum(call != "fold" for call in said)
        asked = {
            "fold": ("fold", {"pot": pot, "announced": announced, "widow": False, "players": seats, "seat": seat}),
            "widow": ("widow", {"wants": "take", "taken": taken, "announced": "other" if announced else "nobody"}),
            "announce": ("general", {"announced": announced, "turn": True}),
        }
        more = {"fold": {"joined": joined}, "widow": {"spoken": False}}
        for key, (call, facts) in asked.items():
            found = ruling_of("english_rams", key, **facts, **more.get(key, {}))
            assert (found.verdict == "legal") == (call in ruling.answer["allowed"]), (calls, key)
