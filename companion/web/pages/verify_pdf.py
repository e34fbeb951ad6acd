"""Compare a paper with the record: by its signs, or by the PDF itself."""

from flask import Blueprint, render_template, request

from companion.checksum import checksums
from companion.pdf.attachment import read_paper
from companion.pdf.verify import Comparison, by_file, by_signs, ends
from companion.rules.rulings import Ruling
from companion.web.http.access import sit_down
from companion.web.http.heavy_jobs import lane

pages = Blueprint("check", __name__)


@pages.route("/m/<match_id>/check", methods=["GET", "POST"])
def page(match_id: str) -> tuple[str, int]:
    """Nothing is written: the paper is read, compared and forgotten."""
    session = sit_down(match_id)
    file = request.files.get("file")
    content = file.stream.read() if file else b""
    wrong: Ruling | None = None
    found = Comparison([])
    if content:
        with lane():
            paper = read_paper(content)
            wrong = paper if isinstance(paper, Ruling) else paper.fault
            if not isinstance(paper, Ruling) and not wrong:
                found = by_file(session.match, paper, content)
    elif request.method == "POST":
        found = by_signs(session.match, request.form.get("signs", ""))
    shown = render_template(
        "check.html",
        session=session,
        game=session.game,
        match_id=match_id,
        players=session.players,
        signs=checksums(session.match),
        typed=request.form.get("signs", ""),
        found=found.sentences,
        ends=ends(found.shows) if found.shows else [],
        by_file=bool(content),
        wrong=wrong.of_file if wrong else None,
    )
    return shown, 422 if wrong else 200
