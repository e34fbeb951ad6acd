"""The lowest browser versions in README.md match the features that style sheets and scripts use.

A browser without :has() gets the pages without scripts (static/dom.js), so scripts may use features of the same age.
Data: tests/support/new_css.toml, and for scripts the table here. Features that may be missing have a reason there.
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.each import each

ROOT = Path(__file__).parent.parent
SHEETS = sorted((ROOT / "static" / "css").glob("*.css"))
SCRIPTS = sorted((ROOT / "static").glob("*.js"))
BROWSERS = ("Chrome", "Firefox", "Safari")
Versions = tuple[float, ...]
NEVER = float("inf")

HARMLESS = {
    "@page": "a page that is printed by the browser has the browser's margins",
    "text-wrap": "a line breaks where it is full",
    "text-wrap:balance": "a line breaks where it is full",
    "text-wrap:pretty": "a line breaks where it is full",
    "scrollbar-width": "the names that are known have the browser's bar below them",
    "hyphens": "a long word breaks without a hyphen",
    "field-sizing": "a box does not grow with what is typed",
    "accent-color": "a tick has the browser's colour",
    "::details-content": "what is closed on the screen is closed on paper",
    "content-visibility": "what is closed on the screen is closed on paper",
    "color-mix(": "no shadow says that a table scrolls sideways",
    "break-after:avoid": "a heading may stand alone at the foot of a printed page",
    "break-after:column": "a column ends where it is full",
    "font-family:ui-monospace": "the next font of the list is taken",
}
# Script features as patterns, and their versions from MDN's browser-compat-data of August 2026.
SAID: dict[str, tuple[str, Versions]] = {
    "at()": (r"\.at\(", (92, 90, 15.4)),
    "findLast()": (r"\.findLast(?:Index)?\(", (97, 104, 15.4)),
    "a changed copy of a list": (r"\.to(?:Sorted|Reversed|Spliced)\(|\.with\(", (110, 115, 16)),
    "Object.hasOwn()": (r"\bObject\.hasOwn\(", (93, 92, 15.4)),
    "groupBy()": (r"\b(?:Object|Map)\.groupBy\(", (117, 119, 17.4)),
    "Array.fromAsync()": (r"\bArray\.fromAsync\(", (121, 115, 16.4)),
    "Promise.withResolvers()": (r"\bPromise\.withResolvers\(", (119, 121, 17.4)),
    "Promise.try()": (r"\bPromise\.try\(", (128, 134, 18.2)),
    "sets as in mathematics": (
        r"\.(?:union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(",
        (122, 127, 17),
    ),
    "what an iterator can do": (r"\bIterator\.", (122, 131, 18.4)),
    "RegExp.escape()": (r"\bRegExp\.escape\(", (136, 134, 18.2)),
    "lookbehind": (r"\(\?<[=!]", (62, 78, 16.4)),
    "the flag v of a pattern": (r"/[dgimsuy]*v[dgimsuy]*[.,;)]", (112, 116, 17)),
    "a private name": (r"(?:this|\w)\.#\w|^\s*#\w+[ =(;]", (84, 90, 15)),
    "a static block": (r"\bstatic \{", (94, 93, 16.4)),
    "await outside a function": (r"^await\b|^(?:const|let) [^=]+= await\b", (89, 89, 15)),
    "an import with a type": (r'" with \{', (123, 138, 17.2)),
    "structuredClone()": (r"\bstructuredClone\(", (98, 94, 15.4)),
    "AbortSignal.timeout": (r"\bAbortSignal\.timeout\(", (103, 100, 16)),
    "AbortSignal.any": (r"\bAbortSignal\.any\(", (116, 124, 17.4)),
    "URL.canParse()": (r"\bURL\.canParse\(", (120, 115, 17)),
    "URL.parse()": (r"\bURL\.parse\(", (126, 126, 18)),
    "checkVisibility()": (r"\.checkVisibility\(", (105, 106, 17.4)),
    "inert": (r"\binert\b", (102, 112, 15.5)),
    "requestSubmit()": (r"\.requestSubmit\(", (76, 75, 16)),
    "randomUUID()": (r"\.randomUUID\(", (92, 95, 15.4)),
    "popovers": (r"\.(?:show|hide|toggle)Popover\(", (114, 125, 17)),
    "transitions between pages": (r"startViewTransition", (111, 144, 18)),
    "requestIdleCallback()": (r"\brequestIdleCallback\b", (47, 55, NEVER)),
}
COMMENT = re.compile(r"/\*(?:.|\n)*?\*/|^\s*//.*$|(?<=[;{}]) // .*$", re.MULTILINE)
STRING = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")
PART = re.compile(r"([^{};]*)([{};])")
WORD = re.compile(r"[a-z][\w-]*\(?")
UNIT = re.compile(r"(?<![\w.-])[\d.]+([a-z]+)\b")


def since() -> dict[str, Versions]:
    """Return the first versions of the three browsers for each feature of style sheets."""
    text = (ROOT / "tests" / "support" / "new_css.toml").read_text(encoding="utf-8")
    return {
        name: tuple(NEVER if one == "never" else float(one) for one in versions.split())
        for versions, names in tomllib.loads(text).items()
        for name in names
    }


NEW = since()


def in_sheet(css: str) -> Iterator[str]:
    """Yield all features of a sheet, named as in the table."""
    depth_of_rules = 0
    opened: list[bool] = []  # the enclosing blocks, and which of them are rules
    for found in PART.finditer(STRING.sub('""', COMMENT.sub("", css))):
        text, end = found[1].strip(), found[2]
        if text.startswith("@"):
            yield text.split()[0].split("(")[0]
            yield from (f"@media({name}" for name in re.findall(r"\(([a-z-]+)", text))
            if re.search(r"[<>]", text):
                yield "@media<"
        elif end == "{":
            yield from re.findall(r"::?[a-z-]+", text)
            if depth_of_rules:
                yield "&"
        elif ":" in text and not text.startswith("--"):
            name, _, value = text.partition(":")
            yield name.strip()
            yield from (f"{name.strip()}:{word}" for word in WORD.findall(value))
        if end != "{":
            value = text.partition(":")[2]
            yield from (word for word in WORD.findall(value) if word.endswith("("))
            yield from (f"1{unit}" for unit in UNIT.findall(value))
        if end == "{":
            opened.append(not text.startswith("@"))
            depth_of_rules += opened[-1]
        elif end == "}" and opened:
            depth_of_rules -= opened.pop()


def of_sheet(css: str) -> dict[str, Versions]:
    return {name: NEW[name] for name in in_sheet(css) if name in NEW}


def of_script(source: str) -> dict[str, Versions]:
    code = COMMENT.sub("", source)
    return {name: since for name, (said, since) in SAID.items() if re.search(said, code, re.MULTILINE)}


def lowest() -> Versions:
    """Return the versions in README.md."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = [re.search(rf"{browser} (\d+(?:\.\d+)?)", text) for browser in BROWSERS]
    return tuple(float(one[1]) for one in found if one)


