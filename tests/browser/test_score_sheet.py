"""The score sheet on a phone: nothing moves, everything fits, and fingers and screen readers reach everything."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from browser.fixtures import Site
from browser.sheet import ENGINE_READY, SHEETS, SIZES, tap
from browser.table import LATER, SOON, Make, NewMatch, misses_polls, wake
from playwright.sync_api import APIRequestContext, Browser, Page, expect
from support.share import every

LONGEST = [
    "Margareta-Elisabeth von Wolfeschlegelste",
    "Wolfeschlegelsteinhausenbergerdorffvorna",
    "Bartholomäus Maximilian Ferdinand August",
    "Anne-Sophie Charlotte Wilhelmina Amalia-",
    "Anne-Marie Christina Ulrika Eleonora Ada",
    "Sigismund Johannes Chrysostomus Wolfgang",
    "AbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAb",
    "Xy zXy zXy zXy zXy zXy zXy zXy zXy zXy z",
]
# Positions of elements: whole boxes, or only the start of names and numbers, whose length may change.
PLACES = """() => {
  const box = (found) => found.getBoundingClientRect();
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length);
  const whole = (found) => [box(found).x, box(found).y, box(found).width, box(found).height].map(Math.round);
  const parts = [[".top", whole], ["#board", whole], [".seat", whole], [".who b", (one) => [box(one).x, box(one).y]]];
  const open = [[".zone", whole], [".n", (one) => box(one).y], ["#entry .save", whole], ["#keypad [data-key]", whole]];
  const all = document.querySelector(".entry.open") ? [...parts, ...open] : parts;
  return Object.fromEntries(all.map(([selector, at]) => [selector, seen(selector).map(at)]));
}"""
AT_REST = 2000  # ms after which a page has fetched what it may need later
SHIFTS = """() => new PerformanceObserver((list) => {
  window.shifted ??= [];
  for (const entry of list.getEntries()) for (const { node } of entry.sources) {
    const element = node?.nodeType === 3 ? node.parentElement : node;
    if (element?.isConnected && !element.closest("#lines, #notices")) window.shifted.push(element.className);
  }
}).observe({ type: "layout-shift", buffered: false })"""


@pytest.fixture(scope="module")
def elsewhere(browser: Browser, served: Site) -> Iterator[APIRequestContext]:
    """Return another phone that only sends forms, one for all matches."""
    context = browser.new_context(base_url=served.url)
    yield context.request
    context.close()


def write_deal_elsewhere(other: APIRequestContext, page: Page, path: str, game: str) -> None:
    """Join as Bo on another phone, and write the next deal."""
    code = re.findall(r"/j/[\w-]+", page.request.get(f"{path}/share").text())[0].removeprefix("/j/")
    other.get(f"/j/{code}")
    other.post("/join", form={"code": code, "player": "Bo"})
    seen = re.search(r'name="seen" value="([^"]+)"', other.get(path).text())
    assert seen
    fields = [("kind", "deal"), ("seen", seen[1]), ("entry_id", f"elsewhere{seen[1]}"), *SHEETS[game].form]
    coded = {"Content-Type": "application/x-www-form-urlencoded"}
    written = other.post(f"{path}/entries", data=urlencode(fields), headers=coded)
    assert written.ok, written.text()
    wake(page)


@pytest.mark.parametrize("game", every(4, list(SHEETS), first=4))
def test_nothing_moves(phone: Make, elsewhere: APIRequestContext, new_match: NewMatch, game: str) -> None:
    """Neither when another phone saves, nor while a deal is entered, nor if both happen."""
    page = phone(new=True)
    page.clock.install()
    path = new_match(page, game, **SHEETS[game].match)
    page.wait_for_function(ENGINE_READY)
    page.clock.fast_forward(AT_REST)
    at_rest = page.locator("link[rel=modulepreload][href$='/picker.js']")
    expect(at_rest).to_have_count(1)  # changes while the page loads do not count
    page.evaluate(SHIFTS)
    before = page.evaluate(PLACES)
    write_deal_elsewhere(elsewhere, page, path, game)
    expect(page.locator("#status")).to_have_text(re.compile("Bo entered deal 2"), timeout=SOON)
    assert page.evaluate(PLACES) == before
    assert not page.evaluate("window.shifted ?? []")

    resting = page.evaluate(PLACES)
    first, *others, last = SHEETS[game].taps
    tap(page, first)
    opened = page.evaluate(PLACES)
    assert {part: opened[part] for part in resting} == resting, "the keys rise over the sheet, the board stays"
    for one in others:
        tap(page, one)
        assert page.evaluate(PLACES) == opened, f"after {one}"
    with page.expect_response(lambda answer: "/preview" in answer.url):
        tap(page, last)
    expect(page.locator(".to:not(:empty)").first).to_be_visible()
    assert page.evaluate(PLACES) == opened, "the preview has a place of its own"
    assert page.evaluate("scrollY") == 0

    write_deal_elsewhere(elsewhere, page, path, game)
    expect(page.locator("#newer-entries")).to_contain_text("While you were typing", timeout=SOON)
    assert page.evaluate(PLACES) == opened, "nor under a thumb"


@pytest.mark.parametrize("lang", every(4, ("fr", "en", "it", "sv")))  # the longest sentences first
def test_nor_does_it_when_the_network_goes(phone: Make, new_match: NewMatch, lang: str) -> None:
    """A tap at that moment hits its target; the longer text after half a minute is opened by a tap."""
    page = phone(width=320, lang=lang, new=True)
    page.clock.install()
    new_match(page, "toy", **SHEETS["toy"].match)
    page.wait_for_function(ENGINE_READY)
    before = page.evaluate(PLACES)
    misses_polls(page)
    said = page.locator("#status[data-lasting]")
    expect(said).to_be_visible(timeout=LATER)
    assert page.evaluate(PLACES) == before
    whole = "one => one.scrollHeight <= one.clientHeight + 2"
    assert said.evaluate(whole), "and it is told whole"
    page.clock.fast_forward(31_000)
    expect(said).to_have_attribute("data-more", "", timeout=LATER)
    assert page.evaluate(PLACES) == before
    said.click()
    assert said.evaluate(whole)
    assert page.evaluate(PLACES) == before


AS_IT_IS_DRAWN = """document.body.addEventListener('htmx:afterSettle',
  () => document.querySelector('.seat .deal-winner, .seat .score').click(), { once: true })"""


def test_a_tap_just_as_the_form_is_drawn_anew_counts(
    page: Page, elsewhere: APIRequestContext, new_match: NewMatch
) -> None:
    path = new_match(page, "toy", **SHEETS["toy"].match)
    page.wait_for_function(ENGINE_READY)
    page.evaluate(AS_IT_IS_DRAWN)
    write_deal_elsewhere(elsewhere, page, path, "toy")
    expect(page.locator("#status")).to_have_text(re.compile("Bo entered deal 2"), timeout=SOON)
    expect(page.locator("#entry")).to_contain_class("open")


@pytest.mark.parametrize("game", every(7, list(SHEETS), first=4))
def test_a_deal_is_entered_by_roles_and_names_with_a_keyboard(page: Page, new_match: NewMatch, game: str) -> None:
    new_match(page, game, **SHEETS[game].match)
    page.wait_for_function(ENGINE_READY)
    for role, name, pressed in SHEETS[game].spoken:
        found = page.get_by_role(role, name=re.compile(rf"^\s*{name}")).first  # type: ignore[arg-type]
        found.focus()
        expect(found).to_be_focused()
        for key in [pressed] if len(pressed) > 3 else pressed:
            page.keyboard.press(key)
    page.get_by_role("button", name=re.compile("Save deal 2")).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").first).to_have_text("Saved.")
    expect(page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="deal 2"))).to_have_count(1)


# Names may be shortened to two lines, nothing else may.
CUT = """() => [...document.querySelectorAll(".top .terms, .caption p, .tabs a, .zone > span, .segments span, .save .missing, .next-deal b, .next-deal button")]
  .filter((one) => one.checkVisibility() && !one.closest(".unseen") && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 4) && getComputedStyle(one).display !== "inline")
  .map((one) => one.textContent.trim())"""  # noqa: E501
SMALL = """() => [...document.querySelectorAll(".deal-form button, .segments label, .tabs a, .bar button, .bar summary, .zone, .deal-winner")]
  .filter((one) => one.checkVisibility()).map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < 43.5).map(([text, box]) => [text, box.width, box.height])"""  # noqa: E501
COVERED = """() => { const save = document.querySelector("#entry .save"); const box = save.getBoundingClientRect();
  const middle = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const edges = [[middle[0], box.top + 1], [middle[0], box.bottom - 1]];
  return [[box.left + 9, box.top + 9], [box.right - 9, box.bottom - 9], middle, ...edges]
    .filter(([x, y]) => !save.contains(document.elementFromPoint(x, y))).length; }"""
LAPTOP = (1280, 720)
DIGITS = "new Set([...document.querySelectorAll('.seat .n')].map((one) => getComputedStyle(one).fontSize)).size"


# A row can be tapped up to its edge only, its number keeps a distance, and no line covers another.
OUTSIDE = """() => [...document.querySelectorAll(".rows :is(.deal-winner, .n)")]
  .map((one) => [one.getBoundingClientRect(), one.matches(".n") ? 8 : 0])
  .filter(([box, off]) => box.left < 0 || box.right + off > innerWidth).length"""
UPON = """() => [...document.querySelectorAll(".rows .seat")].flatMap((seat) => {
  const box = (one) => one.getBoundingClientRect();
  const shown = (selector) => [...seat.querySelectorAll(selector)].filter((one) => one.checkVisibility({ visibilityProperty: true }) && box(one).width > 1);
  return shown(".who bdi").flatMap((name) => shown(".mid > span")
    .filter((one) => box(one).left < box(name).right && box(one).top < box(name).bottom - 3).map((one) => name.textContent + ": " + one.textContent));
})"""  # noqa: E501
FITS = {"outside": 0, "upon": [], "wide": False, "small": [], "cut": [], "covered": 0, "digits": 1}
LOOK = f"""() => ({{ wide: document.documentElement.scrollWidth > innerWidth, small: ({SMALL})(), cut: ({CUT})(),
  covered: ({COVERED})(), digits: {DIGITS}, outside: ({OUTSIDE})(), upon: ({UPON})() }})"""


def look(page: Page, size: tuple[int, int]) -> dict[str, Any]:
    """Return what sticks out, is too small to tap, is cut off, or covers Save, on a phone of that size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    found: dict[str, Any] = page.evaluate(LOOK)
    return found


