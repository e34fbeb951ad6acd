"""Write access, and with it the form, is given and taken, and a phone is removed; what was typed stays."""

from browser.table import LATER, ROW, SOON, Table, corrects, deals, links, rights, save, taken, takes, top_row
from playwright.sync_api import expect


class TestWriteAccess:
    """Changed rights arrive with one poll; the form comes and goes, and what was typed in it stays."""

    def test_taken_while_typing_given_back_and_the_match_deleted(self, seated: Table) -> None:
        """A deal that waits goes by itself then; one that was typed is in the form again, and emptied it is none."""
        anna, bo, _, path = seated
        bo.goto(path)
        bo.context.set_offline(True)
        takes(bo, "Bo", "Bo", "Bo", "Anna", "Cia")
        save(bo)
        expect(bo.locator(ROW)).to_have_count(1, timeout=LATER)
        takes(bo, "Bo", "Bo")
        anna.goto(f"{path}/share")
        anna.get_by_role("button", name="Let Bo only watch").click()
        gives = anna.locator(".phone", has_text="Bo").get_by_role("button", name="Allow Bo to enter scores")
        expect(gives).to_be_visible()
        bo.context.set_offline(False)
        expect(bo.locator("form#entry")).to_have_count(0, timeout=LATER)
        expect(bo.locator(ROW).last).to_contain_text("Not saved: This phone can only watch", timeout=LATER)
        expect(bo.locator(ROW).first).to_contain_text("Bo, Bo")
        expect(bo.locator(ROW).first).to_contain_text("Anna owns the match and can allow it again")
        expect(bo.locator(".writers")).not_to_contain_text("Bo")
        gives.click()
        expect(bo.locator(ROW)).to_have_count(0, timeout=LATER)
        top_row(bo, "2", "7", "5", "8")
        expect(taken(bo, "Bo")).to_have_count(2)
        expect(bo.locator(".writers")).to_contain_text("Bo")
        for left in (1, 0):
            bo.locator("[data-tool=untake]").click()
            expect(taken(bo, "Bo")).to_have_count(left)
        rights(anna, path, "only_read", "Bo")
        expect(bo.locator("form#entry")).to_have_count(0, timeout=SOON)
        expect(bo.locator(ROW)).to_have_count(0)
        rights(anna, path, "write", "Bo")
        expect(bo.locator("#status")).to_have_text("This phone can enter scores now.", timeout=SOON)
        anna.request.post(f"{path}/delete", form={"answers": "2"})
        expect(bo.locator("#status")).to_contain_text("The match was deleted", timeout=SOON)

    def test_taken_and_given_on_the_page_of_an_entry(self, seated: Table) -> None:
        anna, bo, _, path = seated
        bo.goto(f"{path}/entries/1")
        corrects(bo)
        bo.locator("#entry summary", has_text="Why?").click()
        bo.get_by_label("or in words").first.fill("we looked again")
        rights(anna, path, "only_read", "Bo")
        expect(bo.locator("form#entry")).to_have_count(0, timeout=SOON)
        expect(bo.locator("#connection-text")).to_have_text("1 not saved")
        rights(anna, path, "write", "Bo")
        expect(bo.locator("form#entry")).to_have_count(1, timeout=SOON)
        tab = bo.context.new_page()  # this page may be reloading itself
        tab.goto(path)
        expect(tab.locator(ROW)).to_contain_text("Set aside, not sent.")
        tab.close()

    def test_shown_out_and_let_in_again(self, seated: Table) -> None:
        """At the address of the match the phone still shows what was typed there; what waited goes by itself."""
        anna, bo, _, path = seated
        bo.goto(path)
        bo.context.set_offline(True)
        takes(bo, "Anna", "Anna", "Anna", "Bo", "Cia")
        save(bo)
        expect(bo.locator(ROW)).to_contain_text("Anna", timeout=LATER)
        takes(bo, "Bo", "Bo")
        rights(anna, path, "out", "Bo")
        bo.context.set_offline(False)
        expect(bo.locator(ROW)).to_contain_text("Not saved", timeout=LATER)
        expect(bo.locator("#status")).to_contain_text("This phone was removed from the match", timeout=SOON)
        expect(taken(bo, "Bo")).to_have_count(2)
        bo.reload()
        left = bo.locator("#left li", has_text="Bo, Bo")
        expect(bo.locator("#left")).to_contain_text("Anna, Anna, Anna")
        left.get_by_role("button", name="Copy as text").click()
        assert bo.evaluate("getSelection().toString()") == "Deal 3 Bo, Bo"
        bo.goto(links(anna, path)[0])
        bo.get_by_role("button", name="Bo").click()
        expect(bo.locator(ROW)).to_have_count(0, timeout=LATER)
        deals(bo, 2)
        expect(taken(bo, "Bo")).to_have_count(2)
