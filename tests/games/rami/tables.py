"""Hold the tables of this game for tests of all games: `rows` in tests/support/examples.py reads them."""

from companion.rules.options import Counted

# people's words, and the clause that stands first
FIRST = [
    ("fr", "joker dans un brelan", "rami.joker.set"),
    ("en", "add before opening", "rami.lay.complete"),
    ("en", "can i put a joker at the end", "rami.meld.joker"),
    ("fr", "recupere joker", "rami.joker.take"),
    ("fr", "51 points", "rami.open.points"),
    ("fr", "on peut prendre la carte de l'autre", "rami.take.second_turn"),
    ("en", "can you take the other's card", "rami.take.second_turn"),
    ("sv", "kan man ta den andras kort", "rami.take.second_turn"),
    ("it", "si può prendere la carta dell'altro", "rami.take.second_turn"),
    ("en", "is AKQ allowed", "rami.meld.ace"),
    ("sv", "är AKQ tillåtet", "rami.meld.ace"),
    ("fr", "AKQ est permis", "rami.meld.ace"),
    ("it", "AKQ è permesso", "rami.meld.ace"),
]

# one word, and the clause that defines it
WORDS = [
    ("sv", "stege", "rami.meld.run"),
]

# words of another language than English
FOREIGN = [
    ("la pioche est vide", "rami.turn.stock"),
]

# fields of a form, and what they are read as
FORMS = [
    ([("left[@2]", "7"), ("left[@0]", "3")], {"left": {"Cia": 7, "Anna": 3}}),
]

# fields of house rules, and what is chosen by them
CHOSEN = [
    ([("end_at", "#deals"), ("end_at_number", "7")], {"end_at": {"deals": 7}}),
    ([("end_at", "#deals"), ("end_at_number", "5")], {}),
    ([("end_at", "#points"), ("end_at_number", "many")], {"end_at": {"points": "many"}}),
    ([("variant", "nonsense")], {"variant": "nonsense"}),
]

# house rules, and a deal of which two end a match
ENDING = [
    ({"end_at": {"points": 100}}, {"out": "Bo", "left": {"Anna": 60}}),
]

# a house rule with a number, in words of a language
WORDED = [
    ("end_at", Counted("deals", 60), "en", "after 60 deals"),
]

# house rules, what else is typed, fields with cards, and what these come to
CARD_POINTS = [
    ("the hand of one who laid", {}, {}, {"left_cards[@1]": "AS JK 7D"}, {"left_cards[@1]": 68}),
    ("thirteen: laid nothing", {}, {}, {"left_cards[@1]": "2S 3S 4S " * 4 + "5S"}, {}),
    ("flat", {}, {}, {"left_cards[@1]": "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"}, {"left_cards[@1]": 100}),
]

# house rules, and the fields of a deal; {n} is the name of a player
NAMED = [
    ({}, [("out", "{0}"), ("not_laid[]", "{1}"), ("left[@2]", "11+10")]),
]

# clauses that nothing cites: definitions
DEFINE = [
    ("people.name",),
    ("people.running",),
    ("people.names",),
    ("people.over",),
    ("aim",),
    ("deal.upcard",),
    ("money.stake",),
    ("money.unit",),
]

# questions that answer by what has been said so far: the list that may be longer
SO_FAR = [
    ("go_out", "lays"),
    ("opening", "to_beat"),
    ("winner", "moved"),
]

# what is asked where the stock is out
STOCK_OUT = [("stock_out", {"pile": 30})]

# what a table plays as a whole
PLAYED = [("variant",)]

# matches for paper, and how many pages they take
PAPER = [
    ("sixty_of_five", 2),
]

# fields of its forms, in shapes that none has
UNASKED = [
    ("not_laid",),
    ("end",),
    ("left[@1][x_y]",),
    ("left_cards[@1]",),
    ("out[@]",),
    ("rami_sec",),
]

# an opening, two deals of which the second needs the first, and why it cannot stand without it
LET_STAND = [
    (
        {},
        [
            {"out": "Anna", "left": {"Bo": 30, "Cia": 30}},
            {"out": "Bo", "left": {"Anna": 30, "Cia": 30}, "dealer": "Anna"},
        ],
        "It is Cia’s turn to deal, not Anna’s.",
    )
]

# terms of this game, some of them of others too
OWN_TERMS = [
    ("gin",),
    ("meld",),
    ("lay off",),
    ("pot",),
    ("rami sec",),
]

# a question that is silent here: a term of other games outweighs words of this one
OUTWEIGHED = [
    ("fr", "as d'atout"),
]

# questions that a match answers by itself, as its sheet does, and what they are about
AT_TABLE = [
    ("winner", "won"),
    ("dealer", "deals"),
]

# fields of a deal that may be left out where one is entered, and what that says
BY_CUSTOM = [
    ("rami_sec", "a plain finish, as is chosen before anybody taps"),
]

# players, house rules, deals, and what is told when they are over: the title, who is named large, and the sentence
ENDS = [
    (
        "Anna Bo Cia",
        {"end_at": {"deals": 1}},
        [{"out": "Bo", "left": {"Anna": 9, "Cia": 30}}],
        ("one deal", ["Bo"], "wins with 0, nine ahead of Anna."),
    ),
    (
        "Anna Bo Cia",
        {"end_at": {"last_standing": 60}},
        [{"out": "Bo", "left": {"Anna": 60, "Cia": 70}}],
        ("one deal", ["Bo"], "is the last one in, with 0."),
    ),
]

RULED_OUT = [
    ("fr", "on peut jouer en équipe", "rami.players"),
    ("en", "do teammates share their points", "rami.players"),
]

NOTICED_LATER = [
    ("fr", "elle a posé une fausse suite et on s'en est aperçu un tour après", "rami.irregular.meld"),
]
