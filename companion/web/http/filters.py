"""Filters and globals of the templates: sentences, numbers, cards, times."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from urllib.parse import urlencode

from babel.lists import format_list
from flask import Flask, render_template, request
from flask_babel import format_decimal, ngettext
from flask_babel import gettext as _
from jinja2 import pass_context
from markupsafe import Markup

import companion
from companion.languages import LANGUAGES
from companion.parsing import read_options
from companion.parsing.form_decoder import Sum
from companion.parsing.form_encoder import field_name, step_of
from companion.parsing.json_decoder import is_twofold
from companion.parsing.scalars import is_card
from companion.presentation.activity import heading_of, news, paid, paying
from companion.presentation.chart import bundles
from companion.presentation.entry_formatter import Clock
from companion.presentation.entry_text import (
    HANDED_IN,
    WHY_CORRECTED,
    WHY_ENDED,
    contested,
    match_name,
    name_of,
    part_words,
    penalty_texts,
    played_beside,
    reason_words,
    short_match_name,
)
from companion.presentation.preview import short_name
from companion.presentation.statistics import fraction_text
from companion.repository import MatchSession
from companion.rulebooks import HOW_SILENT, HOW_SURE, MARKDOWN, clause_of, written_in
from companion.rules.cards import RANKS, Card
from companion.rules.entries import Player
from companion.rules.game import Game
from companion.rules.messages import N_, Say
from companion.rules.rulings import Ruling
from companion.rules.tally import Payment, Tally
from companion.store import MatchRow
from companion.translation import (
    CLOSE,
    SIGNS,
    after_colon,
    before_colon,
    beginning,
    bidi_isolated,
    card_text,
    choice_text,
    house_rules_text,
    listed,
    number_text,
    rank_text,
    signed,
    speak,
    usual_text,
)
from companion.web.http.assets import MODULES, address
from companion.web.http.capabilities import Capabilities, capabilities
from companion.web.http.errors import at_fault
from companion.web.http.locale import catalogue, lang

TERMS = 25  # letters of the house rules under the title: one line on the narrowest phone
SUIT_CLASSES = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
SUIT_NAMES = {"S": N_("spades"), "H": N_("hearts"), "D": N_("diamonds"), "C": N_("clubs")}
COURT = {"A": N_("ace"), "J": N_("jack"), "Q": N_("queen"), "K": N_("king")}
RANK_NAMES = {**{rank: rank.replace("T", "10") for rank in RANKS}, **COURT}
SIGN_CLASSES = {sign: SUIT_CLASSES[suit] for suit, sign in SIGNS.items()}
SUIT_SIGN = re.compile(f"[{''.join(SIGN_CLASSES)}]")


def page_path(query: bool = False) -> str:
    """Return the path of this page as the browser knows it, including the path prefix of a proxy."""
    asked = urlencode(page_query()) if query else ""
    return f"{request.script_root}{request.path}{'?' if asked else ''}{asked}"


def page_query() -> list[tuple[str, str]]:
    """Return the query of the address without `after`, which only polls send."""
    return [(name, text) for name, text in request.args.items(multi=True) if name != "after"]


def poll_address(session: MatchSession, page: str = "") -> str:
    """Return the address that a page polls: its own or `page`; empty if the page is the answer to a form."""
    own = [("after", str(session.version))]
    if page or request.method != "GET":
        return page and f"{page}?{urlencode(own)}"
    return f"{page_path()}?{urlencode([*page_query(), *own])}"


def is_further(session: MatchSession) -> bool:
    """Return True if something was written since the polling page was rendered."""
    return "after" in request.args and request.args["after"].partition(".")[0] != str(len(session.rows))


def text_here(sentence: Say) -> str:
    return speak(sentence, catalogue(), bidi_isolated)


def sentence(text: str) -> str:
    """Capitalise the first letter of a text."""
    return text[:1].upper() + text[1:]


def card_text_here(card: Card) -> str:
    return card_text(card, catalogue())


def card_here(card: Card) -> Markup:
    """Render a card, with its name for screen readers."""
    if card.is_joker:
        return Markup('<span class="card joker">{}</span>').format(card_text_here(card))
    rank, sign = rank_text(card.rank, catalogue()), SIGNS[card.suit]
    shape = Markup('<span class="card {}" role="img" aria-label="{}">{}<small>{}</small></span>')
    return shape.format(SUIT_CLASSES[card.suit], card_name(card), rank, sign)


def card_name(card: Card) -> str:
    """Return the name of a card as it is spoken."""
    if card.is_joker:
        return card_text_here(card)
    return str(_("%(rank)s of %(suit)s", rank=_(RANK_NAMES[card.rank]), suit=_(SUIT_NAMES[card.suit])))


def for_everybody(template: str) -> Markup:
    """Return a fragment that is the same for all readers of a language."""
    return _drawn(template, lang(), capabilities())


@cache  # the picker is a fifth of a page, the words of scripts are a tenth
def _drawn(template: str, lang: str, can: Capabilities) -> Markup:
    return Markup(render_template(template))  # noqa: S704 - a template of this app


def cards_of(value: object) -> list[Card]:
    """Return the cards in a list or a text; anything else in it is left out."""
    words = value.split() if isinstance(value, str) else value if isinstance(value, list | tuple) else []
    return [Card(word) for word in words if isinstance(word, str) and is_card(word)]


def as_text(cards: object) -> str:
    """Return cards as the text of a field, from a text or a list."""
    return " ".join(map(str, cards)) if isinstance(cards, list | tuple) else str(cards or "")


@cache  # half of a page of rules; there are as many texts as the books have
def prose(text: str) -> Markup:
    """Render text of a rule book as HTML, with coloured suits."""
    return _coloured(MARKDOWN.render(text))


@cache
def prose_line(text: str) -> Markup:
    """Render a line of a rule book as HTML, without a paragraph around it."""
    return _coloured(MARKDOWN.renderInline(text))


def _coloured(html: str) -> Markup:
    return Markup(SUIT_SIGN.sub(lambda sign: f'<span class="{SIGN_CLASSES[sign[0]]}">{sign[0]}</span>', html))  # noqa: S704 - the renderer escapes


def by_cards(values: object, player: Player) -> object:
    """Return the cards that were typed for a player; empty if a number was typed."""
    written = values.get(player, "") if isinstance(values, Mapping) else ""
    return written[1] if is_twofold(written) else written if isinstance(written, list) else ""


def any_by_cards(*written: object) -> bool:
    """Return True if cards were typed for any player; then their section is open."""
    return any(by_cards(values, player) for values in written if isinstance(values, Mapping) for player in values)


def by_number(values: object, player: Player) -> object:
    """Return the content of a player's number field, even if it is no number; empty if only cards were typed."""
    written = values.get(player, "") if isinstance(values, Mapping) else ""
    value = written[0] if is_twofold(written) else written
    is_box = isinstance(value, str | int) and not isinstance(value, bool)
    return (value.text if isinstance(value, Sum) else value) if is_box else ""


