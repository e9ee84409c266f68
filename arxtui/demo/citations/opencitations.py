"""A made-up OpenCitations (https://api.opencitations.net/index/v2): pairs of identifiers, 180 requests a minute, no
pages. It answers with an empty list for what it does not know, too."""

from __future__ import annotations

import time

from arxtui.demo.citations.known import ARXIV_DOI, Clock, Fields, KnownCitations, Limit, as_json, lecture_doi, number_of
from arxtui.demo.messages import Reply, Request
from arxtui.model.paper import Paper


class OpenCitations:
    """Answers requests below the address of the API."""

    def __init__(self, known: KnownCitations, clock: Clock = time.monotonic) -> None:
        self._known = known
        self._limit = Limit(180, 60.0, clock)

    def answer(self, request: Request, rest: str) -> Reply:
        """Return the response to a request for ``rest``, the path below the API's address."""
        if self._limit.is_exceeded():
            return as_json({"message": "Too many requests"}, 429)
        kind, _, name = rest.partition("/")
        if kind not in ("references", "citations"):
            return Reply(404, b"Not found.")
        paper = self._known.named(name.removeprefix("doi:"))
        if paper is None:
            return as_json([])
        if kind == "references":
            cited = [*map(_ids, self._known.cited(paper)), f"omid:br/0{number_of(paper)} doi:{lecture_doi(paper)}"]
            return as_json([_pair(_ids(paper), each, paper) for each in cited])
        return as_json([_pair(_ids(each), _ids(paper), each) for each in self._known.citing(paper)])


def _ids(paper: Paper) -> str:
    return f"omid:br/{number_of(paper)} doi:{(ARXIV_DOI + paper.id).lower()} openalex:W{number_of(paper)}"


def _pair(citing: str, cited: str, newer: Paper) -> Fields:
    created = newer.published.date().isoformat() if newer.published else "2026"
    return {"oci": "1-2", "citing": citing, "cited": cited, "creation": created, "timespan": "P1Y"}
