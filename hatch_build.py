"""Compiles the gettext catalogues for wheels and editable installs; only the .po files are kept in git."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Catalogues(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for po in Path(self.root, "companion", "translations").glob("*/LC_MESSAGES/*.po"):
            with po.open("rb") as source, po.with_suffix(".mo").open("wb") as target:
                write_mo(target, read_po(source, locale=po.parts[-3]))