@cache
def sign(game: Game) -> Markup:
    """Return the SVG path of a game's icon, 24 by 24; tally marks if the game has none."""
    file = game.folder / "sign.svg"
    if not file.is_file():
        return Markup('<path d="M6 5L5 19M10 5L9 19M14 5L13 19M18 5L17 19M3 16L21 8"/>')
    drawn = re.fullmatch(r"<svg[^>]*>(.*)</svg>\s*", file.read_text(encoding="utf-8"), re.DOTALL)
    return Markup(drawn[1] if drawn else "")  # noqa: S704 - a file of this app


def in_force(session: MatchSession) -> list[str]:
    """Return the texts under the title of a match: the kind of game, and house rules that the kind does not include."""
    options = session.tally.options
    kind = played_beside(session.game, options, session.row.title)
    name = [text_here(kind)] if kind else []
    rules = house_rules_text(options, catalogue(), but=session.game.kind_name(options).tells)
    for n in range(len(rules), 0, -1):
        shown = [*name, *rules[:n], *([f"+{len(rules) - n}"] if n < len(rules) else [])]
        if len(" · ".join(shown)) <= TERMS:
            return shown
    if rules:
        return [*name, str(ngettext("%(num)s house rule", "%(num)s house rules", len(rules)))]
    return name or [str(_("House rules"))]


def title_of(session: MatchSession) -> str:
    """Return the name of a match for the top of its pages."""
    return text_here(short_match_name(session.game, session.tally.options, session.row.title))


def listed_name(row: MatchRow, game: Game | None) -> str:
    """Return the name of a match in a list, by its house rules at the beginning."""
    if row.title or game is None:
        return row.title or row.game
    options = read_options(game, row.head.get("options", {}))
    return str(_(game.name)) if isinstance(options, Ruling) else text_here(match_name(game, options, ""))


def beside_title(row: MatchRow, game: Game | None) -> str:
    """Return the kind of game, for a list that shows the title; empty if the title includes it.

    Also empty if this version cannot read the match.
    """
    options = read_options(game, row.head.get("options", {})) if game and row.title else None
    if game is None or options is None or isinstance(options, Ruling):
        return ""
    kind = played_beside(game, options, row.title)
    return text_here(kind) if kind else ""


def clock(at: str | None) -> Markup | str:
    """Render the time of an entry in the server's time zone; a script converts it to the phone's zone."""
    local = Clock(lang()).local(at)
    if local is None:
        return at or ""
    day = "" if local.date() == datetime.now(local.tzinfo).date() else f"{Clock(lang()).full_day(local)} "
    return Markup('<time datetime="{}">{}{}</time>').format(local.astimezone(UTC).isoformat(), day, f"{local:%H:%M}")


