"""Whole matches of Ramino on a phone, with their taps counted; and the form of its house rules."""

from io import BytesIO

from browser.match_player import Thumb, score
from browser.sheet import ENGINE_READY
from browser.table import Make, NewMatch
from playwright.sync_api import Page, expect
from pypdf import PdfReader


def test_a_house_rule_asks_for_its_number_if_needed(page: Page) -> None:
    page.goto("/new/ramino")
    page.wait_for_function(ENGINE_READY)
    page.locator("summary", has_text="House rules").click()
    choice, number = page.locator("[name='options[target]']"), page.locator("[name='options[target_number]']")
    expect(number).to_be_hidden()
    choice.select_option("#")
    expect(number).to_be_focused()
    expect(number).to_have_attribute("placeholder", "1000")
    number.fill("750")
    choice.select_option("500")
    expect(number).to_be_hidden()
    expect(number).to_have_value("")
    page.set_viewport_size({"width": 320, "height": 640})
    mode = page.locator("[name='options[mode]']")
    mode.select_option("elimination")  # two lines, neither cut off
    assert mode.evaluate("list => list.offsetHeight") > 50


def test_only_house_rules_that_apply_are_shown(phone: Make) -> None:
    """Rules are hidden by choices and presets, but changed ones stay; without scripts all are shown."""
    page = phone()
    page.goto("/new/ramino")
    page.locator("summary", has_text="House rules").click()
    limit, target, settle = (
        page.locator(f".option:has([name='options[{one}]'])") for one in ("limit", "target", "settle")
    )
    expect(page.locator("select[name='options[limit]']")).to_have_count(0)  # a rule that is only a number has no list
    expect(target).to_be_visible()
    expect(limit).to_be_hidden()
    expect(settle).to_be_hidden()
    page.locator(".kinds input[type=radio]").nth(1).dispatch_event("click")
    page.get_by_label("For money", exact=True).dispatch_event("click")
    expect(page.locator("select[name='options[mode]']")).to_have_value("elimination")
    expect(limit).to_be_visible()
    expect(settle).to_be_visible()
    expect(target).to_be_hidden()
    page.locator("[name='options[limit_number]']").fill("300")
    page.locator(".kinds input[type=radio]").first.dispatch_event("click")
    expect(target).to_be_visible()
    expect(limit).to_be_visible()
    page.locator("select[name='options[mode]']").select_option("elimination")
    expect(target).to_be_hidden()
    page = phone(java_script_enabled=False)
    page.goto("/new/ramino")
    page.locator("summary", has_text="House rules").click()
    expect(page.locator(".option:visible")).to_have_count(page.locator(".option").count())


def test_a_match_of_ramino(page: Page, new_match: NewMatch) -> None:
    before = {"kind": "deal", "out": "Anna", "laid": {"Anna": 120, "Bo": 85, "Cia": 40}, "left": {"Bo": 30, "Cia": 40}}
    opening, options = {"dealer": "Cia"}, {"target": 500}
    new_match(page, "ramino", ["Anna", "Bo", "Cia"], opening=opening, options=options, entries=[before])
    thumb = Thumb(page)
    thumb.choose("out[@]", "@1")
    thumb.choose("finish", "ramino_own")
    for points in ("150", "", "95", "", "110"):
        if points:
            thumb.digits(points)
        else:
            thumb.key("nothing")  # laid; the keys go on by themselves
    assert thumb.save() == 5, "who went out, how, who has laid nothing, Save"
    expect(score(page, "Bo")).to_have_text("840")
    expect(page.locator("#notices")).to_contain_text("Bo wins with 840, 650 ahead of Anna.")


def test_a_match_of_ramino_by_elimination(page: Page, new_match: NewMatch) -> None:
    """Two taps and a number for each loser; a key of its own says who had laid, if a ramino counts by that."""
    has_laid = {"Bo": True, "Cia": True}
    before = {"kind": "deal", "out": "Anna", "left": {"Bo": 85, "Cia": 65}, "laid": has_laid}
    options = {"mode": "elimination"}
    new_match(page, "ramino", ["Anna", "Bo", "Cia"], options=options, opening={"dealer": "Cia"}, entries=[before])
    thumb = Thumb(page)
    thumb.choose("out[@]", "@0")
    thumb.choose("finish", "ramino_own")
    thumb.digits("85")
    expect(page.locator("#next-name")).to_have_text("melds: Cia")
    thumb.key("next")
    thumb.digits("65")
    assert thumb.save() == 4
    expect(score(page, "Bo")).to_have_text("340")
    expect(page.locator("#lines .mark")).to_have_text(["★", "●"])  # nobody had laid nothing


def test_the_reason_of_a_place_does_not_hide_other_places(phone: Make, new_match: NewMatch) -> None:
    """The sentence of the rules has its own lines below the number, on the screen and on paper."""
    page = phone(new=True)
    deal = {"kind": "deal", "out": "Anna", "laid": {"Anna": 200, "Bo": 50}, "left": {"Bo": 30}, "finish": "ramino_own"}
    new_match(page, "ramino", ["Anna", "Bo"], options={"target": 500}, entries=[deal])
    page.set_viewport_size({"width": 360, "height": 740})
    places = page.locator(".account td summary")
    places.first.click()
    width = "() => document.querySelector('.account:has(summary)').scrollWidth"
    assert page.evaluate(width) < 2 * 360
    page.set_viewport_size({"width": 690, "height": 740})
    page.emulate_media(media="print")
    expect(places.last).to_be_in_viewport()
    assert page.evaluate(width) <= 690


def test_similar_long_names_stay_different_on_a_tv(phone: Make, new_match: NewMatch) -> None:
    names = [*(f"Massimiliano Bartolomeo della {one}" for one in ("Rovere", "Torre")), "Marie-Antoinette", "Bo"]
    for width, height in ((1280, 720), (1920, 1080)):
        page = phone(width=width, height=height)
        new_match(page, "ramino", names, options={"stake": 5}, opening={"dealer": names[0]}, at="/board")
        shown = page.locator(".place b bdi")
        expect(shown).to_have_count(4)
        assert shown.evaluate_all("all => all.every((one) => one.scrollHeight <= one.clientHeight + 4)")
        assert page.evaluate("document.documentElement.scrollHeight") <= height


def test_picture_and_text_of_four_payments_fit_on_one_page(page: Page, new_match: NewMatch) -> None:
    """There is no empty second page."""
    names = [*(f"Massimiliano Bartolomeo della {one}" for one in ("Rovere", "Torre")), "Marie-Antoinette", "Bo"]
    deal = {
        "kind": "deal",
        "out": "Bo",
        "finish": "ramino",
        "laid": {"Bo": 140, names[0]: 60},
        "not_laid": names[1:3],
        "left": dict(zip(names, (55, 95, 110), strict=False)),
    }
    new_match(page, "ramino", names, options={"target": 500, "stake": 5}, entries=[deal], at="/result")
    page.wait_for_function("() => document.querySelector('#picture').complete")
    assert len(PdfReader(BytesIO(page.pdf(format="A4"))).pages) == 1
