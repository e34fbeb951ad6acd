"""Tell what happened apart from the circumstance at the end: "I opened with 38 | and we noticed a round later"."""

import tomllib
from collections.abc import Sequence
from pathlib import Path

from companion.search.tokens import SMALL_WORDS, folded, split

TOLD = tomllib.loads((Path(__file__).parent / "circumstances.toml").read_text(encoding="utf-8"))
AND, NOTICED, WHILE, MAY, IF = (
    {lang: set(text.split()) for lang, text in TOLD[one].items()} for one in ("and", "noticed", "while", "may", "if")
)
NEAR = 6  # words that may stand between "and" and "noticed"
ENOUGH = 2  # words that tell something, at least, stand before a circumstance


def without_circumstance(text: str, lang: str) -> str:
    """Return what stands before the circumstance at the end of a text; the whole where there is none."""
    words = split(text)
    end = len(words)
    least = ENOUGH - 1 if words[:1] and words[0] in MAY[lang] else ENOUGH
    for place, word in enumerate(words):
        if word in NOTICED[lang]:
            begins = [at for at in range(max(0, place - NEAR), place) if words[at] in AND[lang]]
            end = min([end, *begins[-1:]])
        elif word in WHILE[lang] | (IF[lang] if least < ENOUGH else set()) and _tells(words[:place]) >= least:
            end = min(end, place)
    return " ".join(words[:end] if _tells(words[:end]) >= least else words)


def _tells(words: Sequence[str]) -> int:
    return sum(folded(word) not in SMALL_WORDS for word in words)
