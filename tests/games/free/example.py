from typing import Any

from support.examples import Example, Json, Lasting

from companion.rules.entries import Body
from companion.rules.tally import Tally


def paper_values(before: Tally, deal: Body, data: dict[str, Any]) -> Json:
    """Write 0 for players who score nothing."""
    data["points"] = {**dict.fromkeys(before.turn, 0), **data.get("points", {})}
    return {}


EXAMPLE = Example(
    written={"deal": ({"points": {"1": 20, "@none": -3}}, {"bonuses": {"Bo ?": ["capot", "last"]}})},
    lasting=Lasting(("Anna", "Bo"), {"kind": "deal", "points": {"Anna": 1}}),
    paper_values=paper_values,
)
