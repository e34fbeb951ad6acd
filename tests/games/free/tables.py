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
    ("people.name",),
    ("people.running",),
    ("people.names",),
    ("people.over",),
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

# players, house rules, deals, and what is told when they are over: the title, who is named large, and the sentence
ENDS = [
    (
        "Anna Bo Cia",
        {"target": 100},
        [{"points": {"Anna": 120, "Bo": 119, "Cia": 3}}],
        ("one deal", ["Anna"], "wins with 120, one ahead of Bo."),
    ),
    (
        "Anna Bo Cia",
        {},
        [{"points": {"Anna": 5, "Bo": 5, "Cia": 3}}, {"kind": "end", "reason": "Somebody has left"}],
        ("one deal", ["Anna", "Bo"], "share first place with 5 each. Ended by the table: Somebody has left."),
    ),
    (
        "Anna Bo Cia",
        {"winner": "low", "limit": 100},
        [{"points": {"Anna": 5, "Bo": 101, "Cia": 130}}],
        ("one deal", ["Anna"], "is the last one in, with 5."),
    ),
    (
        "Anna Bo Cia",
        {"winner": "low", "limit": 100},
        [{"points": {"Anna": 105, "Bo": 101, "Cia": 130}}],
        ("one deal", ["Bo"], "wins with 101, four ahead of Anna."),
    ),
    (
        "Anna Bo",
        {"zero_sum": True},
        [{"points": {"Anna": 15, "Bo": -15}}, {"kind": "end"}],
        ("one deal", ["Anna"], "wins 15 points. Ended by the table."),
    ),
]
