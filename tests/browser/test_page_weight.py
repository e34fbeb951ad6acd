"""Bytes transferred on a first visit with all its files, and on later pages, as the browser received them."""

import pytest
from browser.sheet import NAMES, SHEETS
from browser.table import Make, NewMatch
from playwright.sync_api import Response
from support.share import every

FIRST_VISIT = 90_000  # bytes
NEXT_PAGE = 20_000


def weight(responses: list[Response]) -> int:
    sizes = [one.request.sizes() for one in responses if one.request.resource_type not in ("xhr", "fetch")]
    return sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)


@pytest.mark.parametrize("game", every(7, list(SHEETS)))
def test_light_enough(phone: Make, new_match: NewMatch, game: str) -> None:
    page = phone(new=True)
    got: list[Response] = []

    def arrived(one: Response) -> None:  # playwright cannot attach an attribute to the append method of a list
        got.append(one)

    page.on("response", arrived)
    path = new_match(page, game, NAMES[: SHEETS[game].players], entries=SHEETS[game].entries)
    page.wait_for_load_state("load")
    assert 0 < weight(got) <= FIRST_VISIT, weight(got)
    for following in (f"{path}/entries/1", f"{path}/share", f"/new/{game}", path):
        got.clear()
        page.goto(following)
        own = [one for one in got if one.request.headers.get("referer", one.url).endswith(following)]
        assert 0 < weight(own) <= NEXT_PAGE, following
