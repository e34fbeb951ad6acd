"""What a paper says beside what the record says: by the signs printed on it, or by the match that its PDF carries."""

import re
from collections.abc import Iterator, Sequence

from companion.checksum import checksums
from companion.reading import Match, MatchFile, write_match
from companion.rules.entries import Entry
from companion.rules.tally import Tally
from companion.rules.words import Say, say
from companion.telling.entries import as_counted, in_words, name_of, written

SIGNS, HEX = 12, "0123456789abcdef"  # hex digits of either sum
SPELLED = re.compile(r"\b([\da-f]{4})\s?([\da-f]{4})\s?([\da-f]{4})\b")  # as paper spells them
EARLIER = 200  # entries back from now that signs are looked for
LISTED = 20  # differences that are told one by one


def by_signs(match: Match, typed: str) -> list[Say]:
    """Which state of the record the signs on a paper belong to, and what has been written since."""
    given = _given(typed)
    if not given:
        return [say("Type the twelve signs of the score or of the record, as they stand on the paper.")]
    found = [told for signs in given for told in _of_signs(match, signs)]
    return [one for n, one in enumerate(found) if one not in found[:n]]


def _given(typed: str) -> list[str]:
    """The signs in what was typed or copied: twelve of them and nothing else, or wherever they stand in a line."""
    line = typed.lower()
    whole = "".join(sign for sign in line if sign in HEX)
    if len(whole) == SIGNS:
        return [whole]
    return ["".join(group) for group in SPELLED.findall(line)]


def _of_signs(match: Match, signs: str) -> list[Say]:
    tally = match.game.tally(match.record)
    last = len(match.record.entries)
    for n in range(last, max(-1, last - EARLIER), -1):
        found = checksums(Match(match.game, match.record.upto(n)))
        if signs == found.record.replace(" ", ""):
            return _as_after(tally, n, say("The paper holds all that is written here."))
        if signs == found.score.replace(" ", ""):
            return _as_after(tally, n, say("The score on the paper is the score here."))
    return [
        say("These signs belong to no state of this match: what is printed there is not what is written here."),
        say("The PDF itself, if you have it, shows where they differ."),
    ]


def _as_after(tally: Tally, n: int, agrees: Say) -> list[Say]:
    entries = tally.record.entries
    since = entries[n:]
    if not since:
        return [agrees]
    first = say("The paper shows the match as it was before {entry}.", entry=name_of(tally, since[0].number))
    return [first, *(_since(tally, entry) for entry in since[:LISTED])]


def _since(tally: Tally, entry: Entry) -> Say:
    return say("Since then: {what}", what=written(tally, entry))


def only_carried() -> Say:
    """What a PDF that agrees does not prove."""
    return say("Compared was the match that the PDF carries. What is drawn on its pages can be changed: print it anew.")


def by_paper(match: Match, paper: Match) -> list[Say]:
    """Where the record that a paper carries differs from this one."""
    ours, theirs = write_match(match), write_match(paper)
    if (ours["game"], ours["players"]) != (theirs["game"], theirs["players"]):
        return [
            say(
                "The paper is of another match: {game}, {players}.",
                game=Say(paper.game.name),
                players=paper.record.players,
            )
        ]
    found = [*_heads(ours, theirs), *_entries(match, paper, ours["entries"], theirs["entries"])]
    return found[:LISTED] or [say("The paper holds all that is written here.")]


def _heads(ours: MatchFile, theirs: MatchFile) -> Iterator[Say]:
    if ours["title"] != theirs["title"]:
        yield say("Another title stands on the paper: {title}", title=theirs["title"] or "–")
    if ours["options"] != theirs["options"]:
        yield say("The match on the paper began with other house rules.")
    if ours["opening"] != theirs["opening"]:
        yield say("The match on the paper began from another position.")


def _entries(match: Match, paper: Match, ours: Sequence[object], theirs: Sequence[object]) -> Iterator[Say]:
    here, there = match.game.tally(match.record), paper.game.tally(paper.record)
    for n in range(min(len(ours), len(theirs))):
        if ours[n] != theirs[n]:
            yield from _differing(here, there, n)
    for entry in match.record.entries[len(theirs) :]:
        yield say("Not on the paper: {what}", what=written(here, entry))
    for entry in paper.record.entries[len(ours) :]:
        yield say("Only on the paper: {what}", what=written(there, entry))


def _differing(here: Tally, there: Tally, n: int) -> Iterator[Say]:
    ours, theirs = here.record.entries[n], there.record.entries[n]
    if ours.body == theirs.body:
        yield say("Written by another hand or at another time: {entry}", entry=name_of(here, n + 1))
    else:
        words = {"here": in_words(as_counted(here, ours.body)), "there": in_words(as_counted(there, theirs.body))}
        yield say("{entry}: here {here}; on the paper {there}", entry=name_of(here, n + 1), **words)
