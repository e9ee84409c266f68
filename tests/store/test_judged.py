"""Which papers the user has judged: what a ranking may learn from."""

from __future__ import annotations

from datetime import timedelta

from arxtui.model.marks import Reading
from arxtui.store.library.database import LibraryFile
from tests.store.made import NOW

LATER = NOW + timedelta(minutes=5)


def test_every_mark_is_a_judgement_and_reading_one_of_its_own(library: LibraryFile) -> None:
    library.mark([1], "star", NOW)
    library.mark([2], "hide", NOW)
    library.rate([3], 4, NOW)
    library.read_as([4], Reading.READING, NOW)
    library.enlist([5], "seminar", NOW)
    library.mark([6], "unread", NOW)
    library.mark([6, 7], "unread", NOW)
    library.mark([7], "read", NOW)
    judged = library.judged()
    assert (sorted(judged.marked), sorted(judged.read)) == ([1, 2, 3, 4, 5], [7])


def test_acts_that_were_undone_or_that_rules_did_are_none(library: LibraryFile) -> None:
    library.mark([1], "star", NOW)
    library.mark([2], "tag", NOW, name="queues", by="rule queues")
    library.mark([3], "hide", NOW)
    library.undo(LATER)
    assert sorted(library.judged().marked) == [1]


def test_what_was_judged_can_be_forgotten_without_losing_a_mark(library: LibraryFile) -> None:
    library.mark([1, 2], "star", NOW)
    assert library.judged_since() is None
    library.forget_judgements(NOW)
    assert (library.judged_since(), library.judged().marked) == (NOW, frozenset())
    assert list(library.marked("starred")) == [1, 2]
    library.rate([2], 5, LATER)
    assert library.judged().marked == {2}
