"""Reports of sources of citations in words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from arxtui.model.reported import Report, cited_words

NOW = datetime(2026, 5, 13, 12, tzinfo=UTC)


def test_each_number_is_said_with_its_sources_and_its_day() -> None:
    inspire = Report("inspire", NOW, "7", cites=34, cited_by=1_036, by_others=28)
    openalex, crossref = (Report(name, NOW, "7", cited_by=31) for name in ("openalex", "crossref"))
    assert cited_words([inspire, openalex, crossref]) == (
        "cited 1,036× (INSPIRE), 31× (OpenAlex, Crossref), 28× by others (INSPIRE), 13 May 2026"
    )
    older = crossref._replace(at=NOW - timedelta(days=8))
    assert cited_words([openalex, older]) == "cited 31× (OpenAlex, 13 May 2026), 31× (Crossref, 05 May 2026)"
    assert cited_words([Report("inspire", NOW), Report("openalex", NOW, "7")]) == ""
    assert cited_words([Report("openalex", NOW, "7", cited_by=0)]) == "cited 0× (OpenAlex), 13 May 2026"


def test_unknown_references_and_citations_are_reported_as_unknown() -> None:
    assert Report("inspire", NOW).sentence == "INSPIRE: does not know this paper, as of 13 May 2026"
    assert Report("openalex", NOW, "7", cites=1).words == "1 reference, how often it is cited is not known"
    assert Report("new_source", NOW, "7", cited_by=2).sentence.startswith("new_source: its references are not known, ")
