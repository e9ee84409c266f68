"""What the list shows at a moment, where to return to, and what is new meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.library.views import FilterCounts, Freshness, Listing


@dataclass(frozen=True, slots=True)
class Spot:
    """A place to come back to: a query, how it was read, and the paper the cursor was on."""

    query: str = ""
    key: int | None = None
    typing: bool = False


@dataclass(slots=True)
class View:
    """The query in the list (``typing``: its last word is a beginning), its listing once it is there, the spots that
    Escape returns to, newest last, and which paper each act of this sitting was about."""

    query: str = ""
    typing: bool = False
    listing: Listing | None = None
    back: list[Spot] = field(default_factory=list)
    acts: dict[int, int] = field(default_factory=dict)


@dataclass(slots=True)
class News:
    """What the filter pane and the top line tell: counts, how fresh the sources are, papers waiting for the list."""

    counts: FilterCounts | None = None
    freshness: Sequence[Freshness] = ()
    waiting: int = 0


def take_news(library: Library, listing: Listing | None) -> News:
    """Ask the library for all of it."""
    return News(library.filters(), library.freshness(), library.waiting(listing) if listing else 0)


def file_identity(file: Path) -> tuple[int, int] | None:
    """What tells a file from one that took its place; None when there is none."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
