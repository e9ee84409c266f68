"""The query API for made-up papers: checks parameters, searches, sorts and splits into pages as arXiv's API does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime

from arxtui.demo.matching import matcher
from arxtui.demo.messages import Reply
from arxtui.demo.papers.corpus import Corpus
from arxtui.demo.wire.atom import ApiQuery, answer, error
from arxtui.model.arxiv.ids import ArxivId
from arxtui.model.paper import Paper

_TYPE = "application/atom+xml; charset=utf-8"
_WINDOW = 10_000
_NO_TIME = datetime.min.replace(tzinfo=UTC)
_SORTS: dict[str, Callable[[Paper], tuple[datetime, str]]] = {
    "relevance": lambda paper: (_NO_TIME, paper.id),
    "lastUpdatedDate": lambda paper: (paper.updated or _NO_TIME, paper.id),
    "submittedDate": lambda paper: (paper.published or _NO_TIME, paper.id),
}


def respond(query: Mapping[str, str], papers: Sequence[Paper], corpus: Corpus, now: datetime) -> Reply:
    """Return the response to a request for ``/api/query``; ``papers`` are the papers that are public at ``now``."""
    try:
        return Reply(200, _search(query, papers, corpus, now), _TYPE)
    except ValueError as fault:
        return Reply(400, error(str(fault), now), _TYPE)
    except OverflowError as fault:
        return Reply(500, error(str(fault), now), _TYPE)


def _search(query: Mapping[str, str], papers: Sequence[Paper], corpus: Corpus, now: datetime) -> bytes:
    parameters = ApiQuery(
        query.get("search_query", ""),
        query.get("id_list", ""),
        _number(query, "start", 0),
        _number(query, "max_results", 10),
    )
    if not (parameters.search_query or parameters.id_list):
        raise ValueError("Either a search_query or id_list must be specified for the classic API.")
    if parameters.start + parameters.max_results > _WINDOW or not parameters.max_results:
        raise OverflowError("The server encountered an internal error.")
    results = _from_id_list(parameters.id_list, papers, corpus) if parameters.id_list else list(papers)
    if parameters.search_query:
        results = list(filter(matcher(parameters.search_query), results))
    if not parameters.id_list or "sortBy" in query:
        results = _sorted(results, query)
    page = results[parameters.start : parameters.start + parameters.max_results]
    return answer(page, len(results), parameters, now)


def _number(query: Mapping[str, str], name: str, default: int) -> int:
    try:
        number = int(query.get(name) or default)
    except ValueError:
        raise ValueError(f"{name} must be an integer") from None
    if number < 0:
        raise ValueError(f"{name} must be non-negative")
    return number


def _sorted(papers: list[Paper], query: Mapping[str, str]) -> list[Paper]:
    by, order = query.get("sortBy", "relevance"), query.get("sortOrder", "descending")
    if by not in _SORTS:
        raise ValueError(f"sortBy must be in: {', '.join(_SORTS)}")
    if order not in ("ascending", "descending"):
        raise ValueError("sortOrder must be in: ascending, descending")
    return sorted(papers, key=_SORTS[by], reverse=order == "descending")


def _from_id_list(id_list: str, papers: Sequence[Paper], corpus: Corpus) -> list[Paper]:
    """Return the papers of an ``id_list``, at the versions that it names; valid but unknown ids are skipped.

    Raises:
        ValueError: an id is not valid.
    """
    known = {paper.id: paper for paper in papers}
    results = []
    for text in filter(None, map(str.strip, id_list.split(","))):
        try:
            requested = ArxivId.parse(text)
        except ValueError:
            raise ValueError(f"incorrect id format for {text}") from None
        paper = known.get(requested.base)
        if paper and paper.version and (requested.version or 1) <= paper.version:
            results.append(
                paper if requested.version is None else corpus.revisions[paper.id][requested.version - 1].paper
            )
    return results
