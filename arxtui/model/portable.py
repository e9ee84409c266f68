"""The user's data as exported to another library: papers are identified by name, not by key."""

from __future__ import annotations

from arxtui.light import NamedTuple
from arxtui.model.fulltext import ReadingPlace
from arxtui.model.marks import Marks


class ExportedPaper(NamedTuple):
    """The marks of one paper and its reading position; ``name`` is as of ``model.ids.name_of``. ``has_record`` means
    that the line describes the paper, too. ``refused`` are the names of papers that none of its references is."""

    name: str
    marks: Marks
    place: ReadingPlace | None = None
    has_record: bool = True
    refused: tuple[str, ...] = ()


class ExportedList(NamedTuple):
    """A reading list: the names of its papers, in the list's order."""

    name: str
    papers: tuple[str, ...]


class ExportedView(NamedTuple):
    """A saved view; ``key`` is the digit that opens it."""

    name: str
    query: str
    key: int | None = None


ExportedItem = ExportedPaper | ExportedList | ExportedView


class ImportResult(NamedTuple):
    """The result of importing a library: the number of ``acts``, of new ``views`` and of reading ``places``; the names
    of unknown papers; descriptions of what differs here and was left unchanged (``otherwise``); and what was
    ``refused``, with the reasons."""

    acts: int
    views: int
    places: int
    unknown: tuple[str, ...]
    otherwise: tuple[str, ...]
    refused: tuple[str, ...]
