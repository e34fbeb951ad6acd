"""`make mutants`: change the rules in one place at a time, and count the changes that the fast tests miss.

Changed are comparisons, sums, and/or, not, numbers and booleans, and clauses, each to the next in its book. A mutant
runs in its own process, forked from one that has loaded the libraries but nothing of companion.

    python -m tests.support.mutants companion/games/KEY/score.py --sample 40 --seed 7
"""

import argparse
import ast
import os
import random
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.abc import SourceLoader
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import NamedTuple

import babel  # noqa: F401  known before the fork, so that no mutant has to load it
import flask_babel  # noqa: F401
import hypothesis  # noqa: F401
import pytest

ROOT = Path(__file__).parents[2]
JUDGING = ("rules", "games")  # folders with code that scores or gives verdicts
TOO_LONG = 180  # seconds; a mutant that hangs counts as noticed
CLAUSE = re.compile(r"\{#([a-z0-9_.]+)\}")
BESIDE = {  # tests of rule modules with another name
    "byhand": ("handwritten",),
    "entries": ("record", "reading"),
    "facts": ("reading", "nothing_presumed"),
    "fields": ("reading", "options"),
    "game": ("scoreboard",),
    "history": ("record", "writing"),
    "layouts": ("melds",),
    "melds": ("partition",),
    "options": ("house_rules", "defaults"),
    "result": ("statistics",),
    "shapes": ("partition", "melds"),
    "simplex": ("partition",),
    "tally": ("record", "scoreboard", "telling"),
}
SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


class Mutant(NamedTuple):
    """One change of a module: the place in its tree, and the number of the change there."""

    path: Path
    place: int
    which: int

    def made(self) -> "Made":
        """Return the changed module."""
        tree = ast.parse(self.path.read_text(encoding="utf-8"))
        node = next(one for at, one in enumerate(_nodes(tree)) if at == self.place)
        before = ast.unparse(node)
        list(_changes(node, _following_clauses(self.path)))[self.which]()
        return Made(getattr(node, "lineno", 0), f"{_short(before)}  ->  {_short(ast.unparse(node))}", tree)


class Made(NamedTuple):
    """The changed module, and a description of the change."""

    line: int
    change: str
    tree: ast.Module


def mutants(path: Path) -> Iterator[Mutant]:
    """Yield every mutant of a module, in the order of its tree."""
    following = _following_clauses(path)
    for place, node in enumerate(_nodes(ast.parse(path.read_text(encoding="utf-8")))):
        for which, _ in enumerate(_changes(node, following)):
            yield Mutant(path, place, which)


def _nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all nodes of a tree except the decorators of classes."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not (isinstance(node, ast.ClassDef) and child in node.decorator_list):
            yield from _nodes(child)


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) < 90 else text[:87] + "..."


def _following_clauses(path: Path) -> dict[str, str]:
    """Return for each clause of the module's book the one after it."""
    book = path.parent / "book.en.md"
    ids = CLAUSE.findall(book.read_text(encoding="utf-8")) if book.exists() else []
    return dict(zip(ids, [*ids[1:], *ids[:1]], strict=True))


