"""Hold the tables of this game for tests of all games: `rows` in tests/support/examples.py reads them."""

from companion.rules.options import Counted, Named

# people's words, and the clause that stands first
FIRST = [
    ("sv", "vem vann", "free.end.winner"),
    ("en", "who won", "free.end.winner"),
    ("fr", "qui a gagné", "free.end.winner"),
    ("it", "chi ha vinto", "free.end.winner"),
    ("sv", "vem vann matchen", "free.end.winner"),
]

# one word, and the clause that defines it
WORDS = [
    ("sv", "vad", "free.money.stake"),  # what is a small word, a bet is none
]

# fields of house rules, and what is chosen by them
CHOSEN = [
    ([("bonus", "capot 50"), ("bonus", "rob 10")], {"bonus": ["capot 50", "rob 10"]}),
]

# house rules, and where a match is at its start
GLANCES = [
    ({}, None),
    ({"target": 50}, "to 50"),
    ({"winner": "low", "limit": 100}, "eliminated above 100"),
]

# house rules, and a deal of which two end a match
ENDING = [
    ({"target": 100}, {"points": {"Anna": 60}}),
]

# a house rule with a number, in words of a language
WORDED = [
    ("length", Counted("deals", 1), "it", "dopo 1 mano"),
    ("length", Counted("deals", 2), "sv", "efter 2 givar"),
    ("bonus", Named((("capot", 50), ("last", -5))), "en", "capot 50, last −5"),
]

# clauses that nothing cites: definitions
DEFINE = [
    ("end.length",),
    ("money.unit",),
]

# fields of its forms, in shapes that none has
UNASKED = [
    ("points[@0][x_y]",),
]

# terms of this game, some of them of others too
OWN_TERMS = [
    ("pot",),
]

# matches for paper, and how many pages they take
PAPER = [
    ("long_names", 1),
]

# fields of a deal that may be left out where one is entered, and what that says
BY_CUSTOM = [
    ("points", "where the highest wins, who has no number scores nothing"),
    ("bonuses", "there were none"),
]
