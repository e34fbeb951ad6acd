"""Rank the clauses of a game by how well they answer words, and decide whether its book treats the subject at all.

Clauses are found by the words themselves and by what the words mean in any language. Whether a subject is treated is
decided by how well the best clause answers and how many of the words it has, against how well everyday subjects do,
terms that the game does not have, and subjects that come up at any table. The weights were learned from phrases that
people type. The threshold is the highest at which no correct result is lost.

The phrases that people type lie beside the book, `games/<key>/phrases.<lang>.md`, in every language of the interface,
also where the book is not written in that language:

    ### On two points {#rams.pass.two}
    twice passed on two, am I allowed to pass again, ...

Phrases are separated by commas and never shown. The heading is the title of the clause in languages without a book, and
empty otherwise. The files in this folder: `untreated.<lang>.md` has, in the same format, what people ask although no
book treats it, so that the answer is silence rather than a wrong guess. `alike.<lang>.txt` has groups of synonyms that
card players use, one group a line; `concepts.toml` concepts and their words in every language, and `acts.txt` those
that are acts; `terms.toml` terms that belong to some games only; `subjects.toml` subjects of any table;
`circumstances.toml` the words that begin a circumstance; `company.txt` words for the people at the table, which say
nothing about the question.
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
from companion.search.tokens import SMALL_WORDS, folded, main_part, split
from companion.translation import language

ENTRY = re.compile(r"^### (?P<heading>.*?)\s*\{#(?P<id>[a-z0-9_.]+)\}\n(?P<phrases>.*?)(?=^#|\Z)", re.M | re.S)
HERE = Path(__file__).parent
TEXT, CASE, OTHER = 0.5, 0.5, 0.3  # what a word counts in the text, in a case, in the book of another language
BY_WORDS, BY_MEANING = 0.7, 0.3  # the shares of the two measures
MAIN = 0.4  # the share of the act, read without its circumstances
PLAIN = 0.5  # how well a clause answers to a single word that is its own
NOWHERE = "-"  # the keys of what no book treats begin with it
LEAST = 2.3  # from which sum on a thing is treated
CLAUSE, AWAY = 7.2, 4.0  # for the best clause, against the best of what no book treats
MEANING = 4.8  # for a lead of the clauses in what is meant
FOUND = 0.4  # for the share of the words that clauses have
LEANING = 0.35  # for how much oftener clauses have the words than what no book treats
ALONE = 1.2  # for a word that stands alone
FOREIGN = 3.7  # against, for a term of other games
SUBJECT = 7.5  # against, for a subject that comes up at any table
READY = HERE / "ready"


@dataclass(frozen=True)
class ClausePhrases:
    """The phrases of one clause; the heading only where the language has no book."""

    heading: str
    phrases: tuple[str, ...]


@cache
def clause_phrases(folder: Path, lang: str) -> Mapping[str, ClausePhrases]:
    """Return the phrases of a game by clause; empty without a file."""
    return _read(folder / f"phrases.{lang}.md")


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
    """The scores of clauses and other subjects: by both measures, by meaning alone, and those that rank the clauses."""

    answers: Mapping[str, float]
    meaning: Mapping[str, float]
    ranked: Mapping[str, float]
    read: Answers  # by words alone
    foreign: Foreign = Foreign()
    subjects: frozenset[str] = frozenset()  # of any table, without those that the book treats
    plain: bool = False  # a single word that is a clause's own


def is_treated(measured: Measured) -> bool:
    """Tell whether the book treats the subject: whether its clauses are near enough."""
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
    """Return the best score of the clauses, and of what no book treats."""
    best = away = 0.0
    for key, much in scores.items():
        if key.startswith(NOWHERE):
            away = max(away, much)
        else:
            best = max(best, much)
    return best, away


class Clauses:
    """The clauses of a game for a reader of a language."""

    def __init__(self, game: Subject, lang: str) -> None:
        self.game, self.lang = game, lang
        passages = list(_passages(game, lang))
        self._words = Index(lang, passages, known=_known(lang), alike=alike(lang))
        self._called = frozenset(folded(text) for one in passages if not one.away for text in one.phrases)

    def by_words(self, text: str, *, slips: bool = True) -> Mapping[str, float]:
        """Return how well each clause answers by words alone."""
        return self._words.search(text, slips=slips)

    def tells_nothing(self, words: Sequence[str]) -> bool:
        """A small word of the language alone, unless a clause is called so."""
        alone = {folded(word) for word in words} if len(words) == 1 else set()
        return bool(alone & LANGUAGES[self.lang].small - self._called)

    def without(self, names: Iterable[str], words: Sequence[str]) -> Sequence[str]:
        """Leave out the names of those who play, also as owners: Cat, Cat's, Cats; not a word that a clause has."""
        called = {folded(word) for name in names for word in split(name) if not word.isdigit()}
        called -= {word for word in called if self._words.is_of_a_clause(word)}
        return [word for word in words if called.isdisjoint((folded(word), folded(word).removesuffix("s")))]

    def telling(self, text: str) -> str:
        """Without the names of people."""
        return " ".join(self._words.telling(text))

    def search(self, text: str) -> Measured:
        """Return how well each clause answers, from 0 to 1; the act counts more than its circumstances."""
        whole, main = self._search(text), main_part(text, self.lang)
        if main == text or whole.plain:
            return whole
        again = self._search(main).answers
        shares = {key: (1 - MAIN) * much + MAIN * again.get(key, 0.0) for key, much in whole.answers.items()}
        return replace(whole, ranked=shares)

    def _search(self, text: str) -> Measured:
        """Return how well each clause answers; a single word that a clause defines means it."""
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


