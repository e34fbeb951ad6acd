"""The score sheet on the table: nothing on it moves, all of it fits, hands and screen readers reach everything."""

import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from browser.conftest import Site
from browser.table import SOON
from playwright.sync_api import APIRequestContext, Browser, Page, expect

NAMES = ["Anna", "Bo", "Cia", "Dag", "Eva", "Finn", "Gun", "Hans"]
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
Match = dict[str, Any]
RAMS = {"kind": "deal", "tricks": ["Anna", "Anna", "Bo", "Bo", "Cia"]}
MATCHES: dict[str, Match] = {
    "gin": {
        "players": NAMES[:2],
        "entries": [{"kind": "deal", "end": "knock", "by": "Anna", "deadwood": {"Anna": 6, "Bo": 36}}],
    },
    "rams": {"players": NAMES[:4], "entries": [RAMS], "options": {"money": True, "unit_name": "kr"}},
    "english_rams": {"players": NAMES[:4], "entries": [RAMS]},
    "ramino": {
        "players": NAMES[:3],
        "entries": [
            {
                "kind": "deal",
                "out": "Anna",
                "laid": {"Anna": 120, "Bo": 85, "Cia": 40},
                "left": {"Bo": 30, "Cia": 40},
            }
        ],
    },
    "rami": {
        "players": NAMES[:3],
        "entries": [{"kind": "deal", "out": "Anna", "left": {"Bo": 28}, "not_laid": ["Cia"]}],
    },
    "free": {"players": NAMES[:3], "entries": [{"kind": "deal", "points": {"Anna": 31, "Bo": 2, "Cia": 117}}]},
}
# What is tapped for a deal, in order: @N a row, =text a key for each letter, !name another key, else a selector.
TAPS: dict[str, list[str]] = {
    "gin": ["@0", "input[name=end][value=gin]", "input[name=end][value=knock]", "=6", "=12+8"],
    "rams": ["input[name='passed[]'][value=Cia]", "@0", "@0", "@1", "@1", "@3"],
    "english_rams": ["input[name='folds[]'][value=Dag]", "@0", "@0", "@1", "@1", "@2"],
    "ramino": ["@0", "=120", "!next", "=40+15", "!next", "=30", "!next", "!nothing", "=115"],
    "rami": ["@1", "=28+4", "!next", "=12"],
    "free": ["@0", "=12+8", "!next", "=7", "!next", "=40"],
}
# Where things stand: whole boxes, or where a name and a number begin, which may be of another length.
PLACES = """() => {
  const box = (found) => found.getBoundingClientRect();
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length);
  const whole = (found) => [box(found).x, box(found).y, box(found).width, box(found).height].map(Math.round);
  const parts = [[".top", whole], ["#board", whole], [".seat", whole], [".who b", (one) => [box(one).x, box(one).y]]];
  const open = [[".zone", whole], [".n", (one) => box(one).y], ["#entry .save", whole], ["#keypad [data-key]", whole]];
  const all = document.querySelector(".entry.open") ? [...parts, ...open] : parts;
  return Object.fromEntries(all.map(([selector, at]) => [selector, seen(selector).map(at)]));
}"""
SHIFTS = """() => new PerformanceObserver((list) => {
  window.shifted ??= [];
  for (const entry of list.getEntries()) for (const { node } of entry.sources) {
    const element = node?.nodeType === 3 ? node.parentElement : node;
    if (element?.isConnected && !element.closest("#lines, #notices")) window.shifted.push(element.className);
  }
}).observe({ type: "layout-shift", buffered: false })"""
ENGINE_READY = "() => document.documentElement.classList.contains('scripted')"


def tap(page: Page, what: str) -> None:
    """One tap; digits are as many. Straight on the element: the browser must not scroll to it first."""
    keys = {"=": what[1:], "!": [what[1:]]}.get(what[0])
    seat = f".seat:nth-of-type({int(what[1:]) + 1})" if what[0] == "@" else ""
    targets = (
        [f"#keypad [data-key='{key}']" for key in keys]
        if keys is not None
        else [f"{seat} .take, {seat} .score" if seat else f"#entry {what}"]
    )
    for target in targets:
        page.locator(target).first.dispatch_event("click")


