"""Texts about entries: their names, their effects, the effects of a change, and undo."""

import re
from dataclasses import fields, replace
from typing import Any

import pytest
from support.cases import legal
from support.each import each

from companion.games import GAMES
from companion.parsing import FORMAT, Match, read_match
from companion.presentation.activity import action_of, news, paying, written
from companion.presentation.entry_text import in_words, name_of
from companion.presentation.preview import brings, consequences, new_numbers, short_name, with_short_names
from companion.rules.entries import Body, Correction, End, Entry, Misdeal, Penalty, Player
from companion.rules.field_metadata import labels
from companion.rules.game import Game, deal_number
from companion.rules.messages import Say, say
from companion.rules.tally import Tally
from companion.submission.suggestions import put_back, step_back
from companion.translation import CLOSE, language, speak

HEAD = {"format": FORMAT, "game": "toy", "players": ["Anna", "Bo", "Cia"], "opening": {"dealer": "Anna"}}
STRIKE = {"kind": "correction", "reason": "undone", "with": None}


def deal(rounds: str, *sat_out: str) -> dict[str, Any]:
    names = {"A": "Anna", "B": "Bo", "C": "Cia"}
    return {"kind": "deal", "rounds": [names[one] for one in rounds], "sat_out": list(sat_out)}


def strike(entry: int) -> dict[str, Any]:
    return {**STRIKE, "entry": entry}


def correct(entry: int, content: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "correction", "entry": entry, "with": content, "reason": "counted wrong"}


def match(*entries: dict[str, Any], **head: Any) -> Match:
    found = read_match({**HEAD, **head, "entries": [{**entry, "by": "Bo"} for entry in entries]})
    assert isinstance(found, Match)
    assert found.fault is None
    return found


def tally(*entries: dict[str, Any], **head: Any) -> Tally:
    found = match(*entries, **head)
    return found.tally


def said(sentence: Say | None) -> str:
    return " ".join(speak(sentence, language("en")).split()) if sentence else ""


PENALTY = {"kind": "penalty", "player": "Cia", "points": 2, "reason": "coffee"}
NOTE = {"kind": "note", "text": "late"}
CONTEST = {"kind": "contest", "entry": 1}


class TestNews:
    """Every phone shows the last entry and the new score in complete sentences."""

    @pytest.mark.parametrize(
        ("entry", "line"),
        [
            ({"kind": "end", "reason": "The time is up"}, "Bo ended the match. The time is up. Anna"),
            ({"kind": "end", "reason": "Is it late?"}, "Bo ended the match. Is it late? Anna"),
            ({"kind": "end"}, "Bo ended the match. Anna"),
            (PENALTY, "coffee. Anna"),
            (strike(1), "Bo undid deal 1. Anna"),
            ({**strike(1), "reason": "counted wrong"}, "Bo crossed out deal 1. counted wrong. Anna"),
            (correct(1, deal("CCCBB")), "counted wrong. Anna"),
            (deal("CCCBB"), "Bo entered deal 2. Anna"),
        ],
    )
    def test_the_scores_begin_after_a_full_stop(self, entry: dict[str, Any], line: str) -> None:
        assert line in said(news(tally(deal("AABBC"), entry)))


