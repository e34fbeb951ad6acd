"""The referee on a phone: taps to a visible verdict, without scripts, and accessible."""

from collections.abc import Callable

from browser.sheet import SHEETS
from browser.table import PLAYERS, Make, NewMatch
from playwright.sync_api import expect
from support.cases import kept
from support.phrases import OF_ALL
from support.share import IS_WHOLE, every

ASKED = kept(OF_ALL / "referee_pages.toml")
LOOKS = [(320, "light", "none"), (320, "dark", "none"), (360, "dark", "active")]


def test_for_everybody(phone: Make, new_match: NewMatch, accessible: Callable[..., None]) -> None:
    """Axe finds nothing, and nothing is wider than the screen: light, dark, and with forced colours."""
    page = phone(new=True)
    paths = {key: new_match(page, key, opens=False, **one.match) for key, one in SHEETS.items()}
    pages = [(paths[key], address) for key, one in SHEETS.items() for address in one.addresses]
    for number, (path, address) in enumerate(every(6, pages)):  # the games share their templates
        page.goto(path + address)
        for width, scheme, forced in every(len(LOOKS), LOOKS, first=number % len(LOOKS)):
            page.set_viewport_size({"width": width, "height": 740})
            page.emulate_media(color_scheme=scheme, forced_colors=forced)  # type: ignore[arg-type]
            accessible(page, is_known=IS_WHOLE and scheme != "light")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, address


def test_without_scripts(phone: Make, new_match: NewMatch) -> None:
    """Cards are typed, the answer is a page, and it is saved on the protocol."""
    page = phone(java_script_enabled=False)
    path = new_match(page, "toy", PLAYERS, at="/referee")
    page.get_by_role("link", name="Which cards may be played?").click()
    page.get_by_role("radio", name="spades").check()
    page.get_by_label("On the table, in order").fill("9h 10♠")
    page.get_by_label("The hand").fill("5s, QS 3c")
    page.get_by_role("button", name="Ask the referee").click()
    expect(page.locator("#said")).to_have_text("Only Q♠ may be played.")
    page.get_by_role("button", name="Save ruling").click()
    expect(page.locator(".is-written")).to_be_visible()
    page.goto(path + "/rules")
    page.get_by_label("Find a rule or an example").fill("sit out")
    page.get_by_role("button", name="Find").click()
    expect(page.locator(".clauses h3").first).to_contain_text("Sitting out")


def test_three_taps_from_the_match_to_the_verdict(phone: Make, new_match: NewMatch) -> None:
    """The taps: Referee, what happened, ask. One more changes a fact, and the verdict follows."""
    page, taps = phone(), ASKED["taps"]
    path = new_match(page, taps["game"], PLAYERS[:2])
    page.get_by_role("link", name="Referee", exact=True).tap()
    page.get_by_label("What happened?").tap()
    page.get_by_label("What happened?").fill(taps["words"])
    page.get_by_role("button", name="Look it up").tap()
    said, foot = page.locator("#said"), page.locator(".foot")
    expect(said).to_have_text(taps["said"])
    expect(page.get_by_label("What happened?")).to_have_value(taps["words"])
    place, below = said.bounding_box(), foot.bounding_box()
    assert place
    assert below
    assert place["y"] + place["height"] <= below["y"]
    assert page.locator(".others a").count() <= 3
    page.locator(".facts summary", has_text=taps["chip"]).tap()
    page.locator(".chip-form input[inputmode=numeric]").fill(taps["instead"])
    page.locator(".chip-form button").tap()
    expect(said).to_have_text(taps["then"])
    another = page.get_by_role("link", name="Ask another")
    before, key = another.bounding_box(), page.get_by_role("button", name="Save ruling").bounding_box()
    page.get_by_role("button", name="Save ruling").tap()
    expect(page.locator(".is-written")).to_be_in_viewport()
    assert another.bounding_box() == before
    assert page.locator(".is-written").bounding_box() == key
    page.go_back()
    expect(said).to_have_text(taps["then"])
    if page.get_by_role("button", name="Save ruling").count():  # the page as it was, from the browser's cache
        page.get_by_role("button", name="Save ruling").tap()
    expect(page.locator(".is-written")).to_be_in_viewport()
    assert page.locator(".earlier").count() <= 1
    page.goto(path + "/log")
    expect(page.locator("main")).to_contain_text(taps["words"])
    assert page.locator("main").inner_text().count(taps["words"]) == 1


def test_without_the_server_the_box_says_so(phone: Make, new_match: NewMatch) -> None:
    """The search button and the list need the server; what was typed stays."""
    page = phone()
    new_match(page, "toy", PLAYERS, at="/referee")
    page.get_by_label("What happened?").fill("the queen")
    page.context.set_offline(True)
    page.get_by_role("button", name="Look it up").tap()
    needs = page.get_by_role("alert")
    expect(needs).to_have_text("The referee needs the connection. What you typed stays here.")
    expect(page.get_by_label("What happened?")).to_have_value("the queen")
    expect(needs).to_be_in_viewport()


def test_five_taps_from_the_start_page(phone: Make) -> None:
    page, taps = phone(), ASKED["taps"]
    page.goto("/")
    page.locator(".main-menu > summary").tap()
    page.get_by_role("link", name="Rules and referee").first.tap()
    page.get_by_role("link", name=taps["started"]).first.tap()
    box = page.get_by_role("searchbox")
    box.tap()
    box.fill(taps["asked_there"])
    page.locator("main form[role=search] button").tap()
    expect(page.locator("#said")).to_have_text(taps["said_there"])
    expect(page.locator(".facts .chip")).to_be_visible()


def test_the_box_without_scripts(phone: Make, new_match: NewMatch) -> None:
    """A chip is a link that changes its fact. Words that match no question lead to the rules."""
    page, links = phone(java_script_enabled=False), ASKED["links"]
    new_match(page, links["game"], PLAYERS, at="/referee")
    page.get_by_label("What happened?").fill(links["words"])
    page.get_by_role("button", name="Look it up").tap()
    expect(page.locator("#said")).to_contain_text(links["player"])
    page.get_by_role("link", name=links["chip"]).tap()
    expect(page.get_by_role("link", name=links["other"])).to_be_visible()
    page.get_by_label("What happened?").fill(links["undecided"])
    page.get_by_role("button", name="Look it up").tap()
    expect(page.locator(".clauses h3").first).to_be_visible()
