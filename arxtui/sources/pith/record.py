"""Pith's record of a paper (``/pith/<number>.json``): the paper's core sentence ("pith"), and the record's status."""

from __future__ import annotations

from arxtui.model.arxiv.ids import ArxivId
from arxtui.model.reviews.full_review import FullReview, Part, Section
from arxtui.sources.errors import SourceError
from arxtui.sources.pith import json_text
from arxtui.text import decode

_TYPE = "pith_number_record"
_READ = ("record_type", "paper", "source", "canonical_record", "schema_url", "schema_version")
_READ_OF_PAPER = ("title", "headline", "primary_cat", "abstract_excerpt")


def parse_record(data: bytes, url: str = "") -> FullReview:
    """Parse a record. Raises: SourceError if it is no record, is not about an arXiv paper, or has no pith."""
    row = json_text.loads(decode(data), "the record")
    paper = row.get("paper") if isinstance(row, dict) else None
    if not isinstance(paper, dict) or row.get("record_type") != _TYPE:
        raise SourceError("a JSON document of Pith without a review")
    source = row.get("source")
    identifier = _identifier(source if isinstance(source, dict) else {})
    pith = json_text.first_text(paper, "headline")
    if not pith:
        raise SourceError(f"Pith's record of {identifier} has no review yet")
    return FullReview(
        arxiv_id=identifier.base,
        version=identifier.version,
        title=json_text.first_text(paper, "title"),
        sections=(Section.of(Part.PITH, pith),),
        category=json_text.first_text(paper, "primary_cat"),
        url=url.removesuffix(".json"),
        extra=(*json_text.other_fields(paper, _READ_OF_PAPER), *json_text.other_fields(row, _READ)),
    )


def _identifier(source: json_text.Row) -> ArxivId:
    if source.get("kind") != "arxiv":
        raise SourceError(
            f"a record of a paper from {json_text.first_text(source, 'kind') or 'an unknown source'}, not arXiv"
        )
    version = json_text.integer(source.get("version"))
    try:
        return ArxivId.parse(
            f"{json_text.first_text(source, 'id')}v{version}" if version else json_text.first_text(source, "id")
        )
    except ValueError as error:
        raise SourceError(f"a record that names no paper: {error}") from error
