"""What a session at the prompt remembers between commands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


class Pages(Protocol):
    """Something that is shown page by page: a list, or a full text."""

    @property
    def has_more(self) -> bool:
        """Whether there is a page after the one that was shown."""
        ...

    def turn(self, step: int) -> int:
        """Show the page after (1) or before (-1); returns an exit status. CommandError where there is none."""
        ...


@dataclass(slots=True)
class Session:
    """The state of a session. ``interactive``: somebody types, rather than a script."""

    interactive: bool
    papers: Sequence[int] = ()
    """The keys of the papers listed last; their numbers count from 1."""
    paper: int | None = None
    """The key of the paper shown or read last."""
    pages: Pages | None = None
    """What ``next`` and ``back`` turn: the list or the text that was opened last."""
    is_over: bool = False
    status: int = 0
    """The exit status that the session ends with."""
