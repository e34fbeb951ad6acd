"""Hold the tables of this game for tests of all games: `rows` in tests/support/examples.py reads them."""

from companion.rules.options import Counted

# people's words, and the clause that stands first
FIRST = [
    ("sv", "får givaren lägga sig", "english_rams.bid.dealer_free"),
    ("sv", "måste högra handen betala", "english_rams.bid.right_hand"),
    ("sv", "högra handen betalar", "english_rams.bid.right_pays"),
    ("sv", "felgivning", "english_rams.deal.misdeal"),
    ("en", "how big is the ante", "english_rams.deal.ante"),
    ("sv", "hur stor är insatsen", "english_rams.deal.ante"),
    ("fr", "la mise est de combien", "english_rams.deal.ante"),
    ("it", "quanto è la posta", "english_rams.deal.ante"),
    ("en", "how big is the pot", "english_rams.deal.ante"),
    ("sv", "hur stor är potten", "english_rams.deal.ante"),
    ("fr", "combien y a-t-il dans le pot", "english_rams.deal.ante"),
    ("it", "quanto c'è nel piatto", "english_rams.deal.ante"),
    ("fr", "puis-je passer au premier tour", "english_rams.bid.simple"),
    ("en", "can I pass in the first round", "english_rams.bid.simple"),
    ("sv", "kan jag passa i första rundan", "english_rams.bid.simple"),
    ("it", "posso passare al primo giro", "english_rams.bid.simple"),
]

# one word, and the clause that defines it
WORDS = [
    ("en", "fault", "english_rams.faults.play"),
    ("en", "widow", "english_rams.bid.widow"),
]

# words with slips
SLIPS = [
    ("it", "piato semplice", "english_rams.bid.simple"),
]

# what is understood, and not treated
UNTREATED = [
    ("it", "tressette"),
]

# fields of a form, and what they are read as
FORMS = [
    (
        [("faults[0][player]", "Bo"), ("faults[0][heirs][0][@]", "@2"), ("faults[0][heirs][1][@]", "none")],
        {"faults": [{"player": "Bo", "heirs": ["Cia", None]}]},
    ),
    (
        [
            ("calls[0][@1]", "join"),
            ("calls[1][@2]", "widow"),
            ("calls[2][@1]", "widow"),
        ],
        {"calls": [["Bo", "join"], ["Cia", "widow"], ["Bo", "widow"]]},
    ),
]

# fields of house rules, and what is chosen by them
CHOSEN = [
    ([("session_end_number", "10")], {"session_end": {"fixed_deals": 10}}),
]

# house rules, and where a match is at its start
GLANCES = [
    ({}, "Simple pot 0 + 5, 1 a trick"),
]

# a house rule with a number, in words of a language
WORDED = [
    ("session_end", Counted("fixed_deals", 20), "fr", "après 20 manches"),
]

# house rules, and the fields of a deal; {n} is the name of a player
NAMED = [
    ({}, [("tricks[]", "{0}"), ("tricks[]", "{0}"), ("tricks[]", "{1}"), ("tricks[]", "{1}"), ("tricks[]", "{2}")]),
    (
        {"fault_rest": "second_best"},
        [
            ("tricks[]", "{0}"),
            ("tricks[]", "{0}"),
            ("tricks[]", "{1}"),
            ("tricks[]", "{1}"),
            ("tricks[]", "{2}"),
            ("faults[0][player]", "{0}"),
            ("faults[0][heirs][0][@]", "@2"),
            ("faults[0][heirs][1][@]", "none"),
        ],
    ),
    (
        {},
        [
            ("calls[0][@1]", "join"),
            ("calls[1][@2]", "widow"),
            ("calls[2][@0]", "join"),
            ("tricks[]", "{0}"),
            ("tricks[]", "{0}"),
            ("tricks[]", "{1}"),
            ("tricks[]", "{1}"),
            ("tricks[]", "{2}"),
        ],
    ),
]

