"""Gather the fields that a browser sends into a tree by their paths."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

Pairs = Iterable[tuple[str, str]]
STEP = re.compile(r"\[([^\]]*)\]")
DEEPEST = 30  # steps of a path; what is deeper counts as this deep


@dataclass
class Posted:
    """The node of one path: its own texts, and what lies further in, by step or in turn."""

    texts: list[str] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    inner: dict[str, "Posted"] = field(default_factory=dict)
    more: list["Posted"] = field(default_factory=list)

    def at(self, step: str) -> "Posted":
        """Return the node of a step; an empty one where nothing was sent."""
        return self.inner.get(step) or Posted()

    def reach(self, step: str) -> "Posted":
        """Return the node to put something sent into; of a list the next one."""
        if not step:
            self.more.append(Posted())
            return self.more[-1]
        return self.inner.setdefault(step, Posted())

    @property
    def text(self) -> str | list[str]:
        """Return the one text, or all of them where they differ: two values for one thing are no guess."""
        texts = list(dict.fromkeys(self.texts))
        return texts[0] if len(texts) == 1 else texts

    @property
    def rows(self) -> list["Posted"]:
        numbered = sorted((step for step in self.inner if is_place(step)), key=int)
        return [*(self.inner[step] for step in numbered), *self.more]

    @property
    def plain(self) -> Any:
        """Return objects, lists and texts, where no shape says more."""
        if self.texts:
            return self.text
        return [row.plain for row in self.more] or {step: inner.plain for step, inner in self.inner.items()}


def posted(pairs: Pairs) -> Posted:
    """Return the tree of fields and their values; blank ones, and those without a name, are left out."""
    root = Posted()
    for name, text in pairs:
        if name and text.strip():
            place = root
            for step in _path(name):
                place = place.reach(step)
            place.texts.append(text.strip())
    return root


def _path(name: str) -> list[str]:
    head, bracket, rest = name.partition("[")
    return [head or " ", *STEP.findall(bracket + rest)[:DEEPEST]]


def is_place(step: str) -> bool:
    """Tell whether a step is a place in a list, counted from 0."""
    return step.isdecimal() and len(step) <= 4
