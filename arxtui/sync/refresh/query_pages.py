"""Requests to the query API, with checks whether the response is plausible."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from arxtui.http.pacer import ATTEMPTS
from arxtui.model.events import EventKind
from arxtui.model.paper import Paper
from arxtui.sources.arxiv.api.atom import ApiPage, parse_answer, requested_query
from arxtui.sync.errors import AnomalyError
from arxtui.sync.refresh.source_request import SourceRequest

TRIES = 3
"""Requests for a page until its response is believed, at most."""

Fits = Callable[[Paper], bool]
"""Whether a paper is one of the requested papers."""


def why_implausible(page: ApiPage) -> str | None:
    """Return why a page is not believed: it is empty, short or too long, or repeats papers. None if it is sound."""
    return page.suspicious


def why_other_query(page: ApiPage, url: str, fits: Fits) -> str | None:
    """Return why a page cannot be the response to the request for ``url``; None if it can. The query that the page
    repeats must be the one that was sent, and at least half of its papers must fit."""
    sent = requested_query(url)
    for echo in page.echoes:
        if (echo.words, echo.ids) != (sent.words, sent.ids):
            return f"a response to another query ({echo})"
        if echo.start is not None and echo.start != (sent.start or 0):
            return f"a response from number {echo.start} on, not from {sent.start or 0}"
    papers = page.intake.papers
    others = [paper.id for paper in papers if not fits(paper)]
    if 2 * len(others) > len(papers):
        return f"{len(others)} of the response's {len(papers)} papers were not requested"
    return None


def fetch_page(
    request: SourceRequest,
    url: str,
    doubt: Callable[[ApiPage], str | None] = why_implausible,
    fits: Fits = lambda paper: True,
    attempts: int = ATTEMPTS,
) -> ApiPage:
    """Request a page until its response is believed, at most ``TRIES`` times; ``attempts`` are those of each request.

    Papers of a page that is not believed are stored all the same, but nothing of a response to another query, and no
    paper that was not requested.

    Raises:
        AnomalyError: the last response is not believed either; the message says why.
    """
    ids = requested_query(url).ids
    is_requested: Fits = (lambda paper: paper.id in ids and fits(paper)) if ids else fits
    for attempt in range(1, TRIES + 1):
        page = parse_answer(request.get(url, attempts=attempts).body)
        fault = why_other_query(page, url, is_requested)
        if fault is None:
            fault, page = doubt(page), _only_requested(page, is_requested)
            if fault is None:
                return page
            if page.intake.papers:
                request.store(page.intake)
        request.emit(EventKind.NOTE, reason=f"{fault} (try {attempt} of {TRIES})")
    raise AnomalyError(fault)


def _only_requested(page: ApiPage, is_requested: Fits) -> ApiPage:
    """Return the page without papers that were not requested."""
    papers = tuple(filter(is_requested, page.intake.papers))
    if len(papers) == len(page.intake.papers):
        return page
    note = f"papers that were not requested are omitted: {len(page.intake.papers) - len(papers)}"
    return replace(page, intake=replace(page.intake, papers=papers, notes=(*page.intake.notes, note)))
