"""The library: inbox, marks, journal, and the records of papers it stores."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from arxtui.model.marks import Marks, Reading
from arxtui.store.errors import StoreError
from arxtui.store.library.database import LibraryFile
from arxtui.store.library.types import Deed, Keep
from arxtui.store.library.views import View, ViewChange, ViewEdit
from tests.builders import DAY, NOW
from tests.store.made import QUEUES, STALENESS, packed

NEXT = DAY + timedelta(days=1)


def test_delivered_papers_are_unread_under_their_day(library: LibraryFile) -> None:
    assert library.inbox.deliver(DAY, [3, 1]) == 2
    assert library.inbox.deliver(NEXT, [2]) == 1
    assert library.inbox.unread() == array("q", [1, 2, 3])
    assert library.inbox.days() == [(NEXT, 1, array("q", [2])), (DAY, 2, array("q", [1, 3]))]
    assert library.marks.of([1, 9]) == {1: Marks(unread=True), 9: Marks()}


def test_a_commit_is_past_the_cache_of_the_drive(library: LibraryFile) -> None:
    assert library._db.value("PRAGMA fullfsync") == 1


def test_a_paper_is_delivered_once_for_a_day_read_since_or_not(library: LibraryFile) -> None:
    library.inbox.deliver(DAY, [1, 2])
    library.marks.apply([1], "read", NOW)
    written = library.written()
    assert library.inbox.deliver(DAY, [1, 2]) == 0
    assert library.written() == written
    assert library.inbox.deliver(DAY, [1, 2, 3]) == 1
    assert list(library.inbox.unread()) == [2, 3]


def test_a_paper_announced_again_is_unread_again_under_the_later_day(library: LibraryFile) -> None:
    library.inbox.deliver(DAY, [1, 2])
    library.marks.apply([1], "read", NOW)
    library.inbox.deliver(NEXT, [1, 2])
    assert [(day, list(keys)) for day, _, keys in library.inbox.days()] == [(NEXT, [1, 2])]
    library.inbox.deliver(DAY, [1, 2, 3])
    assert [(day, list(keys)) for day, _, keys in library.inbox.days()] == [(NEXT, [1, 2]), (DAY, [3])]


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
    act = library.marks.apply([7], what, NOW)  # type: ignore[arg-type]
    assert act is not None
    assert (act.what, act.at, act.papers) == (what, NOW, 1)
    assert library.marks.of([7]) == {7: marks}
    assert library.marks.apply([7], opposite, NOW) is not None  # type: ignore[arg-type]
    assert library.marks.of([7]) == {7: Marks(read=opposite == "read")}
    library.journal.undo(NOW)
    assert library.marks.of([7]) == {7: marks}
    assert library.journal.undo(NOW) == act._replace(undone=NOW)
    assert library.marks.of([7]) == {7: Marks()}
    assert library.journal.undo(NOW) is None


def test_an_act_that_changes_nothing_is_none_and_leaves_no_row(library: LibraryFile) -> None:
    assert library.marks.apply([1], "unstar", NOW) is None
    assert library.marks.apply([], "star", NOW) is None
    assert library.journal.acts(10) == []
    assert library.marks.apply([1], "read", NOW) is not None
    assert library.marks.apply([1], "read", NOW) is None


def test_read_papers_are_those_marked_read_and_never_unseen_ones(library: LibraryFile) -> None:
    library.inbox.deliver(DAY, [1, 2])
    assert list(library.marks.read()) == []
    library.marks.apply([1], "read", NOW)
    library.marks.apply([7], "read", NOW)
    assert list(library.marks.read()) == [1, 7]
    library.journal.undo(NOW)
    assert library.marks.of([7]) == {7: Marks()}
    library.journal.redo()
    library.marks.apply([1, 7], "unread", NOW)
    assert list(library.marks.read()) == []
    library.journal.undo(NOW)
    assert (list(library.marks.read()), list(library.inbox.unread())) == ([1, 7], [2])
    library.inbox.deliver(NEXT, [1])
    assert (list(library.marks.read()), list(library.inbox.unread())) == ([7], [1, 2])


def test_papers_read_since_a_time_are_counted_once_and_while_they_are_read(library: LibraryFile) -> None:
    library.inbox.deliver(DAY, [1, 2, 3, 4])
    library.marks.apply([1], "read", NOW - timedelta(days=1))
    library.marks.apply([2, 3], "read", NOW)
    library.marks.apply([3], "unread", NOW)
    library.marks.apply([3], "read", NOW)
    library.marks.apply([4], "read", NOW, by="rule later")
    assert len(library.judgements.read_since(NOW)) == 2
    library.marks.apply([2], "unread", NOW)
    assert len(library.judgements.read_since(NOW)) == 1
    assert len(library.judgements.read_since(NOW - timedelta(days=1))) == 2


def test_of_several_acts_before_a_time_none_is_counted_as_read_since(library: LibraryFile) -> None:
    library.inbox.deliver(DAY, [1, 2, 3])
    for key, hours in ((1, -2), (2, -1), (3, 0)):
        library.marks.apply([key], "read", NOW + timedelta(hours=hours))
    assert list(library.judgements.read_since(NOW)) == [3]


def test_an_act_counts_only_the_papers_that_it_changed(library: LibraryFile) -> None:
    library.marks.apply([1], "star", NOW)
    act = library.marks.apply([1, 2, 2, 3], "star", NOW)
    assert act is not None
    assert act.papers == 2
    library.journal.undo(NOW)
    assert list(library.marks.having("starred")) == [1]


def test_a_word_that_is_no_act_is_refused(library: LibraryFile) -> None:
    with pytest.raises(ValueError, match="'love'"):
        library.marks.apply([1], "love", NOW)  # type: ignore[arg-type]


def test_the_lists_ascend(library: LibraryFile) -> None:
    library.marks.apply([3, 1, 2], "star", NOW)
    library.marks.apply([2], "hide", NOW)
    library.marks.apply([1], "unstar", NOW)
    assert library.marks.having("starred") == array("q", [2, 3])
    assert library.marks.having("hidden") == array("q", [2])
    assert library.marks.of([1, 2, 3]) == {1: Marks(), 2: Marks(starred=True, hidden=True), 3: Marks(starred=True)}


def test_a_read_paper_made_unread_returns_to_its_day(library: LibraryFile) -> None:
    library.inbox.deliver(DAY, [1, 2])
    library.marks.apply([1, 2], "read", NOW)
    library.marks.apply([1, 5], "unread", NOW)
    assert [(day, list(keys)) for day, _, keys in library.inbox.days()] == [(DAY, [1])]
    assert list(library.inbox.unread()) == [1, 5]


def test_papers_of_several_days_made_unread_return_each_to_its_newest_day(library: LibraryFile) -> None:
    library.inbox.deliver(DAY, [1, 2])
    library.inbox.deliver(NEXT, [2, 3])
    library.marks.apply([1, 2, 3], "read", NOW)
    library.marks.apply([1, 2, 3, 4], "unread", NOW)
    assert [(day, list(keys)) for day, _, keys in library.inbox.days()] == [(NEXT, [2, 3]), (DAY, [1])]


def test_undo_leaves_a_later_delivery_alone(library: LibraryFile) -> None:
    library.inbox.deliver(DAY, [1, 2])
    library.marks.apply([1, 2], "read", NOW)
    library.inbox.deliver(NEXT, [1])
    undone = library.journal.undo(NOW)
    assert undone is not None
    assert undone.papers == 1
    assert [(day, list(keys)) for day, _, keys in library.inbox.days()] == [(NEXT, [1]), (DAY, [2])]


def test_undo_takes_back_the_last_act_even_of_another_process_on_the_same_paper(
    library: LibraryFile, tmp_path: Path
) -> None:
    with LibraryFile.open(tmp_path / "library.db") as other:
        library.inbox.deliver(DAY, [1])
        library.marks.apply([1], "read", NOW)
        other.marks.apply([1], "star", NOW, packed(STALENESS))
        undone = library.journal.undo(NOW)
        assert undone is not None
        assert undone.what == "star"
        assert library.marks.of([1]) == other.marks.of([1]) == {1: Marks(read=True)}
        library.journal.undo(NOW)
        assert other.marks.of([1]) == {1: Marks(unread=True)}


def test_the_record_of_a_starred_paper_is_kept_with_every_field(library: LibraryFile) -> None:
    library.marks.apply([STALENESS.key, QUEUES.key, 5], "star", NOW, packed(STALENESS, QUEUES))
    assert library.saved_record(STALENESS.key) == STALENESS
    assert library.saved_record(QUEUES.key) == QUEUES
    assert library.saved_record(5) is None


def test_hiding_and_reading_keep_no_record(library: LibraryFile) -> None:
    for what in ("hide", "unread", "read", "unstar"):
        library.marks.apply([STALENESS.key], what, NOW, packed(STALENESS))
    assert library.saved_record(STALENESS.key) is None


def test_a_star_taken_away_and_given_back_by_undo_has_its_record_still(library: LibraryFile) -> None:
    library.marks.apply([STALENESS.key], "star", NOW, packed(STALENESS))
    library.marks.apply([STALENESS.key], "unstar", NOW)
    library.journal.undo(NOW)
    assert list(library.marks.having("starred")) == [STALENESS.key]
    assert library.saved_record(STALENESS.key) == STALENESS


def test_a_record_is_renewed_when_the_paper_is_starred_again(library: LibraryFile) -> None:
    library.marks.apply([STALENESS.key], "star", NOW, packed(STALENESS))
    newer = replace(STALENESS, version=3)
    assert library.marks.apply([STALENESS.key], "star", NOW, packed(newer)) is None
    assert library.saved_record(STALENESS.key) == newer


def test_papers_are_tagged_and_a_tag_that_no_paper_has_is_gone(library: LibraryFile) -> None:
    library.marks.apply([3, 1], "tag", NOW, name="thesis")
    act = library.marks.apply([1, 2], "tag", NOW, name="thesis/related")
    assert act is not None
    assert (act.what, act.name, act.papers) == ("tag", "thesis/related", 2)
    assert library.tags.all() == [("thesis", array("q", [1, 3])), ("thesis/related", array("q", [1, 2]))]
    assert library.marks.of([1, 4]) == {1: Marks(tags=("thesis", "thesis/related")), 4: Marks()}
    assert library.marks.apply([1], "tag", NOW, name="thesis") is None
    library.marks.apply([1, 3, 9], "untag", NOW, name="thesis")
    assert library.tags.all() == [("thesis/related", array("q", [1, 2]))]
    undone = library.journal.undo(NOW)
    assert undone is not None
    assert (undone.what, undone.name, undone.papers) == ("untag", "thesis", 2)
    assert [name for name, _ in library.tags.all()] == ["thesis", "thesis/related"]


def test_papers_are_given_their_own_tags_beside_those_they_have_in_one_act(library: LibraryFile) -> None:
    library.marks.apply([1, 2], "tag", NOW, name="thesis")
    act = library.tags.give({1: ["book"], 2: ["thesis", "talk"], 3: []}, NOW)
    assert act is not None
    assert (act.what, act.name, act.papers) == ("retag", '"book" "talk" "thesis"', 2)
    assert [marks.tags for marks in library.marks.of([1, 2, 3]).values()] == [
        ("book", "thesis"),
        ("talk", "thesis"),
        (),
    ]
    library.journal.undo(NOW)
    assert library.tags.all() == [("thesis", array("q", [1, 2]))]


def test_tags_of_a_paper_under_a_former_key_are_taken_there_and_given_under_its_present_one(
    library: LibraryFile,
) -> None:
    for name in ("talk", "thesis"):
        library.marks.apply([7], "tag", NOW, name=name)
    library.tags.retag([1], ["book"], ["talk"], NOW, former=[7])
    assert [marks.tags for marks in library.marks.of([1, 7]).values()] == [("book",), ("thesis",)]


def test_a_tag_is_removed_and_renamed_with_those_below_it_and_no_other_that_begins_like_it(
    library: LibraryFile,
) -> None:
    for name in ("ml", "ml/theory", "mlops", "ml-2"):
        library.marks.apply([1], "tag", NOW, name=name)
    assert library.tags.names("ML") == ["ml", "ml/theory"]
    library.tags.rename("ml", "learning", NOW)
    assert library.marks.of([1])[1].tags == ("learning", "learning/theory", "ml-2", "mlops")
    library.tags.remove("learning", NOW)
    assert library.marks.of([1])[1].tags == ("ml-2", "mlops")


def test_undoing_one_tag_leaves_the_others_of_the_same_papers(library: LibraryFile) -> None:
    library.marks.apply([1, 2], "tag", NOW, name="a")
    library.marks.apply([1], "tag", NOW, name="b")
    library.marks.apply([2], "untag", NOW, name="a")
    for tags in (("a", "b"), ("a",), ()):
        library.journal.undo(NOW)
        assert library.marks.of([1])[1].tags == tags


def test_a_note_is_written_changed_removed_and_every_step_undone(library: LibraryFile) -> None:
    texts = ["first thought", "second thought\n\nin two paragraphs", None]
    for text in texts:
        act = library.marks.note({7: text}, NOW)
        assert act is not None
        assert (act.what, act.papers) == ("note" if text else "remove note", 1)
        assert library.marks.of([7]) == {7: Marks(note=text)}
    assert library.marks.notes() == {}
    for text in (texts[1], texts[0]):
        library.journal.undo(NOW)
        assert library.marks.notes() == {7: text}
    assert library.marks.note({7: texts[0]}, NOW) is None
    library.journal.undo(NOW)
    assert library.marks.notes() == {}


KEEPING: dict[str, Callable[[LibraryFile, list[int], Keep], object]] = {
    "tag": lambda library, keys, keep: library.marks.apply(keys, "tag", NOW, keep, name="thesis"),
    "queue": lambda library, keys, keep: library.marks.apply(keys, "queue", NOW, keep),
    "note": lambda library, keys, keep: library.marks.note(dict.fromkeys(keys, "look again"), NOW, keep),
    "rate": lambda library, keys, keep: library.marks.rate(keys, 4, NOW, keep),
    "read_as": lambda library, keys, keep: library.marks.read_as(keys, Reading.TO_READ, NOW, keep),
    "enlist": lambda library, keys, keep: library.lists.enlist(keys, "seminar", NOW, keep),
    "decide": lambda library, keys, keep: library.marks.decide(dict.fromkeys(keys, 1), "star", NOW, keep),
    "retag": lambda library, keys, keep: library.tags.retag(keys, ["thesis"], ["other"], NOW, keep),
    "give": lambda library, keys, keep: library.tags.give({key: ["thesis"] for key in keys}, NOW, keep),
}
TAKING: dict[str, Callable[[LibraryFile, list[int], Keep], object]] = {
    "untag": lambda library, keys, keep: library.marks.apply(keys, "untag", NOW, keep, name="thesis"),
    "unqueue": lambda library, keys, keep: library.marks.apply(keys, "unqueue", NOW, keep),
    "note": lambda library, keys, keep: library.marks.note(dict.fromkeys(keys), NOW, keep),
    "rate": lambda library, keys, keep: library.marks.rate(keys, None, NOW, keep),
    "read_as": lambda library, keys, keep: library.marks.read_as(keys, None, NOW, keep),
    "decide": lambda library, keys, keep: library.marks.decide(dict.fromkeys(keys), "rate", NOW, keep),
    "retag": lambda library, keys, keep: library.tags.retag(keys, [], ["thesis"], NOW, keep),
    "give": lambda library, keys, keep: library.tags.give(dict.fromkeys(keys, ()), NOW, keep),
}


@pytest.mark.parametrize("act", [pytest.param(act, id=name) for name, act in KEEPING.items()])
def test_the_record_is_kept_with_every_mark_of_value_as_with_a_star(
    library: LibraryFile, act: Callable[[LibraryFile, list[int], Keep], object]
) -> None:
    act(library, [5, STALENESS.key], packed(STALENESS))
    library.journal.undo(NOW)
    assert library.saved_record(STALENESS.key) == STALENESS
    assert library.saved_record(5) is None


@pytest.mark.parametrize("act", [pytest.param(act, id=name) for name, act in TAKING.items()])
def test_taking_a_mark_away_keeps_nothing(
    library: LibraryFile, act: Callable[[LibraryFile, list[int], Keep], object]
) -> None:
    for give in KEEPING.values():
        give(library, [STALENESS.key], packed())
    act(library, [STALENESS.key], packed(STALENESS))
    assert library.saved_record(STALENESS.key) is None


def test_a_library_says_whether_it_ever_knew_a_paper(library: LibraryFile, tmp_path: Path) -> None:
    made = View("Queues", "queues", None, 1)
    library.journal.change_views(lambda views: ViewEdit(Deed("save view", NOW, "Queues"), [ViewChange(None, made)]))
    assert not library.knows_papers()
    library.marks.note({1: "a thought"}, NOW)
    library.journal.undo(NOW)
    assert library.knows_papers()
    with LibraryFile.open(tmp_path / "other.db") as other:
        other.inbox.deliver(DAY, [1])
        assert other.knows_papers()


def test_the_last_session_is_when_the_one_before_was_last_seen(library: LibraryFile, tmp_path: Path) -> None:
    library.sessions.begin(NOW)
    assert library.sessions.last() is None
    assert library.sessions.before() is None
    library.sessions.end(NOW + timedelta(hours=1))
    assert library.sessions.before() == NOW + timedelta(hours=1)
    with LibraryFile.open(tmp_path / "library.db") as other:
        other.sessions.begin(NOW + timedelta(days=1))
        assert other.sessions.last() == NOW + timedelta(hours=1)
        assert other.sessions.before() == NOW + timedelta(hours=1)
        other.sessions.end(NOW + timedelta(days=2))
        other.sessions.begin(NOW + timedelta(days=3))
        assert other.sessions.last() == NOW + timedelta(days=2)


def test_a_second_reader_beside_an_open_one_begins_no_session_of_its_own(library: LibraryFile) -> None:
    library.sessions.begin(NOW)
    library.sessions.end(NOW + timedelta(hours=1))
    library.sessions.begin(NOW + timedelta(hours=5))
    library.sessions.begin(NOW + timedelta(hours=6))
    assert library.sessions.last() == NOW + timedelta(hours=1)


def test_a_library_is_made_with_its_folders_for_its_owner_alone_but_not_by_reading(tmp_path: Path) -> None:
    file = tmp_path / "new" / "home" / "library.db"
    with pytest.raises(StoreError):
        LibraryFile.open(file, read_only=True)
    assert not file.parent.exists()
    LibraryFile.open(file).close()
    assert file.parent.stat().st_mode & 0o777 == 0o700


def test_a_sound_file_has_no_faults(library: LibraryFile) -> None:
    library.marks.apply([1, 2], "star", NOW)
    assert library.faults() == []


def test_another_process_can_see_that_something_was_marked(library: LibraryFile, tmp_path: Path) -> None:
    before = library.data_version()
    with LibraryFile.open(tmp_path / "library.db") as other:
        other.marks.apply([1], "star", NOW)
    assert library.data_version() != before


def test_forty_thousand_papers_are_read_and_unread_again_at_once(library: LibraryFile) -> None:
    library.inbox.deliver(DAY, range(1, 40_001))
    act = library.marks.apply(library.inbox.unread(), "read", NOW)
    assert act is not None
    assert act.papers == 40_000
    assert len(library.inbox.unread()) == 0
    library.journal.undo(NOW)
    assert len(library.inbox.unread()) == 40_000
