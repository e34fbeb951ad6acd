"""Tables of this game for the tests of all games, read by `rows` in tests/support/examples.py."""

from companion.rules.options import Counted

# search phrases, and the first clause that is found
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

# one word, and the first clause that is found
WORDS = [
    ("sv", "stege", "rami.meld.run"),
]

# search phrases in other languages than English, and the first clause that is found
FOREIGN = [
    ("la pioche est vide", "rami.turn.stock"),
]

# fields of a form, and the JSON that they give
FORMS = [
    ([("left[@2]", "7"), ("left[@0]", "3")], {"left": {"Cia": 7, "Anna": 3}}),
]

# fields of house rules in a form, and the house rules that they give
CHOSEN = [
    ([("end_at", "#deals"), ("end_at_number", "7")], {"end_at": {"deals": 7}}),
    ([("end_at", "#deals"), ("end_at_number", "5")], {}),
    ([("end_at", "#points"), ("end_at_number", "many")], {"end_at": {"points": "many"}}),
    ([("variant", "nonsense")], {"variant": "nonsense"}),
]

# house rules, and a deal that ends a match when it is played twice
ENDING = [
    ({"end_at": {"points": 100}}, {"out": "Bo", "left": {"Anna": 60}}),
]

# a house rule with a number, a language, and its text
WORDED = [
    ("end_at", Counted("deals", 60), "en", "after 60 deals"),
]

# title, house rules, other fields, fields with cards, and the points that they come to
CARD_POINTS = [
    ("the hand of one who laid", {}, {}, {"left_cards[@1]": "AS JK 7D"}, {"left_cards[@1]": 68}),
    ("thirteen: laid nothing", {}, {}, {"left_cards[@1]": "2S 3S 4S " * 4 + "5S"}, {}),
    ("flat", {}, {}, {"left_cards[@1]": "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"}, {"left_cards[@1]": 100}),
]

# house rules, and the fields of a deal in a form; {n} is the name of a player
NAMED = [
    ({}, [("out", "{0}"), ("not_laid[]", "{1}"), ("left[@2]", "11+10")]),
]

# clauses that no code cites, because they only define something
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

# questions about an empty stock, with facts
STOCK_OUT = [("stock_out", {"pile": 30})]

# house rules that only choose the kind of game
PLAYED = [("variant",)]

# matches for PDFs, and their number of pages
PAPER = [
    ("sixty_of_five", 2),
]

# fields with wrong names, which no form has
UNASKED = [
    ("not_laid",),
    ("end",),
    ("left[@1][x_y]",),
    ("left_cards[@1]",),
    ("out[@]",),
    ("rami_sec",),
]

# an opening, two deals of which the second needs the first, and the reason why it is refused without it
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

# terms of this game, which others may have too
OWN_TERMS = [
    ("gin",),
    ("meld",),
    ("lay off",),
    ("pot",),
    ("rami sec",),
]

# phrases without a hit, because a term of other games outweighs words of this game
OUTWEIGHED = [
    ("fr", "as d'atout"),
]

# questions that a match answers without further facts, and the result to compare with the sheet
AT_TABLE = [
    ("winner", "won"),
    ("dealer", "deals"),
]

# fields of a deal that may be left out, and the meaning of that
BY_CUSTOM = [
    ("rami_sec", "a plain finish, as is chosen before anybody taps"),
]

# players, house rules, deals, and the result card: title, names in large letters, and sentence
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