# Another deal, as the form of another phone would send it.
FIELDS: dict[str, list[tuple[str, str]]] = {
    "gin": [("by", "Bo"), ("end", "gin"), ("deadwood[@0]", "9")],
    "rams": [("tricks[]", name) for name in ("Dag", "Dag", "Bo", "Anna", "Cia")],
    "english_rams": [("folds[]", "Anna"), *(("tricks[]", name) for name in ("Dag", "Dag", "Bo", "Bo", "Bo"))],
    "ramino": [
        *[("out[@]", "@1"), ("laid[@1]", "110")],
        *[("laid[@0]", "95"), ("left[@0]", "20"), ("laid[@2]", "60"), ("left[@2]", "40")],
    ],
    "rami": [("out", "Cia"), ("left[@0]", "12"), ("left[@1]", "44")],
    "free": [("points[@0]", "5"), ("points[@1]", "6"), ("points[@2]", "7")],
}


@pytest.fixture(scope="module")
def elsewhere(browser: Browser, served: Site) -> Iterator[APIRequestContext]:
    """Another phone, which only sends forms: one for all matches."""
    context = browser.new_context(base_url=served.url)
    yield context.request
    context.close()


def write_deal_elsewhere(other: APIRequestContext, page: Page, path: str, game: str) -> None:
    """A phone that comes in as Bo writes the next deal."""
    code = re.findall(r"/j/[\w-]+", page.request.get(f"{path}/share").text())[0].removeprefix("/j/")
    other.post("/join", form={"code": code, "player": "Bo"})
    seen = re.search(r'name="seen" value="([^"]+)"', other.get(path).text())
    assert seen
    fields = [("kind", "deal"), ("seen", seen[1]), ("entry_id", f"elsewhere{seen[1]}"), *FIELDS[game]]
    coded = {"Content-Type": "application/x-www-form-urlencoded"}
    written = other.post(f"{path}/entries", data=urlencode(fields), headers=coded)
    assert written.ok, written.text()


@pytest.mark.parametrize("game", MATCHES)
def test_nothing_moves(page: Page, elsewhere: APIRequestContext, new_match: Callable[..., str], game: str) -> None:
    """At rest when another phone saves; while a deal is entered; and when another saves under the thumb."""
    path = new_match(page, game, **MATCHES[game])
    page.wait_for_function(ENGINE_READY)
    page.evaluate(SHIFTS)
    before = page.evaluate(PLACES)
    write_deal_elsewhere(elsewhere, page, path, game)
    expect(page.locator("#status")).to_have_text(re.compile("Bo wrote deal 2"), timeout=SOON)
    assert page.evaluate(PLACES) == before
    assert not page.evaluate("window.shifted ?? []")

    resting = page.evaluate(PLACES)
    first, *others, last = TAPS[game]
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
    expect(page.locator("#meanwhile")).to_contain_text("While you were typing", timeout=SOON)
    assert page.evaluate(PLACES) == opened, "nor under a thumb"


# What a deal is to a screen reader: roles and names, and what is pressed or typed there.
SPOKEN: dict[str, list[tuple[str, str, str]]] = {
    "gin": [
        ("radio", "laid down: Anna", "Space"),
        ("textbox", "Anna: laid down with", "6"),
        ("textbox", "Bo: left in hand", "20"),
    ],
    "rams": [
        ("checkbox", "Cia: pass", "Space"),
        *(("button", name, "Enter") for name in ("Anna", "Anna", "Bo", "Bo", "Dag")),
    ],
    "english_rams": [
        ("checkbox", "Dag: folds", "Space"),
        *(("button", name, "Enter") for name in ("Anna", "Anna", "Bo", "Bo", "Cia")),
    ],
    "ramino": [
        ("radio", "went out: Bo", "Space"),
        *(("textbox", f"{name}: laid", points) for name, points in (("Anna", "95"), ("Bo", "110"), ("Cia", "60"))),
        *(("textbox", f"{name}: left", points) for name, points in (("Anna", "20"), ("Cia", "40"))),
    ],
    "rami": [
        ("radio", "went out: Cia", "Space"),
        ("textbox", "Anna: left", "12"),
        ("checkbox", "Bo: nothing laid", "Space"),
    ],
    "free": [("textbox", f"{name}: points", points) for name, points in (("Anna", "5"), ("Bo", "6"), ("Cia", "7"))],
}


@pytest.mark.parametrize("game", MATCHES)
def test_a_deal_is_entered_by_roles_and_names_with_a_keyboard(
    page: Page, new_match: Callable[..., str], game: str
) -> None:
    new_match(page, game, **MATCHES[game])
    page.wait_for_function(ENGINE_READY)
    for role, name, pressed in SPOKEN[game]:
        found = page.get_by_role(role, name=re.compile(rf"^\s*{name}")).first  # type: ignore[arg-type]
        found.focus()
        expect(found).to_be_focused()
        for key in [pressed] if len(pressed) > 3 else pressed:
            page.keyboard.press(key)
    page.get_by_role("button", name=re.compile("Save deal 2")).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").first).to_have_text("Saved.")
    expect(page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="deal 2"))).to_have_count(1)


