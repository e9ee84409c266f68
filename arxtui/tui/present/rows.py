"""One paper, one line: mark, day, category, title, and what there is on the right."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from arxtui.model.frozen import frozen
from arxtui.model.fulltext import TextState
from arxtui.model.marks import Marks, Reading
from arxtui.model.paper import AnnounceType
from arxtui.model.views import Dated, Row
from arxtui.text import Wanted, cells, clip, readable
from arxtui.tui.present.line import Piece, flush_right, foreign, pad
from arxtui.tui.present.marking import NOTHING, marked

_CROSS = (AnnounceType.CROSS, AnnounceType.REPLACE_CROSS)
_REPLACED = (AnnounceType.REPLACE, AnnounceType.REPLACE_CROSS)
_WIDEST_CATEGORY = 9
_MONTHS_SHOWN_BY_DAY = 300
TEXT_SIGNS = {TextState.HAVE: "≡", TextState.QUEUED: "↓", TextState.NONE: "∅", TextState.FAILED: "!"}
"""How the full text of a paper stands, where somebody has asked for it."""
READING_SIGNS: dict[Reading | None, str] = {Reading.TO_READ: "○", Reading.READING: "◐", Reading.READ: "◉"}
"""How far the user is with reading a paper."""
NOTE_SIGN = "✎"
PICK_SIGN = "✓"
_WIDEST_TAG = 18
_SCORE = 5


@frozen
class Columns:
    """Cells of the columns of a list; ``day`` and ``own`` (reading state, note, rating) are 0 where there is no room.
    ``today`` tells old days apart."""

    width: int
    category: int
    day: int
    badge: int
    today: date
    own: int = 0
    score: int = 0
    dated: tuple[Dated, ...] = ()
    """What happened on the days shown."""

    @classmethod
    def fit(cls, width: int, rows: Collection[Row], today: date) -> Columns:
        """Columns for a list ``width`` cells wide whose first rows are ``rows``."""
        widest = max((cells(short_category(row.category)) for row in rows), default=2)
        category = min(max(widest, 2), _WIDEST_CATEGORY if width >= 48 else 6)
        wide = width >= 58
        score = _SCORE if wide and any(row.score is not None for row in rows) else 0
        dated = tuple(sorted({row.dated for row in rows})) if wide else ()
        return cls(width, category, 6 if wide else 0, 3 if width >= 48 else 2, today, 3 if wide else 0, score, dated)

    @property
    def title(self) -> int:
        """Cells left for the title."""
        day = self.day + 2 if self.day else 0
        return max(self.width - 3 - day - self.category - 2 - self.own - self.score - self.badge - 4, 1)


@frozen
class ListLooks:
    """What the user wants to see in the title's place, and which of its words were searched for."""

    headlines: bool = False
    tex: bool = False
    wanted: Wanted = NOTHING


def paper_row(row: Row, columns: Columns, looks: ListLooks, *, here: bool, picked: bool = False) -> list[Piece]:
    """The line of a paper, exactly ``columns.width`` cells; ``here`` when the cursor stands on it."""
    marks = row.marks
    quiet = "faint" if marks.hidden else "dim"
    own = quiet if row.unsaved else "accent"
    pieces: list[Piece] = [
        (PICK_SIGN if picked else "›" if here else " ", "accent"),
        ("● " if marks.unread else "  ", own),
    ]
    if columns.day:
        pieces.append((flush_right(day_name(row.day, columns.today), columns.day) + "  ", quiet))
    pieces.append((_category(row, columns.category + 1) + " ", quiet))
    pieces.extend(_title(row, columns.title, looks, _title_ink(row, here=here)))
    if columns.score:
        pieces.append((flush_right(_score(row.score), columns.score), quiet))
    pieces.append((" ", "text"))
    if columns.own:
        pieces.append((READING_SIGNS.get(marks.reading, " ") + (NOTE_SIGN if marks.note else " "), quiet))
    pieces.append((pad(row.badge, columns.badge), "accent" if row.theorem_links else "dim"))
    pieces.append((TEXT_SIGNS.get(row.fulltext, " "), "fault" if row.fulltext is TextState.FAILED else quiet))
    if columns.own:
        pieces.append((str(marks.rating or " "), quiet))
    pieces.append((f"{marks.sign or ' '} ", own))
    return pieces


def _title_ink(row: Row, *, here: bool) -> str:
    if row.marks.hidden:
        return "hidden"
    if row.highlighted:
        return "accent-strong" if row.marks.unread else "accent"
    return "strong" if row.marks.unread else "text" if here else "dim"


def _score(score: float | None) -> str:
    """``+8`` of points, ``+1.3`` of the ranking."""
    if score is None:
        return ""
    return f"{score:+}" if isinstance(score, int) else f"{score:+.1f}"


def blank_row(columns: Columns, *, here: bool) -> list[Piece]:
    """The line of a paper that the cache no longer knows."""
    return [("›" if here else " ", "accent"), (pad("  this paper left the cache", columns.width - 1), "faint")]


def short_category(code: str) -> str:
    """The subject part of a category: ``DC`` of ``cs.DC``, ``hep-th`` of ``hep-th``."""
    return foreign(code).rpartition(".")[2]


def day_name(day: date, today: date) -> str:
    """``13 May``; the year alone when the day is long past."""
    if abs((today - day).days) > _MONTHS_SHOWN_BY_DAY:
        return str(day.year)
    return f"{day.day} {day:%b}"


def _category(row: Row, width: int) -> str:
    arrival = _arrival(row.type)
    return pad(clip(short_category(row.category), width - len(arrival)) + arrival, width)


def _arrival(kind: AnnounceType | None) -> str:
    if kind in _CROSS:
        return "×"
    return "→" if kind in _REPLACED else ""


def _title(row: Row, width: int, looks: ListLooks, ink: str) -> list[Piece]:
    text = row.title_tex if looks.tex else row.title
    if looks.headlines and row.headline:
        text = row.headline if looks.tex else readable(row.headline)
    version = f" v{row.version}" if row.type in _REPLACED and row.version and width >= 40 else ""
    tags = _tags(row.marks, width // 4) if width >= 44 else ""
    room = width - cells(version) - cells(tags)
    shown = clip(foreign(text) or "untitled", room)
    filling = " " * (room - cells(shown))
    return [
        *marked(shown, ink, looks.wanted),
        (filling, "hidden" if row.marks.hidden and not version else "faint"),
        (version, "faint"),
        (tags, "faint" if row.marks.hidden else "dim"),
    ]


def _tags(marks: Marks, width: int) -> str:
    """The first tag, and how many more there are."""
    if not marks.tags:
        return ""
    more = f" +{len(marks.tags) - 1}" if len(marks.tags) > 1 else ""
    return clip(f"  {foreign(marks.tags[0])}", min(width, _WIDEST_TAG)) + more
