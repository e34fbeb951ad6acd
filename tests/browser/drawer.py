"""Phones that lie ready: to open the app on a new one takes a browser three times as long as on one that had it."""

from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize

PHONE = ViewportSize(width=360, height=740)
PATIENCE = 15_000  # ms before an expectation fails: two browsers share two cores
# A phone that wakes asks at once; these wake twice a second, so that nobody waits for a poll that comes every other.
WAKEFUL = "setInterval(() => document.body?.dispatchEvent(new Event('wake')), 500)"
LANGUAGES = {"en": "en-GB", "sv": "sv-SE", "fr": "fr-FR", "it": "it-IT"}
RESTING = "/static/icon.svg"  # of our address, where storage can be emptied, and without scripts to fill it again


class Drawer:
    """Whoever takes a phone finds nothing of an earlier test on it but the files that the browser has fetched."""

    def __init__(self, browser: Browser, url: str):
        self.browser, self.url = browser, url
        self.ready: dict[tuple[str, bool], list[Page]] = {}
        self.taken: list[tuple[Page, tuple[str, bool] | None]] = []

    def take(self, size: ViewportSize, lang: str, *, wakes: bool, is_new: bool, **how: Any) -> Page:
        kind = None if is_new or how else (lang, wakes)
        lying = self.ready.get(kind, []) if kind else []
        page = lying.pop() if lying else self._made(lang, wakes=wakes, **how)
        self.taken.append((page, kind))
        if page.viewport_size != size:
            page.set_viewport_size(size)
        return page

    def put_back(self) -> None:
        while self.taken:
            page, kind = self.taken.pop()
            if kind and not page.is_closed():
                _wash(page)
                self.ready.setdefault(kind, []).append(page)
            else:
                page.context.close()

    def _made(self, lang: str, *, wakes: bool, **how: Any) -> Page:
        context = self.browser.new_context(
            base_url=self.url,
            viewport=PHONE,
            has_touch=True,
            locale=LANGUAGES[lang],
            reduced_motion="reduce",  # a colour on its way from one to the other is neither
            **how,
        )
        context.set_default_timeout(PATIENCE)
        if wakes:
            context.add_init_script(WAKEFUL)
        return context.new_page()


def _wash(page: Page) -> None:
    for other in page.context.pages:
        if other is not page:
            other.close()
    page.context.set_offline(False)
    page.context.unroute_all()
    page.unroute_all()
    page.goto(RESTING)
    page.context.clear_cookies()
    page.evaluate("localStorage.clear(); sessionStorage.clear()")
    page.set_extra_http_headers({})
    page.emulate_media(media="null", color_scheme="null", forced_colors="null", reduced_motion="reduce")
