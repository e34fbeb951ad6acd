"""Style sheets: one file per layer, and each class is styled in one file only."""

import re
from collections import defaultdict
from pathlib import Path

from support.each import each

from companion.resources import LAYERS

SHEETS = sorted((Path(__file__).parent.parent / "static" / "css").glob("*.css"))
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SELECTORS = re.compile(r"([^{};@]+)\{(?=[^{}]*\})")
SIZE = re.compile(r"font-size: *(\d+px)")
ROOTS = r"(?:html|body|main|#live|#entry|\.(?:entry|open|scripted|writing|at-table))"
ALL_OF_THE_PAGE = re.compile(ROOTS + r"(?![\w-])[^\s>~+,]*:has\(")
COLOUR = re.compile(r"#[0-9a-f]{3,8}\b|rgba?\(")


def text(sheet: Path) -> str:
    return COMMENT.sub("", sheet.read_text(encoding="utf-8"))


def dressed(sheet: Path) -> set[str]:
    """Return the classes that a sheet styles: the last of each selector, not those that only give the context."""
    rules = [re.sub(r"\([^()]*(\([^()]*\))?[^()]*\)", "", rule) for rule in SELECTORS.findall(text(sheet))]
    subjects = [selector.strip().split(" ")[-1] for rule in rules for selector in rule.split(",")]
    return {found[1] for subject in subjects if (found := re.search(r"\.([a-z][\w-]*)", subject))}


def test_no_class_is_styled_in_two_sheets() -> None:
    """The sheets for paper and for large screens may restyle all classes."""
    places: dict[str, list[str]] = defaultdict(list)
    for sheet in (one for one in SHEETS if one.stem not in {"large", "printed"}):
        for name in dressed(sheet):
            places[name].append(sheet.stem)
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


@each("sheet", SHEETS)
def test_a_sheet_is_its_layer_and_takes_colours_and_sizes_of_type_from_the_tokens(sheet: Path) -> None:
    found = text(sheet)
    assert f"@layer {sheet.stem} {{" in found
    assert not SIZE.findall(found)
    assert sheet.stem == "tokens" or not COLOUR.findall(found)


def test_every_layer_has_its_place() -> None:
    order = re.search(r"@layer ([\w, ]+);", (SHEETS[0].parent / "tokens.css").read_text(encoding="utf-8"))
    assert order
    layers = order[1].split(", ")
    assert sorted(layers) == [sheet.stem for sheet in SHEETS]
    assert layers == list(LAYERS)


def outside(css: str, opening: str) -> str:
    """Return a sheet without the blocks that begin so."""
    while (start := css.find(opening)) >= 0:
        at, depth = css.index("{", start) + 1, 1
        while depth:
            depth += {"{": 1, "}": -1}.get(css[at], 0)
            at += 1
        css = css[:start] + css[at:]
    return css


def test_animations_respect_reduced_motion() -> None:
    asked = "@media (prefers-reduced-motion: no-preference)"
    assert any("animation:" in text(sheet) for sheet in SHEETS)
    for sheet in SHEETS:
        assert not re.search(r"animation|transition|@keyframes", outside(text(sheet), asked)), sheet.stem


def test_font_sizes_follow_the_browser_setting() -> None:
    """A size in px would ignore the setting. On paper px is a unit like any other."""
    screen = outside(text(SHEETS[0].parent / "tokens.css"), "@media print")
    sizes = re.findall(r"--(?:least|small|asked|aside|body|name|title|key|head|grand): *([^;]+);", screen)
    assert sizes
    assert all(size.endswith("rem") for size in sizes)


@each("sheet", SHEETS)
def test_no_rule_looks_into_the_whole_page(sheet: Path) -> None:
    """Such a rule would restyle everything at each tap, which took two fifths of the time of a tap.

    Scripts and server set classes on the root instead.
    """
    assert not ALL_OF_THE_PAGE.findall(text(sheet))
