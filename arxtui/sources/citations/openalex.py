"""Answers of OpenAlex (https://docs.openalex.org/api-entities/works)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from urllib.parse import quote, urlencode

from arxtui.light import NamedTuple, pattern
from arxtui.model.document import Work
from arxtui.model.dois import ARXIV_DOI
from arxtui.model.reported import ReportedWork
from arxtui.sources import values
from arxtui.sources.citations import answers
from arxtui.sources.errors import SourceError

PAGE = 100
"""The largest page, and the largest number of works in one filter."""
_SELECT = "id,doi,title,publication_year,locations,primary_location,biblio"
_WORK = "a work of OpenAlex"
_NAME = pattern(r"(?:https://openalex\.org/)?(W[0-9]{1,12})")
_CURSOR = pattern(r"[\w=+/.*-]{1,2000}")
_ABSTRACT_PAGE = pattern(r"https?://(?:www\.)?arxiv\.org/abs/(\S{1,40})")


class OpenWork(NamedTuple):
    """A work: its name (``W123``), how many works cite it, and the names of its references; None if none are known."""

    name: str
    cited_by: int | None
    references: tuple[str, ...] | None


class Page(NamedTuple):
    """A page of a list: the number of all results, the works by their names, and the cursor of the next page; empty
    after the last."""

    total: int | None
    works: Mapping[str, ReportedWork]
    cursor: str


def work_url(base: str, doi: str) -> str:
    """Return the address of a work by its DOI, or by that of its arXiv id (``arxiv_doi``)."""
    return f"{base.rstrip('/')}/works/doi:{quote(doi, safe='/:;().,-_')}"


def arxiv_doi(identifier: str) -> str:
    """Return arXiv's own DOI of a paper."""
    return f"{ARXIV_DOI}{identifier}"


def works_url(base: str, names: Iterable[str]) -> str:
    """Return the address of a list of works by their names, at most ``PAGE``."""
    return _list_url(base, f"openalex:{'|'.join(names)}", {})


def citing_url(base: str, names: Iterable[str], size: int, cursor: str = "*") -> str:
    """Return the address of a page of the works that cite one of some works, newest first."""
    return _list_url(base, f"cites:{'|'.join(names)}", {"cursor": cursor, "sort": "publication_date:desc"}, size)


def parse_work(data: bytes) -> OpenWork:
    """Parse a work. Raises: SourceError if the data is none."""
    fields = answers.parse_object(data, _WORK)
    name = _name(answers.line(fields, "id"))
    if not name:
        raise SourceError(f"not {_WORK}: it has no id")
    references = tuple(filter(None, map(_name, answers.texts(fields, "referenced_works"))))
    return OpenWork(name, answers.number(fields, "cited_by_count"), references or None)


def parse_page(data: bytes) -> Page:
    """Parse a page of a list. Raises: SourceError if the data is none."""
    fields = answers.parse_object(data, "a list of OpenAlex")
    if not isinstance(fields.get("results"), list):
        raise SourceError("not a list of OpenAlex: it has no results")
    works = {
        name: _reported(each) for each in answers.rows(fields, "results") if (name := _name(answers.line(each, "id")))
    }
    meta = answers.row(fields, "meta")
    cursor = answers.line(meta, "next_cursor")
    return Page(answers.number(meta, "count"), works, cursor if _CURSOR.fullmatch(cursor) else "")


def _list_url(base: str, condition: str, more: Mapping[str, str], size: int = PAGE) -> str:
    asked = {"filter": condition, "select": _SELECT, "per_page": size, **more}
    return f"{base.rstrip('/')}/works?{urlencode(asked, safe=':,|*')}"


def _name(text: str) -> str:
    match = _NAME.fullmatch(text)
    return match[1] if match else ""


def _reported(fields: values.Row) -> ReportedWork:
    place = answers.row(fields, "biblio")
    journal = answers.row(answers.row(fields, "primary_location"), "source")
    doi = answers.line(fields, "doi")
    pages = (answers.line(each, "landing_page_url") for each in answers.rows(fields, "locations"))
    named = (answers.arxiv_id(match[1]) for page in pages if (match := _ABSTRACT_PAGE.fullmatch(page)))
    work = Work(
        title=answers.line(fields, "title"),
        year=answers.year(fields, "publication_year"),
        venue=answers.line(journal, "display_name"),
        volume=answers.line(place, "volume"),
        number=answers.line(place, "issue"),
        pages=answers.line(place, "first_page"),
        dois=answers.dois([doi]),
        arxiv=answers.arxiv_id_of_doi(doi) or next(filter(None, named), ""),
    )
    return ReportedWork(work)
