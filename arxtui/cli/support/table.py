"""Papers as lines: mark, identifier, day, category, badge, star, title."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arxtui.cli.support.output import BOLD, DIM, foreign, styled
from arxtui.model.arxiv.announce_types import AnnounceType
from arxtui.model.arxiv.ids import ArxivId, name_of
from arxtui.model.views import Row
from arxtui.text import clip

_NARROW = 72
_LEAST_TITLE = 10
_ARRIVALS = {AnnounceType.CROSS: "×", AnnounceType.REPLACE: "→", AnnounceType.REPLACE_CROSS: "×"}


def lines(rows: Sequence[Row], width: int | None) -> Iterator[str]:
    """Yield one line for each paper, with aligned columns; titles are cut to ``width`` cells, or complete if it is
    None.
    """
    heads = [_head(row, with_day=width is None or width >= _NARROW) for row in rows]
    # Every character of these columns takes one cell: measuring cells would import rich for each list.
    widths = [max(map(len, column)) for column in zip(*heads, strict=True)]
    for row, parts in zip(rows, heads, strict=True):
        head = "".join(
            f"{part:{size}}  " if size > 1 else f"{part} " for part, size in zip(parts, widths, strict=True) if size
        )
        title = foreign(row.title) or "untitled"
        if width is not None:
            title = _clip(title, max(width - len(head), _LEAST_TITLE))
        yield head + styled(title, BOLD if row.marks.unread else DIM if row.marks.hidden else "")


def _head(row: Row, *, with_day: bool) -> tuple[str, ...]:
    """Return the columns before the title; a column that is empty in every row is left out by the caller."""
    name = str(ArxivId(row.id, row.version)) if row.id else name_of(row.key)
    return (
        "●" if row.marks.unread else " ",
        name,
        row.day.isoformat() if with_day else "",
        foreign(row.category) + (_ARRIVALS.get(row.type, "") if row.type else ""),
        row.badge,
        row.marks.sign,
    )


def _clip(title: str, width: int) -> str:
    # No character is wider than two cells.
    return title if 2 * len(title) <= width else clip(title, width)
