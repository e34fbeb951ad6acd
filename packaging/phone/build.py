"""Build dist/phone, the app for a phone's browser: a folder for any https host. Needs npm and node; `make phone`."""

import hashlib
import json
import marshal
import pickle
import re
import shutil
import subprocess
import sys
import tarfile
from importlib.metadata import distribution
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
WORK = ROOT / "build" / "phone"
TARGET = ROOT / "dist" / "phone"
RUNTIME = "pyodide@314.0.7"
HASH = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"  # SHA-256 of the package from npm
PACKAGES = (
    *("flask", "werkzeug", "jinja2", "markupsafe", "itsdangerous", "click", "blinker", "flask-babel", "babel", "pytz"),
    *("sqlite-utils", "click-default-group", "tabulate", "python-dateutil", "sqlite-fts4", "pluggy"),
    *("segno", "markdown-it-py", "mdurl", "cachetools", "rapidfuzz"),
)
LOCALE = re.compile(r"locale-data/(root|en|en_001|en_GB|en_150|sv|fr|it)\.dat$")
LEFT_OUT = re.compile(r"(^|/)(tests?|zoneinfo|__pycache__|locale-data)/|\.(pyi|pyx|pxd|so|po|pot|typed|c)$")
# Parts of Babel's data that no page uses: names of countries, currencies, zones and units, and likely languages.
LOCALE_DATA = re.compile(r"locale-data/.*[.]dat$|(^|/)global[.]dat$")
NAMES_OF_THINGS = re.compile(
    r"territor|languages|scripts|variants|time_zones|meta_zones|currenc|unit|compact_|interval_formats|date_fields"
    r"|zone_(aliases|territories|mapping)|likely_subtags"
)
LARGE = ("app.bin", "python_stdlib.zip", "pyodide.asm.wasm")
MEMORY = "return Module.HEAP8.set(t),l}"  # the place where Pyodide copies a snapshot into its memory
# The replacement grows the memory to the size that snapshot.mjs wrote into the header, then reads the file.
FILLED = (
    "let more=e[3]-Module.HEAP8.length;if(more>0){wasmMemory.grow(Math.ceil(more/65536));updateMemoryViews()}"
    "return API.config._fill(Module.HEAP8),l}"
)


def run(*command: object, **how: object) -> str:
    words = [str(word) for word in command]
    return str(subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True, **how).stdout)  # type: ignore[call-overload]  # noqa: S603


def runtime() -> Path:
    """Fetch Pyodide by npm, check its hash, and return its folder.

    Raises:
        SystemExit: the hash is not that of the tested version.
    """
    archive = WORK / f"{RUNTIME.replace('@', '-')}.tgz"
    if not archive.exists():
        run("npm", "pack", "--silent", RUNTIME, cwd=WORK)
    if hashlib.sha256(archive.read_bytes()).hexdigest() != HASH:
        archive.unlink()
        sys.exit(f"{RUNTIME} is not what was tested: its hash differs. Nothing was built.")
    folder = WORK / "package"
    if not folder.exists():
        with tarfile.open(archive) as packed:
            packed.extractall(WORK)  # noqa: S202 - its hash is known
    return folder


def copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def install(requirements: Path, target: Path) -> None:
    """Install packages without C code, each checked by its hash, unless they are installed already."""
    if not target.exists():
        how = ("-q", "--disable-pip-version-check", "--require-hashes", "--no-deps", "--only-binary", ":all:")
        run(sys.executable, "-m", "pip", "install", *how, "--target", target, "-r", requirements)


def stage_packages(target: Path) -> None:
    """Copy the packages that the app imports, without their tests and their C extensions, which they can do without."""
    for name in PACKAGES:
        for file in distribution(name).files or ():
            text = str(file)
            if ".." in text or ".dist-info" in text:
                continue
            is_code = text.endswith((".py", "global.dat")) and not LEFT_OUT.search(text)
            if LOCALE.search(text) or is_code:
                copy(Path(str(file.locate())), target / text)
            if LOCALE_DATA.search(text) and (target / text).exists():
                leave_out_names(target / text)
    install(HERE / "requirements.txt", WORK / "stems")
    install(ROOT / "tests" / "phone" / "inside" / "requirements.txt", WORK / "inside")  # for tests inside this Python
    for language in ("basestemmer", "among", "english_stemmer", "swedish_stemmer", "french_stemmer", "italian_stemmer"):
        copy(WORK / "stems" / "snowballstemmer" / f"{language}.py", target / "snowballstemmer" / f"{language}.py")
    (target / "snowballstemmer" / "__init__.py").touch()
    copy(HERE / "pure_stemmer.py", target / "Stemmer.py")
    copy(HERE / "pure_escape.py", target / "markupsafe" / "_speedups.py")
    (target / "stems.bin").write_bytes(marshal.dumps(stems()))


def leave_out_names(path: Path) -> None:
    """Empty the parts of Babel's data that no page asks for."""
    data = pickle.loads(path.read_bytes())  # noqa: S301 - Babel's own
    path.write_bytes(pickle.dumps({key: {} if NAMES_OF_THINGS.search(key) else part for key, part in data.items()}, 5))


def stems() -> dict[str, dict[str, str]]:
    """Return the stem of every word of every rule book by language, from PyStemmer."""
    from companion.games import GAMES  # noqa: PLC0415
    from companion.languages import LANGUAGES  # noqa: PLC0415
    from companion.search import find, ranking, tokens  # noqa: PLC0415

    for game in GAMES:
        ranking._meaning(game)  # computed here for phones, which then need no other stems
    tokens.forms.cache_clear()
    seen: dict[str, dict[str, str]] = {}
    stem = tokens._stem

    def noting(word: str, lang: str) -> str:
        return seen.setdefault(LANGUAGES[lang].stemmer, {}).setdefault(word, stem(word, lang))

    tokens._stem = noting
    for game in GAMES:
        for lang in LANGUAGES:
            find(game, "when does it end", lang)
    return seen


