from collections import Counter
from typing import Any

from support.examples import Example, Json, Lasting, Parts, Remedy, Typed, Verdict

from companion.games.english_rams import GAME
from companion.rules.entries import Body
from companion.rules.rulings import WHO
from companion.rules.tally import Tally

FAULT = {"kind": "deal", "faults": [{"player": WHO}]}


def paper_values(before: Tally, deal: Body, data: dict[str, Any]) -> Json:
    """Return the counted tricks, and the calls in short."""
    form = GAME.form(before, data) if data.get("calls") else {}
    data.pop("calls", None)
    if isinstance(data.get("tricks"), list):
        data["tricks"] = Counter(data["tricks"])
    return {name: form[name] for name in ("folds", "widow", "general") if form.get(name)}


EXAMPLE = Example(
    paper_values=paper_values,
    lasting=Lasting(
        ("Anna", "Bo", "Cia", "Dag"),
        {"kind": "deal", "calls": [], "tricks": {"Bo": 2, "Cia": 1, "Dag": 1, "Anna": 1}},
    ),
    drawn_later=("calls", "heirs"),
    written={"deal": ({"faults": [{"player": "1", "heirs": [None, "@none"]}], "calls": [["1", "join"]]},)},
    parts=Parts(
        {"Bo": {"tricks": ["Bo"] * 3}, "Cia": {"tricks": ["Cia"]}, "Anna": {"tricks": ["Anna"]}},
        {"kind": "deal", "tricks": {"Bo": 3, "Cia": 1, "Anna": 1}},
    ),
    typed=(
        Typed("widow", {"widow": "Bo", "wants": "take"}, "May this player take the widow?"),
        Typed("announce", {"general": "Bo"}, "The first announcement counts."),
        Typed("throw_in", {"general": "Bo"}, "Not allowed."),
        Typed("lead", {"general": "Bo"}, "Bo announced general rams and leads."),
    ),
    remedies=(
        Remedy("playable", {"trump": "C", "trick": "TD", "hand": "8D KD 9C"}, FAULT),
        Remedy("playable", {"trump": "C", "trick": "TD", "hand": "KD"}, None),
        Remedy("heir", {"trump": "S", "cards": "TD KD AD", "offender": "AD"}, FAULT),
    ),
    verdicts=(Verdict("misdeal", {}, "Save the misdeal: Anna −5 → −5, Bo deals", {"kind": "misdeal"}),),
)
