"""Questions about the score of Ramino: ramino, penalties, a blocked deal, elimination, and the winner."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from companion.games.ramino import facts as known_facts
from companion.games.ramino.options import Options
from companion.games.ramino.plausible import NO_JOKER
from companion.games.ramino.played import TABLE_FINE
from companion.games.ramino.score import RAMINO, SHUT_OUT, multiplier
from companion.games.ramino.table import is_over_limit
from companion.rules.ending import agreed
from companion.rules.entries import Player
from companion.rules.field_metadata import circumstance, deciding, fact, needed
from companion.rules.game import question
from companion.rules.messages import N_, THIS_PLAYER, Say, say, say_n
from companion.rules.rulings import WHO, Ground, Ruling, answer, but, by, illegal, impossible, legal, missing, term
from companion.rules.shared_facts import ENDED, MOVED, MOVED_PAST, goes_on, won

EACH_CARD = say("Each card that was kept costs {n} points.", n=TABLE_FINE)


@dataclass(frozen=True)
class Bonus:
    opened_before: bool = deciding(N_("The player who went out had laid down melds in an earlier turn"))
    last: Literal["laid", "discarded"] = deciding(
        N_("The last card was"), choices={"laid": N_("melds"), "discarded": N_("discarded")}
    )
    added: Literal["none", "own", "others"] = deciding(
        N_("Cards were added"),
        choices={
            "none": N_("to no meld"),
            "own": N_("only to melds laid down in this turn"),
            "others": N_("to other melds on the table"),
        },
    )
    others_laid: bool = deciding(N_("Another player has laid down a card"))
    options: Options = Options()


FINISH = {"plain": say("Not a ramino"), "ramino": say("Ramino"), "ramino_own": say("Ramino with own cards only")}


@question(
    N_("Is it ramino, and what is it worth?"),
    "ramino.score.ramino",
    decides=("finish", "bonus", "factor"),
    rules=("own_turn_additions", "ramino_with_discard", "elimination_shutout_bonus"),
    draft_facts=known_facts.others_laid,
    short=N_("Is it ramino?"),
    moment="close",
)
def bonus(facts: Bonus) -> Ruling:
    if facts.added == "others" and not (facts.others_laid or facts.opened_before):
        return impossible("facts.added", say("There are no melds on the table to add a card to."))
    finish, grounds = _finish(facts)
    if facts.options.eliminates:
        return _eliminating(facts, finish, grounds)
    points = RAMINO.get(finish, 0)
    if not facts.others_laid:
        points += SHUT_OUT
        clause = "ramino.score.shutout" if finish == "plain" else "ramino.score.both"
        grounds = (*grounds, term(clause, SHUT_OUT, "others_laid"))
    sentence = say("{finish}: {n} points.", finish=FINISH[finish], n=points)
    return _of_finish(answer(sentence, *grounds, finish=finish, bonus=points), finish)


def _of_finish(ruling: Ruling, finish: str) -> Ruling:
    return replace(ruling, remedy={"kind": "deal", "out": WHO, "finish": finish})


def _finish(facts: Bonus) -> tuple[str, tuple[Ground, ...]]:
    if facts.opened_before:
        return "plain", (by("ramino.score.ramino", "opened_before"),)
    discarded = but("ramino.score.last_discard", "last") if facts.last == "discarded" else None
    if discarded and not facts.options.ramino_with_discard and not facts.options.must_discard:
        return "plain", (by("ramino.score.ramino", "opened_before"), discarded)
    ramino = term("ramino.score.ramino", RAMINO["ramino"], "opened_before")
    grounds: tuple[Ground, ...] = (ramino, discarded) if discarded else (ramino,)
    more = RAMINO["ramino_own"] - RAMINO["ramino"]
    if facts.added == "others":
        return "ramino", grounds
    if facts.added == "none":
        return "ramino_own", (*grounds, term("ramino.score.ramino_own", more, "added"))
    if facts.options.own_turn_additions == "count_as_adding":
        return "ramino", (*grounds, by("ramino.score.own_additions", "added"))
    return "ramino_own", (*grounds, term("ramino.score.own_additions", more, "added"))


def _eliminating(facts: Bonus, finish: str, grounds: tuple[Ground, ...]) -> Ruling:
    """Answer with the one factor for the hands of the others."""
    factor, clause = multiplier(facts.options, finish, shut_out=not facts.others_laid)
    minus = SHUT_OUT if clause == "ramino.elim.shutout" else 0
    plain = tuple(by(one.clause, *one.because) if not isinstance(one, str) else one for one in grounds)
    sentence = say("{finish}: the other players’ hands count {n} times.", finish=FINISH[finish], n=factor)
    rule = by(clause, "opened_before", "others_laid")
    return _of_finish(answer(sentence, *plain, rule, finish=finish, factor=factor, minus=minus), finish)


@dataclass(frozen=True)
class Penalty:
    """An offence, and the number of cards by which it may count."""

    what: Literal["joker", "table", "announce"] = deciding(
        N_("What happened"),
        choices={
            "joker": N_("a joker was taken and kept"),
            "table": N_("cards were kept, or the table was left in disorder"),
            "announce": N_("few cards were not announced"),
        },
        about=True,
    )
    cards: int = deciding(N_("Took cards from the table and kept them"), values=range(1, 15))
    options: Options = Options()


@question(
    N_("What does this penalty cost?"),
    "ramino.joker.penalty",
    decides=("points",),
    rules=("joker_penalty", "manipulation", "taken_card_penalty"),
    short=N_("What a penalty costs"),
    moment="mishap",
)
def penalty(facts: Penalty) -> Ruling:
    if facts.what == "joker" and not facts.options.jokers_per_pack:
        return impossible("facts.what", NO_JOKER, "ramino.packs.jokers")
    points, grounds = _fine(facts)
    on = facts.options.eliminates
    sentence: Say
    if not points:
        sentence = say("It costs nothing.")
    elif on:
        sentence = say("It costs {n} points, added to the score.", n=points)
    else:
        sentence = say("It costs {n} points, taken off the score.", n=points)
    ruling = answer(sentence, *grounds, points=points, sign="on" if on else "off")
    ruling = replace(ruling, law=EACH_CARD) if _per_card(facts) and points else ruling
    return replace(ruling, remedy=fined(facts.what, facts.cards if _per_card(facts) else 1)) if points else ruling


def fined(what: str, times: int = 1) -> Mapping[str, object]:
    """Return an entry of a deal in which the player whom the table chooses gets this penalty, as often as it counts."""
    return {"kind": "deal", "penalties": {WHO: [what] * times}}


def _per_card(facts: Penalty) -> bool:
    return facts.what == "table" and facts.options.taken_card_penalty == "per_card"


def _fine(facts: Penalty) -> tuple[int, tuple[Ground, ...]]:
    options = facts.options
    if facts.what == "joker":
        return options.joker_fine, (by("ramino.joker.replay", "what"), by("ramino.joker.penalty", "what"))
    if facts.what == "announce":
        return options.announce_penalty, (by("ramino.turn.announce", "what"),)
    if not options.manipulation:
        return 0, (by("ramino.table.allowed", "what"),)
    grounds = (by("ramino.table.replay", "what"), by("ramino.table.penalty", "what", "cards"))
    return TABLE_FINE * (facts.cards if _per_card(facts) else 1), grounds


@dataclass(frozen=True)
class Blocked:
    options: Options = Options()


@question(
    N_("The deal is blocked: how is it counted?"),
    "ramino.score.blocked",
    decides=("hands",),
    short=N_("The deal is blocked"),
    moment="count",
)
def blocked(facts: Blocked) -> Ruling:
    own = facts.options.eliminates
    sentence = say("Nobody won the deal: melds count, but hands and bonuses do not.")
    if own:
        sentence = say("Nobody won the deal: each player counts the cards left in hand, once.")
    ruling = answer(sentence, "ramino.score.blocked", hands="own" if own else "nobody", bonus=0, factor=1)
    return replace(ruling, remedy={"kind": "deal", "out": None})


@dataclass(frozen=True)
class Eliminated:
    points: int = deciding(N_("Points after the deal"), values=range(2001))
    gone: bool = fact(N_("This player was eliminated earlier"), False)
    moved: bool = fact(MOVED, False)
    options: Options = Options(mode="elimination")  # the question arises only there


@question(
    N_("Is this player eliminated?"),
    "ramino.elim.exceed",
    decides=("out",),
    rules=("limit_rule",),
    known_facts=known_facts.limit,
    about=known_facts.points,
    named=N_("Is %(player)s eliminated?"),
    only={"mode": "elimination"},
    short=N_("Is a player eliminated?"),
    moment="end",
)
def eliminated(facts: Eliminated) -> Ruling:
    """Answer whether the player is eliminated. A changed limit has no effect before the next deal."""
    options = facts.options
    if not options.eliminates:
        return impossible("facts.mode", say("This table plays for points: nobody is eliminated."))
    out = is_over_limit(facts.points, options)
    if out and facts.moved:
        waits = say("{who} is still in: the limit was changed, and counts with the next deal.", who=THIS_PLAYER)
        return answer(waits, "ramino.elim.limit", by("ramino.elim.exceed", "points", "moved"), out=False, left=0)
    out = out or facts.gone
    most = options.limit if options.limit_rule == "exceed" else options.limit - 1
    left = max(0, most - facts.points)
    who = THIS_PLAYER
    still_in = say_n(
        "{who} is still in and can take {n} more point.",
        "{who} is still in and can take {n} more points.",
        left,
        who=who,
    )
    if not left:
        still_in = say("{who} is still in, but one more point would eliminate them.", who=who)
    sentence = say("{who} is eliminated.", who=who) if out else still_in
    exceed = by("ramino.elim.exceed", "points", "gone")
    return answer(sentence, "ramino.elim.limit", exceed, out=out, left=0 if out else left)


@dataclass(frozen=True)
class ComeBack:
    later: bool = deciding(N_("Another deal has been played since"))
    times: int = deciding(N_("How often this player has come back already"), values=range(4))
    left: int = deciding(N_("Players still in"), values=range(8))
    worst: int | None = fact(N_("The highest score of a player still in"), None)
    options: Options = Options(mode="elimination")


@question(
    N_("May an eliminated player come back?"),
    "ramino.elim.reentry",
    rules=("reentry",),
    known_facts=known_facts.still_in,
    about=known_facts.returned,
    named=N_("May %(player)s come back, if eliminated?"),
    only={"mode": "elimination"},
    short=N_("Coming back into the match"),
    moment="end",
)
def come_back(facts: ComeBack) -> Ruling:
    options = facts.options
    if not options.eliminates:
        return impossible("facts.mode", say("This table plays for points: nobody is eliminated."))
    reentry = by("ramino.elim.reentry", "later", "times", "left")
    if not options.reentry:
        return illegal(say("At this table, eliminated players cannot come back."), reentry)
    if facts.later:
        return illegal(say("Only before the next deal: it has already been played."), reentry)
    if facts.times >= options.reentry:
        sentence = say_n("At this table only {n} time.", "At this table only {n} times.", options.reentry)
        return illegal(sentence, reentry)
    if facts.left == 1:
        return illegal(say("Only one player is left, and has won."), reentry, by("ramino.elim.last", "left"))
    if not facts.left:
        return illegal(say("Nobody is left: the match is over."), reentry, by("ramino.elim.together", "left"))
    if facts.worst is None:
        return legal(say("Yes, on the highest score of a player still in."), reentry)
    return legal(say("Yes, on {n} points: the highest score of a player still in.", n=facts.worst), reentry)


@dataclass(frozen=True)
class Winner:
    scores: Mapping[Player, int] = needed(N_("Scores of those still in"), N_("Enter everybody’s points."))
    deals: int | None = circumstance(N_("Deals played"), None)
    ended: bool = circumstance(ENDED)
    moved: bool = fact(MOVED, False)
    options: Options = Options()


@question(
    N_("Is the match over, and who has won?"),
    "ramino.end.target",
    decides=("over", "winners"),
    rules=("limit_rule",),
    known_facts=known_facts.scores,
    short=N_("Is the match over?"),
    moment="end",
)
def winner(facts: Winner) -> Ruling:
    """Answer who has won: by the target or elimination, after an agreed length, or when the table ends the match."""
    if not facts.scores:
        return impossible("facts.scores", say("Enter everybody’s points."))
    rule = by("ramino.elim.exceed" if facts.options.eliminates else "ramino.end.target", "scores", "moved")
    own = _last_one(facts, rule) if facts.options.eliminates else _highest(facts, rule)
    if own.answer["over"] and not facts.moved:
        return own
    length = agreed(facts.options.length, "deals")
    if length and facts.deals is None:
        return missing("deals", say("Enter how many deals were played."))
    if length and facts.deals and facts.deals >= length:
        return won(_best(facts), rule, but("ramino.end.length", "deals"))
    if facts.ended:
        return won(_best(facts), rule, but("ramino.end.agreed", "ended"))
    if facts.moved:
        return goes_on(rule, sentence=MOVED_PAST)
    return own if not length else goes_on(rule, by("ramino.end.length", "deals"))


def _highest(facts: Winner, target: Ground) -> Ruling:
    best = _best(facts)
    if facts.scores[best[0]] < facts.options.target:
        return goes_on(target)
    if len(best) == 1:
        return won(best, target)
    level = say("Tied for highest: one more deal.")
    return goes_on(target, by("ramino.end.tie", "scores"), sentence=level, more=True)


def _last_one(facts: Winner, exceed: Ground) -> Ruling:
    left = _left(facts)
    if len(left) == 1:
        return won(left, exceed, by("ramino.elim.last", "scores"))
    return goes_on(exceed) if left else won(_best(facts), exceed, but("ramino.elim.together", "scores"))


def _left(facts: Winner) -> list[Player]:
    return [player for player, score in facts.scores.items() if not is_over_limit(score, facts.options)]


def _best(facts: Winner) -> list[Player]:
    """Return the leading players: the highest, or in elimination the lowest of those still in; several if tied."""
    low = facts.options.eliminates
    among = (_left(facts) if low else []) or facts.scores
    best = (min if low else max)(facts.scores[player] for player in among)
    return [player for player in among if facts.scores[player] == best]
