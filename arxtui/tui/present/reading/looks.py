"""How full texts are shown, as the user chose."""

from __future__ import annotations

from typing import NamedTuple


class ReadingLooks(NamedTuple):
    """What the user chose, for every paper of the sitting; ``measure`` in cells."""

    measure: int = 80
    justified: bool = False
    hide_citations: bool = False
    tex: bool = False
    two_columns: bool = True
    zen: bool = False
    pictures: bool = True
