"""Rank the clauses of a game by how well they match a text, and decide whether its book treats the subject at all.

Clauses are found by words and by concepts. Whether a subject is treated is decided by a weighted sum: the score of the
best clause and the share of known words, against the score of off-topic passages, terms of other games and general
subjects of a card table. The weights were fitted to phrases that people type. The threshold is the highest that loses
no correct result.

The full-text search of SQLite (FTS5) knows no concepts, no misspelt words and no languages. On the same phrases it has
the right clause among the first three in 91.7 of 100 cases, this ranking in 99.4.

Phrases that people type are stored beside the book in `games/<key>/search_phrases.<lang>.md`, for every language of
the app, also if the book is not translated into it:

    ### On two points {#rams.pass.two}
    twice passed on two, am I allowed to pass again, ...

Phrases are separated by commas and never shown. The heading is the title of the clause in languages without a book, and
empty otherwise. The files in this folder: `untreated.<lang>.md` has, in the same format, questions that no book treats,
so that the search stays silent instead of guessing. `alike.<lang>.txt` has groups of synonyms, one group a line;
`concepts.toml` has concepts and their words in every language, and `acts.txt` names those that are acts; `terms.toml`
has terms that belong to some games only; `subjects.toml` has general subjects; `circumstances.toml` has words that
begin a circumstance; `company.txt` has words for the people at the table, which carry no meaning for a search.
"""

import pickle
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from threading import Condition

from cachetools import cached

from companion import games
from companion.languages import LANGUAGES
from companion.rulebooks import Clause, book, languages
from companion.rules.game import Subject
from companion.search.concepts import ConceptIndex, WeightedText
from companion.search.index import Answers, Index, Passage
from companion.search.off_topic import Foreign, foreign, own_terms, subjects
from companion.search.tokens import MAY, SMALL_WORDS, TOLD, folded, split
from companion.translation import language

ENTRY = re.compile(r"^### (?P<heading>.*?)\s*\{#(?P<id>[a-z0-9_.]+)\}\n(?P<phrases>.*?)(?=^#|\Z)", re.M | re.S)
HERE = Path(__file__).parent
TEXT, CASE, OTHER = 0.5, 0.5, 0.3  # weights of a word in the text, in a case, in a book of another language
BY_WORDS, BY_MEANING = 0.7, 0.3  # the shares of the two measures
MAIN = 0.4  # the share of the main part, read without its circumstances
PLAIN = 0.5  # a single word with a better score is a word that a clause defines
NOWHERE = "-"  # prefix of the keys of off-topic passages
LEAST = 2.3  # the least sum with which a subject counts as treated
CLAUSE, AWAY = 7.2, 4.0  # weights of the best clause, and (negative) of the best off-topic passage
MEANING = 4.8  # weight of the lead of clauses by concepts
FOUND = 0.4  # weight of the share of the words that clauses have
LEANING = 0.35  # weight of how much more frequent the words are on topic
ALONE = 1.2  # added for a single word
FOREIGN = 3.7  # subtracted for a term of other games
SUBJECT = 5.25  # subtracted for a general subject
READY = HERE / "ready"
AND, NOTICED, WHILE, IF, ASKED, CLAIMED = (
    {lang: frozenset(text.split()) for lang, text in TOLD[one].items()}
    for one in ("and", "noticed", "while", "if", "asked", "claimed")
)
NEAR = 6  # words that may stand between "and" and "noticed"
ENOUGH = 2  # the least meaningful words before a circumstance; after "may I" one less
CLAIM = 3  # the most words in which somebody is said to claim something
WHOLE = 3  # the least meaningful words of a question that can be understood alone


def main_part(text: str, lang: str) -> str:
    """Return a text without its circumstances, or the whole text if it has none."""
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


def without_claim(words: Sequence[str], lang: str) -> Sequence[str]:
    """Return the words without a beginning such as "they say that": they say that she opened with 38."""
    place = next((n for n, word in enumerate(words[:CLAIM]) if word in CLAIMED[lang]), None)
    if place is None or _tells(words[:place]) > 1 or _tells(words[place + 1 :]) < WHOLE:
        return words
    return words[place + 1 :]


def _tells(words: Sequence[str]) -> int:
    return sum(folded(word) not in SMALL_WORDS for word in words)


@dataclass(frozen=True)
class ClausePhrases:
    """The phrases of a clause. The heading is set only for languages without a book."""

    heading: str
    phrases: tuple[str, ...]


