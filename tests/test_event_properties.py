"""Properties of every event: money, corrections, order of entries, and the reasons for the order of two rows."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from support.share import some
from test_events import standings

Json = dict[str, Any]
NAMES = ["Anna", "Bo", "Cia", "Dag", "Eva", "Fia", "Gus", "Hal"]
POINTS = st.sampled_from([[1], [4, 2, 1, 0], [2, 2, 1], [3, 0]])
TIES = st.lists(st.sampled_from(["places", "direct", "best", "strength"]), max_size=4)
MISSED = st.sampled_from(["mean", "worst", 0, 1])


@st.composite
def numbers(draw: st.DrawFn, players: list[str]) -> Json:
    """Draw the result of a table: scores, and money that sums to zero."""
    scores = {player: draw(st.integers(0, 3)) for player in players}
    won = [draw(st.integers(-5, 5)) for _ in players[1:]]
    return {"scores": scores, "money": dict(zip(players, [*won, -sum(won)], strict=True))}


@st.composite
def rounds(draw: st.DrawFn, number: int, players: list[str]) -> list[Json]:
    """Draw a round with tables of two to four; other players sit out or are absent."""
    order, tables = draw(st.permutations(players)), []
    while len(order) > 1 and (not tables or draw(st.booleans())):
        size = draw(st.integers(2, min(4, len(order))))
        tables.append(order[:size])
        order = order[size:]
    bye = order[: draw(st.integers(0, len(order)))]
    entries: list[Json] = [{"kind": "round", "tables": tables, "bye": bye}]
    for n, table in enumerate(tables, start=1):
        absent = [table[-1]] if draw(st.integers(0, 5)) == 0 else []
        came = [player for player in table if player not in absent]
        source = draw(numbers(came)) if len(came) > 1 else {}
        entries.append({"kind": "result", "round": number, "table": n, "absent": absent, **source})
    return [*entries, {"kind": "close", "round": number}]


@st.composite
def events(draw: st.DrawFn) -> Json:
    players = NAMES[: draw(st.integers(2, 8))]
    entries: list[Json] = []
    for number in range(1, draw(st.integers(1, 5)) + 1):
        entries += draw(rounds(number, players))
        if draw(st.integers(0, 3)) == 0:
            player, points = draw(st.sampled_from(players)), draw(st.integers(-2, 2))
            entries.append({"kind": "penalty", "player": player, "points": points})
    terms = {
        "score": {"places": draw(POINTS)},
        "ties": draw(TIES),
        "bye": draw(MISSED),
        "absent": draw(MISSED),
        "best": draw(st.none() | st.integers(1, 4)),
        "least": draw(st.integers(1, 2)),
    }
    return {"format": "companion-event/1", "players": players, "terms": terms, "entries": entries}


@st.composite
def evenings(draw: st.DrawFn) -> Json:
    """Draw an open event with rounds of one table."""
    entries = []
    for _ in range(draw(st.integers(1, 6))):
        players = draw(st.permutations(NAMES[:5]))[: draw(st.integers(2, 4))]
        entries.append({"kind": "played", **draw(numbers(players))})
    return {"format": "companion-event/1", "entries": entries}


def of(event: Json, *more: Json, **terms: object) -> Json:
    """Return the standings of an event with further entries and other rules."""
    told = standings({**event, "entries": [*event["entries"], *more], "terms": {**event.get("terms", {}), **terms}})
    assert "error" not in told, told
    return told


def number(value: object) -> Fraction:
    return Fraction(str(value))


def ranks(told: Json) -> dict[str, Any]:
    return {row["player"]: row["rank"] for row in told["standings"]}


def without_numbers(told: Json) -> Json:
    """Return the standings without the numbers of rounds and entries."""
    rows = [
        {**row, "rounds": [{k: v for k, v in one.items() if k != "round"} for one in row["rounds"]]}
        for row in told["standings"]
    ]
    accounts = {name: [term["amount"] for term in terms] for name, terms in told["accounts"].items()}
    return {**told, "standings": sorted(rows, key=lambda row: str(row["player"])), "accounts": accounts}


class TestMoney:
    @settings(max_examples=some(60))
    @given(event=events())
    def test_it_sums_to_zero_and_the_payments_bring_it_there(self, event: Json) -> None:
        told = of(event)
        money = Counter(told["money"])
        assert sum(money.values()) == 0
        for one in told["payments"]:
            money[one["from"]] += one["amount"]
            money[one["to"]] -= one["amount"]
        assert not any(money.values())
        for name, terms in told["accounts"].items():
            assert sum(term["amount"] for term in terms) == told["money"][name]


class TestCorrections:
    @settings(max_examples=some(60))
    @given(event=evenings(), data=st.data())
    def test_struck_out_is_never_written(self, event: Json, data: st.DataObject) -> None:
        entry = data.draw(st.integers(1, len(event["entries"])))
        struck = of(event, {"kind": "correction", "entry": entry, "with": None})
        kept = [one for n, one in enumerate(event["entries"], start=1) if n != entry]
        assert without_numbers(struck)["money"] == without_numbers(of({**event, "entries": kept}))["money"]
        assert without_numbers(struck) == without_numbers(of({**event, "entries": kept}))

    @settings(max_examples=some(60))
    @given(event=events(), data=st.data())
    def test_corrected_is_as_if_written_so(self, event: Json, data: st.DataObject) -> None:
        entries = event["entries"]
        places = [n for n, one in enumerate(entries) if one["kind"] == "result" and "scores" in one]
        if not places:
            return
        at = data.draw(st.sampled_from(places))
        new = {**entries[at], **data.draw(numbers(list(entries[at]["scores"])))}
        corrected = of(event, {"kind": "correction", "entry": at + 1, "with": new})
        assert corrected == of({**event, "entries": [*entries[:at], new, *entries[at + 1 :]]})


class TestOrder:
    @settings(max_examples=some(60))
    @given(event=events(), data=st.data())
    def test_of_the_results_of_a_round(self, event: Json, data: st.DataObject) -> None:
        entries = list(event["entries"])
        pairs = [n for n, (one, two) in enumerate(pairwise(entries)) if one["kind"] == two["kind"] == "result"]
        if pairs:
            at = data.draw(st.sampled_from(pairs))
            entries[at], entries[at + 1] = entries[at + 1], entries[at]
        assert of({**event, "entries": entries}) == of(event)

    @settings(max_examples=some(60))
    @given(event=events(), data=st.data())
    def test_of_entry_matters_only_inside_shared_ranks(self, event: Json, data: st.DataObject) -> None:
        other = {**event, "players": data.draw(st.permutations(event["players"]))}
        assert ranks(of(other)) == ranks(of(event))


def words(told: Json, event: Json, one: Json, group: list[Json]) -> dict[str, Any]:
    """Compare rows within a group by the printed rows only."""
    rows = {row["player"]: row for row in told["standings"]}
    played = [r for r in one["rounds"] if r["as"] == "played"]
    met = [
        (mine, other, theirs)
        for mine in played
        for other in rows.values()
        for theirs in other["rounds"]
        if other is not one and theirs["as"] == "played"
        if (theirs["round"], theirs["table"]) == (mine["round"], mine["table"])
    ]
    places = [sum(r["place"] == n for r in played) for n in range(1, 9)]
    between = [(mine, theirs) for mine, other, theirs in met if other in group]
    return {
        "total": number(one["total"]),
        "places": places,
        "direct": sum(
            (mine["place"] < theirs["place"]) - (mine["place"] > theirs["place"]) for mine, theirs in between
        ),
        "best": sorted((number(r["points"]) for r in played), reverse=True),
        "strength": sum(number(other["total"]) - other["penalties"] for _, other, _ in met),
    }


class TestBehind:
    @settings(max_examples=some(150))
    @given(event=events())
    def test_it_is_the_first_difference_of_the_chain(self, event: Json) -> None:
        told = of(event)
        ranked = [row for row in told["standings"] if row["rank"] is not None]
        for above, row in pairwise(ranked):
            group = ranked
            for word in ("total", *event["terms"]["ties"]):
                mine, theirs = (words(told, event, one, group)[word] for one in (row, above))
                if mine != theirs:
                    assert theirs > mine
                    assert row["rank"] == ranked.index(row) + 1
                    assert (row["behind"]["player"], row["behind"]["by"]) == (above["player"], word)
                    break
                group = [one for one in group if words(told, event, one, group)[word] == mine]
            else:
                assert row["rank"] == above["rank"]
                assert row["behind"] == above["behind"]


class TestScoring:
    @settings(max_examples=some(60))
    @given(event=events(), k=st.integers(2, 5))
    def test_scaled_points_keep_the_ranks(self, event: Json, k: int) -> None:
        kept = [entry for entry in event["entries"] if entry["kind"] != "penalty"]
        event = {**event, "entries": kept, "terms": {**event["terms"], "bye": "mean", "absent": "worst"}}
        scaled = {"places": [k * n for n in event["terms"]["score"]["places"]]}
        once, more = of(event), of(event, score=scaled)
        assert ranks(more) == ranks(once)
        for one, other in zip(once["standings"], more["standings"], strict=True):
            assert k * number(one["total"]) == number(other["total"])

    @settings(max_examples=some(60))
    @given(event=events())
    def test_more_best_rounds_than_rounds_change_nothing(self, event: Json) -> None:
        assert of(event, best=200) == of(event, best=None)

    @given(result=numbers(NAMES[:5]))
    def test_one_table_gives_its_places(self, result: Json) -> None:
        event = {"format": "companion-event/1", "entries": [{"kind": "played", **result}]}
        better = {player: sum(n > own for n in result["scores"].values()) for player, own in result["scores"].items()}
        assert ranks(of(event, score={"places": [5, 4, 3, 2, 1]})) == {p: 1 + n for p, n in better.items()}

    @settings(max_examples=some(60))
    @given(event=evenings())
    def test_played_is_round_result_and_close(self, event: Json) -> None:
        entries: list[Json] = []
        for n, one in enumerate(event["entries"], start=1):
            source = {key: value for key, value in one.items() if key != "kind"}
            entries += [{"kind": "round", "tables": [list(one["scores"])]}]
            entries += [{"kind": "result", "round": n, "table": 1, **source}, {"kind": "close", "round": n}]
        assert of({**event, "entries": entries}) == of(event)

    @settings(max_examples=some(60))
    @given(event=evenings())
    def test_a_league_of_one_evening_ranks_as_the_evening(self, event: Json) -> None:
        evening = {**event, "entries": [*event["entries"], {"kind": "end"}]}
        league = {"format": "companion-event/1", "entries": [{"kind": "played", "event": evening}]}
        falling = {"places": [9, 8, 7, 6, 5, 4, 3, 2, 1]}
        assert ranks(of(league, score=falling)) == ranks(of(evening))
        assert of(league)["money"] == of(evening)["money"] or len(of(evening)["standings"]) == 1
