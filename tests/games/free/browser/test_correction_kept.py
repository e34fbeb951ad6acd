"""Texts and numbers typed on the page of a deal are kept until they are saved, and the score above is current."""

from browser.sheet import ENGINE_READY
from browser.table import NewMatch, wake
from playwright.sync_api import Page, Route, expect

NAMES = ["Anna", "Bo"]
FREE = {"kind": "deal", "points": {"Anna": 12, "Bo": 3}}


def types(page: Page, name: str, digits: str) -> None:
    page.locator(f"[data-correct='{name}']").click()
    for digit in digits:
        page.locator(f"[data-key='{digit}']").click()


def test_an_unfinished_correction_is_restored_and_shown_on_the_sheet(page: Page, new_match: NewMatch) -> None:
    path = new_match(page, "free", NAMES, entries=[FREE, FREE], at="/entries/1")
    page.wait_for_function(ENGINE_READY)
    types(page, "points[@1]", "44")
    page.get_by_role("button", name="Set it aside").click()
    expect(page.locator(".story .save")).to_contain_text("not saved yet")
    page.locator(".to-match").click()
    page.wait_for_url(f"**{path}")
    page.locator("#lines").get_by_role("link", name="not saved yet").click()
    page.wait_for_url("**/entries/1")
    expect(page.locator("[name='points[@1]']")).to_have_value("44")
    page.goto(f"{path}/entries/2")
    page.wait_for_function(ENGINE_READY)
    expect(page.locator("[name='points[@1]']")).to_have_value("3")
    another = page.context.new_page()  # the tab was closed, or the phone has deleted it
    page.close()
    another.goto(f"{path}/entries/1")
    expect(another.locator("[name='points[@1]']")).to_have_value("44")
    expect(another.locator("#preview")).to_contain_text("→")
    another.locator("#entry .save").click()
    expect(another.locator("#status")).to_have_text("Saved.")
    expect(another.locator("#lines .not-saved")).to_have_count(0)


def test_a_note_on_a_deal_opens_in_sight_and_survives_a_reload(page: Page, new_match: NewMatch) -> None:
    new_match(page, "free", NAMES, entries=[FREE, FREE], at="/entries/1")
    page.wait_for_function(ENGINE_READY)
    for act in ("strike", "dispute", "note"):
        page.locator(f"#{act} summary").click()
        expect(page.locator(f"#{act} input:not([type=hidden])").first).to_be_focused()
        for one in page.locator(f"#{act} :is(input:not([type=hidden]), button)").all():
            on_top = """(one) => { const { x, y, width, height } = one.getBoundingClientRect();
              return (one.labels?.[0] ?? one).contains(document.elementFromPoint(x + width / 2, y + height / 2)); }"""
            assert one.evaluate(on_top), f"{act} {one.evaluate('one => one.outerHTML')}"
    page.locator("#note [name=text]").fill("the cut was disputed")
    page.reload()
    expect(page.locator("#note [name=text]")).to_be_visible()
    expect(page.locator("#note [name=text]")).to_have_value("the cut was disputed")
    page.get_by_role("button", name="Add the note").click()
    expect(page.locator("#status")).to_have_text("Saved.")
    page.go_back()
    page.wait_for_function(ENGINE_READY)
    expect(page.locator("#note [name=text]")).to_have_value("")


def test_the_score_is_updated_after_a_correction(page: Page, new_match: NewMatch) -> None:
    new_match(page, "free", NAMES, entries=[FREE, FREE], at="/entries/1")
    page.wait_for_function(ENGINE_READY)

    def loses_the_answer(route: Route) -> None:
        route.fetch()
        expect(page.locator("#lines tbody tr", has_text="50").first).to_be_attached()  # polls may redraw it
        route.abort()

    page.route("**/entries", loses_the_answer, times=1)
    types(page, "points[@1]", "47")
    page.locator("#entry .save").click()
    expect(page.locator("#score-1 .n")).to_have_text("50")
    expect(page.locator("#mend .resting")).to_be_visible()
    expect(page.locator("[name='points[@1]']")).to_have_value("47")
    expect(page.locator("#waiting li")).to_have_count(0)


def test_newer_entries_update_the_score_above_a_correction_in_use(page: Page, new_match: NewMatch) -> None:
    path = new_match(page, "free", NAMES, entries=[FREE, FREE], at="/entries/1")
    page.wait_for_function(ENGINE_READY)
    types(page, "points[@1]", "47")
    expect(page.locator("#effect")).to_contain_text("Anna 24, Bo 50")
    news = {"kind": "deal", "seen": "2.0", "entry_id": "other", "points[@0]": "100", "points[@1]": "0"}
    assert page.request.post(f"{path}/entries", form=news).ok
    wake(page)
    expect(page.locator(".fixing")).to_contain_text("standing after 3")
    expect(page.locator("#mend .score .n")).to_have_text(["124", "6"])
    expect(page.locator("#effect")).to_contain_text("Anna 124, Bo 6")
    expect(page.locator("#effect")).to_contain_text("Anna 124, Bo 50")
    expect(page.locator("#to-1")).to_have_text("→ 50")
    expect(page.locator("[name='points[@1]']")).to_have_value("47")
