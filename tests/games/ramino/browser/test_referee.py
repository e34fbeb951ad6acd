"""The referee of Ramino on a phone, with melds entered as cards."""

from browser.picker import TOO_SMALL
from browser.sheet import NAMES
from browser.table import Make, NewMatch
from playwright.sync_api import Page, expect

# The number of cards of each meld above the keys, if all are on one line.
IN_A_ROW = """() => [...document.querySelectorAll(".picker:not([hidden]) .meld")].map((meld) => {
  const tops = new Set([...meld.children].map((card) => Math.round(card.getBoundingClientRect().y)));
  return tops.size === 1 && meld.getBoundingClientRect().right <= innerWidth ? meld.children.length : "broken";
})"""


def test_combined_cases_fit_the_screen(phone: Make) -> None:
    page = phone(width=320, lang="fr")
    page.goto("/referee/ramino/irregular")
    page.locator("summary").evaluate_all("all => all.forEach((one) => (one.parentElement.open = true))")
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_a_name_of_forty_letters_stays_in_its_place(phone: Make, new_match: NewMatch) -> None:
    """On the button of its player, and beside the player's numbers, which can still be tapped."""
    page = phone(width=320)
    deal = {"kind": "deal", "out": "Bo", "laid": {"Bo": True, "Cia": True}, "left": {"W" * 40: 100, "Cia": 20}}
    played = {"options": {"mode": "elimination"}, "entries": [{**deal, "not_laid": ["W" * 40]}]}
    new_match(page, "ramino", ["W" * 40, "Bo", "Cia"], **played, at="/referee/eliminated")
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.goto("/statistics")
    expect(page.get_by_role("row").nth(1).get_by_role("cell").first).to_be_in_viewport(ratio=1)


class TestPicker:
    def test_keys_are_large_enough(self, page: Page, new_match: NewMatch) -> None:
        new_match(page, "ramino", NAMES[:3], at="/referee/meld")
        keys = page.locator(".key:visible")
        expect(keys).to_have_count(53)
        assert keys.evaluate_all(TOO_SMALL) == []

    def test_fourteen_cards_with_number_and_points(self, page: Page, new_match: NewMatch) -> None:
        """Everything above the keys is visible; no meld is broken over lines; the box shows the count."""
        new_match(page, "ramino", ["Anna", "Bartholomew-Maximilian", "Cia"])
        page.locator(".seat[data-player=Anna] .deal-winner").tap()
        page.locator("#keypad [data-key=more]").tap()
        page.get_by_text("Enter cards").tap()
        expect(page.locator(".cards-field:visible")).to_have_count(5)  # Anna went out, so she has no cards left
        page.get_by_role("button", name="Melds of Anna: add cards").tap()
        picker = page.locator(".picker:visible")
        for card in ["5H", "6H", "7H", "8H", "", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS", "JS"]:
            picker.locator(f'[data-card="{card}"]' if card else "[data-do=group]").dispatch_event("click")
        expect(picker.locator(".picker-count")).to_have_text("14 cards = 80")
        for width, height in ((360, 740), (320, 640)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(IN_A_ROW) == [4, 10]
            for part in (".picker-title", ".picker-count", ".meld >> nth=1", ".key >> nth=0", "[data-do=next]"):
                expect(picker.locator(part)).to_be_in_viewport(ratio=1)
            assert picker.locator(".key").evaluate_all(TOO_SMALL) == []
        expect(page.locator("[name='laid[@0]']")).to_have_attribute("placeholder", "80")


def test_a_penalty_from_a_verdict_stays_until_the_deal_is_saved(page: Page, new_match: NewMatch) -> None:
    """Put aside untouched, it is on the sheet again when somebody comes back, like what was typed.

    The name is visible above each group of fields, including the first.
    """
    path = new_match(page, "ramino", ["Anna", "Bo", "Cia"], at="/referee/penalty?what=joker&ask=1")
    page.get_by_role("button", name="Anna", exact=True).tap()
    names = page.locator("details[open] .of-whom summary:visible")
    expect(names).to_have_text(["Anna"])
    box = names.bounding_box()
    assert box
    assert box["width"] > 100
    page.locator("#entry [data-tool=aside]").tap()
    page.locator(".tabs").get_by_role("link", name="Referee").tap()
    page.wait_for_url("**/referee*")
    page.goto(path)
    fine = page.locator("[name='penalties[@0][joker]']:checked")
    expect(fine).to_have_value("1")
    expect(page.locator("details[open] .of-whom summary:visible")).to_have_text(["Anna"])
    page.locator(".seat[data-player=Bo] .deal-winner").tap(position={"x": 20, "y": 20})
    for player, points in {"Anna": 50, "Bo": 100, "Cia": 50}.items():
        page.locator(f".seat[data-player={player}] [data-box]").first.fill(f"{points}")
    for player in ("Anna", "Cia"):
        page.locator(f".seat[data-player={player}] [data-box]").nth(1).fill("10")
    page.locator("#deal-form .save").tap()
    expect(page.locator("#lines")).to_contain_text("Anna −200")