def stage_app(target: Path) -> None:
    """Copy the app with minified scripts and compiled catalogues."""
    from babel.messages.mofile import write_mo  # noqa: PLC0415
    from babel.messages.pofile import read_po  # noqa: PLC0415
    from rjsmin import jsmin  # noqa: PLC0415

    for top in ("companion", "templates", "static"):
        for path in sorted((ROOT / top).rglob("*")):
            name = str(path.relative_to(ROOT))
            if path.is_dir() or LEFT_OUT.search(name) or name.startswith("static/phone"):
                continue
            copy(path, target / name)
            if path.suffix == ".js" and path.parent.name == "static":
                (target / name).write_text(str(jsmin(path.read_text(encoding="utf-8"))), encoding="utf-8")
    for po in (ROOT / "companion").rglob("*.po"):
        with po.open("rb") as source, (target / po.relative_to(ROOT)).with_suffix(".mo").open("wb") as binary:
            write_mo(binary, read_po(source, locale=po.parts[-3]))
    lay_indexes_ready(target / "companion" / "search")
    copy(HERE / "trial.py", target / "trial.py")


def lay_indexes_ready(search: Path) -> None:
    """Build the concept index of each game in advance, because it takes three quarters of the first search."""
    from companion.games import GAMES  # noqa: PLC0415
    from companion.search.ranking import READY, _meaning  # noqa: PLC0415

    for game in GAMES:
        path = search / READY.name / f"{game.key}.pickle"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(pickle.dumps(_meaning(game), protocol=5))


def words() -> dict[str, dict[str, str]]:
    """Return the texts of the shell page by language."""
    from companion.languages import LANGUAGES  # noqa: PLC0415
    from companion.phone import WORDS  # noqa: PLC0415
    from companion.translation import language  # noqa: PLC0415

    return {lang: {key: language(lang).gettext(text) for key, text in WORDS.items()} for lang in LANGUAGES}


def lay_out(source: Path) -> None:
    """Write the folder: files with the version in their address, and the pages at the top."""
    out, shell = WORK / "stage" / "out", ROOT / "static" / "phone"
    content: dict[str, bytes] = {name: (out / name).read_bytes() for name in ("app.bin", "python_stdlib.zip")}
    for name in ("pyodide.asm.wasm", "pyodide.mjs"):
        content[name] = (source / name).read_bytes()
    loader = (source / "pyodide.asm.mjs").read_text(encoding="utf-8")
    if loader.count(MEMORY) != 1:
        sys.exit("Pyodide lays a snapshot into its memory in another way than was tested. Nothing was built.")
    content["pyodide.asm.mjs"] = loader.replace(MEMORY, FILLED).encode()
    lock = json.loads((source / "pyodide-lock.json").read_bytes())
    content["lock.json"] = json.dumps({"info": lock["info"], "packages": {}}).encode()
    size = sum(len(content[name]) for name in LARGE)
    for path in shell.iterdir():
        if path.name not in ("index.html", "sw.js"):
            content[path.name] = path.read_bytes()
    script = content["shell.js"].decode().replace("{/* WORDS */}", json.dumps(words(), ensure_ascii=False))
    content["shell.js"] = script.replace("SIZE = 0", f"SIZE = {size}").encode()
    for wide in ("192", "512", "180"):
        content[f"icon-{wide}.png"] = (ROOT / "static" / f"icon-{wide}.png").read_bytes()
    pages = {name: (shell / name).read_text(encoding="utf-8") for name in ("index.html", "sw.js")}
    signs = hashlib.sha256()
    for name, whole in sorted({**content, **{name: text.encode() for name, text in pages.items()}}.items()):
        signs.update(f"{name} {len(whole)} ".encode() + whole)
    version = signs.hexdigest()[:12]
    shutil.rmtree(TARGET, ignore_errors=True)
    own = TARGET / "_" / version
    own.mkdir(parents=True)
    for name, whole in content.items():
        (own / name).write_bytes(whole)
    script = f'<script src="_/{version}/shell.js"></script>'
    page = pages["index.html"].replace("VERSION", version)
    (TARGET / "index.html").write_text(page, encoding="utf-8")
    deep = "".join(script.replace("_/", f"{'../' * depth}_/", 1) for depth in range(8))  # for any depth of the address
    (TARGET / "404.html").write_text(page.replace(script, deep), encoding="utf-8")
    names = json.dumps(sorted(content))
    (TARGET / "sw.js").write_text(
        pages["sw.js"].replace("VERSION", version).replace("[/* FILES */]", names), encoding="utf-8"
    )
    print(f"{TARGET.relative_to(ROOT)}: version {version}, {sum(map(len, content.values())) / 1e6:.1f} MB")


def main() -> None:
    """Build the folder."""
    for needed in ("npm", "node"):
        if shutil.which(needed) is None:
            sys.exit(f"make phone needs {needed}, which is not installed here. Nothing was built.")
    WORK.mkdir(parents=True, exist_ok=True)
    source = runtime()
    stage = WORK / "stage"
    shutil.rmtree(stage, ignore_errors=True)
    stage_packages(stage / "site")
    stage_app(stage / "app")
    print(run("node", HERE / "build.mjs", source, stage, HERE), end="")
    lay_out(source)


if __name__ == "__main__":
    main()
