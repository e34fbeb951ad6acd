"""Hold the tables of this game for tests of all games: `rows` in tests/support/examples.py reads them."""

# people's words, and the clause that stands first
FIRST = [
    ("sv", "får jag passa på två poäng", "rams.pass.two"),
    ("sv", "FAR JAG PASSA PA TVA POANG?", "rams.pass.two"),
    ("sv", "poäng 2 passa", "rams.pass.two"),
    ("sv", "trumfess på hand, utspel", "rams.play.ace_lead"),
    ("sv", "köpa sig ner", "rams.money.buy_down"),
    ("en", "may I pass on two points", "rams.pass.two"),
    ("fr", "as d'atout d'abord", "rams.play.ace_lead"),
    ("en", "may i buy down after the next deal", "rams.money.buy_down"),
    ("en", "how big is the ante", "rams.money.ante"),
    ("sv", "hur stor är insatsen", "rams.money.ante"),
    ("fr", "la mise est de combien", "rams.money.ante"),
    ("it", "quanto è la posta", "rams.money.ante"),
    ("en", "how big is the pot", "rams.money.ante"),
    ("sv", "hur stor är potten", "rams.money.ante"),
    ("fr", "combien y a-t-il dans le pot", "rams.money.ante"),
    ("it", "quanto c'è nel piatto", "rams.money.ante"),
    ("sv", "kan jag ta noll kort", "rams.buy.exchange"),
    ("en", "can I take zero cards", "rams.buy.exchange"),
    ("fr", "puis-je prendre zéro carte", "rams.buy.exchange"),
    ("it", "posso prendere zero carte", "rams.buy.exchange"),
    ("sv", "vad händer om alla hamnar på noll", "rams.end.several"),
    ("en", "what if everybody ends on zero", "rams.end.several"),
    ("fr", "que se passe-t-il si tous arrivent à zéro", "rams.end.several"),
    ("it", "cosa succede se tutti arrivano a zero", "rams.end.several"),
    ("en", "can dealer keep the trump card", "rams.buy.turn_up"),
    ("sv", "får givaren behålla trumfkortet", "rams.buy.turn_up"),
    ("fr", "le donneur peut-il garder la carte d'atout", "rams.buy.turn_up"),
    ("it", "il mazziere può tenere la carta di briscola", "rams.buy.turn_up"),
]

# one word, and the clause that defines it
WORDS = [
    ("en", "flight", "rams.score.flight"),
    ("fr", "atout", "rams.deal.trump"),
    ("fr", "couper", "rams.play.trump"),
    ("it", "briscola", "rams.deal.trump"),
]

# words with slips
SLIPS = [
    ("en", "flihgt", "rams.score.flight"),
    ("en", "trmup", "rams.deal.trump"),
]

# words of another language than English
FOREIGN = [
    ("får jag passa på två poäng", "rams.pass.two"),
]

# what is understood, and not treated
UNTREATED = [
    ("it", "che ore sono"),
]

# fields of a form, and what they are read as
FORMS = [
    ([("dealer", " Bo ")], {"dealer": "Bo"}),
    ([("dealer", ""), ("passed[]", "  ")], {}),
    ([("tricks[]", "Anna"), ("tricks[]", ""), ("tricks[]", "Bo")], {"tricks": ["Anna", "Bo"]}),
    ([("tricks[1]", "Bo"), ("tricks[0]", "Anna")], {"tricks": ["Anna", "Bo"]}),
    ([("tricks[@2]", "4"), ("tricks[@0]", "1")], {"tricks": {"Cia": 4, "Anna": 1}}),
    ([("tricks[@9]", "4")], {"tricks": {"@9": 4}}),
    ([("dealer", "Bo"), ("dealer", "Bo")], {"dealer": "Bo"}),
    ([("unknown[x][]", "7")], {"unknown": {"x": ["7"]}}),
]

# house rules, and the fields of a deal; {n} is the name of a player
NAMED = [
    ({}, [("tricks[]", "{0}"), ("tricks[]", "{0}"), ("tricks[]", "{1}"), ("tricks[]", "{1}"), ("tricks[]", "{2}")]),
    ({}, [("passed[]", "{1}"), ("tricks[@0]", "2"), ("tricks[@2]", "3")]),
]

# what `replay` says of everybody at the top, and goes on with who plays on
CARRIED = [
    ("sums",),
]

# clauses that nothing cites: definitions
DEFINE = [
    ("people.name",),
    ("people.running",),
    ("people.names",),
    ("people.over",),
    ("game.aim",),
    ("game.clockwise",),
    ("game.origin",),
    ("cards.rank",),
    ("start",),
    ("start.rams",),
    ("deal.first",),
    ("deal.trump",),
    ("pass.commit",),
    ("play.trump_lead",),
    ("money.unit",),
]

