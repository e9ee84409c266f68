"""Small value classes: papers, reviews, tallies."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from arxtui.model.intake import Tally
from arxtui.model.paper import Paper
from arxtui.model.reviews import Review


def test_a_paper_knows_its_key_its_versioned_id_and_its_primary_category() -> None:
    paper = Paper(id="hep-th/9901001", title="T", categories=("hep-th", "gr-qc"), version=3)
    assert str(paper.arxiv_id) == "hep-th/9901001v3"
    assert paper.key == paper.arxiv_id.key
    assert paper.primary_category == "hep-th"
    assert Paper(id="hep-th/9901001", title="T").primary_category == ""


@pytest.mark.parametrize(("links", "badge"), [(None, ""), (0, "Recognition"), (1, "1 theorem"), (3, "3 theorems")])
def test_a_badge_reads_as_on_the_card(links: int | None, badge: str) -> None:
    review = Review(headline="H", title="T", category="cs.DC", listed_on=date(2026, 5, 13))
    assert replace(review, theorem_links=links).badge == badge


@pytest.mark.parametrize(
    ("id", "published", "is_alone"),
    [
        ("", datetime(2019, 1, 1, tzinfo=UTC), True),
        ("", datetime(2019, 1, 2, tzinfo=UTC), False),
        ("", datetime(2019, 2, 1, tzinfo=UTC), False),
        ("", None, False),
        ("2605.00001", datetime(2026, 1, 1, tzinfo=UTC), False),
    ],
)
def test_the_first_of_january_is_no_day_of_a_work_outside_arxiv(
    id: str, published: datetime | None, is_alone: bool
) -> None:
    assert Paper(id, "A title", published=published).has_year_alone == is_alone


def test_tallies_add_up() -> None:
    assert sum([Tally(new=1, rejected=2), Tally(new=2, same=5)], Tally()) == Tally(new=3, same=5, rejected=2)
    for number, name in enumerate(Tally.__annotations__):
        assert Tally(**{name: number}) + Tally(**{name: 1}) == Tally(**{name: number + 1})


def test_a_tally_counts_all_papers_and_all_reviews() -> None:
    tally = Tally(*(10**place for place in range(len(Tally.__annotations__))))
    assert (tally.papers, tally.reviews) == (111, 111_000)
