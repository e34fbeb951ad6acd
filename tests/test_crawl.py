"""Every page of every game in every state of a match answers 200, is strict HTML, and labels each control."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from support.cases import legal
from support.phones import Phone, new_app, stored
from support.share import every
from support.strict import faults
from werkzeug.routing import Rule

from companion.games import GAMES
from companion.instance import host_code
from companion.parsing import Match, read_match, write_match
from companion.repository import take_in
from companion.rulebooks import book
from companion.rules.game import Game
from companion.rules.history import AnyRecord, history_of

NO_PAGES = {
    "static",
    "match.live",
    "board.live",
    "board.tv_live",
    "join.link",
}  # fragments, files, redirects
ASKED = {"match.earlier": {"before": 1}}  # query of some pages
ON_PAPER = "printing."  # seconds each, and tested elsewhere: here only those of the game with the shortest book
PRINTED = min(GAMES, key=lambda game: len(book(game.key, "en").clauses))
CONTESTED = {"kind": "contest", "entry": 1, "reason": "counted twice"}


@cache
def states(game: Game) -> dict[str, Match]:
    """Yield a match in each state, the longest there is; disputed and empty ones are made from the running one.

    Two of them are for money, if points can have a price: one is running and one is settled.
    """
    longest: dict[str, tuple[int, Match]] = {}
    for _, match in legal(game.key):
        tally = game.tally(match.record)
        state = "refused" if tally.refused else tally.status
        if state not in longest or longest[state][0] < len(match.record.entries):
            longest[state] = (len(match.record.entries), match)
    found = {state: match for state, (_, match) in longest.items()}
    return {
        **found,
        "finished": for_money(found["finished"]),
        "empty": with_entries(found["running"], lambda entries: []),
        "contested": for_money(with_entries(found["running"], lambda entries: [*entries, CONTESTED])),
    }


def with_entries(match: Match, change) -> Match:
    return made({**write_match(match), "entries": change(write_match(match)["entries"])})


def for_money(match: Match) -> Match:
    """Return the same match for money, if its points may have a price."""
    data = write_match(match)
    if getattr(match.game.options(), "stake", None) != 0:
        return match
    return made({**data, "options": {**data["options"], "stake": 5}})


def made(data: dict[str, Any]) -> Match:
    match = read_match(data)
    assert isinstance(match, Match)
    assert not match.fault
    return match


STATES = ("running", "finished", "refused", "empty", "contested")


@pytest.fixture(scope="module")
def app(tmp_path_factory) -> Flask:
    return new_app(tmp_path_factory.mktemp("crawl"))


def rules_with(app: Flask, *arguments: str) -> list[Rule]:
    found = [
        rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ()) and rule.endpoint not in NO_PAGES
    ]
    return [rule for rule in found if rule.arguments == set(arguments)]


def addresses(app: Flask, game: Game, match_id: str, record: AnyRecord, is_whole: bool = True) -> Iterator[str]:
    """Yield every address of a match."""
    with app.test_request_context():
        build = app.url_map.bind("localhost").build
        for rule in rules_with(app, "match_id"):
            if (is_whole and (game is PRINTED or game not in GAMES)) or not rule.endpoint.startswith(ON_PAPER):
                yield build(rule.endpoint, {"match_id": match_id, **ASKED.get(rule.endpoint, {})})
        for rule in rules_with(app, "match_id", "number"):
            for number in one_of_each(record):
                yield build(rule.endpoint, {"match_id": match_id, "number": number})
        for rule in rules_with(app, "match_id", "key"):
            for key in game.questions if is_whole else ():  # in one state of each game
                yield build(rule.endpoint, {"match_id": match_id, "key": key})


def one_of_each(record: AnyRecord) -> Iterator[int]:
    """Yield the last entry of each kind: as written, corrected, struck out, disputed."""
    found = {}
    for one in history_of(record.entries):
        became = (one.body is None, bool(one.corrections), one.contest is not None, one.let_stand is not None)
        found[type(one.entry.body), became] = one.entry.number
    yield from found.values()


class TestEveryPage:
    @pytest.mark.parametrize("state", STATES)
    @pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
    def test_of_a_match(self, app, game, state) -> None:
        match, is_whole = states(game)[state], state == "running"
        phone = hosting(app)
        row = take_in(stored(app), match, owner=phone.id, at="2026-11-20T20:00:00Z")
        all_there_are = list(addresses(app, game, row.id, match.record, is_whole))
        step = 3 if is_whole else 6
        for address in every(step, all_there_are, first=GAMES.index(game) % step):
            check(phone, address)

    @pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
    def test_of_a_game(self, app, game) -> None:
        phone = Phone(app)
        build = app.url_map.bind("localhost").build
        for name in ("key", "game_key"):
            for rule in rules_with(app, name):
                if game is PRINTED or not rule.endpoint.startswith(ON_PAPER):
                    check(phone, build(rule.endpoint, {name: game.key}))
        for rule in rules_with(app, "game_key", "clause_id"):
            for clause in book(game.key, "en").clauses[::10]:
                check(phone, build(rule.endpoint, {"game_key": game.key, "clause_id": clause.id}))

    def test_of_the_house(self, app) -> None:
        for rule in rules_with(app):
            check(Phone(app), rule.rule)


def hosting(app: Flask) -> Phone:
    """Return the host's browser, which may open every page."""
    phone = Phone(app)
    phone.client.post("/host", data={"code": host_code(Path(app.instance_path))})
    return phone


def check(phone: Phone, address: str) -> None:
    answer = phone.client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    if answer.mimetype == "text/html":
        assert not list(faults(answer.text)), address
