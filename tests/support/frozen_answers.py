"""Store the answers of one version of companion, and compare those of another version with them.

    python -m tests.support.frozen_answers keep FOLDER [--generated 1000]
    python -m tests.support.frozen_answers compare FOLDER [--only replay,ask]

`keep` writes into FOLDER the questions (all matches, rulings and search phrases of the tests, and random matches) and
the answers of this checkout; `compare` asks this checkout the same and prints each difference. It uses public commands
and pages only, so that the code between them may change.

Only the text of pages is compared: markup, class names and scripts may change.
"""

import argparse
import contextlib
import difflib
import io
import json
import re
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parents[1]
sys.path[:0] = [str(TESTS), str(TESTS.parent)]

LANGUAGES = ("en", "sv", "fr", "it")
Json = dict[str, Any]
Answers = dict[str, str]
PAGES = (
    "",
    "/sheet",
    "/rules",
    "/share",
    "/result",
    "/course",
    "/numbers",
    "/log",
    "/board",
    "/referee",
    "/house-rules",
)
SPOKEN = ("alt", "aria-label", "title", "placeholder", "value")
UNSEEN = ("script", "style", "svg", "template")
CHANGING = re.compile(
    r"\b[0-9a-f]{8,}\b|\b\d{1,2}:\d\d(:\d\d)?\b|\d{4}-\d\d-\d\d[T\d:.Z-]*|#[A-Z0-9]{3}\b|/j/\w+|\b[A-Z0-9]{5}-[A-Z0-9]{5}\b"
    r"|\b[0-9a-f]{4} [0-9a-f]{4} [0-9a-f]{4}\b"
)


def command(*arguments: str, given: str = "") -> str:
    """Run a command of companion in this process, and return its output with its exit code."""
    from companion.cli import main

    output = io.StringIO()
    stdin, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(given.encode()), "utf-8")
    try:
        with contextlib.redirect_stdout(output):
            main(arguments)
    except SystemExit as end:
        return f"{output.getvalue()}exit {end.code}"
    finally:
        sys.stdin = stdin
    raise AssertionError("a command ends by SystemExit")


def questions(generated: int) -> Json:
    """Collect every match, ruling and phrase of the tests, and `generated` random matches."""
    from support import generate

    matches: Json = {}
    for path in sorted(TESTS.glob("games/*/matches*.toml")):
        game = path.parent.name
        for case in with_nulls(tomllib.loads(path.read_text("utf-8"))["case"]):
            head = {key: case[key] for key in ("title", "players", "options", "opening", "entries") if key in case}
            matches[f"{path.stem}/{game}/{case['id']}"] = {"format": "companion-match/1", "game": game, **head}
    for seed in range(generated):
        matches[f"generated/{seed:04}"] = generate.match(seed)
    rulings: dict[str, list[Any]] = {}
    for path in sorted(TESTS.glob("games/*/rulings*.toml")):
        for case in with_nulls(tomllib.loads(path.read_text("utf-8"))["case"]):
            rulings.setdefault(f"{path.parent.name} {case['question']}", []).append(case.get("facts", {}))
    return {"matches": matches, "rulings": rulings, "phrases": phrases()}


def phrases() -> dict[str, list[str]]:
    """Return the search phrases of the tests by game and language."""
    from support.phrases import disputes, phrases

    by_game: dict[str, set[str]] = {}
    for one in (*phrases(), *disputes()):
        by_game.setdefault(f"{one.game} {one.lang}", set()).add(one.text)
    return {key: sorted(said) for key, said in by_game.items()}


def with_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: with_nulls(one) for key, one in value.items()}
    if isinstance(value, list):
        return [with_nulls(one) for one in value]
    return None if value == "~" else value


def answers(asked: Json, only: set[str]) -> Answers:
    """Return every answer of this checkout by the name of its question."""
    kinds = {"replay": replays, "ask": rulings, "find": findings, "pages": pages, "paper": papers}
    return {name: text for kind, ask in kinds.items() if kind in only for name, text in ask(asked)}


def replays(asked: Json) -> Iterator[tuple[str, str]]:
    for name, match in asked["matches"].items():
        file = json.dumps(match)
        yield f"replay {name}", command("replay", "-", given=file)
        yield f"checksum {name}", command("replay", "--checksum", "-", given=file)


