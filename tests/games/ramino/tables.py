"""Hold the tables of this game for tests of all games: `rows` in tests/support/examples.py reads them."""

# people's words, and the clause that stands first
FIRST = [
    ("it", "asso alto", "ramino.meld.ace"),
    ("it", "alto l'asso", "ramino.meld.ace"),
    ("en", "reentry", "ramino.elim.reentry"),
    ("en", "re-entry", "ramino.elim.reentry"),
    ("en", "is AKQ allowed", "ramino.meld.ace"),
    ("sv", "är AKQ tillåtet", "ramino.meld.ace"),
    ("fr", "AKQ est permis", "ramino.meld.ace"),
    ("it", "AKQ è permesso", "ramino.meld.ace"),
]

# one word, and the clause that defines it
WORDS = [
    ("en", "joker", "ramino.joker.stands"),
    ("en", "ramino", "ramino.score.ramino"),
    ("sv", "första utlägget", "ramino.first.points"),
]

# words with slips
SLIPS = [
    ("sv", "jokker", "ramino.joker.stands"),
]

# words of another language than English
FOREIGN = [
    ("asso alto", "ramino.meld.ace"),
]

# fields of house rules, and what is chosen by them
CHOSEN = [
    ([("target", "#"), ("target_number", "750")], {"target": 750}),
    ([("target", "1000"), ("target_number", "750")], {"target": 750}),
    ([("target_number", "700+50")], {"target": 750}),
    ([("target", "1000"), ("target_number", "")], {}),
    ([("target", "500"), ("target_number", "500")], {"target": 500}),
    ([("target", "500"), ("target_number", "750")], {"target": "500 / 750"}),
]

# house rules, and where a match is at its start
GLANCES = [
    ({}, "to 1000"),
    ({"mode": "elimination", "limit": 300}, "eliminated above 300"),
    ({"mode": "elimination", "limit": 300, "limit_rule": "reach"}, "eliminated at 300"),
]

# house rules, and a deal of which two end a match
ENDING = [
    ({"target": 100}, {"out": "Anna", "laid": {"Anna": 70, "Bo": 40}, "left": {"Bo": 10}}),
]

# house rules, what else is typed, fields with cards, and what these come to
FOURTEEN = "5H 6H 7H 8H KS KH KD 2S 3S 4S 5S 6S 7S JK"
CARD_POINTS = [
    ("a joker is 20 in hand", {}, {}, {"left_cards[@1]": FOURTEEN}, {"left_cards[@1]": 100}),
    ("or what the table says", {"joker_in_hand": 50}, {}, {"left_cards[@1]": "JK KS"}, {"left_cards[@1]": 60}),
    ("an ace by the table", {"hand_ace": 11}, {}, {"left_cards[@1]": "AS"}, {"left_cards[@1]": 11}),
    ("combinations add up", {}, {}, {"laid_cards[@0]": "QH KH AH | AS 2S 3S"}, {"laid_cards[@0]": 50}),
    ("not while one is none", {}, {}, {"laid_cards[@0]": "QH KH AH | 2S 3S"}, {}),
    ("a number is no card", {}, {}, {"left[@1]": "30"}, {}),
    ("nor is a slip", {}, {}, {"left_cards[@1]": "XX"}, {}),
    ("nor anybody's who is not there", {}, {}, {"left_cards[@7]": "KS"}, {}),
]

# house rules, and the fields of a deal; {n} is the name of a player
NAMED = [
    (
        {},
        [
            ("out[@]", "@0"),
            ("laid[@0]", "60+60"),
            ("left[@1]", "80"),
            ("not_laid[]", "{1}"),
            ("laid[@2]", "30"),
            ("left_cards[@2]", "KS 7D"),
        ],
    ),
    ({}, [("out[@]", "none"), ("laid[@1]", "45"), ("not_laid[]", "{2}"), ("not_laid[]", "{0}")]),
    (
        {},
        [
            ("out[@]", "@1"),
            ("laid[@1]", "90"),
            ("laid[@0]", "30"),
            ("left[@0]", "5"),
            ("laid[@2]", "30"),
            ("left_cards[@2]", "KS 7D"),
            ("penalties[@2][joker]", "1"),
        ],
    ),
]

