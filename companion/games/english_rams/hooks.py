"""Answer what the shared layers ask of English Rams: forms of a deal and of a question, scoreboard, paper, JSON.

People say only what is not a matter of course; the calls in turn are worked out from it.
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

SHORT = ("folds", "widow", "general")  # fields of the form that stand for calls
OF_FORM = (*SHORT, "by_steps")  # fields that are no deal's; `by_steps`: what calls there are were typed one by one


def form(tally: Tally, typed: Json) -> Mapping[str, object]:
    """Return what the form shows of the speaking: calls in short, steps, who plays, the tricks and the misplays.

    In a simple pot nobody needs to speak, so everybody plays unless the calls say otherwise.
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
    """Return the deal as written: calls said one by one stand, else they are worked out from what was said in short."""
    deal = {name: value for name, value in typed.items() if name not in OF_FORM}
    if tally.at(State).over or deal.get("calls") or deal.get("kind") != "deal":
        return deal
    calls = _called(tally.at(State), typed)
    return {**deal, "calls": [list(call) for call in calls]} if calls else deal


def _called(table: State, typed: Json) -> tuple[Call, ...]:
    """Return everybody's call in turn; in a simple pot none, unless somebody took the widow, announced or folds."""
    if not (table.double or any(typed.get(name) for name in SHORT)):
        return ()
    now = unspoken(table)
    calls: tuple[Call, ...] = ()
    while now.next:
        calls = (*calls, (now.next, _call(now, now.next, typed)))
        if isinstance(after := speaking(table.players, table.dealer, table.double, calls, table.options), Ruling):
            break  # what was said cannot be: written as it is, the rules tell why
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
    """Return who folds, as the form says it in short."""
    return _listed(typed.get("folds"))


def _shortened(calls: tuple[Call, ...]) -> dict[str, object]:
    return {
        "folds": [player for player, call in calls if call in ("fold", "pay")],
        "widow": next((player for player, call in calls if call in TAKES_WIDOW), ""),
        "general": next((player for player, call in calls if call in ANNOUNCES), ""),
    }


def _steps(table: State, wanted: tuple[Call, ...]) -> tuple[list[dict[str, object]], Speaking]:
    """Return the steps of the speaking as far as the calls are allowed, and where it stands then."""
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
    """Return where the speaking stands after the allowed ones among the calls: nearly always all of them are."""
    for n in range(len(calls), 0, -1):
        after = speaking(table.players, table.dealer, table.double, calls[:n], table.options)
        if not isinstance(after, Ruling):
            return after
    return unspoken(table)


def calls_of(typed: Json) -> tuple[Call, ...]:
    """Return the calls as typed, without what is no pair of a player and a call."""
    pairs = (call for call in _listed(typed.get("calls")) if isinstance(call, list | tuple) and len(call) == 2)
    return tuple((Player(player), str(call)) for player, call in pairs)


NAMES = tuple(map(Player, "ABCDEF"))  # of those who sit at no table of ours
USUAL = 4  # of them
IN_TRICK = 5  # cards at most: of six one sits out
ROUNDS = 2  # in which one speaks


@dataclass(frozen=True)
class Spoken:
    """A call in its place among all: its speaker and its word, empty where it has not been said."""

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
    """Return the seats, dealer, calls of both rounds and cards in a trick for the form of a question."""
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
    """The heir of one trick: who is said to have held the second-best card, and who can be; `is_nobody`: nobody did.

    `trick`: which one of the deal, or of the offender's where their order is not known.
    """

    trick: int
    player: object
    is_nobody: bool
    able: tuple[Player, ...]


@dataclass(frozen=True)
class Misplay:
    """A place in the form: who, and an heir for each trick where one is asked for."""

    player: object = ""
    heirs: tuple[Heir, ...] = ()


def misplays(typed: Json, turn: Sequence[Player], plays: Collection[Player] | None) -> tuple[Misplay, ...]:
    """Return the misplays that were typed, and room for one more and for everybody.

    An heir is one of those who play, asked for once for each offender and not where there is no choice; what was
    named there already is shown all the same. Where nobody inherits `plays` is None.
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
    """Return the numbers of the tricks of a player in the deal; counted from 1 where only how many is known."""
    if isinstance(tricks, Mapping):
        n = tricks.get(player)
        return range(1, min(n, TRICKS) + 1) if isinstance(n, int) else ()
    return [n for n, winner in enumerate(_listed(tricks), 1) if winner == player]


def scoreboard(tally: Tally) -> BoardContent:
    """Return the texts of the scoreboard."""
    table = tally.at(State)
    pot = table.pot + table.five
    money = tally.money(f"{table.pot} + {table.five}")  # what lies there, and the ante that is still to come
    words = say("Double pot {n}", n=money) if table.double else say("Simple pot {n}", n=money)
    if table.over:
        return BoardContent(say("The match"))
    return BoardContent(
        where=say("Deal {n}", n=deal_number(tally)),
        stake=say("{pot}, {share} a trick", pot=words, share=share_of(table, pot)),
    )


def paper_columns(options: Options) -> PaperLayout:
    """Return the columns of a sheet for writing by hand, by the house rules."""
    folds = Sign(N_("folds"), "folds[]", sign="–")
    said = (PaperColumn(N_("Widow"), "player", "widow"), PaperColumn(N_("General rams"), "player", "general"))
    return PaperLayout(
        deal=(DEALER, *said),
        each=(PaperColumn(N_("Tricks"), field="tricks[@]", signs=(folds,)), BALANCE),
        pot=True,
        account=(say("Balance"),),
    )


def new_part(tally: Tally, change: Change) -> NewPart:
    """Go on with the pot that lies there; who leaves settles the balance, and who comes has none."""
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
