"""Collect the games. A new one is a folder here, one in tests/games, and a name in the tuple below.

Every game folder is laid out in the same way, and has the modules that it needs. A short game
may keep deal and table in tally.py.

    __init__.py         the value GAME, and the questions that the referee answers, in the order of play
    options.py          the house rules, and the position from which a sheet may start
    deal.py             the deal as people write it down, and as the rules read it
    table.py            the state between two deals, how it starts, goes on and ends
    score.py            what a deal brings, term by term
    tally.py            the record folded into the sheet
    hooks.py            what the shared layers ask of a game; each function is named after its field of GameOf
    facts.py            what the match and the deal being typed already say of the facts of a question
    table_questions.py  questions around the cards: setup, dealer, irregular and others
    score_questions.py  questions about what a deal counts and how a match ends
    *_questions.py      questions by the moment of play: facts, and below its @question the rule that answers
    book.*.md           the rule book; phrases.*.md: how people ask; terms.txt: words that it treats
    deal.html           the form of a deal; referee.html: forms of questions; sign.svg: its picture

What else lies there are rules that only this game has: melds and card counts of the rummies, the showdown of gin, the
calls of English Rams. A question module may import the rules and facts.py, which may import hooks.py; never the
other way round.
"""

from companion.games import english_rams, free, gin, rami, ramino, rams
from companion.rules.game import Game

GAMES: tuple[Game, ...] = (rams.GAME, english_rams.GAME, ramino.GAME, rami.GAME, gin.GAME, free.GAME)
