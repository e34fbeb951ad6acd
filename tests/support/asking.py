"""Call the referee and the sheet with data as in JSON files."""

from typing import Any

from companion.parsing import FORMAT, Match, game_of, read_facts, read_match
from companion.parsing.json_decoder import plain
from companion.referee.evaluate import Outcome, judged
from companion.rules.entries import Player
from companion.rules.game import Game
from companion.rules.integer_solver import never
from companion.rules.judge import judge
from companion.rules.rulings import Ruling
from companion.rules.tally import Tally


def ruling_of(game: str, key: str, **said: Any) -> Ruling:
    """Return the referee's ruling for complete facts."""
    rules = game_of(game)
    assert rules
    facts = read_facts(rules, rules.questions[key], said)
    return facts if isinstance(facts, Ruling) else rules.questions[key].answer(facts, never)


def told_at_table(game: Game, key: str, tally: Tally, player: Player | None = None) -> Outcome:
    """Return the ruling from the facts that a match knows, about the table or about one player."""
    question = game.questions[key]
    about = question.about(tally, player) if question.about and player else {}
    known = {name: plain(value) for name, value in {**question.known_facts(tally), **about}.items()}
    facts = read_facts(game, question, known)
    return facts if isinstance(facts, Ruling) else judged(question, facts, never)


def sheet(game: str, **head: Any) -> Tally | Ruling:
    """Return the sheet of a match, or the refusal of an entry."""
    match = read_match({"format": FORMAT, "game": game, **head})
    assert isinstance(match, Match), match
    return judge(match.replay) or match.tally
