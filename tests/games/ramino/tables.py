"""Tables of this game for the tests of all games, read by `rows` in tests/support/examples.py."""

# search phrases, and the first clause that is found
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

# one word, and the first clause that is found
WORDS = [
    ("en", "joker", "ramino.joker.stands"),
    ("en", "ramino", "ramino.score.ramino"),
    ("sv", "första utlägget", "ramino.first.points"),
]

# search phrases with typing errors, and the first clause that is found
SLIPS = [
    ("sv", "jokker", "ramino.joker.stands"),
]

# search phrases in other languages than English, and the first clause that is found
FOREIGN = [
    ("asso alto", "ramino.meld.ace"),
]

# fields of house rules in a form, and the house rules that they give
CHOSEN = [
    ([("target", "#"), ("target_number", "750")], {"target": 750}),
    ([("target", "1000"), ("target_number", "750")], {"target": 750}),
    ([("target_number", "700+50")], {"target": 750}),
    ([("target", "1000"), ("target_number", "")], {}),
    ([("target", "500"), ("target_number", "500")], {"target": 500}),
    ([("target", "500"), ("target_number", "750")], {"target": "500 / 750"}),
]

# house rules, and the text about the state of a new match
GLANCES = [
    ({}, "to 1000"),
    ({"mode": "elimination", "limit": 300}, "eliminated above 300"),
    ({"mode": "elimination", "limit": 300, "limit_rule": "reach"}, "eliminated at 300"),
]

# house rules, and a deal that ends a match when it is played twice
ENDING = [
    ({"target": 100}, {"out": "Anna", "laid": {"Anna": 70, "Bo": 40}, "left": {"Bo": 10}}),
]

# title, house rules, other fields, fields with cards, and the points that they come to
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

# house rules, and the fields of a deal in a form; {n} is the name of a player
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

# clauses that no code cites, because they only define something
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

# clauses whose decisions cite another clause, with the reason
DECIDED_AS = [
    # The joker's points are those of the card it stands for: the number has the clause on its value.
    ("ramino.joker.same", "ramino.value.joker"),
    # A negative number comes from the term that was subtracted.
    ("ramino.score.negative", "ramino.penalty.agreed"),
    # The product is one term with its factor, the penalty another term.
    ("ramino.elim.once", "ramino.elim.multiplier"),
    # The sheet has only the cost; the cards are put back on the real table.
    ("ramino.table.restore", "ramino.table.penalty"),
]

# questions that answer by an unfinished list, and the list
SO_FAR = [
    ("rearrange", "hand"),
    ("eliminated", "gone"),
    ("eliminated", "moved"),
    ("winner", "moved"),
]

# questions about an empty stock, with facts
STOCK_OUT = [("stock_out", {"pile": 1})]

# house rules that may change any answer
NOT_VARIED = [("mode",)]

# house rules that only choose the kind of game
PLAYED = [("mode",)]

# matches for PDFs, and their number of pages
PAPER = [
    ("eight_names", 1),
]

# fields with wrong names, which no form has
UNASKED = [
    ("finish",),
    ("laid[@1][x_y]",),
    ("laid[@1]",),
    ("penalties[@1]",),
]

# an opening, two deals of which the second needs the first, and the reason why it is refused without it
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

# terms of this game, which others may have too
OWN_TERMS = [
    ("meld",),
    ("lay off",),
    ("pot",),
    ("identity",),
]

# phrases without a hit, because a term of other games outweighs words of this game
OUTWEIGHED = [
    ("it", "chi passa per primo all'asta"),
]

# phrases, language, and their number of terms of other games
FOREIGN_TERMS = [
    ("knocked out", "en", 0),  # as long as a term of this game
]

# players, language and paper size of a blank sheet with little space for headings
NARROW = [
    (8, "it", "a5"),
]

# questions that a match answers without further facts, and the result to compare with the sheet
AT_TABLE = [
    ("winner", "won"),
    ("dealer", "deals"),
    ("eliminated", "out"),
]

# fields of a deal that may be left out, and the meaning of that
BY_CUSTOM = [
    ("finish", "a plain one, as is chosen before anybody taps"),
    ("penalties", "there were none"),
]

# players, house rules, deals, and the result card: title, names in large letters, and sentence
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

# phrases that end with the time when something was noticed, and a clause among the first three hits
NOTICED_LATER = [
    ("it", "ho aperto con 35 e lo abbiamo notato solo dopo il mio turno", "ramino.irregular.opening"),
]
