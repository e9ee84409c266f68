"""A made-up Semantic Scholar (https://api.semanticscholar.org/api-docs/graph) that knows all papers of the demo: one
request a second with a key, and pages whose offset and size are together below 10,000."""

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
    lecture_title,
    number_of,
    year_of,
)
from arxtui.demo.messages import Reply, Request
from arxtui.model.paper import Paper

KEY = "made-up-key"
_REACH = 10_000
_PAGE = 1_000


class SemanticScholar:
    """Answers requests below the address of the API."""

    def __init__(self, known: KnownCitations, clock: Clock = time.monotonic) -> None:
        self._known = known
        self._limit = Limit(5, 1.0, clock)
        self._names = {_name(each): each for each in known.papers.values()}

    def answer(self, request: Request, rest: str) -> Reply:
        """Return the response to a request for ``rest``, the path below the API's address."""
        if request.headers.get("x-api-key") != KEY:
            return as_json({"message": "Forbidden"}, 403)
        if self._limit.is_exceeded():
            return as_json({"message": "Too Many Requests.", "code": "429"}, 429)
        _, _, named = rest.partition("paper/")
        name, _, kind = named.partition("/")
        paper = self._named(unquote(name))
        if paper is None:
            return as_json({"error": f"Paper with id {unquote(name)} not found"}, 404)
        return self._list(request.query, paper, kind) if kind else as_json(self._counts(paper))

    def _named(self, name: str) -> Paper | None:
        kind, _, value = name.partition(":")
        if kind == "ARXIV":
            return self._known.papers.get(value)
        return self._known.named(value) if kind == "DOI" else self._names.get(name)

    def _counts(self, paper: Paper) -> Fields:
        counts = {"referenceCount": len(self._known.cited(paper)) + 1, "citationCount": len(self._known.citing(paper))}
        return {**_paper(paper), **counts}

    def _list(self, query: dict[str, str], paper: Paper, kind: str) -> Reply:
        offset, limit = int(query.get("offset", 0)), int(query.get("limit", 100))
        if limit > _PAGE or offset + limit >= _REACH:
            return as_json({"error": "offset + limit must be < 10000"}, 400)
        if kind == "references":
            # Without an identifier, a reference is a title.
            unresolved = {"paperId": None, "title": lecture_title(paper), "externalIds": None, "year": 1998}
            works = [*({"citedPaper": _paper(each)} for each in self._known.cited(paper)), {"citedPaper": unresolved}]
        else:
            works = [{"citingPaper": _paper(each)} for each in self._known.citing(paper)]
        more = {"next": offset + limit} if len(works) > offset + limit else {}
        return as_json({"offset": offset, **more, "data": works[offset : offset + limit]})


def _name(paper: Paper) -> str:
    return f"{number_of(paper):040x}"


def _paper(paper: Paper) -> Fields:
    return {
        "paperId": _name(paper),
        "externalIds": {"ArXiv": paper.id, "DOI": f"{ARXIV_DOI}{paper.id}", "CorpusId": number_of(paper)},
        "title": paper.title,
        "year": year_of(paper),
        "venue": "arXiv.org",
        "authors": [{"authorId": None, "name": author.name} for author in paper.authors],
        "journal": {"name": "ArXiv", "volume": f"abs/{paper.id}"},
    }