SIZES = [(320, 640), (360, 640), (360, 740)]
MANY = {"gin": 3, "rams": 5, "english_rams": 6, "ramino": 8, "rami": 6, "free": 8}
# Names are shortened to two lines, nothing else is.
CUT = """() => [...document.querySelectorAll(".top .terms, .caption p, .tabs a, .zone > span, .segments span, .save .lack, .deal-now b, .deal-now button")]
  .filter((one) => one.checkVisibility() && !one.closest(".unseen") && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 4) && getComputedStyle(one).display !== "inline")
  .map((one) => one.textContent.trim())"""  # noqa: E501
SMALL = """() => [...document.querySelectorAll(".desk button, .segments label, .tabs a, .bar button, .bar summary, .zone, .take")]
  .filter((one) => one.checkVisibility()).map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < 43.5).map(([text, box]) => [text, box.width, box.height])"""  # noqa: E501
COVERED = """() => { const save = document.querySelector("#entry .save"); const box = save.getBoundingClientRect();
  const middle = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const edges = [[middle[0], box.top + 1], [middle[0], box.bottom - 1]];
  return [[box.left + 9, box.top + 9], [box.right - 9, box.bottom - 9], middle, ...edges]
    .filter(([x, y]) => !save.contains(document.elementFromPoint(x, y))).length; }"""
DIGITS = "new Set([...document.querySelectorAll('.seat .n')].map((one) => getComputedStyle(one).fontSize)).size"


FITS = {"wide": False, "small": [], "cut": [], "covered": 0, "digits": 1}
LOOK = f"""() => ({{ wide: document.documentElement.scrollWidth > innerWidth, small: ({SMALL})(), cut: ({CUT})(),
  covered: ({COVERED})(), digits: {DIGITS} }})"""


