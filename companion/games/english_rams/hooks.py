"""Functions of English Rams for the shared layers: forms of a deal and of a question, scoreboard, paper, JSON.

The form of a deal asks only for calls that are not obvious; the full sequence of calls is computed from them.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from companion.games.english_rams.calls import (
    ANNOUNCES,
    TAKES_WIDOW,
    Call,
    Speaking,
    as_answer,
    pot_kind,
    speaking,
    speaking_order,
    unspoken,
)
from companion.games.english_rams.deal import Played
from companion.games.english_rams.options import Opening, Options
from companion.games.english_rams.score import share_of
from companion.games.english_rams.table import TRICKS, State
from companion.rules.cards import in_order
from companion.rules.entries import Player
from companion.rules.field_metadata import Json
from companion.rules.game import BoardContent, JsonOutput, NewPart, UsualPenalties, deal_number
from companion.rules.messages import N_, say
from companion.rules.paper_columns import BALANCE, DEALER, PaperColumn, PaperLayout, Sign
from companion.rules.people import Change, settled, transfers
from companion.rules.rulings import Ruling
from companion.rules.tally import Line, Tally, own

SHORT = ("folds", "widow", "general")  # form fields that stand for calls
OF_FORM = (*SHORT, "by_steps")  # form fields that are no fields of a deal; `by_steps`: calls were typed one by one


def form(tally: Tally, typed: Json) -> Mapping[str, object]:
    """Return values for the form of a deal: the calls, the players who are in, the tricks and the mistakes.

    In a simple pot nobody needs to call, so everybody is in unless the calls say otherwise.
    """
    table = tally.at(State)
    if table.over:
        nothing: dict[str, object] = {"steps": [], "plays": [], "misplays": (), "order": in_order(None, TRICKS)}
        return {**nothing, "double": False, "waiting": False, "by_steps": False, "payer": None}
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
        "payer": after.payer,
        **short,
    }


def filled(tally: Tally, typed: Json) -> dict[str, object]:
    """Return the deal with its calls: those typed one by one, else computed from the short fields."""
    deal = {name: value for name, value in typed.items() if name not in OF_FORM}
    if tally.at(State).over or deal.get("calls") or deal.get("kind") != "deal":
        return deal
    calls = _called(tally.at(State), typed)
    return {**deal, "calls": [list(call) for call in calls]} if calls else deal


def _called(table: State, typed: Json) -> tuple[Call, ...]:
    """Return the call of every player in turn; in a simple pot only if somebody took the widow, announced or folded."""
    if not (table.double or any(typed.get(name) for name in SHORT)):
        return ()
    now = unspoken(table)
    calls: tuple[Call, ...] = ()
    while now.next:
        calls = (*calls, (now.next, _call(now, now.next, typed)))
        if isinstance(after := speaking(table.players, table.dealer, table.double, calls, table.options), Ruling):
            break  # impossible calls: they are kept, and the rules will refuse them
        now = after
    return calls


def _call(now: Speaking, player: Player, typed: Json) -> str:
    if player in folding(typed):
        return "pay" if "fold" not in now.allowed and "pay" in now.allowed else "fold"
    widow, general = typed.get("widow") == player, typed.get("general") == player
    if widow and general and not now.announcer:
        return "widow_general"
    if general and not now.announcer:
        return "general"
    return "widow" if widow and not now.widow else "join"


def folding(typed: Json) -> Collection[object]:
    """Return the players who fold, from the short field of the form."""
    return _listed(typed.get("folds"))


def _shortened(calls: tuple[Call, ...]) -> dict[str, object]:
    return {
        "folds": [player for player, call in calls if call in ("fold", "pay")],
        "widow": next((player for player, call in calls if call in TAKES_WIDOW), ""),
        "general": next((player for player, call in calls if call in ANNOUNCES), ""),
    }


def _steps(table: State, wanted: tuple[Call, ...]) -> tuple[list[dict[str, object]], Speaking]:
    """Return the steps of the calling as far as the calls are allowed, and the state after them."""
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


def _plays(table: State, now: Speaking) -> tuple[Player, ...]:
    if now.payer:
        return ()
    return now.joined if now.next is None or now.announcer else () if table.double else now.order


def _after(table: State, calls: tuple[Call, ...]) -> Speaking:
    """Return the state after as many of the calls as are allowed, which is nearly always all of them."""
    for n in range(len(calls), 0, -1):
        after = speaking(table.players, table.dealer, table.double, calls[:n], table.options)
        if not isinstance(after, Ruling):
            return after
    return unspoken(table)


def calls_of(typed: Json) -> tuple[Call, ...]:
    """Return the typed calls, without items that are no pair of a player and a call."""
    pairs = (call for call in _listed(typed.get("calls")) if isinstance(call, list | tuple) and len(call) == 2)
    return tuple((Player(player), str(call)) for player, call in pairs)


NAMES = tuple(map(Player, "ABCDEF"))  # names for a question without a match
USUAL = 4  # number of players in such a question
IN_TRICK = 5  # the most cards in a trick: a sixth player sits out
ROUNDS = 2  # rounds in which calls are made


@dataclass(frozen=True)
class Spoken:
    """A call at its index in the sequence of calls; `said` is empty if it was not made yet."""

    at: int
    player: Player
    said: str


REASONS = {
    N_("Wrong card"): "english_rams.faults.play",
    N_("Wrong call"): "english_rams.irregular.said",
    N_("Wrong dealer"): "english_rams.irregular.dealer",
}


def usual_penalties(options: Options) -> UsualPenalties:
    return UsualPenalties((1, 2, 5, 10), REASONS)


def ask_form(options: Options, facts: Json, players: Sequence[Player]) -> Mapping[str, object]:
    """Return the seats, dealer, calls of both rounds and number of cards in a trick for the form of a question."""
    seats = tuple(players) or NAMES
    in_trick = min(len(players) or IN_TRICK, IN_TRICK)
    named = facts.get("players")
    playing = [seat for seat in seats if seat in named] if isinstance(named, list) else []
    playing = playing or list(players or NAMES[:USUAL])
    dealer = next((seat for seat in seats if seat == facts.get("dealer")), seats[0])
    order, calls = speaking_order(playing, dealer if dealer in playing else playing[0]), calls_of(facts)
    call_at = {n: call for n, (who, call) in enumerate(calls) if who == order[n % len(order)]}
    spoken = [Spoken(n, order[n % len(order)], call_at.get(n, "")) for n in range(ROUNDS * len(order))]
    return {
        "seats": seats,
        "playing": playing,
        "dealer": dealer,
        "first": spoken[: len(order)],
        "second": spoken[len(order) :],
        "others": [Spoken(n, who, call) for n, (who, call) in enumerate(calls) if n not in call_at],
        "is_second": len(calls) > len(order),
        "now": len(calls),
        "trick": in_trick,
        "before": in_trick - 1,
    }


@dataclass(frozen=True)
class Heir:
    """The heir of one trick: the named player, and the possible players. `is_nobody`: nobody inherits.

    `trick` is its number in the deal, or among the offender's tricks if the order is unknown.
    """

    trick: int
    player: object
    is_nobody: bool
    able: tuple[Player, ...]


@dataclass(frozen=True)
class Misplay:
    """A mistake in the form: the player, and an heir for each trick if one is asked for."""

    player: object = ""
    heirs: tuple[Heir, ...] = ()


def misplays(typed: Json, turn: Sequence[Player], plays: Collection[Player] | None) -> tuple[Misplay, ...]:
    """Return the mistakes that were typed, and blank ones for further players.

    Heirs are asked for once for each offender, and only if several players can inherit; heirs that were named already
    are shown anyway. `plays` is None if the house rules let nobody inherit.
    """
    faults = [one if isinstance(one, Mapping) else {} for one in _listed(typed.get("faults"))]
    offenders = [one.get("player") for one in faults]
    able = tuple(player for player in plays or () if player not in offenders)
    typed_ones = []
    for n, one in enumerate(faults):
        named = _listed(one.get("heirs"))
        is_asked = plays is not None and ((len(able) > 1 and offenders[n] not in offenders[:n]) or bool(named))
        tricks = _taken(typed.get("tricks"), offenders[n]) if is_asked else ()
        heirs = tuple(_heir(trick, named[at : at + 1], able, turn) for at, trick in enumerate(tricks))
        typed_ones.append(Misplay(offenders[n], heirs))
    return (*typed_ones, *[Misplay()] * max(1, len(turn) - len(faults)))


def _heir(trick: int, named: Sequence[object], able: Collection[Player], turn: Sequence[Player]) -> Heir:
    player = named[0] if named else ""
    return Heir(trick, player, player is None, tuple(one for one in turn if one in able or one == player))


def _listed(value: object) -> Sequence[object]:
    return value if isinstance(value, list | tuple) else ()


def _taken(tricks: object, player: object) -> Sequence[int]:
    """Return the numbers of the player's tricks in the deal; if only counts are known, numbers from 1."""
    if isinstance(tricks, Mapping):
        n = tricks.get(player)
        return range(1, min(n, TRICKS) + 1) if isinstance(n, int) else ()
    return [n for n, winner in enumerate(_listed(tricks), 1) if winner == player]


