"""What the keys do to papers, as the library does it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from arxtui.model.frozen import changed
from arxtui.model.marks import Reading

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.model.marks import Act, Marks
    from arxtui.store.marks import What

Change = Callable[["Library", Sequence[int]], "Act | None"]
"""Does something to papers by their keys; None where nothing changes."""


class Verb(NamedTuple):
    """Something to do to papers: ``does`` says it in a question (``marks 500 papers read``), with ``{}`` for the
    papers; ``change`` does it; ``foreseen`` makes of a paper's marks what they are about to be."""

    does: str
    change: Change
    foreseen: Callable[[Marks], Marks] | None = None


class Toggle(NamedTuple):
    """A mark that is given to the papers without it, and taken where all have it; ``given`` is its field's value."""

    does: str
    gives: What
    takes: What
    field: str
    given: bool = True

    @property
    def verb(self) -> Verb:
        """The mark given or taken."""
        return Verb(self.does, self._toggled, self._foreseen)

    @property
    def given_alone(self) -> Verb:
        """The mark given, and never taken."""
        return Verb(
            self.does,
            lambda library, keys: library.mark(keys, self.gives),
            lambda marks: changed(marks, **{self.field: self.given}),
        )

    def _toggled(self, library: Library, keys: Sequence[int]) -> Act | None:
        return library.mark(keys, self.gives) or library.mark(keys, self.takes)

    def _foreseen(self, marks: Marks) -> Marks:
        return changed(marks, **{self.field: not getattr(marks, self.field)})


READ = Toggle("marks {} read", "read", "unread", "unread", given=False)
STAR = Toggle("stars {}", "star", "unstar", "starred")
HIDE = Toggle("hides {}", "hide", "unhide", "hidden")
KEEP = Toggle("has the full texts of {} fetched", "queue", "unqueue", "queued")
_ROUND = (None, Reading.TO_READ, Reading.READING, Reading.READ)


def rated(rating: int | None) -> Verb:
    """The rating given; None takes it away."""
    return Verb(
        "rates {}", lambda library, keys: library.rate(keys, rating), lambda marks: changed(marks, rating=rating)
    )


def _after(reading: Reading | None) -> Reading | None:
    return _ROUND[(_ROUND.index(reading) + 1) % len(_ROUND)]


def _next_reading(library: Library, keys: Sequence[int]) -> Act | None:
    first = next(iter(library.rows(keys[:1])), None)
    return library.read_as(keys, _after(first.marks.reading if first else None))


NEXT_READING = Verb(
    "changes how far {} are read", _next_reading, lambda marks: changed(marks, reading=_after(marks.reading))
)
"""The next reading state; several papers get the one after that of the first."""
