"""Rami on a score sheet."""

from browser.sheet import Sheet

SHEET = Sheet(
    players=3,
    most=6,
    entries=[{"kind": "deal", "out": "Anna", "left": {"Bo": 28}, "not_laid": ["Cia"]}],
    taps=["@1", "=28+4", "!next", "=12"],
    form=[("out", "Cia"), ("left[@0]", "12"), ("left[@1]", "44")],
    spoken=[
        ("radio", "went out: Cia", "Space"),
        ("textbox", "Anna: left", "12"),
        ("checkbox", "Bo: no melds", "Space"),
    ],
    addresses=["/referee/opening", "/rules"],
)