class TestNames:
    """A deal keeps the number it was written with; other entries have the name of their kind."""

    def test_one_number_a_deal(self) -> None:
        entries = (deal("AAABC"), PENALTY, {"kind": "misdeal"}, NOTE, deal("ABBBC"), CONTEST)
        found = tally(*entries)
        names = [said(name_of(found, n)) for n in range(1, len(entries))]
        assert names == ["deal 1", "the penalty for Cia", "the misdeal", "the note", "deal 2"]

    def test_a_deal_struck_out_keeps_its_place(self) -> None:
        found = tally(deal("AAABC"), deal("ABBBC"), strike(1))
        assert [said(name_of(found, n)) for n in (1, 2, 3)] == ["deal 1", "deal 2", "the correction of deal 1"]
        found = tally(deal("AAABC"), deal("ABBBC"), deal("AABBC"), strike(3), strike(2), deal("AAABB"))
        assert [said(name_of(found, n)) for n in (1, 2, 3, 6)] == ["deal 1", "deal 2", "deal 3", "deal 2"]
        found = tally(deal("AAABC"), deal("ABBBC"), strike(1), strike(3), strike(2), strike(5), strike(1))
        assert [said(name_of(found, n)) for n in (1, 2)] == ["deal 1", "deal 2"]

    def test_the_others_keep_theirs_too(self) -> None:
        """The record calls deal 4 always the same, as does paper when a deal is struck out."""
        entries = (deal("AAABC"), deal("ABBBC"), deal("AABBC"), deal("ABCCC"), correct(4, deal("ABBCC")))
        before, after = tally(*entries), tally(*entries, strike(2))
        written_then = [said(written(before, entry)) for entry in before.record.entries]
        assert [said(written(after, entry)) for entry in after.record.entries[:5]] == written_then
        assert "deal 4" in written_then[4]
        assert after.numbers.next == 5

    def test_a_number_is_given_anew_only_at_the_end(self) -> None:
        """Played again after undo it is deal 2 again; if the first is restored too, it is the next. Old texts stay."""
        entries = (deal("AAABC"), deal("ABBBC"), strike(2), deal("AABBC"))
        before, after = tally(*entries), tally(*entries, strike(3))
        told = [said(written(before, entry)) for entry in before.record.entries]
        assert [re.split("[.,]", text)[0] for text in told[1:]] == [
            "Bo entered deal 2",
            "Bo undid deal 2",
            "Bo entered deal 2",
        ]
        assert [said(written(after, entry)) for entry in after.record.entries[:4]] == told
        assert said(written(after, after.record.entries[4])) == (
            "Bo restored deal 2. The deals after it have other numbers from then on."
        )
        assert [said(name_of(after, n)) for n in (1, 2, 4)] == ["deal 1", "deal 2", "deal 3"]
        assert after.numbers.next == 4

    def test_a_finished_match_is_at_its_last_valid_deal(self) -> None:
        end = {"kind": "end", "reason": ""}
        assert deal_number(tally(deal("AAABC"), deal("ABBBC"), strike(2), end)) == 1

    def test_a_deal_that_counts_for_nothing_keeps_its_number(self) -> None:
        entries = deal("AAABC"), deal("AACCC", "Bo"), deal("AABCC"), correct(1, deal("AAAAC", "Bo"))
        found = tally(*entries)
        assert [ruling.entry for ruling in found.refused] == [2]
        assert [said(name_of(found, n)) for n in (1, 2, 3)] == ["deal 1", "deal 2", "deal 3"]


class TestRecord:
    """The record says what was written, and what a correction changed."""

    @pytest.mark.parametrize(
        ("entries", "told"),
        [
            ((deal("AAABC"),), "Bo entered deal 1. Rounds: Anna, Anna, Anna, Bo, Cia"),
            ((PENALTY,), "Bo entered a penalty for Cia: +2. coffee"),
            ((deal("AAABC"), strike(1)), "Bo undid deal 1."),
            ((deal("AAABC"), strike(1), strike(2)), "Bo restored deal 1."),
            (
                (deal("AAABC"), correct(1, deal("AABBC"))),
                "Bo corrected deal 1. Rounds: Anna, Anna, Anna, Bo, Cia → Anna, Anna, Bo, Bo, Cia – counted wrong",
            ),
            ((deal("AAABC"), CONTEST), "Bo disputes deal 1."),
            ((deal("AAABC"), strike(1), strike(2), strike(3)), "Bo undid deal 1."),
            (
                (deal("AAABC"), correct(1, deal("AABBC")), strike(2), strike(3)),
                "Bo restored the correction of deal 1.",
            ),
        ],
        ids=["deal", "penalty", "struck", "back", "corrected", "contested", "struck again", "corrected again"],
    )
    def test_the_last_line(self, entries: tuple[dict[str, Any], ...], told: str) -> None:
        found = tally(*entries)
        assert said(written(found, found.record.entries[-1])) == told


class TestReasons:
    @pytest.mark.parametrize("body", [End("Somebody has left"), Penalty(Player("Bo"), 5, "Somebody has left")])
    def test_one_that_is_offered_is_told_in_the_readers_language(self, body: Body) -> None:
        swedish = [speak(one, language("sv")) for one in in_words(body)]
        assert swedish[-1] == "Skäl: Någon har gått hem"

    def test_one_that_was_typed_stays_as_it_is(self) -> None:
        assert [speak(one, language("sv")) for one in in_words(End("The last bus"))] == ["Skäl: The last bus"]


@pytest.mark.parametrize("body", [Misdeal, Penalty, End, *(kind for game in GAMES for kind in game.deals)])
def test_every_field_of_what_stands_on_the_sheet_has_a_name(body: type[Body]) -> None:
    assert {one.name for one in fields(body)} == labels(body).keys()  # type: ignore[arg-type]


