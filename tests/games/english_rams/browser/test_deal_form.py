"""The deal form of English Rams, with the calls entered one by one."""

from browser.table import NewMatch
from playwright.sync_api import Page, expect

TRIO = ["Anna", "Bo", "Cia"]
WITHIN = """row => {
  const [outer, inner] = [row, row.querySelector(".pips path")].map((one) => one.getBoundingClientRect());
  return inner.height > 0 && inner.bottom <= outer.bottom;
}"""


def says(page: Page, player: str, call: str, *then: str) -> None:
    """Tap a call, and expect all players who have been asked with their calls."""
    page.locator(f"#entry [data-player={player}].choice label").filter(has_text=call).first.click()
    stands(page, *then)


def stands(page: Page, *calls: str) -> None:
    """Expect these players to have been asked, with their calls so far."""
    steps = page.locator("#entry [data-player].choice")
    expect(steps.locator("legend")).to_have_text([one.partition(" ")[0] for one in calls])
    said = [one.partition(" ")[2] for one in calls if " " in one]
    expect(steps.locator("label:has(:checked)")).to_have_text(said)


def test_calls_are_asked_one_by_one_and_can_all_be_changed(page: Page, new_match: NewMatch) -> None:
    """There is only one widow: once Bo takes it, Cia's next call replaces her old one, and Anna is asked.

    General rams ends the calls. A reloaded page asks the same player.
    """
    new_match(page, "english_rams", TRIO, opening={"dealer": "Anna"})
    page.locator("#next-deal p").first.click()
    page.get_by_text("Call by call").click()
    says(page, "Bo", "joins", "Bo joins", "Cia")
    says(page, "Cia", "takes the widow", "Bo joins", "Cia takes the widow", "Anna")
    page.reload()
    stands(page, "Bo joins", "Cia takes the widow", "Anna")
    expect(page.locator(".homeless")).to_have_count(0)
    says(page, "Bo", "takes the widow", "Bo takes the widow", "Cia")
    expect(page.locator(".homeless label")).to_have_text(["Cia: takes the widow"])
    says(page, "Cia", "joins", "Bo takes the widow", "Cia joins", "Anna")
    expect(page.locator(".homeless")).to_have_count(0)
    expect(page.locator("#preview")).to_have_text("Choose who took the five tricks.")
    says(page, "Anna", "joins", "Bo takes the widow", "Cia joins", "Anna joins")
    says(page, "Cia", "general rams", "Bo takes the widow", "Cia general rams")
    expect(page.locator(".homeless label")).to_have_text(["Anna: joins"])
    says(page, "Bo", "joins", "Bo joins", "Cia general rams", "Anna joins")
    expect(page.locator(".homeless")).to_have_count(0)


def test_six_rows_have_space_for_tally_marks(page: Page, new_match: NewMatch) -> None:
    """Long names are shortened to make space for the tally marks."""
    new_match(page, "english_rams", ["Anna", "Åsa-Britta Gyllenstjerna", "Cia", "Dag", "Eva", "Fia"])
    page.locator(".seat .deal-winner").nth(1).click()
    row = page.locator(".seat").nth(1)
    expect(row.locator(".pips path")).to_be_visible()
    assert row.evaluate(WITHIN)