def day(at: str | None) -> str:
    local = Clock(lang()).local(at)
    return Clock(lang()).full_day(local) if local else ""


def whole_day(at: str | None) -> Markup | str:
    """Render the day and time of an end; a script converts it to the phone's zone."""
    local = Clock(lang()).local(at)
    if local is None:
        return ""
    day, utc = Clock(lang()).weekday(at), local.astimezone(UTC).isoformat()
    return Markup('<time datetime="{}" data-whole>{}, {}</time>').format(utc, day, f"{local:%H:%M}")


def amounts(payments: Sequence[Payment], tally: Tally) -> Markup:
    """Render the recipients and amounts of some payments."""
    one = Markup("<bdi>{}</bdi>\N{NO-BREAK SPACE}<b>{}</b>")
    texts = [one.format(payment.payee, text_here(paid(tally, payment))) for payment in payments]
    return Markup(format_list(texts, locale=LANGUAGES[lang()].locale))  # noqa: S704 - its parts are escaped


def clause_here(clause_id: str) -> object:
    """Return a clause in the reader's language; None if there is no such clause."""
    return clause_of(clause_id, lang())


FILTERS: Mapping[str, Callable[..., object]] = {
    "text": text_here,
    "beginning": beginning,
    "short": short_name,
    "card_text": card_text_here,
    "card": card_here,
    "card_name": card_name,
    "cards": cards_of,
    "as_text": as_text,
    "prose": prose,
    "prose_line": prose_line,
    "clause": clause_here,
    "number": number_text,
    "signed": signed,
    "more": lambda text, more: after_colon(catalogue(), text, more),
    # Without a context, Jinja computes the filter of a constant at compile time: in the language of the first reader.
    "colon": pass_context(lambda _, text: before_colon(catalogue(), text)),
    "listed": lambda texts: listed(catalogue(), texts),
    "names": lambda names: ", ".join(map(bidi_isolated, names)),
    "together": lambda names: format_list([*map(bidi_isolated, names)], locale=LANGUAGES[lang()].locale),
    "fraction": fraction_text,
    "decimal": lambda n: format_decimal(n, "0.0").replace("-", "−"),
    "pair": lambda value: (value, value),
    "words": lambda choices: [(value, _(text)) for value, text in choices.items()],
    "texts": lambda rules: {name: str(value) for name, value in rules.items()},
    "how_sure": lambda basis: _(HOW_SURE[basis]),
    "how_silent": lambda silence: _(HOW_SILENT[silence]),
    "clock": clock,
    "day": day,
    "whole_day": whole_day,
    "weekday": lambda at: Clock(lang()).weekday(at),
    "amounts": amounts,
    "heading_of": heading_of,
    "name_of": name_of,
    "contested": contested,
    "part_words": part_words,
    "penalty_texts": penalty_texts,
    "reason": lambda reason: text_here(reason_words(reason)),
    "sentence": sentence,
}
GLOBALS: Mapping[str, object] = {
    "LANGUAGES": LANGUAGES,
    "VERSION": companion.__version__,
    "sign": sign,
    "for_everybody": for_everybody,
    "asset": address,
    "MODULES": MODULES,
    "in_force": in_force,
    "title_of": title_of,
    "listed_name": listed_name,
    "beside_title": beside_title,
    "WHY_CORRECTED": WHY_CORRECTED,
    "WHY_ENDED": WHY_ENDED,
    "HANDED_IN": HANDED_IN,
    "SUITS": SUIT_CLASSES,
    "SIGNS": SIGNS,
    "CLOSE": CLOSE,
    "CARD": Card,
    "CARDS": frozenset(Card),
    "bundles": bundles,
    "paying": paying,
    "usual_text": lambda rule, usual: usual_text(rule, usual, catalogue()),
    "choice_text": lambda rule, value: choice_text(rule, value, catalogue()),
    "clause": clause_here,
    "written_lang": lambda clause_id: written_in(clause_id.partition(".")[0], lang()),
    "lang": lang,
    "page_path": page_path,
    "poll_address": poll_address,
    "is_further": is_further,
    "news": news,
    "direction": lambda: LANGUAGES[lang()].dir,
    "any_by_cards": any_by_cards,
    "by_cards": by_cards,
    "by_number": by_number,
    "seat_of": lambda players, player: step_of(player, players),
    "field_name": field_name,
    "at_fault": at_fault,
    "rank_text": lambda rank: rank_text(rank, catalogue()),
}


def register(app: Flask) -> None:
    app.jinja_env.filters.update(FILTERS)
    app.jinja_env.globals.update(GLOBALS)
