"""What people ask the referee of Ramino about the end: whether the match is over, and who has won it."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.ramino import facts as known
from companion.games.ramino.options import Options
from companion.games.ramino.table import is_over_limit
from companion.rules.ending import agreed
from companion.rules.entries import Player
from companion.rules.field_metadata import circumstance, fact, needed
from companion.rules.game import Question
from companion.rules.messages import N_, say
from companion.rules.rulings import Ground, Ruling, but, by, impossible, missing
from companion.rules.shared_facts import ENDED, MOVED, MOVED_PAST, goes_on, won


@dataclass(frozen=True)
class Winner:
    scores: Mapping[Player, int] = needed(N_("Scores of those still in"), N_("Say what everybody has."))
    deals: int | None = circumstance(N_("Deals played"), None)
    ended: bool = circumstance(ENDED)
    moved: bool = fact(MOVED, False)
    options: Options = Options()


def winner(facts: Winner) -> Ruling:
    """By the rules of the match itself, or as it stands: after the agreed length, or where the table has ended it."""
    if not facts.scores:
        return impossible("facts.scores", say("Say what everybody has."))
    rule = by("ramino.elim.exceed" if facts.options.eliminates else "ramino.end.target", "scores", "moved")
    own = _last_one(facts, rule) if facts.options.eliminates else _highest(facts, rule)
    if own.answer["over"] and not facts.moved:
        return own
    length = agreed(facts.options.length, "deals")
    if length and facts.deals is None:
        return missing("deals", say("Say how many deals were played."))
    if length and facts.deals and facts.deals >= length:
        return won(_best(facts), rule, but("ramino.end.length", "deals"))
    if facts.ended:
        return won(_best(facts), rule, but("ramino.end.agreed", "ended"))
    if facts.moved:
        return goes_on(rule, sentence=MOVED_PAST)
    return own if not length else goes_on(rule, by("ramino.end.length", "deals"))


WINNER = Question(
    N_("Is the match over, and who has won?"),
    Winner,
    winner,
    known.known_scores,
    clause="ramino.end.target",
    decides=("over", "winners"),
    rules=("limit_rule",),
)


def _highest(facts: Winner, target: Ground) -> Ruling:
    best = _best(facts)
    if facts.scores[best[0]] < facts.options.target:
        return goes_on(target)
    if len(best) == 1:
        return won(best, target)
    level = say("The highest are level: one more deal.")
    return goes_on(target, by("ramino.end.tie", "scores"), sentence=level, more=True)


def _last_one(facts: Winner, exceed: Ground) -> Ruling:
    left = _left(facts)
    if len(left) == 1:
        return won(left, exceed, by("ramino.elim.last", "scores"))
    return goes_on(exceed) if left else won(_best(facts), exceed, but("ramino.elim.together", "scores"))


def _left(facts: Winner) -> list[Player]:
    return [player for player, score in facts.scores.items() if not is_over_limit(score, facts.options)]


def _best(facts: Winner) -> list[Player]:
    """Who is best as it stands: the highest, or the lowest of those still in; level ones together."""
    low = facts.options.eliminates
    among = (_left(facts) if low else []) or facts.scores
    best = (min if low else max)(facts.scores[player] for player in among)
    return [player for player in among if facts.scores[player] == best]
