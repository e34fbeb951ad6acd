"""The text about a result: the score first, and one true sentence for each kind of end."""

from support.boards import ENGLISH, match
from support.each import each
from support.examples import rows

from companion.presentation.outcome import outcome
from companion.rules.messages import Say
from companion.translation import speak


def said(*sentences: Say | None) -> str:
    return " ".join(speak(one, ENGLISH) for one in sentences if one)


@each("game, players, rules, deals, told", rows("ENDS"))
def test_each_end_has_its_sentence(game: str, players: str, rules: dict, deals: list, told: tuple) -> None:
    found = match(game, players.split(), *({"kind": "deal", **deal} for deal in deals), **rules)
    over = outcome(found.game, found.tally)
    assert over
    title, names, sentence = told
    large = over.heading if over.is_final else over.winners
    assert (said(over.title), list(large), said(over.sentence, over.ended)) == (title, names, sentence)
