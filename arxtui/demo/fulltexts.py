"""Full texts as pages: arXiv's HTML with its figures, ar5iv's, and what both say of papers of which they have none."""

from __future__ import annotations

from collections.abc import Callable

from arxtui.demo.listings import HTML
from arxtui.demo.manuscripts import manuscript
from arxtui.demo.messages import Reply
from arxtui.demo.pictures import bars
from arxtui.demo.wire.htmlpage import no_html, not_found
from arxtui.demo.wire.latexml import FIGURE, ar5iv_page, arxiv_page
from arxtui.model.arxiv.ids import ArxivId
from arxtui.model.paper import Paper

Find = Callable[[ArxivId], Paper | None]
"""The paper of an identifier at its version, or the newest; None where there is none."""

_PDF_ALONE, _AR5IV_ALONE = "3", "7"
"""Last digits of the identifiers of papers that nobody has converted, and that only ar5iv has."""


def has_html(base: str) -> bool:
    """Whether arXiv has ever converted a paper."""
    return base[-1] not in (_PDF_ALONE, _AR5IV_ALONE)


def is_on_ar5iv(base: str) -> bool:
    """Whether ar5iv has ever converted a paper."""
    return base[-1] != _PDF_ALONE


def html(rest: str, find: Find) -> Reply:
    """``/html/<id>`` and ``/html/<id>/x1.png``."""
    name, _, file = rest.partition("/")
    paper = _found(name, find)
    if paper is None:
        return Reply(404, no_html(name), HTML)
    if file:
        return _figure(paper) if file == FIGURE else Reply(404, not_found(), HTML)
    return Reply(200, arxiv_page(manuscript(paper)), HTML)


def ar5iv(rest: str, find: Find) -> Reply:
    """``/ar5iv/<id>`` and ``/ar5iv/<id>/assets/x1.png``; of a paper that it does not have, the way to its abstract."""
    name, _, file = rest.partition("/")
    paper = _found(name, find)
    if paper is None:
        return Reply(307, headers={"Location": f"/abs/{name}"})
    return _figure(paper) if file else Reply(200, ar5iv_page(manuscript(paper)), HTML)


def _found(name: str, find: Find) -> Paper | None:
    try:
        return find(ArxivId.parse(name))
    except ValueError:
        return None


def _figure(paper: Paper) -> Reply:
    return Reply(200, bars([each.share for each in manuscript(paper).results]), "image/png")
