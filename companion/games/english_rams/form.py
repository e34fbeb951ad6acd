"""What the entry form shows of the speaking: everybody who has spoken, and what the next may say."""

from collections.abc import Mapping
from typing import Any

from companion.games.english_rams.calls import Call, Speaking, speaking
from companion.games.english_rams.table import Table
from companion.rules.rulings import Ruling
from companion.rules.tally import Tally


def form(tally: Tally, typed: Mapping[str, Any]) -> Mapping[str, Any]:
    """The steps of the speaking as far as the typed calls are allowed, who then plays, and whether somebody waits.

    In a simple pot nobody needs to speak, so everybody plays unless the calls say otherwise.
    """
    table: Table = tally.table
    if table.over:
        return {"steps": [], "plays": [], "double": False, "waiting": False}
    calls: tuple[Call, ...] = ()
    steps: list[dict[str, Any]] = []
    now = _now(table, calls)
    wanted = _calls(typed)
    while now.next:
        player, said = wanted[len(steps)] if len(steps) < len(wanted) else (now.next, "")
        said = said if player == now.next else ""
        refused = {call: ruling.sentence for call, ruling in now.refused.items()}
        allowed = now.allowed
        steps.append({"player": now.next, "said": said, "allowed": allowed, "refused": refused})
        if said not in allowed:
            break
        calls = (*calls, (now.next, said))
        now = _now(table, calls)
    done = now.next is None
    plays = () if now.payer else now.joined if done or now.announcer else now.order if not table.double else ()
    return {"steps": steps, "plays": plays, "double": table.double, "waiting": not done}


def _now(table: Table, calls: tuple[Call, ...]) -> Speaking:
    now = speaking(table.players, table.dealer, table.double, calls, table.options)
    assert not isinstance(now, Ruling), "only allowed calls are taken over"
    return now


def _calls(typed: Mapping[str, Any]) -> list[tuple[str, str]]:
    calls = typed.get("calls", [])
    return [(call[0], call[1]) for call in calls if isinstance(call, list | tuple) and len(call) == 2]
