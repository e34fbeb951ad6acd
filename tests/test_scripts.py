"""The scripts as phones get them: those of every page in one, each closed in itself, and one of each."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import resources
from companion.web.http import scripts
from companion.web.http.scripts import Module, module

ALL = sorted(path.stem for path in resources.folder("static").glob("*.js"))
SHARED = [one.name for one in scripts.of_every_page()]
LATER = [name for name in ALL if name not in SHARED]
NAMES = re.compile(r"\w+(?= as )|\w+(?=,|\s*\})")


@pytest.fixture
def phone(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.mark.parametrize("name", ALL)
def test_what_a_script_imports_is_exported_where_it_says(name: str) -> None:
    """In one module nobody else would notice."""
    for found in scripts.IMPORT.finditer(module(name).source):
        assert set(NAMES.findall(found["names"] or "")) <= set(module(found["of"]).exports)


@pytest.mark.parametrize(
    "line",
    [
        "export default go;",
        "export let state = 0;",
        "export var state = 0;",
        "export { go };",
        'export { go } from "./kept.js";',
        'export * from "./kept.js";',
        "export class Phone {}",
        "export const { one, two } = go();",
        "export const one, two;",
        "  export const go = 1;",
        "const go = 1; export const come = 2;",
        'import go from "./kept.js";',
        'import go, { come } from "./kept.js";',
        "import { go } from './kept.js';",
        'import { go } from "./kept.js"',
        'import { go } from "./kept.js"; go();',
        'import { go } from "./far/kept.js";',
        'import { go } from "https://elsewhere.example/kept.js";',
        'import { go } from "./left-over.js";',
        '  import { go } from "./kept.js";',
        'go(); import { come } from "./kept.js";',
        "const here = import.meta.url;",
        "// an export that is none",
        '/*\nimport { go } from "./kept.js";\n*/',
        "/** Once:\nexport const go = 1;\n*/",
        "const text = `\nexport const go = 1;\n`;",
    ],
)
def test_any_other_form_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="no form of import or export"):
        Module("new", f"{line}\n")


def test_a_last_line_that_is_not_ended_is_refused() -> None:
    """What comes after it would be part of it."""
    with pytest.raises(ValueError, match="last line"):
        Module("new", "// the end")


def test_each_stands_closed_in_itself() -> None:
    imports = 'import { go as went } from "./kept.js";\nimport * as all from "./kept.js";\nimport "./kept.js";\n'
    taken = "const { go: went } = $kept;\nconst all = $kept;\n"
    found = Module("new", f"{imports}export const come = went;\n").closed()
    assert found == f"export const $new = (() => {{\n{taken}const come = went;\nreturn {{ come }};\n}})();\n"


def test_each_stands_once_and_after_those_that_it_imports() -> None:
    assert len(SHARED) == len(set(SHARED))
    for at, name in enumerate(SHARED):
        assert set(module(name).imports) <= set(SHARED[:at])


def test_what_is_fetched_later_is_there() -> None:
    fetched = set(re.findall(r'"\./(\w+)\.js"', module(scripts.FIRST).source.partition("WHERE")[2]))
    assert fetched
    assert fetched <= set(LATER)


def test_a_page_fetches_one_script_in_which_nothing_is_imported(phone: FlaskClient) -> None:
    address = next(one for one in re.findall(r'src="([^"]+)"', phone.get("/").text) if one.endswith("app.js"))
    with phone.get(address) as answer:
        assert answer.mimetype == "text/javascript"
        assert not re.findall(r"\b(?:import\b(?!\()|export\b(?! const \$\w+=))", answer.text)


@pytest.mark.parametrize("name", LATER)
def test_a_script_of_some_pages_takes_what_all_have_from_there(name: str, phone: FlaskClient) -> None:
    with phone.get(f"/of/now/{name}.js") as answer:
        assert answer.status_code == 200
        assert re.findall(r'^import .* from "(.*)";', answer.text, re.MULTILINE) in ([], ["./app.js"])


@pytest.mark.parametrize("name", ["nothing.js", "../app.py", "css/nothing.js"])
def test_what_is_not_there_is_not_found(name: str, phone: FlaskClient) -> None:
    assert phone.get(f"/of/now/{name}").status_code == 404
