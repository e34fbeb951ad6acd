"""Keys type into the right box, whatever others write meanwhile, and wherever the focus is."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest
from browser.fixtures import Site
from browser.sheet import ENGINE_READY, SHEETS, tap, targets
from browser.table import NewMatch, corrects
from playwright.sync_api import APIRequestContext, Browser, Locator, Page, expect
from support.share import IS_WHOLE, every

# The typed deal and the active box, without the fields about the version.
TYPED = """() => [[...new FormData(document.querySelector("form#entry"))].filter(([name, value]) =>
  value && !["seen", "entry_id", "against", "number"].includes(name)),
  document.querySelector("[data-box].active")?.name ?? null]"""
# True once the page has newer entries and the form was redrawn; a correction form is not redrawn.
MARK = "() => { document.querySelector('form#entry').isOld = true }"
HEARD = """seen => {
  document.body.dispatchEvent(new Event("wake"));
  const form = document.querySelector("form#entry");
  const now = document.getElementById("newer-entries").dataset.seen;
  return form.matches(".correcting") ? parseInt(now) >= parseInt(seen) : !form.isOld;
}"""
KEPT = """() => [localStorage, sessionStorage].some((kept) =>
  Object.keys(kept).some((key) => /^(draft|correction):/.test(key) && key.includes(location.pathname.split("/")[2])))"""
TOLD = """seen => {
  document.body.dispatchEvent(new Event("wake"));
  return parseInt(document.getElementById("newer-entries").dataset.seen) >= parseInt(seen);
}"""
DRAWN = 300  # ms in which a form is redrawn after newer entries
RESTORED = "() => document.querySelector('form#entry').dataset.after !== undefined"


@dataclass
class Match:
    """A match on the typing phone, and another phone at its table."""

    path: str
    other: APIRequestContext
    written: int = 0

    def news(self) -> str:
        """Write a penalty on the other phone, which changes no deal."""
        self.written += 1
        seen = self.other.get(self.path).headers["companion"]
        fields = {"kind": "penalty", "player": "Bo", "way": "costs", "cost": "5", "reason": "news"}
        sent = {**fields, "seen": seen, "entry_id": f"news-{self.written}"}
        answer = self.other.post(f"{self.path}/entries", form=sent)
        assert answer.ok, answer.text()
        return self.other.get(self.path).headers["companion"]


@pytest.fixture(scope="module")
def elsewhere(browser: Browser, served: Site) -> Iterator[APIRequestContext]:
    context = browser.new_context(base_url=served.url)
    yield context.request
    context.close()


Begin = Callable[[str, str], Match]


@pytest.fixture
def begin(page: Page, elsewhere: APIRequestContext, new_match: NewMatch) -> Begin:
    def begun(game: str, where: str) -> Match:
        path = new_match(page, game, **SHEETS[game].match, opens=False)
        page.request.post(f"{path}/who", form={"player": "Anna"}, max_redirects=0)
        code = re.findall(r"/j/[\w-]+", page.request.get(f"{path}/share").text())[0].removeprefix("/j/")
        elsewhere.post("/join", form={"code": code, "player": "Bo"})
        if where == "own result":
            page.request.post(f"{path}/settings", form={"own_parts": "on"})
        page.goto(path + ("/entries/1" if where == "correction" else ""))
        page.wait_for_function(ENGINE_READY)
        if where == "correction":
            corrects(page)
        return Match(path, elsewhere)

    return begun


Between = Callable[[Page, Match], None]


def taps_of(game: str) -> list[str]:
    """Return the taps, one for each key."""
    return [
        one for taps in SHEETS[game].taps for one in ([f"={key}" for key in taps[1:]] if taps[0] == "=" else [taps])
    ]


def news(page: Page, match: Match) -> None:
    page.evaluate(MARK)
    page.wait_for_function(HEARD, arg=match.news(), polling=100)


def away(page: Page, match: Match) -> None:
    """Move the focus away, then write on the other phone."""
    page.evaluate("document.activeElement.blur()")
    news(page, match)


def aside(page: Page, match: Match) -> None:
    """Write on the other phone while the focus is in an empty field of the menu."""
    page.evaluate("for (const one of ['#other', '#row-note']) document.querySelector(one).open = true")
    page.locator("#other [name=text]").focus()
    news(page, match)
    page.evaluate("document.querySelector('#other').open = false")


def anew(page: Page, _: Match) -> None:
    """Reload the page once something is typed; before that the form would be closed again."""
    if not page.evaluate(KEPT):
        return
    page.reload()
    page.wait_for_function(ENGINE_READY)
    page.wait_for_function(RESTORED)


WHERE: dict[str, tuple[Between, ...]] = {
    "deal": (away, anew, news, aside),
    "own result": (away, anew, news),
    "correction": (away, anew, news),
}
CASES = [(game, where, one) for where, all_between in WHERE.items() for one in all_between for game in SHEETS]
OFTEN = 1 if IS_WHOLE else 3  # it comes before each key, or before the second and every third after it
BY_NUMBER = [game for game in SHEETS if any(one[0] == "=" for one in SHEETS[game].taps)]


def typed(page: Page, taps: list[str], between: Callable[[], None], by: Callable[[Page, str], None] = tap) -> list[Any]:
    """Return the numbers in the form after each tap."""
    found = []
    for at, one in enumerate(taps):
        if one[0] not in "@=!" and not page.locator(f"#entry {one}").count():
            continue  # this form does not have it
        if at and one[0] in "=!" and page.locator(targets(one)[0]).is_hidden():
            continue  # nobody can tap a hidden key
        if at and (at - 1) % OFTEN == 0:
            between()
        by(page, one)
        found.append(page.evaluate(TYPED))
    return found


class TestEachKeyDoesWhatItDoesWhereNothingComesBetween:
    @pytest.mark.parametrize(("game", "where", "between"), every(45, CASES))
    def test_on_the_screen(self, page: Page, begin: Begin, game: str, where: str, between: Between) -> None:
        begin(game, where)
        undisturbed = typed(page, taps_of(game), lambda: None)
        match = begin(game, where)
        assert typed(page, taps_of(game), lambda: between(page, match)) == undisturbed

    @pytest.mark.parametrize("game", every(4, BY_NUMBER, first=2))
    def test_on_a_keyboard(self, page: Page, begin: Begin, game: str) -> None:
        begin(game, "deal")
        undisturbed = typed(page, taps_of(game), lambda: None, struck)
        match = begin(game, "deal")
        assert typed(page, taps_of(game), lambda: news(page, match), struck) == undisturbed

    @pytest.mark.parametrize("game", every(4, BY_NUMBER, first=3))
    def test_under_a_finger_that_lies_on_it(self, page: Page, begin: Begin, game: str) -> None:
        begin(game, "deal")
        undisturbed = typed(page, taps_of(game), lambda: None)
        match = begin(game, "deal")
        taps = count(OFTEN - 1)

        def lies(page: Page, one: str) -> None:
            held(page, match, one) if next(taps) % OFTEN == 0 else tap(page, one)

        assert typed(page, taps_of(game), lambda: None, lies) == undisturbed


def struck(page: Page, what: str) -> None:
    """Press digits and signs on a keyboard; everything else is tapped."""
    if what[0] == "=":
        page.keyboard.press(what[1])
    else:
        tap(page, what)


def held(page: Page, match: Match, what: str) -> None:
    """Hold a key until newer entries have arrived."""
    if what[0] not in "=!":
        tap(page, what)
        return
    key = page.locator(f"#keypad [data-key='{what[1:]}']")
    key.hover()
    page.mouse.down()
    page.wait_for_function(TOLD, arg=match.news(), polling=100)
    page.wait_for_timeout(DRAWN)
    page.mouse.up()


# Visible boxes that cards can replace, one of each kind: their names, and those of the card fields.
BY_CARDS = """() => {
  const kinds = new Map();
  for (const { name, dataset } of document.querySelectorAll("#entry .cards-field:not([hidden]) [data-counts]")) {
    const box = document.querySelector(`#entry [data-box][name="${dataset.counts}"]`);
    const kind = dataset.counts.split("[")[0];
    if (box?.getClientRects().length && !kinds.has(kind)) kinds.set(kind, [dataset.counts, name]);
  }
  return [...kinds.values()];
}"""


def entered(page: Page, game: str) -> None:
    """Choose a winner, and enter no number."""
    page.wait_for_function(ENGINE_READY)
    tap(page, next(one for one in SHEETS[game].taps if one[0] == "@"))


def box_of(page: Page, name: str) -> Locator:
    return page.locator(f"#entry [data-box][name='{name}']")


def on_keys(page: Page, box: Locator, number: str) -> None:
    """Enter a number, each digit into this box, as some boxes get full before the last."""
    box.focus()
    tap(page, f"={number}")


CHANGES = [(game, *numbers) for numbers in (("4", "7"), ("5", "30"), ("45", "10")) for game in BY_NUMBER]


class TestWhatIsSaidLastOfABoxIsAllThatIsSaidOfIt:
    @pytest.mark.parametrize(("game", "before", "now"), every(12, CHANGES, first=8))
    def test_a_number_in_the_place_of_cards_that_took_the_place_of_another(
        self, page: Page, new_match: NewMatch, game: str, before: str, now: str
    ) -> None:
        new_match(page, game, **SHEETS[game].match)
        entered(page, game)
        for name, field in page.evaluate(BY_CARDS):
            box, cards = box_of(page, name), page.locator(f"#entry [name='{field}']")
            on_keys(page, box, before)
            page.locator("details.rare:has([data-counts])").evaluate("rare => (rare.open = true)")
            keys = page.locator(f".cards-field:has([name='{field}'])")
            keys.locator(".add").dispatch_event("click")
            keys.locator("[data-card='KS']").dispatch_event("click")
            keys.locator(".add").dispatch_event("click")
            expect(cards).to_have_value("KS")
            expect(box).to_have_value("")
            on_keys(page, box, now[0])
            expect(cards).to_have_value("")
            expect(box).to_have_value(now[0])
            tap(page, "!back")
            expect(cards).to_have_value("KS")
            expect(box).to_have_value("")
            on_keys(page, box, now)
            expect(cards).to_have_value("")
            expect(box).to_have_value(now)
            others = page.locator("#entry [data-box]:visible").evaluate_all(
                "(boxes, name) => boxes.filter((box) => box.name !== name).map((box) => box.value)", name
            )
            assert not any(others)
            box.evaluate("box => (box.value = '')")


class TestATapOnTheBoxBringsTheKeys:
    @pytest.mark.parametrize("game", every(4, BY_NUMBER))
    def test_after_more_in_the_same_box(self, page: Page, new_match: NewMatch, game: str) -> None:
        new_match(page, game, **SHEETS[game].match)
        entered(page, game)
        box = page.locator("#entry [data-box]:visible").first
        box.tap()
        tap(page, "=4")
        more = page.locator("#keypad [data-key=more]")
        if not more.count():
            return  # the minus key has replaced it
        more.tap()
        expect(page.locator("#keypad")).to_be_hidden()
        box.tap()
        expect(page.locator("#keypad")).to_be_visible()
        page.locator("#keypad [data-key='0']").tap()
        expect(box).to_have_value("0")


@pytest.mark.parametrize(("game", "where"), every(12, [(game, where) for game in BY_NUMBER for where in WHERE]))
class TestABoxThatIsChosen:
    """The first digit replaces the number of a chosen box; plus continues it, and it can be shortened."""

    def filled(self, page: Page, begin: Begin, game: str, where: str) -> Locator:
        begin(game, where)
        for one in taps_of(game) if where == "deal" else []:
            tap(page, one)
        if where == "own result":
            page.get_by_role("button", name="My result").click()
            page.locator("[data-answer]:has(.held)").click()
        box = page.locator("#entry [data-box]").locator("visible=true").first
        box.evaluate("box => (box.value = '40')")
        box.dispatch_event("click")
        return box

    def test_by_keys_and_on_a_keyboard(self, page: Page, begin: Begin, game: str, where: str) -> None:
        box = self.filled(page, begin, game, where)
        tap(page, "=5")
        expect(box).to_have_value("5")
        for keys, text in (("=+5", "5+5"), ("!back", "5+"), ("!back", "5")):
            box.dispatch_event("click")
            tap(page, keys)
            expect(box).to_have_value(text)
        box.evaluate("box => (box.value = '40')")
        box.dispatch_event("click")
        page.keyboard.press("5")
        expect(box).to_have_value("5")
        box.dispatch_event("click")
        page.keyboard.press("+")
        page.keyboard.press("5")
        expect(box).to_have_value("5+5")


@pytest.mark.parametrize("game", every(4, BY_NUMBER, first=1))
def test_next_names_a_player_and_goes_round(page: Page, begin: Begin, game: str) -> None:
    """Next goes through all filled boxes; a single box has no such key."""
    begin(game, "deal")
    for one in taps_of(game):
        tap(page, one)
    boxes = page.locator("#entry [data-box]").locator("visible=true")
    boxes.evaluate_all("all => all.forEach((box) => (box.value ||= '5'))")
    boxes.first.dispatch_event("click")
    names = boxes.evaluate_all("all => all.map((box) => box.name)")
    key = page.locator("#keypad [data-key=next]")
    if len(names) == 1:
        expect(key).to_be_hidden()
    for name in [*names[1:], names[0]] if len(names) > 1 else []:
        expect(key).not_to_contain_text("done")
        tap(page, "!next")
        expect(page.locator("[data-box].active")).to_have_attribute("name", name)


@pytest.mark.parametrize("game", every(2, BY_NUMBER))
def test_where_there_is_one_answer_my_result_opens_the_keys_at_once(page: Page, begin: Begin, game: str) -> None:
    begin(game, "own result")
    page.get_by_role("button", name="My result").click()
    answers = page.locator("[data-answer]:visible")
    expect(answers.first).to_be_visible()
    if answers.count() == 1:
        expect(page.locator("#keypad")).to_be_visible()
    else:
        expect(answers.first).to_be_focused()
