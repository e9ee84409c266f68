"""What sources of citations report, in the reader: asked for, and beside the references of stored texts."""

from __future__ import annotations

import pytest

from arxtui.config.paths import Paths
from arxtui.demo.papers.manuscripts import cited_papers
from arxtui.demo.upstream import Upstream
from arxtui.model.document import Work
from arxtui.model.paper import Paper
from arxtui.model.reported import Report, ReportedWork
from arxtui.store.cache.database import Cache
from tests.builders import NOW
from tests.tui.reader import by_hand, fill, reading
from tests.tui.reading.test_references import cited, table

__all__ = ["cited"]
HOSTILE = "A work [red]with[/] \x1b[2Jmarkup"


@pytest.fixture
def reported(paths: Paths, cited: tuple[Paper, Paper]) -> tuple[Paper, Paper]:
    """The papers of a text and its references, and a report about the cited paper."""
    clocks, locks = cited
    locks_reported = ReportedWork(Work(arxiv=locks.id), "1")
    far = ReportedWork(Work(("H. Far",), HOSTILE, "2024", arxiv="2404.09999"), "2")
    citing = ReportedWork(Work(title="Elsewhere", year="2026", arxiv="2605.00099"))
    report = Report("inspire", NOW, "7", (locks_reported, far), (citing,), 2, 36, 28)
    with Cache.open(paths.cache_db) as cache:
        cache.reports.put(clocks.key, report)
    return cited


@pytest.mark.usefixtures("reported")
async def test_references_of_a_source_are_listed_without_a_text(paths: Paths) -> None:
    async with reading(paths) as reader:
        await reader.press("G", "comma", "b")
        await reader.until_shown("References of Clocks", "1 of 2 references are here")
        await reader.until_shown("Locks of a long queue")


@pytest.mark.parametrize("size", [(160, 45), (80, 24), (60, 20)])
@pytest.mark.usefixtures("reported")
async def test_each_reference_says_who_reports_it(paths: Paths, size: tuple[int, int]) -> None:
    async with reading(paths, size=size) as reader:
        await reader.press("G", "comma", "o")
        await reader.until_shown("1 of 2 here", "According to INSPIRE")
        await reader.press("j")
        await reader.until_shown("missing", "A work [red]with[/] [2Jmarkup")
        assert [row.arxiv for row in table(reader).rows.rows] == ["2605.00002", "2404.09999"]


async def test_citations_counted_by_a_source_are_shown_with_their_date(
    paths: Paths, reported: tuple[Paper, Paper]
) -> None:
    clocks, locks = reported
    with Cache.open(paths.cache_db) as cache:
        cache.graph.put("citations.csv", 7, {locks.key: [clocks.key]})
    async with reading(paths) as reader:
        await reader.press("G")
        await reader.until_shown("Cited 36× (INSPIRE), 28×")
        await reader.press("comma", "i")
        await reader.until_shown(
            "Cited by: Clocks", "The text that cites", "cited 36× (INSPIRE), 28× by others (INSPIRE), 13 May 2026"
        )
        await reader.press("escape", "G", "comma", "w")
        await reader.until_shown("What others say", "0×", "missing  Elsewhere · 2026")
        await reader.press("j")
        await reader.until_shown("According to citations.csv")
        assert [row.key for row in table(reader).rows.rows][1:] == [locks.key, None]


@pytest.mark.usefixtures("cited")
async def test_without_a_source_the_setting_is_named(paths: Paths) -> None:
    async with reading(paths) as reader:
        await reader.press("comma", "e")
        await reader.until_shown("No source of citations is switched on: [citations] in the settings names them")


async def test_the_sources_are_queried_for_the_paper_under_the_cursor(home: Paths, upstream: Upstream) -> None:
    papers = [each for each in upstream.corpus.papers if each.primary_category == "hep-ph"]
    paper = next(each for each in reversed(papers) if cited_papers(each, papers))
    fill(home, (paper, *cited_papers(paper, papers)))
    async with reading(home, settings=by_hand(home)) as reader:
        await reader.press("slash", *f"id:{paper.id}", "enter", "comma", "e")
        await reader.until_shown("INSPIRE, Semantic Scholar, OpenAlex", "OpenCitations answered")
        await reader.press("comma", "e")
        await reader.until_shown("The sources were asked about this paper in the last week")
        await reader.press("comma", "b")
        await reader.until_shown("4 of 5 references are here")


async def test_many_imported_files_are_counted_and_an_id_that_is_all_they_say_is_shown_once(
    paths: Paths, cited: tuple[Paper, Paper]
) -> None:
    clocks, locks = cited
    with Cache.open(paths.cache_db) as cache:
        for name in ("a.csv", "b.csv"):
            cache.graph.put(name, 7, {clocks.key: [locks.key]})
    async with reading(paths) as reader:
        await reader.press("g", "comma", "i")
        await reader.until_shown("None of the 1 stored text and 2 imported files cites this paper")
        await reader.press("G", "comma", "o")
        await reader.until_shown(f"arXiv:{locks.id}", "According to a.csv, b.csv")
        assert reader.text.count(f"arXiv:{locks.id}") == 1
