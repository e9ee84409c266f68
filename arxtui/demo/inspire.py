"""A made-up INSPIRE (https://github.com/inspirehep/rest-api-doc): the records of the demo's papers of physics, searches
for what they cite and what cites them, BibTeX, and the limits: 15 requests in 5 seconds, 1,000 records a page."""

from __future__ import annotations

import json
import re
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from arxtui.demo.messages import Reply, Request
from arxtui.demo.papers.manuscripts import cited_papers
from arxtui.model.paper import Paper

ARCHIVES = ("hep-ph", "quant-ph")
"""The primary categories of the papers that it has."""
_REQUESTS, _SECONDS = 15, 5.0
_PAGE, _RESULTS = 1_000, 10_000
_JOURNAL = 9_000_000
"""Added to the number of a paper: the record of an article that it cites and that is not on arXiv."""
_SEARCH = re.compile(r"(citedby|refersto):recid:(\d{1,12})")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class InspireService:
    """Answers requests below the address of the API. ``papers`` returns the papers of the demo; ``clock`` the seconds
    of a clock that is never set."""

    def __init__(self, papers: Callable[[], Sequence[Paper]], clock: Callable[[], float] = time.monotonic) -> None:
        self._papers = papers
        self._clock = clock
        self._times: deque[float] = deque(maxlen=_REQUESTS)

    def answer(self, request: Request, rest: str) -> Reply:
        """Return the response to a request for ``rest``, the path below the API's address."""
        now = self._clock()
        is_full = len(self._times) == _REQUESTS and now - self._times[0] < _SECONDS
        self._times.append(now)  # refused requests count, too
        if is_full:
            return _json({"status": 429, "message": "Too Many Requests"}, 429)
        papers = {number_of(each): each for each in self._papers() if each.primary_category in ARCHIVES}
        kind, _, name = rest.partition("/")
        if kind == "arxiv":
            found = next((number for number, each in papers.items() if each.id == name), None)
        else:
            found = int(name) if name.isdecimal() else None
        if kind == "literature" and not name:
            return _search(request.query, papers)
        if found not in papers or kind not in ("arxiv", "literature"):
            return _json({"status": 404, "message": "PID does not exist."}, 404)
        if request.query.get("format") == "bibtex":
            return Reply(200, bibtex(papers[found]).encode(), "application/x-bibtex")
        return _json({"id": str(found), "metadata": _record(papers[found], papers), "links": {}})


def number_of(paper: Paper) -> int:
    """Return the number of the record of a paper."""
    return int(paper.id.replace(".", "")) % _JOURNAL


def texkey(paper: Paper) -> str:
    """Return the key of a paper, in INSPIRE's form."""
    letters = "".join(_LETTERS[int(digit)] for digit in paper.id[-3:])
    year = paper.published.year if paper.published else 2026
    return f"{_names(paper)[0].partition(',')[0].replace(' ', '')}:{year}{letters}"


def bibtex(paper: Paper) -> str:
    """Return the BibTeX entry of a paper, in INSPIRE's form."""
    fields = {
        "author": " and ".join(_names(paper)),
        "title": f"{{{paper.title}}}",
        "eprint": paper.id,
        "archivePrefix": "arXiv",
        "primaryClass": paper.primary_category,
        "year": str(paper.published.year if paper.published else 2026),
    }
    lines = ",\n".join(f'    {name} = "{value}"' for name, value in fields.items())
    return f"@article{{{texkey(paper)},\n{lines}\n}}\n"


def _search(query: dict[str, str], papers: dict[int, Paper]) -> Reply:
    size, page = int(query.get("size", 10)), int(query.get("page", 1))
    match = _SEARCH.fullmatch(query.get("q", ""))
    if match is None or size > _PAGE:
        return _json({"status": 400, "message": "Bad Request"}, 400)
    if size * page > _RESULTS:
        return _json({"status": 400, "message": "Maximum number of 10000 results have been reached."}, 400)
    paper = papers.get(int(match[2]))
    works: list[dict[str, Any]] = []
    if paper and match[1] == "citedby":
        works = [_hit(each) for each in _cited(paper, papers)] + [_journal_hit(paper)]
    elif paper:
        works = [_hit(each) for each in sorted(_citing(paper, papers), key=lambda each: each.id, reverse=True)]
    hits = [{"metadata": each} for each in works[size * (page - 1) : size * page]]
    return _json({"hits": {"hits": hits, "total": len(works)}, "links": {}})


def _record(paper: Paper, papers: dict[int, Paper]) -> dict[str, Any]:
    citing = _citing(paper, papers)
    mine = {author.name for author in paper.authors}
    by_others = [each for each in citing if mine.isdisjoint(author.name for author in each.authors)]
    references = [
        {
            "record": {"$ref": f"https://inspirehep.net/api/literature/{number_of(each)}"},
            "reference": {"label": str(place), "authors": [{"full_name": name} for name in _names(each)[:1]]},
        }
        for place, each in enumerate(_cited(paper, papers), 1)
    ]
    references.append(
        {
            "record": {"$ref": f"https://inspirehep.net/api/literature/{number_of(paper) + _JOURNAL}"},
            "reference": {
                "label": str(len(references) + 1),
                "authors": [{"full_name": "Nobody, D."}],
                "dois": [_doi(paper)],
                "publication_info": {"journal_title": "Made-up J.", "journal_volume": "7", "year": 1998},
            },
        }
    )
    return {
        **_hit(paper),
        "texkeys": [texkey(paper)],
        "authors": [{"full_name": name} for name in _names(paper)],
        "citation_count": len(citing),
        "citation_count_without_self_citations": len(by_others),
        "references": references,
    }


def _hit(paper: Paper) -> dict[str, Any]:
    return {
        "control_number": number_of(paper),
        "titles": [{"title": paper.title, "source": "arXiv"}],
        "arxiv_eprints": [{"value": paper.id, "categories": list(paper.categories)}],
        "texkeys": [texkey(paper)],
        "earliest_date": paper.published.date().isoformat() if paper.published else "2026",
    }


def _journal_hit(paper: Paper) -> dict[str, Any]:
    return {
        "control_number": number_of(paper) + _JOURNAL,
        "titles": [{"title": f"Lectures before {paper.title}"}],
        "dois": [{"value": _doi(paper)}],
        "publication_info": [{"journal_title": "Made-up J.", "journal_volume": "7", "artid": "12", "year": 1998}],
    }


def _doi(paper: Paper) -> str:
    return f"10.1000/lectures.{number_of(paper)}"


def _names(paper: Paper) -> list[str]:
    names = (author.name.rpartition(" ") for author in paper.authors)
    return [f"{family}, {given}" if given else family for given, _, family in names]


def _cited(paper: Paper, papers: dict[int, Paper]) -> list[Paper]:
    return cited_papers(paper, list(papers.values()))


def _citing(paper: Paper, papers: dict[int, Paper]) -> list[Paper]:
    return [papers[number] for number in _citations(tuple(papers.values())).get(number_of(paper), ())]


@lru_cache(maxsize=2)
def _citations(papers: tuple[Paper, ...]) -> dict[int, list[int]]:
    """Return, by cited paper, the numbers of the papers that cite it."""
    citing: dict[int, list[int]] = {}
    for each in papers:
        for cited in cited_papers(each, papers):
            citing.setdefault(number_of(cited), []).append(number_of(each))
    return citing


def _json(data: dict[str, Any], status: int = 200) -> Reply:
    return Reply(status, json.dumps(data).encode(), "application/json")
