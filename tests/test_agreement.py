"""No two rules say different things of the same facts: over small facts and the house rules that they concern.

A question has one answer, so two clauses can only quarrel where two places answer: two questions, a question and what
may be written on the sheet, a clause with and without a house rule that is not said to turn it. Each such pair is put
the same facts here, as many as there are.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, product
from typing import Any

import pytest
from cases import cases

from companion.games import GAMES
from companion.reading import FORMAT, Match, game_of, read_facts, read_match
from companion.reading.shapes import Field, shapes
from companion.referee.values import open_facts, values_of
from companion.rules.game import Game, Question
from companion.rules.options import house_rules
from companion.rules.record import judge
from companion.rules.rulings import Ruling
from companion.rules.simplex import never
from companion.rules.tally import Tally

MOST = 700  # combinations of one question that are tried; where there are more, evenly spread ones
OPEN_ENDED = 13  # numbers up to here are tried all; of longer ranges both ends and some between
COUNTABLE = [
    pytest.param(game.key, key, id=f"{game.key}-{key}")
    for game in GAMES
    for key, question in game.questions.items()
    if not any(one.mark == "needed" and one.values is None for one in shapes(question.facts))
]


def question_of(game: str, key: str) -> Question:
    found = game_of(game)
    assert found
    return found.questions[key]


def ruling_of(game: str, key: str, **said: Any) -> Ruling:
    """What the referee says of facts that leave nothing open."""
    found = game_of(game)
    assert found
    facts = read_facts(found, found.questions[key], said)
    return facts if isinstance(facts, Ruling) else found.questions[key].answer(facts, never)


def small(one: Field, facts: Any) -> Sequence[Any]:
    """What one fact may be, of long ranges some; as it stands where it cannot be counted up."""
    every = values_of(one, facts)
    if isinstance(one.values, range) and len(every) > OPEN_ENDED:
        return (*every[:3], *every[9 : len(every) - 2 : max(1, len(every) // 4)], *every[-2:])
    return every or (getattr(facts, one.name),)


def filled(question: Question) -> Iterator[Any]:
    """Facts of a question with every combination of small values, evenly spread where there are too many."""
    needed = {one.name: one.values[0] for one in shapes(question.facts) if one.mark == "needed"}
    empty = question.facts(**needed)
    varied = [one for one in shapes(question.facts) if one.name != "options" and one.mark != "given"]
    sides = [small(one, empty) for one in varied]
    number = 1
    for side in sides:
        number *= len(side)
    for values in islice(product(*sides), 0, None, number // MOST + 1):
        yield replace(empty, **dict(zip((one.name for one in varied), values, strict=True)))


def outcome(question: Question, ruling: Ruling) -> tuple[Any, ...]:
    return ruling.verdict, *(ruling.answer.get(key) for key in question.decides)


class TestHouseRules:
    """A house rule that is not said to turn a question turns nothing in it: no clause decides unseen.

    What a table plays for (the mode) and numbers, which are not varied, may.
    """

    NOT_VARIED = {("ramino", "mode"), ("gin", "knock_limit"), ("rams", "start_points")}

    @pytest.mark.parametrize(("game", "key"), COUNTABLE)
    def test_only_those_named_turn_it(self, game: str, key: str) -> None:
        question = question_of(game, key)
        for facts in filled(question):
            ruling = question.answer(facts, never)
            for name, value in _elsewhere(facts.options, {*question.rules, *self._not_varied(game)}):
                other = question.answer(replace(facts, options=replace(facts.options, **{name: value})), never)
                if "impossible" not in (ruling.verdict, other.verdict):
                    assert outcome(question, other) == outcome(question, ruling), (facts, name, value)

    def _not_varied(self, game: str) -> set[str]:
        return {name for one, name in self.NOT_VARIED if one == game}


COUNTED = {one.values for one in COUNTABLE}
PLAYED = {("rami", "variant"), ("ramino", "mode")}  # what a table plays as a whole
ALSO_IN = {"gin.knock.limit": "gin.oklahoma.lower"}  # a clause that says again what another one has said
EACH = 4  # hands that are tried of a question


def of_cards(game: Game) -> Iterator[tuple[Question, Any]]:
    """Questions by cards, with facts from the rulings that leave nothing open."""
    tried: Counter[str] = Counter()
    for case in (param.values[0] for param in cases("rulings")):
        key = case["question"]
        if case["game"] == game.key and (game.key, key) not in COUNTED and tried[key] < EACH:
            facts = read_facts(game, game.questions[key], case.get("facts", {}))
            if not isinstance(facts, Ruling) and not open_facts(facts):
                tried[key] += 1
                yield game.questions[key], facts


@pytest.mark.parametrize("game", [game for game in GAMES if game.questions], ids=lambda game: game.key)
def test_of_cards_too_what_turns_it_is_named(game: Game) -> None:
    """Cards cannot all be tried; but a house rule that turns an answer about them is cited by it, or by the other."""
    for question, facts in of_cards(game):
        ruling = question.answer(facts, never)
        for name, value in _elsewhere(facts.options, {name for key, name in PLAYED if key == game.key}):
            other = question.answer(replace(facts, options=replace(facts.options, **{name: value})), never)
            if "impossible" in (ruling.verdict, other.verdict) or outcome(question, other) == outcome(question, ruling):
                continue
            clause = dict(house_rules(facts.options))[name].clause
            assert {clause, ALSO_IN.get(clause)} & {*ruling.clauses, *other.clauses}, (facts, name, value)


def _elsewhere(options: Any, said: set[str]) -> Iterator[tuple[str, Any]]:
    """Every other choice of the house rules that are not among those said; which must exist."""
    for name, rule in house_rules(options):
        for value, _ in () if name in said else rule.choices:
            if value != getattr(options, name):
                yield name, value


@pytest.mark.parametrize(("game", "key"), COUNTABLE)
def test_the_chain_names_what_decides(game: str, key: str) -> None:
    """Where the same clauses rest on the same facts, the outcome is the same, whatever else is the case."""
    question = question_of(game, key)
    found: dict[Any, set[tuple[Any, ...]]] = defaultdict(set)
    for facts in filled(question):
        ruling = question.answer(facts, never)
        if ruling.verdict != "impossible" and all(step.because for step in ruling.chain):
            named = {name for step in ruling.chain for name in step.because}
            resting = (one.name for one in shapes(question.facts) if one.key in named)
            rests = tuple((name, str(getattr(facts, name))) for name in resting)
            found[ruling.clauses, rests].add(tuple(map(str, outcome(question, ruling))))
    assert all(len(outcomes) == 1 for outcomes in found.values())


# --- two questions about the same


def _spoken(players: list[str], pot: str, calls: list[list[str]]) -> Iterator[tuple[list[list[str]], Ruling]]:
    """Every course that the speaking of a deal may take, up to every speaker, and what is said of it there."""
    ruling = ruling_of("english_rams", "calls", players=players, dealer=players[-1], pot=pot, calls=calls)
    yield calls, ruling
    for call in ruling.answer.get("allowed", ()):
        yield from _spoken(players, pot, [*calls, [str(ruling.answer["next"]), call]])


@pytest.mark.parametrize("pot", ["simple", "double"])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_what_may_be_said_in_english_rams(seats: int, pot: str) -> None:
    """Who asks whether to fold, take the widow or announce hears what the list of what may be said says too."""
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


OKLAHOMA = [
    {"oklahoma": True, "oklahoma_ace": ace, "knock_limit": limit} for ace in ("gin", "one") for limit in (10, 5, 1)
]


@pytest.mark.parametrize("options", [{}, {"knock_limit": 0}, {"knock_limit": 5}, *OKLAHOMA])
def test_the_limit_and_who_may_knock(options: dict[str, Any]) -> None:
    """In gin: whoever is within the limit that is told may knock, and whoever is not may not; nothing loose is gin."""
    for card in [f"{rank}H" for rank in "A23456789TJQK"] if "oklahoma" in options else [None]:
        turned = {"upcard": card} if card else {}
        told = ruling_of("gin", "limit", options=options, **turned).answer
        for deadwood in range(14):
            found = ruling_of("gin", "knock", deadwood=deadwood, options=options, **turned)
            assert (found.verdict == "legal") == (deadwood <= int(str(told["limit"]))), (card, deadwood)
            assert told["gin_only"] == (told["limit"] == 0)


@pytest.mark.parametrize("opened", ["no", "before", "this_turn"])
@pytest.mark.parametrize(("game", "options"), [("ramino", {}), ("rami", {}), ("rami", {"layoff_same_turn": False})])
def test_before_and_after_the_first_laying(game: str, options: dict[str, Any], opened: str) -> None:
    """Whether one may yet add or take a joker, and whether these cards may be added or take it: one answer."""
    cards = {"add": ("lay_off", {"cards": ["TD"], "meld": ["7D", "8D", "9D"]})}
    cards["joker"] = ("take_joker", {"card": "8D", "meld": ["7D", "JK", "9D"]})
    for wants, (key, facts) in cards.items():
        just = {"same_turn": opened == "this_turn"} if game == "rami" and key == "lay_off" else {}
        if opened == "this_turn" and options and not just:
            continue  # of a joker taken in the turn of the opening only one of the two is asked
        told = ruling_of(game, "yet", wants=wants, when="after_draw", opened=opened, options=options)
        found = ruling_of(game, key, opened=opened != "no", options=options, **facts, **just)
        assert "impossible" != found.verdict == told.verdict, (wants, found.clauses, told.clauses)


# --- the referee and the sheet


def sheet(game: str, **head: Any) -> Tally | Ruling:
    """The sheet of a match, or why an entry of it may not be."""
    match = read_match({"format": FORMAT, "game": game, **head})
    assert isinstance(match, Match), match
    return judge(match.game, match.record) or match.game.tally(match.record)


GIN_TABLES = [
    {"tie_undercut": tie, "big_gin": big, "target": 250, **more}
    for tie in (10, "same", "void", 0)
    for big in (False, 31)
    for more in ({}, {"oklahoma": True})
]


@pytest.mark.parametrize("options", GIN_TABLES, ids=str)
def test_what_a_deal_of_gin_scores(options: dict[str, Any]) -> None:
    """The points, the winner and the deals won (extra ones apart) are those of the sheet."""
    turned = {"upcard": "TS"} if options.get("oklahoma") else {}
    for knocker, defender in product((0, 1, 7, 10), (0, 1, 6, 7, 8, 32)):
        for end in ("gin", "big_gin") if not knocker else ("knock",):
            told = ruling_of("gin", "score", knocker=knocker, defender=defender, end=end, options=options, **turned)
            entry = {"kind": "deal", "end": end, "by": "A", "deadwood": {"A": knocker, "B": defender}, **turned}
            tally = sheet("gin", players=["A", "B"], options=options, entries=[entry])
            assert isinstance(tally, Tally), (entry, tally)
            scored = {player: score.value for player, score in tally.scores.items() if score.value}
            winner = {"knocker": "A", "defender": "B", None: ""}[told.answer["winner"]]
            assert scored == ({winner: told.answer["points"]} if told.answer["points"] else {}), (entry, told)
            boxes = {player: count for player, count in tally.table.columns[0].boxes.items() if count}
            assert boxes == ({winner: told.answer["deals_won"]} if winner else {})


@pytest.mark.parametrize("limit", [0, 5, 10])
def test_a_knock_is_refused_where_the_referee_refuses_it(limit: int) -> None:
    for deadwood in range(1, 14):
        entry = {"kind": "deal", "end": "knock", "by": "A", "deadwood": {"A": deadwood, "B": 30}}
        written = sheet("gin", players=["A", "B"], options={"knock_limit": limit}, entries=[entry])
        told = ruling_of("gin", "knock", deadwood=deadwood, options={"knock_limit": limit})
        assert isinstance(written, Tally) == (told.verdict == "legal"), deadwood


@pytest.mark.parametrize("passed_last", [False, True])
@pytest.mark.parametrize("points", range(1, 11))
def test_who_must_knock_at_rams(points: int, passed_last: bool) -> None:
    """A pass is refused on the sheet where the referee says that it may not be."""
    scores = {"A": points, "B": 9, "C": 9}
    first = {"kind": "deal", "dealer": "C", "passed": ["A"], "tricks": {"B": 3, "C": 2}}
    then = {"kind": "deal", "passed": ["A"], "tricks": {"B": 3, "C": 2}}
    before = sheet("rams", players=["A", "B", "C"], opening={"scores": scores}, entries=[first])
    told = ruling_of("rams", "must_knock", points=points, passed_last=passed_last)
    if not passed_last:
        assert isinstance(before, Ruling) == told.answer["must_knock"]
    elif isinstance(before, Tally):
        entries = [first, {**then, "dealer": "A"}]
        second = sheet("rams", players=["A", "B", "C"], opening={"scores": scores}, entries=entries)
        assert isinstance(second, Ruling) == told.answer["must_knock"]


RAMS_TABLES = [{"start_points": start, "floor_at_zero": floor} for start in (7, 10, 12) for floor in (False, True)]


@pytest.mark.parametrize("options", RAMS_TABLES, ids=str)
def test_what_a_deal_of_rams_scores(options: dict[str, Any]) -> None:
    """Tricks, flights, ceiling and floor: the referee counts as the sheet does."""
    for points, tricks in product(range(1, options["start_points"] + 1), range(6)):
        told = ruling_of("rams", "score", joined=True, points=points, tricks=tricks, money=False, options=options)
        opening = {"scores": {"A": points, "B": options["start_points"]}}
        won = {player: count for player, count in (("A", tricks), ("B", 5 - tricks)) if count}
        tally = sheet(
            "rams", players=["A", "B"], options=options, opening=opening, entries=[{"kind": "deal", "tricks": won}]
        )
        assert isinstance(tally, Tally), tally
        assert tally.lines[-1].scores["A"].value == told.answer["after"], (points, tricks)


@pytest.mark.parametrize("rule", ["exceed", "reach"])
def test_who_is_eliminated_at_ramino(rule: str) -> None:
    options = {"mode": "elimination", "limit": 100, "limit_rule": rule}
    for points in range(90, 111):
        penalty = {"kind": "penalty", "player": "A", "points": points}
        tally = sheet("ramino", players=["A", "B", "C"], options=options, entries=[penalty])
        assert isinstance(tally, Tally)
        told = ruling_of("ramino", "eliminated", points=points, options=options)
        assert ("A" in tally.table.out) == told.answer["out"], points
