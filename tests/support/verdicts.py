"""The forms below a verdict that save it."""

import re
from html import unescape
from typing import Any

from support.phones import Phone


def buttons(page: str) -> dict[str, dict[str, str]]:
    """Return the forms below the verdict by their buttons, each with its address as `action`."""
    by_button = {}
    for action, inner in re.findall(r'<form [^>]*action="([^"]*)"[^>]*>(.*?)</form>', page, re.S):
        words = re.findall(r"<button[^>]*>([^<]*)</button>", inner)
        if words:
            fields = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', inner)
            by_button[words[-1]] = {**{name: unescape(text) for name, text in fields}, "action": action}
    return by_button


def pressed(table: Phone, button: dict[str, str]) -> Any:
    fields = {name: text for name, text in button.items() if name != "action"}
    return table.client.post(button["action"], data=fields)
