"""Every referee question at tables with every house rule: before, between and after the deals."""

import random
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from itertools import count, islice
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from markupever import Parser
from support.cases import cases
from support.examples import ALL, example
from support.phones import Phone, read, stored
from support.share import every
from support.strict import faults
from werkzeug.datastructures import MultiDict

from companion.parsing import FORMAT, Match, read_match, write_match
from companion.parsing.form_encoder import fields_of
from companion.parsing.json_decoder import plain
from companion.repository import take_in
from companion.rules.game import Game
from companion.rules.options import HouseRule, house_rules

NAMES = ["A", "B", "C", "D"]  # as in the facts of the rulings
DEALS = 4
UNREAD = "The page sent something unexpected"
Json = dict[str, Any]


def values(rule: HouseRule) -> Iterator[Any]:
    """Yield every choice; for numbers the least and the most; a text or name if one is allowed."""
    yield from (plain(value) for value, _ in rule.choices)
    yield from ((rule.numbers[0], rule.numbers[-1]) if rule.numbers else ())
    yield from ({key: n} for key, (_, numbers) in rule.counted.items() for n in (numbers[0], numbers[-1]))
    yield from ([{"capot": 50}] if rule.named else ["kr"] if rule.letters else [])


def ways(rules: Mapping[str, HouseRule], name: str, value: Any) -> Iterator[Json]:
    """Yield a house rule with the rules that it needs; then with one more, as some rules need another."""
    found = {**rules[name].only, name: value}
    for other, without in rules[name].unless.items():
        found[other] = next(one for one in values(rules[other]) if one != plain(without))
    plainly = {key: plain(one) for key, one in found.items()}
    yield plainly
    yield from ({other: one, **plainly} for other, rule in rules.items() for one in values(rule))


def begun(game: Game, options: Json, *entries: Json) -> Match | None:
    """Return a match with these house rules, with as many players as they allow."""
    for players in sorted(game.seats, key=lambda n: abs(n - example(game).usual)):
        head = {"format": FORMAT, "game": game.key, "players": NAMES[:players], "options": options}
        match = read_match({**head, "entries": list(entries)})
        if players <= len(NAMES) and isinstance(match, Match) and not match.fault:
            return match
    return None


def tables(game: Game) -> Iterator[Match]:
    """Return few tables that cover every value of every house rule."""
    rules = dict(house_rules(game.options))
    left = [(name, value) for name, rule in rules.items() for value in values(rule)]
    while left:
        options: Json = {}
        for name, value in tuple(left):
            for wanted in islice(ways(rules, name, value), 1 if options else None):
                agree = all(options.get(key, one) == one for key, one in wanted.items())
                if agree and begun(game, options | wanted):
                    options |= wanted
                    left.remove((name, value))
                    break
        assert options, f"nobody can play {left}"
        match = begun(game, options)
        assert match
        yield match


def then(match: Match, *entries: Json) -> Match | None:
    """Return the match with more entries, if the rules allow them."""
    found = read_match({**write_match(match), "entries": [*write_match(match)["entries"], *entries]})
    assert isinstance(found, Match), found
    return None if found.fault or match.game.tally(found.record).refused else found


def dealt(match: Match) -> tuple[Match, Json]:
    """Return the match after some random deals, and a possible next deal unless it is over."""
    deal = import_module(f"games.{match.game.key}.chance").deal
    chance, next_deal = random.Random(7), Json()
    for _ in range(30 * DEALS):
        tally = match.tally
        if tally.status != "running":
            return match, {}
        next_deal = deal(chance, tally)
        after = then(match, next_deal)
        if after and len(match.record.entries) == DEALS:
            break
        match = after or match
    return match, next_deal


@cache
def facts_of(key: str) -> Mapping[str, list[Json]]:
    """Return the facts of a game's rulings by question; each table has its own house rules."""
    found: dict[str, list[Json]] = {}
    for case in (param.values[0] for param in cases("rulings", key)):
        facts = {name: value for name, value in case.get("facts", {}).items() if name != "options"}
        found.setdefault(case["question"], []).append(facts)
    return found


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.key)
def test_no_question_fails(house: Flask, game: Game) -> None:
    """When opened, with entered facts, and with a half-typed deal; and its ruling is saved.

    In the share every table asks half of the questions, the next one the other half.
    """
    turn, half = count(), count()
    for fresh in every(4, list(tables(game)), first=ALL.index(game) % 4):
        running, typed = dealt(fresh)
        over = then(running, {"kind": "end", "reason": "late"}) or running
        phones = [hosted(house, match) for match in (fresh, running, over)]
        deal = urlencode([("kind", "deal"), *fields_of(game.kinds["deal"], typed, running.record.players)])
        for key in every(2, list(game.questions), first=next(half) % 2):
            n = next(turn)
            said = facts_of(game.key).get(key, [{}])
            fields = fields_of(game.questions[key].facts, said[n % len(said)], running.record.players)
            told = MultiDict([("ask", "1"), ("deal", deal), *fields])
            opened = phones[n % 3].client.get(f"/m/{phones[n % 3].match}/referee/{key}")
            assert game.questions[key].title in read(opened), (key, fresh.record.options)
            assert not list(faults(opened.text)), key
            again = phones[n % 3].get(f"/referee/{key}", **as_shown(opened.text))
            assert UNREAD not in read(again), (key, as_shown(opened.text))
            asked = phones[(n + 1) % 3].client.get(f"/m/{phones[(n + 1) % 3].match}/referee/{key}", query_string=told)
            assert asked.status_code == 200, (key, told, fresh.record.options)
            told["entry_id"] = f"r{n}"
            written = phones[(n + 1) % 3].client.post(f"/m/{phones[(n + 1) % 3].match}/referee/{key}", data=told)
            assert written.status_code in (303, 422), (key, told, fresh.record.options)


def as_shown(page: str) -> dict[str, list[str]]:
    """Return the fields of an untouched question form as a browser sends them."""
    parser, found = Parser(), dict[str, list[str]]()
    parser.process(page)
    for one in parser.finish().into_dom().select("#facts input[name]"):
        if one.attrs.get("type") not in ("radio", "checkbox") or "checked" in one.attrs:
            found.setdefault(one.attrs["name"], []).append(one.attrs.get("value", ""))
    return found


def hosted(app: Flask, match: Match) -> Phone:
    phone = Phone(app)
    phone.match = take_in(stored(app), match, owner=phone.id, at="2026-11-20T20:00:00Z").id
    return phone