class TestUndo:
    """Each tap undoes the last entry that counts, also behind entries without a score."""

    @each(
        "entries, undo, back",
        [
            ((), "", ""),
            ((deal("AAABC"),), "Undo deal 1: Anna −3, Bo −1, Cia −1", ""),
            ((deal("AAABC"), deal("ABBBC"), CONTEST), "Undo deal 2: Anna −1, Bo −3, Cia −1", ""),
            ((deal("AAABC"), deal("ABBBC"), strike(2)), "Undo deal 1: Anna −3, Bo −1, Cia −1", "Restore deal 2"),
            ((deal("AAABC"), deal("ABBBC"), strike(2), strike(1)), "", "Restore deal 1"),
            ((deal("AAABC"), strike(1), NOTE), "", "Restore deal 1"),
            ((deal("AAABC"), strike(1), strike(2)), "Undo deal 1: Anna −3, Bo −1, Cia −1", ""),
            ((deal("AAABC"), strike(1), deal("ABBBC")), "Undo deal 1: Anna −1, Bo −3, Cia −1", ""),
            ((deal("AAABC"), correct(1, deal("AABBC"))), "Undo the correction of deal 1", ""),
            (
                (deal("AAABC"), correct(1, deal("AABBC")), strike(2)),
                "Undo deal 1: Anna −3, Bo −1, Cia −1",
                "Restore the correction of deal 1",
            ),
        ],
    )
    def test_what_the_buttons_say(self, entries: tuple[dict[str, Any], ...], undo: str, back: str) -> None:
        found = tally(*entries)
        step, again = step_back(found), put_back(found)
        assert (said(step.words) if step else "", said(again.words) if again else "") == (undo, back)

    def test_a_deal_is_let_stand_again(self) -> None:
        again = put_back(tally(deal("AABBC"), {"kind": "let_stand", "entry": 1}, strike(2)))
        assert again
        assert said(again.words) == said(again.short.words) == "Accept deal 1 again"


class TestConsequences:
    """A correction says in words what it would change elsewhere."""

    def changed(self, found: Match, entry: int, content: dict[str, Any] | None) -> list[str]:
        now = found.tally
        body = None if content is None else match(*[content]).record.entries[0].body
        entries = (*found.record.entries,)
        corrected = Entry(len(entries) + 1, Correction(entry, body))
        after = found.game.tally(replace(found.record, entries=(*entries, corrected)))
        return [said(one) for one in consequences(now, after, entry)]

    def test_a_deal_that_would_no_longer_be_allowed(self) -> None:
        """Bo sat out once; after the correction it would be twice running."""
        found = match(deal("AAABC"), deal("AACCC", "Bo"))
        told = self.changed(found, 1, deal("AAAAC", "Bo"))
        assert told == [
            "This would make deal 2 invalid, unless the table accepts it: Bo sat out the last deal and plays this one.",
            "No longer true in deal 2: Anna wins 2 rounds.",
            "No longer true in deal 2: Cia wins 3 rounds.",
        ]

    def test_nothing_elsewhere(self) -> None:
        assert self.changed(match(deal("AAABC"), deal("AAABC")), 1, deal("AABBC")) == []


class TestTheEnd:
    """Before a match is ended, the form says who gets the money."""

    @pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
    def test_who_pays_whom(self, game: Game) -> None:
        paid = 0
        for name, found in legal(game.key):
            options: Any = found.record.options
            for_money = {"stake": 5} if getattr(options, "stake", None) == 0 else {}
            record, number = replace(found.record, options=replace(options, **for_money)), len(found.record.entries) + 1
            now = game.tally(record)
            if now.status == "running" and now.lines:
                after = game.tally(record.then(Entry(number, End())))
                if after.refused:
                    continue  # nothing to end
                told = [said(one) for one in brings(now, after, number)]
                assert all(said(paying(after, one)) in told for one in after.payments), name
                paid += len(after.payments)
        assert paid


class TestSave:
    """Save shows every changed number, or the largest changes and how many more there are."""

    @pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
    def test_changes_that_do_not_fit_are_counted(self, game: Game) -> None:
        for name, found in legal(game.key):
            tally = found.tally
            if not tally.lines or tally.winners:
                continue
            line = tally.lines[-1]
            numbers = [said(one) for one in new_numbers(line, tally)]
            moved = [p for p in tally.record.players if any(one.figure(p).change for one in (line, *line.beside))]
            left = [p for p in moved if not any(is_named(p, one, tally) for one in numbers)]
            more = [int(one.split()[0]) for one in numbers if one.endswith(" more")]
            assert [len(left)] == (more or [0]), (name, numbers)


def is_named(player: Player, text: str, tally: Tally) -> bool:
    players = tally.record.players
    return any(text.startswith(f"{name} ") for name in (player, short_name(player, players, CLOSE)))


class TestPutBack:
    """A correction that was undone and restored is no new correction, and "undone" is not its reason."""

    def test_a_correction(self) -> None:
        found = tally(deal("AAABC"), correct(1, deal("AABBC")), strike(2), strike(3))
        entries = found.record.entries
        done = [action_of(entries, one.body) for one in entries[1:] if isinstance(one.body, Correction)]
        assert done == ["corrected", "taken back", "corrected again"]


def test_a_long_name_is_short_also_in_a_sentence_within_and_in_a_list() -> None:
    players = ("Maximiliana Konstantinopolitanska", "Bo")
    line = say("{who} wrote {what}.", who=players[0], what=[say("{one} −5", one=players[0]), players[1]])
    assert speak(with_short_names(line, players), language("en")) == "Maxi wrote Maxi −5, Bo."
