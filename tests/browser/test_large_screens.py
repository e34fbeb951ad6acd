"""On screens of every size, above all tablets and laptops, nothing overlaps, and names are complete."""

import pytest
from browser.sheet import ENGINE_READY, NAMES, SHEETS, tap
from browser.table import Make, NewMatch
from playwright.sync_api import Page, expect
from support.share import every

UPRIGHT = [(744, 1133), (768, 1024), (820, 1180)]
LYING = [(1024, 768), (1280, 800), (1366, 768)]
EVERY_SIZE = [(320, 640), (1366, 768), (768, 1024), (360, 740), (740, 360), (820, 1180), (390, 844), (1024, 768)]
LONG = ["Massimiliano", "Giulia", "Francesca", "Al", "Alessandra", "Bo", "Cy", "Dag"]
# Elements that overlap, are out of sight or are wider than the screen.
WRONG = """() => {
  const wrong = [];
  const parts = [".top", ".tabs", "#board", ".seats", "#lines", ".deal-form", ".story", "#bar"]
    .map((name) => [name, document.querySelector(name)])
    .filter(([, part]) => part?.checkVisibility({ visibilityProperty: true }))
    .map(([name, part]) => [name, part.getBoundingClientRect()]);
  for (const [at, [name, a]] of parts.entries())
    for (const [other, b] of parts.slice(at + 1))
      if (a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 2 && b.top < a.bottom - 2
        && ![name, other].every((one) => [".top", ".tabs"].includes(one))) wrong.push(`${name} lies over ${other}`);
  const isSeen = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return top >= 0 && bottom <= innerHeight && (one.contains(there) || there?.contains(one));
  };
  const wanted = document.documentElement.classList.contains("writing") ? "#entry .save" : "#next-deal, .story .save";
  for (const one of [wanted, ".tabs", "#lines tbody tr"])
    if (!isSeen(document.querySelector(one))) wrong.push(`${one} is out of sight`);
  if (document.documentElement.scrollWidth > innerWidth) wrong.push("the page is wider than the screen");
  return wrong;
}"""
NOT_WHOLE = """() => [...document.querySelectorAll(".seat .who b")].filter((who) => {
  const shown = [...who.querySelectorAll("bdi")].filter((one) => getComputedStyle(one).display !== "none" && one.offsetWidth > 1);
  return shown.length !== 1 || shown.some((one) => one.scrollWidth > one.clientWidth + 1 || one.clientHeight > parseFloat(getComputedStyle(one).fontSize) * 1.7
    || one.textContent !== who.querySelector("bdi").textContent);
}).map((who) => who.textContent)"""  # noqa: E501
# Texts that overlap, and elements that cannot be tapped at their middle. For a text only the letters count, not the
# space above and below; elements in front of the whole page may cover it.
COLLIDING = """() => {
  const wrong = new Set();
  const called = (one) => `${one.localName} “${(one.textContent.trim() || one.ariaLabel || one.name).replace(/\\s+/g, " ").slice(0, 40)}”`;
  const isSeen = (one) => {
    for (let at = one; at; at = at.parentElement) if (getComputedStyle(at).clipPath === "inset(50%)") return false;
    return one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };
  const front = (one) => {
    while (one && !["fixed", "sticky"].includes(getComputedStyle(one).position)) one = one.parentElement;
    return one;
  };
  const inside = (box, one) => {
    for (let at = one; at && at !== document.body; at = at.parentElement) {
      if (getComputedStyle(at).overflow === "visible") continue;
      const edge = at.getBoundingClientRect();
      box = { left: Math.max(box.left, edge.left), right: Math.min(box.right, edge.right), top: Math.max(box.top, edge.top), bottom: Math.min(box.bottom, edge.bottom) };
    }
    return box;
  };
  const texts = [];
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const one = nodes.currentNode.parentElement;
    if (!nodes.currentNode.textContent.trim() || one.closest("option") || !isSeen(one)) continue;
    const range = document.createRange();
    range.selectNodeContents(nodes.currentNode);
    const size = parseFloat(getComputedStyle(one).fontSize);
    for (const { left, right, top, bottom } of range.getClientRects()) {
      const middle = (top + bottom) / 2;
      const letters = inside({ left: left + 2, right: right - 2, top: middle - size * 0.3 + 1, bottom: middle + size * 0.33 - 1 }, one);
      if (letters.left < letters.right && letters.top < letters.bottom) texts.push({ ...letters, one, of: front(one) });
    }
  }
  for (const [at, a] of texts.entries())
    for (const b of texts.slice(at + 1))
      if (a.one !== b.one && a.of === b.of && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) wrong.add(`${called(a.one)} lies over ${called(b.one)}`);
  const isCovering = /writing|menu-open/.test(document.documentElement.className) && matchMedia("(max-width: 43.7em), (max-height: 479px)").matches;
  const part = document.querySelector(isCovering ? "#entry .deal-form" : "body");
  for (const one of part.querySelectorAll("a[href], button:enabled, summary, select")) {
    if (!isSeen(one) || getComputedStyle(one).pointerEvents === "none" || one.closest("[inert]")) continue;
    one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const { left, top, width, height } = one.getClientRects()[0];
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!one.contains(there) && !(one.localName === "summary" && one.parentElement.open)) wrong.add(`${called(one)} is behind ${there && called(there)}`);
  }
  scrollTo(0, 0);
  return [...wrong];
}"""  # noqa: E501


