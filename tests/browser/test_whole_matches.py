"""Whole matches as people play them, from the empty start page to the protocol, with their taps counted."""

import io
import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect
from pypdf import PdfReader


class Thumb:
    """One thumb on one phone: it taps, and the taps are counted; digits typed on the keypad are not."""

    def __init__(self, page: Page):
        self.page = page
        self.taps = 0

    def tap(self, target: Locator) -> None:
        target.click()
        self.taps += 1

    def digits(self, text: str) -> None:
        """Digits and signs on the keys below; they are not counted."""
        for key in text:
            self.page.locator(f"#keypad [data-key='{key}']").click()

    def key(self, name: str) -> None:
        """One of the keys that are no digits."""
        self.tap(self.page.locator(f"#keypad [data-key='{name}']"))

    def choose(self, name: str, value: str) -> None:
        self.tap(self.page.locator(f"#entry label:has(input[name='{name}'][value='{value}'])").first)

    def takes(self, *players: str) -> None:
        for player in players:
            self.tap(self.page.locator(f"#entry button[data-takes='{player}']"))

    def save(self) -> int:
        """Save the deal; how many taps it took."""
        before = self.page.locator("#board").get_attribute("hx-get")
        self.tap(self.page.locator("#entry button.save"))
        expect(self.page.locator("#board")).not_to_have_attribute("hx-get", before or "")
        taken, self.taps = self.taps, 0
        return taken


def begin(page: Page, game: str, players: list[str], dealer: int, options: dict[str, str] | None = None) -> Thumb:
    page.goto("/")
    page.get_by_role("link", name="New match").click()
    page.locator(f"a[href='/new/{game}']").click()
    if page.locator("input[name='players[]']:visible").count() < len(players):
        page.locator("summary", has_text="More players").click()
    for seat, name in enumerate(players):
        page.locator("input[name='players[]']").nth(seat).fill(name)
    page.locator("label.who-deals").nth(dealer).click()
    if options:
        page.locator("summary", has_text="House rules").click()
    for name, value in (options or {}).items():
        if value.isdigit():
            page.locator(f"[name='options[{name}_number]']").fill(value)
        else:
            page.locator(f"select[name='options[{name}]']").select_option(value)
    page.get_by_role("button", name="Start", exact=True).click()
    return Thumb(page)


def score(page: Page, player: str) -> Locator:
    return page.locator(".seat", has_text=player).locator(".n")


def printed(thumb: Thumb) -> str:
    """The protocol, two taps away; its text without line breaks."""
    page = thumb.page
    thumb.taps = 0
    thumb.tap(page.get_by_role("navigation").get_by_role("link", name="Share"))
    link = page.get_by_role("link", name="Protocol").first
    expect(link).to_be_visible()
    thumb.taps += 1
    assert thumb.taps == 2
    answer = page.context.request.get(link.get_attribute("href") or "")
    assert answer.ok
    return " ".join(p.extract_text() for p in PdfReader(io.BytesIO(answer.body())).pages).replace("\n", " ")


def test_a_game_of_gin_to_a_hundred(page: Page) -> None:
    thumb = begin(page, "gin", ["Anna", "Bo"], 1)
    for knocker, loser, taps in (("6", "36", 2), ("1", "46", 3), ("", "8", 3)):
        thumb.choose("by", "Anna")
        if not knocker:
            thumb.choose("end", "gin")
        thumb.digits(knocker)  # a knock with 2 to 9 goes on by itself, one with 1 may become 10
        if knocker == "1":
            thumb.key("next")
        thumb.digits(loser)
        assert thumb.save() == taps
    expect(page.locator("#lines")).to_contain_text("536")
    assert "536" in printed(thumb)


def test_a_money_rams_of_four(page: Page) -> None:
    names = ["Anna", "Bo", "Cia", "Dag"]
    thumb = begin(page, "rams", names, 3, {"money": "True", "stake": "10", "rams_count": "1"})
    deals = [
        (["Cia"], "ABADA", []),
        (["Dag"], "ACACC", ["Bo"]),
        (["Cia"], "DDBDB", []),
        (["Dag", "Anna", "Bo"], "", []),
        (["Cia"], "BBDBA", []),
        (["Dag"], "BCC", []),
    ]
    full = {name[0]: name for name in names}
    for passed, tricks, bought in deals:
        for name in passed:
            thumb.choose("passed[]", name)
        thumb.takes(*(full[letter] for letter in tricks))
        for name in bought:
            asked = page.locator("#entry .brought-up label:visible")
            expect(asked).to_have_text([re.compile(f"{name} flew to 10 *stays *8 for 10")])
            thumb.choose("bought_down[]", name)
        assert thumb.save() <= 7 + len(bought), "the deal itself asks who has flown to the top"
    expect(page.locator("#notices")).to_contain_text("Cia has won.")
    expect(page.locator("#lines")).to_contain_text("Bo pays Cia: 30")
    text = printed(thumb)
    for fact in (*names, "60", "−30", "Flights"):
        assert fact in text


