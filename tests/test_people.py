"""Other people continue a match, and names are corrected: the old part and the new one (<game>.people.*)."""

import copy
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import generate
from support.cases import cases, holds, keys, match_file
from support.each import each
from support.examples import rows
from support.share import some

from companion import json_output
from companion.games import GAMES
from companion.new_part import Difference, Wish, difference, go_on
from companion.parsing import Match, checksums, read_match, write_match
from companion.rules.game import Game
from companion.rules.rulings import Ruling
from companion.rules.tally import Line


def read(data: Any) -> Match:
    match = read_match(data)
    assert isinstance(match, Match), match
    return match


def wish_of(case: dict[str, Any]) -> Wish:
    return Wish(case.get("without", ()), case.get("with", ()), case.get("order"), case.get("dealer"))


def replayed(data: Any) -> dict[str, Any]:
    result, well = json_output.replay(read(data))
    assert well, result
    return result


def ended(match: Match, part: Match) -> dict[str, Any]:
    """Return the file of the old part with the end that the new part gives it."""
    file: dict[str, Any] = copy.deepcopy(dict(write_match(match)))
    file["entries"].append({"kind": "end", "reason": "people", "continued": write_match(part)["continues"]})
    return file


@pytest.mark.parametrize("game", keys("people"))
@each("case", lambda game: cases("people", game))
def test_continue(case: dict[str, Any]) -> None:
    """A case has a match, who leaves and joins, and a part of the new file (`expect`) or an `error`.

    `absent`: keys that the opening must not have; `without_options`: rules that the new head must not have. `next`:
    known facts of the next deal; `after`: the sheet after the entries `then`. `owes`: the difference of the new part's
    opening if the first entry is `corrected` later.
    """
    match = read(match_file(case))
    part = go_on(match, wish_of(case))
    if "error" in case:
        assert isinstance(part, Ruling), write_match(part)
        error = json_output.error_json(part, "en")["error"]
        holds(case["error"], error)
        assert ("entry" in error) == ("entry" in case["error"])
        return
    assert isinstance(part, Match), json_output.error_json(part, "en")
    file = write_match(part)
    holds(case.get("expect", {}), file)
    assert not set(case.get("absent", ())) & file["opening"].keys()
    assert not set(case.get("without_options", ())) & file["options"].keys()
    assert file["continues"]["score"] == checksums(match).score
    assert list(file["continues"])[:4] == ["score", "left", "joined", "payments"]
    assert write_match(read(file)) == file
    new = replayed(file)
    holds(case.get("next", {}), new["next"])
    holds(case.get("after", {}), replayed({**file, "entries": case.get("then", [])}))
    _left_as_it_stood(match, part)
    if "corrected" in case:
        old = ended(match, part)
        old["entries"].append({"kind": "correction", "entry": 1, "with": case["corrected"]})
        assert difference(read(old), read(file)) == Difference(**case["owes"])


def _left_as_it_stood(match: Match, part: Match) -> None:
    """The old part is over without a winner, and otherwise unchanged; the checksum of the score ignores the link."""
    before, old = replayed(write_match(match)), ended(match, part)
    after = replayed(old)
    moved = {"status", "ended", "payments", "next", "winners", "places"}
    assert {key: value for key, value in after.items() if key not in moved} == {
        key: value for key, value in before.items() if key not in moved
    }
    number = len(old["entries"])
    assert after["status"] == "finished"
    assert after["ended"] == {"by": "people", "entry": number}
    assert (after["winners"], after["places"], after["next"]["dealer"]) == ([], {}, None)
    assert sum(one["amount"] for one in after["payments"]) == sum(
        one["amount"] for one in write_match(part)["continues"]["payments"]
    )
    other = copy.deepcopy(old)
    other["entries"][-1]["continued"]["score"] = "another"
    assert checksums(read(old)).score == checksums(read(other)).score
    assert checksums(read(old)).record != checksums(read(other)).record


def chosen(chance: random.Random, match: Match) -> Wish:
    """Draw a change of players, mostly a possible one."""
    players = [str(player) for player in match.shown.record.players]
    leaving = chance.sample(players, chance.choice([0, 0, 1, 1, 2]))
    joining = [f"New {len(players)}{n}" for n in range(chance.choice([0, 1, 1, 2]))]
    out = match.shown.tally.out
    order = [one for one in (*players, *joining) if one not in (*leaving, *out)]
    chance.shuffle(order)
    dealer = chance.choice([None, None, *order]) if order else None
    return Wish(leaving, joining, chance.choice([None, order]), dealer)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
class TestByChance:
    """Whatever was played and whoever leaves and joins, no points or money are lost between the parts."""

    @settings(max_examples=some(30))
    @given(seed=st.integers(0, 10**9))
    def test_two_changes_one_after_the_other(self, game: Game, seed: int) -> None:
        chance = random.Random(seed)
        match = read(generate.match(seed, game))
        for _ in range(3):
            wish = chosen(chance, match)
            part = go_on(match, wish)
            if isinstance(part, Ruling):
                assert part.entry or part.clauses, part
                return
            _left_as_it_stood(match, part)
            self._nobody_who_stays_has_lost_anything(match, part)
            file = write_match(part)
            assert write_match(read(file)) == file
            match = read({**file, "entries": generate.entries(chance, read(file))})
            before = match.record.continues
            assert before and before == part.record.continues

    @staticmethod
    def _nobody_who_stays_has_lost_anything(match: Match, part: Match) -> None:
        old, new = replayed(write_match(match.shown)), replayed(write_match(part))
        names = {player: old["names"].get(player, player) for player in old["players"]}
        handover = part.record.continues
        assert handover
        stays = [name for name in new["players"] if name not in handover.joined]
        at = {name: player for player, name in names.items()}
        assert {*stays, *handover.left} == {*names.values()}
        assert [name for name in names.values() if name in handover.left] == list(handover.left)
        paid = Counter[str]()
        for one in handover.payments:
            assert one.amount > 0
            paid[one.payer] += one.amount
            paid[one.payee] -= one.amount
        for name in stays:
            if "scores" in old and not handover.payments:
                assert new["scores"][name] == old["scores"][at[name]]
            for column in (column for game, column in rows("CARRIED") if game == match.game.key):
                assert new[column][name] == old[column][at[name]]
        if "pot" in old and new["pot"] == old["pot"]:  # otherwise the new players have paid a stake
            balances = {name: old["balances"][at[name]] + paid[name] for name in stays}
            assert {name: new["balances"][name] for name in stays} == balances
        if "must_knock" in old["next"]:
            assert {*old["next"]["must_knock"]} & {at[name] for name in stays} == {
                at[name] for name in new["next"]["must_knock"] if name in stays
            }
        if "pot" in new:
            assert sum(new["balances"].values()) + new["pot"] == 0
        played: Any = match.record.opening, part.record.opening
        assert played[1].deals_played == played[0].deals_played + sum(map(counts, match.tally.lines))


def counts(line: Line) -> bool:
    """Return whether it is a deal that counts; void deals have no numbers."""
    is_void = bool(line.scores) and all(figure.mark and figure.mark.instead for figure in line.scores.values())
    return line.kind == "deal" and not is_void
