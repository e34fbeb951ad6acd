"""Ramino on a score sheet."""

from browser.sheet import Sheet

WON = {"kind": "deal", "out": "Anna", "laid": {"Anna": 120, "Bo": 85, "Cia": 40}, "left": {"Bo": 30, "Cia": 40}}
SHEET = Sheet(
    players=3,
    most=8,
    entries=[WON],
    taps=["@0", "=120", "!next", "=40+15", "!next", "=30", "!next", "!nothing", "=115"],
    form=[
        *[("out[@]", "@1"), ("laid[@1]", "110")],
        *[("laid[@0]", "95"), ("left[@0]", "20"), ("laid[@2]", "60"), ("left[@2]", "40")],
    ],
    spoken=[
        ("radio", "went out: Bo", "Space"),
        *(("textbox", f"{name}: melds", points) for name, points in (("Anna", "95"), ("Bo", "110"), ("Cia", "60"))),
        *(("textbox", f"{name}: left", points) for name, points in (("Anna", "20"), ("Cia", "40"))),
    ],
    addresses=["/referee/meld?ask=1&cards=6C+6C+6C"],
)
