from typing import Any

from support.examples import Begun, Example, Json, Listed, Parts, Typed

from companion.rules.entries import Body
from companion.rules.tally import Tally


def paper_values(before: Tally, deal: Body, data: dict[str, Any]) -> Json:
    data["left"] = {player: one or "0" for player, one in data.get("left", {}).items()}
    return {}


EXAMPLE = Example(
    paper_values=paper_values,
    penalty=1,
    written={"deal": ({"out": "1", "rami_sec": "late", "not_laid": ["@none"]},)},
    asked_under={"hand": {"cards": "AS KH", "options": {"end_at": {"deals": 7}}}},
    parts=Parts(
        {
            "Bo": {"out": "Bo", "rami_sec": True},
            "Cia": {"left": {"Cia": 30}, "not_laid": ["Cia"]},
            "Anna": {"left": {"Anna": 9}, "not_laid": ["Anna"], "rami_sec": False},
        },
        {"kind": "deal", "out": "Bo", "rami_sec": True, "left": {"Cia": 30, "Anna": 9}, "not_laid": ["Cia", "Anna"]},
    ),
    arises=(
        Listed("take_joker", {"options[variant]": "gin_rami", "players[]": ["Anna", "Bo"]}, arises=False),
        Listed("joker_use", {"options[variant]": "rami_sec_only"}, arises=False),
    ),
    typed=(Typed("rami_sec", {"out[@]": "@0", "not_laid[]": ["Bo", "Cia", "Dag"]}, "Was that a rami sec"),),
    begun=(
        Begun(
            "rami_sec",
            {"discarded": "true", "at_once": "true", "pure_run": "true", "points": "60", "first": "true"},
            'value="Bo" checked',
        ),
        Begun("hand", {"ask": "1", "cards": "AS KH 7D", "laid": "true"}, "AS KH 7D"),
    ),
)
