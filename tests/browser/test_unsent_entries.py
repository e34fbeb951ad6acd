"""Entries typed on a phone and not written: the texts about them are true, and deleted ones are gone."""

import pytest
from browser.table import LATER, ROW, SOON, Make, NewMatch, Table, save, taken, takes, writes
from playwright.sync_api import Page, expect
from support.share import every

MINE, THEIRS = ["Anna"] * 3 + ["Bo", "Cia"], ["Bo"] * 3 + ["Anna", "Cia"]


def ends(anna: Page, path: str) -> None:
    """Write deal 2 as Anna, and end the match."""
    writes(anna, path, *THEIRS)
    ended = {"kind": "end", "reason": "time", "seen": "2.0", "entry_id": "the-end"}
    assert anna.request.post(f"{path}/entries", form=ended).ok


def drop(page: Page) -> None:
    page.get_by_role("link", name="Theirs is right: delete mine").click()
    expect(page.locator(".conflict")).to_have_count(0)


class TestAfterTheEnd:
    def test_one_whose_save_met_it_is_told_of_until_it_is_dropped(self, his: Page, seated: Table) -> None:
        bo = his
        anna, _, _, path = seated
        takes(bo, *MINE)
        hears_nothing = {"status": 204, "headers": {"Companion": "2.0"}}
        bo.route("**/live*", lambda poll: poll.fulfill(**hears_nothing))  # type: ignore[arg-type]
        ends(anna, path)
        save(bo)
        expect(bo.locator(".conflict")).to_contain_text("Anna ended the match")
        start = bo.context.new_page()
        start.goto("/")
        told = start.locator(f"#unsent a[href='{path}']")
        expect(told).to_contain_text("1 deal is not on the score sheet yet")
        drop(bo)
        expect(bo.locator(ROW)).to_have_count(0)
        start.reload()
        expect(start.get_by_role("link", name="Join a match")).to_be_visible()
        expect(told).to_have_count(0)


class TestEachForHimself:
    def test_all_are_told_that_it_was_switched_off_and_what_was_sent_stays_hidden(self, table: Table) -> None:
        anna, bo, _, path = table
        anna.request.post(f"{path}/settings", form={"own_parts": "on"})
        for page, name in ((anna, "Anna"), (bo, "Bo")):
            expect(page.locator(".own-head")).to_have_text(f"{name}, your result", timeout=SOON)
            takes(page, name)
            expect(taken(page, name)).to_have_count(1)
        of_cia = {"kind": "deal", "for": "Cia", "number": "2", "entry_id": "Cia", "rounds[@]": "none"}
        assert anna.request.post(f"{path}/own", form=of_cia).ok
        anna.request.post(f"{path}/settings", form={})
        for page in (anna, bo):
            expect(page.locator("#status")).to_contain_text("one phone now enters the whole deal", timeout=SOON)
            expect(page.locator(ROW)).to_contain_text("Not sent: this table has changed how deals are entered.")
            expect(page.locator("#notices")).to_contain_text("What Cia sent stays hidden")

    def test_an_open_form_says_what_is_missing_and_stays_open_when_another_result_arrives(
        self, his: Page, seated: Table
    ) -> None:
        """An untouched part says on its button what is missing; a tapped round unticks the box."""
        anna, bo, _, path = seated
        anna.request.post(f"{path}/settings", form={"own_parts": "on"})
        bo.get_by_role("button", name="My result").click(timeout=SOON)
        button, none = bo.locator("#entry .save"), bo.get_by_role("button", name="No round")
        lack = button.locator(".missing")
        expect(lack).to_have_text("How many rounds did Bo win?")

        def sends(player: str, **rounds: str) -> None:
            of_one = {"kind": "deal", "for": player, "number": "2", "entry_id": player, **rounds}
            assert anna.request.post(f"{path}/own", form=of_one).ok

        sends("Anna", **{"rounds[]": "Anna"})
        expect(bo.locator("[data-player=Anna] .in")).to_have_text("✓ in", timeout=SOON)
        expect(bo.locator("form#entry.open")).to_be_visible()
        none.click()
        expect(lack).to_have_count(0)
        takes(bo, "Bo")
        expect(none).to_have_attribute("aria-pressed", "false")
        bo.get_by_role("button", name="Remove the last trick").click()
        none.click()
        save(bo)
        expect(bo.locator("#status")).to_have_text("Saved.")
        bo.get_by_role("button", name="Change my result").click()
        expect(none).to_have_attribute("aria-pressed", "true")
        sends("Cia", **{"rounds[@]": "none"})
        bo.set_viewport_size({"width": 320, "height": 640})
        bo.goto(path)
        expect(bo.locator("#board .partial-conflict")).to_be_in_viewport(ratio=1)
        expect(bo.locator("#entry .in").first).to_have_text("to check")


class TestNothingIsTyped:
    def test_a_form_saved_without_the_server_was_not_being_typed_in(self, his: Page, seated: Table) -> None:
        bo = his
        anna, _, _, path = seated
        takes(bo, *MINE)
        writes(anna, path, *THEIRS)
        expect(bo.locator("#newer-entries")).to_contain_text("While you were typing", timeout=SOON)
        expect(bo.locator("#entry h2[data-deal]")).to_contain_text("Deal 3")
        bo.context.set_offline(True)
        save(bo)
        expect(bo.locator(ROW)).to_have_count(1, timeout=LATER)
        expect(bo.locator("#newer-entries")).to_be_hidden()
        bo.context.set_offline(False)
        expect(bo.locator(ROW)).to_contain_text("Somebody else has saved something", timeout=LATER)
        expect(bo.locator(f"{ROW} .what")).to_have_text("Deal 2")  # nobody has said yet that it is the next one
        expect(bo.locator("#entry .save")).to_contain_text("Save deal 3")
        bo.get_by_role("button", name="Compare").click()
        expect(bo.locator(".conflict h2")).to_contain_text("deal 2 with other values than yours")
        expect(taken(bo, "Anna")).to_have_count(3)
        expect(bo.locator(ROW)).to_have_count(0)


class TestARefusedHouseRule:
    @pytest.mark.parametrize("has_scripts", every(2, [True, False]))
    def test_what_was_typed_stays_and_is_marked(self, phone: Make, new_match: NewMatch, has_scripts: bool) -> None:
        page = phone(java_script_enabled=has_scripts)
        path = new_match(page, "toy", ["Anna", "Bo"], at="/house-rules")
        for name, choice, typed in (("table", "", "9999"), ("length", "#deals", "0")):
            rule = page.locator(f"#rule-{name}")
            rule.locator("summary").first.click()
            if choice:
                rule.locator("select").select_option(choice)
            field = rule.locator(f"[name='options[{name}_number]']")
            field.fill(typed)
            rule.get_by_role("button", name="From the next deal on").click()
            expect(rule.locator("#wrong")).to_contain_text("is not an option for this house rule")
            expect(field).to_have_value(typed)
            expect(field).to_have_attribute("aria-invalid", "true")
            if choice:
                expect(rule.locator("select")).to_have_value(choice)
            if has_scripts:
                expect(field).to_be_focused()
            page.goto(f"{path}/house-rules")
            expect(page.locator("#wrong")).to_have_count(0)
