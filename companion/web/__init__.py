"""The web app: blueprints of the pages, and the checks that stand before every request."""

from flask import Flask

from companion.web.http import access, assets, device, errors, filters, locale, rate_limit, security, server_address
from companion.web.pages import (
    admin,
    archive,
    board,
    director,
    evenings,
    house_rules,
    imports,
    join,
    match,
    match_reports,
    new_event,
    new_match,
    paper_import,
    printing,
    referee,
    rules,
    settings,
    start,
    statistics,
    tables,
)

PARTS = (
    assets,
    server_address,
    start,
    tables,
    archive,
    statistics,
    evenings,
    director,
    new_event,
    new_match,
    join,
    match,
    match_reports,
    board,
    referee,
    rules,
    house_rules,
    printing,
    paper_import,
    imports,
    settings,
    admin,
)


def register(app: Flask) -> None:
    locale.register(app)
    filters.register(app)
    errors.register(app)
    app.add_template_global(device.offered)
    app.before_request(imports.allow_many_files)
    app.before_request(security.refuse_foreign_hosts)
    app.before_request(security.refuse_other_sites)
    app.before_request(rate_limit.slow_down)
    app.before_request(security.refuse_odd_forms)
    app.before_request(access.answer_polls)
    for part in PARTS:
        app.register_blueprint(part.pages)
