"""The history of a paper from a list of its versions: its dates, its version, and the versions before it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from arxtui.light import NamedTuple
from arxtui.model.paper import History, Paper, Version
from arxtui.sources.times import moment


class Versions(NamedTuple):
    """The dates of a paper. ``published`` is the time of v1, ``number`` and ``updated`` belong to the last version;
    ``earlier`` versions are in ascending order; ``is_withdrawn``: arXiv lists the last version as withdrawn."""

    published: datetime | None = None
    number: int | None = None
    updated: datetime | None = None
    earlier: tuple[Version, ...] = ()
    is_withdrawn: bool = False

    def history_of(self, paper: Paper) -> History | None:
        """Return the history of the paper of these versions; None if there is nothing in it."""
        withdrawn = (paper.version or 0) if self.is_withdrawn else 0
        return History(paper.id, self.earlier, withdrawn=withdrawn) if self.earlier or withdrawn else None


def read_versions(pairs: Iterable[tuple[str, str]], source: str) -> Versions:
    """Read (``v2``, date) pairs, which may be in any order. Raises: ValueError if a name or a date is invalid."""
    versions = sorted({_number(name): moment(date.strip()) for name, date in pairs}.items())
    if not versions:
        return Versions()
    (first, published), (last, updated) = versions[0], versions[-1]
    earlier = tuple(Version(number, date, source) for number, date in versions[:-1])
    return Versions(published if first == 1 else None, last, updated, earlier)


def _number(name: str) -> int:
    number = name.strip().removeprefix("v")
    if not (number.isascii() and number.isdigit() and 0 < len(number) < 4):
        raise ValueError(f"not a version: {name!r}")
    return int(number)
