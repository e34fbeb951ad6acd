"""The games of the house. A new one is a folder here, one in tests, and a line in this tuple."""

from companion.games import english_rams, free, gin, rami, ramino, rams
from companion.rules.game import Game

GAMES: tuple[Game, ...] = (rams.GAME, english_rams.GAME, ramino.GAME, rami.GAME, gin.GAME, free.GAME)
