"""The pages. Each request: read -> tally -> append -> render."""

from flask import Flask

from companion.web.http import (
    access,
    assets,
    device,
    errors,
    filters,
    locale,
    name_redirect,
    origin_check,
    rates,
    refusal_log,
)
from companion.web.pages import (
    admin,
    archive,
    board,
    breakdown,
    chart,
    disputes,
    forget_device,
    history,
    house_rules,
    join,
    match,
    new,
    paper_import,
    printing,
    referee,
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
    app.before_request(origin_check.refuse_odd_forms)
    app.before_request(access.answer_polls)
    for part in PAGES:
        app.register_blueprint(part.pages)
