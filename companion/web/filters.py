"""What templates need to show values of the rules: sentences, numbers, cards, times."""

from datetime import datetime

from flask import Flask
from flask_babel import format_date, get_locale, get_translations
from markupsafe import Markup

from companion.books import book
from companion.rules.cards import Card
from companion.rules.words import Say
from companion.speech import LANGUAGES, SIGNS, card_text, language, number_text, rank_text, speak
from companion.web.access import refuse_strangers

LANGUAGE_NAMES = {"en": "English", "sv": "Svenska", "fr": "Français", "it": "Italiano"}
SUIT_CLASSES = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}


def register(app: Flask) -> None:
    app.before_request(refuse_strangers)
    app.add_template_filter(said)
    app.add_template_filter(card_text_here, "card_text")
    app.add_template_filter(card_here, "card")
    app.add_template_filter(number_text, "number")
    app.add_template_filter(signed)
    app.add_template_filter(lambda value: (value, value), "pair")
    app.add_template_filter(clock)
    app.add_template_filter(day)
    app.jinja_env.globals.update(
        LANGUAGES={code: LANGUAGE_NAMES[code] for code in LANGUAGES},
        SUITS=SUIT_CLASSES,
        clause=clause_here,
        lang=lang,
        seat_of=lambda players, player: f"@{players.index(player)}",
        rank_text=lambda rank: rank_text(rank, language(lang())),
    )


def lang() -> str:
    """The language of this request."""
    return str(get_locale() or "en")


def said(sentence: Say) -> str:
    return speak(sentence, get_translations())


def card_text_here(card: Card) -> str:
    return card_text(card, language(lang()))


def card_here(card: Card) -> Markup:
    """A card that looks like one, with its spoken name."""
    if card.is_joker:
        return Markup('<span class="card joker">{}</span>').format(card_text_here(card))
    rank, sign = rank_text(card.rank, language(lang())), SIGNS[card.suit]
    shape = Markup('<span class="card {}">{}<small>{}</small></span>')
    return shape.format(SUIT_CLASSES[card.suit], rank, sign)


def signed(n: int) -> str:
    """A change: +5, −2, 0."""
    return f"+{n}" if n > 0 else number_text(n)


def clock(at: str | None) -> str:
    """The time of day of an entry where the server stands; times are stored in UTC."""
    return datetime.fromisoformat(at).astimezone().strftime("%H:%M") if at else ""


def day(at: str | None) -> str:
    return str(format_date(datetime.fromisoformat(at).astimezone(), "medium")) if at else ""


def clause_here(clause_id: str) -> object:
    """A clause in the reader's language, None if the books have no such one."""
    return book(clause_id.partition(".")[0], lang()).clause(clause_id)
