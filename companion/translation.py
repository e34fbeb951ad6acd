"""Translate sentences of the rules: the one place where words, cards, names and numbers become text."""

from collections.abc import Callable, Container, Iterable
from functools import cache, reduce
from gettext import NullTranslations
from itertools import takewhile
from pathlib import Path
from typing import TypeAlias
from unicodedata import bidirectional, category

from babel.support import Translations

from companion.languages import LANGUAGES
from companion.rules.cards import Card
from companion.rules.field_metadata import Dataclass
from companion.rules.messages import N_, Say, say
from companion.rules.options import HouseRule, Value, chosen, worded

CATALOGUES = Path(__file__).parent / "translations"
PAPER_SUITS = str.maketrans({"♥": "♡", "♦": "♢"})  # red suits in outline: told apart without colour
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


Language: TypeAlias = NullTranslations  # a gettext catalogue


@cache
def language(code: str) -> NullTranslations:
    """Return the catalogue of a language; English uses the sentences as they stand in the code."""
    return Translations.load(str(CATALOGUES), [code])


def without_catalogue(folder: Path = CATALOGUES) -> list[str]:
    """Return the names of languages whose catalogue is not built: their pages would be in English."""
    others = (one for one in LANGUAGES.values() if one.code != "en")
    return [one.name for one in others if not (folder / one.code / "LC_MESSAGES" / "messages.mo").exists()]


def speak(sentence: Say, catalogue: Language, name: Callable[[str], str] = str) -> str:
    """Translate a sentence and fill in its facts; texts among them pass through `name`."""
    if sentence.plural:
        text = catalogue.ngettext(sentence.msgid, sentence.plural, sentence.n)
    else:
        text = catalogue.gettext(sentence.msgid)
    return text.format(**{key: _spoken(fact, catalogue, name) for key, fact in sentence.args.items()})


def set_apart(text: str) -> str:
    """Isolate a text with letters from right to left, so that a number after it stays after it."""
    return f"\u2068{text}\u2069" if any(bidirectional(letter) in {"R", "AL"} for letter in text) else text


def kept_together(text: str) -> str:
    """Isolate such a text on paper and keep it in one line: a break would reverse what follows."""
    apart = set_apart(text)
    return (
        apart
        if apart == text
        else apart.replace(" ", "\u00a0").replace("-", "\u2011").replace("\u05be", "\u05be\u2060")
    )


CUT = "LNPZ"  # letters, numbers, punctuation, spaces: between two of those a name may be cut, but not before a mark
ROOM, CLOSE = 9, 5  # letters in a narrow place, and where five names stand beside each other
TWO_LINES = 11  # letters in the narrowest row


def beginning(name: str, names: Iterable[str], room: int = ROOM, least: int = 4) -> str:
    """Return the shortest beginning that tells a name from the others at the table.

    Where that is too long itself, its first letter and the word in which it differs: M…Al, M…An.

    Args:
        room: letters that fit.
        least: letters to begin with.
    """
    if not all(category(letter)[0] in CUT for letter in name):
        return name  # what may not be cut anywhere
    if len(name) <= least + 1:
        return name  # one letter less is no shorter
    others = [other for other in names if other != name]
    starts = (name[:n].rstrip(" -") for n in range(least, len(name)))
    shortest = next((start for start in starts if not any(other.startswith(start) for other in others)), name)
    if len(shortest) <= room:
        return shortest
    alike = max((_alike(name, other) for other in others), default=0)
    differs = max(name.rfind(sign, 0, alike + 1) for sign in " -") + 1 or alike
    if alike - differs > room - least:
        differs = alike
    apart = name[differs : max(differs + least - 2, alike + 1)].rstrip()
    return f"{name[0]}…{apart}" if alike >= least and apart else shortest


def is_late(name: str, names: Iterable[str]) -> bool:
    """Return whether a name differs from another only in letters that two short lines do not reach."""
    return any(_alike(name, other) >= TWO_LINES for other in names if other != name)


