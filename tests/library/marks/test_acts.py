"""Notes that two programs edit, and decisions about papers: a mark together with "read" as one act."""

from __future__ import annotations

import pytest

from arxtui.library.facade import Library
from arxtui.library.marks import names
from arxtui.light import changed
from arxtui.model.marks import Marks, What
from arxtui.store.library.database import LibraryFile
from tests.builders import announced, card, paper
from tests.library.made import Home, ids

ONE, TWO = paper(1), paper(2)


@pytest.fixture
def filled(home: Home, library: Library) -> Library:
    """A library with paper one unread; paper two was never announced."""
    home.take(ONE, TWO, announcements=[announced(ONE)])
    library.inbox.deliver()
    return library


def note(library: Library, key: int = ONE.key) -> str | None:
    return library.papers.rows([key])[0].marks.note


# Notes


@pytest.mark.parametrize(
    ("begun_with", "typed", "stands"),
    [
        ("Before", "After", "After"),
        ("Before", "", None),
        ("Older", "After", "Before\n\nAfter"),
        ("Younger", "After", "Before\n\nAfter"),
        ("Older", "Before, and after", "Before, and after"),
        ("Older", "Older", "Before"),
        ("Older", "", "Before"),
        ("", "After", "Before\n\nAfter"),
        (None, "After", "After"),
    ],
)
def test_text_that_another_program_wrote_into_a_note_meanwhile_stays_before_the_typed_text(
    filled: Library, begun_with: str | None, typed: str, stands: str | None
) -> None:
    filled.marks.note(ONE.key, "Before")
    filled.marks.note(ONE.key, typed, begun_with)
    assert note(filled) == stands


def test_a_note_with_the_same_text_is_no_act(filled: Library) -> None:
    assert filled.marks.note(ONE.key, "") is None
    assert filled.marks.note(ONE.key, "Before")
    assert filled.marks.note(ONE.key, "Before\n") is None
    assert filled.marks.note(ONE.key, "Before", "Older") is None
    assert len(filled.journal.acts(5)) == 1


def test_a_note_from_before_a_paper_had_its_identifier_becomes_the_papers(home: Home, library: Library) -> None:
    home.take(reviews=[card(ONE)])
    (pending,) = library.search.listing("").keys
    library.marks.note(pending, "Formerly")
    home.take(ONE)
    assert note(library) == "Formerly"
    library.marks.note(ONE.key, "Now")
    assert note(library) == "Now"
    library.marks.note(ONE.key, "")
    assert note(library) is None
    library.journal.undo()
    library.journal.undo()
    assert note(library) == "Formerly"


# Decisions


@pytest.mark.parametrize(("what", "mark"), [("star", "starred"), ("hide", "hidden"), ("queue", "queued")])
def test_a_decision_gives_a_mark_and_reads_as_one_act(filled: Library, what: What, mark: str) -> None:
    act = filled.marks.decide([ONE.key, TWO.key], what)
    assert act
    assert (act.what, act.papers, act.also_marked_read) == (what, 2, True)
    assert filled.papers.rows([ONE.key])[0].marks == changed(Marks(read=True), **{mark: True})
    assert ids(filled, f"is:{mark} is:unread") == []
    filled.journal.undo()
    assert filled.papers.rows([ONE.key])[0].marks == Marks(unread=True)
    assert filled.papers.rows([TWO.key])[0].marks == Marks()


def test_a_decision_on_a_read_paper_is_the_mark_alone(filled: Library) -> None:
    act = filled.marks.decide([TWO.key], "star")
    assert act
    assert (act.what, act.to) == ("star", "")
    assert filled.papers.rows([TWO.key])[0].marks == Marks(starred=True)
    assert filled.marks.decide([TWO.key], "star") is None


def test_a_rating_in_triage_reads_the_paper_too(filled: Library) -> None:
    act = filled.marks.decide_rating([ONE.key], 4)
    assert act
    assert (act.what, act.name, act.also_marked_read) == ("rate", "4", True)
    assert filled.papers.rows([ONE.key])[0].marks == Marks(rating=4, read=True)
    again = filled.marks.decide_rating([ONE.key], 5)
    assert again
    assert not again.also_marked_read
    assert filled.papers.rows([ONE.key])[0].marks.rating == 5
    for rating in (0, 6):
        with pytest.raises(ValueError, match="from 1 to 5"):
            filled.marks.decide_rating([ONE.key], rating)


def test_a_decision_includes_marks_made_before_a_paper_had_its_identifier(home: Home, library: Library) -> None:
    home.take(reviews=[card(ONE), card(TWO)])
    pending = library.search.listing("").keys
    library.marks.apply(pending, "unread")
    library.marks.rate(pending, 2)
    home.take(ONE, TWO)
    library.marks.decide_rating([ONE.key], 4)
    library.marks.decide([TWO.key], "star")
    assert library.papers.rows([ONE.key])[0].marks == Marks(rating=4, read=True)
    assert library.papers.rows([TWO.key])[0].marks == Marks(rating=2, starred=True, read=True)
    library.marks.apply([TWO.key], "unstar")
    assert library.papers.rows([TWO.key])[0].marks == Marks(rating=2, read=True)


def test_a_paper_that_had_another_key_before_is_counted_once_in_every_act(home: Home, library: Library) -> None:
    home.take(reviews=[card(ONE)])
    (pending,) = library.search.listing("").keys
    library.marks.apply([pending], "unread")
    library.marks.apply([pending], "tag", "thesis")
    library.marks.rate([pending], 2)
    home.take(ONE)
    done = [
        library.marks.decide([ONE.key], "hide"),
        library.marks.rate([ONE.key], 4),
        library.marks.apply([ONE.key], "tag", "thesis"),
        library.tags.remove("thesis"),
    ]
    assert [act.papers for act in done if act] == [1, 1, 1, 1]
    assert {act.papers for act in library.journal.acts(20)} == {1}
    assert list(library.journal.papers_of(library.journal.acts(1)[0].number)) == [ONE.key]
    undone = [library.journal.undo() for _ in done]
    redone = [library.journal.redo() for _ in done]
    assert [act.papers for act in (*undone, *redone) if act] == [1] * 8


def test_a_decision_marks_no_former_key_read_that_was_not_unread(home: Home, library: Library) -> None:
    home.take(reviews=[card(ONE)])
    home.take(ONE, announcements=[announced(ONE)])
    library.inbox.deliver()
    act = library.marks.decide([ONE.key], "hide")
    assert act
    with LibraryFile.open(home.paths.library_db, read_only=True) as stored:
        assert list(stored.journal.papers_of(act.number)) == [ONE.key]


def test_a_paper_that_had_another_key_before_is_read_once_this_week(home: Home, library: Library) -> None:
    home.take(reviews=[card(ONE)])
    (pending,) = library.search.listing("").keys
    library.marks.apply([pending], "unread")
    home.take(ONE)
    library.marks.apply([ONE.key], "read")
    assert library.journal.read_this_week() == library.counts.filters().read == 1


def test_a_note_far_too_long_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "limit_marks", lambda text: pytest.fail("it was read"))
    with pytest.raises(ValueError, match="at most 100,000 characters, not 10,485,760"):
        names.note_text("x" * (10 << 20))
