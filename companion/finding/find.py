"""`find`: clauses, cases and questions of a game for any words, in one list, best first; or silence."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from companion.books import Book, Clause, book, languages
from companion.finding.index import Index, Passage, Word
from companion.finding.said import Said, phrases, said, untreated
from companion.finding.words import LONGEST, MOST, SMALL_WORDS, folded, forms, split
from companion.games import GAMES
from companion.rules.tally import Game
from companion.speech import LANGUAGES, language

MOST_HITS = 12
ENOUGH = 0.28  # how well a clause must answer to be an answer at all
ELSEWHERE = 0.5  # the same, for words of another language than the reader's
NOT_MUCH_WORSE = 0.45  # of the best: what answers worse is left out
TEXT, CASE, OTHER = 0.5, 0.3, 0.25  # what a word counts that stands in the text, in a case, in the English book only


@dataclass(frozen=True)
class Hit:
    """One thing found. `heading` can be read alone; `clause` is the one to look at."""

    clause: str
    heading: str
    kind: Literal["clause", "case", "question"]
    name: str = ""  # of the case or the question


@dataclass(frozen=True)
class Finding:
    """What a search has found, best first. `silent`: no book of this game is about that."""

    hits: tuple[Hit, ...] = ()
    silent: bool = False


def find(game: Game, text: str, lang: str) -> Finding:
    """What the book says of some words, in the reader's language; his own words first, then those of the others."""
    text = " ".join(split(text[:LONGEST])[:MOST])
    if not text:
        return Finding()
    scores = _scores(game, text, lang)
    if not scores:
        return Finding(silent=True)
    return Finding(tuple(_hits(game, lang, text, scores)[:MOST_HITS]))


def _scores(game: Game, text: str, lang: str) -> Mapping[str, float]:
    """How well the clauses answer; none where silence is right."""
    own = _telling(index(game, lang), text, ENOUGH, slips=True)
    if own:
        return own
    others = [_telling(index(game, code), text, ELSEWHERE, slips=False) for code in LANGUAGES if code != lang]
    return max(others, key=lambda one: max(one.values(), default=0.0))


def _telling(passages: Index, text: str, enough: float, *, slips: bool) -> Mapping[str, float]:
    scores = passages.search(passages.read(text, slips=slips))
    best = max(scores, key=scores.__getitem__, default="")
    if not best or scores[best] < enough or best.startswith("-"):
        return {}
    return {key: much for key, much in scores.items() if much > scores[best] * NOT_MUCH_WORSE and key[0] != "-"}


def _hits(game: Game, lang: str, text: str, scores: Mapping[str, float]) -> list[Hit]:
    order = sorted(scores, key=lambda key: -scores[key])
    return [Hit(key, heading(game, key, lang), "clause") for key in order]


def heading(game: Game, clause_id: str, lang: str) -> str:
    """What a clause is called in a language, whether or not the book is written in it."""
    clause = book(game.key, lang).clause(clause_id)
    told = said(game.folder, lang).get(clause_id)
    return (told.heading if told and lang not in languages(game.key) else "") or (clause.heading if clause else "")


@cache
def index(game: Game, lang: str) -> Index:
    """All clauses of a game, and beside them what no book treats (their keys begin with a minus)."""
    told = said(game.folder, lang)
    clauses = [_passage(game, clause, told.get(clause.id), lang) for clause in book(game.key, lang).clauses]
    none = [Passage(f"-{key}", one.phrases) for key, one in untreated(lang).items()]
    return Index(lang, [*clauses, *none], known=_vocabulary(lang))


def _passage(game: Game, clause: Clause, told: Said | None, lang: str) -> Passage:
    cases = " ".join(f"{case.situation} {case.verdict}" for case in clause.cases)
    own = lang in languages(game.key)
    names = [heading(game, clause.id, lang)] if own or (told and told.heading) else []
    calls = [*names, *(phrases(clause.words) if own else ()), *(told.phrases if told else ())]
    texts = [(TEXT, clause.text), (CASE, cases)] if own else [(OTHER, f"{clause.heading} {clause.words} {clause.text}")]
    return Passage(clause.id, calls, texts)


@cache
def _vocabulary(lang: str) -> frozenset[str]:
    """Words of the other games, and of what no book treats: whoever types one of them has made no slip."""
    told = [one for game in GAMES for one in said(game.folder, lang).values()]
    texts = [phrase for one in [*told, *untreated(lang).values()] for phrase in one.phrases]
    texts += [clause.text for game in GAMES if lang in languages(game.key) for clause in book(game.key, lang).clauses]
    return frozenset(folded(word) for text in texts for word in split(text)) | SMALL_WORDS
