"""A new match: names one after the other, the dealer, the direction."""

from browser.table import Make
from playwright.sync_api import Page, expect


def begin(page: Page, *names: str) -> None:
    page.goto("/new/toy")
    page.locator("input[name='players[]']").first.click()
    for one in names:
        page.keyboard.press("ControlOrMeta+A")  # replace what was typed in this tab before
        page.keyboard.type(one)
        page.keyboard.press("Enter")


class TestNames:
    def test_enter_goes_to_the_next_and_never_starts_the_match(self, phone: Make) -> None:
        page = phone()
        begin(page, "Anna", "Bo", "Cia")
        expect(page.locator("input[name='players[]']:visible")).to_have_count(4)
        expect(page.locator("input[name='players[]']").nth(3)).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator(":focus")).to_have_count(0)  # it is the last name: the phone's keyboard closes
        expect(page).to_have_url(page.url.replace("#", ""))
        page.get_by_role("button", name="Start", exact=True).click()
        expect(page.locator(".seat").last).to_contain_text("Cia")

    def test_nor_does_it_without_scripts(self, phone: Make) -> None:
        page = phone(java_script_enabled=False)
        page.goto("/new/toy")
        expect(page.locator("input[name='players[]']:visible")).to_have_count(8)
        for seat, one in enumerate(("Anna", "Bo")):
            page.locator("input[name='players[]']").nth(seat).fill(one)
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Toy")).to_be_visible()
        page.get_by_role("button", name="Start", exact=True).click()
        expect(page.locator(".seat").last).to_contain_text("Bo")


class TestWhatIsTyped:
    def test_stays_in_this_tab_through_a_reload_until_it_is_sent(self, phone: Make) -> None:
        page = phone()
        begin(page, "Anna", "Bo", "Cia")
        page.get_by_label("Cia deals first").dispatch_event("click")
        page.locator("label", has_text="the other way").click()
        page.get_by_role("button", name="Remove Bo").click()
        page.reload()
        expect(page.locator("input[name='players[]']").nth(1)).to_have_value("Cia")
        expect(page.locator("input[name='players[]']:visible")).to_have_count(3)
        expect(page.get_by_label("Cia deals first")).to_be_checked()
        expect(page.get_by_label("the other way")).to_be_checked()
        page.goto("/")
        page.goto("/new/toy")
        expect(page.locator("input[name='players[]']").first).to_have_value("Anna")
        page.locator("input[name='players[]']").nth(2).fill("Dag")
        page.get_by_role("button", name="Start", exact=True).dblclick()
        expect(page.locator(".seat").nth(1)).to_contain_text("Dag")  # the other direction
        page.goto("/new/toy")
        page.locator("input[name='players[]']").nth(2).fill("")
        expect(page.get_by_label("Cia deals first")).not_to_be_checked()
        page.goto("/matches")
        expect(page.locator("main a[href*='/m/']")).to_have_count(1)


class TestWhoDeals:
    def test_is_said_where_it_was_tapped_and_taken_back_by_a_further_tap_or_with_the_name(self, phone: Make) -> None:
        page = phone()
        begin(page, "Anna", "Bo", "Cia")
        lot = page.get_by_text("The first dealer is drawn by lot")
        expect(lot).to_be_visible()
        deals = page.locator(".first-deal").nth(1)
        deals.click()
        expect(deals).to_contain_text("deals first")
        expect(lot).to_be_hidden()
        deals.click()
        expect(lot).to_be_visible()
        page.get_by_label("Cia deals first").dispatch_event("click")
        page.get_by_role("button", name="Remove Anna").click()
        expect(page.locator("input[name='players[]']").first).to_have_value("Bo")
        expect(page.get_by_label("Cia deals first")).to_be_checked()
        page.get_by_role("button", name="Remove Cia").click()
        expect(page.get_by_label("The first dealer is drawn by lot")).to_be_checked()


class TestOrderOfPlay:
    def test_the_other_way_is_told_by_the_names(self, phone: Make) -> None:
        page = phone()
        begin(page, "Anna", "Bo")
        expect(page.get_by_label("the other way")).to_be_hidden()  # both directions are the same for two
        for one in ("Cia", "Dag"):
            page.keyboard.type(one)
            page.keyboard.press("Enter")
        page.locator("label", has_text="the other way").click()
        expect(page.locator(".turned")).to_have_text("They play in this order: Anna, Dag, Cia, Bo.")
        page.get_by_role("button", name="Start", exact=True).click()
        expect(page.locator(".seat .who bdi")).to_have_text(["Anna", "Dag", "Cia", "Bo"])


def test_start_is_in_reach_and_nothing_sticks_out(phone: Make, accessible) -> None:
    page = phone(lang="fr")
    begin(page, "Maximiliana-Elisabeth", "Bo", "Cia")
    page.locator(".first-deal").first.click()
    for width, height in ((768, 1024), (360, 740), (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".starts .save")).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    accessible(page)
