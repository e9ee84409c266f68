"""Answers of Semantic Scholar's graph API (https://api.semanticscholar.org/api-docs/graph)."""

from __future__ import annotations

from urllib.parse import quote, urlencode

from arxtui.light import NamedTuple
from arxtui.model.document import Work
from arxtui.model.reported import ReportedWork
from arxtui.sources import values
from arxtui.sources.citations import answers
from arxtui.sources.errors import SourceError

PAGE = 999
"""The size of a page with which offset and size stay below ``REACH``."""
REACH = 10_000
"""The sum of offset and size from which a request is refused."""
REFERENCES, CITATIONS = "references", "citations"
_PAPERS = {REFERENCES: "citedPaper", CITATIONS: "citingPaper"}
_FIELDS = "title,year,externalIds,authors,venue,journal"
_PAPER = "a paper of Semantic Scholar"


class PaperCounts(NamedTuple):
    """A paper: its name at Semantic Scholar, and the numbers of its references and of the works that cite it."""

    name: str
    references: int | None
    citations: int | None


class Page(NamedTuple):
    """A page of references or citations, and the offset of the next; None after the last."""

    works: tuple[ReportedWork, ...]
    next: int | None


def paper_url(base: str, name: str) -> str:
    """Return the address of a paper, by ``ARXIV:<id>`` or ``DOI:<doi>``."""
    return f"{_address(base, name)}?fields=externalIds,referenceCount,citationCount"


def list_url(base: str, name: str, kind: str, offset: int, size: int) -> str:
    """Return the address of a page of ``REFERENCES`` or ``CITATIONS``."""
    asked = urlencode({"fields": _FIELDS, "offset": offset, "limit": size}, safe=",")
    return f"{_address(base, name)}/{kind}?{asked}"


def parse_paper(data: bytes, identifier: str, dois: tuple[str, ...] = ()) -> PaperCounts:
    """Parse a paper. Raises: SourceError if the data is none, or has other identifiers only."""
    fields = answers.parse_object(data, _PAPER)
    name = answers.line(fields, "paperId")
    if not name:
        raise SourceError(f"not {_PAPER}: it has no paperId")
    work = _work(fields)
    if (work.arxiv or work.dois) and identifier != work.arxiv and not {doi.lower() for doi in dois} & {*work.dois}:
        raise SourceError(f"{_PAPER}, but of another one")
    return PaperCounts(name, answers.number(fields, "referenceCount"), answers.number(fields, "citationCount"))


def parse_page(data: bytes, kind: str) -> Page:
    """Parse a page. Without "data", which a page can lack, it is empty. Raises: SourceError if the data is none."""
    fields = answers.parse_object(data, "a list of Semantic Scholar")
    if "data" not in fields and "offset" not in fields and "total" not in fields:
        raise SourceError("not a list of Semantic Scholar")
    papers = (answers.row(each, _PAPERS[kind]) for each in answers.rows(fields, "data"))
    return Page(tuple(ReportedWork(_work(each)) for each in papers if each), answers.number(fields, "next"))


def _address(base: str, name: str) -> str:
    return f"{base.rstrip('/')}/paper/{quote(name, safe='')}"


def _work(fields: values.Row) -> Work:
    ids, journal = answers.row(fields, "externalIds"), answers.row(fields, "journal")
    doi = answers.line(ids, "DOI")
    names = (answers.line(each, "name") for each in answers.rows(fields, "authors")[: answers.MOST_AUTHORS])
    return Work(
        tuple(filter(None, names)),
        answers.line(fields, "title"),
        answers.year(fields, "year"),
        answers.line(journal, "name") or answers.line(fields, "venue"),
        answers.line(journal, "volume"),
        pages=answers.line(journal, "pages"),
        dois=answers.dois([doi]),
        arxiv=answers.arxiv_id(answers.line(ids, "ArXiv")) or answers.arxiv_id_of_doi(doi),
    )