# clauses that are decided under another one, and why that one is cited
DECIDED_AS = [
    # The turned-up card is the dealer's by rams.buy.turn_up; that all others have five new ones is what is carried out.
    ("rams.bid.old_hands", "rams.bid.cards"),
    # A bid of both is answered half by half: what is told is in which order both are done.
    ("rams.bid.both", "rams.bid.half_order"),
    # Who has not passed owes no knock by the rule on 2 itself; how one came to 2 is no fact of the question.
    ("rams.pass.landed", "rams.pass.two"),
    # The fact asked for is "passed in the last deal that counted": a misdeal and a new rams are outside it.
    ("rams.pass.flag", "rams.pass.two"),
    # That the ace is a trump like any other here forbids nothing: the cards are those of the duty to trump.
    ("rams.play.ace_ruff", "rams.play.trump"),
    # Each player's number is a term of its own; that several are down ends the rams as one does.
    ("rams.end.several", "rams.end.rams"),
]

# questions that answer by what has been said so far: the list that may be longer
SO_FAR = [
    ("playable", "trick"),
    ("winner", "ended"),
    ("winner", "moved"),
]

# what is asked where the stock is out
STOCK_OUT = [("stock_out", {"left": 0, "wants": 2})]

# a house rule that may turn any answer
NOT_VARIED = [("start_points",)]

# matches for paper, and how many pages they take
PAPER = [
    ("big_money", 2),
    ("large_stakes", 2),
    ("six_for_money", 1),
]

# fields of its forms, in shapes that none has
UNASKED = [
    ("bought_down",),
    ("tricks[@0][]",),
    ("tricks[0][x_y]",),
]

# terms of this game, some of them of others too
OWN_TERMS = [
    ("trump",),
    ("trick",),
    ("knock",),
    ("flight",),
    ("better cards",),
    ("pot",),
]

# a question that is silent here: a term of other games outweighs words of this one
OUTWEIGHED = [
    ("en", "may I see the last trick"),
]

# words, and how many terms of other games are in them
FOREIGN_TERMS = [
    ("trump", "en", 0),
    ("see the last trick", "en", 3),  # longer than the term of this game in it
    ("box number four", "en", 0),  # only alone
    ("the box", "en", 1),
]

# cases of which a sheet kept by hand has no room for everything
NO_ROOM = [
    ("money-tie-first-to-zero",),  # the order of the tricks
    ("next-rams-redraw-open",),  # who deals after a misdeal
]

# questions that a match answers by itself, as its sheet does, and what they are about
AT_TABLE = [
    ("winner", "won"),
    ("dealer", "deals"),
]

# fields of a deal that may be left out where one is entered, and what that says
BY_CUSTOM = [
    ("passed", "all others knock"),
    ("bought_down", "who flew to the top stays there"),
    ("faults", "nobody misplayed"),
]

# players, house rules, deals, and what is told when they are over: the title, who is named large, and the sentence
ENDS = [
    (
        "Anna Bo Cia",
        {"rams_count": 2, "money": True, "stake": 10, "unit_name": "kr"},
        [
            {"passed": ["Cia"], "tricks": ["Anna", "Anna", "Anna", "Bo", "Bo"]},
            {"tricks": ["Anna"] * 5},
            {"tricks": ["Bo", "Anna", "Anna"]},
        ],
        ("after 1 of 2 rams", ["Anna"], "Anna is down to 0 after trick 3 of deal 3 and takes the pot of 50 kr."),
    ),
    (
        "Anna Bo Cia",
        {"rams_count": 2},
        [{"tricks": {"Anna": 5}}, {"tricks": {"Anna": 5}}],
        ("after 1 of 2 rams", ["Anna"], "Anna is down to 0 in deal 2."),
    ),
    (
        "Anna Bo Cia",
        {"rams_count": 2},
        [{"tricks": ["Anna"] * 5}, {"kind": "penalty", "player": "Anna", "points": -5}],
        ("after 1 of 2 rams", ["Anna"], "Anna is down to 0 by a penalty."),
    ),
    (
        "Anna Bo Cia",
        {"rams_count": 1},
        [{"tricks": ["Anna"] * 5}] * 2,
        ("one rams", ["Anna"], "wins with 0, ten ahead of Bo and Cia."),
    ),
    (
        "Anna Bo",
        {"rams_count": 1},
        [
            {"tricks": ["Anna", "Anna", "Anna", "Bo", "Bo"]},
            {"tricks": ["Bo", "Bo", "Bo", "Anna", "Anna"]},
            {"kind": "end", "reason": "The time is up"},
        ],
        ("two deals", [], "All end on 5: nobody has won. Ended by the table: The time is up."),
    ),
    (
        "Anna Bo",
        {"length": {"deals": 1}},
        [{"tricks": ["Anna", "Anna", "Anna", "Bo", "Bo"]}],
        ("one deal", ["Anna"], "wins with 7, one ahead of Bo. It ends here as agreed at its start."),
    ),
]

# words that end with when it was noticed, and a clause among the first three
NOTICED_LATER = [
    ("en", "she played a card out of turn and we only spotted it two tricks later", "rams.irregular.turn"),
]
