"""Tags and notes: setting them, and searching by them."""

from __future__ import annotations

import pytest

from arxtui.library.facade import Library
from arxtui.model.marks import Marks
from arxtui.model.paper import Paper
from tests.builders import announced, card, paper
from tests.library.made import Home, ids

ONE, TWO, THREE, FOUR = (paper(number) for number in range(1, 5))


@pytest.fixture
def filled(home: Home, library: Library) -> Library:
    """A library in which one is tagged ``thesis``, two ``thesis/related work``, three has a note that mentions the
    topic, and two is unread."""
    home.take(ONE, TWO, THREE, FOUR, announcements=[announced(TWO)])
    library.inbox.deliver()
    library.marks.apply([ONE.key], "tag", "thesis")
    library.marks.apply([TWO.key], "tag", "thesis/related work")
    library.marks.note(THREE.key, "Compare their lemmas with Gödel's proof,\nthen write to Ada")
    return library


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("tag:thesis", [TWO, ONE]),
        ("tag:THESIS", [TWO, ONE]),
        ('tag:"thesis/related work"', [TWO]),
        ("tag:thes", []),
        ("tag:thes*", [TWO, ONE]),
        ("tag:thesis/*", [TWO]),
        ("tag:related", []),
        ("-tag:thesis", [FOUR, THREE]),
        ("tag:thesis is:unread", [TWO]),
        ("tag:thesis queues", [TWO, ONE]),
        ("note:godel", [THREE]),
        ("note:lemma", [THREE]),
        ("note:comp*", [THREE]),
        ('note:"proof then write"', [THREE]),
        ('note:"write proof"', []),
        ('note:"then wri"', []),
        ("note:lem", []),
        ("has:tag", [TWO, ONE]),
        ("has:note", [THREE]),
        ("has:tag OR has:note", [THREE, TWO, ONE]),
        ("-has:tag -has:note", [FOUR]),
    ],
)
def test_papers_are_found_by_their_tags_and_notes(filled: Library, query: str, found: list[Paper]) -> None:
    assert ids(filled, query) == [each.id for each in found]


def test_the_word_being_typed_is_a_beginning_of_a_tag_and_of_a_word_in_a_note(filled: Library) -> None:
    assert list(filled.search.listing("note:com").keys) == [], "a word is whole unless it is being typed"
    assert ids(filled, "note:com", typing=True) == [THREE.id]
    assert ids(filled, "tag:thes", typing=True) == [TWO.id, ONE.id]


def test_rows_and_records_show_tags_and_the_note(filled: Library) -> None:
    filled.marks.apply([ONE.key, THREE.key], "tag", "to read")
    one, three = filled.papers.rows([ONE.key, THREE.key])
    assert one.marks == Marks(tags=("thesis", "to read"))
    assert three.marks == Marks(tags=("to read",), note="Compare their lemmas with Gödel's proof,\nthen write to Ada")
    record = filled.papers.record(THREE.key)
    assert record is not None
    assert record.marks == three.marks


def test_a_tag_keeps_the_spelling_that_it_has(filled: Library) -> None:
    act = filled.marks.apply([FOUR.key], "tag", "  Thesis ")
    assert act is not None
    assert act.name == "thesis"
    assert filled.marks.apply([FOUR.key], "untag", "THESIS") is not None
    assert ids(filled, "tag:thesis") == [TWO.id, ONE.id]


@pytest.mark.parametrize("name", ["", "  ", "/", "thesis/", "/thesis", "a//b", 'say "yes"', "all*", "x" * 101])
def test_an_invalid_name_of_a_tag_is_refused(filled: Library, name: str) -> None:
    with pytest.raises(ValueError, match="tag"):
        filled.marks.apply([FOUR.key], "tag", name)
    assert ids(filled, "tag:thesis") == [TWO.id, ONE.id]