def _alike(name: str, other: str) -> int:
    """Return how many letters two names begin with alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(name, other, strict=False)))


def card_text(card: Card, catalogue: Language) -> str:
    """Return a card as people write it in this language: 10♠, and the queen of spades Q♠, D♠ or D♠."""
    if card.is_joker:
        return catalogue.gettext(N_("joker"))
    return rank_text(card.rank, catalogue) + SIGNS[card.suit]


def rank_text(rank: str, catalogue: Language) -> str:
    """Return the letter or number on the card; courts differ: A K Q J, E K D Kn, A R D V, A R D F."""
    letters = {
        "A": catalogue.pgettext("card letter", "A"),
        "K": catalogue.pgettext("card letter", "K"),
        "Q": catalogue.pgettext("card letter", "Q"),
        "J": catalogue.pgettext("card letter", "J"),
        "T": "10",
    }
    return letters.get(rank, rank)


def choice_text(rule: HouseRule, value: Value, catalogue: Language) -> str:
    """Return a table's choice for a house rule, in words."""
    return speak(worded(rule, value), catalogue)


def usual_text(rule: HouseRule, usual: Value, catalogue: Language, *, in_short: bool = False) -> str:
    """Return a house rule with its usual choice, so that a name like “Knock with at most” is whole.

    On paper in short: a line more for each rule makes two sheets of a book that is folded of one.
    """
    label, choice = catalogue.gettext(rule.label), choice_text(rule, usual, catalogue)
    if not choice:
        return speak(say("House rule: {rule}.", rule=label), catalogue)
    facts = {"rule": label, "choice": choice}
    if in_short:
        return speak(say("House rule “{rule}: {choice}”", **facts), catalogue)
    return speak(say("House rule: “{rule}: {choice}”, unless the table agrees otherwise.", **facts), catalogue)


def house_rules_text(options: Dataclass, catalogue: Language, but: Container[str] = ()) -> list[str]:
    """Return the house rules that differ from the book, without those named `but`."""
    return [option_text(rule, value, catalogue) for name, rule, value in chosen(options) if name not in but]


def option_text(rule: HouseRule, value: Value, catalogue: Language) -> str:
    """Return a house rule and its value, `Start on: 7 points`; one that is simply on is its name alone."""
    if value is True:
        return catalogue.gettext(rule.label)
    return after_colon(catalogue, catalogue.gettext(rule.label), choice_text(rule, value, catalogue))


def after_colon(catalogue: Language, *texts: str) -> str:
    """Join texts by colons, each more of the one before, blank ones left out: French sets the colon apart."""
    parts = [text for text in texts if text]
    colon = catalogue.gettext(N_("{label}: {value}"))
    return reduce(lambda told, more: colon.format(label=told, value=more), parts) if parts else ""


def before_colon(catalogue: Language, text: str) -> str:
    """Return a text with its colon, where the rest stands in another element."""
    return after_colon(catalogue, text, " ").rstrip()


def listed(catalogue: Language, texts: Iterable[str]) -> str:
    """Join texts by semicolons, blank ones left out: French sets the semicolon apart."""
    parts = [text for text in texts if text]
    link = catalogue.gettext(N_("{text}; {more}"))
    return reduce(lambda told, more: link.format(text=told, more=more), parts) if parts else ""


def number_text(n: int) -> str:
    """Return a number with a real minus sign."""
    return str(n).replace("-", "−")


def signed(n: int) -> str:
    """Return a change with its sign: +5, −2, 0."""
    return f"+{n}" if n > 0 else number_text(n)


def _spoken(fact: object, catalogue: Language, name: Callable[[str], str]) -> str:
    if isinstance(fact, Say):
        return speak(fact, catalogue, name)
    if isinstance(fact, Card):
        return card_text(fact, catalogue)
    if isinstance(fact, str):
        return name(fact)
    if isinstance(fact, bool):
        return catalogue.gettext(N_("on")) if fact else catalogue.gettext(N_("off"))
    if isinstance(fact, int):
        return number_text(fact)
    if isinstance(fact, Iterable):
        return ", ".join(_spoken(one, catalogue, name) for one in fact)
    return str(fact)
