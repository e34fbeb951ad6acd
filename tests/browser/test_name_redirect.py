"""A phone that can resolve companion.local joins by that name, so that it keeps its cookie when the address changes."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from browser.table import PLAYERS, Make, NewMatch, links
from playwright.sync_api import Page, expect

from companion.network import Reach, Reachable


@pytest.fixture
def port(site: Any) -> Iterator[int]:
    """Return the port of a server that announces its name."""
    found = urlsplit(site.url).port
    assert found
    here = (Reachable("192.168.1.20", "wlan0", "wifi"),)
    site.app.extensions["reach"] = Reach(found, named=True, look=lambda: here)
    yield found
    del site.app.extensions["reach"]


@pytest.fixture
def code(page: Page, port: int, new_match: NewMatch) -> str:
    """Return the code of a match that was made on another phone."""
    path = new_match(page, "toy", PLAYERS[:2], opens=False)
    return links(page, path)[0].rpartition("/")[2]


class TestName:
    def test_a_phone_is_led_there_and_joins(self, port: int, code: str, phone: Make) -> None:
        guest = phone()
        guest.goto(f"http://127.0.0.1:{port}/j/{code}")
        expect(guest).to_have_url(f"http://companion.local:{port}/j/{code}")
        guest.get_by_role("button", name="Bo").click()
        expect(guest.locator("#board")).to_be_visible()
        assert urlsplit(guest.url).hostname == "companion.local"

    def test_where_another_server_has_the_name_it_stays(self, port: int, code: str, phone: Make) -> None:
        guest = phone()
        guest.route("**/here/*.svg", lambda route: route.fulfill(status=404))
        with guest.expect_response("**/here/*.svg"):
            guest.goto(f"http://127.0.0.1:{port}/j/{code}")
        guest.get_by_role("button", name="Bo").click()
        expect(guest.locator("#board")).to_be_visible()
        assert urlsplit(guest.url).hostname == "127.0.0.1"
