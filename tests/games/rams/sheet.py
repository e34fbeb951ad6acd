"""Rams on a score sheet."""

from browser.sheet import Sheet

SHEET = Sheet(
    players=4,
    most=5,
    entries=[{"kind": "deal", "tricks": ["Anna", "Anna", "Bo", "Bo", "Cia"]}],
    options={"money": True, "unit_name": "kr"},
    taps=["input[name='passed[]'][value=Cia]", "@0", "@0", "@1", "@1", "@3"],
    form=[("tricks[]", name) for name in ("Dag", "Dag", "Bo", "Anna", "Cia")],
    mends=["[data-tool=untake]", "@0"],
    spoken=[
        ("checkbox", "Cia: pass", "Space"),
        *(("button", name, "Enter") for name in ("Anna", "Anna", "Bo", "Bo", "Dag")),
    ],
    addresses=["/referee", "/referee/playable", "/referee/playable?ask=1&trump=S&trick=9H+TS&hand=5S+QS+3C+4D"],
)
