"""Judge a turn that changes the melds on the table: additions, new melds, jokers taken, rearranging."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.games.ramino.options import Options
from companion.games.ramino.values import on_table
from companion.rules.cards import JOKER, SUITS, Card
from companion.rules.melds import Meld, MeldPosition, missing
from companion.rules.messages import say
from companion.rules.rulings import Ruling, illegal, legal


@dataclass(frozen=True)
class Turn:
    """The melds before and after a turn, all of them valid, and the cards that came from the hand."""

    before: tuple[Meld, ...]
    after: tuple[Meld, ...]
    hand: tuple[Card, ...]


def judge(turn: Turn, options: Options) -> Ruling:
    """Return whether the turn is allowed and what it gains. A joker may become certain in an intermediate step."""
    ruling = _judged(turn, options)
    if ruling.verdict == "legal":
        return ruling
    grown = _made_certain(turn, options)
    stepped = _judged(grown, options, "ramino.joker.certain") if grown != turn else ruling
    return stepped if stepped.verdict == "legal" else ruling


def _judged(turn: Turn, options: Options, *besides: str) -> Ruling:
    if wrong := _unbalanced(turn) or _joker_added(turn) or _joker_misused(turn):
        return wrong
    kept = _kept(turn.before, turn.after)
    if kept is None and not options.manipulation:
        sentence = say("Melds on the table cannot be changed: this table does not allow rearranging.")
        return illegal(sentence, "ramino.table.allowed")
    value = on_table(options)
    points = sum(meld.worth(value) for meld in turn.after) - sum(meld.worth(value) for meld in turn.before)
    clauses = ["ramino.score.melded"]
    if kept is None:
        clauses = ["ramino.table.allowed", "ramino.table.deduct"]
        if any(meld.jokers and meld not in turn.after for meld in turn.before):
            clauses.append("ramino.joker.travel")
        if _high_aces(turn.after) < _high_aces(turn.before):
            clauses.append("ramino.table.ace")
    if swapped := _swapped(kept or ()):
        clauses += ["ramino.joker.take", "ramino.joker.deduct"]
        points += 0 if options.deducts else sum(value(place) for place in swapped)
    return legal(say("Allowed: the turn gains {n} points.", n=points), *clauses, *besides, points=points)


def _high_aces(melds: Iterable[Meld]) -> int:
    """Return the number of aces that do not stand before a two. If it falls, an ace was moved there."""
    return sum(place.rank == "A" and not place.low for meld in melds for place in meld.places)


def _cards(melds: Iterable[Meld]) -> Counter[Card]:
    return Counter(card for meld in melds for card in meld.cards)


def _unbalanced(turn: Turn) -> Ruling | None:
    """Require that the table afterwards has exactly the cards that were there or were played."""
    had, has = _cards(turn.before) + Counter(turn.hand), _cards(turn.after)
    missing = next(iter((had - has).elements()), None)
    if missing is JOKER and not turn.hand.count(JOKER):
        sentence = say("The joker must be played again in the same turn, in a new meld.")
        return illegal(sentence, "ramino.joker.replay")
    if missing in turn.hand:
        sentence = say("{card} was played from the hand but is not on the table.", card=missing)
        return illegal(sentence, "ramino.turn.lay")
    if missing:
        sentence = say("{card} was taken from the table and must be played again in the same turn.", card=missing)
        return illegal(sentence, "ramino.table.replay")
    if extra := next(iter((has - had).elements()), None):
        return illegal(say("{card} came neither from the table nor from the hand.", card=extra), "ramino.turn.lay")
    return None


def _joker_added(turn: Turn) -> Ruling | None:
    """Refuse a joker added to an existing meld. It may only fill a gap in a new meld.

    A joker that keeps standing for its card may go where that card may go.
    """
    fresh = Counter(_faces(turn.after)) - Counter(_faces(turn.before))
    for new in turn.after:
        for old in turn.before:
            extra = Counter(new.cards) - Counter(old.cards)
            whole = not Counter(old.cards) - Counter(new.cards)
            if whole and extra[JOKER] and any(fresh[face] for face in _faces((new,))):
                sentence = say("A joker never completes a meld that is already on the table: {cards}.", cards=old.cards)
                return illegal(sentence, "ramino.joker.extend")
    return None


def _joker_misused(turn: Turn) -> Ruling | None:
    """Refuse a joker that no longer stands for its card, unless that card has taken its place."""
    places = [place for meld in turn.after for place in _spelt_out(meld) if place.card.is_joker]
    stayed = Counter(place.face for place in places if place.face)
    unsure = [meld for meld in turn.after if meld.jokers and None in {place.face for place in _spelt_out(meld)}]
    held = Counter(turn.hand) + _cards(turn.before)
    for old in sorted(turn.before, key=lambda meld: None not in meld.stands_for):
        for place in _spelt_out(old):
            if not place.card.is_joker:
                continue
            host = _host(place, unsure)
            if place.face and stayed[place.face]:
                stayed[place.face] -= 1
            elif place.face and held[place.face]:
                held[place.face] -= 1
            elif host:
                unsure.remove(host)
            elif place.face:
                sentence = say("The joker replaces {card}: only that card can take its place.", card=place.face)
                return illegal(sentence, "ramino.joker.take")
            elif not _grown_certain(old, turn.after):
                sentence = say("It is not certain which card this joker replaces, so nobody can take it.")
                return illegal(sentence, "ramino.joker.certain")
    return None


def _host(place: MeldPosition, unsure: Iterable[Meld]) -> Meld | None:
    """Return a group in which the joker is ambiguous and may still stand for its former card, or None."""
    return next((one for one in unsure if one.places[0].rank == place.rank and place.face not in one.naturals), None)


def _spelt_out(meld: Meld) -> tuple[MeldPosition, ...]:
    """Return the places of a meld; the jokers of a full group stand for the cards that it lacks."""
    faces = iter(missing(meld))
    return tuple(replace(place, face=next(faces, None)) if place.face is None else place for place in meld.places)


def _faces(melds: Iterable[Meld]) -> Iterable[str]:
    return (place.face or place.rank for meld in melds for place in _spelt_out(meld) if place.card.is_joker)


def _grown_certain(old: Meld, after: Iterable[Meld]) -> bool:
    """Return True if the joker of a group became certain because a third suit was added."""
    return any(new.kind == old.kind and new.jokers and not Counter(old.cards) - Counter(new.cards) for new in after)


def _made_certain(turn: Turn, options: Options) -> Turn:
    """Return the turn with jokers that left a group as the card they became when a third suit was added first."""
    fresh = Counter(_faces(turn.after)) - Counter(_faces(turn.before))
    melds = []
    for old in turn.before:
        open_faces = _open_faces(old) if old not in turn.after else ()
        sure = [face for face in open_faces if all(_beside(turn, old, f, options) for f in open_faces if f != face)]
        face = max(sure, key=lambda one: fresh[one], default=None)
        fresh[face or ""] -= 1
        places = (replace(place, face=place.face or face) for place in old.places)
        melds.append(replace(old, places=tuple(places)))
    return replace(turn, before=tuple(melds))


def _open_faces(meld: Meld) -> tuple[Card, ...]:
    """Return the cards for which the joker of a group may stand."""
    if None not in meld.stands_for or missing(meld):
        return ()
    faces = (Card(meld.places[0].rank + suit) for suit in SUITS)
    return tuple(face for face in faces if face not in meld.naturals)


def _beside(turn: Turn, old: Meld, card: Card, options: Options) -> bool:
    """Return True if a card may have been in a group during the turn. Without rearranging it must still be there."""
    if options.manipulation:
        return card in turn.hand or any(card in meld.naturals for meld in turn.before)
    return any({*old.naturals, card} <= set(new.naturals) for new in turn.after)


Pair = tuple[Meld, Meld]


def _kept(before: Sequence[Meld], after: Sequence[Meld]) -> tuple[Pair, ...] | None:
    """Return pairs of each earlier meld and its continuation, all different; None if a meld was taken apart."""
    if not before:
        return ()
    old = before[0]
    for index, new in enumerate(after):
        if _goes_on(old, new):
            rest = _kept(before[1:], (*after[:index], *after[index + 1 :]))
            if rest is not None:
                return ((old, new), *rest)
    return None


def _goes_on(old: Meld, new: Meld) -> bool:
    """Return True if `new` is `old` with cards added, or with a joker replaced by its card."""
    if old.kind != new.kind:
        return False
    if old.kind != "run":
        lying = Counter(new.naturals)
        faces = Counter(place.face for place in old.places if place.card.is_joker and place.face)
        return not Counter(old.naturals) - lying and (
            new.jokers == old.jokers or not faces - (lying - Counter(old.naturals))
        )
    if old.naturals[0].suit != new.naturals[0].suit or not new.first <= old.first <= old.last <= new.last:
        return False
    there = new.places[old.first - new.first :]
    return all(b.card in (a.card, a.face) for a, b in zip(old.places, there, strict=False))


def _swapped(kept: Iterable[Pair]) -> list[MeldPosition]:
    return [
        place
        for old, new in kept
        if new.jokers < old.jokers
        for place in _spelt_out(old)
        if place.card.is_joker and place.face in new.naturals
    ]
