"""Find the modules that the app uses, and bundle all files as bytecode. Runs inside the Python of phones.

Reads /stage (site: packages, app: companion with its templates and static files) and /runtime (Pyodide); writes
/stage/out/python_stdlib.zip and /stage/out/app.bin: four bytes for the length of the index, the index ([name, size] of
each file), then the files one after the other.
"""

import importlib
import importlib.util
import json
import marshal
import os
import re
import sys
import zipfile
from pathlib import Path

STAGE = Path("/stage")
HEAD = importlib.util.MAGIC_NUMBER + bytes(12)
NEVER = re.compile(r"companion\.(cli|server|__main__|store\.postgres|pdf\.weasyprint_adapter)\b")
# Modules of the standard library that are imported only when needed, and that try_out() does not reach.
LATE = re.compile(
    r"(_pyodide|pyodide|json|sqlite3|zoneinfo)(\.(?!tool|__main__)|$)|_strptime$|calendar$"
    r"|encodings\.(aliases|ascii|charmap|cp437|cp1252|idna|latin_1|punycode|(raw_)?unicode_escape|utf_.*)$"
)


def compiled(source: bytes, name: str) -> bytes:
    return HEAD + marshal.dumps(compile(source, name, "exec", dont_inherit=True, optimize=2))


def module_of(name: str) -> str:
    return name.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


def try_out() -> None:
    """Import the whole app and send requests, so that modules that are imported late are loaded too."""
    sys.path[:0] = [str(STAGE / "app"), str(STAGE / "site")]
    sys.dont_write_bytecode = True
    os.environ["RAPIDFUZZ_IMPLEMENTATION"] = "python"
    for path in sorted((STAGE / "app" / "companion").rglob("*.py")):
        module = module_of(str(path.relative_to(STAGE / "app")))
        if not NEVER.match(module):
            importlib.import_module(module)
    importlib.import_module("jinja2.debug")  # asked for where a template fails, as none of these pages does
    from trial import try_pages  # noqa: PLC0415

    try_pages()


try_out()
used = set(sys.modules)
out = STAGE / "out"
out.mkdir(exist_ok=True)
with (
    zipfile.ZipFile("/runtime/python_stdlib.zip") as whole,
    zipfile.ZipFile(out / "python_stdlib.zip", "w", zipfile.ZIP_STORED) as kept,
):
    for name in sorted(whole.namelist()):
        if name.endswith(".py") and (module_of(name) in used or LATE.match(module_of(name))):
            kept.writestr(zipfile.ZipInfo(f"{name}c"), compiled(whole.read(name), name))
files: list[tuple[str, bytes]] = []
for top in ("app", "site"):
    for path in sorted((STAGE / top).rglob("*")):
        name = str(path.relative_to(STAGE))
        if path.is_dir() or "__pycache__" in path.parts:
            continue
        if path.suffix != ".py":
            files.append((name, path.read_bytes()))
        elif (module := module_of(str(path.relative_to(STAGE / top)))) in used and module != "trial":
            files.append((f"{name}c", compiled(path.read_bytes(), name)))
files.sort(key=lambda file: (file[0].rpartition(".")[2], file[0]))  # similar files side by side compress better
index = json.dumps([[name, len(content)] for name, content in files], separators=(",", ":")).encode()
(out / "app.bin").write_bytes(len(index).to_bytes(4, "little") + index + b"".join(content for _, content in files))
print(len(files), "files of the app and its packages,", len(used), "modules in all")