def test_a_note_is_kept_as_written_without_control_characters(filled: Library) -> None:
    filled.marks.note(FOUR.key, "\n  - one\x1b[31m\n    - two  \x07\n\ncafe\u0301 \u202eleft\n\n")
    record = filled.papers.record(FOUR.key)
    assert record is not None
    assert record.marks.note == "  - one[31m\n    - two\n\ncafe\u0301 left"
    filled.marks.note(FOUR.key, " \n ")
    assert ids(filled, "has:note") == [THREE.id]
    with pytest.raises(ValueError, match="100,000 characters"):
        filled.marks.note(FOUR.key, "x" * 100_001)


def test_a_note_that_says_so_already_is_no_act(filled: Library) -> None:
    assert filled.marks.note(FOUR.key, "once") is not None
    assert filled.marks.note(FOUR.key, "once\n") is None
    assert filled.marks.note(FOUR.key, "") is not None
    assert filled.marks.note(FOUR.key, "") is None


def test_tags_are_counted_with_those_below_them_and_without_hidden_papers(filled: Library) -> None:
    assert filled.counts.filters().tags == (("thesis", 2, 1), ("thesis/related work", 1, 1))
    filled.marks.apply([THREE.key, FOUR.key], "tag", "method/proofs")
    filled.marks.apply([FOUR.key], "hide")
    assert filled.counts.filters().tags[:2] == (("method", 1, 0), ("method/proofs", 1, 0))
    assert dict(filled.facets.of("queues").tags) == {
        "method": 1,
        "method/proofs": 1,
        "thesis": 2,
        "thesis/related work": 1,
    }


def test_a_level_is_one_tag_however_it_is_spelt(filled: Library) -> None:
    filled.marks.apply([FOUR.key], "tag", "Thesis/methods")
    tags = {name: papers for name, papers, _ in filled.counts.filters().tags}
    assert tags == {"Thesis": 3, "Thesis/methods": 1, "thesis/related work": 1}
    assert {name: len(ids(filled, f'tag:"{name}"')) for name in tags} == tags


def test_a_tagged_and_a_noted_paper_survive_a_deleted_cache(home: Home, filled: Library) -> None:
    filled.close()
    home.drop_cache()
    with home.library() as library:
        assert ids(library, "") == []
        assert ids(library, "tag:thesis") == [TWO.id, ONE.id]
        assert ids(library, "has:note") == [THREE.id]
        (row,) = library.papers.rows([THREE.key])
        assert row.title == THREE.title


def test_tags_and_notes_from_before_a_paper_had_its_identifier_are_the_papers(home: Home, library: Library) -> None:
    home.take(reviews=[card(ONE)])
    (pending,) = library.search.listing("").keys
    library.marks.apply([pending], "tag", "thesis")
    library.marks.note(pending, "look again")
    home.take(ONE)
    assert ids(library, "tag:thesis") == ids(library, "has:note") == [ONE.id]
    (row,) = library.papers.rows([ONE.key])
    assert row.marks == Marks(tags=("thesis",), note="look again")

    # Notes and tags are changed, removed and restored under either key of the paper.
    for text, after in (("look once more", "look once more"), ("", None)):
        library.marks.note(ONE.key, text)
        assert library.papers.rows([ONE.key])[0].marks.note == after
    library.marks.apply([pending], "untag", "thesis")
    assert library.papers.rows([ONE.key])[0].marks == Marks()
    for marks in (
        Marks(tags=("thesis",)),
        Marks(tags=("thesis",), note="look once more"),
        Marks(tags=("thesis",), note="look again"),
    ):
        library.journal.undo()
        assert library.papers.rows([ONE.key])[0].marks == marks


def test_two_notes_of_one_paper_are_both_read_and_become_one_when_changed(home: Home, library: Library) -> None:
    home.take(reviews=[card(ONE)])
    (pending,) = library.search.listing("").keys
    library.marks.note(pending, "from the review")
    home.drop_cache()
    home.take(ONE)
    with home.library() as later:
        later.marks.note(ONE.key, "from the paper")
        home.take(reviews=[card(ONE)])
        assert later.papers.rows([ONE.key])[0].marks.note == "from the paper\n\nfrom the review"
        later.marks.note(ONE.key, "from both")
        assert later.papers.rows([ONE.key])[0].marks.note == "from both"
        later.journal.undo()
        assert later.papers.rows([ONE.key])[0].marks.note == "from the paper\n\nfrom the review"
