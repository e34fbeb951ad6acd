"""What a deal of Ramino must say before it is written: that it was blocked, and that nothing was laid, is said too."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.games.ramino.options import Options
from companion.games.ramino.plausible import least_whole_hand, most_left
from companion.games.ramino.table import Table
from companion.rules.entries import Player
from companion.rules.field_metadata import Json
from companion.rules.messages import Say, say
from companion.rules.rulings import Ruling, Whose, refuse
from companion.rules.tally import Tally


def missing(tally: Tally, deal: Json, players: Sequence[Player]) -> Ruling | None:
    """Ask for what was laid, where the hand does not say it; who says only a part of the deal, also for the hand."""
    table = tally.at(Table)
    asked = [player for player in players if player in table.active]
    for player in asked:
        wrong = _left_unsaid(table, deal, player) if len(players) == 1 else None
        wrong = wrong or _laid_unsaid(table, deal, player, is_part=len(players) == 1)
        if wrong:
            return wrong
    return None


def _left_unsaid(table: Table, deal: Json, player: Player) -> Ruling | None:
    if deal.get("out") == player or player in _of_players(deal, "left"):
        return None
    sentence = say("Say what {player} has left, that {player} went out, or that the deal was blocked.", player=player)
    if _is_blocked(deal):
        if not table.options.eliminates:
            return None  # nobody needs to count
        sentence = say("What {player} had left is missing.", player=player)
    return _asked("ramino.left_missing", sentence, "ramino.score.hands", "left", player)


def _laid_unsaid(table: Table, deal: Json, player: Player, *, is_part: bool) -> Ruling | None:
    """In the points game all that was laid is written; in a whole deal its rules ask for that of who went out."""
    options = table.options
    if player in (*_of_players(deal, "laid"), *_names(deal, "not_laid")):
        return None
    if deal.get("out") == player:
        if options.eliminates or not is_part:
            return None
        sentence = say("{player} went out: write what {player} laid.", player=player)
        return _asked("ramino.laid_missing", sentence, "ramino.score.melded", "laid", player)
    left = _of_players(deal, "left").get(player)
    if left is None and (options.eliminates or not _is_blocked(deal)):
        return None  # the hand is asked for first
    if left is not None and has_laid(table, left) and not is_part:
        return None  # it is refused of who has laid nothing
    sentence = say("Say what {player} laid, or that {player} laid nothing.", player=player)
    if options.eliminates:
        sentence = say("Say whether {player} has laid.", player=player)
    return _asked("ramino.laid_unsaid", sentence, _why(options), "laid", player)


def _asked(code: str, sentence: Say, clause: str, field: str, player: Player) -> Ruling:
    return replace(refuse(code, sentence, clause, player=player), path=(field, Whose(player)))


def _why(options: Options) -> str:
    """Return the clause of what hangs on whether somebody has laid; where no factor does, which hand it can be."""
    if not options.eliminates:
        return "ramino.score.shutout"
    if options.elimination_shutout_bonus:
        return "ramino.elim.shutout"
    return "ramino.elim.multiplier" if options.elim_multiplier == "kinds" else "ramino.elim.hands"


def has_laid(table: Table, left: object) -> bool | None:
    """Return what the hand tells: None where it may be either. A number that is none is refused later."""
    if isinstance(left, list):
        return len(left) != table.options.dealt
    if isinstance(left, int):
        return True if left < least_whole_hand(table) else False if left > most_left(table, laid=True) else None
    return True


def _is_blocked(deal: Json) -> bool:
    """Whether somebody says that nobody went out."""
    return "out" in deal and deal["out"] is None


def _of_players(deal: Json, field: str) -> Mapping[str, object]:
    found = deal.get(field)
    return found if isinstance(found, Mapping) else {}


def _names(deal: Json, field: str) -> Sequence[object]:
    found = deal.get(field)
    return found if isinstance(found, list) else []
