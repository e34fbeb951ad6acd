"""Tables of this game for the tests of all games, read by `rows` in tests/support/examples.py."""

from companion.rules.options import Counted

# search phrases, and the first clause that is found
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

# one word, and the first clause that is found
WORDS = [
    ("en", "fault", "english_rams.faults.play"),
    ("en", "widow", "english_rams.bid.widow"),
]

# search phrases with typing errors, and the first clause that is found
SLIPS = [
    ("it", "piato semplice", "english_rams.bid.simple"),
]

# search phrases about things that the book does not treat
UNTREATED = [
    ("it", "tressette"),
]

# fields of a form, and the JSON that they give
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

# fields of house rules in a form, and the house rules that they give
CHOSEN = [
    ([("session_end_number", "10")], {"session_end": {"fixed_deals": 10}}),
]

# house rules, and the text about the state of a new match
GLANCES = [
    ({}, "Simple pot 0 + 5, 1 a trick"),
]

# a house rule with a number, a language, and its text
WORDED = [
    ("session_end", Counted("fixed_deals", 20), "fr", "après 20 manches"),
]

# house rules, and the fields of a deal in a form; {n} is the name of a player
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

# clauses that no code cites, because they only define something
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

# clauses whose decisions cite another clause, with the reason
DECIDED_AS = [
    # The first who asks gets the widow in either pot, so no answer depends on the pot.
    ("english_rams.bid.widow_simple", "english_rams.bid.widow"),
    # The winner of a trick leads next, but no question asks for both the winner and the next lead.
    ("english_rams.play.next_lead", "english_rams.play.winner"),
    # The numbers of the other players only show whether the announcer is paid or pays.
    ("english_rams.pay.general_tricks", "english_rams.pay.general_won"),
    # The deal has the tricks that stand; the sheet shows only what happens to their fifths.
    ("english_rams.faults.tricks_stand", "english_rams.faults.rest"),
]

# questions that answer by an unfinished list, and the list
SO_FAR = [
    ("calls", "calls"),
    ("lead", "calls"),
    ("lead", "pot"),
    ("playable", "trick"),
]

# fields with wrong names, which no form has
UNASKED = [
    ("calls",),
    ("calls[0][@1]",),
    ("faults[0][x_y]",),
    ("faults[]",),
]

# an opening, two deals of which the second needs the first, and the reason why it is refused without it
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

# terms of this game, which others may have too
OWN_TERMS = [
    ("trump",),
    ("trick",),
    ("widow",),
    ("general rams",),
    ("pot",),
]

# cases that a handwritten sheet cannot hold completely
NO_ROOM = [
    ("spoken-takes-the-widow-by-option",),  # the order of the calls
]

# questions that a match answers without further facts, and the result to compare with the sheet
AT_TABLE = [
    ("dealer", "deals"),
]

# matches for PDFs, and their number of pages
PAPER = [
    ("six_figures", 1),
]

# fields of a deal that may be left out, and the meaning of that
BY_CUSTOM = [
    ("calls", "who is not said to fold joins with the own hand"),
    ("faults", "nobody misplayed"),
]

# players, house rules, deals, and the result card: title, names in large letters, and sentence
ENDS = [
    (
        "Anna Bo Cia Dag",
        {"unit_name": "kr"},
        [{"tricks": ["Anna", "Anna", "Bo", "Cia", "Dag"]}, {"kind": "end", "reason": "All agree"}],
        ("one deal", ["Anna"], "wins with +2 kr, one ahead of Bo and Cia. Ended by the table: All agree."),
    ),
]

# phrases about things that the book rules out, and the clause
RULED_OUT = [
    ("en", "may I buy another card from the stock", "english_rams.deal.turn_up"),
    ("sv", "hur många kort får man köpa", "english_rams.deal.turn_up"),
    ("sv", "finns det trumfmaning", "english_rams.play.free_lead"),
]

# phrases with players' names, the players, and the first clause that is found
NAMES_IN_WORDS = [
    ("en", "Cat revoked", ["Cat", "Bo"], "english_rams.faults.play"),
    ("en", "Pizza's hand was dealt wrong", ["Pizza", "Bo"], "english_rams.irregular.dealer"),
    ("en", "Cat", ["Cat", "Bo"], "silent"),
    ("en", "what is trump", ["Trump", "Bo"], "english_rams.deal.turn_up"),
]
