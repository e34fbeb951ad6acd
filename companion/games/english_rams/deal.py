"""Read a deal of English Rams as it was entered, and refuse one that the rules do not allow."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.games.english_rams.calls import Speaking, complete, speaking
from companion.games.english_rams.options import Options
from companion.games.english_rams.table import TRICKS, State
from companion.rules.entries import Body, Player
from companion.rules.field_metadata import entry_field
from companion.rules.messages import N_, Say, say, say_n
from companion.rules.people import wrong_dealer
from companion.rules.rulings import Ruling, refuse

CALLS = {
    "join": N_("joins"),
    "fold": N_("folds"),
    "widow": N_("takes the widow"),
    "pay": N_("pays the dealer"),
    "general": N_("general rams"),
    "widow_general": N_("widow, then general rams"),
}


@dataclass(frozen=True)
class Fault:
    """A mistake in play. `heirs` has for each trick of the offender the holder of the second-best card, or None."""

    player: Player = entry_field(N_("Somebody made a mistake"), missing=N_("Choose who made the mistake."))
    heirs: tuple[Player | None, ...] = entry_field(N_("Who had the second-best card?"), default=())

    def in_words(self) -> Say:
        """Return the offender and the heirs of the tricks in order, so that nobody takes an heir for an offender."""
        if not self.heirs:
            return say("{player}", player=self.player)
        heirs = [heir or say("nobody") for heir in self.heirs]
        return say_n(
            "{player} (the trick goes to {heirs})",
            "{player} (the {n} tricks go in turn to {heirs})",
            len(heirs),
            player=self.player,
            heirs=heirs,
        )


@dataclass(frozen=True)
class Deal(Body):
    """The calls in order, the winners of the tricks, and the mistakes.

    `tricks` are the winners in order or a count for each player; None if the right-hand player paid instead of playing.
    """

    kind: ClassVar[str] = "deal"
    correctable: ClassVar[bool] = True
    dealer: Player | None = entry_field(N_("Dealer"), default=None)
    calls: tuple[tuple[Player, str], ...] = entry_field(N_("Calls so far"), whose="some", choices=CALLS, default=())
    tricks: tuple[Player, ...] | Mapping[Player, int] | None = entry_field(N_("Tricks"), whose="own", default=None)
    faults: tuple[Fault, ...] = entry_field(N_("Somebody made a mistake"), default=())


@dataclass(frozen=True)
class Played:
    """A deal that the rules allow. `heirs` has for each trick of an offender who gets its share, or None."""

    dealer: Player
    spoken: Speaking
    tricks: Mapping[Player, int]
    faults: Mapping[Player, int]  # the number of mistakes for which each offender pays
    heirs: Mapping[Player, tuple[Player | None, ...]]

    @property
    def won(self) -> bool | None:
        """Return True if general rams was won; None if nobody announced it."""
        announcer = self.spoken.announcer
        if announcer is None:
            return None
        if announcer in self.faults:
            return False
        defender_pays = self.spoken.options.general_defender_fault == "announcer_wins" and bool(self.faults)
        return defender_pays or self.tricks.get(announcer) == TRICKS


def read(table: State, deal: Deal, *, stands: bool = False) -> Played | Ruling:
    """Return the deal as the rules read it, or the first breach of a rule.

    Args:
        table: the state before the deal.
        deal: the deal as entered.
        stands: accept breaches of duty, such as calls out of turn.

    Returns:
        The calls, tricks and heirs of the deal, or a Ruling with the broken clause.
    """
    if wrong := wrong_dealer(deal.dealer, table.dealer, "english_rams.deal.order"):
        return wrong
    now = speaking(table.players, table.dealer, table.double, deal.calls, table.options, stands=stands)
    spoken = now if isinstance(now, Ruling) else complete(now, stands=stands)
    if isinstance(spoken, Ruling):
        return spoken
    counts = Counter(deal.tricks) if isinstance(deal.tricks, tuple) else (deal.tricks or {})
    tricks = {player: n for player, n in counts.items() if n}
    offenders = Counter(fault.player for fault in deal.faults)
    if wrong := _wrong_names(spoken, tricks, offenders) or _wrong_tricks(table, deal, spoken, tricks):
        return wrong
    if isinstance(heirs := _heirs(table.options, spoken, tricks, deal.faults), Ruling):
        return heirs
    each = offenders if table.options.fault_per_offence else dict.fromkeys(offenders, 1)
    return Played(table.dealer, spoken, tricks, each, heirs)


def _wrong_names(spoken: Speaking, tricks: Mapping[Player, int], offenders: Mapping[Player, int]) -> Ruling | None:
    """Refuse tricks and mistakes of players who are not in."""
    if spoken.payer and (tricks or offenders):
        sentence = say("{player} paid, so nobody plays: leave the tricks and faults out.", player=spoken.payer)
        return refuse("english_rams.not_played", sentence, "english_rams.bid.right_pays", player=spoken.payer)
    for player in (*tricks, *offenders):
        if player not in spoken.order:
            sentence = say("{player} deals and sits out.", player=player)
            return refuse("english_rams.sits_out", sentence, "english_rams.players.six", player=player)
        if player not in spoken.joined:
            sentence = say("{player} folded and does not play.", player=player)
            return refuse("english_rams.folded", sentence, "english_rams.bid.fold", player=player)
    return None


def _wrong_tricks(table: State, deal: Deal, spoken: Speaking, tricks: Mapping[Player, int]) -> Ruling | None:
    for player, n in tricks.items():
        if n < 0:
            sentence = say("{player} cannot take {n} tricks.", player=player, n=n)
            return refuse("english_rams.trick_count", sentence, "english_rams.play.five", player=player)
    total = sum(tricks.values())
    if total > TRICKS:
        sentence = say_n("{n} trick is too many.", "{n} tricks are too many: a deal has five.", total)
        return refuse("english_rams.trick_sum", sentence, "english_rams.play.five")
    if spoken.announcer:
        return _wrong_general(table.options, deal, spoken.announcer, tricks)
    if spoken.payer or (len(spoken.joined) < 2 and not tricks):
        return None
    if deal.tricks is None:
        return refuse("english_rams.tricks_missing", say("Choose who took the five tricks."), "english_rams.play.five")
    sentence = say_n("Only {n} of five tricks has been entered.", "Only {n} of five tricks have been entered.", total)
    return None if total == TRICKS else refuse("english_rams.trick_sum", sentence, "english_rams.play.five")


def _wrong_general(options: Options, deal: Deal, announcer: Player, tricks: Mapping[Player, int]) -> Ruling | None:
    """Refuse tricks that do not fit general rams: five of the announcer, or those up to the first lost one."""
    lost = sum(tricks.values()) - tricks.get(announcer, 0)
    went_on = isinstance(deal.tricks, tuple) and announcer in deal.tricks[-1:]
    if lost > 1 or (lost and went_on):
        sentence = say("{player} lost a trick, and play stops with that one: leave the rest out.", player=announcer)
        return refuse("english_rams.general_stop", sentence, "english_rams.play.general_stop")
    any_fault_ends = options.general_defender_fault == "announcer_wins"
    if any(any_fault_ends or fault.player == announcer for fault in deal.faults):
        return None
    if lost or tricks.get(announcer) == TRICKS:
        return None
    sentence = say(
        "{player} announced general rams: enter five tricks, or those up to the first that was lost.", player=announcer
    )
    code = "english_rams.trick_sum" if tricks else "english_rams.tricks_missing"
    return refuse(code, sentence, "english_rams.play.general_stop", player=announcer)


def _heirs(
    options: Options, spoken: Speaking, tricks: Mapping[Player, int], faults: tuple[Fault, ...]
) -> Mapping[Player, tuple[Player | None, ...]] | Ruling:
    """Return who inherits each trick of every offender, if the house rules give it to the second-best card."""
    if not options.names_heirs or spoken.announcer:
        return {}
    named: dict[Player, int] = {}  # for each offender, the last mistake that names heirs
    for at, fault in enumerate(faults):
        if fault.heirs or fault.player not in named:
            named[fault.player] = at
    able = [player for player in spoken.joined if player not in named]
    inherited: dict[Player, tuple[Player | None, ...]] = {}
    for offender, at in named.items():
        heirs, n = faults[at].heirs, tricks.get(offender, 0)
        wrong = _wrong_heirs(spoken, faults[at], n, able, set(named))
        if wrong:
            place, ruling = wrong
            return replace(ruling, path=("faults", str(at), "heirs", str(place)))
        inherited[offender] = heirs if len(able) > 1 else _only(able, heirs or (offender,) * n)
    return inherited


def _only(able: list[Player], heirs: tuple[Player | None, ...]) -> tuple[Player | None, ...]:
    """Return the heirs if at most one player can inherit. An entry that nobody inherits is accepted."""
    return tuple(able[0] if able and heir else None for heir in heirs)


def _wrong_heirs(
    spoken: Speaking, fault: Fault, n: int, able: list[Player], offenders: set[Player]
) -> tuple[int, Ruling] | None:
    """Require an heir for each trick, who played and is not at fault, unless at most one player can inherit.

    A refusal comes with the index of the trick.
    """
    clause, offender, heirs = "english_rams.faults.rest", fault.player, fault.heirs
    for at, heir in enumerate(heirs):
        if heir is None:
            continue
        if heir == offender:
            sentence = say(
                "One of {player}’s tricks goes to another player: choose who had the next-best card.", player=heir
            )
        elif heir not in spoken.joined:
            sentence = say("{heir} did not play and cannot get one of {player}’s tricks.", heir=heir, player=offender)
        elif heir in offenders and len(able) > 1:
            sentence = say("{heir} made a mistake too: choose who had the next-best card.", heir=heir)
        else:
            continue
        return at, refuse("english_rams.heir", sentence, clause, player=heir)
    if len(heirs) != n and (heirs or len(able) > 1):
        sentence = say_n(
            "{player} took {n} trick: choose who had the second-best card in it.",
            "{player} took {n} tricks: choose who had the second-best card in each.",
            n,
            player=offender,
        )
        return min(len(heirs), n), refuse("english_rams.heirs", sentence, clause, player=offender)
    return None
