"""Split text into words that can be compared without accents, capitals and endings, and match expressions.

A word has several forms, because accents may be left out before or after the ending is removed: passée and passee. Two
words are equal if they share a form.
"""

import re
import tomllib
import unicodedata
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from threading import Lock

import Stemmer

from companion.languages import LANGUAGES

STEMMING = Lock()  # a stemmer keeps state while it works
NAMES = frozenset((Path(__file__).parent / "names.txt").read_text(encoding="utf-8").split())  # first names
NUMBERS = {word: str(n) for tongue in LANGUAGES.values() for word, n in tongue.numbers.items()}
NUMBER_NAMES = tomllib.loads((Path(__file__).parent / "numbers.toml").read_text(encoding="utf-8"))  # by language
SHORTENED = re.compile(r"(?<=\w)[’'](?=(t|s|re|ve|ll|m|d)\b)")  # don't, he's: one word, as without the apostrophe
WORD = re.compile(r"[^\W_]+")
IN_SHORT = {"nn": "non", "cmq": "comunque", "qd": "quand", "pts": "points"}  # as people type on a phone
PREFIX = re.compile(r"\b(re|ré)-(?=\w)")  # re-entry: one word, as it is often written
NEUTER = ("et", "ets", "en", "ens")  # Swedish articles that the stemmer may leave: sticket, essets
VERBAL = ("ning", "ningen", "ningar")  # Swedish nouns made of a verb: felgivning, svängning


@lru_cache(maxsize=50_000)  # the argument is nearly always one word
def folded(text: str) -> str:
    """Return a text in lower case and without accents."""
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


COMPANY = folded((Path(__file__).parent / "company.txt").read_text(encoding="utf-8")).split()  # words for people
SMALL_WORDS = frozenset(COMPANY).union(*(tongue.small for tongue in LANGUAGES.values()))  # stop words, all languages


@lru_cache(maxsize=20_000)  # phrases of clauses are read for every measure
def split(text: str) -> Sequence[str]:
    """Return the words of a text with their accents, with stop words."""
    whole = unicodedata.normalize("NFC", text.casefold())
    if "-" in whole:
        whole = PREFIX.sub(r"\1", whole)
    return tuple(IN_SHORT.get(word, word) for word in WORD.findall(SHORTENED.sub("", whole)))


def named(word: str) -> bool:
    """Return True if a word may be a person's name, also as an owner: Anna, Annas."""
    return word in NAMES or word.removesuffix("s") in NAMES


@lru_cache(maxsize=50_000)  # the words of all books
def forms(word: str, lang: str) -> frozenset[str]:
    """Return all forms by which a word is compared: its stem with and without accents, and the digits of a number word.

    A stem that equals a stop word would match everywhere and is left out (väder has the stem vad).
    """
    plain = folded(word)
    if plain.isdigit():
        return frozenset((plain.lstrip("0") or "0",))
    if number := NUMBERS.get(plain):
        return frozenset((number, plain))
    stems = {folded(_stem(one, lang)) for one in (word, plain)}
    if lang == "sv" and len(plain) > 5:
        stems |= {_stem(plain.removesuffix(end), lang) for end in NEUTER if plain.endswith(end)}
        stems |= {_stem(plain.removesuffix(end), lang) for end in VERBAL if plain.endswith(end) and len(plain) > 7}
    small = LANGUAGES[lang].small
    return frozenset(stems if plain in small else stems - small or {plain})


def _stem(word: str, lang: str) -> str:
    with STEMMING:
        return str(_stemmer(lang).stemWord(word))


@cache
def _stemmer(lang: str) -> Stemmer.Stemmer:
    return Stemmer.Stemmer(LANGUAGES[lang].stemmer)


TOLD = tomllib.loads((Path(__file__).parent / "circumstances.toml").read_text(encoding="utf-8"))
MAY = {lang: frozenset(text.split()) for lang, text in TOLD["may"].items()}
DENIED, COMPARED, LATER, WITH = (
    {lang: frozenset(text.split()) for lang, text in TOLD[one].items()}
    for one in ("denied", "compared", "later", "with")
)
COUNTED, OF, FOR, HAS, FIRST_PERSON, THIRD_PERSON = (
    {lang: frozenset(folded(text).split()) for lang, text in TOLD[one].items()}
    for one in ("counted", "of", "for", "has", "first_person", "third_person")
)
PERSONS = {lang: FIRST_PERSON[lang] | THIRD_PERSON[lang] for lang in LANGUAGES}
REACH = 4  # the most words from a person to the number or act that is said of them


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
    """Return the number at the beginning of the words and the count of its words; (None, 1) if there is no number."""
    if words[0].isdigit():
        return int(words[0]), 1
    for size in range(len(words), 0, -1):
        if (number := number_words(lang).get(tuple(words[:size]))) is not None:
            return number, size
    return None, 1


