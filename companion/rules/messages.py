"""Sentences that leave the rules untranslated; page and terminal translate them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, runtime_checkable


def N_(msgid: str) -> str:
    """Mark a string for translation; whoever shows it translates it."""
    return msgid


@dataclass(frozen=True, slots=True)
class Say:
    """A sentence with its facts: the translation of `msgid` is filled with `args` through str.format."""

    msgid: str
    args: Mapping[str, object] = field(default_factory=dict)
    plural: str = ""
    n: int = 1

    def __hash__(self) -> int:
        return hash((self.msgid, self.n))


def say(msgid: str, /, **args: object) -> Say:
    """Make a translatable sentence; cards, names, numbers, lists of them and other sentences may be its facts."""
    return Say(msgid, args)


def say_n(one: str, many: str, n: int, /, **args: object) -> Say:
    """Make a translatable sentence that counts: `n` chooses the plural form and is a fact named n."""
    return Say(one, {"n": n, **args}, many, n)


WORDS = (
    *(N_("one"), N_("two"), N_("three"), N_("four"), N_("five"), N_("six")),
    *(N_("seven"), N_("eight"), N_("nine"), N_("ten"), N_("eleven"), N_("twelve")),
)


def number_word(n: int) -> Say | int:
    """Return a small number as a word, any other as it is."""
    return Say(WORDS[n - 1]) if 0 < n <= len(WORDS) else n


@runtime_checkable
class InWords(Protocol):
    """Part of an entry that has its own sentence, because its fields one after the other would say nothing."""

    def in_words(self) -> Say: ...


def say_all(sentences: Sequence[Say]) -> Say:
    """Join sentences one after the other."""
    names = [f"s{n}" for n in range(len(sentences))]
    return Say(" ".join(f"{{{name}}}" for name in names), dict(zip(names, sentences, strict=True)))


THIS_PLAYER = say("This player")  # in a sentence about somebody whom the rules do not know by name


def about(sentence: Say, player: str) -> Say:
    """Return the sentence, with the player's name if the ruling is about one player."""
    return replace(sentence, args={key: _about(fact, player) for key, fact in sentence.args.items()})


def _about(fact: object, player: str) -> object:
    if fact == THIS_PLAYER:
        return player
    if isinstance(fact, list | tuple):
        return [_about(one, player) for one in fact]
    return about(fact, player) if isinstance(fact, Say) else fact
