"""Progress reports and results of an import."""

from __future__ import annotations

import pytest

from arxtui.model.intake import Tally
from arxtui.sync.importing.reports import FileReport, ImportProgress, ImportReport

FINE = FileReport("fine", Tally(new=1))
NONE = FileReport("none")


def test_the_pace_is_of_this_run_alone() -> None:
    standing = ImportProgress(tally=Tally(new=300, same=100), before=Tally(new=200), seconds=10.0)
    assert standing.rate == pytest.approx(20.0)
    assert ImportProgress(tally=Tally(new=1)).rate > 0


@pytest.mark.parametrize(
    ("begin", "done", "size", "left"),
    [(0, 50, 200, 30.0), (100, 150, 200, 10.0), (0, 250, 200, 0.0), (0, 50, None, None), (50, 50, 200, None)],
)
def test_the_time_left_of_an_import_is_computed_from_the_pace_so_far(
    begin: int, done: int, size: int | None, left: float | None
) -> None:
    assert ImportProgress(begin=begin, done=done, size=size, seconds=10.0).left == left


@pytest.mark.parametrize(
    ("report", "code"),
    [
        (ImportReport((FINE,)), 0),
        (ImportReport((FileReport("reviews", Tally(reviews_new=1)), FileReport("named", Tally(named=1)))), 0),
        (ImportReport((FINE, NONE)), 1),
        (ImportReport((FINE, FileReport("cut off", Tally(new=1), error="cut off"))), 1),
        (ImportReport((FINE,), unindexed=True), 1),
        (ImportReport((FINE,), left=("later",)), 130),
        (ImportReport((FileReport("stopped", Tally(new=1), interrupted=True), NONE)), 130),
    ],
)
def test_an_import_ends_with_a_code_that_says_how(report: ImportReport, code: int) -> None:
    assert report.exit_code == code


def test_papers_that_are_only_named_are_those_that_are_not_known() -> None:
    files = (FileReport("one", Tally(named=5, known=2)), FileReport("two", Tally(named=1)))
    assert ImportReport(files).named == 4
