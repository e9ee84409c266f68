"""Papers as lines: columns as wide as their widest value, cut to the width of the terminal."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from arxtui.cli.support import output, table
from arxtui.model.arxiv.day_numbers import AnnounceType
from arxtui.model.arxiv.ids import key_of
from arxtui.model.marks import Marks
from arxtui.model.views import Row


def row(base: str = "2605.00001", title: str = "Fair locks", category: str = "cs.DC", **other: Any) -> Row:
    version = other.pop("version", None)
    return Row(key_of(base), base, version, title, title, date(2026, 5, 12), category, **other)


@pytest.fixture(params=[None])
def columns(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of this width; with None, of any."""
    monkeypatch.setattr(output, "width", lambda: request.param)
    monkeypatch.setattr(output, "is_terminal", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.mark.usefixtures("columns")
@pytest.mark.parametrize(
    ("other", "line"),
    [
        ({}, "2605.00001  2026-05-12  cs.DC  Fair locks"),
        ({"version": 2}, "2605.00001v2  2026-05-12  cs.DC  Fair locks"),
        ({"marks": Marks(unread=True)}, "● 2605.00001  2026-05-12  cs.DC  Fair locks"),
        ({"marks": Marks(starred=True)}, "2605.00001  2026-05-12  cs.DC  ★ Fair locks"),
        ({"type": AnnounceType.NEW}, "2605.00001  2026-05-12  cs.DC  Fair locks"),
        ({"type": AnnounceType.CROSS}, "2605.00001  2026-05-12  cs.DC×  Fair locks"),
        ({"type": AnnounceType.REPLACE}, "2605.00001  2026-05-12  cs.DC→  Fair locks"),
        ({"reviews": 1, "theorem_links": 12}, "2605.00001  2026-05-12  cs.DC  ◆12  Fair locks"),
        ({"withdrawn": True}, "2605.00001  2026-05-12  cs.DC  ⊘ Fair locks"),
        ({"title": ""}, "2605.00001  2026-05-12  cs.DC  untitled"),
        ({"title": "a\x1b[1mb"}, "2605.00001  2026-05-12  cs.DC  a[1mb"),
        ({"authors": ("A. One", "B. Two")}, "2605.00001  2026-05-12  cs.DC  Fair locks · A. One, B. Two"),
    ],
)
def test_each_property_has_its_column_and_an_empty_column_is_left_out(other: dict[str, Any], line: str) -> None:
    [shown] = table.lines([row(**other)], authors=True)
    assert shown.strip() == line


@pytest.mark.usefixtures("columns")
def test_columns_are_as_wide_as_their_widest_value() -> None:
    rows = [row(category="q-bio.NC"), row("hep-th/9901001", category="hep-th", marks=Marks(unread=True))]
    assert list(table.lines(rows)) == [
        "  2605.00001      2026-05-12  q-bio.NC  Fair locks",
        "● hep-th/9901001  2026-05-12  hep-th    Fair locks",
    ]
    assert "· A. One" not in next(iter(table.lines([row(authors=("A. One",))])))


@pytest.mark.usefixtures("columns")
@pytest.mark.parametrize(
    ("columns", "line"),
    [
        (72, "  2605.00001  2026-05-12  cs.DC  Fair locks of queues that are long bey…"),
        (71, "  2605.00001  cs.DC  Fair locks of queues that are long beyond any lin…"),
        (32, "  2605.00001  cs.DC  Fair locks…"),
        (20, "  2605.00001  cs.DC  Fair lock…"),
    ],
    indirect=["columns"],
)
def test_a_narrow_terminal_has_no_day_and_a_part_of_the_title(line: str) -> None:
    title = "Fair locks of queues that are long beyond any line of a terminal of usual size"
    [shown] = table.lines([row(title=title)])
    assert shown.rstrip() == line


def test_in_a_pipe_flags_are_named_in_their_order_and_no_value_has_a_tab() -> None:
    marks = Marks(unread=True, starred=True, queued=True)
    shown = row(title="Fair\tlocks", authors=("A. One", "B. Two"), marks=marks, withdrawn=True, type=AnnounceType.NEW)
    flags = "unread,starred,queued,withdrawn"
    line = f"2605.00001\t2026-05-12\tcs.DC\tnew\t{flags}\t\tFair locks"
    assert table.piped_line(shown, authors=False) == line
    assert table.piped_line(shown, authors=True) == f"{line}\tA. One, B. Two"
