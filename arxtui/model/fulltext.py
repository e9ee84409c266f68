"""How a paper's full text stands: whether it is here, where it comes from, or why it is not."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING

from arxtui.model.counted import counted
from arxtui.model.frozen import frozen

if TYPE_CHECKING:
    from arxtui.model.document import Origin


ARRIVED = "the text is here"
"""The step of a fetch that says that a text has been kept; its figures follow."""


class TextState(StrEnum):
    """What is known of a full text. One that is here stays ``have``, whatever became of asking for a newer one."""

    UNASKED = "unasked"
    QUEUED = "queued"
    """The user wants it, and nobody has asked for it yet."""
    HAVE = "have"
    NONE = "none"
    """Upstream was asked and has none."""
    FAILED = "failed"
    """Upstream could not be asked."""


@frozen
class FulltextState:
    """The state, and of a text that is here its ``origin``, ``version`` (None: not known), time of arrival, number of
    words, of figures, and of figures that are not here. ``reason`` says in words why there is no text, or no better
    one; ``next_try`` is when it is worth asking again (None: never by itself). Times are aware UTC."""

    state: TextState = TextState.UNASKED
    origin: Origin | None = None
    version: int | None = None
    fetched: datetime | None = None
    words: int = 0
    figures: int = 0
    figures_missing: int = 0
    reason: str = ""
    next_try: datetime | None = None

    @property
    def summary(self) -> str:
        """What is here, in words: ``8,412 words from arXiv's HTML, 5 figures (1 missing)``; empty where nothing is."""
        if self.origin is None:
            return ""
        missing = f" ({self.figures_missing:,} missing)" if self.figures_missing else ""
        figures = f", {counted(self.figures, 'figure')}{missing}" if self.figures else ""
        return f"{counted(self.words, 'word')} from {_ORIGINS[self.origin]}{figures}"


_ORIGINS = {"html": "arXiv's HTML", "ar5iv": "ar5iv", "pdf": "the PDF, plain text"}


@frozen
class Figure:
    """A picture of a full text: its MIME type, told by its bytes, and these. Without ``data`` it is not here, and
    ``reason`` says why."""

    type: str = ""
    data: bytes = b""
    reason: str = ""


@frozen
class ReadingPlace:
    """Where somebody stopped reading: the block of the text of ``version`` (None: not known) and the character in it;
    aware UTC."""

    block: int
    character: int
    version: int | None
    at: datetime
