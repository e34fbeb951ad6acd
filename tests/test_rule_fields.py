"""A house rule in a form: the choice, the number beside it, and hints."""

import pytest

from companion.rules.messages import Say
from companion.rules.options import Counted, HouseRule, Value
from companion.web.pages.house_rules import rule_field

EXTRA = HouseRule("Extra", "x.y", choices=((False, "off"), (25, "25")), numbers=range(1, 100))
LENGTH = HouseRule("Length", "x.y", choices=(("open", "open"),), counted={"deals": (Say("{n} deals"), range(1, 50))})
PRICE = HouseRule("Price", "x.y", numbers=range(100))


@pytest.mark.parametrize(
    ("rule", "now", "sent", "chosen", "number", "hint"),
    [
        (EXTRA, False, {}, "False", "", ""),  # off is not a number, not even 0
        (EXTRA, 25, {}, "25", "", "25"),
        (EXTRA, 31, {}, "#", "31", "31"),
        (EXTRA, False, {"extra": "#", "extra_number": "x"}, "#", "x", ""),
        (EXTRA, 31, {"extra": "25", "extra_number": ""}, "25", "", "31"),
        (LENGTH, Counted("deals", 7), {}, "#deals", "7", "7"),
        (LENGTH, "open", {"extra": "#deals", "extra_number": "12"}, "#deals", "12", ""),
    ],
)
def test_a_choice(rule: HouseRule, now: Value, sent: dict[str, str], chosen: str, number: str, hint: str) -> None:
    field = rule_field("extra", rule, now, sent)
    offered = [one.value for one in field.offered if one.is_chosen] + ["#"] * field.is_freed
    assert (offered, field.number, field.hint) == ([chosen], number, hint)
    assert field.counts == chosen.startswith("#")


def test_a_number_alone() -> None:
    field = rule_field("price", PRICE, 5, {})
    assert (field.kind, field.name, field.number_name, field.number) == (
        "number", "options[price]", "options[price_number]", "5",
    )  # fmt: skip
