"""Hold the tables of this game for tests of all games: `rows` in tests/support/examples.py reads them."""

from companion.rules.options import Counted

# people's words, and the clause that stands first
FIRST = [
    ("sv", "två kort kvar i talongen", "gin.stock.two_cards"),
    ("en", "false knock", "gin.knock.false"),
    ("fr", "puis-je frapper avec 11", "gin.knock.limit"),
    ("en", "can I knock with 11", "gin.knock.limit"),
    ("sv", "kan jag slå med 11", "gin.knock.limit"),
    ("sv", "kan jag knacka med 11", "gin.knock.limit"),
    ("it", "posso bussare con 11", "gin.knock.limit"),
    ("en", "is AKQ allowed", "gin.cards.ace"),
    ("sv", "är AKQ tillåtet", "gin.cards.ace"),
    ("sv", "får man ha ess kung dam", "gin.cards.ace"),
    ("fr", "AKQ est permis", "gin.cards.ace"),
    ("it", "AKQ è permesso", "gin.cards.ace"),
    ("fr", "il a frappé avec 11", "gin.knock.false"),
    ("fr", "ai-je le droit de frapper avec 12", "gin.knock.limit"),
    ("sv", "han slog med 11", "gin.knock.false"),
]

# one word, and the clause that defines it
WORDS = [
    ("en", "knock", "gin.knock.limit"),
    ("en", "deadwood", "gin.knock.limit"),
    ("en", "gin", "gin.gin.no_deadwood"),
    ("en", "undercut", "gin.score.undercut"),
    ("fr", "frapper", "gin.knock.limit"),
    ("it", "bussare", "gin.knock.limit"),
    ("fr", "as", "gin.cards.ace"),  # a small word in English alone
]

# words with slips
SLIPS = [
    ("sv", "undersalg", "gin.score.undercut"),
    ("en", "lay of after gin", "gin.gin.no_lay_off"),
    ("en", "layoff", "gin.lay_off.opponent"),
    ("en", "ginn", "gin.gin.no_deadwood"),
]

# what is understood, and not treated
UNTREATED = [
    ("fr", "on mange quand"),
]

# a house rule with a number, in words of a language
WORDED = [
    ("blitz", Counted("bonus", 1), "en", "1 point more"),
    ("target", 250, "en", "250"),
]

# house rules, what else is typed, fields with cards, and what these come to
TEN = "5H 6H 7H 8H 2S 3S 4S KD QC 2D"
CARD_POINTS = [
    ("deadwood at its least", {}, {}, {"hands[@0]": TEN}, {"hands[@0]": 22}),
    ("eleven: one is thrown", {}, {}, {"hands[@0]": TEN + " AD"}, {"hands[@0]": 13}),
    ("nine are no hand", {}, {}, {"hands[@0]": TEN[:-3]}, {}),
    (
        "laid off on who laid down",
        {},
        {"by": "Anna"},
        {
            "hands[@0]": "5H 6H 7H 2S 3S 4S 9C 9D 9H AD",
            "hands[@1]": "8H 4H 5S KC KD QS QH TC TD 2H",
        },
        {"hands[@0]": 1, "hands[@1]": 62},
    ),
]

# house rules, and the fields of a deal; {n} is the name of a player
NAMED = [
    ({}, [("by", "{0}"), ("end", "knock"), ("deadwood[@0]", "6"), ("deadwood[@1]", "20")]),
]

# what `replay` says of everybody at the top, and goes on with who plays on
CARRIED = [
    ("boxes",),
]

# clauses that nothing cites: definitions
DEFINE = [
    ("people.name",),
    ("people.running",),
    ("people.names",),
    ("people.over",),
    ("deal.upcard",),
    ("deal.forehand",),
    ("deal.first",),
    ("play.keep",),
    ("gin.say",),
    ("score.running",),
    ("game.next",),
    ("money.unit",),
    ("hollywood.paper",),
]

# clauses that are decided under another one, and why that one is cited
DECIDED_AS = [
    # The sheet has one term for all deals won at the end of a game; a deal's line says how many it counted as.
    ("gin.game.gin_boxes", "gin.game.boxes"),
    ("gin.game.big_gin_boxes", "gin.game.boxes"),
    ("gin.game.undercut_boxes", "gin.game.boxes"),
]

# questions that answer by what has been said so far: the list that may be longer
SO_FAR = [
    ("game", "ended"),
    ("game", "moved"),
    ("showdown", "layout"),
]

# what is asked where the stock is out
STOCK_OUT = [("two_cards", {"stock": 2, "can_end": False})]

# a house rule that may turn any answer
NOT_VARIED = [("knock_limit",)]

# a clause that says again what another one has said
ALSO_IN = [("gin.knock.limit", "gin.oklahoma.lower")]

# matches for paper, and how many pages they take
PAPER = [
    ("sixty_in_columns", 3),
    ("columns", 2),
    ("twenty_of_two", 1),
]

# fields of its forms, in shapes that none has
UNASKED = [
    ("hands_cards[@0]",),
    ("layout",),
    ("deadwood[x_y]",),
]

# an opening, two deals of which the second needs the first, and why it cannot stand without it
LET_STAND = [
    (
        {},
        [
            {"end": "knock", "by": "Anna", "deadwood": {"Anna": 6, "Bo": 15}},
            {"end": "gin", "by": "Cia", "deadwood": {"Anna": 20}},
        ],
        "Cia deals and sits out: the other two play.",
    )
]

# terms of this game, some of them of others too
OWN_TERMS = [
    ("knock",),
    ("gin",),
    ("meld",),
    ("lay off",),
    ("undercut",),
    ("deadwood",),
    ("box",),
    ("blitz",),
    ("oklahoma",),
]

# a question that is silent here: a term of other games outweighs words of this one
OUTWEIGHED = [
    ("sv", "hur mycket ska potten vara"),
]

# words, and how many terms of other games are in them
FOREIGN_TERMS = [
    ("trump", "en", 1),
]

# players, language and paper of an empty sheet on which headings have little room
NARROW = [
    (3, "fr", "letter"),
]

# questions that a match answers by itself, as its sheet does, and what they are about
AT_TABLE = [
    ("game", "ends"),
    ("dealer", "deals"),
]

# players, house rules, deals, and what is told when they are over: the title, who is named large, and the sentence
ENDS = [
    (
        "Anna Bo",
        {},
        [{"end": "gin", "by": "Anna", "deadwood": {"Anna": 0, "Bo": n}} for n in (40, 45)],
        ("after 1 game", ["Anna"], "Anna wins 550 points."),
    ),
    (
        "Anna Bo",
        {"hollywood": True},
        [{"end": "gin", "by": "Anna", "deadwood": {"Anna": 0, "Bo": n}} for n in (40, 45, 45)],
        ("Game 1", ["Anna"], "Anna wins 560 points."),
    ),
    (
        "Anna Bo",
        {"length": {"games": 1}},
        [{"end": "gin", "by": "Anna", "deadwood": {"Anna": 0, "Bo": n}} for n in (40, 45)],
        ("one game", ["Anna"], "wins 550 points. It ends here as agreed at its start."),
    ),
]

# words about what the book rules out, and the clause that does
RULED_OUT = [
    ("en", "partner", "gin.players.two"),
    ("en", "may four play as two teams", "gin.players.two"),
    ("sv", "kan vi vara lag mot lag", "gin.players.two"),
]

# words about what the book rules out, beside what no book treats
NOT_RULED_OUT = [
    ("en", "may I wink at my partner"),
]
