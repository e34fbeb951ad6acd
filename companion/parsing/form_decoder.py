"""Decode the fields of a form into the JSON of the match file, which the strict decoder then checks.

The name of a field is the path of its value. The path and the schema of the dataclass, never the value, decide how it
is read:

- `tricks[]` appends to a list; `faults[0][player]` belongs to the first item of a list.
- `left[@2]` is the value of the third player. Paths name players by their seats, because a name may have any character.
- `out[@]` names a player by the seat, `@2`, or nobody, `none`; `out` names a player by name.
- `passed[@]` says of a list of players that it is empty, `none`, unless somebody is named.
- `left_cards[@2]` holds cards if `left[@2]` holds a number. Melds are separated by `|`, as in `5H 6H 7H | 2S 2D 2C`, or
  by commas if each has three cards or more.
- `penalties[@2][table]` counts how often the word "table" stands in a list of words.
- `options[target]` is one of the listed choices or `#`; `options[target_number]` is the number typed beside it.

A blank field is ignored. A text that cannot be read is kept as it was typed.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from companion.limits import FORM_DEPTH, SUM_LENGTH
from companion.parsing.json_decoder import plain
from companion.parsing.scalars import is_card
from companion.parsing.schema import (
    Atom,
    ByName,
    Choice,
    DataclassOf,
    HouseRules,
    ListOf,
    OneOf,
    Shape,
    TupleOf,
    shapes,
)
from companion.rules.cards import Cards
from companion.rules.entries import Player
from companion.rules.field_metadata import Dataclass, Json
from companion.rules.melds import SMALLEST
from companion.rules.options import HouseRule, house_rules
from companion.rules.tally import Spot

Pairs = Iterable[tuple[str, str]]
STEP = re.compile(r"\[([^\]]*)\]")


@dataclass
class Posted:
    """A node of the tree of sent fields: its texts, its inner nodes by step, and its list items."""

    texts: list[str] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    inner: dict[str, "Posted"] = field(default_factory=dict)
    more: list["Posted"] = field(default_factory=list)

    def at(self, step: str) -> "Posted":
        """Return the inner node of a step, or an empty one."""
        return self.inner.get(step) or Posted()

    def reach(self, step: str) -> "Posted":
        """Return the node of a step, and create it if needed. An empty step appends a list item."""
        if not step:
            self.more.append(Posted())
            return self.more[-1]
        return self.inner.setdefault(step, Posted())

    @property
    def text(self) -> str | list[str]:
        """Return the text, or all texts if several differ."""
        texts = list(dict.fromkeys(self.texts))
        return texts[0] if len(texts) == 1 else texts

    @property
    def rows(self) -> list["Posted"]:
        numbered = sorted((step for step in self.inner if is_place(step)), key=int)
        return [*(self.inner[step] for step in numbered), *self.more]

    @property
    def plain(self) -> Any:
        """Return objects, lists and texts without the use of a schema."""
        if self.texts:
            return self.text
        return [row.plain for row in self.more] or {step: inner.plain for step, inner in self.inner.items()}


def posted(pairs: Pairs) -> Posted:
    """Return the tree of the sent fields. Blank fields and those without a name are left out."""
    root = Posted()
    for name, text in pairs:
        if name and text.strip():
            place = root
            for step in _path(name):
                place = place.reach(step)
            place.texts.append(text.strip())
    return root


def _path(name: str) -> list[str]:
    head, bracket, rest = name.partition("[")
    return [head or " ", *STEP.findall(bracket + rest)[:FORM_DEPTH]]


def is_place(step: str) -> bool:
    """Return True if a step is an index of a list."""
    return step.isdecimal() and len(step) <= 4


SUM = re.compile(r"\s*[-−+]?\s*\d+(\s*[-−+]\s*\d+)*\s*")
MOST_WORDS = 99  # repetitions of one word in a list; a greater number is a number of points
SEAT = "@"
NOBODY = "none"
CARDS = "_cards"  # suffix of a field that holds a value as cards
NUMBER = "_number"
FREE = "#"  # chosen if the number is in the field beside it
GROUPS = re.compile(r"[|/;\n]")  # separators of melds in one field
CARD_FIELD = re.compile(rf"(\w+?)(?:{CARDS})?\[@(\d{{1,2}})\]", re.ASCII)
SWITCH = {"on": True, "true": True, "off": False, "false": False}


def form_of(kind: type, sent: Posted, players: Sequence[str] = ()) -> dict[str, object]:
    """Return the JSON of a dataclass from a form.

    Args:
        kind: a dataclass of the rules.
        sent: the fields.
        players: the players by seat, for seats in paths.
    """
    return _Form(tuple(players)).made(kind, sent)


def chosen_rules(usual: Dataclass | type[Dataclass], sent: Posted) -> dict[str, object]:
    """Return the house rules that a form sets, as JSON. `usual`: the options that it shows, or their class."""
    rules = {}
    for name, rule in house_rules(usual):
        chosen, typed = (sent.inner.get(key, Posted()).text or "" for key in (name, name + NUMBER))
        if chosen or typed:
            rules[name] = _choice(rule, chosen, typed, getattr(usual, name))
    return rules


class Sum(int):
    """A number and the text it was typed as, which the form shows again if it is refused."""

    text: str


def number(text: object) -> object:
    """Read a whole number or a sum like 12+11+7 of at most 200 characters. Anything else is returned unchanged."""
    if not isinstance(text, str) or len(text) > SUM_LENGTH or not SUM.fullmatch(text):
        return text
    total = Sum(sum(int(term) for term in re.findall(r"[-+]?\d+", re.sub(r"\s", "", text).replace("−", "-"))))
    total.text = text
    return total


@dataclass(frozen=True)
class _Form:
    """A decoder for the players of one table, by seat."""

    players: tuple[str, ...]

    def made(self, kind: type, node: Posted) -> dict[str, object]:
        known = {field.key: field.shape for field in shapes(kind)}
        _put_cards_beside(node, known)
        return {
            key: self.value(known[key], inner) if key in known else inner.plain for key, inner in node.inner.items()
        }

    def value(self, shape: Shape, node: Posted) -> object:
        match shape:
            case Atom.PLAYER:
                return self._player(node)
            case ListOf(of):
                return self._list(of, node)
            case TupleOf(members):
                return self._tuple(members, node)
            case ByName(_, of):
                return {self._name(step): self.value(of, inner) for step, inner in node.inner.items()} or node.plain
            case DataclassOf(kind):
                return self.made(kind, node) if node.inner else node.plain
            case HouseRules(kind, usual):
                return beside_default(usual or kind, chosen_rules(usual or kind, node))
            case OneOf(members):
                return self._one_of(members, node)
        return _single(shape, node.plain)

    def _name(self, step: str) -> str:
        seat = step.removeprefix(SEAT)
        is_seat = step.startswith(SEAT) and is_place(seat) and int(seat) < len(self.players)
        return self.players[int(seat)] or step if is_seat else step

    def _player(self, node: Posted) -> object:
        if SEAT not in node.inner:
            return node.plain
        seat = node.inner[SEAT].text
        return None if seat == NOBODY else self._name(str(seat))

    def _list(self, of: Shape, node: Posted) -> object:
        if of is Atom.HAND and (node.texts or node.cards):
            return _laid(" | ".join([*node.texts, *node.cards]))
        if node.texts:
            return node.text
        words = [word for step, inner in node.inner.items() if of is Atom.TEXT for word in _times(step, inner)]
        return [*(self.value(of, inner) for inner in node.rows), *words]

    def _tuple(self, members: tuple[Shape, ...], node: Posted) -> object:
        """Read a tuple from numbered steps, or a pair of a player and a value: `calls[0][@1]`."""
        named = [(step, inner) for step, inner in node.inner.items() if not is_place(step)]
        if len(named) == 1 and len(members) == 2:
            return [self._name(named[0][0]), self.value(members[1], named[0][1])]
        return [self.value(member, inner) for member, inner in zip(members, node.rows, strict=False)]

    def _one_of(self, members: tuple[Shape, ...], node: Posted) -> object:
        if node.texts or node.cards:
            return _text_of(members, node)
        for member in members:
            if self._fits(member, members, node):
                return self.value(member, node)
        return node.plain

    def _fits(self, member: Shape, members: tuple[Shape, ...], node: Posted) -> bool:
        match member:
            case Atom.PLAYER:
                return SEAT in node.inner
            case ListOf(of):
                counted = of is Atom.TEXT and not any(isinstance(other, ByName | DataclassOf) for other in members)
                return bool(node.rows) or counted or (of is Atom.PLAYER and SEAT in node.inner)
            case ByName() | DataclassOf():
                return bool(node.inner)
        return False


def _put_cards_beside(node: Posted, known: Mapping[str, Shape]) -> None:
    """Move the cards of `left_cards[@2]` to the node `left[@2]`."""
    for key in [key for key in node.inner if key.endswith(CARDS) and key not in known]:
        base = key.removesuffix(CARDS)
        if base in known:
            for step, inner in node.inner.pop(key).inner.items():
                node.reach(base).reach(step).cards += inner.texts


def _text_of(members: tuple[Shape, ...], node: Posted) -> object:
    """Read a text that may have several shapes: a number, a switch or cards. A number and cards together stay a pair.

    Cards typed into the field itself replace those beside it, which may be refused earlier input.
    """
    groups = ListOf(Atom.HAND) in members
    if not node.texts:
        return _laid(" | ".join(node.cards)) if groups else " ".join(node.cards).split()
    text: object = node.text
    for member in members:
        text = _single(member, text)
    if isinstance(text, str) and any(map(is_card, re.split(r"[\s,|/;]+", text))):
        return _laid(text) if groups else text
    return [text, " ".join(node.cards).split()] if node.cards else text


def _single(shape: Shape, text: object) -> object:
    """Read a text by its shape. A text that does not match is returned unchanged."""
    match shape:
        case Atom.NUMBER:
            return number(text)
        case Atom.SWITCH:
            return SWITCH.get(str(text), text)
        case Choice(values):
            return next((value for value in values if str(value) == text), text)
    return text


def melds(text: str) -> list[str]:
    """Split the text of a field into melds. A comma separates melds of three cards or more, otherwise single cards."""
    return [meld for group in GROUPS.split(text) for meld in _by_commas(group)]


def _by_commas(group: str) -> list[str]:
    parts = [part.strip() for part in group.split(",") if part.strip()]
    return parts if min(map(_count, parts), default=0) >= SMALLEST else [group.strip()] if parts else []


def _laid(text: str) -> object:
    """Split the text of a field into melds, or return the text if its commas are ambiguous."""
    return text if any(map(_is_unclear, GROUPS.split(text))) else melds(text)


def _is_unclear(group: str) -> bool:
    """Return True if commas may separate cards or melds: some part has several cards, another too few for a meld."""
    counts = [_count(part) for part in group.split(",") if part.strip()]
    return len(counts) > 1 and max(counts) > 1 and min(counts) < SMALLEST


def _count(cards: str) -> int:
    return len(cards.split())


def _times(word: str, node: Posted) -> list[str]:
    """Repeat a word n times by the number in its field. If there is no such number, keep the word with the text."""
    if is_place(word):
        return []
    n = number(node.text)
    return [word] * n if isinstance(n, int) and 0 <= n <= MOST_WORDS else [f"{word} {node.text}"]


# --- house rules


def _choice(rule: HouseRule, chosen: object, typed: object, default: object) -> object:
    """Combine a choice and the number typed beside it: a typed number counts even if a listed choice is still selected.

    A number beside another choice than the default is ambiguous and stays a text. If a number may count several things,
    it counts the first.
    """
    if rule.named:
        return _named_numbers(chosen)
    if rule.letters:
        return chosen
    counted = number(typed)
    n = int(counted) if isinstance(counted, int) else typed
    if isinstance(chosen, str) and chosen.startswith(FREE):
        return {chosen[1:]: n} if chosen[1:] else n
    listed = next((value for value, _ in rule.choices if str(value) == chosen), chosen)
    if not typed or typed == chosen:
        return listed
    units = [*([""] if rule.numbers else []), *rule.counted]
    if not units or (chosen and listed != default):
        return f"{chosen} / {typed}"
    return {units[0]: n} if units[0] else n


def _named_numbers(text: object) -> object:
    """Read names with numbers, `capot 50, last trick 10`. Anything else is returned unchanged."""
    if not isinstance(text, str):
        return text
    pairs = [part.strip().rpartition(" ") for part in text.split(",") if part.strip()]
    numbers = {name.strip(): int(n) for name, _, typed in pairs if isinstance(n := number(typed), int)}
    return numbers if len(numbers) == len(pairs) else text


def beside_default(usual: Dataclass | type, chosen: Json) -> dict[str, object]:
    """Return only the rules that differ from `usual`, which is options or their class, for the defaults of the book."""
    known = {name: plain(getattr(usual, name)) for name in chosen}
    return {
        name: value for name, value in chosen.items() if value != known[name] or type(value) is not type(known[name])
    }


def typed_cards(
    pairs: Iterable[tuple[str, str]], players: Sequence[Player]
) -> dict[str, tuple[Spot, tuple[Cards, ...]]]:
    """Return fields whose text is cards only, by field name, each with its place and its melds."""
    cards: dict[str, tuple[Spot, tuple[Cards, ...]]] = {}
    for name, text in pairs:
        at = CARD_FIELD.fullmatch(name)
        if not at or int(at[2]) >= len(players):
            continue
        with suppress(ValueError):
            groups = tuple(Cards.parse(group.upper()) for group in melds(text))
            if groups:
                cards[name] = (at[1], players[int(at[2])]), groups
    return cards
