"""Translate sentences of the rules: all words, cards, names and numbers are turned into text here."""

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
PAPER_SUITS = str.maketrans({"♥": "♡", "♦": "♢"})  # red suits as outlines: they can be told apart without colour
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


Language: TypeAlias = NullTranslations  # a gettext catalogue


@cache
def language(code: str) -> NullTranslations:
    """Return the gettext catalogue of a language; English has none and uses the sentences in the code."""
    return Translations.load(str(CATALOGUES), [code])


def without_catalogue(folder: Path = CATALOGUES) -> list[str]:
    """Return the names of the languages whose catalogue is not built: their pages would be in English."""
    others = (one for one in LANGUAGES.values() if one.code != "en")
    return [one.name for one in others if not (folder / one.code / "LC_MESSAGES" / "messages.mo").exists()]


def speak(sentence: Say, catalogue: Language, name: Callable[[str], str] = str) -> str:
    """Translate a sentence and fill in its facts. Facts that are texts are first passed through `name`."""
    if sentence.plural:
        text = catalogue.ngettext(sentence.msgid, sentence.plural, sentence.n)
    else:
        text = catalogue.gettext(sentence.msgid)
    return text.format(**{key: _spoken(fact, catalogue, name) for key, fact in sentence.args.items()})


def bidi_isolated(text: str) -> str:
    """Isolate a text with right-to-left letters by control characters, so that a number after it stays after it."""
    return f"\u2068{text}\u2069" if any(bidirectional(letter) in {"R", "AL"} for letter in text) else text


def bidi_unbroken(text: str) -> str:
    """Isolate a text with right-to-left letters and keep it on one line; a line break would change the order."""
    apart = bidi_isolated(text)
    return (
        apart
        if apart == text
        else apart.replace(" ", "\u00a0").replace("-", "\u2011").replace("\u05be", "\u05be\u2060")
    )


CUT = "LNPZ"  # Unicode categories of letters, numbers, punctuation and spaces; a name of these alone can be shortened
ROOM, CLOSE = 9, 5  # letters that fit in a narrow place, and where five names stand beside each other
TWO_LINES = 11  # letters that fit in the narrowest row


def beginning(name: str, names: Iterable[str], room: int = ROOM, least: int = 4) -> str:
    """Return the shortest beginning of a name that differs from the other names at the table.

    If that is too long, return the first letter and the part in which the name differs: M…Al, M…An.

    Args:
        name: the name to shorten.
        names: all names at the table.
        room: the number of letters that fit.
        least: the least number of letters at the beginning.
    """
    if not all(category(letter)[0] in CUT for letter in name):
        return name  # contains a combining mark or a symbol, so it cannot be cut safely
    if len(name) <= least + 1:
        return name  # shortening by one letter saves nothing
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


def differs_late(name: str, names: Iterable[str]) -> bool:
    """Return True if a name differs from another one only after the letters that fit on two short lines."""
    return any(_alike(name, other) >= TWO_LINES for other in names if other != name)


def _alike(name: str, other: str) -> int:
    """Return the number of letters at the beginning that two names share."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(name, other, strict=False)))


def card_text(card: Card, catalogue: Language) -> str:
    """Return a card as it is written in this language: 10♠, and the queen of spades as Q♠ or D♠."""
    if card.is_joker:
        return catalogue.gettext(N_("joker"))
    return rank_text(card.rank, catalogue) + SIGNS[card.suit]


def rank_text(rank: str, catalogue: Language) -> str:
    """Return the letter or number on the card. The letters differ by language: A K Q J, E K D Kn, A R D V, A R D F."""
    letters = {
        "A": catalogue.pgettext("card letter", "A"),
        "K": catalogue.pgettext("card letter", "K"),
        "Q": catalogue.pgettext("card letter", "Q"),
        "J": catalogue.pgettext("card letter", "J"),
        "T": "10",
    }
    return letters.get(rank, rank)


def choice_text(rule: HouseRule, value: Value, catalogue: Language) -> str:
    """Return the choice of a table for a house rule, in words."""
    return speak(worded(rule, value), catalogue)


def usual_text(rule: HouseRule, usual: Value, catalogue: Language, *, in_short: bool = False) -> str:
    """Return a house rule with its usual choice, so that a label such as “Knock with at most” becomes complete.

    `in_short` is for paper: with the long text a folded booklet would need a second sheet.
    """
    label, choice = catalogue.gettext(rule.label), choice_text(rule, usual, catalogue)
    if not choice:
        return speak(say("House rule: {rule}.", rule=label), catalogue)
    facts = {"rule": label, "choice": choice}
    if in_short:
        return speak(say("House rule “{rule}: {choice}”", **facts), catalogue)
    return speak(say("House rule: “{rule}: {choice}”, unless the table agrees otherwise.", **facts), catalogue)


def house_rules_text(options: Dataclass, catalogue: Language, but: Container[str] = ()) -> list[str]:
    """Return the house rules that differ from the book, without those in `but`."""
    return [option_text(rule, value, catalogue) for name, rule, value in chosen(options) if name not in but]


def option_text(rule: HouseRule, value: Value, catalogue: Language) -> str:
    """Return a house rule and its value, `Start on: 7 points`; for a rule that is simply on, the label alone."""
    if value is True:
        return catalogue.gettext(rule.label)
    return after_colon(catalogue, catalogue.gettext(rule.label), choice_text(rule, value, catalogue))


def after_colon(catalogue: Language, *texts: str) -> str:
    """Join the texts that are not empty by colons, as the language writes them: French has a space before a colon."""
    parts = [text for text in texts if text]
    colon = catalogue.gettext(N_("{label}: {value}"))
    return reduce(lambda joined, more: colon.format(label=joined, value=more), parts) if parts else ""


def before_colon(catalogue: Language, text: str) -> str:
    """Return a text with the colon of the language after it, for a value that stands in another element."""
    return after_colon(catalogue, text, " ").rstrip()


def listed(catalogue: Language, texts: Iterable[str]) -> str:
    """Join the texts that are not empty by semicolons, as the language writes them."""
    parts = [text for text in texts if text]
    link = catalogue.gettext(N_("{text}; {more}"))
    return reduce(lambda joined, more: link.format(text=joined, more=more), parts) if parts else ""


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
