"""What the entry form shows of the speaking: who folds, and who took the widow or announced; or call by call.

People say only what is not a matter of course; the calls in turn are worked out from it.
"""

from collections.abc import Collection, Mapping

from companion.games.english_rams.calls import ANNOUNCES, TAKES_WIDOW, Call, Speaking, speaking, unspoken
from companion.games.english_rams.misplays import misplays
from companion.games.english_rams.table import TRICKS, Table
from companion.rules.entries import Player
from companion.rules.field_metadata import Json
from companion.rules.rulings import Ruling
from companion.rules.tally import Tally
from companion.rules.tricks import in_order

SHORT = ("folds", "widow", "general")  # fields of the form that stand for calls
OF_FORM = (*SHORT, "by_steps")  # fields that are no deal's; `by_steps`: what calls there are were typed one by one


def form(tally: Tally, typed: Json) -> Mapping[str, object]:
    """What was said so far in short, the steps of the speaking, who then plays, whether somebody waits, who took
    the tricks, and who misplayed.

    In a simple pot nobody needs to speak, so everybody plays unless the calls say otherwise.
    """
    table = tally.at(Table)
    if table.over:
        nothing: dict[str, object] = {"steps": [], "plays": [], "misplays": (), "order": in_order(None, TRICKS)}
        return {**nothing, "double": False, "waiting": False, "by_steps": False, "right_hand": None}
    calls = calls_of(typed)
    short = _shortened(calls) | {name: typed[name] for name in SHORT if typed.get(name)}
    by_steps = bool(calls) and (bool(typed.get("by_steps")) or _called(table, short) != calls)
    steps, now = _steps(table, calls if by_steps else ())
    after = now if by_steps else _after(table, _called(table, short))
    plays = _plays(table, after)
    able = plays if table.options.names_heirs and not after.announcer else None
    return {
        "steps": steps,
        "plays": plays,
        "misplays": misplays(typed, tally.turn, able),
        "order": in_order(typed.get("tricks"), TRICKS),
        "double": table.double,
        "waiting": now.next is not None,
        "by_steps": by_steps,
        "right_hand": unspoken(table).right_hand,
        **short,
    }


def filled(tally: Tally, typed: Json) -> dict[str, object]:
    """The deal as it is written: calls said one by one stand, else they are worked out from what was said in short."""
    deal = {name: value for name, value in typed.items() if name not in OF_FORM}
    if tally.at(Table).over or deal.get("calls") or deal.get("kind") != "deal":
        return deal
    calls = _called(tally.at(Table), typed)
    return {**deal, "calls": [list(call) for call in calls]} if calls else deal


def _called(table: Table, said: Json) -> tuple[Call, ...]:
    """Everybody's call in turn; in a simple pot none, unless somebody took the widow, announced or is said to fold."""
    if not (table.double or any(said.get(name) for name in SHORT)):
        return ()
    now = unspoken(table)
    calls: tuple[Call, ...] = ()
    while now.next:
        call = _call(now, now.next, said)
        calls = (*calls, (now.next, call))
        found = speaking(table.players, table.dealer, table.double, calls, table.options)
        if isinstance(found, Ruling):
            break  # what was said cannot be: written as it is, the rules tell why
        now = found
    return calls


def _call(now: Speaking, player: Player, said: Json) -> str:
    if player in folding(said):
        return "pay" if "fold" not in now.allowed and "pay" in now.allowed else "fold"
    widow, general = said.get("widow") == player, said.get("general") == player
    if widow and general and not now.announcer:
        return "widow_general"
    if general and not now.announcer:
        return "general"
    return "widow" if widow and not now.widow else "join"


def folding(said: Json) -> Collection[object]:
    """Who folds, as the form says it in short."""
    found = said.get("folds")
    return found if isinstance(found, list | tuple) else ()


def _shortened(calls: tuple[Call, ...]) -> dict[str, object]:
    return {
        "folds": [player for player, call in calls if call in ("fold", "pay")],
        "widow": next((player for player, call in calls if call in TAKES_WIDOW), ""),
        "general": next((player for player, call in calls if call in ANNOUNCES), ""),
    }


def _steps(table: Table, wanted: tuple[Call, ...]) -> tuple[list[dict[str, object]], Speaking]:
    """The steps of the speaking as far as the calls are allowed, and where it stands then."""
    steps: list[dict[str, object]] = []
    calls: tuple[Call, ...] = ()
    now = unspoken(table)
    while now.next:
        player, said = wanted[len(steps)] if len(steps) < len(wanted) else (now.next, "")
        said = said if player == now.next else ""
        refused = {call: ruling.sentence for call, ruling in now.refused.items()}
        steps.append({"player": now.next, "said": said, "allowed": now.allowed, "refused": refused})
        if said not in now.allowed:
            break
        calls = (*calls, (now.next, said))
        now = _after(table, calls)
    return steps, now


def _plays(table: Table, now: Speaking) -> tuple[Player, ...]:
    if now.payer:
        return ()
    return now.joined if now.next is None or now.announcer else () if table.double else now.order


def _after(table: Table, calls: tuple[Call, ...]) -> Speaking:
    """Where the speaking stands after the allowed ones among the calls: nearly always all of them are."""
    for n in range(len(calls), 0, -1):
        found = speaking(table.players, table.dealer, table.double, calls[:n], table.options)
        if not isinstance(found, Ruling):
            return found
    return unspoken(table)


def calls_of(typed: Json) -> tuple[Call, ...]:
    calls = typed.get("calls")
    pairs = calls if isinstance(calls, list | tuple) else ()
    return tuple((Player(call[0]), str(call[1])) for call in pairs if isinstance(call, list | tuple) and len(call) == 2)
