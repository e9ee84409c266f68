"""The changes that keys make to papers, as calls of the library."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from arxtui.light import NamedTuple, changed
from arxtui.model.marks import HIDDEN, QUEUED, STARRED, Act, Mark, Marks, Reading, What

if TYPE_CHECKING:
    from arxtui.library.facade import Library

Change = Callable[["Library", Sequence[int]], "Act | None"]
"""Changes papers, given by their keys. Returns the act, or None if nothing changed."""


class Verb(NamedTuple):
    """A change to papers. ``question`` is the wording of a question (``Mark 500 papers read``), with ``{}`` for the
    papers; ``change`` makes the change; ``marks_after`` computes a paper's marks after the change, for immediate
    display."""

    question: str
    change: Change
    marks_after: Callable[[Marks], Marks] | None = None


class Toggle(NamedTuple):
    """A mark that is set on papers that lack it, and removed if all have it. ``opposite`` is the field, if any, that is
    set when the mark is removed and cleared when the mark is set."""

    question: str
    gives: What
    takes: What
    field: str
    opposite: str = ""

    @classmethod
    def of(cls, mark: Mark) -> Toggle:
        """Return the toggle of a declared mark."""
        return cls(mark.asks, mark.gives, mark.takes, mark.name)

    @property
    def verb(self) -> Verb:
        """The verb that sets or removes the mark."""
        return Verb(self.question, self._toggle, self._toggled_marks)

    @property
    def set_only(self) -> Verb:
        """The verb that only sets the mark."""
        return Verb(
            self.question,
            lambda library, keys: library.marks.apply(keys, self.gives),
            lambda marks: self._with_mark(marks, given=True),
        )

    @property
    def decision(self) -> Verb:
        """The verb that sets the mark and marks the papers read, as a decision in triage mode does."""
        return Verb(
            self.question,
            lambda library, keys: library.marks.decide(keys, self.gives),
            lambda marks: _marked_read(self._with_mark(marks, given=True)),
        )

    def _toggle(self, library: Library, keys: Sequence[int]) -> Act | None:
        marks = library.papers.marks(keys)
        all_have_mark = all(getattr(each, self.field) for each in marks.values())
        return library.marks.apply(keys, self.takes if all_have_mark else self.gives)

    def _toggled_marks(self, marks: Marks) -> Marks:
        return self._with_mark(marks, given=not getattr(marks, self.field))

    def _with_mark(self, marks: Marks, *, given: bool) -> Marks:
        opposite = {self.opposite: not given} if self.opposite else {}
        return changed(marks, **{self.field: given}, **opposite)


READ = Toggle("Mark {} read", "read", "unread", "read", opposite="unread")
STAR, HIDE, QUEUE = map(Toggle.of, (STARRED, HIDDEN, QUEUED))
_READING_CYCLE = (None, Reading.TO_READ, Reading.READING, Reading.READ)


def rating_verb(rating: int | None) -> Verb:
    """Return the verb that rates papers; None removes the rating."""
    return Verb(
        "Rate {}", lambda library, keys: library.marks.rate(keys, rating), lambda marks: changed(marks, rating=rating)
    )


def rating_decision(rating: int) -> Verb:
    """Return the verb that rates papers and marks them read, as a decision in triage mode does."""
    return Verb(
        "Rate {}",
        lambda library, keys: library.marks.decide_rating(keys, rating),
        lambda marks: _marked_read(changed(marks, rating=rating)),
    )


def _marked_read(marks: Marks) -> Marks:
    """Return the marks after a decision, which marks an unread paper read. The read state of other papers does not
    change."""
    return changed(marks, read=marks.read or marks.unread, unread=False)


def _next_in_cycle(reading: Reading | None) -> Reading | None:
    return _READING_CYCLE[(_READING_CYCLE.index(reading) + 1) % len(_READING_CYCLE)]


def _next_reading(library: Library, keys: Sequence[int]) -> Act | None:
    first = next(iter(library.papers.marks(keys[:1]).values()), None)
    return library.marks.read_as(keys, _next_in_cycle(first.reading if first else None))


NEXT_READING = Verb(
    "Change how far {} are read", _next_reading, lambda marks: changed(marks, reading=_next_in_cycle(marks.reading))
)
"""Advance the reading state. Several papers all get the state that follows the first paper's."""
