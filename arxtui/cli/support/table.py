"""Papers as lines: aligned columns for people, columns separated by tabs for other programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arxtui.cli.support import output
from arxtui.cli.support.output import BOLD, DIM, foreign, styled
from arxtui.model.arxiv.ids import ArxivId, name_of
from arxtui.model.marks import MARKS
from arxtui.model.signs import ARRIVALS, NEW, WITHDRAWN
from arxtui.model.views import Row
from arxtui.text import clip

_NARROW = 72
_LEAST_TITLE = 10


def lines(rows: Sequence[Row], *, authors: bool = False) -> Iterator[str]:
    """Yield one line for each paper, with the authors if the rows have them and ``authors`` is set: as
    :func:`piped_line` if the output is a pipe, otherwise in aligned columns, cut to the terminal's width.
    """
    if is_piped():
        return (piped_line(row, authors=authors) for row in rows)
    return _aligned(rows, output.width(), authors=authors)


def is_piped() -> bool:
    """Whether another program reads the output: neither a terminal nor ``COLUMNS`` gives it a width."""
    return output.width() is None and not output.is_terminal()


def piped_line(row: Row, *, authors: bool = False) -> str:
    """Return a paper's columns, separated by tabs, always the same ones: name, day, category, type of the announcement,
    marks and ``withdrawn``, badge, title and, on demand, authors. A column can be empty; no value has a tab.
    """
    flags = {name: getattr(row.marks, name) for name in ("unread", *(mark.name for mark in MARKS))}
    flags["withdrawn"] = row.withdrawn
    values = (
        _name(row),
        row.day.isoformat(),
        row.category,
        row.type or "",
        ",".join(name for name, is_set in flags.items() if is_set),
        row.badge,
        row.title,
        *([", ".join(row.authors)] if authors else []),
    )
    return "\t".join(" ".join(foreign(value).split()) for value in values)


def _aligned(rows: Sequence[Row], width: int | None, *, authors: bool) -> Iterator[str]:
    heads = [_head(row, with_day=width is None or width >= _NARROW) for row in rows]
    # Every character of these columns takes one cell: measuring cells would import rich for each list.
    widths = [max(map(len, column)) for column in zip(*heads, strict=True)]
    for row, parts in zip(rows, heads, strict=True):
        head = "".join(
            f"{part:{size}}  " if size > 1 else f"{part} " for part, size in zip(parts, widths, strict=True) if size
        )
        title = foreign(row.title) or "untitled"
        if authors and row.authors:
            title = f"{title} · {foreign(', '.join(row.authors))}"
        if width is not None:
            title = _clip(title, max(width - len(head), _LEAST_TITLE))
        yield head + styled(title, BOLD if row.marks.unread else DIM if row.marks.hidden else "")


def _head(row: Row, *, with_day: bool) -> tuple[str, ...]:
    """Return the columns before the title; a column that is empty in every row is left out by the caller."""
    return (
        NEW.character if row.marks.unread else " ",
        _name(row),
        row.day.isoformat() if with_day else "",
        foreign(row.category) + (ARRIVALS[row.type].character if row.type in ARRIVALS else ""),
        row.badge,
        row.marks.sign,
        WITHDRAWN.character if row.withdrawn else "",
    )


def _name(row: Row) -> str:
    return str(ArxivId(row.id, row.version)) if row.id else name_of(row.key)


def _clip(title: str, width: int) -> str:
    # No character is wider than two cells.
    return title if 2 * len(title) <= width else clip(title, width)
