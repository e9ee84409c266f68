"""Author lines in which submitters number the affiliations."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arxtui.model.paper import Author
from arxtui.sources.arxiv.creators import split_author_line

X, Y = "Univ. X, Nowhere", "Inst. Y"


@pytest.mark.parametrize(
    ("line", "authors"),
    [
        (
            "Ada Example (1), B. Other (1 and 2) and C. Third (2) ((1) Univ. X, Nowhere, (2) Inst. Y)",
            [("Ada Example", [X]), ("B. Other", [X, Y]), ("C. Third", [Y])],
        ),
        (
            "Ada Example (1,2), B. Other (2), ((1) Univ. X, Nowhere; (2) Inst. Y)",
            [("Ada Example", [X, Y]), ("B. Other", [Y])],
        ),
        (
            "Ada Example (Univ. X, Nowhere), B. Other (1) ((1) Inst. Y)",
            [("Ada Example", [X]), ("B. Other", [Y])],
        ),
        (
            "Ada Example, Jr. (Inst. Y) and Björn Måns, III",
            [("Ada Example Jr.", [Y]), ("Björn Måns III", [])],
        ),
        (
            "EXAMPLE Collaboration: Ada Example (Inst. Y), B. Other",
            [("EXAMPLE Collaboration", []), ("Ada Example", [Y]), ("B. Other", [])],
        ),
        (
            "The EXAMPLE collaborations",
            [("The EXAMPLE collaborations", [])],
        ),
    ],
)
def test_places_suffixes_and_collaborations_are_spelt_out(line: str, authors: list[tuple[str, list[str]]]) -> None:
    assert split_author_line(line) == tuple(Author(name, tuple(places)) for name, places in authors)


@pytest.mark.parametrize(
    "line",
    [
        "Ada Example (1), B. Other (3) ((1) Univ. X, (2) Inst. Y)",
        "Ada Example (1), B. Other (1) ((1) Univ. X, (2) Inst. Y)",
        "Ada Example (1), B. Other (2)",
        "Ada Example (1) ((1) Univ. X, (1) Inst. Y)",
        "((1) Univ. X)",
    ],
)
def test_where_numbers_and_places_do_not_match_each_other_everything_stays(line: str) -> None:
    result = split_author_line(line)
    kept = " ".join(text for author in result for text in (author.name, *author.affiliations))
    assert set(line.replace("(", " ").replace(")", " ").replace(",", " ").split()) <= set(
        kept.replace("(", " ").replace(")", " ").replace(",", " ").split()
    )


def test_the_names_of_real_lines_are_those_that_arxiv_makes_of_them(shared: Path) -> None:
    lines = (shared / "data/arxiv/misc/gen-kaggle-sample.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    different = [row["id"] for row in rows if len(split_author_line(row["authors"])) != len(row["authors_parsed"])]
    assert len(rows) == 200
    assert different == []
