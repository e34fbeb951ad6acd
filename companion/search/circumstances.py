"""Tell the act apart from its circumstances: "I opened with 38 | and we noticed a round later".

So what a sentence asks is told from the story before it, and from when, after what or with which cards it is asked.
"""

import tomllib
from collections.abc import Sequence
from pathlib import Path

from companion.search.tokens import SMALL_WORDS, folded, split

TOLD = tomllib.loads((Path(__file__).parent / "circumstances.toml").read_text(encoding="utf-8"))
AND, NOTICED, WHILE, MAY, IF, ASKED = (
    {lang: frozenset(text.split()) for lang, text in TOLD[one].items()}
    for one in ("and", "noticed", "while", "may", "if", "asked")
)
NEAR = 6  # words that may stand between "and" and "noticed"
ENOUGH = 2  # words that tell something, at least, stand before a circumstance; after "may I" one is enough
WHOLE = 3  # such words make a question that can be understood without what stands before it


def main_part(text: str, lang: str) -> str:
    """Return a text without its circumstances; the whole where there are none."""
    words = split(text)
    for place, word in enumerate(words):
        if word in ASKED[lang] and _tells(words[:place]) >= ENOUGH and _tells(words[place:]) >= WHOLE:
            return " ".join(words[place:])
    asks = words[:1] and words[0] in MAY[lang]
    least = ENOUGH - 1 if asks else ENOUGH
    begins = WHILE[lang] | IF[lang] if asks else WHILE[lang]
    end = len(words)
    for place, word in enumerate(words):
        if word in NOTICED[lang]:
            before = [at for at in range(max(0, place - NEAR), place) if words[at] in AND[lang]]
            end = min([end, *before[-1:]])
        elif word in begins and _tells(words[:place]) >= least:
            end = min(end, place)
    return " ".join(words[:end] if _tells(words[:end]) >= least else words)


def _tells(words: Sequence[str]) -> int:
    return sum(folded(word) not in SMALL_WORDS for word in words)
