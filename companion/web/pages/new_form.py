"""Describe the form for a new match: kind of game, people and house rules, as last time or as sent."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from flask import render_template, request
from flask_babel import gettext as _

from companion.limits import FOUND
from companion.parsing import read_options
from companion.parsing.form_decoder import FREE, NUMBER, Posted, beside_default, chosen_rules
from companion.parsing.json_decoder import plain
from companion.parsing.schema import Atom, ByName, DataclassOf, ListOf, Shape, shapes
from companion.repository import players_of, shown_names
from companion.rules.field_metadata import Dataclass, Json, Label, labels
from companion.rules.game import Game, Preset
from companion.rules.options import FIRST_DEALER, Counted, HouseRule, Value, house_rules, worded
from companion.rules.people import turned_round
from companion.rules.rulings import Ruling
from companion.store import MatchRow
from companion.web.http.device import phone
from companion.web.http.filters import text_here
from companion.web.http.request_store import store
from companion.web.pages.entry_form import SentFields
from companion.web.pages.house_rules import RuleField, rule_fields

OTHER_WAY = "other"  # value of the field `order`: the names are reversed when the match begins


@dataclass(frozen=True)
class Filled:
    """The content of the form: sent, or taken from an earlier match.

    `fields` are title, dealer, house rules and position in the form in which they are shown again; `beside` are the
    numbers beside presets.
    """

    names: Sequence[str] = ()
    presets: Sequence[str] = ()
    beside: Mapping[str, str] = field(default_factory=dict)
    fields: Json = field(default_factory=dict)
    me: str = ""
    is_other_way: bool = False


@dataclass(frozen=True)
class SeatRow:
    """A row for a name; a row with `is_later` is hidden until the rows before it are filled."""

    n: int
    name: str
    is_later: bool


def as_sent(game: Game, posted_form: Posted, names: Sequence[str]) -> Filled:
    """Return what was sent, without fields that the form does not have."""
    sent = posted_form.plain if isinstance(posted_form.plain, dict) else {}
    texts = {name: sent[name] for name in ("title", "dealer") if isinstance(sent.get(name), str)}
    options = sent.get("options")
    touched = touched_rules(game, posted_form)
    items = options.items() if isinstance(options, dict) else ()
    rules = {name: one for name, one in items if isinstance(one, str) and name.removesuffix(NUMBER) in touched}
    return Filled(
        names=names,
        presets=request.form.getlist("presets[]"),
        beside=_numbers_beside(game),
        fields={**texts, "options": rules, "opening": fitting(opening_fields(game.opening), sent.get("opening"))},
        me=request.form.get("me", ""),
        is_other_way=request.form.get("order") == OTHER_WAY,
    )


def as_last_time(game: Game, row: MatchRow, *, is_other_way: bool) -> Filled:
    """Return the kind of game, the people and their order from an earlier match of this phone."""
    shown = shown_names(store(), row)
    players = list(shown.values())
    names = list(turned_round(players)) if is_other_way else players
    options = read_options(game, row.head.get("options", {}))
    fields: dict[str, object] = {"title": row.title if game.is_titled else ""}
    guest = store().guest(row.id, phone())
    player = shown.get(guest.player, guest.player) if guest else ""
    me = str(names.index(player)) if player in names else ""
    if isinstance(options, Ruling):
        return Filled(names, fields=fields, me=me, is_other_way=is_other_way)
    presets = _presets_of(game, options)
    drawn = replace(game.options(), **brought(game, [one.name for one in presets]))
    asked = {one.asks: str(getattr(options, one.asks)) for one in presets if one.asks}
    own = {
        name: value
        for name, rule in house_rules(options)
        if (value := getattr(options, name)) != getattr(drawn, name) and name not in {*asked, FIRST_DEALER}
    }
    texts = [_as_typed(name, dict(house_rules(options))[name], value) for name, value in own.items()]
    fields["options"] = {key: text for typed in texts for key, text in typed.items()}
    return Filled(names, [one.name for one in presets], asked, fields, me, is_other_way)


def _presets_of(game: Game, options: Dataclass) -> list[Preset]:
    """Return the variant closest to these house rules, and the further presets that they include."""
    usual = game.options()

    def differing(variant: Preset) -> int:
        by_it = replace(usual, **variant.rules)
        return sum(getattr(options, name) != getattr(by_it, name) for name, _ in house_rules(options))

    nearest = [min(game.variants, key=differing)] if game.variants else []
    rules_of_variant = {rule for one in nearest for rule in one.rules}

    def is_in(preset: Preset) -> bool:
        are = {rule: getattr(options, rule) for rule in preset.rules}
        return all(
            value != getattr(usual, rule) if rule == preset.asks else value == preset.rules[rule]
            for rule, value in are.items()
        )

    return [*nearest, *(one for one in game.presets if not rules_of_variant >= one.rules.keys() and is_in(one))]


def _as_typed(name: str, rule: HouseRule, value: Value) -> dict[str, str]:
    """Return the fields that a form would send for a house rule."""
    if isinstance(value, Counted):
        return {name: f"{FREE}{value.key}", f"{name}{NUMBER}": str(value.n)}
    if any(type(one) is type(value) and one == value for one, _ in rule.choices) or not rule.numbers:
        return {name: text_here(worded(rule, value)) if rule.letters else str(value)}
    return {name: FREE, f"{name}{NUMBER}": str(value)}


def chosen_options(game: Game, posted_form: Posted) -> dict[str, object]:
    """Return the house rules that differ from the book: those of the chosen presets, and those chosen beside them."""
    names = request.form.getlist("presets[]")
    tapped = [one for one in game.by_name if one.name in names]
    asked = {name: text.strip() for name, text in _numbers_beside(game).items() if name in asked_beside(game)}
    numbers = {rule: int(text) if text.isdecimal() else text for rule, text in asked.items() if text}
    of_presets = {rule: plain(value) for one in tapped for rule, value in one.rules.items()}
    return beside_default(game.options, {**of_presets, **numbers, **touched_rules(game, posted_form)})


def brought(game: Game, names: Iterable[str]) -> dict[str, Value]:
    """Return the house rules of these presets."""
    known = set(names)
    return {rule: value for one in game.by_name if one.name in known for rule, value in one.rules.items()}


def touched_rules(game: Game, posted_form: Posted) -> dict[str, object]:
    """Return the house rules in the list of all rules that differ from the presets with which the list was rendered.

    With scripts, the list follows the chosen presets; without scripts, it stays as it was rendered, and says so.
    """
    drawn = replace(game.options(), **brought(game, request.form.getlist("drawn[]")))
    return beside_default(drawn, chosen_rules(drawn, posted_form.at("options")))


def asked_beside(game: Game) -> set[str]:
    """Return the house rules for which the chosen presets ask a number."""
    tapped = request.form.getlist("presets[]")
    return {one.asks for one in game.by_name if one.name in tapped and one.asks}


def _numbers_beside(game: Game) -> dict[str, str]:
    """Return the numbers that were typed beside presets."""
    return {one.asks: request.form.get(f"beside[{one.asks}]", "") for one in game.by_name if one.asks}


def shown_form(game: Game, filled: Filled, wrong: Ruling | None = None) -> str:
    seats = game.seats[-1]
    names = [*filled.names, *[""] * seats][:seats]
    presets = _with_a_variant(game, filled.presets)
    options = filled.fields.get("options")
    chosen = options if isinstance(options, dict) else {}
    usual = replace(game.options(), **brought(game, presets))
    fields = [one for one in rule_fields(usual, chosen) if one.key != FIRST_DEALER]
    apart = {*game.asked_first, *game.ends}
    ends = [one for one in fields if one.key in game.ends]
    rest = [one for one in fields if one.key not in apart]
    path = wrong.path if wrong else ()
    return render_template(
        "new.html",
        game=game,
        first=[one for one in fields if one.key in game.asked_first],
        ends=ends,
        ends_text=_changes(ends),
        rules=rest,
        rules_text=_changes(rest, [one.name for one in game.presets if one.name in presets and not one.terms]),
        asks={one.key: one for one in fields},
        sent=SentFields(filled.fields),
        names=names,
        rows=_rows(game, names, path),
        wrong=wrong,
        part=path[0] if path else "",
        at=path[1] if len(path) > 1 else "",
        people=_people(),
        book={rule: str(getattr(game.options(), rule)) for one in game.by_name for rule in one.rules},
        presets=presets,
        beside={one.asks: "" for one in game.by_name if one.asks} | dict(filled.beside),
        me=filled.me,
        is_other_way=filled.is_other_way,
        opening=opening_inputs(opening_fields(game.opening), filled.fields.get("opening"), names),
    )


def _with_a_variant(game: Game, presets: Sequence[str]) -> list[str]:
    """Return the chosen presets; if no variant is among them, with that of the book."""
    is_chosen = any(one.name in presets for one in game.variants)
    return [*presets] if is_chosen else [*(one.name for one in game.variants[:1]), *presets]


def _changes(fields: Iterable[RuleField], presets: Sequence[str] = ()) -> str:
    """Return the choices that differ from the usual ones, in short."""
    own = [f"{_(one.rule.label)} {text_here(one.chosen)}".strip() for one in fields if one.chosen]
    return ", ".join([*(_(name) for name in presets), *own])


def _rows(game: Game, names: Sequence[str], path: Sequence[object]) -> list[SeatRow]:
    """Return a row for each seat. Visible are the filled ones, the next one, and as many as the game needs."""
    used = max((n for n, name in enumerate(names, start=1) if name), default=0)
    at_fault = int(str(path[1])) + 1 if len(path) > 1 and path[0] == SEAT else 0
    in_sight = max(used + 1, game.seats[0], at_fault)
    return [SeatRow(n, name, n >= in_sight) for n, name in enumerate(names)]


SEAT = "seat"  # first step of a path to a seat of the form; the second is its number


def _people() -> list[str]:
    """Return the players of this phone's matches, the most frequent first."""
    counted = Counter(name for names in players_of(store(), store().matches_of(phone())) for name in names)
    return [name for name, _ in counted.most_common(FOUND)]