def rulings(asked: Json) -> Iterator[tuple[str, str]]:
    for key, facts in asked["rulings"].items():
        for lang in LANGUAGES:
            yield f"ask {key} {lang}", command("ask", *key.split(), "--lang", lang, given=json.dumps(facts))


def findings(asked: Json) -> Iterator[tuple[str, str]]:
    for key, said in asked["phrases"].items():
        game, lang = key.split()
        for n in range(0, len(said), 50):
            given = "\n".join(said[n : n + 50])
            yield f"find {key} {n}", command("find", game, "--lang", lang, "-", given=given)


class Words(HTMLParser):
    """Collect the text of a page without its markup."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.hidden += tag in UNSEEN
        named = dict(attrs)
        if tag == "input" and named.get("type") == "hidden":
            return
        self.said += [text for name in SPOKEN if (text := named.get(name))]

    def handle_endtag(self, tag: str) -> None:
        self.hidden -= tag in UNSEEN

    def handle_data(self, data: str) -> None:
        if not self.hidden and data.strip():
            self.said.append(" ".join(data.split()))


def words(html: str) -> str:
    """Return the text of a page without times, ids and codes, which differ each time."""
    reader = Words()
    reader.feed(html)
    return CHANGING.sub("…", "\n".join(reader.said))


def pages(asked: Json) -> Iterator[tuple[str, str]]:
    """Open every page of a sample of matches as its owner, in each language."""
    from companion.app import create_app

    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Path(folder))
        for n, (name, match) in enumerate(sample(asked)):
            client = app.test_client()
            client.environ_base["REMOTE_ADDR"] = f"10.{n // 200}.{n % 200}.7"
            data = {"file": (io.BytesIO(json.dumps(match).encode()), "match.json")}
            answer = client.post("/import", data=data)
            place = answer.headers.get("Location")
            if not place:
                yield f"page {name} import", words(answer.get_data(as_text=True))
                continue
            for page in PAGES:
                for lang in LANGUAGES:
                    shown = client.get(place + page, headers={"Accept-Language": lang})
                    yield (
                        f"page {name} {page or '/'} {lang}",
                        f"{shown.status_code}\n{words(shown.get_data(as_text=True))}",
                    )


def papers(asked: Json) -> Iterator[tuple[str, str]]:
    """Print the protocol of a sample of matches in one language each, and every blank sheet, card and book."""
    from pypdf import PdfReader

    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "out.pdf"

        def printed(*arguments: str, given: str = "") -> str:
            target.unlink(missing_ok=True)
            said = command("sheet", *arguments, "-o", str(target), given=given)
            if not target.exists():
                return said
            return CHANGING.sub("…", "\f".join(page.extract_text() for page in PdfReader(target).pages))

        for n, (name, match) in enumerate(sample(asked)):
            yield f"paper {name}", printed("-", "--lang", LANGUAGES[n % 4], given=json.dumps(match))
        for game in sorted({match["game"] for match in asked["matches"].values()}):
            for kind in ("blank", "card", "book"):
                yield f"paper {kind} {game}", printed("--kind", kind, "--game", game)


def sample(asked: Json) -> list[tuple[str, Json]]:
    """Return every twelfth match."""
    return list(asked["matches"].items())[::12]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("keep", "compare"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--generated", type=int, default=1000)
    parser.add_argument("--only", default="replay,ask,find,pages,paper")
    options = parser.parse_args()
    only = set(options.only.split(","))
    options.folder.mkdir(parents=True, exist_ok=True)
    asked_file, kept_file = options.folder / "questions.json", options.folder / "answers.json"
    if options.what == "keep":
        asked = questions(options.generated)
        asked_file.write_text(json.dumps(asked), "utf-8")
        kept = answers(asked, only)
        kept_file.write_text(json.dumps(kept), "utf-8")
        print(f"{len(kept)} answers kept")
        return
    kept = json.loads(kept_file.read_text("utf-8"))
    now = answers(json.loads(asked_file.read_text("utf-8")), only)
    different = [name for name in now if now[name] != kept.get(name)]
    for name in different:
        lines = difflib.unified_diff(
            kept.get(name, "").splitlines(), now[name].splitlines(), name, name, n=0, lineterm=""
        )
        print(*list(lines)[:20], sep="\n")
    print(f"{len(now)} answers compared, {len(different)} differ")
    sys.exit(bool(different))


if __name__ == "__main__":
    main()
