"""A made-up INSPIRE (https://github.com/inspirehep/rest-api-doc): the records of the demo's papers of physics, searches
for what they cite and what cites them, BibTeX, and the limits: 15 requests in 5 seconds, 1,000 records a page."""

from __future__ import annotations

import re
import time

from arxtui.demo.citations.known import (
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

_ARCHIVES = frozenset({"hep-ph", "quant-ph"})
"""The primary categories of the papers that it has."""
_PAGE, _RESULTS = 1_000, 10_000
_JOURNAL = 9_000_000
"""Added to the number of a paper: the record of the article that it cites and that is not on arXiv."""
_SEARCH = re.compile(r"(citedby|refersto):recid:(\d{1,12})")
_YEARS = re.compile(r"(\d{4})--(\d{4})")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_RECORD = "https://inspirehep.net/api/literature/"


class Inspire:
    """Answers requests below the address of the API."""

    def __init__(self, known: KnownCitations, clock: Clock = time.monotonic) -> None:
        self._known = known
        self._limit = Limit(15, 5.0, clock)
        self._records = {number_of(each): each for each in known.papers.values() if each.primary_category in _ARCHIVES}

    def answer(self, request: Request, rest: str) -> Reply:
        """Return the response to a request for ``rest``, the path below the API's address."""
        if self._limit.is_exceeded():
            return _status(429, "Too Many Requests")
        kind, _, name = rest.partition("/")
        if kind == "literature" and not name:
            return self._search(request.query)
        paper = self._named(kind, name)
        if paper is None:
            return _status(404, "PID does not exist.")
        if request.query.get("format") == "bibtex":
            return Reply(200, bibtex(paper).encode(), "application/x-bibtex")
        return as_json({"id": name, "metadata": self._record(paper), "links": {}})

    def _named(self, kind: str, name: str) -> Paper | None:
        if kind == "literature" and name.isdecimal():
            return self._records.get(int(name))
        paper = self._known.papers.get(name) if kind == "arxiv" else None
        return paper if paper and number_of(paper) in self._records else None

    def _search(self, query: dict[str, str]) -> Reply:
        size, page = int(query.get("size", 10)), int(query.get("page", 1))
        match = _SEARCH.fullmatch(query.get("q", ""))
        if match is None or size > _PAGE:
            return _status(400, "Bad Request")
        if size * page > _RESULTS:
            return _status(400, "Maximum number of 10000 results have been reached.")
        paper = self._records.get(int(match[2]))
        works: list[Fields] = []
        if paper and match[1] == "citedby":
            works = [*map(_hit, self._known.cited(paper)), _journal_hit(paper)]
        elif paper:
            works = list(map(_hit, self._known.citing(paper)))
        if years := _YEARS.fullmatch(query.get("earliest_date", "")):
            works = [each for each in works if years[1] <= each.get("earliest_date", "")[:4] <= years[2]]
        hits = [{"metadata": each} for each in works[size * (page - 1) : size * page]]
        return as_json({"hits": {"hits": hits, "total": len(works)}, "links": {}})

    def _record(self, paper: Paper) -> Fields:
        citing, mine = self._known.citing(paper), {author.name for author in paper.authors}
        by_others = [each for each in citing if mine.isdisjoint(author.name for author in each.authors)]
        cited = self._known.cited(paper)
        references: list[Fields] = [
            {
                "record": {"$ref": f"{_RECORD}{number_of(each)}"},
                "reference": {"label": str(place), "authors": [{"full_name": name} for name in _names(each)[:1]]},
            }
            for place, each in enumerate(cited, 1)
        ]
        lecture = {
            "label": str(len(cited) + 1),
            "authors": [{"full_name": "Nobody, D."}],
            "dois": [lecture_doi(paper)],
            "publication_info": {"journal_title": "Made-up J.", "journal_volume": "7", "year": 1998},
        }
        references.append({"record": {"$ref": f"{_RECORD}{number_of(paper) + _JOURNAL}"}, "reference": lecture})
        return {
            **_hit(paper),
            "authors": [{"full_name": name} for name in _names(paper)],
            "citation_count": len(citing),
            "citation_count_without_self_citations": len(by_others),
            "references": references,
        }


def texkey(paper: Paper) -> str:
    """Return the key of a paper, in INSPIRE's form."""
    letters = "".join(_LETTERS[int(digit)] for digit in paper.id[-3:])
    return f"{_names(paper)[0].partition(',')[0].replace(' ', '')}:{year_of(paper)}{letters}"


def bibtex(paper: Paper) -> str:
    """Return the BibTeX entry of a paper, in INSPIRE's form."""
    fields = {
        "author": " and ".join(_names(paper)),
        "title": f"{{{paper.title}}}",
        "eprint": paper.id,
        "archivePrefix": "arXiv",
        "primaryClass": paper.primary_category,
        "year": str(year_of(paper)),
    }
    lines = ",\n".join(f'    {name} = "{value}"' for name, value in fields.items())
    return f"@article{{{texkey(paper)},\n{lines}\n}}\n"


def _hit(paper: Paper) -> Fields:
    return {
        "control_number": number_of(paper),
        "titles": [{"title": paper.title, "source": "arXiv"}],
        "arxiv_eprints": [{"value": paper.id, "categories": list(paper.categories)}],
        "texkeys": [texkey(paper)],
        "earliest_date": paper.published.date().isoformat() if paper.published else "2026",
    }


def _journal_hit(paper: Paper) -> Fields:
    return {
        "control_number": number_of(paper) + _JOURNAL,
        "titles": [{"title": lecture_title(paper)}],
        "dois": [{"value": lecture_doi(paper)}],
        "publication_info": [{"journal_title": "Made-up J.", "journal_volume": "7", "artid": "12", "year": 1998}],
    }


def _names(paper: Paper) -> list[str]:
    names = (author.name.rpartition(" ") for author in paper.authors)
    return [f"{family}, {given}" if given else family for given, _, family in names]


def _status(status: int, message: str) -> Reply:
    return as_json({"status": status, "message": message}, status)
