"""Tables of this game for the tests of all games, read by `rows` in tests/support/examples.py."""

from companion.rules.options import Counted, Named

# search phrases, and the first clause that is found
FIRST = [
    ("sv", "vem vann", "free.end.winner"),
    ("en", "who won", "free.end.winner"),
    ("fr", "qui a gagné", "free.end.winner"),
    ("it", "chi ha vinto", "free.end.winner"),
    ("sv", "vem vann matchen", "free.end.winner"),
]

# one word, and the first clause that is found
WORDS = [
    ("sv", "vad", "free.money.stake"),  # "vad" is a stop word, but a bet is not
]

# fields of house rules in a form, and the house rules that they give
CHOSEN = [
    ([("bonus", "capot 50"), ("bonus", "rob 10")], {"bonus": ["capot 50", "rob 10"]}),
]

# house rules, and the text about the state of a new match
GLANCES = [
    ({}, None),
    ({"target": 50}, "to 50"),
    ({"winner": "low", "limit": 100}, "eliminated above 100"),
]

# house rules, and a deal that ends a match when it is played twice
ENDING = [
    ({"target": 100}, {"points": {"Anna": 60}}),
]

# a house rule with a number, a language, and its text
WORDED = [
    ("length", Counted("deals", 1), "it", "dopo 1 mano"),
    ("length", Counted("deals", 2), "sv", "efter 2 givar"),
    ("bonus", Named((("capot", 50), ("last", -5))), "en", "capot 50, last −5"),
]

# clauses that no code cites, because they only define something
DEFINE = [
    ("people.name",),
    ("people.running",),
    ("people.names",),
    ("people.over",),
    ("end.length",),
    ("money.unit",),
]

# fields with wrong names, which no form has
UNASKED = [
    ("points[@0][x_y]",),
]

# terms of this game, which others may have too
OWN_TERMS = [
    ("pot",),
]

# matches for PDFs, and their number of pages
PAPER = [
    ("long_names", 1),
]

# fields of a deal that may be left out, and the meaning of that
BY_CUSTOM = [
    ("points", "where the highest wins, who has no number scores nothing"),
    ("bonuses", "there were none"),
]

# players, house rules, deals, and the result card: title, names in large letters, and sentence
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
