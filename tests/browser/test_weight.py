"""What goes over the air: a first visit with all its assets, and the pages after it, as the browser received them."""

from collections.abc import Callable

from playwright.sync_api import Page, Response

FIRST_VISIT = 60_000  # bytes
NEXT_PAGE = 10_000
PLAYERS = ["Anna", "Bo", "Cia", "Dag"]
DEAL = {"kind": "deal", "passed": ["Cia"], "tricks": ["Anna", "Bo", "Anna", "Bo", "Bo"]}


def weight(responses: list[Response]) -> int:
    sizes = [one.request.sizes() for one in responses if one.request.resource_type not in ("xhr", "fetch")]
    return sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)


def test_light_enough(page: Page, new_match: Callable[..., str]) -> None:
    got: list[Response] = []

    def arrived(one: Response) -> None:  # playwright cannot hang itself on a list's own append
        got.append(one)

    page.on("response", arrived)
    path = new_match(page, "rams", PLAYERS, entries=[DEAL])
    page.wait_for_load_state("load")
    assert 0 < weight(got) <= FIRST_VISIT
    for following in (f"{path}/entries/1", f"{path}/share", "/new/rams", path):
        got.clear()
        page.goto(following)
        assert 0 < weight(got) <= NEXT_PAGE, following
