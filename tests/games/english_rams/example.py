from examples import Example, Parts, Remedy, Typed, Verdict

from companion.rules.rulings import WHO

FAULT = {"kind": "deal", "faults": [{"player": WHO}]}

EXAMPLE = Example(
    drawn_later=("calls", "heirs"),
    written={"deal": ({"faults": [{"player": "1", "heirs": [None, "@none"]}], "calls": [["1", "join"]]},)},
    parts=Parts(
        {"Bo": {"tricks": ["Bo"] * 3}, "Cia": {"tricks": ["Cia"]}, "Anna": {"tricks": ["Anna"]}},
        {"kind": "deal", "tricks": {"Bo": 3, "Cia": 1, "Anna": 1}},
    ),
    typed=(
        Typed("widow", {"widow": "Bo", "wants": "take"}, "May this player have the widow?"),
        Typed("announce", {"general": "Bo"}, "The first announcement stands."),
        Typed("throw_in", {"general": "Bo"}, "Not allowed."),
        Typed("lead", {"general": "Bo"}, "Bo announced general rams and leads."),
    ),
    remedies=(
        Remedy("playable", {"trump": "C", "trick": "TD", "hand": "8D KD 9C"}, FAULT),
        Remedy("playable", {"trump": "C", "trick": "TD", "hand": "KD"}, None),
        Remedy("heir", {"trump": "S", "cards": "TD KD AD", "offender": "AD"}, FAULT),
    ),
    verdicts=(Verdict("misdeal", {}, "Write down the misdeal", {"kind": "misdeal"}),),
)
