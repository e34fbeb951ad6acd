from typing import Any
from urllib.parse import urlencode

from support.examples import Begun, Example, Json, Listed, Parts, Remedy, Typed

from companion.games.ramino.deal import Deal
from companion.rules.entries import Body
from companion.rules.rulings import WHO
from companion.rules.tally import Tally

HEAP = [f"{rank}{suit}" for suit in "SHDC" for rank in "A23456789TJQK"] * 2 + ["7H", "8H", "9C", "JK"]


def paper_values(before: Tally, deal: Body, data: dict[str, Any]) -> Json:
    """Return the players who laid nothing, and the finish if it is a special one."""
    assert isinstance(deal, Deal)
    data["left"] = {player: one or "0" for player, one in data.get("left", {}).items()}
    data["not_laid"] = [p for p in before.table.active if p != deal.out and not deal.laid.get(p)]
    data["laid"] = {player: one for player, one in data.get("laid", {}).items() if one is not False}
    if data.get("finish") == "plain":
        del data["finish"]
    return {}


EXAMPLE = Example(
    paper_values=paper_values,
    thought="/referee/ramino/table?ask=1&cards=AH+2H+3H+7C+8C+9C",
    hardest="/referee/ramino/table?" + urlencode({"cards": " ".join(HEAP), "packs": 4, "ask": 1}),
    written={
        "deal": (
            {"out": None, "penalties": {"1": ["joker", "table"], "@none": 20}},
            {"out": "@none", "laid": {"@none": ["5H 6H 7H", "2S 3S JK"]}, "left": {"1": "KS 7D"}},
            {"out": "1", "laid": {"1": True}, "left": {"@none": 7}},
        ),
    },
    asked_under={"hand": {"cards": "AS KH", "options": {"target": 750, "mode": "elimination"}}},
    parts=Parts(
        {
            "Bo": {"out": "Bo", "laid": {"Bo": 90}},
            "Cia": {"laid": {"Cia": 30}, "left": {"Cia": 40}},
            "Anna": {"laid": {"Anna": 30}, "left": {"Anna": "KS 7D"}},
        },
        {"kind": "deal", "out": "Bo", "laid": {"Bo": 90, "Cia": 30, "Anna": 30}, "left": {"Cia": 40, "Anna": "KS 7D"}},
    ),
    arises=(
        Listed("eliminated", {"options[mode]": "elimination"}),
        Listed("take_joker", {"options[jokers_per_pack_number]": "0"}, arises=False),
    ),
    typed=(
        Typed(
            "ramino_bonus",
            {"out[@]": "@0", "laid[@1]": "40"},
            "Another player has laid down a card from the score sheet yes",
        ),
    ),
    remedies=(
        Remedy(
            "take_joker",
            {"meld": "QS KS JK", "card": "AS", "opened": True},
            {"kind": "deal", "penalties": {WHO: ["joker"]}},
        ),
        Remedy("take_joker", {"meld": "QS KS JK", "card": "2S", "opened": True}, None),
        Remedy(
            "rearrange",
            {"before": ["4D 5D 6D 7D"], "after": ["5D 6D 7D"], "hand": "", "options": {"manipulation": True}},
            {"kind": "deal", "penalties": {WHO: ["table"]}},
        ),
    ),
    begun=(
        Begun("penalty", {"what": "joker"}, 'name="penalties[@1][joker]" value="1" checked'),
        Begun(
            "ramino_bonus",
            {"opened_before": "false", "last": "laid", "added": "none", "others_laid": "false"},
            'name="out[@]" value="@1" checked',
        ),
    ),
)
