"""What the keys do to papers, as the library does it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from arxtui.model.frozen import changed
from arxtui.model.marks import HIDDEN, QUEUED, STARRED, Mark, Reading

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.model.marks import Act, Marks, What

Change = Callable[["Library", Sequence[int]], "Act | None"]
"""Does something to papers by their keys; None where nothing changes."""


class Verb(NamedTuple):
    """Something to do to papers: ``does`` says it in a question (``Mark 500 papers read``), with ``{}`` for the
    papers; ``change`` does it; ``foreseen`` makes of a paper's marks what they are about to be."""

    does: str
    change: Change
    foreseen: Callable[[Marks], Marks] | None = None


class Toggle(NamedTuple):
    """A mark that is given to the papers without it, and taken where all have it; ``opposite`` is the field that is set
    when the mark is taken and cleared when it is given, where there is one."""

    does: str
    gives: What
    takes: What
    field: str
    opposite: str = ""

    @classmethod
    def of(cls, mark: Mark) -> Toggle:
        """A mark given or taken."""
        return cls(mark.asks, mark.gives, mark.takes, mark.name)

    @property
    def verb(self) -> Verb:
        """The mark given or taken."""
        return Verb(self.does, self._toggled, self._foreseen)

    @property
    def given_alone(self) -> Verb:
        """The mark given, and never taken."""
        return Verb(
            self.does,
            lambda library, keys: library.marks.apply(keys, self.gives),
            lambda marks: self._with(marks, given=True),
        )

    @property
    def decided(self) -> Verb:
        """The mark given and the papers marked read, as a decision in triage mode does."""
        return Verb(
            self.does,
            lambda library, keys: library.marks.decide(keys, self.gives),
            lambda marks: _decided(self._with(marks, given=True)),
        )

    def _toggled(self, library: Library, keys: Sequence[int]) -> Act | None:
        marks = library.papers.marks(keys)
        have_it = all(getattr(each, self.field) for each in marks.values())
        return library.marks.apply(keys, self.takes if have_it else self.gives)

    def _foreseen(self, marks: Marks) -> Marks:
        return self._with(marks, given=not getattr(marks, self.field))

    def _with(self, marks: Marks, *, given: bool) -> Marks:
        opposite = {self.opposite: not given} if self.opposite else {}
        return changed(marks, **{self.field: given}, **opposite)


READ = Toggle("Mark {} read", "read", "unread", "read", opposite="unread")
STAR, HIDE, QUEUE = map(Toggle.of, (STARRED, HIDDEN, QUEUED))
_ROUND = (None, Reading.TO_READ, Reading.READING, Reading.READ)


def rated(rating: int | None) -> Verb:
    """The rating given; None takes it away."""
    return Verb(
        "Rate {}", lambda library, keys: library.marks.rate(keys, rating), lambda marks: changed(marks, rating=rating)
    )


def decided_rating(rating: int) -> Verb:
    """The rating given and the papers marked read, as a decision in triage mode does."""
    return Verb(
        "Rate {}",
        lambda library, keys: library.marks.decide_rating(keys, rating),
        lambda marks: _decided(changed(marks, rating=rating)),
    )


def _decided(marks: Marks) -> Marks:
    """The marks once an unread paper was marked read with the decision; one that is not unread stays as it is."""
    return changed(marks, read=marks.read or marks.unread, unread=False)


def _after(reading: Reading | None) -> Reading | None:
    return _ROUND[(_ROUND.index(reading) + 1) % len(_ROUND)]


def _next_reading(library: Library, keys: Sequence[int]) -> Act | None:
    first = next(iter(library.papers.marks(keys[:1]).values()), None)
    return library.marks.read_as(keys, _after(first.reading if first else None))


NEXT_READING = Verb(
    "Change how far {} are read", _next_reading, lambda marks: changed(marks, reading=_after(marks.reading))
)
"""The next reading state; several papers get the one after that of the first."""
