"""What the user did with a paper."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from arxtui.model.frozen import frozen


@frozen
class Marks:
    """The user's marks on one paper. ``tags`` by name, nested ones as ``thesis/related``; ``note`` is None for none."""

    unread: bool = False
    starred: bool = False
    hidden: bool = False
    tags: tuple[str, ...] = ()
    note: str | None = None
    queued: bool = False
    """Its full text is wanted."""


class Act(NamedTuple):
    """One act of the user in the journal: what (``read``, ``star``, ``tag``, ``note``, ...), when (aware UTC), to how
    many papers; ``name`` is the tag's, of acts with tags."""

    number: int
    at: datetime
    what: str
    papers: int
    name: str = ""
