"""Answers of Crossref (https://api.crossref.org/swagger-ui/index.html): the works of journals, by DOI."""

from __future__ import annotations

from urllib.parse import quote

from arxtui.light import NamedTuple
from arxtui.model.document import Work
from arxtui.model.reported import ReportedWork
from arxtui.sources import values
from arxtui.sources.citations import answers
from arxtui.sources.errors import SourceError
from arxtui.text.mentions.identifiers import ids_in

_WORK = "a work of Crossref"


class CrossrefWork(NamedTuple):
    """A work: its DOI, how many works cite it, and its references; None if the publisher gives none."""

    doi: str
    cited_by: int | None
    references: tuple[ReportedWork, ...] | None


def work_url(base: str, doi: str, contact: str = "") -> str:
    """Return the address of a work. ``contact`` is an e-mail address, with which Crossref answers faster."""
    return f"{base.rstrip('/')}/works/{quote(doi, safe='')}{f'?mailto={quote(contact)}' if contact else ''}"


def parse_work(data: bytes, doi: str) -> CrossrefWork:
    """Parse a work. Raises: SourceError if the data is none, or of another DOI."""
    fields = answers.row(answers.parse_object(data, _WORK), "message")
    named = answers.line(fields, "DOI")
    if not named:
        raise SourceError(f"not {_WORK}: it has no DOI")
    if named.lower() != doi.lower():
        raise SourceError(f"{_WORK}, but of another DOI")
    references = tuple(map(_reference, answers.rows(fields, "reference")))
    return CrossrefWork(named, answers.number(fields, "is-referenced-by-count"), references or None)


def _reference(fields: values.Row) -> ReportedWork:
    doi, text = answers.line(fields, "DOI"), answers.line(fields, "unstructured")
    named = {each.base for each in ids_in(text)}
    author = answers.line(fields, "author")
    work = Work(
        (author,) if author else (),
        answers.line(fields, "article-title") or answers.line(fields, "volume-title"),
        answers.year(fields, "year"),
        answers.line(fields, "journal-title"),
        answers.line(fields, "volume"),
        pages=answers.line(fields, "first-page"),
        dois=answers.dois([doi]),
        arxiv=answers.arxiv_id_of_doi(doi) or (named.pop() if len(named) == 1 else ""),
    )
    return ReportedWork(work, text=text)
