"""Links and venues in the comments of thousands of real papers."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from arxtui.text import clean, fold
from arxtui.text.mentions.links import is_web, links_in
from arxtui.text.mentions.venue import venue_of, venues_of
from tests.samples import sample


@pytest.fixture(scope="module")
def papers(shared: Path) -> list[dict[str, Any]]:
    with gzip.open(shared / "data/papers-20k.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def test_every_address_that_is_found_may_be_opened_and_few_that_are_written_out_are_missed(
    papers: list[dict[str, Any]],
) -> None:
    texts = [f"{paper['abstract']}\n{paper['comment'] or ''}" for paper in papers[:: sample(4, 1)]]
    found = [links_in(text) for text in texts]
    assert all(is_web(link.url) for links in found for link in links)
    written = [bool(links) for text, links in zip(texts, found, strict=True) if "https://" in text or "http://" in text]
    assert len(written) > 100
    assert sum(written) / len(written) > 0.98


def test_a_journal_reference_nearly_always_names_a_venue_with_its_year(papers: list[dict[str, Any]]) -> None:
    venues = [venue_of(None, paper["journal_ref"]) for paper in papers if paper["journal_ref"]]
    assert len(venues) > 50
    assert sum(venue is not None for venue in venues) / len(venues) > 0.95
    assert sum(venue is not None and venue.year is not None for venue in venues) / len(venues) > 0.9


def test_the_names_of_venues_of_real_papers_are_clean_and_have_letters_or_digits(papers: list[dict[str, Any]]) -> None:
    for paper in papers[:: sample(4, 1)]:
        for venue in venues_of(paper["comment"], paper["journal_ref"]):
            assert venue.name == clean(venue.name)
            assert any(map(str.isalnum, fold(venue.name)))
