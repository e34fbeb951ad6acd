"""Find the files that ship beside the modules: stylesheets, scripts, and one world of templates for page and paper.

A game's own templates lie in its folder and are called `games/<key>/…`; all others lie in templates/.
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
PRINTING = {".py", ".html", ".css", ".md", ".mo"}  # files that decide what is printed
# Layers that the score does without: the pages that need them fetch them beside the look.
APART = {"wide", "referee", "book", "new", "pages"}
# of the look, in this order
LAYERS = (
    *("tokens", "base", "form", "board", "sheet", "result", "large"),
    *("wide", "picker", "referee", "book", "new", "pages", "printed"),
)
JINJA: dict[str, Any] = {"undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}  # page and paper


def folder(name: str) -> Path:
    """A folder inside the package of a wheel, or at the top of a checkout."""
    packed = PACKAGE / name
    return packed if packed.is_dir() else PACKAGE.parent / name


@cache
def mark() -> str:
    """Return the mark that tells these scripts and styles from those of another version, for their addresses."""
    signs = sha256()
    for path in sorted(folder("static").rglob("*")):
        if path.suffix in (".js", ".css"):
            signs.update(path.name.encode() + path.read_bytes())
    return signs.hexdigest()[:MARK]


@cache
def edition() -> str:
    """Return what tells this program, where and when it prints, from any other that may print otherwise.

    That is its own files, the version of what sets the pages, and the zone of its clock.
    """
    places = (PACKAGE, folder("templates"), folder("static"))
    files = {path for place in places for path in place.rglob("*") if path.suffix in PRINTING}
    parts = sorted({sha256(path.read_bytes()).hexdigest() for path in files})
    with suppress(PackageNotFoundError):
        parts.append(version("weasyprint"))
    return sha256(" ".join([*parts, *time.tzname]).encode()).hexdigest()[:MARK]


def loader() -> BaseLoader:
    """Finds every template of the house, those of the games in their folders."""
    own = {game.key: FileSystemLoader(game.folder) for game in games.GAMES}
    return ChoiceLoader([FileSystemLoader(folder("templates")), PrefixLoader({"games": PrefixLoader(own)})])
