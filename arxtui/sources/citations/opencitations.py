"""Answers of OpenCitations' index (https://api.opencitations.net/index/v2): pairs of identifiers without titles.

An empty list means that no citation is known, not that there is none.
"""

from __future__ import annotations

from urllib.parse import quote

from arxtui.light import NamedTuple
from arxtui.model.document import Work
from arxtui.model.reported import ReportedWork
from arxtui.sources import values
from arxtui.sources.citations import answers
from arxtui.sources.errors import SourceError

REFERENCES, CITATIONS = "references", "citations"
_ENDS = {REFERENCES: "cited", CITATIONS: "citing"}


class Pair(NamedTuple):
    """A work at the other end of a citation: its identifiers as the index writes them, when the citing work appeared (a
    date, or ""), and the work."""

    name: str
    created: str
    work: ReportedWork


def list_url(base: str, kind: str, doi: str) -> str:
    """Return the address of the ``REFERENCES`` or ``CITATIONS`` of a work."""
    return f"{base.rstrip('/')}/{kind}/doi:{quote(doi, safe='/:;().,-_')}"


def parse_list(data: bytes, kind: str) -> tuple[Pair, ...]:
    """Parse a list, which is never cut into pages. Raises: SourceError if the data is none."""
    rows = answers.parse_list(data, "a list of OpenCitations")
    pairs = tuple(pair for each in rows if (pair := _pair(each, _ENDS[kind])))
    if rows and not pairs:
        raise SourceError("not a list of OpenCitations: it has no identifiers")
    return pairs


def _pair(fields: values.Row, end: str) -> Pair | None:
    """Return the work at an end; None if it has no identifier that names it elsewhere."""
    name = answers.line(fields, end)
    # Version 1 has a bare DOI, version 2 all identifiers in one text: ``omid:br/1 doi:10.1 arxiv:2101.00001``.
    ids = dict(each.split(":", 1) for each in reversed(name.split()) if ":" in each and not each.startswith("10."))
    doi = ids.get("doi", "") or (name if name.startswith("10.") else "")
    work = Work(
        dois=answers.dois([doi]),
        arxiv=answers.arxiv_id(ids.get("arxiv", "")) or answers.arxiv_id_of_doi(doi),
        year=answers.year(fields, "creation") if end == "citing" else "",
    )
    named = ids.get("omid") or doi
    return Pair(named, answers.line(fields, "creation"), ReportedWork(work)) if work.dois or work.arxiv else None