@cached({}, condition=Condition())  # takes a second: whoever else asks for the same waits for it
def clauses(game: Subject, lang: str) -> Clauses:
    return Clauses(game, lang)


@cached({}, condition=Condition())  # takes a second: whoever else asks for the same waits for it
def _meaning(game: Subject) -> ConceptIndex:
    """Return the index of a game by concepts: laid ready for phones that would work on it for seconds, else made."""
    ready = READY / f"{game.key}.pickle"
    if ready.is_file():
        index: ConceptIndex = pickle.loads(ready.read_bytes())  # noqa: S301 - of our own build, packed beside this
        return index
    return ConceptIndex(_told(game))


def _told(game: Subject) -> Iterator[WeightedText]:
    """Yield the phrases of the clauses in every language, and the books in the languages that they are in."""
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
    """By what a clause may be found. Where the book is not in the language, its words count little."""
    calls = told.phrases if told else ()
    if lang in languages(game.key):
        cases = " ".join(f"{case.situation} {case.verdict}" for case in clause.cases)
        called = (*calls[:1], clause.heading, *phrases(clause.words), *calls[1:])
        return Passage(clause.id, called, [(TEXT, clause.text), (CASE, cases)])
    names = (told.heading,) if told and told.heading else ()
    texts = [(OTHER, f"{clause.heading} {clause.words} {clause.text}"), (OTHER, _translated(clause, lang))]
    return Passage(clause.id, (*calls[:1], *names, *calls[1:]), texts)


def _translated(clause: Clause, lang: str) -> str:
    """Return the terms of the interface, in a language, for what an English clause is about."""
    words = frozenset(folded(word) for word in split(f"{clause.heading} {clause.text}"))
    return " ".join(term for source, term in _terms(lang) if source <= words)


@cache
def _terms(lang: str) -> list[tuple[frozenset[str], str]]:
    """The short strings of the catalogue: the words of the English one, and the translation."""
    catalogue = getattr(language(lang), "_catalog", {})
    pairs = [(split(source), term) for source, term in catalogue.items() if isinstance(source, str)]
    return [(frozenset(map(folded, words)), term) for words, term in pairs if 0 < len(words) < 3 and "{" not in term]


@cache
def _known(lang: str) -> frozenset[str]:
    """Words of all games, and of what no book treats: whoever types one of them has made no slip."""
    told = [one for game in games.GAMES for one in clause_phrases(game.folder, lang).values()]
    texts = [phrase for one in [*told, *untreated(lang).values()] for phrase in one.phrases]
    for game in games.GAMES:
        if lang in languages(game.key):
            texts += [clause.text for clause in book(game.key, lang).clauses]
    return frozenset(folded(word) for text in texts for word in split(text)) | SMALL_WORDS
