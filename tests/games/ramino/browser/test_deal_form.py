"""The deal form of Ramino: boxes, questions, and keys that know the values of cards."""

from browser.sheet import ENGINE_READY, NAMES, SIZES, tap
from browser.table import NewMatch, corrects
from playwright.sync_api import Page, expect

from companion.games.ramino.options import SCALA_40

# Overlaps within a seat: the number, the boxes and their captions.
OVERLAPPING = """() => [...document.querySelectorAll(".seat")].flatMap((seat) => {
  const digits = document.createRange();
  digits.selectNodeContents(seat.querySelector(".n"));
  const shown = [...seat.querySelectorAll(".box .unit, .box input, .to:not(:empty)")].filter((one) => one.checkVisibility() && one.offsetWidth > 1);
  const parts = [["n", digits.getBoundingClientRect(), 0.2], ...shown.map((one) => [one.name ?? one.className, one.getBoundingClientRect(), 0])];
  const over = ([, a, spare], [, b]) => a.left < b.right - 1 && b.left < a.right - 1 && a.top + a.height * spare < b.bottom - 1 && b.top < a.bottom - a.height * spare - 1;
  return parts.flatMap((one, at) => parts.slice(at + 1).filter((other) => over(one, other)).map((other) => `${one[0]} ${other[0]}`));
})"""  # noqa: E501


TWO = [*SIZES, (740, 360), (768, 1024)]


def test_two_boxes_per_player_leave_the_numbers_visible(page: Page, new_match: NewMatch) -> None:
    won = {"kind": "deal", "out": "Anna", "laid": {"Anna": 135, "Bo": 60}, "left": {"Bo": 25}}
    new_match(page, "ramino", NAMES[:2], entries=[won])
    page.wait_for_function(ENGINE_READY)
    page.locator("#next-deal p").click()
    page.get_by_label("Anna: melds").fill("40+15")
    for width, height in TWO:
        page.set_viewport_size({"width": width, "height": height})
        assert not page.evaluate(OVERLAPPING), f"{width}x{height}"


class TestPointsLaidDuringTheDeal:
    """as_played I-35: a box that adds up the points that each player lays during the deal."""

    def test_points_laid_so_far_stay_on_the_board_until_saved(self, page: Page, new_match: NewMatch) -> None:
        path = new_match(page, "ramino", NAMES[:3])
        laid = page.get_by_label("Anna: melds").locator("xpath=..")
        so_far = "element => getComputedStyle(element, '::after').content"
        page.wait_for_function(ENGINE_READY)
        page.locator("#next-deal p").click()
        for tapped in ("=40", "=+15"):
            laid.click()
            tap(page, tapped)
            page.locator("[data-tool=aside]").click()
            expect(page.locator("#deal-form")).to_be_hidden()
        page.goto(f"{path}/rules")
        page.goto(path)
        page.wait_for_function(ENGINE_READY)
        expect(page.locator("#deal-form")).to_be_hidden()
        assert laid.evaluate(so_far) == '"55"'
        laid.click()
        expect(page.get_by_label("Anna: melds")).to_be_focused()
        expect(page.locator(".did")).to_have_count(0)  # the box has moved while the finger was down
        for one in ("=+5", "@1", "input[name='laid[@1]']"):
            tap(page, one)
        for name, value in (("laid[@1]", "120"), ("left[@0]", "40"), ("laid[@2]", "30"), ("left[@2]", "20")):
            page.locator(f"[name='{name}']").fill(value)
        page.locator("#entry .save").click()
        expect(page.get_by_role("status").first).to_have_text("Saved.")
        expect(page.locator(".pad[data-sum]")).to_have_count(0)

    def test_refused_numbers_are_told_together_and_are_in_focus_and_in_sight(
        self, page: Page, new_match: NewMatch
    ) -> None:
        new_match(page, "ramino", NAMES[:3])
        page.wait_for_function(ENGINE_READY)
        typed = {"laid[@0]": "120", "laid[@1]": "41", "left[@1]": "40", "laid[@2]": "62", "left[@2]": "20"}
        for name, value in typed.items():
            page.locator(f"[name='{name}']").evaluate("(box, value) => (box.value = value)", value)
        tap(page, "@0")
        page.locator("#entry .save").click()
        impossible = "cannot have melds of {} points: cards count 5, 10 or 15."
        both = ["Bo " + impossible.format(41), "Cia " + impossible.format(62)]
        expect(page.locator("#wrong > p")).to_have_text(both)
        tap(page, "=55")
        page.locator("#entry .save").click()
        expect(page.locator("#wrong > p")).to_have_text(both[1:])
        box = page.get_by_label("Cia: melds")
        expect(box).to_be_focused()
        seen = page.evaluate("box => document.elementFromPoint(box.x + 9, box.y + 9).name", box.bounding_box())
        assert seen == "laid[@2]"
        tap(page, "=60")
        expect(box).to_have_value("60")  # it replaces the refused number
        expect(page.locator("#wrong")).to_have_count(0)


