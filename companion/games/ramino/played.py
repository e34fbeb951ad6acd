"""Read a deal of Ramino as it was entered: the points that each player laid, kept and pays, or the broken rule."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from companion.games.ramino.card_count import wrong_copies, wrong_hand, wrong_laid_cards, wrong_together
from companion.games.ramino.deal import FINISHES, Deal, Laid, added_to, is_unsaid, melds_of
from companion.games.ramino.options import Options
from companion.games.ramino.plausible import wrong_fine, wrong_gone, wrong_laid, wrong_sum, wrong_totals
from companion.games.ramino.table import State
from companion.games.ramino.values import in_hand, on_table, why_no_meld
from companion.rules.cards import Cards
from companion.rules.entries import Player
from companion.rules.melds import Fault, read_all
from companion.rules.messages import Say, say
from companion.rules.people import wrong_dealer
from companion.rules.rulings import PlayerStep, Ruling, refuse, together

TABLE_FINE = 300


@dataclass(frozen=True)
class Fine:
    """A penalty of the rules, in points, with its reason and clause."""

    points: int
    sentence: Say
    clause: str


@dataclass(frozen=True)
class Played:
    """A deal in numbers. `laid` has the points of players with melds, `hands` those of players with cards.

    `unsaid` are players of whom it was not entered whether they have melds, because it does not matter.
    """

    dealer: Player
    out: Player | None
    finish: str
    laid: Mapping[Player, int]
    hands: Mapping[Player, int]
    fines: Mapping[Player, tuple[Fine, ...]]
    unsaid: frozenset[Player] = frozenset()

    @property
    def shut_out(self) -> bool:
        """Return True if only the winner has melds."""
        return self.out is not None and not set(self.laid) - {self.out}


def read(table: State, deal: Deal) -> Played | Ruling:
    """Return the deal in numbers, or what is wrong with it.

    Returns:
        The points laid, held and lost; or a Ruling, which may be about several players together.
    """
    wrong = (
        wrong_dealer(deal.dealer, table.dealer, "ramino.deal.dealer")
        or _wrong_names(table, deal)
        or _wrong_finish(deal)
        or wrong_copies(table, deal)
    )
    if wrong:
        return wrong
    laid, faults = _all_laid(table, deal)
    if not faults:
        wrong = _wrong_not_laid(deal, laid) or wrong_sum(table, deal, laid)
        if deal.finish != "plain":  # a ramino is checked before the hands
            wrong = wrong or wrong_gone(table, deal, laid)
        if wrong:
            return wrong
    hands, others = _hands(table, deal, laid)
    if wrong := together([*faults, *others]):
        return wrong
    fines = _fines(table, deal, laid)
    if isinstance(fines, Ruling):
        return fines
    wrong = wrong_gone(table, deal, laid) or wrong_together(table, deal, laid) or wrong_totals(table, deal, laid, hands)
    unsaid = frozenset(player for player in table.active if is_unsaid(table.options, deal, player))
    return wrong or Played(table.dealer, deal.out, deal.finish, laid, hands, fines, unsaid)


def _wrong_names(table: State, deal: Deal) -> Ruling | None:
    named = (deal.dealer, deal.out, *deal.laid, *deal.not_laid, *deal.left, *deal.penalties)
    for player in named:
        if player and player in table.out:
            sentence = say("{player} is eliminated and no longer plays.", player=player)
            return refuse("ramino.eliminated", sentence, "ramino.elim.exceed", player=player)
    return None


def _wrong_finish(deal: Deal) -> Ruling | None:
    if deal.finish not in FINISHES:
        sentence = say("{finish} is not a way to finish. Use {finishes}.", finish=deal.finish, finishes=(*FINISHES,))
        return refuse("ramino.finish", sentence, "ramino.score.ramino", player=deal.out)
    if deal.out is None and deal.finish != "plain":
        sentence = say("In a blocked deal nobody went out, so nobody made ramino.")
        return refuse("ramino.finish", sentence, "ramino.score.blocked")
    return None


def _all_laid(table: State, deal: Deal) -> tuple[dict[Player, int], list[Ruling]]:
    laid: dict[Player, int] = {}
    faults: list[Ruling] = []
    for player, written in deal.laid.items():
        points = _laid(table.options, player, written)
        if not isinstance(points, Ruling) and player != deal.out:
            points = wrong_laid_cards(table, player, written) or points
        if isinstance(points, Ruling):
            faults.append(points)
            points = 0
        if written or points:
            laid[player] = points
    if deal.out and deal.out not in laid and not table.options.eliminates:
        sentence = say("{player} went out: enter {player}’s melds.", player=deal.out)
        faults.append(refuse("ramino.laid_missing", sentence, "ramino.score.melded", player=deal.out))
    return laid, faults


def _laid(options: Options, player: Player, written: bool | int | tuple[Cards, ...] | Laid) -> int | Ruling:
    if isinstance(written, bool):
        if written and not options.eliminates:
            sentence = say("Enter the points of {player}’s melds, or the melds.", player=player)
            return refuse("ramino.laid_points", sentence, "ramino.score.melded", player=player)
        return 0
    added = added_to(written)
    if added < 0 and not options.manipulation:
        sentence = say("{player} cannot have laid down less than 0 points.", player=player)
        return refuse("ramino.laid_negative", sentence, "ramino.score.melded", player=player)
    if wrong := wrong_laid(options, player, added):
        return wrong if isinstance(written, tuple) else replace(wrong, path=("laid", PlayerStep(player)))
    melds = melds_of(written)
    own = laid_points(melds, options)
    if isinstance(own, Ruling):
        return refuse(own.code, own.sentence, own.clauses[0], player=player)
    first = own if melds or isinstance(written, Laid) else added
    if first < options.first_meld and _opens(options, written):
        least = options.first_meld
        sentence = say(
            "{player} laid down {n} points: the first meld needs {least}.", player=player, n=first, least=least
        )
        return refuse("ramino.first_meld", sentence, "ramino.first.points", player=player)
    return own + added


def _opens(options: Options, written: int | tuple[Cards, ...] | Laid) -> bool:
    """Return True if the value must contain a first meld. Points alone may be lower if cards can be taken back."""
    if isinstance(written, int):
        return written > 0 and not options.manipulation and not options.eliminates
    return isinstance(written, Laid) or bool(written)


def laid_points(melds: Iterable[Cards], options: Options) -> int | Ruling:
    """Return the points of melds together.

    Returns:
        The points, or a Ruling on the first invalid meld.
    """
    melds = tuple(melds)
    result = read_all(melds, options.melds)
    if len(result) == 2 and isinstance(result[1], Fault):
        index, fault = result
        assert isinstance(index, int)
        return refuse("ramino.meld", *why_no_meld(melds[index], fault, options))
    value = on_table(options)
    return sum(meld.worth(value) for meld in result)


def _wrong_not_laid(deal: Deal, laid: Mapping[Player, int]) -> Ruling | None:
    for player in deal.not_laid:
        if player == deal.out or player in laid:
            sentence = say("{player} cannot both have melds and have no melds.", player=player)
            return refuse("ramino.not_laid", sentence, "ramino.score.shutout", player=player)
    return None


def _hands(table: State, deal: Deal, laid: Mapping[Player, int]) -> tuple[dict[Player, int], list[Ruling]]:
    """Return the points in every hand, and impossible ones. In a blocked points game, hands need not be entered."""
    needed = deal.out is not None or table.options.eliminates
    hands: dict[Player, int] = {}
    faults: list[Ruling] = []
    missing: Ruling | None = None  # only the first: the form then asks for the others
    for player in table.active:
        left = deal.left.get(player)
        if left is None:
            if needed and player != deal.out and not missing:
                sentence = say("Enter what {player} had left.", player=player)
                missing = refuse("ramino.left_missing", sentence, "ramino.score.hands", player=player)
                faults.append(missing)
            continue
        points = left if isinstance(left, int) else sum(in_hand(card, table.options) for card in left)
        if wrong := _wrong_left(table, deal, player, left, points, player in laid):
            faults.append(wrong)
        hands[player] = points
    return hands, faults


def _wrong_left(
    table: State, deal: Deal, player: Player, left: int | Cards, points: int, has_laid: bool
) -> Ruling | None:
    if points < 0:
        sentence = say("{player} cannot have less than 0 points left.", player=player)
        return refuse("ramino.left_negative", sentence, "ramino.value.hand", player=player)
    if player != deal.out:
        wrong = wrong_hand(table, player, left, has_laid, deal.laid.get(player))
    else:
        sentence = say("{player} went out and has no cards left.", player=player)
        wrong = refuse("ramino.left_out", sentence, "ramino.aim", player=player) if points else None
    return replace(wrong, path=("left", PlayerStep(player))) if wrong and isinstance(left, int) else wrong


def _fines(table: State, deal: Deal, laid: Mapping[Player, int]) -> dict[Player, tuple[Fine, ...]] | Ruling:
    all_fines: dict[Player, tuple[Fine, ...]] = {}
    for player, written in deal.penalties.items():
        if isinstance(written, int):
            if written < 0:
                sentence = say(
                    "Enter the penalty without a minus sign. It always counts against {player}.", player=player
                )
                return refuse("ramino.penalty", sentence, "ramino.penalty.agreed", player=player)
            all_fines[player] = (Fine(written, say("Penalty"), "ramino.penalty.agreed"),)
            continue
        fines = []
        for word in written:
            fine = _fine(word, table.options)
            if fine is None:
                return _no_fine(player, word)
            if wrong := wrong_fine(table, deal, laid, player, word):
                return wrong
            fines.append(fine)
        all_fines[player] = tuple(fines)
    return all_fines


def _no_fine(player: Player, word: str) -> Ruling:
    """Refuse an unknown penalty, or one with a text that is no number in place of its count."""
    no_such = say("{word} is not a penalty. Use joker, table or announce.", word=word)
    name, counted, times = word.partition(" ")
    no_number = say("Enter how many times the penalty applies, not its points. {n} is not possible.", n=times)
    refused = refuse("ramino.penalty", no_number if counted else no_such, "ramino.penalty.agreed", player=player)
    return replace(refused, path=("penalties", PlayerStep(player), name), in_file=no_such)


def _fine(word: str, options: Options) -> Fine | None:
    known = {
        "joker": Fine(options.joker_fine, say("Joker taken and not played again"), "ramino.joker.penalty"),
        "table": Fine(
            TABLE_FINE,
            say("Took cards from the table and kept them, or left the table in disorder"),
            "ramino.table.penalty",
        ),
        "announce": Fine(options.announce_penalty, say("Three cards not announced"), "ramino.turn.announce"),
    }
    return known.get(word)
