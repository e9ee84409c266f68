"""Acts on papers at the prompt use ``arxtui mark``, and can be undone like any other act."""

from __future__ import annotations

import pytest

from arxtui.cli.plain.session import Session
from arxtui.cli.plain.shell import run_line
from arxtui.model.arxiv.ids import key_of
from arxtui.model.marks import MARKS
from tests.cli.command import objects
from tests.cli.conftest import Call
from tests.cli.plain.conftest import Script

pytestmark = pytest.mark.usefixtures("filled")


def titles(call: Call, query: str) -> list[str]:
    return sorted(paper["title"].split()[0] for paper in objects(call("list", query, "--json").out))


@pytest.mark.parametrize("mark", MARKS, ids=lambda mark: str(mark.name))
def test_every_mark_is_given_and_taken_by_its_own_command(script: Script, call: Call, mark: object) -> None:
    assert isinstance(mark, type(MARKS[0]))
    said = script("list", f"{mark.gives} 2-3", f"{mark.takes} 3")
    assert said.code == 0
    assert f"2 papers {mark.given}" in said.out
    assert titles(call, f"is:{mark.name}") == ["Cheap"]


def test_papers_are_named_by_ranges_lists_and_identifiers(script: Script, call: Call) -> None:
    assert script("list", "star 1,3-4 2605.01111").code == 0
    assert len(titles(call, "is:starred")) == 4


def test_without_papers_the_one_shown_last_is_meant(script: Script, call: Call) -> None:
    assert script("list", "3", "star", "tag to read", "mark").code == 0
    assert titles(call, 'is:starred tag:"to read"') == titles(call, "is:read") == ["Gradient"]


def test_a_new_list_has_no_paper_that_was_shown_last(script: Script, call: Call) -> None:
    assert script("list", "3", "list", "star").code == 2
    assert titles(call, "is:starred") == []


def test_where_no_paper_was_shown_none_is_meant(script: Script, call: Call) -> None:
    said = script("list", "star")
    assert said.code == 2
    assert "name a paper: give its number" in said.err
    assert titles(call, "is:starred") == []


def test_a_value_of_an_option_is_no_paper(script: Script, call: Call) -> None:
    assert script("list", "mark 1 --rate 2", "rate 3 4").code == 0
    assert titles(call, "rating:2") == ["Bounded"]
    assert titles(call, "rating:4") == ["Gradient"]


def test_numbers_behind_an_option_are_papers_too(script: Script, call: Call) -> None:
    assert script("list", "mark --star 2 3").code == 0
    assert titles(call, "is:starred") == ["Cheap", "Gradient"]


def test_mark_marks_read_unless_an_option_says_otherwise(script: Script, call: Call) -> None:
    assert "1 paper marked read" in script("list", "mark 1").out
    assert script("mark ti:gossip --star").code == 0
    assert titles(call, "is:starred") == ["Gradient"]
    assert titles(call, "is:read") == ["Bounded"]
    assert script("list", "mark --star 1", "mark 2 --rate 4", "mark 2 --rate=5 --tag=thesis").code == 0
    assert titles(call, "is:starred") == ["Bounded", "Gradient"]
    assert titles(call, "is:read") == ["Bounded"]


def test_undo_and_redo_are_those_of_the_command_line(script: Script, call: Call) -> None:
    said = script("list", "star 1", "undo", "redo", "undo", "undo 1")
    assert said.code == 1
    assert "undone: 1 paper starred" in said.out
    assert titles(call, "is:starred") == []


def test_a_tag_is_given_and_taken(script: Script, call: Call) -> None:
    assert script("list", "tag 1-2 thesis/related", "untag 2 thesis/related").code == 0
    assert titles(call, "tag:thesis") == ["Bounded"]
    said = script("list", "tag")
    assert (said.code, "'tag' takes NAME after the papers" in said.err) == (2, True)


def test_words_that_name_no_paper_mark_none(script: Script, call: Call) -> None:
    said = script("list", "star 1 staleness")
    assert said.code == 2
    assert "'staleness'" in said.err
    assert titles(call, "is:starred") == []


def test_a_note_is_written_as_it_is_typed_printed_and_removed(script: Script) -> None:
    said = script("list", 'note 1 the proof of lemma 3\'s "short"', "note 1", "note 1 ''", "note 1")
    assert '\nthe proof of lemma 3\'s "short"\n' in said.out
    for typed, stored in (('"short"', "short"), ("a\\b", "a\\b"), ('"a" b', '"a" b'), ("''a''", "a")):
        assert script(f"note 2605.01111 {typed}", "note 2605.01111").out.endswith(f"\n{stored}\n")
    assert said.err == "there is no note on 2605.01234\n"
    assert said.code == 0


def test_numbers_name_papers_to_every_verb_that_takes_some(script: Script) -> None:
    said = script("list", "export 2 --format bibtex", "links 1", "open 1 --print", "similar 1", "undo")
    assert "Cheap Snapshots" in said.out
    assert "\nhttps://arxiv.org/abs/2605.01234\n" in said.out
    assert (said.code, "nothing to undo" in said.err) == (1, True)


def test_a_paper_that_cannot_be_shown_leaves_the_one_shown_before() -> None:
    session = Session(interactive=True)
    codes = [run_line(session, line) for line in ("list", "3", "show 2605.99999", "star")]
    assert codes == [0, 0, 1, 0]
    assert session.paper == key_of("2605.00999")
