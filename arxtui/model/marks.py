"""What the user did with a paper."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Marks:
    """The user's marks on one paper."""

    unread: bool = False
    starred: bool = False
    hidden: bool = False


class Act(NamedTuple):
    """One act of the user in the journal: what (``read``, ``star``, ...), when (aware UTC), to how many papers."""

    number: int
    at: datetime
    what: str
    papers: int
