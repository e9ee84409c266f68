"""The state of a paper's full text: whether it is stored, its source, or why it is missing."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING

from arxtui.light import frozen
from arxtui.model.counted import counted

if TYPE_CHECKING:
    from arxtui.model.document import Origin


ARRIVED = "the text is stored"
"""The step of a fetch which reports that a text has been stored; its figures follow."""


class TextState(StrEnum):
    """The state of a full text. A stored text stays ``have`` or ``incomplete``, whatever the result of a request for a
    newer one."""

    UNASKED = "unasked"
    QUEUED = "queued"
    """The user wants the text, and it has not been requested yet."""
    HAVE = "have"
    INCOMPLETE = "incomplete"
    """A text is stored whose conversion broke off upstream before the end of the paper."""
    NONE = "none"
    """Upstream was requested and has no text."""
    FAILED = "failed"
    """The request to upstream failed."""

    @property
    def is_stored(self) -> bool:
        """Whether a text is stored."""
        return self in (TextState.HAVE, TextState.INCOMPLETE)


@frozen
class FulltextState:
    """The state of a paper's full text.

    For a stored text: its ``origin``, ``version`` (None if unknown), the time when it was ``fetched``, its numbers of
    words and figures, and the number of figures that are missing. ``reason`` says in words why there is no text, or no
    better one. ``next_try`` is when another request is useful (None: only on the user's demand). ``is_renewable``:
    arXiv has converted its HTML again since the text was last requested. Times are aware UTC.
    """

    state: TextState = TextState.UNASKED
    origin: Origin | None = None
    version: int | None = None
    fetched: datetime | None = None
    words: int = 0
    figures: int = 0
    figures_missing: int = 0
    reason: str = ""
    next_try: datetime | None = None
    is_renewable: bool = False

    def is_due(self, now: datetime) -> bool:
        """Whether a request for a better text is due."""
        if self.next_try is None:
            return self.is_renewable or self.state is TextState.INCOMPLETE
        return self.next_try <= now

    @property
    def summary(self) -> str:
        """What is stored, in words: ``8,412 words from arXiv's HTML, 5 figures (1 missing)``; empty if nothing is."""
        if self.origin is None:
            return ""
        missing = f" ({self.figures_missing:,} missing)" if self.figures_missing else ""
        figures = f", {counted(self.figures, 'figure')}{missing}" if self.figures else ""
        incomplete = "incomplete, " if self.state is TextState.INCOMPLETE else ""
        return f"{incomplete}{counted(self.words, 'word')} from {_ORIGINS[self.origin]}{figures}"


_ORIGINS = {"html": "arXiv's HTML", "ar5iv": "ar5iv", "pdf": "the PDF, plain text"}


@frozen
class Figure:
    """A picture of a full text: its MIME type, detected from its bytes, its bytes, and the text in it, in lines. A
    picture that is not stored has no ``data``; ``reason`` says why."""

    type: str = ""
    data: bytes = b""
    reason: str = ""
    words: tuple[str, ...] = ()


@frozen
class ReadingPlace:
    """The position where the user stopped reading: a block of the text of ``version`` (None if unknown), the character
    in the block, the time (aware UTC), and the words there, which find the position in another conversion of the paper
    (empty if stored by an older program)."""

    block: int
    character: int
    version: int | None
    at: datetime
    words: str = ""
