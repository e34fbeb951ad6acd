"""All that people ask the referee about gin."""

from collections.abc import Mapping

from companion.games.gin.draft_facts import turned
from companion.games.gin.known_facts import closed, counted, deals_won, dealt, higher, standing
from companion.games.gin.score_questions import (
    Blitz,
    Columns,
    GameEnd,
    Score,
    blitz,
    columns,
    game_end,
    score,
)
from companion.games.gin.settle_questions import GameOver, reckon
from companion.games.gin.showdown_questions import Hand, TwoHands, decide, lay_out
from companion.games.gin.table_questions import (
    Dealer,
    FalseKnock,
    Irregular,
    Knock,
    LayOff,
    Limit,
    Setup,
    ThrowBack,
    TwoCards,
    Upcard,
    dealer,
    irregular,
    knock,
    knocked_falsely,
    lay_off,
    limit,
    setup,
    throw_back,
    two_cards,
    upcard,
)
from companion.rules.game import Question
from companion.rules.messages import N_

QUESTIONS: Mapping[str, Question] = {
    "arrange": Question(
        N_("How is this hand best laid out, and may it knock?"),
        Hand,
        lay_out,
        clause="gin.knock.limit",
        decides=("may_knock",),
        typed=turned,
    ),
    "showdown": Question(
        N_("Who wins this showdown?"),
        TwoHands,
        decide,
        clause="gin.score.difference",
        decides=("result", "winner"),
        rules=("tie_undercut",),
        typed=turned,
    ),
    "settle": Question(
        N_("Who pays what at the end of a game?"), GameOver, reckon, standing, clause="gin.game.payment"
    ),
    "setup": Question(
        N_("How many can play, and with what?"), Setup, setup, clause="gin.players.two", rules=("hollywood",)
    ),
    "dealer": Question(
        N_("Whose deal is it?"),
        Dealer,
        dealer,
        dealt,
        clause="gin.deal.turns",
        decides=("dealer",),
        rules=("next_dealer",),
    ),
    "upcard": Question(N_("May this player take the upcard?"), Upcard, upcard, clause="gin.upcard.forehand"),
    "throw_back": Question(
        N_("May the card just taken be thrown?"), ThrowBack, throw_back, clause="gin.play.throw_back"
    ),
    "knock": Question(
        N_("May one knock with this?"),
        Knock,
        knock,
        clause="gin.knock.limit",
        decides=("gin",),
        typed=turned,
    ),
    "limit": Question(
        N_("How much may a knock have?"),
        Limit,
        limit,
        clause="gin.knock.limit",
        decides=("gin_only", "doubles"),
        rules=("oklahoma_ace", "oklahoma_spades"),
        typed=turned,
    ),
    "false_knock": Question(
        N_("Somebody knocked with too much: what now?"),
        FalseKnock,
        knocked_falsely,
        clause="gin.knock.false",
        decides=("penalty",),
        rules=("false_knock",),
    ),
    "lay_off": Question(N_("May this player lay off?"), LayOff, lay_off, clause="gin.lay_off.opponent"),
    "score": Question(
        N_("Who scores what?"),
        Score,
        score,
        clause="gin.score.difference",
        decides=("result", "winner"),
        rules=("tie_undercut", "big_gin"),
        typed=turned,
    ),
    "two_cards": Question(
        N_("The stock is nearly gone: what now?"),
        TwoCards,
        two_cards,
        clause="gin.stock.two_cards",
        decides=("void", "may_take"),
        rules=("two_cards",),
    ),
    "blitz": Question(
        N_("Is it a blitz?"),
        Blitz,
        blitz,
        about=deals_won,
        clause="gin.game.blitz",
        decides=("blitz", "doubles"),
        rules=("blitz",),
    ),
    "game": Question(
        N_("Is the game over?"),
        GameEnd,
        game_end,
        higher,
        clause="gin.game.target",
        decides=("over",),
        rules=("target",),
    ),
    "columns": Question(
        N_("In which columns does this deal count?"),
        Columns,
        columns,
        closed,
        about=counted,
        clause="gin.hollywood.columns",
        decides=("columns",),
        only={"hollywood": True},
    ),
    "irregular": Question(
        N_("Something went wrong: what now?"),
        Irregular,
        irregular,
        clause="gin.irregular.misdeal",
        decides=("remedy",),
    ),
}
