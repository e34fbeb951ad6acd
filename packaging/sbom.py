"""Print the inventory of everything that is shipped (CycloneDX 1.6), from the lock file and the vendored files.

`make sbom`, offline: python packaging/sbom.py > dist/companion.cdx.json
"""

import hashlib
import json
import re
import tomllib
from pathlib import Path
from typing import Any

from companion import __version__

TOP = Path(__file__).parents[1]
LOCKED = re.compile(r"^([a-z0-9.-]+)==(\S+)(?: ; (.*?))? \\\n((?:    --hash=sha256:\w+(?: \\)?\n)+)", re.MULTILINE)
HTMX = TOP / "static" / "vendor" / "htmx-2.0.11.min.js"


def inventory() -> dict[str, Any]:
    project = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lock = (TOP / "requirements.lock").read_text(encoding="utf-8")
    ours = {"type": "application", "name": project["name"], "version": __version__, "bom-ref": "companion"}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": ours},
        "components": [*map(_python, LOCKED.finditer(lock)), _htmx()],
    }


def _python(found: re.Match[str]) -> dict[str, Any]:
    """Return a package of the lock file; if several files are locked, each has its hash."""
    name, version, condition, hashes = found.groups()
    purl = f"pkg:pypi/{name}@{version}"
    files = [{"alg": "SHA-256", "content": one} for one in re.findall(r"sha256:(\w+)", hashes)]
    told = {"properties": [{"name": "companion:only", "value": condition}]} if condition else {}
    return {"type": "library", "name": name, "version": version, "purl": purl, "bom-ref": purl, "hashes": files, **told}


def _htmx() -> dict[str, Any]:
    purl = "pkg:npm/htmx.org@2.0.11"
    content = hashlib.sha256(HTMX.read_bytes()).hexdigest()
    names = {"type": "library", "name": "htmx.org", "version": "2.0.11", "purl": purl, "bom-ref": purl}
    return {**names, "licenses": [{"license": {"id": "0BSD"}}], "hashes": [{"alg": "SHA-256", "content": content}]}


if __name__ == "__main__":
    print(json.dumps(inventory(), indent=1))
