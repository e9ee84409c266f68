"""Citations in prose."""

from __future__ import annotations

import gzip
import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from arxtui.export.prose import citation
from arxtui.export.references import Reference
from arxtui.model.paper import Author
from arxtui.sources.records import parse_record
from tests.builders import paper, record


def cited(**fields: Any) -> str:
    of = paper(1, "Time and locks", **fields)
    return citation(Reference(record(of)))


def by(*names: str) -> tuple[Author, ...]:
    return tuple(Author(name) for name in names)


def test_a_preprint_is_cited_by_its_identifier_and_a_published_paper_by_its_journal() -> None:
    preprint = "A. Example. Time and locks. arXiv:2605.00001 [cs.DC], 2026."
    assert cited() == preprint
    assert cited(doi="10.1000/x.1") == f"{preprint} doi:10.1000/x.1."
    assert cited(journal_ref="Example Letters 12 (2025) 34-56", doi="10.1000/x.1") == (
        "A. Example. Time and locks. Example Letters 12, 34-56 (2025). arXiv:2605.00001 [cs.DC]. doi:10.1000/x.1."
    )
    unparsed = cited(journal_ref="In: Proceedings of Examples (to appear)")
    assert "Time and locks. Proceedings of Examples (to appear). arXiv:2605.00001 [cs.DC], 2026." in unparsed


@pytest.mark.parametrize(
    ("names", "written"),
    [
        (("Ada B. Example",), "A. B. Example"),
        (("Jean-Luc van der Berg", "Björn Måns"), "J.-L. van der Berg and B. Måns"),
        (("Ada Example", "R.T. Sample", "Leslie Maker Jr."), "A. Example, R. T. Sample and L. Maker Jr."),
        ((r"St\'ephane Fiction",), "S. Fiction"),
        (("例 示", "Ada Example"), "例示 and A. Example"),
        (("Plato", "The Example Collaboration"), "Plato and The Example Collaboration"),
        (("Ada Example", "others"), "A. Example et al."),
        (
            tuple(f"A Name{letter}" for letter in "abcdefgh"),
            "A. Namea, A. Nameb, A. Namec, A. Named, A. Namee, A. Namef, A. Nameg and A. Nameh",
        ),
        (tuple(f"Ada Name{letter}" for letter in "abcdefghi"), "A. Namea, A. Nameb, A. Namec et al."),
        ((), ""),
    ],
)
def test_authors_have_initials_and_many_are_shortened(names: tuple[str, ...], written: str) -> None:
    before = f"{written.removesuffix('.')}. " if written else ""
    assert cited(authors=by(*names)).startswith(f"{before}Time and locks.")


@pytest.mark.parametrize(
    ("reference", "written"),
    [
        ("Example Letters 2025, 34-56", "Example Letters, 34-56 (2025)."),
        ("Proceedings of Examples 2025", "Proceedings of Examples 2025."),
        ("In: Proceedings of the 2025 Example Conference, pp. 3-4", "Proceedings of the 2025 Example Conference, 3-4."),
    ],
)
def test_the_year_of_a_publication_is_said_once(reference: str, written: str) -> None:
    assert cited(journal_ref=reference) == f"A. Example. Time and locks. {written} arXiv:2605.00001 [cs.DC]."


def test_a_title_that_ends_a_sentence_gets_no_second_full_stop() -> None:
    assert "Are locks fair? arXiv:" in citation(Reference(record(paper(1, "Are locks fair?"))))


def test_a_withdrawn_paper_says_so() -> None:
    assert cited(comment="This paper has been withdrawn by the author").endswith(
        "Withdrawn: This paper has been withdrawn by the author."
    )


def test_every_real_paper_is_cited_in_one_line_with_its_identifier(shared: Path) -> None:
    with gzip.open(shared / "data" / "papers-2k.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in islice(lines, 0, None, 7):
            for of in parse_record(line).papers:
                text = citation(Reference(record(of, title=" ".join(json.loads(line)["title"].split()))))
                assert f"arXiv:{of.id}" in text
                assert "\n" not in text
                assert ".." not in text.replace("...", "")
