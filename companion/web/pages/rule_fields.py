"""Describe a house rule as a form asks for it: its choices, its value, and what was typed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.parsing.form_decoder import NUMBER
from companion.rules.field_metadata import Dataclass
from companion.rules.messages import Say, say
from companion.rules.options import Counted, HouseRule, Value, counting, house_rules
from companion.translation import choice_text
from companion.web.http.locale import catalogue

FREE = "#"  # in the place of a choice: the number beside it, of what the key after it counts
SOME = 5  # of what is counted, to choose the word by


@dataclass(frozen=True)
class Offered:
    """A choice of a house rule."""

    value: str
    words: Say
    is_chosen: bool


@dataclass(frozen=True)
class RuleField:
    """The input of a house rule: `text`, `number`, or choices with perhaps a number.

    Attributes:
        now: The value in force.
        counts: The chosen value needs the number beside it.
        hint: The number shown until one is typed.
        is_free: Any number may be chosen.
        is_freed: One is.
    """

    key: str
    rule: HouseRule
    now: Value
    kind: Literal["text", "number", "choice"]
    text: str = ""
    offered: tuple[Offered, ...] = ()
    number: str = ""
    hint: str = ""
    counts: bool = False
    is_freed: bool = False

    @property
    def usual(self) -> str:
        """Return the value that it has while nobody has touched it."""
        if isinstance(self.now, Counted):
            return f"{FREE}{self.now.key}:{self.now.n}"
        return _worded(self.rule, self.now) if self.kind == "text" else str(self.now)

    @property
    def chosen(self) -> Say | None:
        """Return the choice where it differs from the value in force: what somebody has chosen or typed."""
        if self.kind == "text" or not self.offered:
            typed = self.text if self.kind == "text" else self.number
            return say("{value}", value=typed) if typed != self.usual else None
        picked = next((one for one in self.offered if one.is_chosen), Offered(FREE, say("{value}", value=""), True))
        usual = _choice(self.rule, self.now)
        if picked.value == usual and (not self.counts or self.number == self.hint):
            return None
        if self.is_freed:
            return say("{value}", value=self.number)
        counted = self.rule.counted.get(picked.value.removeprefix(FREE)) if self.counts else None
        return counting(counted[0], SOME, self.number) if counted else picked.words

    @property
    def name(self) -> str:
        return f"options[{self.key}]"

    @property
    def number_name(self) -> str:
        return f"options[{self.key}{NUMBER}]"

    @property
    def is_free(self) -> bool:
        return bool(self.rule.numbers)

    @property
    def has_number(self) -> bool:
        return bool(self.rule.numbers or self.rule.counted)


def rule_fields(options: Dataclass, sent: Mapping[str, object]) -> list[RuleField]:
    return [rule_field(key, rule, getattr(options, key), sent) for key, rule in house_rules(options)]


def rule_field(key: str, rule: HouseRule, now: Value, sent: Mapping[str, object]) -> RuleField:
    """Return the input of a rule.

    Args:
        now: The value in force.
        sent: What was typed, under the rule's key and that of its number.
    """
    if rule.letters:
        return RuleField(key, rule, now, "text", text=str(sent.get(key, _worded(rule, now))))
    if not rule.choices and not rule.counted:
        return RuleField(key, rule, now, "number", number=str(sent.get(key + NUMBER, now)))
    chosen = str(sent.get(key, _choice(rule, now)))
    counts = chosen.startswith(FREE)
    choices = [(str(value), Say(label)) for value, label in rule.choices]
    counted = [(FREE + what, counting(label, SOME, "…")) for what, (label, _) in rule.counted.items()]
    return RuleField(
        key,
        rule,
        now,
        "choice",
        offered=tuple(Offered(value, words, value == chosen) for value, words in (*choices, *counted)),
        number=str(sent.get(key + NUMBER, _number(now) if counts else "")),
        hint=_number(now),
        counts=counts,
        is_freed=chosen == FREE,
    )


def _worded(rule: HouseRule, now: Value) -> str:
    return choice_text(rule, now, catalogue())


def _choice(rule: HouseRule, now: Value) -> str:
    """Return the choice where nothing was sent."""
    if isinstance(now, Counted):
        return FREE + now.key
    return str(now) if any(type(one) is type(now) and one == now for one, _ in rule.choices) else FREE


def _number(now: Value) -> str:
    """Return the number in force, if there is one."""
    return str(now.n) if isinstance(now, Counted) else str(now) if type(now) is int else ""
