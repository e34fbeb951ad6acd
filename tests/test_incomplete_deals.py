"""Nothing is assumed: a deal asks for everything that it leaves out, as a whole and in parts."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from support import generate
from support.cases import cases, keys
from support.each import each
from support.examples import rows
from support.share import some

from companion.games import GAMES
from companion.parsing import FORMAT, Match, read_body, read_match
from companion.parsing.partial_deals import merged, missing_in_part, own_part, partial_conflict, whole
from companion.rules.entries import Entry, Player
from companion.rules.game import Game
from companion.rules.history import AnyRecord
from companion.rules.judge import judge_last
from companion.rules.rulings import Ruling
from companion.rules.tally import Tally, values
from companion.translation import language, speak

ENGLISH = language("en")
Json = Mapping[str, Any]
SEEDS = some(24)
BY_CUSTOM = {(key, field) for key, field, _why in rows("BY_CUSTOM")}


def table_of(case: Json) -> tuple[Game, AnyRecord]:
    players = case.get("players", ["Anna", "Bo", "Cia"])
    head = {"format": FORMAT, "game": case["game"], "players": players, "options": case.get("options", {})}
    match = read_match(head)
    assert isinstance(match, Match)
    return match.game, match.record


def judged(game: Game, record: AnyRecord, tally: Tally, typed: Json) -> Ruling | Tally:
    """Judge a deal that was typed as a whole: return the sheet with it, or the refusal."""
    data = whole(game, tally, {"kind": "deal", **typed})
    body = data if isinstance(data, Ruling) else read_body(game, record.players, data)
    if isinstance(body, Ruling):
        return body
    replay = game.replay(record.then(Entry(len(record.entries) + 1, body)))
    return judge_last(replay) or replay.tally


def told(ruling: Ruling) -> str:
    return speak(ruling.sentence, ENGLISH)


@pytest.mark.parametrize("key", keys("entered"))
@each("case", lambda key: cases("entered", key))
def test_what_is_asked(case: Json) -> None:
    """`says` is entered as the part of the player `part`, or by all in `parts`, or in the form of the `deal`."""
    game, record = table_of(case)
    tally = game.tally(record)
    found: Ruling | None
    if "part" in case:
        player = Player(case["part"])
        part = own_part(game, player, record.players, case["says"])
        assert not isinstance(part, Ruling)
        found = missing_in_part(game, tally, player, part)
    elif "parts" in case:
        parts = {Player(name): part for name, part in case["parts"].items()}
        assert not any(missing_in_part(game, tally, player, part) for player, part in parts.items())

        def judge(deal: Json) -> Ruling | None:
            wrong = judged(game, record, tally, deal)
            return wrong if isinstance(wrong, Ruling) else None

        failed = partial_conflict(game, tally.turn, parts, judge)
        found = failed.ruling if failed else None
    else:
        outcome = judged(game, record, tally, case["deal"])
        found = outcome if isinstance(outcome, Ruling) else None
    assert (told(found) if found else "") == case.get("asks", "")
    assert (found.player if found else None) == case.get("of")


def without(deal: Json) -> Iterator[tuple[str, str, Json]]:
    """Yield the deal without one of its facts: the field, its player, and the rest."""
    for field, value in deal.items():
        if field not in ("kind", "dealer"):
            yield field, "", {key: one for key, one in deal.items() if key != field}
            for player in value if isinstance(value, dict) else ():
                rest = {name: one for name, one in value.items() if name != player}
                yield field, player, {**deal, field: rest}


def deals(game: Game) -> Iterator[tuple[AnyRecord, Tally, Json]]:
    """Draw deals that can be entered, each with the match before it."""
    for seed in range(SEEDS):
        match = read_match(generate.match(seed, game))
        assert isinstance(match, Match)
        for number, entry in enumerate(match.record.entries, start=1):
            record = match.record.before(number)
            tally = game.tally(record)
            data = generate.plain(entry.body)
            is_clear = data["kind"] == "deal" and tally.status == "running" and not game.unclear(tally, data)
            if is_clear and isinstance(judged(game, record, tally, data), Tally):
                yield record, tally, data


def stand(tally: Tally) -> tuple[Mapping[Player, int], Mapping[Player, int]]:
    return values(tally.scores), values(tally.balances)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
class TestMissingFacts:
    """Anything left out of a legal deal is asked for, or changes nothing; a part asks only its own player."""

    def test_of_a_whole_deal(self, game: Game) -> None:
        for record, tally, deal in deals(game):
            said = judged(game, record, tally, deal)
            assert isinstance(said, Tally)
            for field, player, rest in without(deal):
                found = judged(game, record, tally, rest)
                if isinstance(found, Tally) and (game.key, field) not in BY_CUSTOM:
                    assert stand(found) == stand(said), (field, player, deal)

    def test_of_parts(self, game: Game) -> None:
        """Each enters only the own part: it asks for the rest, or all parts make exactly the deal."""
        for record, tally, deal in deals(game) if game.in_parts else ():
            parts = {player: own_part(game, player, record.players, deal) for player in tally.turn}
            asked = {}
            for player, part in parts.items():
                assert not isinstance(part, Ruling)
                wrong = missing_in_part(game, tally, player, part)
                if wrong:
                    assert wrong.player == player
                    asked[player] = wrong
            if not asked:
                together = merged(game, tally.turn, parts)  # type: ignore[arg-type] - no Ruling among them
                assert not isinstance(together, Ruling)
                found = judged(game, record, tally, together)
                assert isinstance(found, Tally)
                said = judged(game, record, tally, deal)
                assert isinstance(said, Tally)
                assert stand(found) == stand(said)

    def test_an_untouched_part(self, game: Game) -> None:
        """Players with something to enter must enter it."""
        match = read_match({"format": FORMAT, "game": game.key, "players": list(generate.NAMES[: game.seats[0]])})
        assert isinstance(match, Match)
        for player in match.tally.turn if game.in_parts else ():
            wrong = missing_in_part(game, match.tally, player, {})
            assert wrong
            assert wrong.player == player