def test_a_session_of_english_rams(page: Page) -> None:
    """A simple pot and a double one: nobody walks through the calls, whoever folds is tapped."""
    thumb = begin(page, "english_rams", ["Anna", "Bo", "Cia", "Dag", "Eva"], 0)
    thumb.takes("Bo", "Bo", "Cia", "Cia", "Dag")
    assert thumb.save() == 6, "five tricks and Save"
    thumb.choose("folds[]", "Dag")
    thumb.choose("folds[]", "Anna")
    thumb.takes("Eva", "Bo", "Bo")
    expect(page.locator("[data-rest]:visible")).to_have_text([re.compile(name) for name in ("Cia", "Eva", "Bo")])
    thumb.tap(page.locator("[data-rest=Cia]"))
    expect(page.locator("[data-rest]:visible")).to_have_count(0)
    assert thumb.save() == 7, "one for each who folds, the tricks, the last two of them at once, and Save"
    expect(score(page, "Cia")).to_have_text("+8")
    expect(score(page, "Anna")).to_have_text("−10")
    page.locator("#other summary").click()
    cost, seen = (page.locator(f"#other {one}") for one in ("[name=cost]", "form:has([value=misdeal]) [name=seen]"))
    before = seen.input_value()
    cost.fill("3")
    page.get_by_role("button", name="Misdeal: this deal is void").click()
    expect(seen).not_to_have_value(before)  # what is offered there is drawn anew beside what is half typed
    expect(cost).to_have_value("3")
    page.get_by_role("button", name="End the match here").click()
    expect(page.locator("#notices")).to_contain_text("Bo, Cia have won.")
    assert "Cia" in printed(thumb)


def test_typing_a_number_beside_a_house_rule_chooses_it(page: Page) -> None:
    page.goto("/new/ramino")
    page.locator("summary", has_text="House rules").click()
    choice, number = page.locator("[name='options[target]']"), page.locator("[name='options[target_number]']")
    number.fill("750")
    expect(choice).to_have_value("#")
    choice.select_option("500")
    expect(number).to_have_value("")
    page.set_viewport_size({"width": 320, "height": 640})
    mode = page.locator("[name='options[mode]']")
    mode.select_option("elimination")  # three lines there, and none of them cut
    assert mode.evaluate("list => list.offsetHeight") > 60


def test_the_fine_print_is_only_what_applies(phone: Callable[..., Page]) -> None:
    """By what is chosen in it or brought by a preset; what somebody has set stays; without scripts all of it stands."""
    page = phone()
    page.goto("/new/ramino")
    page.locator("summary", has_text="House rules").click()
    limit, target, settle = (
        page.locator(f".option:has([name='options[{one}]'])") for one in ("limit", "target", "settle")
    )
    expect(page.locator("select[name='options[limit]']")).to_have_count(0)  # a number alone is asked as one
    expect(target).to_be_visible()
    expect(limit).to_be_hidden()
    expect(settle).to_be_hidden()
    page.get_by_label("Elimination", exact=True).dispatch_event("click")
    page.get_by_label("For money", exact=True).dispatch_event("click")
    expect(limit).to_be_visible()
    expect(settle).to_be_visible()
    expect(target).to_be_hidden()
    page.locator("[name='options[limit_number]']").fill("300")
    page.get_by_label("Elimination", exact=True).dispatch_event("click")
    expect(target).to_be_visible()
    expect(limit).to_be_visible()
    page.locator("select[name='options[mode]']").select_option("elimination")
    expect(target).to_be_hidden()
    page = phone(java_script_enabled=False)
    page.goto("/new/ramino")
    page.locator("summary", has_text="House rules").click()
    expect(page.locator(".option:visible")).to_have_count(page.locator(".option").count())


def test_a_match_of_ramino(page: Page) -> None:
    thumb = begin(page, "ramino", ["Anna", "Bo", "Cia"], 2, {"target": "500"})
    deals = (
        (0, "plain", ("120", "85→", "30", "40→", "40"), 4),
        (1, "ramino_own", ("150", "", "95", "", "110"), 5),
    )
    for out, finish, numbers, taps in deals:
        thumb.choose("out[@]", f"@{out}")
        if finish != "plain":
            thumb.choose("finish", finish)
        for points in numbers:
            if points:
                thumb.digits(points.removesuffix("→"))
            else:
                thumb.key("nothing")  # laid, and goes on by itself
            if points.endswith("→"):
                thumb.key("next")  # a digit might follow; after 120 or 30 none can, and the keys go on
        assert thumb.save() == taps, "who went out, on where a digit might follow, Save; and what is rare"
    expect(score(page, "Bo")).to_have_text("840")
    expect(page.locator("#notices")).to_contain_text("Bo has won.")
    assert "840" in printed(thumb)


