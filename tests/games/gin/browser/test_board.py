"""Gin on the scoreboard: a game that has ended, the card of Oklahoma, the columns of Hollywood."""

from collections.abc import Callable

from browser.table import Make, NewMatch, deals, save, wake
from playwright.sync_api import Page, expect

GIN = [{"kind": "deal", "end": "gin", "by": "Anna", "deadwood": {"Anna": 0, "Bo": n}} for n in (40, 45)]
# The words that are broken over two lines; a hyphen ends a word.
BROKEN = """names => names.flatMap((name) => [...name.textContent.matchAll(/[^ -]+-?/g)].filter((word) => {
  const range = document.createRange();
  range.setStart(name.firstChild, word.index);
  range.setEnd(name.firstChild, word.index + word[0].length);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
}).map(([word]) => word))"""


class TestResultCard:
    def test_on_the_board_until_the_next_deal(self, phone: Make, new_match: NewMatch) -> None:
        page = phone()
        path = new_match(page, "gin", ["Anna", "Bo"], entries=GIN)
        expect(page.locator(".result h2")).to_have_text("After 1 game")
        board = page.context.new_page()
        board.goto(f"{path}/board")
        expect(board.locator(".result h2")).to_have_text("After 1 game")
        expect(page.locator(".standing li").first).to_contain_text("Anna")
        expect(page.locator(".this")).to_have_text("Game 1: Anna wins 550 points.")
        expect(page.locator("#bar")).to_contain_text("Game 2")
        expect(page.get_by_role("button", name="Go on")).to_be_in_viewport()
        page.get_by_role("button", name="Go on").click()
        expect(page.locator(".result")).to_be_hidden()
        page.locator("[data-player=Bo] .deal-winner").click()
        page.keyboard.type("7")
        page.keyboard.press("Enter")
        page.keyboard.type("20")
        save(page)
        deals(page, 3)
        wake(board)
        expect(board.locator(".result")).to_have_count(0)
        expect(board.locator(".digits").nth(1)).to_have_text("13")


def test_the_card_of_oklahoma_is_explained_on_the_board(
    page: Page, new_match: NewMatch, accessible: Callable[[Page], None]
) -> None:
    path = new_match(page, "gin", ["Anna", "Bo"], options={"oklahoma": True})
    board = page.context.new_page()
    board.goto(f"{path}/board")
    page.bring_to_front()
    accessible(page)
    page.locator("#upcard .cards-field button").first.click()
    page.locator("#upcard [data-card=AS]").click()  # the form has no other question
    expect(page.locator("#upcard summary")).to_contain_text("only gin ends this deal")
    board.bring_to_front()
    wake(board)
    expect(board.locator(".big-foot")).to_contain_text("A♠, only gin ends this deal")
    page.bring_to_front()
    page.locator("[data-player=Anna] .deal-winner").click()
    asked = page.locator("#entry .cards-field:has([name=upcard])")
    expect(asked).to_be_hidden()
    expect(page.locator("#deal-form")).to_contain_text("A♠, only gin ends this deal")
    page.context.set_offline(True)  # the card belongs to the waiting deal, not to the next
    page.get_by_label("Bo: left in hand").fill("12")
    page.locator("#entry .save").click()
    expect(page.locator("#waiting .typed")).to_contain_text("gin")
    page.locator("[data-player=Bo] .deal-winner").click()
    expect(asked).to_be_visible()
    expect(page.locator("#deal-form")).not_to_contain_text("A♠, only gin", use_inner_text=True)
    expect(page.locator("#upcard")).to_be_hidden()
    expect(page.locator("[name=end][value=knock]")).to_be_checked()
    page.context.set_offline(False)


def test_three_columns_with_long_names_are_no_wider_than_the_smallest_phone(phone: Make, new_match: NewMatch) -> None:
    page = phone(width=320, height=640, lang="fr")
    names = ["Wolfeschlegelsteinhausea", "Wolfeschlegelsteinhauseb"]
    deals = [{"kind": "deal", "end": "gin", "by": names[0], "deadwood": {names[0]: 0, names[1]: n}} for n in (40, 45)]
    path = new_match(page, "gin", names, entries=deals, options={"hollywood": True}, opens=False)
    for shown in (path, f"{path}/entries/1", f"{path}/numbers", "/new/gin"):
        page.goto(shown)
        assert page.evaluate("document.documentElement.scrollWidth") == 320, shown


def test_a_result_breaks_no_word_of_a_long_name(page: Page, new_match: NewMatch) -> None:
    long = ["Anna-Maria Öberg-Lindqvist", "Bo Göran von Essen-Hallbergmoos"]
    deal = {"kind": "deal", "end": "gin", "by": long[1], "deadwood": {long[0]: 40}}
    end = {"kind": "end", "reason": "All agree"}
    new_match(page, "gin", long, options={"stake": 10}, entries=[*[deal] * 3, end])
    for width in (360, 320):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.locator(".ranks tbody th bdi").evaluate_all(BROKEN) == []
