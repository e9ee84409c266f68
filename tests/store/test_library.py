"""The library: inbox, marks, the journal and the records it keeps."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from arxtui.model.marks import Marks, Reading
from arxtui.store.library.acts_base import Keep
from arxtui.store.library.database import LibraryFile
from arxtui.store.library.marks import Deed
from arxtui.store.library.views import Change, View, ViewEdit
from tests.store.made import DAY, NOW, QUEUES, STALENESS, packed

NEXT = DAY + timedelta(days=1)


def test_delivered_papers_are_unread_under_their_day(library: LibraryFile) -> None:
    assert library.deliver(DAY, [3, 1]) == 2
    assert library.deliver(NEXT, [2]) == 1
    assert library.unread() == array("q", [1, 2, 3])
    assert library.inbox_days() == [(NEXT, 1, array("q", [2])), (DAY, 2, array("q", [1, 3]))]
    assert library.marks([1, 9]) == {1: Marks(unread=True), 9: Marks()}


def test_a_paper_is_delivered_once_for_a_day_read_since_or_not(library: LibraryFile) -> None:
    library.deliver(DAY, [1, 2])
    library.mark([1], "read", NOW)
    assert library.deliver(DAY, [1, 2]) == 0
    assert library.deliver(DAY, [1, 2, 3]) == 1
    assert list(library.unread()) == [2, 3]


def test_a_paper_announced_again_is_unread_again_under_the_later_day(library: LibraryFile) -> None:
    library.deliver(DAY, [1, 2])
    library.mark([1], "read", NOW)
    library.deliver(NEXT, [1, 2])
    assert [(day, list(keys)) for day, _, keys in library.inbox_days()] == [(NEXT, [1, 2])]
    library.deliver(DAY, [1, 2, 3])
    assert [(day, list(keys)) for day, _, keys in library.inbox_days()] == [(NEXT, [1, 2]), (DAY, [3])]


@pytest.mark.parametrize(
    ("what", "opposite", "marks"),
    [
        ("star", "unstar", Marks(starred=True)),
        ("hide", "unhide", Marks(hidden=True)),
        ("unread", "read", Marks(unread=True)),
        ("queue", "unqueue", Marks(queued=True)),
    ],
)
def test_every_act_has_an_opposite_and_can_be_undone(
    library: LibraryFile, what: str, opposite: str, marks: Marks
) -> None:
    act = library.mark([7], what, NOW)  # type: ignore[arg-type]
    assert act is not None
    assert (act.what, act.at, act.papers) == (what, NOW, 1)
    assert library.marks([7]) == {7: marks}
    assert library.mark([7], opposite, NOW) is not None  # type: ignore[arg-type]
    assert library.marks([7]) == {7: Marks(read=opposite == "read")}
    library.undo(NOW)
    assert library.marks([7]) == {7: marks}
    assert library.undo(NOW) == act._replace(undone=NOW)
    assert library.marks([7]) == {7: Marks()}
    assert library.undo(NOW) is None


def test_an_act_that_changes_nothing_is_none_and_leaves_no_row(library: LibraryFile) -> None:
    assert library.mark([1], "unstar", NOW) is None
    assert library.mark([], "star", NOW) is None
    assert library.journal(10) == []
    assert library.mark([1], "read", NOW) is not None
    assert library.mark([1], "read", NOW) is None


def test_read_is_what_was_marked_so_and_never_what_nobody_has_seen(library: LibraryFile) -> None:
    library.deliver(DAY, [1, 2])
    assert list(library.read()) == []
    library.mark([1], "read", NOW)
    library.mark([7], "read", NOW)
    assert list(library.read()) == [1, 7]
    library.undo(NOW)
    assert library.marks([7]) == {7: Marks()}
    library.redo()
    library.mark([1, 7], "unread", NOW)
    assert list(library.read()) == []
    library.undo(NOW)
    assert (list(library.read()), list(library.unread())) == ([1, 7], [2])
    library.deliver(NEXT, [1])
    assert (list(library.read()), list(library.unread())) == ([7], [1, 2])


def test_what_was_read_since_a_time_is_counted_once_and_while_it_is_read(library: LibraryFile) -> None:
    library.deliver(DAY, [1, 2, 3, 4])
    library.mark([1], "read", NOW - timedelta(days=1))
    library.mark([2, 3], "read", NOW)
    library.mark([3], "unread", NOW)
    library.mark([3], "read", NOW)
    library.mark([4], "read", NOW, by="rule later")
    assert library.read_since(NOW) == 2
    library.mark([2], "unread", NOW)
    assert library.read_since(NOW) == 1
    assert library.read_since(NOW - timedelta(days=1)) == 2


def test_an_act_counts_only_the_papers_that_it_changed(library: LibraryFile) -> None:
    library.mark([1], "star", NOW)
    act = library.mark([1, 2, 2, 3], "star", NOW)
    assert act is not None
    assert act.papers == 2
    library.undo(NOW)
    assert list(library.marked("starred")) == [1]


def test_a_word_that_is_no_act_is_refused(library: LibraryFile) -> None:
    with pytest.raises(ValueError, match="'love'"):
        library.mark([1], "love", NOW)  # type: ignore[arg-type]


def test_the_lists_ascend(library: LibraryFile) -> None:
    library.mark([3, 1, 2], "star", NOW)
    library.mark([2], "hide", NOW)
    library.mark([1], "unstar", NOW)
    assert library.marked("starred") == array("q", [2, 3])
    assert library.marked("hidden") == array("q", [2])
    assert library.marks([1, 2, 3]) == {1: Marks(), 2: Marks(starred=True, hidden=True), 3: Marks(starred=True)}


def test_a_read_paper_made_unread_returns_to_its_day(library: LibraryFile) -> None:
    library.deliver(DAY, [1, 2])
    library.mark([1, 2], "read", NOW)
    library.mark([1, 5], "unread", NOW)
    assert [(day, list(keys)) for day, _, keys in library.inbox_days()] == [(DAY, [1])]
    assert list(library.unread()) == [1, 5]


def test_undo_leaves_a_later_delivery_alone(library: LibraryFile) -> None:
    library.deliver(DAY, [1, 2])
    library.mark([1, 2], "read", NOW)
    library.deliver(NEXT, [1])
    undone = library.undo(NOW)
    assert undone is not None
    assert undone.papers == 1
    assert [(day, list(keys)) for day, _, keys in library.inbox_days()] == [(NEXT, [1]), (DAY, [2])]


def test_undo_leaves_what_another_process_did_to_the_same_paper(library: LibraryFile, tmp_path: Path) -> None:
    with LibraryFile.open(tmp_path / "library.db") as other:
        library.deliver(DAY, [1])
        library.mark([1], "read", NOW)
        other.mark([1], "star", NOW, packed(STALENESS))
        undone = library.undo(NOW)
        assert undone is not None
        assert undone.what == "star"
        assert library.marks([1]) == other.marks([1]) == {1: Marks(read=True)}
        library.undo(NOW)
        assert other.marks([1]) == {1: Marks(unread=True)}


def test_the_record_of_a_starred_paper_is_kept_with_every_field(library: LibraryFile) -> None:
    library.mark([STALENESS.key, QUEUES.key, 5], "star", NOW, packed(STALENESS, QUEUES))
    assert library.kept(STALENESS.key) == STALENESS
    assert library.kept(QUEUES.key) == QUEUES
    assert library.kept(5) is None


def test_hiding_and_reading_keep_no_record(library: LibraryFile) -> None:
    for what in ("hide", "unread", "read", "unstar"):
        library.mark([STALENESS.key], what, NOW, packed(STALENESS))
    assert library.kept(STALENESS.key) is None


def test_a_star_taken_away_and_given_back_by_undo_has_its_record_still(library: LibraryFile) -> None:
    library.mark([STALENESS.key], "star", NOW, packed(STALENESS))
    library.mark([STALENESS.key], "unstar", NOW)
    library.undo(NOW)
    assert list(library.marked("starred")) == [STALENESS.key]
    assert library.kept(STALENESS.key) == STALENESS


def test_a_record_is_renewed_when_the_paper_is_starred_again(library: LibraryFile) -> None:
    library.mark([STALENESS.key], "star", NOW, packed(STALENESS))
    newer = replace(STALENESS, version=3)
    assert library.mark([STALENESS.key], "star", NOW, packed(newer)) is None
    assert library.kept(STALENESS.key) == newer


def test_papers_are_tagged_and_a_tag_that_no_paper_has_is_gone(library: LibraryFile) -> None:
    library.mark([3, 1], "tag", NOW, name="thesis")
    act = library.mark([1, 2], "tag", NOW, name="thesis/related")
    assert act is not None
    assert (act.what, act.name, act.papers) == ("tag", "thesis/related", 2)
    assert library.tags() == [("thesis", array("q", [1, 3])), ("thesis/related", array("q", [1, 2]))]
    assert library.marks([1, 4]) == {1: Marks(tags=("thesis", "thesis/related")), 4: Marks()}
    assert library.mark([1], "tag", NOW, name="thesis") is None
    library.mark([1, 3, 9], "untag", NOW, name="thesis")
    assert library.tags() == [("thesis/related", array("q", [1, 2]))]
    undone = library.undo(NOW)
    assert undone is not None
    assert (undone.what, undone.name, undone.papers) == ("untag", "thesis", 2)
    assert [name for name, _ in library.tags()] == ["thesis", "thesis/related"]


def test_undoing_one_tag_leaves_the_others_of_the_same_papers(library: LibraryFile) -> None:
    library.mark([1, 2], "tag", NOW, name="a")
    library.mark([1], "tag", NOW, name="b")
    library.mark([2], "untag", NOW, name="a")
    for tags in (("a", "b"), ("a",), ()):
        library.undo(NOW)
        assert library.marks([1])[1].tags == tags


def test_a_note_is_written_changed_removed_and_every_step_undone(library: LibraryFile) -> None:
    texts = ["first thought", "second thought\n\nin two paragraphs", None]
    for text in texts:
        act = library.note({7: text}, NOW)
        assert act is not None
        assert (act.what, act.papers) == ("note" if text else "remove note", 1)
        assert library.marks([7]) == {7: Marks(note=text)}
    assert library.notes() == {}
    for text in (texts[1], texts[0]):
        library.undo(NOW)
        assert library.notes() == {7: text}
    assert library.note({7: texts[0]}, NOW) is None
    library.undo(NOW)
    assert library.notes() == {}


KEEPING: dict[str, Callable[[LibraryFile, list[int], Keep], object]] = {
    "tag": lambda library, keys, keep: library.mark(keys, "tag", NOW, keep, name="thesis"),
    "queue": lambda library, keys, keep: library.mark(keys, "queue", NOW, keep),
    "note": lambda library, keys, keep: library.note(dict.fromkeys(keys, "look again"), NOW, keep),
    "rate": lambda library, keys, keep: library.rate(keys, 4, NOW, keep),
    "read_as": lambda library, keys, keep: library.read_as(keys, Reading.TO_READ, NOW, keep),
    "enlist": lambda library, keys, keep: library.enlist(keys, "seminar", NOW, keep),
}


@pytest.mark.parametrize("act", [pytest.param(act, id=name) for name, act in KEEPING.items()])
def test_the_record_is_kept_with_every_mark_of_value_as_with_a_star(
    library: LibraryFile, act: Callable[[LibraryFile, list[int], Keep], object]
) -> None:
    act(library, [5, STALENESS.key], packed(STALENESS))
    library.undo(NOW)
    assert library.kept(STALENESS.key) == STALENESS
    assert library.kept(5) is None


def test_taking_a_mark_away_keeps_nothing(library: LibraryFile) -> None:
    library.rate([STALENESS.key], 4, NOW)
    library.rate([STALENESS.key], None, NOW, packed(STALENESS))
    assert library.kept(STALENESS.key) is None


def test_a_library_says_whether_it_ever_knew_a_paper(library: LibraryFile, tmp_path: Path) -> None:
    made = View("Queues", "queues", None, 1)
    library.act_on_views(lambda views: ViewEdit(Deed("save view", NOW, "Queues"), [Change(None, made)]))
    assert not library.knows_papers()
    library.note({1: "a thought"}, NOW)
    library.undo(NOW)
    assert library.knows_papers()
    with LibraryFile.open(tmp_path / "other.db") as other:
        other.deliver(DAY, [1])
        assert other.knows_papers()


def test_the_last_session_is_when_the_one_before_was_last_seen(library: LibraryFile, tmp_path: Path) -> None:
    library.start_session(NOW)
    assert library.last_session() is None
    library.see_session(NOW + timedelta(hours=1))
    with LibraryFile.open(tmp_path / "library.db") as other:
        other.start_session(NOW + timedelta(days=1))
        assert other.last_session() == NOW + timedelta(hours=1)


def test_a_sound_file_has_no_faults(library: LibraryFile) -> None:
    library.mark([1, 2], "star", NOW)
    assert library.faults() == []


def test_another_process_can_see_that_something_was_marked(library: LibraryFile, tmp_path: Path) -> None:
    before = library.data_version()
    with LibraryFile.open(tmp_path / "library.db") as other:
        other.mark([1], "star", NOW)
    assert library.data_version() != before


def test_a_hundred_thousand_papers_are_read_and_unread_again_at_once(library: LibraryFile) -> None:
    library.deliver(DAY, range(1, 100_001))
    act = library.mark(library.unread(), "read", NOW)
    assert act is not None
    assert act.papers == 100_000
    assert len(library.unread()) == 0
    library.undo(NOW)
    assert len(library.unread()) == 100_000