Input = Literal["numbers", "names", "switch", "number", "rows"]
FITS: Mapping[Input, type] = {"numbers": dict, "rows": dict, "names": list}  # the type of the sent value; else a text


@dataclass(frozen=True)
class OpeningField:
    """A field of a position with its kind of input; a list has `rows` on the form."""

    key: str
    text: str
    kind: Input
    only: Mapping[str, object]
    rows: int = 0
    inner: tuple["OpeningField", ...] = ()


def opening_fields(kind: type) -> tuple[OpeningField, ...]:
    words = labels(kind)
    return tuple(_field(one.key, one.shape, words[one.key]) for one in shapes(kind) if one.key in words)


def _field(key: str, shape: Shape, label: Label) -> OpeningField:
    if isinstance(shape, ListOf) and isinstance(shape.of, DataclassOf):
        return OpeningField(key, label.text, "rows", label.only, label.rows, opening_fields(shape.of.kind))
    inputs: Mapping[type[Shape], Input] = {ByName: "numbers", ListOf: "names"}
    kind = "switch" if shape is Atom.SWITCH else inputs.get(type(shape), "number")
    return OpeningField(key, label.text, kind, label.only)


def fitting(fields: Sequence[OpeningField], typed: object) -> Json:
    """Return the sent fields of a position whose values fit their kind of input."""
    known = typed if isinstance(typed, dict) else {}
    values = {one.key: known[one.key] for one in fields if isinstance(known.get(one.key), FITS.get(one.kind, str))}
    rows = {one.key: one.inner for one in fields if one.inner and one.key in values}
    return values | {key: {n: fitting(inner, row) for n, row in known[key].items()} for key, inner in rows.items()}


