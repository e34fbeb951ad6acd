from collections import Counter
from typing import Any

from support.examples import Example, Json, Listed, Parts, Remedy, Typed, Verdict

from companion.rules.entries import Body
from companion.rules.rulings import WHO
from companion.rules.tally import Tally

PLAYABLE = {"trump": "S", "trick": "9H TS", "hand": "5S QS 3C"}  # RAMS-R03


def paper_values(before: Tally, deal: Body, data: dict[str, Any]) -> Json:
    """Return the counted tricks."""
    if isinstance(data.get("tricks"), list):
        data["tricks"] = Counter(data["tricks"])
    return {}


EXAMPLE = Example(
    paper_values=paper_values,
    drawn_later=("tricks[@",),
    penalty=1,
    written={
        "penalty": ({"player": "Bo ?", "points": -20, "reason": "x y"},),
        "deal": (
            {"tricks": {"1": 3, "@none": 2}, "passed": ["Bo ?"]},
            {"tricks": ["1", "1", "@none", "@none", "Bo ?"]},
        ),
    },
    parts=Parts(
        {"Bo": {"tricks": ["Bo"] * 3}, "Cia": {"passed": ["Cia"]}, "Anna": {"tricks": ["Anna"] * 2}},
        {"kind": "deal", "passed": ["Cia"], "tricks": {"Bo": 3, "Anna": 2}},
    ),
    arises=(Listed("pot", {"options[money]": "True"}), Listed("buy_down", {"options[money]": "True"})),
    typed=(
        Typed("unplayed", {"passed[]": ["Anna", "Bo", "Cia"]}, "the dealer gets all five tricks without play"),
        Typed("unplayed", {"passed[]": ["Anna", "Bo"]}, "The dealer"),  # the dealer's choice is open
        Typed("buy_order", {"passed[]": ["Bo"]}, "They exchange in this order: Cia, Dag, Anna."),
        Typed("lead", {"passed[]": ["Anna"]}, "Bo leads to the first trick."),
    ),
    remedies=(
        Remedy("playable", {**PLAYABLE, "options": {"revoke": "offender_flies"}}, {"kind": "deal", "faults": [WHO]}),
        Remedy("playable", PLAYABLE, None),
    ),
    verdicts=(
        Verdict("irregular", {"what": "wrong_count"}, "Save the misdeal", {"kind": "misdeal"}),
        Verdict(
            "unplayed",
            {"knocked": "0"},
            "Score it as deal 1: Anna −5 → 5",
            {"kind": "deal", "passed": ["Bo", "Cia", "Dag"]},
        ),
    ),
)
