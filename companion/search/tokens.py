"""Split what is typed into words that can be compared: without accents, capitals and endings, numbers as figures.

A word has several forms, because people leave out accents before or after the ending is taken off: passée and passee.
Two words are the same if they share a form.
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from threading import Lock

import Stemmer

from companion.languages import LANGUAGES

STEMMING = Lock()  # a stemmer keeps the word that it is working on
NAMES = frozenset((Path(__file__).parent / "names.txt").read_text(encoding="utf-8").split())  # people at the table
NUMBERS = {word: str(n) for tongue in LANGUAGES.values() for word, n in tongue.numbers.items()}
NUMBER_NAMES = tomllib.loads((Path(__file__).parent / "numbers.toml").read_text(encoding="utf-8"))  # by language
SHORTENED = re.compile(r"(?<=\w)[’'](?=(t|s|re|ve|ll|m|d)\b)")  # don't, he's: one word, as when the sign is forgotten
WORD = re.compile(r"[^\W_]+")
PREFIX = re.compile(r"\b(re|ré)-(?=\w)")  # re-entry: one word, as it is often written
NEUTER = ("et", "ets", "en", "ens")  # the Swedish article, of which the stemmer leaves some: sticket, essets
VERBAL = ("ning", "ningen", "ningar")  # the Swedish noun of a verb: felgivning, svängning


@lru_cache(maxsize=50_000)  # of words, nearly always
def folded(text: str) -> str:
    """Lower case, without accents."""
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


COMPANY = folded((Path(__file__).parent / "company.txt").read_text(encoding="utf-8")).split()  # who is there tonight
SMALL_WORDS = frozenset(COMPANY).union(*(tongue.small for tongue in LANGUAGES.values()))  # of whatever language


@lru_cache(maxsize=20_000)  # what is said of a clause is read for every measure
def split(text: str) -> Sequence[str]:
    """The words of a text with their accents, small ones included."""
    whole = unicodedata.normalize("NFC", text.casefold())
    if "-" in whole:
        whole = PREFIX.sub(r"\1", whole)
    return tuple(WORD.findall(SHORTENED.sub("", whole)))


def named(word: str) -> bool:
    """Tell whether a word may be the name of somebody at the table, also as the owner: Anna, Annas."""
    return word in NAMES or word.removesuffix("s") in NAMES


@lru_cache(maxsize=50_000)  # the words of all books; what is typed pushes out what was not asked for lately
def forms(word: str, lang: str) -> frozenset[str]:
    """All that a word may be compared by: its stem, with the accents or without, and the figure of a number.

    A stem that is a small word (väder, without accent and ending: vad) would find it everywhere, and is left out.
    """
    plain = folded(word)
    if plain.isdigit():
        return frozenset((plain.lstrip("0") or "0",))
    if number := NUMBERS.get(plain):
        return frozenset((number, plain))
    found = {folded(_stem(one, lang)) for one in (word, plain)}
    if lang == "sv" and len(plain) > 5:
        found |= {_stem(plain.removesuffix(end), lang) for end in NEUTER if plain.endswith(end)}
        found |= {_stem(plain.removesuffix(end), lang) for end in VERBAL if plain.endswith(end) and len(plain) > 7}
    small = LANGUAGES[lang].small
    return frozenset(found if plain in small else found - small or {plain})


def _stem(word: str, lang: str) -> str:
    with STEMMING:
        return str(_stemmer(lang).stemWord(word))


@cache
def _stemmer(lang: str) -> Stemmer.Stemmer:
    return Stemmer.Stemmer(LANGUAGES[lang].stemmer)


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


def _numbers(lang: str) -> Iterator[tuple[tuple[str, ...], int]]:
    told = NUMBER_NAMES[lang]
    for n, name in enumerate(told["names"].split()):
        yield tuple(folded(word) for word in name.split("-")), n
    for n, words in enumerate((told["nothing"], told["articles"])):
        yield from (((folded(word),), n) for word in words.split())


@cache
def number_words(lang: str) -> Mapping[tuple[str, ...], int]:
    return dict(_numbers(lang))


LONGEST_NUMBER = max(len(words) for lang in NUMBER_NAMES for words, _ in _numbers(lang))


def first_number(words: Sequence[str], lang: str) -> tuple[int | None, int]:
    """Return the number with which words begin, and of how many words it is made; none is of one."""
    if words[0].isdigit():
        return int(words[0]), 1
    for size in range(len(words), 0, -1):
        if (number := number_words(lang).get(tuple(words[:size]))) is not None:
            return number, size
    return None, 1
