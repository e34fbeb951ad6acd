"""Find the files that ship with the package: style sheets, scripts, and the templates for pages and paper.

The templates of a game are in its folder, named `games/<key>/…`; all others are in templates/.
"""

import time
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from jinja2 import BaseLoader, ChoiceLoader, FileSystemLoader, PrefixLoader, StrictUndefined

from companion import games

MARK = 10  # digits
PACKAGE = Path(__file__).parent
PRINTING = {".py", ".html", ".css", ".md", ".mo"}  # suffixes of files that affect printing
# Layers that the score page does not need; the pages that do load them in addition.
LOADED_APART = {"wide", "referee", "book", "new", "pages"}
# All layers, in the order in which later ones win.
LAYERS = (
    "tokens",
    "base",
    "form",
    "board",
    "sheet",
    "result",
    "large",
    "wide",
    "picker",
    "referee",
    "book",
    "new",
    "pages",
    "printed",
)
JINJA: dict[str, Any] = {"undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}  # page and paper


def folder(name: str) -> Path:
    """Return a folder of the installed package, or at the top of a checkout."""
    packed = PACKAGE / name
    return packed if packed.is_dir() else PACKAGE.parent / name


@cache
def mark() -> str:
    """Return a hash of the scripts and styles, used as the version in their addresses."""
    signs = sha256()
    for path in sorted(folder("static").rglob("*")):
        if path.suffix in (".js", ".css"):
            signs.update(path.name.encode() + path.read_bytes())
    return signs.hexdigest()[:MARK]


@cache
def edition() -> str:
    """Return a hash of everything that affects printing: the same edition prints the same bytes.

    It covers the files of the package, the version of WeasyPrint, and the time zone.
    """
    places = (PACKAGE, folder("templates"), folder("static"))
    files = {path for place in places for path in place.rglob("*") if path.suffix in PRINTING}
    parts = sorted({sha256(path.read_bytes()).hexdigest() for path in files})
    with suppress(PackageNotFoundError):
        parts.append(version("weasyprint"))
    return sha256(" ".join([*parts, *time.tzname]).encode()).hexdigest()[:MARK]


def loader() -> BaseLoader:
    """Return a loader for all templates, including those of the games."""
    own = {game.key: FileSystemLoader(game.folder) for game in games.GAMES}
    return ChoiceLoader([FileSystemLoader(folder("templates")), PrefixLoader({"games": PrefixLoader(own)})])
