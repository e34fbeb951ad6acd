"""Tables of this game for the tests of all games, read by `rows` in tests/support/examples.py."""

# search phrases, and the first clause that is found
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

# one word, and the first clause that is found
WORDS = [
    ("en", "flight", "rams.score.flight"),
    ("fr", "atout", "rams.deal.trump"),
    ("fr", "couper", "rams.play.trump"),
    ("it", "briscola", "rams.deal.trump"),
]

# search phrases with typing errors, and the first clause that is found
SLIPS = [
    ("en", "flihgt", "rams.score.flight"),
    ("en", "trmup", "rams.deal.trump"),
]

# search phrases in other languages than English, and the first clause that is found
FOREIGN = [
    ("får jag passa på två poäng", "rams.pass.two"),
]

# search phrases about things that the book does not treat
UNTREATED = [
    ("it", "che ore sono"),
]

# fields of a form, and the JSON that they give
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

# house rules, and the fields of a deal in a form; {n} is the name of a player
NAMED = [
    ({}, [("tricks[]", "{0}"), ("tricks[]", "{0}"), ("tricks[]", "{1}"), ("tricks[]", "{1}"), ("tricks[]", "{2}")]),
    ({}, [("passed[]", "{1}"), ("tricks[@0]", "2"), ("tricks[@2]", "3")]),
]

# keys of `replay` with a value for each player, which a new part of the match takes over
CARRIED = [
    ("sums",),
]

# clauses that no code cites, because they only define something
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

# clauses whose decisions cite another clause, with the reason
DECIDED_AS = [
    # By rams.buy.turn_up the dealer has the turned-up card; the five new cards of the others need no decision.
    ("rams.bid.old_hands", "rams.bid.cards"),
    # A bid of both is answered in two halves, and only their order is decided.
    ("rams.bid.both", "rams.bid.half_order"),
    # The rule on 2 itself frees those who have not passed; the question does not ask how they came to 2.
    ("rams.pass.landed", "rams.pass.two"),
    # The question asks for "passed in the last deal that counted", which excludes misdeals and a new rams.
    ("rams.pass.flag", "rams.pass.two"),
    # The ace is an ordinary trump here, so this clause forbids nothing beside the duty to trump.
    ("rams.play.ace_ruff", "rams.play.trump"),
    # Each player has an own term; several players at zero end the rams like one.
    ("rams.end.several", "rams.end.rams"),
]

# questions that answer by an unfinished list, and the list
SO_FAR = [
    ("playable", "trick"),
    ("winner", "ended"),
    ("winner", "moved"),
]

# questions about an empty stock, with facts
STOCK_OUT = [("stock_out", {"left": 0, "wants": 2})]

# house rules that may change any answer
NOT_VARIED = [("start_points",)]

# matches for PDFs, and their number of pages
PAPER = [
    ("big_money", 2),
    ("large_stakes", 2),
    ("six_for_money", 1),
]

# fields with wrong names, which no form has
UNASKED = [
    ("bought_down",),
    ("tricks[@0][]",),
    ("tricks[0][x_y]",),
]

# terms of this game, which others may have too
OWN_TERMS = [
    ("trump",),
    ("trick",),
    ("knock",),
    ("flight",),
    ("better cards",),
    ("pot",),
]

# phrases without a hit, because a term of other games outweighs words of this game
OUTWEIGHED = [
    ("en", "may I see the last trick"),
]

# phrases, language, and their number of terms of other games
FOREIGN_TERMS = [
    ("trump", "en", 0),
    ("see the last trick", "en", 3),  # longer than this game's term in it
    ("box number four", "en", 0),  # a term only by itself
    ("the box", "en", 1),
]

# cases that a handwritten sheet cannot hold completely
NO_ROOM = [
    ("money-tie-first-to-zero",),  # the order of the tricks
    ("next-rams-redraw-open",),  # who deals after a misdeal
]

# questions that a match answers without further facts, and the result to compare with the sheet
AT_TABLE = [
    ("winner", "won"),
    ("dealer", "deals"),
]

# fields of a deal that may be left out, and the meaning of that
BY_CUSTOM = [
    ("passed", "all others knock"),
    ("bought_down", "who flew to the top stays there"),
    ("faults", "nobody misplayed"),
]

# players, house rules, deals, and the result card: title, names in large letters, and sentence
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

# phrases that end with the time when something was noticed, and a clause among the first three hits
NOTICED_LATER = [
    ("en", "she played a card out of turn and we only spotted it two tricks later", "rams.irregular.turn"),
]
