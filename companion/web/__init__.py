"""The pages. Each request: read -> tally -> append -> render."""

from flask import Flask

from companion.web import (
    access,
    admin,
    archive,
    assets,
    board,
    breakdown,
    chart,
    device,
    disputes,
    errors,
    filters,
    forget_device,
    history,
    house_rules,
    join,
    locale,
    match,
    name_redirect,
    new,
    origin_check,
    paper_import,
    printing,
    rates,
    referee,
    refusal_log,
    rematch,
    result,
    rules,
    settings,
    share,
    start,
    statistics,
    tv,
    verify_pdf,
)

PAGES = (
    *(assets, start, new, join, match, board, referee, rules, house_rules, printing, share, settings, disputes, tv),
    *(
        admin,
        name_redirect,
        forget_device,
        rematch,
        result,
        archive,
        chart,
        breakdown,
        history,
        statistics,
        verify_pdf,
        paper_import,
    ),
)


def register(app: Flask) -> None:
    locale.register(app)
    filters.register(app)
    errors.register(app)
    refusal_log.register(app)
    app.add_template_global(device.offered)
    app.before_request(origin_check.refuse_foreign_names)
    app.before_request(origin_check.refuse_strangers)
    app.before_request(rates.slow_down)
    app.before_request(access.answer_polls)
    for part in PAGES:
        app.register_blueprint(part.pages)
