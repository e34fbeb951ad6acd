from support.examples import Example, Parts

EXAMPLE = Example(
    penalty=1,
    written={
        "penalty": ({"player": "Bo ?", "points": -20, "reason": "x y"},),
        "deal": (
            {"rounds": {"1": 3, "@none": 2}, "sat_out": ["Bo ?"]},
            {"rounds": ["1", "1", "@none", "@none", "Bo ?"]},
        ),
    },
    parts=Parts(
        {"Bo": {"rounds": ["Bo"] * 3}, "Cia": {"sat_out": ["Cia"]}, "Anna": {"rounds": ["Anna"] * 2}},
        {"kind": "deal", "sat_out": ["Cia"], "rounds": {"Bo": 3, "Anna": 2}},
    ),
)
