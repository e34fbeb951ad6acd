"""The scoreboard of gin."""

from support.boards import ENGLISH, FOUR, board, match

from companion.parsing import FORMAT, Match, read_match
from companion.presentation.activity import news
from companion.presentation.preview import consequences, moved
from companion.presentation.score_sheet import column_tables, rows
from companion.rules.messages import Say
from companion.translation import speak


def gin(winner: str, points: int) -> dict:
    loser = {"Anna": "Bo", "Bo": "Anna"}[winner]
    return {"kind": "deal", "end": "knock", "by": winner, "deadwood": {winner: 5, loser: 5 + points}}


def spoken(words: Say) -> str:
    return speak(words, ENGLISH)


class TestLeading:
    def test_no_leader_at_the_start_and_in_a_tie(self) -> None:
        assert not any(seat.leads for seat in board(match("gin", ["Anna", "Bo"])).seats)

    def test_a_leader_may_sit_out(self) -> None:
        deal = {"kind": "deal", "end": "gin", "by": "Bo", "deadwood": {"Cia": 60}}
        reply = {"kind": "deal", "end": "knock", "by": "Anna", "deadwood": {"Anna": 5, "Bo": 9}}
        data = {"format": FORMAT, "game": "gin", "players": FOUR[:3], "opening": {"dealer": "Anna"}}
        found = read_match({**data, "entries": [deal, {**reply, "dealer": "Cia"}]})
        assert isinstance(found, Match)
        assert [seat.player for seat in board(found).seats if seat.leads] == ["Bo"]
        assert "Bo" not in found.tally.turn


class TestResult:
    def test_a_game_of_gin_until_the_next_deal_is_written(self) -> None:
        deals = [gin("Anna", 60), gin("Anna", 50)]
        assert board(match("gin", ["Anna", "Bo"], deals[0])).card is None
        card = board(match("gin", ["Anna", "Bo"], *deals)).card
        assert card and not card.is_final
        assert board(match("gin", ["Anna", "Bo"], *deals, gin("Bo", 7))).card is None

    def test_a_threatening_blitz_in_hollywood_names_the_column(self) -> None:
        found = match("gin", ["Anna", "Bo"], gin("Anna", 20), gin("Anna", 20), gin("Bo", 7), hollywood=True)
        told = [spoken(one.sentence) for one in found.tally.table_notices]
        assert told == ["column 2: Bo has not won a deal yet: blitz"]

    def test_news_and_preview_say_how_the_game_ended(self) -> None:
        """They do not name the next game."""
        deals = [gin("Anna", 60), gin("Anna", 30)]
        ended = {"kind": "correction", "entry": 2, "with": gin("Anna", 50), "reason": ""}
        now, after = (match("gin", ["Anna", "Bo"], *deals, *more) for more in ((), (ended,)))
        told = [spoken(one) for one in moved(now.tally, after.tally)]
        assert told == ["Anna 90 → 110"]
        assert [spoken(one) for one in consequences(now.tally, after.tally, 2)] == [
            "Then in deal 2: Anna wins the game."
        ]
        assert spoken(news(after.tally)).endswith("Anna wins the game. Anna 110, Bo 0")
        assert spoken(news(match("gin", ["Anna", "Bo"], deals[0], gin("Anna", 50)).tally)).endswith(
            "Somebody entered deal 2. Anna wins the game. Anna 110, Bo 0"
        )

    def test_simultaneously_closed_columns_have_a_sentence_each(self) -> None:
        deals = [gin("Anna", 60), gin("Anna", 25), gin("Anna", 75)]
        told = spoken(news(match("gin", ["Anna", "Bo"], *deals, hollywood=True).tally))
        assert told == "Somebody entered deal 3. Anna wins the game."

    def test_a_column_of_hollywood_only_with_the_deal_that_closed_it(self) -> None:
        deals = [gin("Anna", 60), gin("Anna", 50)]
        assert board(match("gin", ["Anna", "Bo"], *deals, hollywood=True)).card
        assert board(match("gin", ["Anna", "Bo"], *deals, gin("Bo", 7), hollywood=True)).card is None


class TestHollywood:
    def test_missing_or_won_points_are_below_each_number(self) -> None:
        deals = [gin("Anna", 60), gin("Bo", 30), gin("Anna", 50)]
        found = board(match("gin", ["Anna", "Bo"], *deals, hollywood=True))
        closed, *going = found.content.columns
        assert {player: speak(one, ENGLISH) for player, one in closed.under.items()} == {"Anna": "won 200"}
        assert [speak(one.under[player], ENGLISH) for one in going for player in ("Anna", "Bo")] == [
            *("needs 50", "needs 100"),
            *("needs 100", "needs 100"),
        ]
        assert [seat.must for seat in found.seats] == [False, False], "how far there is to go is no news"

    def test_a_tied_column_has_no_winner_at_the_end(self) -> None:
        over = {"kind": "end", "reason": "All agree"}
        found = match("gin", ["Anna", "Bo"], gin("Anna", 20), gin("Bo", 20), over, hollywood=True)
        first = board(found).content.columns[0]
        assert first.ruled_off
        assert len(set(first.scores.values())) == 1
        assert not first.under

    def test_three_columns_side_by_side_each_win_where_it_counts(self) -> None:
        found = match("gin", ["Anna", "Bo"], gin("Anna", 9), gin("Anna", 8), hollywood=True)
        assert [n for n, _, _ in board(found).seats[0].columns] == [17, 8, 0]
        (game,) = column_tables(rows(found.replay), 3)
        latest, first = game.rows
        assert [sorted(won) for won in first.won] == [["Anna"], [], []]
        assert [sorted(won) for won in latest.won] == [["Anna"], ["Anna"], []]


def test_the_higher_score_leads() -> None:
    found = board(match("gin", ["Anna", "Bo"], gin("Bo", 12)))
    assert [seat.leads for seat in found.seats] == [False, True]
