"""Correcting a deal of gin: its two numbers, and their effect on the current score."""

from browser.table import NewMatch
from playwright.sync_api import Page, expect


def test_the_effect_is_shown_on_the_current_score(page: Page, new_match: NewMatch) -> None:
    knocks = [("Anna", 5, 14), ("Bo", 30, 10), ("Anna", 2, 40)]
    deals = [{"kind": "deal", "end": "knock", "by": by, "deadwood": {"Anna": a, "Bo": b}} for by, a, b in knocks]
    new_match(page, "gin", ["Anna", "Bo"], entries=deals, at="/entries/1")
    page.locator("[data-correct='deadwood[@1]']").click()
    expect(page.locator(".fixing")).to_contain_text("standing after 3")
    page.locator("#keypad [data-key='2']").click()
    page.locator("#keypad [data-key='4']").click()
    expect(page.locator("#to-0")).to_contain_text("→ 57")
    expect(page.locator(".today tr")).to_have_text(["BeforeAnna +9Anna 47, Bo 20", "AfterAnna +19Anna 57, Bo 20"])
    expect(page.locator("#preview")).to_have_text("Anna +19 → 57")
    expect(page.locator(".seat .n").first).to_have_text("47")
    page.reload()
    expect(page.locator("[name='deadwood[@1]']")).to_have_value("24")
    page.locator("#entry .save").click()
    expect(page.locator(".seat .n")).to_have_text(["57", "20"])


def test_without_the_server_there_is_no_preview(page: Page, new_match: NewMatch) -> None:
    knock = {"kind": "deal", "end": "knock", "by": "Anna", "deadwood": {"Anna": 5, "Bo": 14}}
    new_match(page, "gin", ["Anna", "Bo"], entries=[knock], at="/entries/1")
    page.locator("[data-correct='deadwood[@1]']").click()
    page.locator("#keypad [data-key='2']").click()
    page.locator("#keypad [data-key='4']").click()
    after = page.locator(".today .corrected")
    expect(after).to_have_text("AfterAnna +19Anna 19, Bo 0")
    page.context.set_offline(True)
    page.locator("#keypad [data-key=back]").click()
    page.locator("#keypad [data-key='5']").click()
    expect(after).to_have_text("After")
    expect(page.locator("#preview")).to_be_empty()
    page.context.set_offline(False)
    page.locator("#keypad [data-key=back]").click()
    page.locator("#keypad [data-key='6']").click()
    expect(after).to_contain_text("Anna 21")
