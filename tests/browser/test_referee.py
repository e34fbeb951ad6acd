"""The referee on a phone: taps to a verdict, the verdict in sight, without scripts, and for everybody."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

Phone = Callable[..., Page]
NewMatch = Callable[..., str]
PLAYERS = ["Anna", "Bo", "Cia", "Dag"]
# How many cards each meld above the keys has, and all of them on one line.
IN_A_ROW = """() => [...document.querySelectorAll(".picker:not([hidden]) .meld")].map((meld) => {
  const tops = new Set([...meld.children].map((card) => Math.round(card.getBoundingClientRect().y)));
  return tops.size === 1 && meld.getBoundingClientRect().right <= innerWidth ? meld.children.length : "broken";
})"""


class Finger:
    """Taps, and counts them."""

    def __init__(self, page: Page):
        self.page = page
        self.taps = 0

    def tap(self, role: Any, name: str) -> None:
        place = self.page.get_by_role(role, name=name, exact=True)
        if role == "radio":  # its label is what one sees
            place.locator("xpath=..").tap()
        else:
            place.tap()
        self.taps += 1

    def cards(self, *names: str) -> None:
        for name in names:
            self.tap("button", name)


def in_sight(page: Page, selector: str) -> bool:
    """Whether a piece of the page is to be seen above the tabs, without scrolling."""
    box = page.locator(selector).first.bounding_box()
    tabs = page.locator(".tabs").bounding_box()
    assert box
    assert tabs
    return box["y"] >= 0 and box["y"] + box["height"] <= tabs["y"]


class TestPicker:
    def test_trick_of_three_in_ten_taps(self, page: Page, new_match: NewMatch) -> None:
        """From the match page to the verdict on a trick of three."""
        new_match(page, "rams", PLAYERS[:3])
        finger = Finger(page)
        finger.tap("link", "Referee")
        finger.tap("link", "Who takes the trick?")
        finger.tap("radio", "spades")
        finger.cards("9 of hearts", "king of hearts", "2 of spades")
        page.locator(".picker [data-do=next]").tap()
        finger.taps += 1
        expect(page.locator("#said")).to_have_text("2♠ takes the trick.")
        assert finger.taps <= 10
        assert in_sight(page, "#verdict")

    def test_playable_moves_on_by_itself(self, page: Page, new_match: NewMatch) -> None:
        """RAMS-R03: two cards lie there; the hand of five fills up and the question is asked."""
        path = new_match(page, "rams", PLAYERS[:3])
        page.goto(path + "/referee/playable")
        finger = Finger(page)
        finger.tap("radio", "spades")
        finger.cards("9 of hearts", "10 of spades")  # three play: only two can lie there, so the hand is next
        finger.cards("5 of spades", "queen of spades", "3 of clubs")
        page.get_by_role("button", name="3 of clubs: remove").tap()
        finger.cards("4 of diamonds")
        assert page.locator("[name=hand]").input_value() == "5S QS 4D"
        expect(page.locator(".picker:visible").get_by_role("button", name="9 of hearts")).to_be_disabled()
        page.locator(".picker:visible [data-do=next]").tap()
        expect(page.locator("#said")).to_have_text("Only Q♠ may be played.")
        expect(page.locator(".hand .yes .card")).to_have_attribute("aria-label", "queen of spades")
        expect(page.locator(".hand .no")).to_have_count(2)
        assert in_sight(page, ".hand")
        assert in_sight(page, ".cited")

    def test_melds_in_groups_and_jokers(self, page: Page, new_match: NewMatch) -> None:
        """RAMI-X04, with a joker tried and taken back."""
        path = new_match(page, "rami", PLAYERS[:3])
        page.goto(path + "/referee/opening")
        finger = Finger(page)
        finger.cards("jack of clubs", "queen of clubs", "king of clubs", "New meld")
        finger.cards("joker", "Take the last card back", "7 of hearts", "7 of spades", "7 of diamonds")
        assert page.locator("[name=melds]").input_value() == "JC QC KC | 7H 7S 7D"
        page.locator(".picker [data-do=next]").tap()
        expect(page.locator("#said")).to_have_text("Allowed.")

    def test_several_packs_count(self, page: Page, new_match: NewMatch) -> None:
        path = new_match(page, "rami", PLAYERS[:3])
        page.goto(path + "/referee/meld")
        key = page.locator(".picker").get_by_role("button", name="9 of spades", exact=True)
        key.tap()
        expect(key).to_be_enabled()
        key.tap()
        expect(key).to_be_disabled()
        expect(key).to_have_attribute("data-count", "2")

    def test_thirty_two_cards(self, page: Page, new_match: NewMatch) -> None:
        path = new_match(page, "english_rams", PLAYERS)
        page.goto(path + "/referee/trick")
        expect(page.locator(".card.add")).to_be_visible()
        expect(page.locator(".key:visible"), "not over the trump that is asked first").to_have_count(0)
        Finger(page).tap("radio", "spades")
        expect(page.locator(".key:visible")).to_have_count(32)

    def test_escape_and_focus(self, page: Page, new_match: NewMatch) -> None:
        path = new_match(page, "gin", PLAYERS[:2])
        page.goto(path + "/referee/arrange")
        expect(page.locator(".picker")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(".picker")).to_be_hidden()
        expect(page.locator(".card.add")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator(".picker")).to_be_visible()

    def test_keys_are_large_enough(self, page: Page, new_match: NewMatch) -> None:
        path = new_match(page, "ramino", PLAYERS[:3])
        page.goto(path + "/referee/meld")
        boxes = [key.bounding_box() for key in page.locator(".key:visible").all()]
        assert len(boxes) == 53
        assert all(box and box["width"] >= 44 and box["height"] >= 44 for box in boxes)

    def test_gin_hands_in_the_deal(self, page: Page, new_match: NewMatch) -> None:
        """The entry form of a deal uses the same picker."""
        new_match(page, "gin", PLAYERS[:2], opening={"dealer": "Bo"})
        page.locator(".seat[data-player=Anna] .take").tap()
        page.locator("#keypad [data-key=more]").tap()
        page.get_by_text("By cards").tap()
        page.get_by_role("button", name="Anna: add cards").tap()
        for card in ("AS", "2S", "3S", "7H", "8H", "9H", "5C", "5D", "5H", "5S"):
            page.locator(f'.picker:visible [data-card="{card}"]').tap()
        assert page.locator("input[name='hands[@0]']").input_value() == "AS 2S 3S 7H 8H 9H 5C 5D 5H 5S"
        expect(page.locator(".choosing")).to_contain_text("Bo")
        page.reload()  # the draft comes back, cards and all
        expect(page.get_by_role("button", name="ace of spades: remove")).to_be_visible()
        expect(page.locator("[data-player=Anna] .chosen .card:not(.add)")).to_have_count(10)

    @pytest.mark.parametrize(("width", "height"), [(320, 640), (360, 740)])
    def test_fourteen_cards_whose_how_many_and_what_they_count(
        self, phone: Phone, new_match: NewMatch, width: int, height: int
    ) -> None:
        """Above the keys, all of it in sight; no meld breaks; and the box says what was counted."""
        page = phone(width=width, height=height)
        new_match(page, "ramino", ["Anna", "Bartholomew-Maximilian", "Cia"])
        page.locator(".seat[data-player=Anna] .take").tap()
        page.locator("#keypad [data-key=more]").tap()
        page.get_by_text("By cards").tap()
        expect(page.locator(".cards-field:visible")).to_have_count(5)  # nothing is left with Anna, who went out
        page.get_by_role("button", name="Laid by Anna: add cards").tap()
        picker = page.locator(".picker:visible")
        for card in ["5H", "6H", "7H", "8H", "", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS", "JS"]:
            picker.locator(f'[data-card="{card}"]' if card else "[data-do=group]").tap()
        expect(picker.locator(".picker-count")).to_have_text("14 cards = 80")
        assert page.evaluate(IN_A_ROW) == [4, 10]
        for part in (".picker-title", ".picker-count", ".meld >> nth=1", ".key >> nth=0", "[data-do=next]"):
            expect(picker.locator(part)).to_be_in_viewport(ratio=1)
        keys = [key.bounding_box() for key in picker.locator(".key").all()]
        assert all(key and key["width"] >= 44 and key["height"] >= 44 for key in keys)
        expect(page.locator("[name='laid[@0]']")).to_have_attribute("placeholder", "80")


class TestOnTheProtocol:
    def test_written_and_shown_again(self, page: Page, new_match: NewMatch) -> None:
        path = new_match(page, "rams", PLAYERS, opening={"scores": {"Anna": 1, "Bo": 4, "Cia": 6, "Dag": 8}})
        page.goto(path + "/referee/must_knock")
        page.get_by_role("main").get_by_role("link", name="Anna", exact=True).tap()  # the match knows the rest
        page.get_by_role("button", name="Write it on the protocol").tap()
        expect(page.locator(".done")).to_be_visible()
        page.goto(path + "/referee/must_knock")
        expect(page.locator(".earlier")).to_contain_text("Who stands on 1 must always knock.")

    def test_a_dispute_without_cards_takes_three_taps(self, page: Page, new_match: NewMatch) -> None:
        """From the score to the verdict: what decides is one tap, and nothing is chosen before it."""
        new_match(page, "rams", PLAYERS)
        page.get_by_role("link", name="Referee", exact=True).tap()
        page.get_by_role("link", name="Who gets the tricks when the others pass?").tap()
        expect(page.locator(".taps [aria-current=true]")).to_have_count(0)
        page.get_by_role("link", name="0", exact=True).tap()
        expect(page.locator("#said")).to_contain_text("the dealer gets the five tricks unplayed")
        page.get_by_text("What would change it?").tap()
        expect(page.locator(".turns")).to_contain_text("Players before the dealer who knocked: 1")

    def test_what_is_being_typed_is_not_asked_again(self, page: Page, new_match: NewMatch) -> None:
        new_match(page, "rams", PLAYERS, opening={"dealer": "Dag"})
        for player in PLAYERS[:3]:
            page.get_by_text(f"{player}: pass").locator("..").tap()
        page.get_by_role("button", name="Put it aside").tap()
        page.get_by_role("link", name="Referee", exact=True).tap()
        page.get_by_role("link", name="Who gets the tricks when the others pass?").tap()
        expect(page.locator("#said")).to_contain_text("the dealer gets the five tricks unplayed")
        page.get_by_role("button", name="Score it: Dag −5").tap()
        expect(page.locator("#lines")).to_contain_text("−5")

    def test_silent_rule_switched(self, page: Page, new_match: NewMatch) -> None:
        """Where the book leaves a rule to the table, the table changes it from the next deal on."""
        path = new_match(page, "rami", PLAYERS[:3])
        page.goto(path + "/referee/opening?ask=1&melds=AS+AH+AD+|+6D+7D+8D")  # RAMI-X15
        expect(page.locator("#said")).to_have_text("Allowed.")
        silent = page.locator(".silent", has_text="set")
        expect(silent).to_contain_text("The rules are silent.")
        silent.get_by_text("Play it otherwise").tap()
        silent.get_by_role("combobox").select_option("1")
        silent.get_by_role("button", name="From the next deal on").tap()
        expect(page.locator("#said")).to_have_text("Not allowed.")

    def test_penalty_by_ruling(self, page: Page, new_match: NewMatch) -> None:
        """A false knock where the table fines it: one tap writes the fine."""
        path = new_match(page, "gin", PLAYERS[:2], options={"false_knock": {"penalty": 20}})
        hands = "knocker=AS+2S+3S+4S+7H+8H+9H+5C+5D+KH&defender=9S+9D+9C+2D+3D+4D+5S+JC+QC+KD"
        page.goto(f"{path}/referee/showdown?ask=1&{hands}")
        expect(page.locator("#said")).to_have_text("Not allowed.")
        page.locator(".down").get_by_role("button", name="Anna").tap()
        expect(page.locator("#entry")).to_contain_text("−20")

    def test_fault_goes_into_the_deal(self, page: Page, new_match: NewMatch) -> None:
        """ERAMS-R11: the fault is written with the deal it happened in."""
        path = new_match(page, "english_rams", PLAYERS)
        page.goto(path + "/referee/playable?ask=1&trump=C&trick=TD&hand=8D+KD+9C")
        page.locator(".down").get_by_role("button", name="Cia").tap()
        expect(page.locator("[name='faults[0][player]']")).to_have_value("Cia")


PAGES = [
    ("rams", "/referee"),
    ("rams", "/referee/playable"),
    ("rams", "/referee/playable?ask=1&trump=S&trick=9H+TS&hand=5S+QS+3C+4D"),
    ("gin", "/referee/showdown?ask=1&knocker=JS+JH+JD+6S+7S+8S+AH+2H+3H+6D&defender=9H+9D+9C+2D+3D+4D+5S+JC+QC+KD"),
    ("ramino", "/referee/meld?ask=1&cards=6C+6C+6C"),
    ("english_rams", "/referee/calls?ask=1"),
    ("rami", "/referee/opening"),
    ("rami", "/rules"),
    ("gin", "/rules?q=knock"),
    ("english_rams", "/rules/english_rams.players.six_roles"),
]


LOOKS = [(320, "light", "none"), (320, "dark", "none"), (360, "dark", "active")]


def test_for_everybody(phone: Phone, new_match: NewMatch, accessible: Callable[[Page], None]) -> None:
    """Axe finds nothing, and nothing is wider than the screen: by day and by night, and in the reader's own colours."""
    page = phone()
    paths: dict[str, str] = {}
    for game, address in PAGES:
        if game not in paths:
            paths[game] = new_match(page, game, PLAYERS[: 2 if game == "gin" else 4])
        page.goto(paths[game] + address)
        for width, scheme, forced in LOOKS:
            page.set_viewport_size({"width": width, "height": 740})
            page.emulate_media(color_scheme=scheme, forced_colors=forced)  # type: ignore[arg-type]
            accessible(page)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, address


def test_without_scripts(phone: Phone, new_match: NewMatch) -> None:
    """Cards are typed, the answer is a page, and it is put on the protocol."""
    page = phone(java_script_enabled=False)
    path = new_match(page, "rams", PLAYERS[:3])
    page.get_by_role("link", name="Referee").click()
    page.get_by_role("link", name="May this card be played?").click()
    page.get_by_role("radio", name="spades").check()
    page.get_by_label("On the table, in order").fill("9h 10♠")
    page.get_by_label("The hand").fill("5s, QS 3c")
    page.get_by_role("button", name="Ask the referee").click()
    expect(page.locator("#said")).to_have_text("Only Q♠ may be played.")
    page.get_by_role("button", name="Write it on the protocol").click()
    expect(page.locator(".done")).to_be_visible()
    page.goto(path + "/rules")
    page.get_by_label("Find a rule or a case").fill("trump ace")
    page.get_by_role("button", name="Find").click()
    expect(page.locator(".clauses h3").first).to_contain_text("ace of trumps")
