"""Which fields of the form for a new match a refusal means: it is told where it can be mended."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from companion.parsing import read_options
from companion.rules.game import Game
from companion.rules.rulings import Ruling, Whose
from companion.web.pages.opening_form import opening_fields

SEAT = "seat"  # in the path of a field: a seat of the form, by its number


def placed(
    game: Game, wrong: Ruling, head: Mapping[str, object], names: Sequence[str], beside: Collection[str]
) -> tuple[Ruling, list[Ruling]]:
    """The refusal with its field, and those of the other house rules that cannot be: all are told at one go.

    `names`: who is named at each seat of the form. `beside`: house rules typed beside a preset.
    """
    first, *others = _rules(game, head, beside) if wrong.path[:1] == ("options",) else [_placed(game, wrong, names)]
    return replace(first, also=tuple(one.sentence for one in others)), others


def _rules(game: Game, head: Mapping[str, object], beside: Collection[str]) -> list[Ruling]:
    options = head["options"]
    assert isinstance(options, Mapping)
    read = [(name, read_options(game, {name: value})) for name, value in options.items()]
    return [
        replace(one, path=("beside" if name in beside else "options", name))
        for name, one in read
        if isinstance(one, Ruling)
    ]


def _placed(game: Game, wrong: Ruling, names: Sequence[str]) -> Ruling:
    part, _, key = wrong.code.partition(".")
    if wrong.code == "match.players":
        return replace(wrong, path=(SEAT, str(_seat(wrong.player, names))))
    if wrong.code == "match.title":
        return replace(wrong, path=("title",))
    if part == "opening" and not wrong.path:
        return replace(wrong, path=("opening", key, *_whose(game, key, wrong.player, names)))
    return wrong


def _seat(player: str | None, names: Sequence[str]) -> int:
    """Where the name stands, the last of two alike; a lack of players is mended at the first seat left free."""
    found = [n for n, name in enumerate(names) if name == (player or "")]
    return found[-1] if player and found else found[0] if found else 0


def _whose(game: Game, key: str, player: str | None, names: Sequence[str]) -> tuple[str, ...]:
    """The number of whom it is about, or the first where it is about all of them."""
    has_seats = any(one.key == key and one.kind == "numbers" for one in opening_fields(game.opening))
    return (Whose(player or next(filter(None, names), "")),) if has_seats else ()