def test_a_match_of_ramino_by_elimination(page: Page) -> None:
    """Two taps, and a number for each loser; of a large hand the key that goes on says whether its owner had laid."""
    thumb = begin(page, "ramino", ["Anna", "Bo", "Cia"], 2, {"mode": "elimination"})
    for left, taps in (("45", 2), ("85", 3)):
        thumb.choose("out[@]", "@0")
        thumb.digits(left)
        if taps > 2:
            expect(page.locator("#next-name")).to_have_text("laid: Cia")
            thumb.key("next")
        thumb.digits("65")
        assert thumb.save() == taps
    expect(score(page, "Bo")).to_have_text("130")
    expect(page.locator("#lines .mark")).to_have_text(["●", "●"])  # nobody laid nothing


def test_a_match_of_any_other_game(page: Page) -> None:
    """A tap on the first, a number for each, Save."""
    thumb = begin(page, "free", ["Anna", "Bo", "Cia"], 2)
    for _ in range(2):
        thumb.tap(page.locator(".seat[data-player=Anna] .score .n"))
        for n, points in enumerate(("31", "5+3−", "117")):
            if n:
                thumb.key("next")
            thumb.digits(points)
        assert thumb.save() == 4
    expect(score(page, "Bo")).to_have_text("4")
    expect(score(page, "Cia")).to_have_text("234")


def test_a_match_of_rami(page: Page) -> None:
    thumb = begin(page, "rami", ["Anna", "Bo", "Cia"], 2, {"end_at": "#deals"})
    for _ in range(5):
        thumb.choose("out", "Anna")
        thumb.digits("11+10+7")
        thumb.key("next")
        thumb.key("nothing")
        assert thumb.save() == 4
    expect(score(page, "Bo")).to_have_text("140")
    expect(score(page, "Cia")).to_have_text("500")
    expect(page.locator("#notices")).to_contain_text("Anna has won.")
    assert "500" in printed(thumb)


def test_accessible_on_the_way(phone: Callable[..., Page], accessible: Callable[[Page], None]) -> None:
    """On a small phone by day and on a larger one by night."""
    page = phone(width=320)

    def look() -> None:
        for width, scheme in ((360, "dark"), (320, "light")):
            page.set_viewport_size({"width": width, "height": 740})
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            accessible(page)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, "nothing sticks out sideways"

    page.goto("/")
    look()
    page.goto("/new/rams")
    page.locator("summary", has_text="House rules").click()
    look()
    thumb = begin(page, "rams", ["Anna", "Bo", "Cia", "Dag"], 3, {"money": "True"})
    thumb.choose("passed[]", "Cia")
    thumb.takes("Anna", "Bo", "Anna", "Bo", "Bo")
    thumb.save()
    look()
    page.locator("#lines tbody th a").first.click()
    look()
    page.get_by_role("navigation").get_by_role("link", name="Share").click()
    look()


def test_without_scripts(phone: Callable[..., Page]) -> None:
    """The same deal with the browser's own means: boxes, lists and a button."""
    page = phone(java_script_enabled=False)
    begin(page, "rams", ["Anna", "Bo", "Cia", "Dag"], 3)
    page.get_by_label("Cia: pass").check()
    for slot, name in enumerate(["Anna", "Bo", "Anna", "Bo", "Bo"]):
        page.locator("select[name='tricks[]']").nth(slot).select_option(name)
    page.locator("#entry button.save").click()
    expect(score(page, "Bo")).to_have_text("7")
    page.get_by_role("button", name="Undo deal 1").click()
    expect(score(page, "Bo")).to_have_text("10")


SIZES = [(320, 640), (360, 640), (360, 740)]
FIVE = ["Anna", "Bo", "Cia", "Dag", "Margareta-Elisabeth"]


def test_save_is_in_reach_and_the_page_no_wider(page: Page) -> None:
    """With preview, five players and money, and with the keys up."""
    thumb = begin(page, "rams", FIVE, 3, {"money": "True"})
    thumb.takes("Anna", "Bo", "Anna", "Bo", "Bo")
    in_reach(page)
    thumb = begin(page, "ramino", FIVE, 2)
    thumb.choose("out[@]", "@0")
    thumb.digits("120")
    in_reach(page)
    thumb = begin(page, "gin", FIVE[3:], 1)
    thumb.choose("by", "Dag")
    thumb.digits("65")
    in_reach(page)


def in_reach(page: Page) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        save = page.locator("#entry button.save")
        expect(save).to_be_in_viewport(ratio=1)
        box = save.bounding_box()
        assert box and box["y"] > height / 2
        assert page.evaluate("document.documentElement.scrollWidth") <= width