@dataclass(frozen=True)
class SeatBox:
    """An input for one seat, with its player and its content."""

    who: str
    step: str  # the seat as part of the field's name
    text: str
    is_ticked: bool


@dataclass(frozen=True)
class OpeningInput:
    """An input on the form.

    Attributes:
        row: the row in which it stands; 0 outside of a list.
        text: the typed text; empty if the input consists of `seats` or of the `rows` of a list.
    """

    field: OpeningField
    name: str
    row: int
    text: str
    seats: tuple[SeatBox, ...]
    rows: tuple[tuple["OpeningInput", ...], ...]
    is_typed: bool


def opening_inputs(
    fields: Sequence[OpeningField], typed: object, names: Sequence[str], path: str = "opening", row: int = 0
) -> tuple[OpeningInput, ...]:
    """Return the inputs of a position.

    Args:
        fields: the fields of the position.
        names: the player named at each seat of the form.
        path: the beginning of the fields' names.
        row: the row of a list, 0 outside of a list.
    """
    known = typed if isinstance(typed, Mapping) else {}
    return tuple(_input(one, known.get(one.key), names, f"{path}[{one.key}]", row) for one in fields)


def _input(field: OpeningField, value: object, names: Sequence[str], name: str, row: int) -> OpeningInput:
    inner = value if isinstance(value, Mapping) else {}
    rows = (opening_inputs(field.inner, inner.get(str(n)), names, f"{name}[{n}]", n + 1) for n in range(field.rows))
    return OpeningInput(
        field=field,
        name=name,
        row=row,
        text=value if isinstance(value, str) else "",
        seats=tuple(_seat(n, who, value) for n, who in enumerate(names)) if field.kind in ("numbers", "names") else (),
        rows=tuple(rows),
        is_typed=bool(value),
    )


def _seat(n: int, who: str, value: object) -> SeatBox:
    step = f"@{n}"
    text = value.get(step, "") if isinstance(value, Mapping) else ""
    return SeatBox(who, step, str(text), isinstance(value, list) and {"@": step} in value)
