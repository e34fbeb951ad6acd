from support.examples import Example, Listed, Parts, Remedy, Verdict

from companion.rules.rulings import WHO

EXAMPLE = Example(
    usual=2,
    written={"deal": ({"end": "knock", "by": "1", "deadwood": {"1": 3, "@none": 40}},)},
    parts=Parts(
        {"Bo": {"by": "Bo", "end": "gin", "deadwood": {"Bo": 0}}, "Anna": {"end": "knock", "deadwood": {"Anna": 31}}},
        {"kind": "deal", "by": "Bo", "end": "gin", "deadwood": {"Bo": 0, "Anna": 31}},
    ),
    arises=(Listed("columns", {"players[]": ["Anna", "Bo"], "options[hollywood]": "True"}),),
    remedies=(
        Remedy(
            "showdown",
            {
                "knocker": "AS 2S 3S 4S 7H 8H 9H 5C 5D KH",
                "defender": "9S 9D 9C 2D 3D 4D 5S JC QC KD",
                "options": {"false_knock": {"penalty": 20}},
            },
            {"kind": "penalty", "player": WHO, "points": -20, "reason": "false knock"},
        ),
    ),
    verdicts=(
        Verdict(
            "two_cards",
            {"stock": "2", "can_end": "false"},
            "Save it as deal 1: nobody scores",
            {"end": "void"},
        ),
    ),
)
