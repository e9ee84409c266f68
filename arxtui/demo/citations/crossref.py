"""A made-up Crossref (https://api.crossref.org): papers by the DOI of their journal, five requests a second."""

from __future__ import annotations

import time
from urllib.parse import unquote

from arxtui.demo.citations.known import (
    ARXIV_DOI,
    Clock,
    Fields,
    KnownCitations,
    Limit,
    as_json,
    lecture_doi,
    lecture_title,
    year_of,
)
from arxtui.demo.messages import Reply, Request
from arxtui.model.paper import Paper

_HEADERS = {"x-api-pool": "public", "x-rate-limit-limit": "5", "x-rate-limit-interval": "1s"}


class Crossref:
    """Answers requests below the address of the API."""

    def __init__(self, known: KnownCitations, clock: Clock = time.monotonic) -> None:
        self._known = known
        self._limit = Limit(5, 1.0, clock)

    def answer(self, request: Request, rest: str) -> Reply:
        """Return the response to a request for ``rest``, the path below the API's address."""
        if self._limit.is_exceeded():
            return Reply(429, b"", headers=_HEADERS)
        doi = unquote(rest.removeprefix("works/"))
        paper = self._known.named(doi) if not doi.lower().startswith(ARXIV_DOI.lower()) else None
        if paper is None:
            return Reply(404, b"Resource not found.", headers=_HEADERS)
        message = {
            "DOI": doi.lower(),
            "title": [paper.title],
            "is-referenced-by-count": len(self._known.citing(paper)),
            "references-count": len(self._known.cited(paper)) + 1,
            "reference": [*map(_reference, enumerate(self._known.cited(paper), 1)), _lecture(paper)],
        }
        answer = {"status": "ok", "message-type": "work", "message-version": "1.0.0", "message": message}
        return as_json(answer, headers=_HEADERS)


def _reference(numbered: tuple[int, Paper]) -> Fields:
    place, paper = numbered
    name = paper.authors[0].name if paper.authors else ""
    if place % 2:
        return {"key": f"ref{place}", "DOI": f"{ARXIV_DOI}{paper.id}", "doi-asserted-by": "publisher"}
    return {"key": f"ref{place}", "unstructured": f"{name}. {paper.title}. arXiv:{paper.id} ({year_of(paper)})."}


def _lecture(paper: Paper) -> Fields:
    return {
        "key": "last",
        "DOI": lecture_doi(paper),
        "doi-asserted-by": "crossref",
        "article-title": lecture_title(paper),
        "author": "Nobody",
        "journal-title": "Made-up J.",
        "volume": "7",
        "first-page": "12",
        "year": "1998",
    }