# clauses that nothing cites: definitions
DEFINE = [
    ("people.name",),
    ("people.running",),
    ("people.names",),
    ("people.over",),
    ("turns",),
    ("joker.stands",),
    ("discard.pile",),
    ("money.stake",),
    ("money.unit",),
]

# clauses that are decided under another one, and why that one is cited
DECIDED_AS = [
    # The joker's points are those of the card it stands for: the number has the clause on its value.
    ("ramino.joker.same", "ramino.value.joker"),
    # What is below nothing is so by the term that was taken off.
    ("ramino.score.negative", "ramino.penalty.agreed"),
    # The product is one term with its factor, the penalty another beside it.
    ("ramino.elim.once", "ramino.elim.multiplier"),
    # What it costs is the number; how the table is put back happens on the table.
    ("ramino.table.restore", "ramino.table.penalty"),
]

# questions that answer by what has been said so far: the list that may be longer
SO_FAR = [
    ("rearrange", "hand"),
    ("eliminated", "gone"),
    ("eliminated", "moved"),
    ("winner", "moved"),
]

# what is asked where the stock is out
STOCK_OUT = [("stock_out", {"pile": 1})]

# a house rule that may turn any answer
NOT_VARIED = [("mode",)]

# what a table plays as a whole
PLAYED = [("mode",)]

# matches for paper, and how many pages they take
PAPER = [
    ("eight_names", 1),
]

# fields of its forms, in shapes that none has
UNASKED = [
    ("finish",),
    ("laid[@1][x_y]",),
    ("laid[@1]",),
    ("penalties[@1]",),
]

# an opening, two deals of which the second needs the first, and why it cannot stand without it
LET_STAND = [
    (
        {},
        [
            {"out": "Anna", "left": {"Bo": 30, "Cia": 30}, "laid": {"Anna": 120, "Bo": 85, "Cia": 60}},
            {
                "out": "Bo",
                "left": {"Anna": 30, "Cia": 30},
                "dealer": "Anna",
                "laid": {"Anna": 120, "Bo": 85, "Cia": 60},
            },
        ],
        "It is Cia’s turn to deal, not Anna’s.",
    )
]

# terms of this game, some of them of others too
OWN_TERMS = [
    ("meld",),
    ("lay off",),
    ("pot",),
    ("identity",),
]

# a question that is silent here: a term of other games outweighs words of this one
OUTWEIGHED = [
    ("it", "chi passa per primo all'asta"),
]

# words, and how many terms of other games are in them
FOREIGN_TERMS = [
    ("knocked out", "en", 0),  # a term of this game, as long
]

# players, language and paper of an empty sheet on which headings have little room
NARROW = [
    (8, "it", "a5"),
]

# questions that a match answers by itself, as its sheet does, and what they are about
AT_TABLE = [
    ("winner", "won"),
    ("dealer", "deals"),
    ("eliminated", "out"),
]

# fields of a deal that may be left out where one is entered, and what that says
BY_CUSTOM = [
    ("finish", "a plain one, as is chosen before anybody taps"),
    ("penalties", "there were none"),
]

# players, house rules, deals, and what is told when they are over: the title, who is named large, and the sentence
ENDS = [
    (
        "Anna Bo Cia",
        {"target": 300},
        [{"out": "Anna", "laid": {"Anna": 200, "Bo": 60, "Cia": 70}, "left": {"Bo": 30, "Cia": 90}}],
        ("one deal", ["Anna"], "wins with 320, 250 ahead of Cia."),
    ),
]

RULED_OUT = [
    ("it", "si può giocare con le squadre", "ramino.players"),
    ("en", "two against two", "ramino.players"),
]

# words that end with when it was noticed, and a clause among the first three
NOTICED_LATER = [
    ("it", "ho aperto con 35 e lo abbiamo notato solo dopo il mio turno", "ramino.irregular.opening"),
]