@pytest.mark.parametrize(
    ("game", "seats"), every(8, [(game, seats) for game in SHEETS for seats in ("few", "many")], 1)
)
def test_all_of_it_fits_in_every_language(phone: Make, new_match: NewMatch, game: str, seats: str) -> None:
    """With the longest names on the smallest phones, with the form closed and open."""
    sheet = SHEETS[game]
    names = LONGEST[: sheet.most if seats == "many" else sheet.players]
    langs = every(4, ("en", "sv", "fr", "it"), first=(list(SHEETS).index(game) + 2 * (seats == "many")) % 4)
    for lang in langs:
        page = phone(lang=lang)
        new_match(page, game, names, options=sheet.options)
        page.wait_for_function(ENGINE_READY)
        for size in SIZES:
            found = look(page, size)
            assert {**found, "covered": 0} == FITS, f"{lang} {size}"
        tap(page, "@0")
        for size in [*([LAPTOP] if lang == langs[0] else []), *reversed(SIZES)]:
            assert {**look(page, size), "digits": 1} == FITS, f"{lang} {size}, writing"


OVER_SAVE = """save => [...save.children].filter((one) => one.scrollHeight > one.clientHeight + 1 && one.clientHeight
  || one.getBoundingClientRect().bottom > save.getBoundingClientRect().bottom).map((one) => one.textContent)"""


