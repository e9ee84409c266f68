"""Papers as lines: mark, identifier, day, category, badge, star, title."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arxtui.cli.output import BOLD, DIM, foreign, styled
from arxtui.model.ids import ArxivId
from arxtui.model.paper import AnnounceType
from arxtui.model.views import Row
from arxtui.text import cells, clip

_NARROW = 72
_LEAST_TITLE = 10
_ARRIVALS = {
    AnnounceType.CROSS: "×",
    AnnounceType.REPLACE: "→",
    AnnounceType.REPLACE_CROSS: "×",
}


def lines(rows: Sequence[Row], width: int | None) -> Iterator[str]:
    """One line a paper, columns aligned, titles cut to ``width`` cells; whole where it is None."""
    names = [_name(row) for row in rows]
    categories = [
        foreign(row.category) + _ARRIVALS.get(row.type, "") if row.type else foreign(row.category) for row in rows
    ]
    badges = [_badge(row) for row in rows]
    name_cells, category_cells, badge_cells = (max(map(cells, each), default=0) for each in (names, categories, badges))
    for row, name, category, badge in zip(rows, names, categories, badges, strict=True):
        head = f"{'●' if row.marks.unread else ' '} {_pad(name, name_cells)}  "
        if width is None or width >= _NARROW:
            head += f"{row.day.isoformat()}  "
        head += f"{_pad(category, category_cells)}  {_pad(badge, badge_cells)}{'★' if row.marks.starred else ' '}  "
        title = foreign(row.title) or "untitled"
        if width is not None:
            title = clip(title, max(width - cells(head), _LEAST_TITLE))
        yield head + styled(title, BOLD if row.marks.unread else DIM if row.marks.hidden else "")


def _name(row: Row) -> str:
    return str(ArxivId(row.id, row.version)) if row.id else "(no id yet)"


def _badge(row: Row) -> str:
    if row.theorem_links:
        return f"◆{row.theorem_links}"
    if row.theorem_links == 0:
        return "◇"
    return "·" if row.reviews else ""


def _pad(text: str, width: int) -> str:
    return text + " " * (width - cells(text))
