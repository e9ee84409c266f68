"""Drawing of papers with the user's display options, and the visible rows of a list, without a screen."""

from __future__ import annotations

from datetime import date
from types import SimpleNamespace
from typing import Any

from arxtui.light import changed
from arxtui.model.marks import Marks
from arxtui.tui.present.line import Piece
from arxtui.tui.present.listing.rows import ListLooks, PaperDrawing
from arxtui.tui.widgets.lines import RowWindow
from tests.builders import row
from tests.tui.papers import paper

LONG = "A title that goes on and on until a list of forty cells has no room left for its very end"
SHOWN = row(paper(1, LONG))


def drawing(looks: ListLooks) -> PaperDrawing:
    found = PaperDrawing(looks, lambda: date(2026, 5, 14))
    found.fit(40, [SHOWN], grouped=True)
    return found


def text(pieces: list[Piece]) -> str:
    return "".join(text for text, _ in pieces)


def test_a_selected_paper_has_its_sign_and_a_title_on_two_lines_its_end_on_the_second() -> None:
    papers = drawing(ListLooks())
    assert text(papers.first_line(SHOWN, 40, here=False)).startswith(" ")
    papers.looks = changed(papers.looks, two_lines=True, picked={SHOWN.key})
    papers.fit(40, [SHOWN], grouped=True)
    first, second = (text(draw(SHOWN, 40, here=False)) for draw in (papers.first_line, papers.second_line))
    assert first.startswith("✓")
    assert LONG.split()[-1] not in first
    assert second.strip()


def test_only_the_paper_under_the_cursor_is_opened() -> None:
    papers = drawing(ListLooks())
    assert "…" in text(papers.first_line(SHOWN, 40, here=True))
    papers.looks = changed(papers.looks, opens_row=True)
    assert "…" in text(papers.first_line(SHOWN, 40, here=False))
    assert "…" not in text(papers.first_line(SHOWN, 40, here=True))


def test_a_paper_that_left_the_cache_says_so_on_its_first_line() -> None:
    papers = drawing(ListLooks(two_lines=True))
    assert "left the cache" in text(papers.first_line(None, 40, here=True))
    assert papers.second_line(None, 40, here=True) == []


def test_signs_of_unread_papers_get_a_column_when_the_first_one_comes_and_then_have_it() -> None:
    papers = PaperDrawing(ListLooks(), lambda: date(2026, 5, 14))
    read, unread = row(paper(1)), row(paper(2), marks=Marks(unread=True))
    papers.fit(60, [read], grouped=True)
    assert (papers.lacks_signs([read]), papers.lacks_signs([read, unread])) == (False, True)
    papers.fit(60, [read, unread], grouped=True)
    assert not papers.lacks_signs([read, unread])


def window(height: int, *, top: int = 0, row_height: int = 2, headings: object = None) -> RowWindow:
    """Return the window, ``height`` lines high, on a list of ten rows."""
    lines: Any = SimpleNamespace(
        scroll_offset=SimpleNamespace(y=top * row_height),
        scrollable_content_region=SimpleNamespace(height=height),
        count=10,
        row_height=row_height,
        headings=headings,
        open_row=None,
    )
    return RowWindow(lines)


def test_the_first_row_in_sight_goes_by_the_height_of_a_row() -> None:
    assert window(8, top=3).top == 3
    assert window(8, top=3).sight.lines()[0] == (3, 0)
    assert window(8, top=3).sight.rows == 4


def test_a_list_too_low_for_three_rows_below_a_heading_has_no_headings() -> None:
    headings = SimpleNamespace(begins=lambda index: index == 0)
    assert window(7, headings=headings).sight.begins is headings.begins
    assert window(6, headings=headings).sight.begins is None
    assert window(7).sight.begins is None
