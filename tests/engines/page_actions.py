"""A finger on a page of any engine: it waits for elements that people see, by role and name."""

import time
from collections.abc import Callable
from typing import Any

from engines.engine import ELEMENT, Engine, Refused

PATIENCE = 20  # s to wait for an element: two engines share two cores
PAUSE = 0.1  # s between two attempts
NOT_YET = {"element click intercepted", "element not interactable", "stale element reference", "no such element"}
RETURN = "\ue007"  # the Enter key in the standard
# Radio buttons and checkboxes are tapped on their label, elements without a box of their own on their content.
TAPPED = """const closed = "details:not([open]) > :not(summary)";
const drawn = (one) => {
  const { width, height } = one.getBoundingClientRect();
  const { visibility, opacity } = getComputedStyle(one);
  return width > 1 && height > 1 && visibility === "visible" && opacity !== "0" && !one.closest(closed);
};
const tapped = (one) => {
  const shown = one.matches("[type=radio], [type=checkbox]") ? one.closest("label") ?? one : one;
  return [shown, ...shown.querySelectorAll("*")].find(drawn);
};
"""
NAMED = (
    TAPPED
    + """const roles = {
  button: "button, summary", link: "a[href]", radio: "[type=radio]", checkbox: "[type=checkbox]",
  textbox: "input:not([type]), [type=text], [type=search], textarea",
};
const text = (node) => node.nodeType === 3 ? node.data : node.matches?.("[aria-hidden=true], select, textarea") ? ""
  : node.ariaLabel || [...node.childNodes].map(text).join("");
const name = (one) => one.getAttribute("aria-label")
  || ([...one.labels ?? []].map(text).join(" ") || text(one)).trim() || one.title || "";
const [role, pattern] = arguments;
const wanted = new RegExp(pattern);
const is = (one) => !one.disabled && tapped(one) && wanted.test(name(one).replace(/\\s+/g, " ").trim());
const found = [...document.querySelectorAll(roles[role])].find(is);
return found ? tapped(found) : null;"""
)
SELECTED = TAPPED + "return [...document.querySelectorAll(arguments[0])].map(tapped).find((one) => one) ?? null;"
# The driver of WebKit does not always scroll. Moving elements are tapped once they have stopped.
IN_SIGHT = """const [one] = arguments;
const { top, bottom } = one.getBoundingClientRect();
if (top < 0 || bottom > innerHeight) one.scrollIntoView({ block: "center", behavior: "instant" });
return document.getAnimations().every((one) => one.playState !== "running");"""


class Hand:
    """A person's finger on the page: it looks, taps and types."""

    def __init__(self, engine: Engine):
        self.engine = engine

    def tap(self, role: str, name: str) -> None:
        """Tap the first element of this role whose name matches, as soon as it can be tapped."""
        self.waits(lambda: self._clicked(NAMED, role, name), f"{role} {name!r}")

    def tap_selected(self, selector: str) -> None:
        self.waits(lambda: self._clicked(SELECTED, selector), selector)

    def has(self, role: str, name: str) -> bool:
        return self.engine.run(NAMED, role, name) is not None

    def fill(self, name: str, text: str) -> None:
        """Replace the content of the field of this name."""

        def typed() -> bool:
            found = self.engine.run(NAMED, "textbox", name)
            if not found:
                return False
            self.engine.run("arguments[0].select()", found)
            self.engine.type(found[ELEMENT], text)
            return True

        self.waits(typed, f"textbox {name!r}")

    def shows(self, selector: str, count: int) -> None:
        """Wait until there is this number of elements."""
        script = "return document.querySelectorAll(arguments[0]).length"
        self.waits(lambda: self.engine.run(script, selector) == count, f"{count} of {selector}")

    def text(self, selector: str) -> str:
        """Return the text of the first element."""
        found = self.engine.run("return document.querySelector(arguments[0])?.innerText ?? ''", selector)
        return " ".join(str(found).split())

    def _clicked(self, script: str, *arguments: Any) -> bool:
        found = self.engine.run(script, *arguments)
        if not found or not self.engine.run(IN_SIGHT, found):
            return False
        self.engine.click(found[ELEMENT])
        return True

    def waits(self, done: Callable[[], bool], what: str) -> None:
        """Try until the condition holds; temporary errors are ignored."""
        end = time.monotonic() + PATIENCE
        why = ""
        while time.monotonic() < end:
            try:
                if done():
                    return
            except Refused as refused:
                if refused.error not in NOT_YET:
                    raise
                why = f" ({refused})"
            time.sleep(PAUSE)
        raise AssertionError(f"{self.engine.name}: no {what} in {PATIENCE} s{why}\n{self.text('body')[:1500]}")
