from examples import Example, Lasting

EXAMPLE = Example(
    written={"deal": ({"points": {"1": 20, "@none": -3}}, {"bonuses": {"Bo ?": ["capot", "last"]}})},
    lasting=Lasting(("Anna", "Bo"), {"kind": "deal", "points": {"Anna": 1}}),
)
