"""The examples in docs/export.md are what the program writes."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from arxtui.export.forms import FORMS
from arxtui.model.marks import Marks
from tests.export.made import paper
from tests.export.readers import exported

MANUAL = (Path(__file__).resolve().parents[2] / "docs/export.md").read_text(encoding="utf-8")
PREPRINT = paper(
    1234,
    r"Time and clocks in $\mathbb{Z}_2$-ordered GPU systems after Lamport",
    "Ada Lamport",
    "Björn van der Beispiel",
    "for the EXAMPLE Collaboration",
    marks=Marks(tags=("thesis/related",)),
)
ARTICLE = paper(
    1,
    "Bounds that hold",
    "Ada Example Jr.",
    id="1207.0001",
    categories=("math.PR",),
    published=datetime(2012, 7, 2, tzinfo=UTC),
    journal_ref="J. Ex. Phys. D 12 (2013), no. 3, 100-110",
    doi="10.1000/ex.1",
)


@pytest.mark.parametrize(("form", "language"), [("ris", ""), ("csl-json", "json"), ("markdown", "markdown")])
def test_the_example_of_each_format_in_the_manual_is_its_output(form: str, language: str) -> None:
    assert f"```{language}\n{exported(form, [PREPRINT])}```\n" in MANUAL


def test_the_example_of_bibtex_in_the_manual_is_its_output() -> None:
    assert f"```bibtex\n{exported('bibtex', [PREPRINT, ARTICLE])}```\n" in MANUAL


def test_every_form_is_in_the_table() -> None:
    assert re.findall(r"^\| `([a-z-]+)` \| `(\.[a-z]+)` \|", MANUAL, re.M) == [
        (name, form.suffix) for name, form in FORMS.items()
    ]
