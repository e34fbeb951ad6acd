"""Faults as pages: what is wrong and what to do, in the reader's language."""

from flask import Flask, render_template
from flask_babel import gettext as _
from werkzeug.exceptions import HTTPException


def register(app: Flask) -> None:
    app.register_error_handler(HTTPException, _page)


def _page(error: HTTPException) -> tuple[str, int]:
    code = error.code or 500
    sentences = {
        400: _("The request could not be read. Go back and try again."),
        403: _("This phone may not write here. Ask who holds the pen for the writing code."),
        404: _("There is nothing here for this phone. Ask the table for its code, or scan its QR."),
        405: _("This page cannot be used that way. Go back and try again."),
        409: _("This match was written with house rules that this version does not know."),
        413: _("That is too large. A match file has at most 500 kB."),
        429: _("Too many tries. Wait a minute, then try again."),
    }
    sentence = sentences.get(code, _("Something went wrong on our side. Nothing that was saved is lost; try again."))
    if code < 500 and error.description and error.description != type(error).description:
        sentence = error.description  # said by our own pages, in the reader's language
    return render_template("error.html", code=code, sentence=sentence), code