def scoreboard(tally: Tally) -> BoardContent:
    """Return the texts of the scoreboard."""
    table = tally.at(State)
    pot = table.pot + table.five
    money = tally.money(f"{table.pot} + {table.five}")  # the pot, and the ante of the next deal
    words = say("Double pot {n}", n=money) if table.double else say("Simple pot {n}", n=money)
    if table.over:
        return BoardContent(say("The match"))
    return BoardContent(
        where=say("Deal {n}", n=deal_number(tally)),
        stake=say("{pot}, {share} a trick", pot=words, share=share_of(table, pot)),
    )


def paper_columns(options: Options) -> PaperLayout:
    """Return the columns of a paper sheet under these house rules."""
    folds = Sign(N_("folds"), "folds[]", sign="–")
    said = (PaperColumn(N_("Widow"), "player", "widow"), PaperColumn(N_("General rams"), "player", "general"))
    return PaperLayout(
        deal=(DEALER, *said),
        each=(PaperColumn(N_("Tricks"), field="tricks[@]", signs=(folds,)), BALANCE),
        pot=True,
        account=(say("Balance"),),
    )


def new_part(tally: Tally, change: Change) -> NewPart:
    """Continue with the present pot. A player who leaves settles the balance; a newcomer starts without one."""
    table = tally.at(State)
    balances, paid = settled(change, table.balances)
    opening = Opening(change.first, change.carried(balances, 0), table.pot, table.deals)
    return NewPart(table.options, opening, transfers(paid))


def _line(line: Line) -> Mapping[str, object]:
    if line.played is None:
        return {}
    spoken = own(line.played, Played).spoken
    return {"pot_kind": pot_kind(spoken.double), "joined": list(spoken.joined), "general": spoken.announcer}


def _next(tally: Tally) -> Mapping[str, object]:
    table = tally.at(State)
    if tally.status == "finished":
        return {}
    now = unspoken(table)
    return {
        "pot": pot_kind(table.double),
        "order": list(now.order),
        **as_answer(now),
        "sits_out": table.dealer if now.dealer_out else None,
        "in_pot": table.pot + table.five,
        "share": share_of(table, table.pot + table.five),
        "names_heirs": table.options.names_heirs,
    }


JSON_OUTPUT = JsonOutput(line=_line, next=_next)
