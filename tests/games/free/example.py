from examples import Example

EXAMPLE = Example(written={"deal": ({"points": {"1": 20, "@none": -3}}, {"bonuses": {"Bo ?": ["capot", "last"]}})})
