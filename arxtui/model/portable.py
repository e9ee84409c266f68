"""What the user did, as it travels between libraries: papers by name, not by key."""

from __future__ import annotations

from typing import NamedTuple

from arxtui.model.fulltext import ReadingPlace
from arxtui.model.marks import Marks


class PaperTold(NamedTuple):
    """The marks of one paper, and where its reader stopped; ``name`` as of ``model.ids.name_of``."""

    name: str
    marks: Marks
    place: ReadingPlace | None = None


class ListTold(NamedTuple):
    """A reading list: the names of its papers in its order."""

    name: str
    papers: tuple[str, ...]


class ViewTold(NamedTuple):
    """A saved view; ``key`` is the digit that opens it."""

    name: str
    query: str
    key: int | None = None


Told = PaperTold | ListTold | ViewTold


class Taken(NamedTuple):
    """What came of taking a library in: how many papers were changed by acts, how many ``acts``, ``views`` and
    ``places`` that were; names of papers that nobody knows; what stands otherwise here, and stays so; what was
    ``refused``, and why."""

    acts: int
    views: int
    places: int
    unknown: tuple[str, ...]
    otherwise: tuple[str, ...]
    refused: tuple[str, ...]
