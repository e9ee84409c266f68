"""Builders of made-up papers that are difficult to export."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

from arxtui.model.arxiv.ids import pending_key
from arxtui.model.marks import Marks
from arxtui.model.paper import Author, Paper
from arxtui.model.reviews import Review
from arxtui.model.views import Record
from arxtui.text import readable
from tests import builders


def paper(number: int, title: str, *authors: str, marks: Marks | None = None, **more: Any) -> Record:
    """Return a record with the id ``2605.<number>``; ``more`` overrides fields, including the id."""
    usual: dict[str, Any] = {
        "abstract": "We measure what we claim.",
        "authors": tuple(map(Author, authors)),
        "categories": ("cs.DC", "cs.LG"),
        "published": datetime(2026, 5, 11, 17, 0, tzinfo=UTC),
        "updated": None,
        "source": "jsonl",
    }
    made = builders.paper(number, title, **{**usual, **more})
    return builders.record(made, title=readable(title), marks=marks or Marks(), sources=("jsonl",))


def pending(title: str) -> Record:
    """Return a paper that is known from a review only."""
    review = Review("A headline", title, "cs.DC", date(2026, 5, 13), url="https://pith.example.org/paper/1")
    made = Paper(id="", title=title, categories=("cs.DC",), source="pith")
    return Record(pending_key(date(2026, 5, 13), title), made, title, reviews=(review,), sources=("pith",))


MANY = tuple(f"Ada{number} Example{number}" for number in range(5000))

ODD = (
    paper(1, "Bounded Staleness for Sharded Optimizers", "Ada Example", "Björn Måns"),
    paper(2, r"Bounds at $\sqrt{s}=13$ TeV for $SU(2)$", "Ada Example", id="hep-th/9901001", categories=("hep-th",)),
    paper(3, "100% of R&D: item #1, snake_case and x^2", "A. Example", journal_ref="Ex & Co. 5% 1, 2-3 (2025)"),
    paper(4, "A price of $5 and one of $10 in {GPU} hours", "O. Example"),
    paper(5, "An odd $ sign and an unclosed { brace", "P. Example"),
    paper(6, "A } first, then \\{ alone, then \\", "Q. Example"),
    paper(7, r"Sets $\left\{ x \right.$ and {\bf nested {groups}} of G\"odel\\", "R. Example"),
    paper(8, r"Rows \\{braced} and a last accent \'", "S. Example"),
    paper(9, "An @article{in, a title = {x}} and a \"quote\"", "T. Example"),
    paper(10, "链 Ünïcode α₂ ∞ and a Title of the Łódź School", "Łukasz Żółw", "Ødegård Ås", "李 雷"),
    paper(11, "No authors at all"),
    paper(12, "A whole collaboration", "The EXAMPLE Collaboration", "for the H0 Collaboration", "Ada Example"),
    paper(13, "Five thousand authors", *MANY),
    paper(14, "Particles and suffixes", "Wilke van der Beispiel", "Ryan Example Jr.", "Joeri Van der Beispiel",
          "José Muestra y Prueba", "M. -Z. Sample", "E. de la Muestra Prueba", "Gin\\' e Example", "S\\o ren Example"),
    paper(15, "Raw author lines", "A. Example (1, 2), B. Other (2) and C. Third (1)", "and Kim Example", "others", ":"),
    paper(16, "Published twice", "Ada Example", journal_ref="J. Ex. Phys. 12 (2025), no. 3, 100-110",
          doi="10.1000/ex.1 10.1000/(SICI)1{2}3:4<5::AID>6.0.CO;2-7_8"),
    paper(17, "Published somewhere", "Ada Example", journal_ref="Proceedings of the First Example Meeting, Exampleton"),
    paper(18, "With a DOI alone", "Ada Example", doi="https://doi.org/10.1000/ex.2"),
    paper(19, "Taken back", "Ada Example", comment="This paper has been withdrawn by the author: 50% of it is wrong"),
    paper(20, "Marked", "Ada Example", marks=Marks(starred=True, tags=("thesis", "thesis/related_work & more"),
                                                   note="Read § 3.\n\n50% of it {twice")),
    paper(21, "No date and no category", "Ada Example", published=None, categories=(), id="1412.0001"),
    paper(22, "A newline\nin a title and   blanks", "Ada  Example"),
    paper(23, "Bounded delay", "Ada Example"),
    paper(24, "Bounded memory", "Ada Example"),
    pending("A paper that only a review names"),
)  # fmt: skip
