"""The pages. Each request: read -> tally -> append -> render."""

from flask import Flask

from companion.web import (
    assets,
    board,
    check,
    course,
    errors,
    filters,
    forget,
    fromsheet,
    guard,
    host,
    house_rules,
    join,
    log,
    match,
    named,
    new,
    numbers,
    past,
    phone,
    printing,
    rates,
    reader,
    referee,
    refusals,
    rematch,
    result,
    rules,
    settings,
    share,
    sitting,
    start,
    statistics,
    trust,
    tv,
)

PAGES = (
    *(assets, start, new, join, match, board, referee, rules, house_rules, printing, share, settings, trust, tv),
    *(host, named, forget, rematch, result, past, course, numbers, log, statistics, check, fromsheet),
)


def register(app: Flask) -> None:
    reader.register(app)
    filters.register(app)
    errors.register(app)
    refusals.register(app)
    app.add_template_global(phone.offered)
    app.before_request(guard.refuse_foreign_names)
    app.before_request(guard.refuse_strangers)
    app.before_request(rates.slow_down)
    app.before_request(sitting.answer_polls)
    for part in PAGES:
        app.register_blueprint(part.pages)
