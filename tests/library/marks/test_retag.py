"""Adding and removing several tags together: one act, undone and redone as a whole."""

from __future__ import annotations

import pytest

from arxtui.library.facade import Library
from tests.builders import card, paper
from tests.library.made import Home, ids

ONE, TWO, THREE = (paper(number) for number in range(1, 4))


@pytest.fixture
def filled(home: Home, library: Library) -> Library:
    """A library in which one and two are tagged old, and two also ``thesis/related work``."""
    home.take(ONE, TWO, THREE)
    library.tags.retag([ONE.key, TWO.key], ["old"])
    library.tags.retag([TWO.key], ["thesis/related work"])
    return library


def tags(library: Library) -> list[tuple[str, ...]]:
    return [row.marks.tags for row in library.papers.rows([ONE.key, TWO.key, THREE.key])]


BEFORE = [("old",), ("old", "thesis/related work"), ()]
AFTER = [("a, -b", "book"), ("a, -b", "book", "thesis/related work"), ("a, -b", "book")]


def test_several_tags_are_given_and_taken_by_one_act(filled: Library) -> None:
    act = filled.tags.retag([ONE.key, TWO.key, THREE.key], ["book", "a, -b"], ["old"])
    assert act is not None
    assert (act.what, act.papers, act.name) == ("retag", 3, '"book" "a, -b" -"old"')
    assert tags(filled) == AFTER
    filled.journal.undo()
    assert tags(filled) == BEFORE
    filled.journal.redo()
    assert tags(filled) == AFTER


def test_one_tag_alone_is_the_act_that_it_always_was(filled: Library) -> None:
    assert [(act.what, act.name) for act in filled.journal.acts(2)] == [("tag", "thesis/related work"), ("tag", "old")]
    act = filled.tags.retag([ONE.key], [], ["OLD"])
    assert act is not None
    assert (act.what, act.name) == ("untag", "old")


def test_adding_tags_that_a_paper_has_is_no_act_and_a_tag_keeps_its_first_spelling(filled: Library) -> None:
    assert filled.tags.retag([TWO.key], ["Old", "THESIS/related work"]) is None
    filled.tags.retag([THREE.key], ["OLD", "new"])
    assert tags(filled)[2] == ("new", "old")


def test_a_name_that_is_none_changes_nothing(filled: Library) -> None:
    with pytest.raises(ValueError, match='cannot contain " or'):
        filled.tags.retag([ONE.key], ["fine", 'a "quoted" one'])
    assert tags(filled) == BEFORE


def test_a_paper_tagged_while_only_a_review_named_it_loses_those_tags_too(home: Home, library: Library) -> None:
    home.take(reviews=[card(ONE)])
    (pending,) = library.search.listing("").keys
    library.tags.retag([pending], ["old"])
    home.take(ONE)
    library.tags.retag([ONE.key], ["new", "newer"], ["old"])
    assert library.papers.rows([ONE.key])[0].marks.tags == ("new", "newer")
    assert ids(library, "tag:old") == []
    library.journal.undo()
    assert library.papers.rows([ONE.key])[0].marks.tags == ("old",)


def test_the_papers_of_an_act_are_found_by_its_number(filled: Library) -> None:
    act = filled.tags.retag([ONE.key, THREE.key], ["new"])
    assert act is not None
    assert ids(filled, f"act:{act.number}") == [THREE.id, ONE.id]
    assert ids(filled, f"act:{act.number} tag:old") == [ONE.id]
    filled.journal.undo()
    assert ids(filled, f"act:{act.number}") == [THREE.id, ONE.id]
    assert ids(filled, "act:999") == []
    assert (
        filled.search.listing("act:none").query.faults[0].reason
        == 'act: "none" is not the number of an act; the journal lists them'
    )