def _changes(node: ast.AST, following: dict[str, str]) -> Iterator["_Change"]:
    if isinstance(node, ast.Compare):
        yield from (_Change(node.ops, n, SWAPPED[type(op)]()) for n, op in enumerate(node.ops))
    elif isinstance(node, ast.BinOp | ast.BoolOp | ast.AugAssign) and type(node.op) in SWAPPED:
        yield _Change(node, "op", SWAPPED[type(node.op)]())
    elif isinstance(node, ast.If | ast.IfExp) and isinstance(node.test, ast.UnaryOp | ast.Name | ast.Attribute):
        yield _Change(node, "test", _denied(node.test))
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield _Change(node, "value", not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield _Change(node, "value", node.value + 1)
    elif isinstance(node, ast.Constant) and node.value in following:
        yield _Change(node, "value", following[str(node.value)])


def _denied(test: ast.expr) -> ast.expr:
    plain = isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
    return test.operand if plain and isinstance(test, ast.UnaryOp) else ast.UnaryOp(ast.Not(), test)


class _Change(NamedTuple):
    """Replaces one node of the tree by another."""

    holder: object
    place: str | int
    value: object

    def __call__(self) -> None:
        if isinstance(self.holder, list):
            self.holder[int(self.place)] = self.value
        else:
            setattr(self.holder, str(self.place), self.value)


# --- running the tests


def tests_for(path: Path) -> tuple[str, ...]:
    """Return the fast tests of a module as pytest arguments, those that notice most first."""
    game = path.parent.name if path.parent.parent.name == "games" else ""
    of_games = (game, f"{game}_*", "books", "defaults", "worth", "scoreboard")
    named = of_games if game else (path.stem, *BESIDE.get(path.stem, ()), *_some_games(path.stem))
    own = [file for name in named for file in sorted((ROOT / "tests").glob(f"**/test_{name}.py"))]
    cases = [f"tests/{name}.py" for name in ("test_rulings", "test_matches")]
    files = [*map(str, own), "tests/test_agreement.py"]
    wanted = ["-k", f"not ({' or '.join(_other_games(game))})"] if game else []
    return (*(cases + files if game else files + cases), *wanted)


def _some_games(rules: str) -> list[str]:
    """Return the games that have a module of this name, if not all have it: their tests are the most relevant."""
    having = [game for game in _games() if any(f"rules.{rules} import" in text for text in _texts(game))]
    return having if len(having) < len(_games()) else []


def _texts(game: str) -> Iterator[str]:
    return (path.read_text(encoding="utf-8") for path in (ROOT / "companion" / "games" / game).glob("*.py"))


def _games() -> list[str]:
    return [path.parent.name for path in sorted((ROOT / "companion" / "games").glob("*/book.en.md"))]


def _other_games(game: str) -> list[str]:
    return [f"{kind}[{one}-" for one in _games() if one != game for kind in ("test_ask", "test_replay")]


def noticed(mutant: Mutant) -> bool:
    """Return whether a test fails, the module cannot be imported, or it takes too long."""
    return _in_a_child(lambda: _load_instead(mutant), tests_for(mutant.path)) != pytest.ExitCode.OK


def _well(tests: tuple[str, ...]) -> bool:
    """Return whether the tests pass without changes; if they do not, they can show nothing."""
    return _in_a_child(lambda: None, tests) == pytest.ExitCode.OK


def _in_a_child(begin: Callable[[], None], tests: Sequence[str]) -> int:
    child = os.fork()
    if not child:
        signal.alarm(TOO_LONG)
        os._exit(_run(begin, tests))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _run(begin: Callable[[], None], tests: Sequence[str]) -> int:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    begin()
    args = ["-x", "-q", "--no-header", "--tb=no", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:xdist"]
    return int(pytest.main([*args, *tests]))


def _load_instead(mutant: Mutant) -> None:
    """Import the mutant in place of the module from now on."""
    code = compile(ast.fix_missing_locations(mutant.made().tree), str(mutant.path), "exec")
    get_code = SourceLoader.get_code

    def mutated(self: SourceFileLoader, name: str) -> object:
        return code if self.path == str(mutant.path) else get_code(self, name)

    SourceFileLoader.get_code = mutated  # type: ignore[method-assign,assignment]


# --- the command


def main() -> None:
    asked = _asked()
    all_mutants = [mutant for path in asked.modules for mutant in mutants(path)]
    chosen = random.Random(asked.seed).sample(all_mutants, min(asked.sample or len(all_mutants), len(all_mutants)))
    for tests in sorted({tests_for(mutant.path) for mutant in chosen}):
        if not _well(tests):
            sys.exit(f"red before anything was changed: {' '.join(tests)}")
    began = time.monotonic()
    alive = done = 0
    for mutant in chosen:
        if asked.minutes and time.monotonic() - began > asked.minutes * 60:
            break
        done += 1
        if not noticed(mutant):
            alive += 1
            line, change, _ = mutant.made()
            print(f"{mutant.path.relative_to(ROOT)}:{line}: {change}", flush=True)
    took = time.monotonic() - began
    print(f"{done} of {len(all_mutants)} mutants (seed {asked.seed}), {alive} survivors, {took:.0f} s")


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make mutants", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("modules", nargs="*", type=_module, help="files or folders; all that judges if none is named")
    parser.add_argument("--sample", type=int, help="so many mutants, drawn by the seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, help="begin no mutant after so long")
    asked = parser.parse_args()
    named = asked.modules or [ROOT / "companion" / name for name in JUDGING]
    asked.modules = [file for one in named for file in (sorted(one.rglob("*.py")) if one.is_dir() else [one])]
    return asked


def _module(name: str) -> Path:
    path = Path(name).resolve()
    if not path.exists():
        raise argparse.ArgumentTypeError(f"there is no {name}")
    return path


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    main()