# --- expressions of asked.toml: one other word may stand between two words

BETWEEN = 1  # words that may stand between two of an expression
BEFORE, AFTER = 2, {"sv": 2}  # words around an expression that may deny it; after it one in other languages
ONE_DENIAL = ("fr", "it")  # languages in which two negative words make one denial: n'a jamais, non ha mai
ME, THEY = "i", "they"  # the one who writes, and somebody else spoken of by a pronoun
NUMBER, NAME = "#", "@"  # any number, and any player
Wanted = tuple[str, ...]  # alternatives for one word, separated by |; * marks a prefix


@cache
def parsed(text: str) -> Sequence[Sequence[Wanted]]:
    return [
        [tuple(map(folded, word.split("|"))) for word in one.replace("'", " ").replace("-", " ").split()]
        for one in text.split(",")
    ]


@dataclass(frozen=True)
class Match:
    """The words of a text that an expression matches, from `start` to `end` (exclusive)."""

    start: int
    end: int
    places: frozenset[int]
    value: object = None  # the number or name among them
    is_short: bool = False  # the number is below a limit

    def counts(self, numbers: Mapping[int, int]) -> frozenset[int]:
        """Return the places of the numbers that are equal to the value."""
        is_number = isinstance(self.value, int) and not isinstance(self.value, bool)
        return frozenset(n for n in self.places if is_number and numbers.get(n) == self.value)

    def is_within(self, other: "Match") -> bool:
        """Return True if the other match contains all words of this one."""
        return other.start <= self.start and self.end <= other.end

    def is_inside(self, other: "Match") -> bool:
        """Return True if the other match contains all words of this one and more."""
        return self.is_within(other) and other.end - other.start > self.end - self.start


