"""English Rams on a score sheet."""

from browser.sheet import Sheet

SHEET = Sheet(
    players=4,
    most=6,
    entries=[{"kind": "deal", "tricks": ["Anna", "Anna", "Bo", "Bo", "Cia"]}],
    taps=["input[name='folds[]'][value=Dag]", "@0", "@0", "@1", "@1", "@2"],
    form=[("folds[]", "Anna"), *(("tricks[]", name) for name in ("Dag", "Dag", "Bo", "Bo", "Bo"))],
    mends=["[data-tool=untake]", "@0"],
    spoken=[
        ("checkbox", "Dag: folds", "Space"),
        *(("button", name, "Enter") for name in ("Anna", "Anna", "Bo", "Bo", "Cia")),
    ],
    first=["@0", "@0", "@1", "@1", "@2"],
    addresses=["/referee/calls?ask=1", "/rules/english_rams.players.six_roles"],
)
