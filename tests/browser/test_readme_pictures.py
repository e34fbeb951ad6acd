"""The pictures of README.md: `make pictures` draws them again; every run checks that they exist with the right size."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from PIL import Image
from playwright.sync_api import Page, expect

from companion.cli.serve import demo_file
from companion.games import GAMES

DOCS = Path(__file__).parents[2] / "docs"
WRITES = bool(os.environ.get("PICTURES"))
COLOURS = 64
PAPER = 720  # width in pixels of a sheet of paper
EXAMPLE = next(path for path in (demo_file(game.key) for game in GAMES) if path)


def keep(name: str, picture: bytes) -> None:
    """Write a picture into docs/ if that was requested; check that one of its size exists."""
    drawn, path = Image.open(BytesIO(picture)), DOCS / name
    if WRITES:
        drawn.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    with Image.open(path) as kept:
        assert kept.size == drawn.size, f"{name} shows another page than there is now: make pictures"


@pytest.fixture
def match(phone: Callable[..., Page], new_match: Callable[..., str]) -> tuple[Page, str]:
    """Return a phone in a match like that of `companion demo`, and its path."""
    found = phone(new=True, device_scale_factor=2)
    found.goto("/")
    data = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    head = {key: data[key] for key in ("options", "entries")}
    return found, new_match(found, data["game"], data["players"], title="Friday", **head)


def test_a_phone_and_a_television(match: tuple[Page, str]) -> None:
    screen, path = match
    expect(screen.locator("#lines tbody tr").first).to_be_visible()
    keep("phone.png", screen.screenshot(animations="disabled"))
    screen.set_viewport_size({"width": 960, "height": 540})
    screen.goto(f"{path}/board")
    expect(screen.locator("main")).to_contain_text("Anna")
    keep("board.png", screen.screenshot(animations="disabled"))


def test_a_printed_sheet(app: Flask, tmp_path: Path) -> None:
    if not shutil.which("pdftoppm"):
        pytest.skip("poppler-utils is not installed")
    phone = app.test_client()
    path = phone.post("/import", data={"file": (BytesIO(EXAMPLE.read_bytes()), "match.json")}).location
    (tmp_path / "sheet.pdf").write_bytes(phone.get(f"{path}/protocol.pdf").data)
    scaled = ["-png", "-singlefile", "-scale-to-x", str(PAPER), "-scale-to-y", "-1"]
    subprocess.run(["pdftoppm", *scaled, tmp_path / "sheet.pdf", tmp_path / "sheet"], check=True)
    keep("sheet.png", (tmp_path / "sheet.png").read_bytes())
