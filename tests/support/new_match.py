"""Start matches by the form, as browsers send it with and without scripts."""

import html
import re

from support.phones import Phone, stored, text_of


def begun(phone: Phone, key: str, names: list[str], **fields: object) -> dict[str, object]:
    """Start a match and return its head."""
    answer = phone.client.post(f"/new/{key}", data={"players[]": names, **fields})
    assert answer.status_code == 303, text_of(answer.text)
    phone.match = answer.location.rpartition("/")[2]
    return dict(stored(phone.client.application).match(phone.match).head)


def form_of(page: str) -> dict[str, list[str]]:
    """Return the fields of the form of a new match as a browser without scripts sends them."""
    form = page.partition("data-book")[2].partition("</form>")[0]
    fields: dict[str, list[str]] = {}
    for tag in re.findall(r"<input ([^>]*)>", form):
        name, value = (re.search(rf'\b{one}="([^"]*)"', tag) for one in ("name", "value"))
        is_off = re.search(r'type="(radio|checkbox)"', tag) and not re.search(r"\bchecked\b", tag)
        if name and not is_off and not re.search(r"\bdisabled\b", tag):
            fields.setdefault(html.unescape(name[1]), []).append(html.unescape(value[1]) if value else "")
    for name, options in re.findall(r'<select [^>]*name="([^"]*)"[^>]*>(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', options) or re.search(r'value="([^"]*)"', options)
        fields.setdefault(name, []).append(html.unescape(chosen[1]) if chosen else "")
    return fields