@cache
def clause_phrases(folder: Path, lang: str) -> Mapping[str, ClausePhrases]:
    """Return the phrases of a game by clause; empty if there is no file."""
    return _read(folder / f"search_phrases.{lang}.md")


@cache
def untreated(lang: str) -> Mapping[str, ClausePhrases]:
    """Return the phrases about subjects that no book treats, by subject."""
    return _read(HERE / f"untreated.{lang}.md")


@cache
def alike(lang: str) -> Sequence[Sequence[str]]:
    """Return the groups of synonyms of a language."""
    return [phrases(line) for line in (HERE / f"alike.{lang}.txt").read_text(encoding="utf-8").splitlines()]


def _read(path: Path) -> Mapping[str, ClausePhrases]:
    if not path.exists():
        return {}
    return {
        entry["id"]: ClausePhrases(entry["heading"], phrases(entry["phrases"]))
        for entry in ENTRY.finditer(path.read_text(encoding="utf-8"))
    }


def phrases(text: str) -> tuple[str, ...]:
    """Split a list of phrases at its commas."""
    return tuple(" ".join(phrase.split()) for phrase in text.split(",") if phrase.strip())


@dataclass(frozen=True)
class Measured:
    """The scores of clauses and off-topic passages: of both measures, by concepts alone, and those for ranking."""

    answers: Mapping[str, float]
    meaning: Mapping[str, float]
    ranked: Mapping[str, float]
    read: Answers  # by words alone
    foreign: Foreign = Foreign()
    subjects: frozenset[str] = frozenset()  # general subjects, without those that the book treats
    plain: bool = False  # a single word that a clause defines


def is_treated(measured: Measured) -> bool:
    """Return True if the book treats the subject."""
    best, away = _best(measured.answers)
    best = max(best, _best(measured.ranked)[0])
    if measured.foreign.all:
        return False
    if measured.plain:
        return best > away and not measured.subjects
    much = CLAUSE * best - AWAY * away + FOUND * measured.read.found + LEANING * measured.read.leaning
    meant, meant_away = _best(measured.meaning)
    much += MEANING * (meant - meant_away)
    much += ALONE * (measured.read.words == 1)
    much -= FOREIGN * (measured.foreign.terms > 0) + SUBJECT * bool(measured.subjects)
    return much > LEAST


def _best(scores: Mapping[str, float]) -> tuple[float, float]:
    """Return the best score of the clauses, and of the off-topic passages."""
    best = away = 0.0
    for key, much in scores.items():
        if key.startswith(NOWHERE):
            away = max(away, much)
        else:
            best = max(best, much)
    return best, away


class Clauses:
    """The searchable clauses of a game for readers of a language."""

    def __init__(self, game: Subject, lang: str) -> None:
        self.game, self.lang = game, lang
        passages = list(_passages(game, lang))
        self._words = Index(lang, passages, known=_known(lang), alike=alike(lang))
        self._called = frozenset(folded(text) for one in passages if not one.away for text in one.phrases)

    def by_words(self, text: str, *, slips: bool = True) -> Mapping[str, float]:
        """Return the score of each clause by words alone."""
        return self._words.search(text, slips=slips)

    def is_stop_word(self, words: Sequence[str]) -> bool:
        """Return True if the text is a single stop word, unless a clause has it as its name."""
        alone = {folded(word) for word in words} if len(words) == 1 else set()
        return bool(alone & LANGUAGES[self.lang].small - self._called)

    def without(self, names: Iterable[str], words: Sequence[str]) -> Sequence[str]:
        """Return the words without players' names, also as owners (Cat, Cat's, Cats), unless a clause has the word."""
        called = {folded(word) for name in names for word in split(name) if not word.isdigit()}
        called -= {word for word in called if self._words.is_of_a_clause(word)}
        return [word for word in words if called.isdisjoint((folded(word), folded(word).removesuffix("s")))]

    def telling(self, text: str) -> str:
        """Return the text without names of people."""
        return " ".join(self._words.telling(text))

    def search(self, text: str) -> Measured:
        """Return the score of each clause, from 0 to 1. The main part counts more than its circumstances."""
        whole, main = self._search(text), main_part(text, self.lang)
        if main == text or whole.plain:
            return whole
        again = self._search(main).answers
        shares = {key: (1 - MAIN) * much + MAIN * again.get(key, 0.0) for key, much in whole.answers.items()}
        return replace(whole, ranked=shares)

    def _search(self, text: str) -> Measured:
        """Return the score of each clause. A single word that a clause defines is compared by words alone."""
        read = self._words.measured(text)
        by_words, others = read.answers, foreign(text, self.lang, self.game.folder)
        everyday = subjects(text, self.lang) - own_terms(self.game.folder)
        text = self.telling(text)
        meaning = _meaning(self.game).search(text, self.lang)
        if len(split(text)) == 1 and max(by_words.values(), default=0.0) > PLAIN:
            return Measured(by_words, meaning, by_words, read, others, everyday, plain=True)
        measured = [(BY_WORDS, by_words), (BY_MEANING, meaning)]
        keys = frozenset().union(*(scores for _, scores in measured))
        answers = dict.fromkeys(keys, 0.0)
        for share, scores in measured:
            for key, much in scores.items():
                answers[key] += share * much
        return Measured(answers, meaning, answers, read, others, everyday)


