"""The games. A new game is a folder here, a folder in tests/games, and a name in the tuple below.

All folders have the same layout, with the modules that the game needs. A short game may have its deal and table in
tally.py.

    __init__.py         the value GAME, and the questions for the referee, in the order of play
    options.py          the house rules, and the position from which a sheet may start
    deal.py             the deal as people enter it, and as the rules read it
    table.py            the state between two deals: its start, its continuation and its end
    score.py            the points or money of a deal, term by term
    tally.py            the record folded into the sheet
    hooks.py            functions for the shared layers; each is named after its field of GameOf
    facts.py            the facts of a question that the match or a half-typed deal supplies
    table_questions.py  questions about setup, dealer, mishaps and people
    score_questions.py  questions about the score of a deal and the end of a match
    *_questions.py      questions by the moment of play: the facts, and below them the rule with its @question
    book.*.md           the rule book; search_phrases.*.md: phrases of people; terms.txt: terms that it treats
    deal.html           the form of a deal; referee.html: forms of questions; sign.svg: the picture of the game

Further modules have rules of one game only: melds and card counts of the rummies, the showdown of gin, the calls of
English Rams. A question module may import the rules and facts.py, and facts.py may import hooks.py; no module imports
in the other direction.
"""

from companion.games import english_rams, free, gin, rami, ramino, rams
from companion.rules.game import Game

GAMES: tuple[Game, ...] = (rams.GAME, english_rams.GAME, ramino.GAME, rami.GAME, gin.GAME, free.GAME)
