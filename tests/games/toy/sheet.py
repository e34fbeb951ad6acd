"""The toy on a score sheet."""

from browser.sheet import Sheet

SHEET = Sheet(
    players=3,
    most=8,
    entries=[{"kind": "deal", "rounds": ["Anna", "Anna", "Bo", "Bo", "Cia"]}],
    taps=["input[name='sat_out[]'][value=Cia]", "@0", "@0", "@1", "@1", "@0"],
    form=[("rounds[]", name) for name in ("Cia", "Cia", "Bo", "Anna", "Cia")],
    mends=["[data-tool=untake]", "@1"],
    spoken=[
        ("checkbox", "Cia: sits out", "Space"),
        *(("button", name, "Enter") for name in ("Anna", "Anna", "Bo", "Bo", "Anna")),
    ],
    addresses=["/referee/may_play?ask=1&trump=S&lying=9H+TS&hand=5S+QS+3C"],
)
