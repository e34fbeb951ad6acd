"""A whole match of Rami on a phone, with its taps counted."""

from browser.match_player import Thumb, score
from browser.table import NewMatch
from playwright.sync_api import Page, expect

# Deals of four players: the player who went out, and for each other a number or the key for "nothing laid".
DEALS_OF_RAMI = [
    ("Anna", ("nothing", "11+10+7", "next", "12"), 4),
    ("Anna", ("28", "next", "12", "nothing"), 4),
    ("Dag", ("28", "nothing", "nothing"), 4),
]


def test_a_match_of_rami(page: Page, new_match: NewMatch) -> None:
    """Once a player has a number, the "nothing" key is for the next one, whose name is on the key."""
    names = ["Anna", "Bo", "Cia", "Dag"]
    before = [(28, 15, 9), (28, 100, 12)]
    entries = [{"kind": "deal", "out": "Anna", "left": dict(zip(names[1:], left, strict=True))} for left in before]
    new_match(page, "rami", names, opening={"dealer": "Cia"}, entries=entries)
    thumb = Thumb(page)
    for out, pressed, taps in DEALS_OF_RAMI:
        thumb.choose("out", out)
        expect(page.locator("[data-key=next]")).to_have_accessible_name(f"Next: {'Cia' if out == 'Anna' else 'Bo'}")
        for one in pressed:
            (thumb.key if one.isalpha() else thumb.digits)(one)
        if out == "Anna" and pressed[-1] == "nothing":
            expect(page.locator("[data-player=Dag] [data-nothing]")).to_be_checked()
        assert thumb.save() == taps
    expect(score(page, "Bo")).to_have_text("284")
    expect(score(page, "Dag")).to_have_text("133")
    expect(page.locator("#notices")).to_contain_text("Anna wins with 28, 105 ahead of Dag.")
