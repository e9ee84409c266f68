"""Display options of the reading screen."""

from __future__ import annotations

from arxtui.tuples import NamedTuple


class ReadingLooks(NamedTuple):
    """The user's display options, which last for the session; ``measure`` is the maximum line width in cells."""

    measure: int = 80
    justified: bool = False
    hide_citations: bool = False
    tex: bool = False
    two_columns: bool = True
    zen: bool = False
    pictures: bool = True