def colliding(page: Page, state: str, turn: int) -> dict[str, list[str]]:
    """Return the collisions on the page at each size, or at the third of them whose turn it is."""
    found = {}
    for width, height in every(3, EVERY_SIZE, first=turn % 3):
        page.set_viewport_size({"width": width, "height": height})
        if wrong := page.evaluate(COLLIDING):
            found[f"{state} {width}x{height}"] = wrong
    return found


@pytest.mark.parametrize("game", every(4, list(SHEETS)))
def test_no_text_lies_over_another_and_all_that_is_tapped_can_be(phone: Make, new_match: NewMatch, game: str) -> None:
    page = phone(lang="fr")
    sheet = SHEETS[game]
    path = new_match(page, game, NAMES[: sheet.players], entries=sheet.entries, options=sheet.options)
    page.wait_for_function(ENGINE_READY)
    turn = list(SHEETS).index(game) // 4
    found = colliding(page, "rest", turn)
    page.locator("#next-deal p").click()
    for what in sheet.taps:
        tap(page, what)
    expect(page.locator("#preview")).not_to_be_empty()
    found |= colliding(page, "entering", turn + 1)
    page.goto(f"{path}/entries/1")
    found |= colliding(page, "deal", turn + 2)
    assert not found


@pytest.mark.parametrize(("turn", "players"), list(enumerate((3, 6, 8))))
def test_a_slip_of_the_start_page_has_room_for_the_numbers_of_all(
    page: Page, new_match: NewMatch, turn: int, players: int
) -> None:
    fined = [{"kind": "penalty", "player": name, "points": 555} for name in NAMES[:players]]
    new_match(page, "toy", NAMES[:players], entries=fined, opens=False)
    page.goto("/")
    assert not colliding(page, "start", turn)


@pytest.mark.parametrize("game", every(7, list(SHEETS), first=1))
def test_the_sheet_and_save_are_in_sight_and_nothing_lies_over_anything(
    page: Page, new_match: NewMatch, game: str
) -> None:
    sheet = SHEETS[game]
    new_match(page, game, NAMES[: sheet.players], entries=sheet.entries, options=sheet.options)
    page.wait_for_function(ENGINE_READY)
    found = {}
    for state in ("rest", "entering"):
        if state == "entering":
            page.locator("#next-deal p").click()
            for what in sheet.taps[:-1]:
                tap(page, what)
        for width, height in UPRIGHT + LYING:
            page.set_viewport_size({"width": width, "height": height})
            if wrong := page.evaluate(WRONG):
                found[f"{state} {width}x{height}"] = wrong
    assert not found


@pytest.mark.parametrize("game", every(4, list(SHEETS), first=3))
def test_long_names_are_whole_on_a_tablet(page: Page, new_match: NewMatch, game: str) -> None:
    new_match(page, game, LONG[: SHEETS[game].most], options=SHEETS[game].options)
    page.wait_for_function(ENGINE_READY)
    found = {}
    for state in ("rest", "entering"):
        if state == "entering":
            page.locator("#next-deal p").click()
        for width, height in UPRIGHT:
            page.set_viewport_size({"width": width, "height": height})
            if cut := page.evaluate(NOT_WHOLE):
                found[f"{state} {width}x{height}"] = cut
    assert not found


@pytest.mark.parametrize("game", every(4, list(SHEETS), first=4))
def test_a_deal_is_corrected_beside_the_sheet(page: Page, new_match: NewMatch, game: str) -> None:
    sheet = SHEETS[game]
    path = new_match(page, game, NAMES[: sheet.players], entries=sheet.entries, options=sheet.options, opens=False)
    found = {}
    page.goto(f"{path}/entries/1")
    page.wait_for_function(ENGINE_READY)
    for state in ("rest", "entering"):
        if state == "entering":
            page.locator(".story .save").click()
            expect(page.locator("#deal-form")).to_be_visible()
        for width, height in UPRIGHT + LYING:
            page.set_viewport_size({"width": width, "height": height})
            if wrong := page.evaluate(WRONG):
                found[f"{state} {width}x{height}"] = wrong
    assert not found


def test_what_is_rare_stands_beside_the_sheet(page: Page, new_match: NewMatch) -> None:
    new_match(page, "toy", NAMES[:3], entries=SHEETS["toy"].entries)
    page.wait_for_function(ENGINE_READY)
    page.locator("#other > summary").click()
    for width, height in UPRIGHT + LYING:
        page.set_viewport_size({"width": width, "height": height})
        menu, sheet, seats = (page.locator(one).bounding_box() for one in (".menu", "#lines", ".seats"))
        assert menu
        assert sheet
        assert seats
        assert menu["x"] >= sheet["x"] + sheet["width"] - 1 or menu["x"] + menu["width"] <= sheet["x"] + 1
        assert menu["y"] >= seats["y"] + seats["height"] - 1