@cached({}, condition=Condition())  # takes a second: other threads wait for the same index
def clauses(game: Subject, lang: str) -> Clauses:
    return Clauses(game, lang)


@cached({}, condition=Condition())  # takes a second: other threads wait for the same index
def _meaning(game: Subject) -> ConceptIndex:
    """Return the concept index of a game. Phones load a prepared file, because they would need seconds to build it."""
    ready = READY / f"{game.key}.pickle"
    if ready.is_file():
        index: ConceptIndex = pickle.loads(ready.read_bytes())  # noqa: S301 (made by our own build)
        return index
    return ConceptIndex(_told(game))


def _told(game: Subject) -> Iterator[WeightedText]:
    """Yield the phrases of the clauses in every language, and the texts of the books in their own languages."""
    for lang in LANGUAGES:
        for passage in _passages(game, lang):
            yield from ((passage.key, lang, text, 1.0) for text in passage.phrases)
            if passage.away or lang in languages(game.key):
                yield from ((passage.key, lang, text, much) for much, text in passage.texts)


def _passages(game: Subject, lang: str) -> Iterator[Passage]:
    told = clause_phrases(game.folder, lang)
    for clause in book(game.key, lang).clauses:
        yield _passage(game, clause, told.get(clause.id), lang)
    for key, one in untreated(lang).items():
        yield Passage(NOWHERE + key, one.phrases, away=True)


def _passage(game: Subject, clause: Clause, told: ClausePhrases | None, lang: str) -> Passage:
    """Return the passage of a clause. If the book is not in this language, the words of its text count less."""
    calls = told.phrases if told else ()
    if lang in languages(game.key):
        cases = " ".join(f"{case.situation} {case.verdict}" for case in clause.cases)
        called = (*calls[:1], clause.heading, *phrases(clause.words), *calls[1:])
        return Passage(clause.id, called, [(TEXT, clause.text), (CASE, cases)])
    names = (told.heading,) if told and told.heading else ()
    texts = [(OTHER, f"{clause.heading} {clause.words} {clause.text}"), (OTHER, _translated(clause, lang))]
    return Passage(clause.id, (*calls[:1], *names, *calls[1:]), texts)


def _translated(clause: Clause, lang: str) -> str:
    """Return translations of the terms in an English clause, from the catalogue of the interface."""
    words = frozenset(folded(word) for word in split(f"{clause.heading} {clause.text}"))
    return " ".join(term for source, term in _terms(lang) if source <= words)


@cache
def _terms(lang: str) -> list[tuple[frozenset[str], str]]:
    """Return the short strings of the catalogue: the words of the English one, and its translation."""
    catalogue = getattr(language(lang), "_catalog", {})  # gettext has no public list of its sentences
    pairs = [(split(source), term) for source, term in catalogue.items() if isinstance(source, str)]
    return [(frozenset(map(folded, words)), term) for words, term in pairs if 0 < len(words) < 3 and "{" not in term]


@cache
def _known(lang: str) -> frozenset[str]:
    """Return the words of all games and of off-topic passages: they are no typing errors."""
    told = [one for game in games.GAMES for one in clause_phrases(game.folder, lang).values()]
    texts = [phrase for one in [*told, *untreated(lang).values()] for phrase in one.phrases]
    for game in games.GAMES:
        if lang in languages(game.key):
            texts += [clause.text for clause in book(game.key, lang).clauses]
    return frozenset(folded(word) for text in texts for word in split(text)) | SMALL_WORDS
