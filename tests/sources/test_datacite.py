"""DataCite's records of arXiv's DOIs, and other responses from its address."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from arxtui.model.paper import Author, Paper
from arxtui.sources.datacite import parse_record
from arxtui.sources.errors import SourceError
from tests.sources.fixtures.datacite import datacite_record


def test_a_record_is_read_whole() -> None:
    assert parse_record(datacite_record("2605.01234"), "2605.01234") == Paper(
        "2605.01234",
        "Bounded Staleness for $a<b$ Shards",
        "We study shards.",
        (Author("Ada Example"), Author("EXAMPLE Collaboration")),
        ("cs.DC", "cs.LG"),
        version=2,
        published=datetime(2026, 5, 11, 17, tzinfo=UTC),
        updated=datetime(2026, 5, 13, 8, tzinfo=UTC),
        license="https://creativecommons.org/licenses/by/4.0/legalcode",
        source="datacite",
    )


def test_fields_missing_from_a_record_are_unknown() -> None:
    bare = datacite_record("math/9901001", version=None, dates=[], descriptions=None, rightsList=[], creators=None)
    paper = parse_record(bare, "math/9901001")
    assert (paper.version, paper.published, paper.abstract, paper.authors, paper.license) == (None, None, "", (), None)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "it is empty"),
        (b"<html><title>Sorry</title></html>", "an HTML page, not a record of DataCite"),
        (b"[" * 100_000, "a JSON array|not a record of DataCite"),
        (b"[]", "not a record of DataCite"),
        (b'{"data": []}', "not a record of DataCite"),
        (datacite_record("2605.09999"), r"the record of another DOI: 10\.48550/arxiv\.2605\.09999"),
        (datacite_record("2605.01234", titles=[]), "no title"),
        (datacite_record("2605.01234", dates=[{"date": "soon", "dateType": "Submitted"}]), "date"),
    ],
)
def test_an_invalid_record_or_one_of_another_doi_is_an_error_with_the_reason(body: bytes, reason: str) -> None:
    with pytest.raises(SourceError, match=reason):
        parse_record(body, "2605.01234")
