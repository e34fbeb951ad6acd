"""Scripts are plain modules, served one by one, minified, and preloaded by the pages that need them."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from support.each import each

from companion import resources
from companion.web.http.assets import MODULES

FILES = {path.name: path for path in resources.folder("static").glob("*.js")}
MOST_LINES = 400
MOST_MODULES = 18
IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"\./(\w+\.js)";(?: //.*)?$', re.MULTILINE)
EXPORT = re.compile(r"^export (?:const|let|function|async function) (\w+)", re.MULTILINE)


@pytest.fixture
def phone(app: Flask) -> FlaskClient:
    return app.test_client()


def source(name: str) -> str:
    return FILES[name].read_text(encoding="utf-8")


def imported(name: str, found: set[str]) -> set[str]:
    """Return the module and all modules that it imports, directly or indirectly."""
    if name not in found:
        found.add(name)
        for _, of in IMPORT.findall(source(name)):
            imported(of, found)
    return found


def test_few_modules_of_a_size_that_can_be_read() -> None:
    assert len(FILES) <= MOST_MODULES
    assert {name: len(source(name).splitlines()) for name in FILES if len(source(name).splitlines()) > MOST_LINES} == {}


@each("name", FILES)
def test_each_import_names_what_is_exported_there(name: str) -> None:
    for names, of in IMPORT.findall(source(name)):
        assert {one.strip() for one in names.split(",") if one.strip()} <= set(EXPORT.findall(source(of)))


def test_the_machine_of_the_outbox_is_pure() -> None:
    assert not IMPORT.findall(source("outbox.js"))
    assert not re.search(r"\b(?:document|window|fetch|localStorage|Date\.now|htmx)\b", source("outbox.js"))


def test_a_page_preloads_what_its_script_imports(phone: FlaskClient) -> None:
    assert set(MODULES) == imported("app.js", set())
    page = phone.get("/").text
    preloaded = re.findall(r'<link rel="modulepreload" href="[^"]*/(\w+\.js)">', page)
    assert preloaded == list(MODULES[1:])
    assert re.search(r'<script type="module" src="[^"]*/app\.js">', page)


def test_what_is_loaded_later_is_there() -> None:
    loaded = set(re.findall(r'"\./(\w+\.js)"', source("app.js").partition("LATER")[2]))
    assert loaded == FILES.keys() - set(MODULES)


@pytest.mark.parametrize("name", FILES)
def test_each_is_served_minified(name: str, phone: FlaskClient) -> None:
    with phone.get(f"/of/now/{name}") as answer:
        assert answer.mimetype == "text/javascript"
        assert len(answer.text) < len(source(name))
        assert not re.search(r"^\s*//", answer.text, re.MULTILINE)


@pytest.mark.parametrize("name", ["nothing.js", "../app.py", "css/nothing.js"])
def test_what_is_not_there_is_not_found(name: str, phone: FlaskClient) -> None:
    assert phone.get(f"/of/now/{name}").status_code == 404
