"""What the form asks beyond the file: who has laid, which ramino it was, and who comes back before the next deal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.games.ramino.entries import Reentry
from companion.games.ramino.meld_questions import MOST_PACKS
from companion.games.ramino.missing import has_laid
from companion.games.ramino.options import Options
from companion.games.ramino.plausible import least_whole_hand, most_laid, most_left
from companion.games.ramino.table import Table
from companion.rules.entries import Player
from companion.rules.field_metadata import Json
from companion.rules.game import Offer
from companion.rules.messages import N_
from companion.rules.tally import Tally

OWN_ADDITIONS = "own_additions"  # a finish on the form: cards added to combinations of this very turn alone


@dataclass(frozen=True)
class Offence:
    """What a player may be fined for, on the form: how many `times` it was typed, or what stands there instead."""

    kind: str
    text: str
    times: int | str


def form(tally: Tally, typed: Json) -> Mapping[str, object]:
    """What numbers can be at most, between which one does not tell whether somebody has laid, and the offences."""
    table = tally.at(Table)
    with_cards_laid = most_left(table, laid=True)
    return {
        "offences": {player: _offences(table.options, typed.get("penalties"), player) for player in table.active},
        "step": "" if table.options.value_table == "traditional" else 5,
        "most_laid": most_laid(table),
        "most_left": max(with_cards_laid, most_left(table, laid=False)),
        "may_be_whole": range(least_whole_hand(table), with_cards_laid + 1),
    }


def _offences(options: Options, penalties: object, player: Player) -> list[Offence]:
    typed = penalties.get(player) if isinstance(penalties, Mapping) else None
    given = typed if isinstance(typed, list) else []
    found = [
        Offence("joker", N_("joker not replayed"), _times(given, "joker")),
        Offence("table", N_("table left incoherent"), _times(given, "table")),
        Offence("announce", N_("three cards unannounced"), _times(given, "announce")),
    ]
    return [one for one in found if one.kind != "table" or options.manipulation]


def _times(given: Sequence[object], kind: str) -> int | str:
    """How often the word stands there, or what was typed beside it that is no such number."""
    typed = [word.partition(" ")[2] for word in given if isinstance(word, str) and word.startswith(kind + " ")]
    return typed[0] if typed else given.count(kind)


def ask_form(options: Options, facts: Json, players: Sequence[Player]) -> Mapping[str, object]:
    """The packs in play, or the most there can be while nobody has said how many, and the jokers in them."""
    said = str(facts.get("packs"))
    packs = min(int(said), MOST_PACKS) if said.isdecimal() and int(said) else MOST_PACKS
    return {"copies": packs, "jokers": packs * options.jokers_per_pack}


def filled(tally: Tally, typed: Json) -> dict[str, object]:
    """Return the deal with what the house rules and the hands say by themselves."""
    table = tally.at(Table)
    found = dict(typed)
    if found.get("finish") == OWN_ADDITIONS:
        adds = table.options.own_turn_additions == "count_as_adding"
        found["finish"] = "ramino" if adds else "ramino_own"
    return _with_laid(table, found)


def _with_laid(table: Table, found: dict[str, object]) -> dict[str, object]:
    """Who has laid, where the hand says it: fewer cards than were dealt, or too few points for them.

    In the points game what was laid has to be written, so there only the whole hand is a matter of course.
    """
    hands, said, said_not = found.get("left"), found.get("laid") or {}, found.get("not_laid") or []
    if not isinstance(hands, dict) or not isinstance(said, dict) or not isinstance(said_not, list):
        return found  # what cannot be read is refused later
    laid, not_laid = dict(said), list(said_not)
    for player in table.active:
        if hands.get(player) is None or player in laid or player in not_laid or player == found.get("out"):
            continue
        has = has_laid(table, hands[player])
        if has and table.options.eliminates:
            laid[player] = True
        elif has is False:
            not_laid.append(player)
    return {**found, **({"laid": laid} if laid else {}), **({"not_laid": not_laid} if not_laid else {})}


def offers(tally: Tally) -> tuple[Offer, ...]:
    """The way back for who has gone out with the last deal, where the table has one."""
    table = tally.at(Table)
    return (Offer(Reentry, N_("Who comes back?"), table.may_return),) if table.may_return else ()