def test_a_question_left_open_by_a_number_is_beside_it(page: Page, new_match: NewMatch) -> None:
    """Elimination must know who has laid, if the points left do not show it and it decides something."""
    rules = {"mode": "elimination", "limit": 101, "limit_rule": "reach", "dealt": 13}
    new_match(page, "ramino", NAMES[:3], options=rules)
    page.wait_for_function(ENGINE_READY)
    expect(page.locator("#board")).to_contain_text("eliminated at 101")
    page.locator("[name='left[@1]']").evaluate("box => (box.value = 70)")
    page.locator("[name='left[@2]']").evaluate("box => (box.value = 75)")
    tap(page, "@0")
    expect(page.locator(".did .action")).to_have_text("went out")  # a word, not only a colour
    expect(page.locator(".action:visible")).to_have_count(1)
    expect(page.locator(".either-way:visible")).to_have_count(0)  # hands count once, whoever has laid
    page.locator("#entry").get_by_text("own cards", exact=True).click()
    expect(page.locator(".either-way:visible")).to_have_count(2)
    page.locator("#entry .save:visible").click()
    expect(page.locator("#wrong")).to_contain_text("Choose whether Bo has laid down melds.")
    expect(page.locator("[name='left[@1]']")).to_be_focused()
    asked = page.locator(".seat[data-player=Bo] .either-way")
    has, has_not = (asked.get_by_label(words, exact=True) for words in ("melds", "no melds"))
    has_not.dispatch_event("click")
    has.dispatch_event("click")
    expect(has).to_be_checked()
    expect(has_not).not_to_be_checked()
    expect(page.locator(".either-way:visible")).to_have_count(1)  # one such player is enough
    expect(page.locator("#wrong, #entry [aria-invalid]")).to_have_count(0)
    page.locator("#entry .save").click()
    expect(page.get_by_role("status").first).to_have_text("Saved.")


def test_keys_stay_at_an_impossible_number_and_skip_nobody(page: Page, new_match: NewMatch) -> None:
    """ramino.value.possible: all cards have multiples of five. A second tap goes on anyway."""
    new_match(page, "ramino", ["Anna", "Bo", "Cia"])
    page.wait_for_function(ENGINE_READY)
    tap(page, "@0")
    page.get_by_label("Bo: left").focus()
    tap(page, "=37")
    expect(page.get_by_label("Bo: left")).to_be_focused()
    status = page.get_by_role("status").first
    expect(status).to_contain_text("37 is not possible.")
    tap(page, "!next")
    expect(status).to_contain_text("The arrow moves on anyway.")
    expect(page.get_by_label("Bo: left")).not_to_be_focused()
    page.get_by_label("Bo: left").focus()
    tap(page, "=4")
    expect(page.get_by_label("Bo: left")).to_have_value("4")  # it replaces the impossible number
    expect(status).to_have_text("")
    expect(page.get_by_label("Bo: left")).not_to_have_attribute("aria-invalid", "true")
    # The keys go on by themselves after "no melds"; a further tap on Next and one on delete too many stay there.
    page.get_by_label("Bo: melds").focus()
    tap(page, "!nothing")
    active = page.locator("[data-box].active")
    there = active.get_attribute("name")
    for one in ("!next", "!back"):
        tap(page, one)
        expect(active).to_have_attribute("name", there or "")
    tap(page, "!next")
    expect(active).not_to_have_attribute("name", there or "")


class TestNumberInsteadOfCards:
    """The last input counts, in a correction as in a new deal."""

    def test_removing_the_number_restores_the_cards(self, page: Page, new_match: NewMatch) -> None:
        by_cards = {"out": "Anna", "laid": {"Anna": 120, "Bo": ["TH JH QH"], "Cia": 40}, "left": {"Bo": 60, "Cia": 40}}
        path = new_match(page, "ramino", NAMES[:3], entries=[{"kind": "deal", **by_cards}], at="/entries/1")
        corrects(page)
        box, cards = page.get_by_label("Bo: melds"), page.locator("[name='laid_cards[@1]']")
        expect(cards).to_have_value("TH JH QH")
        box.focus()
        tap(page, "=7")
        expect(cards).to_have_value("")
        tap(page, "!back")
        expect(cards).to_have_value("TH JH QH")
        tap(page, "=70")
        page.get_by_role("button", name="Save deal 1").click()
        expect(page.locator("#status")).to_have_text("Saved.")
        page.goto(f"{path}/entries/1")
        corrects(page)
        expect(box).to_have_value("70")
        expect(cards).to_have_value("")


def test_a_saved_deal_is_not_marked_as_unsaved_if_all_have_laid(page: Page, new_match: NewMatch) -> None:
    """The points left show that all have laid, so the reopened deal has no question and nothing is missing."""
    new_match(page, "ramino", NAMES[:3], options=dict(SCALA_40))
    page.wait_for_function(ENGINE_READY)
    for one in ("@0", "=10", "!next", "=20"):
        tap(page, one)
    page.get_by_role("button", name="Save deal 1").click()
    expect(page.locator("#status")).to_have_text("Saved.")
    page.goto(f"{page.url}/entries/1")
    page.wait_for_function(ENGINE_READY)
    expect(page.get_by_role("link", name="Correct deal 1")).to_be_visible()
    expect(page.locator(".to-correct .not-saved")).to_be_hidden()


def test_two_numbers_the_wrong_way_round_are_swapped_by_a_tap(page: Page, new_match: NewMatch) -> None:
    deal = {"kind": "deal", "out": "Anna", "left": {"Bo": 35, "Cia": 60}, "laid": {"Bo": True, "Cia": True}}
    names = ["Anna", "Bo", "Cia"]
    new_match(page, "ramino", names, options={"mode": "elimination"}, entries=[deal], at="/entries/1")
    page.locator("[data-correct='left[@1]']").click()
    page.locator("[name='left[@1]']").fill("60")
    page.get_by_role("button", name="Swap 35 and 60").click()
    expect(page.locator("[name='left[@2]']")).to_have_value("35")
    expect(page.locator("#preview")).to_contain_text("Cia +35 → 35")