class Text:
    """The words of a text, with the values of its numbers. A number of several words counts as one word."""

    def __init__(self, text: str, lang: str, names: Iterable[str]) -> None:
        self.lang = lang
        self._found: dict[Wanted, Sequence[int]] = {}
        self.words: list[str] = []
        self.numbers: dict[int, int] = {}
        self.articles: set[int] = set()  # places of "one" that may be an article
        self.article_words = frozenset(NUMBER_NAMES[lang]["articles"].split())
        self.names = dict(self._read(split(text), {folded(name): name for name in names}))
        self.denied = DENIED[lang]
        self.counted = COUNTED[lang]
        self.followers = frozenset(NUMBER_NAMES[lang]["followers"].split())
        self.small = frozenset(map(folded, LANGUAGES[lang].small))  # från is no Fran, per is no Per
        self.me, self.asks_of_me = TOLD["somebody"][lang].partition(",")[0], parsed(TOLD["of_me"][lang])
        self.people = self._people()

    def _people(self) -> Mapping[int, str]:
        """Return by place the people in the text: players, others with a usual name, and "somebody".

        A name after "of", "from" or "for" is left out, because that person did not act.
        """
        found = {place: word for place, word in enumerate(self.words) if word in NAMES - self.small}
        for words in TOLD["somebody"][self.lang].split(","):
            found |= {match.start: words for one in parsed(words) for match in self.matches(one)}
        found |= {match.start: self.me for one in self.asks_of_me for match in self.matches(one)}
        found |= {place: name for place, name in self.names.items() if self.words[place] == folded(name)}
        return {place: who for place, who in found.items() if not {*self.words[place - 1 : place]} & OF[self.lang]}

    def _read(self, words: Sequence[str], names: Mapping[str, str]) -> Iterator[tuple[int, str]]:
        plain = [folded(word) for word in words]
        place = 0
        while place < len(plain):
            number, size = first_number(plain[place : place + LONGEST_NUMBER], self.lang)
            after = plain[place + 1 : place + 1 + LONGEST_NUMBER]
            if plain[place] in self.article_words and after and first_number(after, self.lang)[0] is not None:
                number = None  # "a 3" is a three
            if number is not None:
                self.numbers[len(self.words)] = number
                self.articles |= {len(self.words)} if plain[place] in self.article_words else set()
            name = names.get(plain[place]) or names.get(plain[place].removesuffix("s"))
            if name:
                yield len(self.words), name
            self.words.append(" ".join(plain[place : place + size]))
            place += size

    def asked_about(self) -> str:
        """Return the only player named, with whom the text or its question begins ("Anna has to", "may Anna"), or "".

        After "may" others may be named too, unless it is asked about both. A text that asks what the dealer or "I" may
        or must do is about nobody else whom it names first: Anna joined alone, must the dealer play.
        """
        asks = bool(self.words) and self.words[0] in {folded(word) for word in MAY[self.lang]}
        if not asks and (self.me in self.people.values() or self.says(parsed(TOLD["of_dealer"][self.lang]))):
            return ""
        is_clear = len({*self.names.values()}) == 1 or (asks and 3 not in self.names)
        return self.names.get(1 if asks else 0, "") if is_clear else ""

    def matches(self, expression: Sequence[Wanted]) -> Iterator[Match]:
        yield from filter(None, (self._from(start, expression) for start in self._where(expression[0])))

    def _where(self, wanted: Wanted) -> Sequence[int]:
        """Return the places of a word; many expressions have the same."""
        if wanted not in self._found:
            self._found[wanted] = tuple(place for place in range(len(self.words)) if self._is(place, wanted))
        return self._found[wanted]

    def _from(self, start: int, expression: Sequence[Wanted]) -> Match | None:
        places, at = [start], start
        for before, wanted in pairwise(expression):
            found = next((place for place in self._where(wanted) if at < place <= at + 1 + BETWEEN), None)
            if found is None or (NAME in before and any(place in self.names for place in range(at + 1, found))):
                return None  # nothing fits, or only after another player: of "Anna, Bo dealt" Anna did not
            places.append(at := found)
        if NUMBER in expression[-1] and self._is_article(at):
            return None
        value: object = None
        for place, wanted in zip(places, expression, strict=True):
            value = self.numbers.get(place, value) if NUMBER in wanted else value
            value = self.names.get(place, value) if NAME in wanted else value
        return Match(start, at + 1, frozenset(places), value)

    def _is_article(self, place: int) -> bool:
        """Return True if a "one" may be an article, because the next word may be its noun."""
        follower = next(iter(self.words[place + 1 : place + 2]), "")
        return place in self.articles and bool(follower) and follower not in self.followers

    def _is(self, place: int, wanted: Wanted) -> bool:
        word = self.words[place]
        return any(
            place in self.numbers
            if one == NUMBER
            else place in self.names or (named(word) and word not in self.small)
            if one == NAME
            else word.startswith(one[:-1])
            if one.endswith("*")
            else word == one
            for one in wanted
        )

    def denies(self, match: Match) -> bool:
        """Return True if a word in or beside the match, other than its own words, denies it."""
        if self.lang in ONE_DENIAL and any(self.words[place] in self.denied for place in match.places):
            return False
        after = match.end + AFTER.get(self.lang, 1)
        around = range(max(0, match.start - BEFORE), min(after, len(self.words)))
        return any(self.words[place] in self.denied for place in around if place not in match.places)

    def denies_number(self, match: Match) -> bool:
        """Return True if a negative expression is about a number only: not opened with 28, but with 38."""
        own = any(self.words[place] in self.denied for place in match.places)
        return own and {*self.words[match.end : match.end + 1]} <= WITH[self.lang] and match.end + 1 in self.numbers

    def compares(self, match: Match) -> bool:
        """Return True if a number of the match is only compared with: more than ten, under ten."""
        at = [n for n in match.places if n in self.numbers and self.words[n - 1] not in PERSONS[self.lang]]
        before = {place for n in at for place in range(max(0, n - 2), n)} - match.places
        return any(self.words[place] in COMPARED[self.lang] for place in before)

    def counts_things(self, match: Match) -> bool:
        """Return True if a number of the match counts other things: "has eleven" cards, two tricks later."""
        is_open = match.end - 1 in self.numbers and self._is_of_things(match.end)
        return is_open or any(map(self._tells_when, match.places))

    def _is_of_things(self, place: int) -> bool:
        """Return True if the number counts what follows it: three kings, three red kings, three sevens."""
        after = self.words[place : place + 2]
        if not after:
            return False
        is_described = after[0] not in SMALL_WORDS and after[0] not in self.denied and after[-1] in self.counted
        return place in self.numbers or after[0] in self.counted or is_described

    def _tells_when(self, place: int) -> bool:
        """Return True if a number says how much later something was: two tricks later."""
        things, then = self.words[place + 1 : place + 2], self.words[place + 2 : place + 4]
        return place in self.numbers and bool(self.counted & {*things}) and bool(LATER[self.lang] & {*then})

    def says(self, expressions: Sequence[Sequence[Wanted]]) -> bool:
        return any(any(self.matches(one)) for one in expressions)

    def tells(self, expressions: Sequence[Sequence[Wanted]]) -> bool:
        """Return True if an expression matches, except with a number of other things: with eleven, of cards."""
        return not all(self.counts_things(match) for one in expressions for match in self.matches(one))

    def only_denies(self, expressions: Sequence[Sequence[Wanted]]) -> bool:
        """Return True if some of these expressions match and all matches are denied."""
        matches = [match for one in expressions for match in self.matches(one)]
        return bool(matches) and all(map(self.denies, matches))

    def places_of(self, expressions: Sequence[Sequence[Wanted]]) -> frozenset[int]:
        """Return the places of the words that match these expressions."""
        return frozenset(place for one in expressions for match in self.matches(one) for place in match.places)

    @property
    def stated_numbers(self) -> Sequence[int]:
        """Return the places of the numbers, without articles and "nobody"."""
        return [place for place in self.numbers if place not in self.articles and self.words[place] not in self.denied]

    def left(self, taken: Container[int]) -> frozenset[int]:
        """Return the numbers that no match has taken, without those that count other things, articles and "nobody"."""
        free = [place for place in self.stated_numbers if place not in taken]
        return frozenset(self.numbers[n] for n in free if not self.counted & {*self.words[n + 1 : n + 2]})

    def subject(self, match: Match) -> str:
        """Return the last person named before the expression, or at its first word; "" if there is none."""
        return next((self.people[place] for place in range(match.start, -1, -1) if place in self.people), "")

    def parts_people(self, match: Match) -> bool:
        """Return True if a person is named between the words of the expression."""
        return any(place in self.people for place in range(match.start, match.end) if place not in match.places)

    def of_person(self, matches: Sequence[Match], acts: Sequence[Match], *, is_actor: bool) -> Sequence[Match]:
        """Return the numbers that are said of the player who acts, or of the other: he knocked, I have 3, he has 6.

        Numbers of which the text does not say whose they are remain.
        """
        whose = self._whose(acts)
        wrong = {n for n, is_own in whose.items() if (is_own is False if is_actor else is_own is not False)}
        own = (Match(n, n + 1, frozenset((n,)), self.numbers[n]) for n, is_own in whose.items() if is_own is is_actor)
        told = [one for one in own if not (self.denies(one) or self.compares(one) or self.counts_things(one))]
        return [*(one for one in matches if wrong.isdisjoint(one.counts(self.numbers))), *told]

    def _whose(self, acts: Sequence[Match]) -> Mapping[int, bool | None]:
        """Return by place of a number whether it is said of the player who acts, None if that is unclear."""
        persons, verbs = self._persons(), {place for act in acts for place in act.places}
        actors = {self._person_before(max(act.places) + 1, persons, set()) for act in acts} - {""}
        actor = actors.pop() if len(actors) == 1 else ""
        stops = verbs | {n for n, word in enumerate(self.words) if word not in HAS[self.lang] and n not in persons}
        owners = {n: self._owner(n, persons, stops) for n in self.stated_numbers if actor and n not in verbs}
        return {n: _is_same(actor, owner, owners.values()) for n, owner in owners.items() if owner}

    def _owner(self, number: int, persons: Mapping[int, str], stops: Container[int]) -> str:
        """Return of whom a number is said: he has 6, him 6, 6 for him; "" if of nobody."""
        is_for = {*self.words[number + 1 : number + 2]} & FOR[self.lang]
        return (is_for and persons.get(number + 2)) or self._person_before(number, persons, stops)

    def _person_before(self, end: int, persons: Mapping[int, str], stops: Container[int]) -> str:
        for place in range(end - 1, max(-1, end - 1 - REACH), -1):
            if place in persons or place in stops or place in self.stated_numbers:
                return persons.get(place, "")
        return ""

    def _persons(self) -> Mapping[int, str]:
        """Return by place a name, ME for the one who writes, or THEY for somebody else."""
        first, third = FIRST_PERSON[self.lang], THIRD_PERSON[self.lang]
        told = {n: ME if word in first else THEY for n, word in enumerate(self.words) if word in first | third}
        names = {
            n: word.removesuffix("s") for n, word in enumerate(self.words) if named(word) and word not in self.small
        }
        names |= self.names
        return {n: names.get(n - 1, who) if who == THEY else who for n, who in told.items()} | names  # Italian: Anna ha

    def said(self, match: Match) -> str:
        return " ".join(self.words[match.start : match.end])


def _is_same(actor: str, owner: str, owners: Collection[str]) -> bool | None:
    """Return True if a number is said of the player who acts, False if of the other, None if that is unclear."""
    if ME in (actor, owner) or actor == owner:
        return actor == owner
    if THEY in (actor, owner) and ME in owners:
        return True  # Anna knocked, I have 3, she has 6
    return None if owner == THEY else False


def named_alone(text: str, lang: str, names: Iterable[str]) -> str:
    """Return the only player whom the text names, or "" if there is none or more than one."""
    found = {*Text(text, lang, names).names.values()}
    return next(iter(found)) if len(found) == 1 else ""
