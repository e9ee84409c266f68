"""DOIs in the forms in which they are written."""

from __future__ import annotations

import pytest

from arxtui.model.dois import doi_named


@pytest.mark.parametrize(
    "text",
    [
        "10.1000/example.1",
        "10.1000/example.1.",
        "doi:10.1000/example.1",
        "DOI: 10.1000/example.1,",
        "doi: 10.1000/example.1;",
        "10.1000/example.1:",
        "doi.org/10.1000/example.1",
        "www.doi.org/10.1000/example.1",
        "dx.doi.org/10.1000/example.1",
        "http://dx.doi.org/10.1000/example.1",
        "https://doi.org/10.1000/example.1 ",
        "https://doi.org/10.1000%2Fexample.1",
        "doi:https://doi.org/10.1000/example.1",
        "https://dx.doi.org/doi%3A10.1000/example.1",
        "https://dx.doi.org/https%3A//doi.org/10.1000/example.1",
        "info:doi/10.1000/example.1",
        "https://journal.example.org/abstract/10.1000/example.1?page=2#top",
        "https://journal.example.org/abstract/10.1000/example.1#top",
    ],
)
def test_a_doi_is_known_in_every_form(text: str) -> None:
    assert doi_named(text) == "10.1000/example.1"


def test_signs_that_belong_to_a_doi_are_kept() -> None:
    for doi in ("10.1175/1520-0442(1995)008<2440:A>2.0.CO;2", "10.1016/0370-2693(95)00123-4", "10.1000/A#1"):
        assert doi_named(doi) == doi_named(f"doi:{doi}") == doi


@pytest.mark.parametrize("text", ["", "10.1000", "10.1/x", "2605.01234", "10.1000/a b", "see 10.1000/example", "doi:"])
def test_other_texts_are_no_doi(text: str) -> None:
    assert doi_named(text) is None