# clauses that nothing cites: definitions
DEFINE = [
    ("people.name",),
    ("people.running",),
    ("people.names",),
    ("people.over",),
    ("goal",),
    ("cards.rank",),
    ("stakes.unit",),
    ("stakes.name",),
    ("deal.first_dealer",),
    ("deal.turn_up",),
    ("end.length",),
]

# clauses that are decided under another one, and why that one is cited
DECIDED_AS = [
    # The widow is there for the first who asks, in either pot: no answer differs by the pot.
    ("english_rams.bid.widow_simple", "english_rams.bid.widow"),
    # Who took the trick leads: the questions ask for the first lead and for who took it, never for both.
    ("english_rams.play.next_lead", "english_rams.play.winner"),
    # Of the others no number says more than that the announcer is paid, or pays.
    ("english_rams.pay.general_tricks", "english_rams.pay.general_won"),
    # The tricks that stand are those the table writes; what becomes of their fifths is the number.
    ("english_rams.faults.tricks_stand", "english_rams.faults.rest"),
]

# questions that answer by what has been said so far: the list that may be longer
SO_FAR = [
    ("calls", "calls"),
    ("lead", "calls"),
    ("lead", "pot"),
    ("playable", "trick"),
]

# fields of its forms, in shapes that none has
UNASKED = [
    ("calls",),
    ("calls[0][@1]",),
    ("faults[0][x_y]",),
    ("faults[]",),
]

# an opening, two deals of which the second needs the first, and why it cannot stand without it
LET_STAND = [
    (
        {"pot": 9, "balances": {"Anna": -3, "Bo": -3, "Cia": -3}},
        [
            {"calls": [["Anna", "join"], ["Bo", "join"], ["Cia", "join"]], "tricks": {"Anna": 2, "Bo": 3}},
            {"calls": [["Bo", "fold"], ["Cia", "join"], ["Anna", "join"]], "tricks": {"Anna": 2, "Cia": 3}},
        ],
        "It is Anna’s turn to call, not Bo’s.",
    )
]

# terms of this game, some of them of others too
OWN_TERMS = [
    ("trump",),
    ("trick",),
    ("widow",),
    ("general rams",),
    ("pot",),
]

# cases of which a sheet kept by hand has no room for everything
NO_ROOM = [
    ("spoken-takes-the-widow-by-option",),  # the order of the calls
]

# questions that a match answers by itself, as its sheet does, and what they are about
AT_TABLE = [
    ("dealer", "deals"),
]

# matches for paper, and how many pages they take
PAPER = [
    ("six_figures", 1),
]

# fields of a deal that may be left out where one is entered, and what that says
BY_CUSTOM = [
    ("calls", "who is not said to fold joins with the own hand"),
    ("faults", "nobody misplayed"),
]

# players, house rules, deals, and what is told when they are over: the title, who is named large, and the sentence
ENDS = [
    (
        "Anna Bo Cia Dag",
        {"unit_name": "kr"},
        [{"tricks": ["Anna", "Anna", "Bo", "Cia", "Dag"]}, {"kind": "end", "reason": "All agree"}],
        ("one deal", ["Anna"], "wins with +2 kr, one ahead of Bo and Cia. Ended by the table: All agree."),
    ),
]

# words about what the book rules out, and the clause that does
RULED_OUT = [
    ("en", "may I buy another card from the stock", "english_rams.deal.turn_up"),
    ("sv", "hur många kort får man köpa", "english_rams.deal.turn_up"),
    ("sv", "finns det trumfmaning", "english_rams.play.free_lead"),
]

# words, who plays, and the clause that stands first
NAMES_IN_WORDS = [
    ("en", "Cat revoked", ["Cat", "Bo"], "english_rams.faults.play"),
    ("en", "Pizza's hand was dealt wrong", ["Pizza", "Bo"], "english_rams.irregular.dealer"),
    ("en", "Cat", ["Cat", "Bo"], "silent"),
    ("en", "what is trump", ["Trump", "Bo"], "english_rams.deal.turn_up"),
]
