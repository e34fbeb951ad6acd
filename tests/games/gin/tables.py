"""Tables of this game for the tests of all games, read by `rows` in tests/support/examples.py."""

from companion.rules.options import Counted

# search phrases, and the first clause that is found
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

# one word, and the first clause that is found
WORDS = [
    ("en", "knock", "gin.knock.limit"),
    ("en", "deadwood", "gin.knock.limit"),
    ("en", "gin", "gin.gin.no_deadwood"),
    ("en", "undercut", "gin.score.undercut"),
    ("fr", "frapper", "gin.knock.limit"),
    ("it", "bussare", "gin.knock.limit"),
    ("fr", "as", "gin.cards.ace"),  # a stop word in English only
]

# search phrases with typing errors, and the first clause that is found
SLIPS = [
    ("sv", "undersalg", "gin.score.undercut"),
    ("en", "lay of after gin", "gin.gin.no_lay_off"),
    ("en", "layoff", "gin.lay_off.opponent"),
    ("en", "ginn", "gin.gin.no_deadwood"),
]

# search phrases about things that the book does not treat
UNTREATED = [
    ("fr", "on mange quand"),
]

# a house rule with a number, a language, and its text
WORDED = [
    ("blitz", Counted("bonus", 1), "en", "1 point more"),
    ("target", 250, "en", "250"),
]

# title, house rules, other fields, fields with cards, and the points that they come to
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

# house rules, and the fields of a deal in a form; {n} is the name of a player
NAMED = [
    ({}, [("by", "{0}"), ("end", "knock"), ("deadwood[@0]", "6"), ("deadwood[@1]", "20")]),
]

# keys of `replay` with a value for each player, which a new part of the match takes over
CARRIED = [
    ("boxes",),
]

# clauses that no code cites, because they only define something
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

# clauses whose decisions cite another clause, with the reason
DECIDED_AS = [
    # The sheet has one term for all deals won at the end of a game; a deal's line says how many it counted as.
    ("gin.game.gin_boxes", "gin.game.boxes"),
    ("gin.game.big_gin_boxes", "gin.game.boxes"),
    ("gin.game.undercut_boxes", "gin.game.boxes"),
]

# questions that answer by an unfinished list, and the list
SO_FAR = [
    ("game", "ended"),
    ("game", "moved"),
    ("showdown", "layout"),
]

# questions about an empty stock, with facts
STOCK_OUT = [("two_cards", {"stock": 2, "can_end": False})]

# house rules that may change any answer
NOT_VARIED = [("knock_limit",)]

# clauses that repeat another clause
ALSO_IN = [("gin.knock.limit", "gin.oklahoma.lower")]

# matches for PDFs, and their number of pages
PAPER = [
    ("sixty_in_columns", 3),
    ("columns", 2),
    ("twenty_of_two", 1),
]

# fields with wrong names, which no form has
UNASKED = [
    ("hands_cards[@0]",),
    ("layout",),
    ("deadwood[x_y]",),
]

# an opening, two deals of which the second needs the first, and the reason why it is refused without it
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

# terms of this game, which others may have too
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

# phrases without a hit, because a term of other games outweighs words of this game
OUTWEIGHED = [
    ("sv", "hur mycket ska potten vara"),
]

# phrases, language, and their number of terms of other games
FOREIGN_TERMS = [
    ("trump", "en", 1),
]

# players, language and paper size of a blank sheet with little space for headings
NARROW = [
    (3, "fr", "letter"),
]

# questions that a match answers without further facts, and the result to compare with the sheet
AT_TABLE = [
    ("game", "ends"),
    ("dealer", "deals"),
]

# players, house rules, deals, and the result card: title, names in large letters, and sentence
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

# phrases about things that the book rules out, and the clause
RULED_OUT = [
    ("en", "partner", "gin.players.two"),
    ("en", "may four play as two teams", "gin.players.two"),
    ("sv", "kan vi vara lag mot lag", "gin.players.two"),
]

# phrases with a thing that the book rules out, about something that no book treats
NOT_RULED_OUT = [
    ("en", "may I wink at my partner"),
]
