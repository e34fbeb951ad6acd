"""The scripts of every page as one: on the way to a phone fifteen small files cost more than what is in them.

In the house each script is a module of its own, and so it stays in what is sent: a function that is called once, in the
order in which a browser runs modules, and gives what the module exports. A script that only some pages fetch finds
those of every page there, and so in the same state. Written one after the other without those functions they would be
a kilobyte lighter; but no script could use a name that another has, and an import that was forgotten would never show.

They are joined by their text. So imports and exports have one form each, at the beginning of a line, and any other
form, wherever it stands, is refused here instead of going out as something else than the browser makes of the modules.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from companion import resources

FIRST = "app"
NAME = r"\w+"
IMPORT = re.compile(
    rf'^import (?:(?:\* as (?P<whole>\w+)|(?P<names>\{{[\w\s,]*\}})) from )?"\./(?P<of>{NAME})\.js";\n', re.MULTILINE
)
EXPORT = re.compile(r"^export (?=(?:const|function|async function) (?P<name>\w+)\b(?! *,))", re.MULTILINE)
OTHER_FORM = re.compile(r"^.*\b(?:import\b(?!\()|export\b).*$", re.MULTILINE)  # import(...) fetches later, as it says
OUT_OF_CODE = re.compile(r"/\*.*?\*/|`[^`]*`", re.DOTALL)  # what may have lines that are none of the script


@dataclass(frozen=True)
class Module:
    """A script: what it imports, what it exports, and the text of both kinds of lines and all others."""

    name: str
    source: str

    def __post_init__(self) -> None:
        quoted = "".join(OUT_OF_CODE.findall(self.source))
        rest = EXPORT.sub("", IMPORT.sub("", OUT_OF_CODE.sub("", self.source)))
        if other := OTHER_FORM.search(f"{quoted}\n{rest}"):
            raise ValueError(f"{self.name}.js: no form of import or export that is known here: {other[0]}")
        if not self.source.endswith("\n"):
            raise ValueError(f"{self.name}.js does not end with its last line")

    @property
    def imports(self) -> list[str]:
        return [one["of"] for one in IMPORT.finditer(self.source)]

    @property
    def exports(self) -> list[str]:
        return [one["name"] for one in EXPORT.finditer(self.source)]

    def closed(self) -> str:
        inside = EXPORT.sub("", IMPORT.sub(_taken, self.source))
        return f"export const ${self.name} = (() => {{\n{inside}return {{ {', '.join(self.exports)} }};\n}})();\n"

    def apart(self, shared: list[str]) -> str:
        needed = [f"${name}" for name in self.imports if name in shared]
        taken = IMPORT.sub(lambda one: _taken(one) if one["of"] in shared else one[0], self.source)
        return f'import {{ {", ".join(needed)} }} from "./{FIRST}.js";\n{taken}' if needed else self.source


def _taken(one: re.Match[str]) -> str:
    """What an import is where the module stands beside it."""
    into = one["whole"] or (one["names"] or "").replace(" as ", ": ")
    return f"const {into} = ${one['of']};\n" if into else ""


def _path(name: str) -> Path:
    return resources.folder("static") / f"{name}.js"


def module(name: str) -> Module:
    return Module(name, _path(name).read_text(encoding="utf-8"))


@cache  # as the mark in their address is
def of_every_page() -> tuple[Module, ...]:
    """Each after those that it imports."""
    found: dict[str, Module] = {}

    def add(one: Module) -> None:
        for name in one.imports:
            if name not in found:
                add(module(name))
        found[one.name] = one

    add(module(FIRST))
    return tuple(found.values())


def sent(name: str) -> str | None:
    """The script as a phone gets it, without what is for people who write it; None of what is no module of ours."""
    if not re.fullmatch(NAME, name) or not _path(name).is_file():
        return None
    if name == FIRST:
        return _joined()
    return _tight(module(name).apart([one.name for one in of_every_page()]))


@cache
def _joined() -> str:
    return _tight("".join(one.closed() for one in of_every_page()))


def _tight(script: str) -> str:
    from rjsmin import jsmin  # noqa: PLC0415

    return str(jsmin(script))
