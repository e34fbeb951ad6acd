"""Translatable sentences of the rules. Pages and commands translate them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, runtime_checkable


def N_(msgid: str) -> str:
    """Mark a string for translation; it is translated when it is shown."""
    return msgid


@dataclass(frozen=True, slots=True)
class Say:
    """A sentence with its arguments: `args` are filled into the translation of `msgid` by str.format."""

    msgid: str
    args: Mapping[str, object] = field(default_factory=dict)
    plural: str = ""
    n: int = 1

    def __hash__(self) -> int:
        return hash((self.msgid, self.n))


def say(msgid: str, /, **args: object) -> Say:
    """Return a translatable sentence. Its arguments may be cards, names, numbers, lists of them and other sentences."""
    return Say(msgid, args)


def say_n(one: str, many: str, n: int, /, **args: object) -> Say:
    """Return a translatable sentence with a number: `n` chooses the plural form and is also an argument named n."""
    return Say(one, {"n": n, **args}, many, n)


WORDS = (
    N_("one"),
    N_("two"),
    N_("three"),
    N_("four"),
    N_("five"),
    N_("six"),
    N_("seven"),
    N_("eight"),
    N_("nine"),
    N_("ten"),
    N_("eleven"),
    N_("twelve"),
)


def number_word(n: int) -> Say | int:
    """Return a number up to twelve as a word, any other as it is."""
    return Say(WORDS[n - 1]) if 0 < n <= len(WORDS) else n


@runtime_checkable
class InWords(Protocol):
    """A part of an entry with a sentence of its own, because its single fields would not be understood."""

    def in_words(self) -> Say: ...


def say_all(sentences: Sequence[Say]) -> Say:
    """Join sentences with spaces."""
    names = [f"s{n}" for n in range(len(sentences))]
    return Say(" ".join(f"{{{name}}}" for name in names), dict(zip(names, sentences, strict=True)))


THIS_PLAYER = say("This player")  # for a player whose name the rules do not know


def about(sentence: Say, player: str) -> Say:
    """Return the sentence with this player's name in place of THIS_PLAYER."""
    return replace(sentence, args={key: _about(fact, player) for key, fact in sentence.args.items()})


def _about(fact: object, player: str) -> object:
    if fact == THIS_PLAYER:
        return player
    if isinstance(fact, list | tuple):
        return [_about(one, player) for one in fact]
    return about(fact, player) if isinstance(fact, Say) else fact