@pytest.mark.parametrize("game", every(4, list(SHEETS), first=4))
def test_save_says_the_new_numbers_whole(phone: Make, new_match: NewMatch, game: str) -> None:
    """In at most two lines, whatever the names are."""
    page = phone(lang="fr")
    names = [f"{name}-Elisabeth" for name in SHEETS[game].match["players"]]
    new_match(page, game, names, options=SHEETS[game].options)
    page.wait_for_function(ENGINE_READY)
    for one in SHEETS[game].taps:
        if one[0] in "@=!" or page.locator(f"#entry {one}").count():
            tap(page, one)
    expect(page.locator("#preview")).to_contain_text(re.compile(r"\d"))
    expect(page.locator("#preview .missing")).to_have_count(0)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator("#entry .save").evaluate(OVER_SAVE) == [], f"{width}x{height}"


@pytest.mark.parametrize("lang", every(4, ["fr", "en", "it", "sv"]))  # the longest sentences first
def test_a_step_forward_and_one_back_stand_whole_beside_who_deals(phone: Make, new_match: NewMatch, lang: str) -> None:
    page = phone(lang=lang)
    deals: list[dict[str, Any]] = [{"kind": "deal", "rounds": [name] * 5} for name in ("Anna", "Bo", "Cia")]
    corrections = [{"kind": "correction", "entry": 1, "with": deal, "reason": "counted wrong"} for deal in deals[1:]]
    back = {"kind": "correction", "entry": 3, "with": None, "reason": "undone"}
    new_match(page, "toy", ["Anna", "Bo", "Cia"], entries=[deals[0], *corrections, back])
    for width in (360, 320):
        page.set_viewport_size({"width": width, "height": 740})
        parts = page.locator("#next-deal :is(button, p, p > small)")
        expect(parts).to_have_count(4)
        assert parts.evaluate_all("all => all.every((one) => one.scrollHeight <= one.clientHeight + 4)")