def look(page: Page, size: tuple[int, int]) -> dict[str, Any]:
    """What sticks out, is too small for a finger, cut off, or lies over Save, on a phone of that size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    found: dict[str, Any] = page.evaluate(LOOK)
    return found


@pytest.mark.parametrize("game", MATCHES)
@pytest.mark.parametrize("seats", ["few", "many"])
def test_all_of_it_fits_in_every_language(page: Page, new_match: Callable[..., str], game: str, seats: str) -> None:
    """The longest names there may be, on the smallest phones, at rest and with the desk open."""
    players = LONGEST[: MANY[game] if seats == "many" else len(MATCHES[game]["players"])]
    path = new_match(page, game, players, options=MATCHES[game].get("options", {}))
    for lang in ("en", "sv", "fr", "it"):
        page.set_extra_http_headers({"Accept-Language": lang})
        page.goto(path)
        page.wait_for_function(ENGINE_READY)
        for size in SIZES:
            found = look(page, size)
            assert {**found, "covered": 0} == FITS, f"{lang} {size}"
        tap(page, "@0")
        for size in reversed(SIZES):
            assert {**look(page, size), "digits": 1} == FITS, f"{lang} {size}, writing"
        page.evaluate("localStorage.clear()")


AWAKE = """Object.defineProperty(navigator, "wakeLock", { value: { request: async (what) => {
  window.asked = (window.asked ?? 0) + 1; return { released: false }; } } })"""


def test_the_screen_is_asked_to_stay_on_where_a_match_is_shown(page: Page, new_match: Callable[..., str]) -> None:
    page.add_init_script(AWAKE)
    page.goto("/")
    page.wait_for_function(ENGINE_READY)
    assert page.evaluate("window.asked") is None
    path = new_match(page, "gin", **MATCHES["gin"])
    for shown in (path, f"{path}/share", f"{path}/referee", f"{path}/rules"):
        page.goto(shown)
        page.wait_for_function("window.asked === 1")


def test_where_the_screen_cannot_be_kept_on_that_is_said_once(page: Page, new_match: Callable[..., str]) -> None:
    page.add_init_script("delete Navigator.prototype.wakeLock")
    new_match(page, "gin", **MATCHES["gin"])
    expect(page.locator("#status")).to_contain_text("may fall asleep")
    page.reload()
    page.wait_for_function(ENGINE_READY)
    expect(page.locator("#status")).to_be_empty()


# What lies over what in a seat: the number, the boxes and their captions.
OVERLAPPING = """() => [...document.querySelectorAll(".seat")].flatMap((seat) => {
  const digits = document.createRange();
  digits.selectNodeContents(seat.querySelector(".n"));
  const shown = [...seat.querySelectorAll(".box .unit, .box input, .to:not(:empty)")].filter((one) => one.checkVisibility() && one.offsetWidth > 1);
  const parts = [["n", digits.getBoundingClientRect(), 0.2], ...shown.map((one) => [one.name ?? one.className, one.getBoundingClientRect(), 0])];
  const over = ([, a, spare], [, b]) => a.left < b.right - 1 && b.left < a.right - 1 && a.top + a.height * spare < b.bottom - 1 && b.top < a.bottom - a.height * spare - 1;
  return parts.flatMap((one, at) => parts.slice(at + 1).filter((other) => over(one, other)).map((other) => `${one[0]} ${other[0]}`));
})"""  # noqa: E501
TWO = [*SIZES, (740, 360), (768, 1024)]


def test_two_boxes_for_each_of_two_players_leave_their_numbers_in_sight(
    page: Page, new_match: Callable[..., str]
) -> None:
    won = {"kind": "deal", "out": "Anna", "laid": {"Anna": 135, "Bo": 60}, "left": {"Bo": 25}}
    new_match(page, "ramino", NAMES[:2], entries=[won])
    page.wait_for_function(ENGINE_READY)
    page.locator("#deal-now p").click()
    page.get_by_label("Anna: laid").fill("40+15")
    for width, height in TWO:
        page.set_viewport_size({"width": width, "height": height})
        assert not page.evaluate(OVERLAPPING), f"{width}x{height}"


class TestPointsLaidDuringTheDeal:
    """as_played I-35: a pad that adds up what each lays while the deal is played."""

    def test_what_is_laid_so_far_stays_on_the_board_until_it_is_saved(
        self, page: Page, new_match: Callable[..., str]
    ) -> None:
        path = new_match(page, "ramino", NAMES[:3])
        laid = page.get_by_label("Anna: laid").locator("xpath=..")
        so_far = "element => getComputedStyle(element, '::after').content"
        page.wait_for_function(ENGINE_READY)
        page.locator("#deal-now p").click()
        for tapped in ("=40", "=+15"):
            page.get_by_label("Anna: laid").focus()
            tap(page, tapped)
            page.locator("[data-desk=aside]").click()
            expect(page.locator("#desk")).to_be_hidden()
        page.goto(f"{path}/rules")
        page.goto(path)
        page.wait_for_function(ENGINE_READY)
        expect(page.locator("#desk")).to_be_hidden()
        assert laid.evaluate(so_far) == '"55"'
        laid.click()
        expect(page.get_by_label("Anna: laid")).to_be_focused()
        for one in ("=+5", "@1", "input[name='laid[@1]']"):
            tap(page, one)
        for name, value in (("laid[@1]", "120"), ("left[@0]", "40"), ("laid[@2]", "30"), ("left[@2]", "20")):
            page.locator(f"[name='{name}']").fill(value)
        page.locator("#entry .save").click()
        expect(page.get_by_role("status").first).to_have_text("Saved.")
        expect(page.locator(".pad[data-sum]")).to_have_count(0)

    def test_a_refused_number_is_in_focus_and_in_sight(self, page: Page, new_match: Callable[..., str]) -> None:
        new_match(page, "ramino", NAMES[:3])
        page.wait_for_function(ENGINE_READY)
        typed = {"laid[@0]": "120", "laid[@1]": "55", "left[@1]": "40", "laid[@2]": "62", "left[@2]": "20"}
        for name, value in typed.items():
            page.locator(f"[name='{name}']").evaluate("(box, value) => (box.value = value)", value)
        tap(page, "@0")
        page.locator("#entry .save").click()
        expect(page.locator("#wrong")).to_contain_text("Cia cannot have laid 62")
        box = page.get_by_label("Cia: laid")
        expect(box).to_be_focused()
        seen = page.evaluate("box => document.elementFromPoint(box.x + 9, box.y + 9).name", box.bounding_box())
        assert seen == "laid[@2]"
        tap(page, "!back")
        expect(page.locator("#wrong")).to_have_count(0)


def test_what_a_number_leaves_open_is_asked_beside_it(page: Page, new_match: Callable[..., str]) -> None:
    """Elimination needs to know who has laid where the hand does not tell."""
    rules = {"mode": "elimination", "limit": 101, "limit_rule": "reach", "dealt": 13}
    new_match(page, "ramino", NAMES[:3], options=rules)
    page.wait_for_function(ENGINE_READY)
    expect(page.locator("#board")).to_contain_text("out at 101")
    page.locator("[name='left[@1]']").evaluate("box => (box.value = 70)")
    page.locator("[name='left[@2]']").evaluate("box => (box.value = 10)")
    tap(page, "@0")
    page.locator("#entry .save").click()
    expect(page.locator("#wrong")).to_contain_text("Say whether Bo has laid.")
    expect(page.locator("[name='left[@1]']")).to_be_focused()
    asked = page.locator(".seat[data-player=Bo] .either-way")
    has, has_not = (asked.get_by_label(words, exact=True) for words in ("laid", "nothing laid"))
    has_not.dispatch_event("click")
    has.dispatch_event("click")
    expect(has).to_be_checked()
    expect(has_not).not_to_be_checked()
    expect(page.locator("#wrong, #entry [aria-invalid]")).to_have_count(0)
    page.locator("#entry .save").click()
    expect(page.get_by_role("status").first).to_have_text("Saved.")


def test_a_second_tap_does_not_hit_what_lay_under_the_desk(page: Page, new_match: Callable[..., str]) -> None:
    """Where the desk was put aside, or a deal saved without a network, the tabs come back at once."""
    new_match(page, "rami", **MATCHES["rami"])
    page.wait_for_function(ENGINE_READY)
    page.evaluate("window.isSamePage = true")
    tap(page, "@1")
    page.locator("[data-desk=aside]").dblclick()
    expect(page.locator("#desk")).to_be_hidden()
    expect(page.locator(".tabs")).to_be_visible()
    assert page.evaluate("window.isSamePage")


def test_where_nobody_may_knock_gin_is_chosen(page: Page, new_match: Callable[..., str]) -> None:
    """A number in a box that a choice puts away is gone with it: it could be taken out nowhere."""
    new_match(page, "gin", NAMES[:2], options={"knock_limit": 0})
    expect(page.locator("input[name=end][value=gin]")).to_be_checked()
    page.locator("#deal-now p").click()
    boxes = page.locator("[name^=deadwood]")
    for at, n in enumerate(("9", "44")):
        boxes.nth(at).fill(n)
    tap(page, "@0")
    expect(boxes.nth(0)).to_have_value("")
    expect(boxes.nth(1)).to_have_value("44")
    page.locator("#entry label:has([name=end][value=void])").click()
    expect(boxes.nth(1)).to_have_value("")


def test_a_deal_that_waits_is_told_by_what_each_did(page: Page, new_match: Callable[..., str]) -> None:
    """The one box has two names; whose deal the next one is is not known here: whoever sits this one out may play."""
    new_match(page, "gin", ["Anna", "Bo", "Cia"])
    page.context.set_offline(True)
    page.locator("#deal-now p").click()
    expect(page.locator("[name='deadwood[@2]']")).to_be_hidden()
    expect(page.locator("[data-player=Cia] .take input")).to_be_disabled()
    tap(page, "@0")
    for at, n in enumerate(("5", "25")):
        page.locator(f"[name='deadwood[@{at}]']").fill(n)
    page.locator("#entry .save").click()
    waits = page.locator("#waiting li .typed").first
    expect(waits).to_contain_text("Anna: laid down with: 5, Bo: left in hand: 25")
    assert "left in handlaid" not in waits.inner_text()
    expect(page.locator(".seat abbr.deals")).to_be_hidden()
    tap(page, "@2")
    for at, n in (("2", "4"), ("0", "10")):
        page.locator(f"[name='deadwood[@{at}]']").fill(n)
    page.locator("#entry .save").click()
    expect(page.locator("#waiting li .typed").first).to_contain_text("Cia: laid down with: 4")
    page.context.set_offline(False)
    expect(page.locator("[data-player=Cia] .n")).to_have_text("6", timeout=SOON)
    expect(page.locator("[data-player=Anna] input").first).to_be_disabled()  # who lost deals


def test_two_at_rams_see_their_names(page: Page, new_match: Callable[..., str]) -> None:
    """What may be tapped beside a score leaves room for it, also where two stand side by side."""
    new_match(page, "rams", ["Anna", "Bo"])
    middles = {}
    for name in ("Anna", "Bo"):
        seat, who = (page.locator(f".seat[data-player={name}] {of}").bounding_box() for of in (".take", ".who bdi"))
        assert seat and who and who["width"] > 10
        middles[name] = abs(seat["x"] + seat["width"] / 2 - who["x"] - who["width"] / 2)
    assert max(middles.values()) < 30
