"""The position at which a backfill resumes, and the papers that it requests."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from arxtui.config.paths import Paths
from arxtui.model.events import EventKind
from arxtui.model.intake import Intake
from arxtui.model.paper import Paper
from arxtui.sources.arxiv.api.atom import ApiPage
from arxtui.sync.errors import AnomalyError
from arxtui.sync.refresh.backfill import PER_PAGE, WINDOW, BackfillPosition
from tests.sync.upstream import API, Reader, Upstream, many

TODAY = date(2026, 5, 13)
PLACE = BackfillPosition(date(2026, 4, 29), TODAY, 100, TODAY)


def test_a_place_is_good_for_the_day_after_and_not_for_the_day_before() -> None:
    day = timedelta(days=1)
    assert BackfillPosition.read(str(PLACE), TODAY + day, 14) == PLACE
    assert BackfillPosition.read(str(PLACE), TODAY - day, 14) == BackfillPosition.begin(TODAY - day, 14)


@pytest.mark.parametrize(
    ("published", "fits"),
    [("2026-04-28", False), ("2026-04-29", True), ("2026-05-13", True), ("2026-05-14", False), (None, True)],
)
def test_papers_of_its_days_are_looked_for_and_those_of_which_the_day_is_not_known(
    published: str | None, fits: bool
) -> None:
    day = datetime.fromisoformat(published).replace(tzinfo=UTC) if published else None
    paper = Paper("2605.00001", "Queues", categories=("cs.DC",), published=day)
    assert PLACE.fits("cs.DC")(paper) is fits


def test_a_category_is_meant_under_each_of_its_names_and_with_its_archive() -> None:
    paper = Paper("2605.00001", "Queues", categories=("cs.NA", "math.PR"))
    fitting = [
        code for code in ("cs.NA", "math.NA", "cs", "math", "math.PR", "cs.DC", "math.CO") if PLACE.fits(code)(paper)
    ]
    assert fitting == ["cs.NA", "math.NA", "cs", "math", "math.PR"]


def shown(total: int, *days: str) -> ApiPage:
    """A page of a query with so many results, whose papers were submitted on these days."""
    moments = [datetime.fromisoformat(day).replace(tzinfo=UTC) for day in days]
    papers = [Paper(f"2605.{number:05}", "Queues", published=moment) for number, moment in enumerate(moments, 1)]
    return ApiPage(total, 0, PER_PAGE, Intake(papers=tuple(papers)))


def test_behind_the_last_page_of_the_api_a_query_begins_that_ends_on_the_oldest_day_seen() -> None:
    last_but_one = replace(PLACE, start=WINDOW - 2 * PER_PAGE)
    last = last_but_one.after(shown(20_000, "2026-05-09"))
    assert last == replace(PLACE, start=WINDOW - PER_PAGE)
    assert last.after(shown(WINDOW, "2026-05-09")) is None
    assert last.after(shown(20_000, "2026-05-10", "2026-05-09")) == replace(PLACE, last=date(2026, 5, 9), start=0)
    with pytest.raises(AnomalyError, match="more than 10,000 papers on one day"):
        last.after(shown(20_000, "2026-05-13", "2026-05-13"))


@pytest.mark.parametrize(("papers", "pages"), [(0, 1), (1, 1), (100, 1), (101, 2), (200, 2)])
def test_no_page_is_requested_behind_the_last_paper(paths: Paths, upstream: Upstream, papers: int, pages: int) -> None:
    upstream.entries, upstream.announced = many(papers), ()
    reader = Reader(paths, upstream.settings())
    row = ("arxiv.backfill", "cs.DC")
    for _ in range(1 if papers else 4):
        reader.refresh()
        reader.now = reader.ledger()[row].next_due
    shown = [event for event in reader.events if event.source == row[0] and event.kind is EventKind.PAGE]
    assert [(event.page, event.pages) for event in shown] == [(page, pages) for page in range(1, pages + 1)]
    assert len(upstream.asked(API)) == (pages if papers else 3 * 3 + 1)
