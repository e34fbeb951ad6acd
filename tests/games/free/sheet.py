"""Any other game on a score sheet."""

from browser.sheet import Sheet

SHEET = Sheet(
    players=3,
    most=8,
    entries=[{"kind": "deal", "points": {"Anna": 31, "Bo": 2, "Cia": 117}}],
    taps=["@0", "=12+8", "!next", "=7", "!next", "=40"],
    form=[("points[@0]", "5"), ("points[@1]", "6"), ("points[@2]", "7")],
    mends=["[name='points[@1]']", "!back", "=9"],
    spoken=[("textbox", f"{name}: points", points) for name, points in (("Anna", "5"), ("Bo", "6"), ("Cia", "7"))],
    addresses=["/rules"],
)
