"""The cards that stand in the fields of a form, each field with what it is of whom."""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress

from companion.parsing.form_decoder import CARDS, melds
from companion.rules.cards import Cards
from companion.rules.entries import Player
from companion.rules.tally import Spot

FIELD = re.compile(rf"(\w+?)(?:{CARDS})?\[@(\d{{1,2}})\]", re.ASCII)


def typed_cards(
    pairs: Iterable[tuple[str, str]], players: Sequence[Player]
) -> dict[str, tuple[Spot, tuple[Cards, ...]]]:
    """By the name of its field, what is typed as cards only; several melds stay apart."""
    found: dict[str, tuple[Spot, tuple[Cards, ...]]] = {}
    for name, text in pairs:
        at = FIELD.fullmatch(name)
        if not at or int(at[2]) >= len(players):
            continue
        with suppress(ValueError):
            groups = tuple(Cards.parse(group.upper()) for group in melds(text))
            if groups:
                found[name] = (at[1], players[int(at[2])]), groups
    return found