def needed() -> dict[str, tuple[Versions, str]]:
    """Yield each necessary feature with its versions and the first file that uses it."""
    files = [(sheet, of_sheet(sheet.read_text(encoding="utf-8"))) for sheet in SHEETS]
    files += [(script, of_script(script.read_text(encoding="utf-8"))) for script in SCRIPTS]
    return {
        name: (versions, file.name)
        for file, held in reversed(files)
        for name, versions in held.items()
        if name not in HARMLESS
    }


def test_readme_names_the_lowest_versions_that_work() -> None:
    """All named versions have all features, and no lower version would."""
    told = lowest()
    held = needed()
    too_new = {name: where for name, where in held.items() if any(a > b for a, b in zip(where[0], told, strict=True))}
    assert too_new == {}
    assert told == tuple(max(versions[n] for versions, _ in held.values()) for n in range(3))


def test_listed_harmless_features_are_still_used() -> None:
    held = {name for sheet in SHEETS for name in of_sheet(sheet.read_text(encoding="utf-8"))}
    held |= {name for script in SCRIPTS for name in of_script(script.read_text(encoding="utf-8"))}
    assert HARMLESS.keys() <= held


@each(
    "css, name",
    [
        ("a:has(b) { color: red }", ":has"),
        ("@layer x { a { height: 3dvh } }", "1dvh"),
        ("a { color: light-dark(red, blue) }", "light-dark("),
        ("a { & b { color: red } }", "&"),
        ("a { b { color: red } }", "&"),
        ("@media (width >= 30em) { a { color: red } }", "@media<"),
        ("@scope (a) { b { color: red } }", "@scope"),
        ("a { text-wrap: pretty }", "text-wrap:pretty"),
        ("a { width: calc(2cqi + 1px) }", "1cqi"),
    ],
)
def test_what_is_new_in_a_sheet_is_found(css: str, name: str) -> None:
    assert name in of_sheet(css)


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("const last = list.at(-1);", "at()"),
        ("list.toSorted();", "a changed copy of a list"),
        ("text.replace(/(?<=a)b/g);", "lookbehind"),
        ("class A { static { go(); } }", "a static block"),
        ("const answer = await fetch(address);", "await outside a function"),
        ("Object.groupBy(rows, kind);", "groupBy()"),
    ],
)
def test_what_is_new_in_a_script_is_found(source: str, name: str) -> None:
    assert name in of_script(source)


@pytest.mark.parametrize("source", ["  const answer = await fetch(address);", "// list.at(-1) is old"])
def test_what_is_old_is_not(source: str) -> None:
    assert of_script(source) == {}
