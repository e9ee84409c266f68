"""The papers that the user has judged: the training data of the ranking."""

from __future__ import annotations

from datetime import timedelta

from arxtui.model.marks import Reading
from arxtui.store.library.database import LibraryFile
from tests.builders import NOW

LATER = NOW + timedelta(minutes=5)


def test_every_mark_is_a_judgement_and_reading_one_of_its_own(library: LibraryFile) -> None:
    library.marks.apply([1], "star", NOW)
    library.marks.apply([2], "hide", NOW)
    library.marks.rate([3], 4, NOW)
    library.marks.read_as([4], Reading.READING, NOW)
    library.lists.enlist([5], "seminar", NOW)
    library.marks.apply([6], "unread", NOW)
    library.marks.apply([6, 7], "unread", NOW)
    library.marks.apply([7], "read", NOW)
    judged = library.judgements.all()
    assert (sorted(judged.marked), sorted(judged.read)) == ([1, 2, 3, 4, 5], [7])


def test_acts_that_were_undone_or_that_rules_did_are_none(library: LibraryFile) -> None:
    library.marks.apply([1], "star", NOW)
    library.marks.apply([2], "tag", NOW, name="queues", by="rule queues")
    library.marks.apply([3], "hide", NOW)
    library.journal.undo(LATER)
    assert sorted(library.judgements.all().marked) == [1]


def test_judgements_can_be_forgotten_without_losing_a_mark(library: LibraryFile) -> None:
    library.marks.apply([1, 2], "star", NOW)
    assert library.judgements.since() is None
    library.judgements.forget(NOW)
    assert (library.judgements.since(), library.judgements.all().marked) == (NOW, frozenset())
    assert list(library.marks.having("starred")) == [1, 2]
    library.marks.rate([2], 5, LATER)
    assert library.judgements.all().marked == {2}
