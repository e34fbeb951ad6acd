"""An evening on one phone without a network: a match of each game, from the first deal to its end and its file."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from browser.fixtures import Site
from flask import Flask
from phone.device import DEAL, GAME, SHEETS_OF_PHONES, Device
from phone.host import BUILT
from playwright.sync_api import Browser, expect
from support.share import every

from companion.parsing import Match, checksums, read_match
from companion.parsing.json_decoder import from_json


def test_companion_itself_serves_it_with_its_own_strict_headers(browser: Browser, site: Site) -> None:
    if not (BUILT / "sw.js").exists():
        pytest.skip("dist/phone is not built: make phone")
    phone = Device(browser.new_page(locale="en-GB"), f"{site.url}/phone/").open().kept()
    phone.page.context.set_offline(True)
    path = phone.begin(GAME.key, ["Anna", "Bo"])
    phone.reload()
    assert phone.page.url == f"{site.url}/phone/{path}"
    phone.page.context.close()


def test_a_file_with_entries_of_another_phone_is_merged(device: Callable[..., Device], tmp_path: Path) -> None:
    phone = device(accept_downloads=True).open().kept()
    phone.page.context.set_offline(True)
    path = phone.begin(GAME.key, ["Anna", "Bo"])
    phone.post(f"/{path}/entries", kind="note", text="Tea", seen="0.0", entry_id="a")
    phone.open(f"{path}/share")
    with phone.page.expect_download() as saved:
        phone.app.get_by_role("link", name="Save the match file").click()
    saved.value.save_as(tmp_path / "match.json")
    expect(phone.app.locator("main")).to_contain_text("Everything is in it.")
    phone.post(f"/{path}/entries", kind="note", text="Here alone", seen="1.0", entry_id="b")
    file = json.loads((tmp_path / "match.json").read_text(encoding="utf-8"))
    file["entries"].append({**file["entries"][0], "id": 2, "text": "There alone"})
    (tmp_path / "match.json").write_text(json.dumps(file), encoding="utf-8")
    phone.open()
    phone.app.get_by_role("link", name="Open a match file").click()
    phone.app.locator("[name=file]").set_input_files(tmp_path / "match.json")
    phone.app.get_by_role("button", name="Open").click()
    expect(phone.app.get_by_role("group", name="Only in the file")).to_contain_text("There alone")
    expect(phone.app.get_by_role("region", name="Only here")).to_contain_text("Here alone")
    phone.app.get_by_role("button", name="Save").click()
    expect(phone.app.locator(".done")).to_have_text("1 entry was added from the file.")
    written = json.loads(phone.get(f"/{path}/match.json"))["entries"]
    assert [one["text"] for one in written] == ["Tea", "Here alone", "There alone"]


def read(path: Path) -> Match:
    match = read_match(from_json(path.read_bytes()))
    assert isinstance(match, Match)
    return match


@pytest.mark.parametrize("key", every(4, list(SHEETS_OF_PHONES)))
def test_offline_from_the_first_deal_to_the_match_file(
    device: Callable[..., Device], app: Flask, key: str, tmp_path: Path
) -> None:
    phone = device(accept_downloads=True).open().kept()
    phone.page.context.set_offline(True)
    sheet = SHEETS_OF_PHONES[key]
    path = phone.begin(key, sheet.match["players"])
    phone.enter(sheet)
    phone.deals(1)
    phone.reload()  # in the middle of the match
    phone.deals(1)
    before = phone.app.locator(DEAL).inner_text()
    phone.app.locator(f"{DEAL} a").first.click()
    phone.app.get_by_role("link", name="Correct deal 1").click()
    for what in sheet.mends:
        phone.tap(what)
    phone.save()
    expect(phone.app.locator(DEAL)).not_to_have_text(before)
    phone.app.get_by_role("link", name="Referee", exact=True).click()
    phone.app.get_by_label(re.compile("What happened")).fill("cards")
    phone.page.keyboard.press("Enter")
    expect(phone.page).to_have_url(re.compile("q=cards"))
    expect(phone.app.locator("main")).to_contain_text("cards")
    seen = len(json.loads(phone.get(f"/{path}/match.json"))["entries"])
    assert phone.post(f"/{path}/entries", kind="end", reason="time", seen=f"{seen}.0", entry_id="end")[0] == 200
    phone.app.get_by_role("link", name="Share", exact=True).click()
    expect(phone.app.locator("main")).to_contain_text("Never saved yet")
    with phone.page.expect_download() as saved:
        phone.app.get_by_role("link", name="Save the match file").click()
    saved.value.save_as(tmp_path / "match.json")
    signs = checksums(read(tmp_path / "match.json"))
    phone.reload()
    expect(phone.app.locator("main")).to_contain_text("Everything is in it.")
    expect(phone.app.locator("main")).to_contain_text(signs.record)

    server = app.test_client()
    server.get("/")
    with (tmp_path / "match.json").open("rb") as file:
        taken = server.post("/import", data={"file": (file, "match.json")})
    assert taken.status_code == 303, taken.text
    again = server.get(f"{taken.location}/match.json").text
    (tmp_path / "again.json").write_text(again, encoding="utf-8")
    assert checksums(read(tmp_path / "again.json")) == signs
    assert json.loads(again)["players"] == sheet.match["players"]
    assert [one["kind"] for one in json.loads(again)["entries"]][-1] == "end"
