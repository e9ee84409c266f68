"""A made-up OpenAlex (https://docs.openalex.org/api-entities/works). Single works are free, a list costs a hundredth of
a cent of the day's budget. It has no references of papers that are on arXiv alone."""

from __future__ import annotations

import time

from arxtui.demo.citations.known import (
    ARXIV_DOI,
    Clock,
    Fields,
    KnownCitations,
    Limit,
    as_json,
    lecture_doi,
    lecture_title,
    number_of,
    year_of,
)
from arxtui.demo.messages import Reply, Request
from arxtui.model.paper import Paper

BUDGET, COST = 0.1, 0.0001
_SITE = "https://openalex.org/"
_PAGE = 100
_NO_PAGE = b"<!doctype html>\n<html lang=en>\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n"
_LECTURES = 10_000_000


class OpenAlex:
    """Answers requests below the address of the API. ``left`` are the dollars that are left of the budget."""

    def __init__(self, known: KnownCitations, clock: Clock = time.monotonic) -> None:
        self._known = known
        self._limit = Limit(100, 1.0, clock)
        self._papers = {_name(each): each for each in known.papers.values()}
        self.left = BUDGET

    def answer(self, request: Request, rest: str) -> Reply:
        """Return the response to a request for ``rest``, the path below the API's address."""
        if self._limit.is_exceeded():
            return Reply(403, b"too fast")
        if rest == "works":
            return self._list(request.query)
        paper = self._known.named(rest.removeprefix("works/doi:")) if rest.startswith("works/doi:") else None
        if paper is None:
            return Reply(404, _NO_PAGE, "text/html; charset=utf-8")
        references = [_name(each) for each in self._known.cited(paper)] + [_lecture_name(paper)] if paper.doi else []
        work = {
            **_work(paper),
            "cited_by_count": len(self._known.citing(paper)),
            "referenced_works": [f"{_SITE}{each}" for each in references],
        }
        return as_json(work, headers=self._spent(0.0))

    def _list(self, query: dict[str, str]) -> Reply:
        if self.left < COST:
            words = f"Insufficient budget. This request costs ${COST} but you only have ${self.left:.4f} remaining."
            return as_json({"error": "Rate limit exceeded", "message": words}, 429, {"Retry-After": "3600"})
        field, _, text = query.get("filter", "").partition(":")
        names = text.split("|")
        if field == "openalex":
            works = [work for name in names if (work := self._named(name))]
        else:
            cited = [paper for name in names if (paper := self._papers.get(name))]
            works = [_work(each) for paper in cited for each in self._known.citing(paper)]
        size = min(int(query.get("per_page", 25)), _PAGE)
        start = 0 if query.get("cursor", "*") == "*" else int(query["cursor"])
        cursor = str(start + size) if len(works) > start + size else None
        meta = {"count": len(works), "per_page": size, "next_cursor": cursor}
        return as_json({"meta": meta, "results": works[start : start + size]}, headers=self._spent(COST))

    def _named(self, name: str) -> Fields | None:
        if paper := self._papers.get(name):
            return _work(paper)
        paper = self._papers.get(f"W{int(name[1:]) - _LECTURES}") if name[1:].isdecimal() else None
        return _lecture(paper) if paper else None

    def _spent(self, cost: float) -> dict[str, str]:
        self.left -= cost
        return {"x-ratelimit-remaining-usd": f"{self.left:.4f}", "x-ratelimit-cost-usd": str(cost)}


def _name(paper: Paper) -> str:
    return f"W{number_of(paper)}"


def _lecture_name(paper: Paper) -> str:
    return f"W{number_of(paper) + _LECTURES}"


def _work(paper: Paper) -> Fields:
    page = {"landing_page_url": f"https://arxiv.org/abs/{paper.id}", "source": {"display_name": "arXiv"}}
    return {
        "id": f"{_SITE}{_name(paper)}",
        "doi": f"https://doi.org/{paper.doi or ARXIV_DOI + paper.id}",
        "title": paper.title,
        "publication_year": year_of(paper),
        "primary_location": page,
        "locations": [page],
        "biblio": {"volume": None, "issue": None, "first_page": None, "last_page": None},
    }


def _lecture(paper: Paper) -> Fields:
    place = {"landing_page_url": f"https://doi.org/{lecture_doi(paper)}", "source": {"display_name": "Made-up J."}}
    return {
        "id": f"{_SITE}{_lecture_name(paper)}",
        "doi": f"https://doi.org/{lecture_doi(paper)}",
        "title": lecture_title(paper),
        "publication_year": 1998,
        "primary_location": place,
        "locations": [place],
        "biblio": {"volume": "7", "issue": None, "first_page": "12", "last_page": "30"},
    }
