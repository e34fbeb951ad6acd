"""Gin on a score sheet."""

from browser.sheet import Sheet

SHOWDOWN = "knocker=JS+JH+JD+6S+7S+8S+AH+2H+3H+6D&defender=9H+9D+9C+2D+3D+4D+5S+JC+QC+KD"
SHEET = Sheet(
    players=2,
    most=3,
    entries=[{"kind": "deal", "end": "knock", "by": "Anna", "deadwood": {"Anna": 6, "Bo": 36}}],
    taps=["@0", "input[name=end][value=gin]", "input[name=end][value=knock]", "=6", "=12+8"],
    form=[("by", "Bo"), ("end", "gin"), ("deadwood[@0]", "9")],
    spoken=[
        ("radio", "ended the deal: Anna", "Space"),
        ("textbox", "Anna: ended the deal with", "6"),
        ("textbox", "Bo: left in hand", "20"),
    ],
    addresses=[f"/referee/showdown?ask=1&{SHOWDOWN}", "/rules?q=knock"],
)
