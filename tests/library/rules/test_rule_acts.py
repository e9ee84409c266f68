"""Rules that tag and star papers: once per paper, only papers delivered after the rule was made, by acts that can be
undone."""

from __future__ import annotations

import shutil

import pytest

from arxtui.model.paper import Paper
from arxtui.model.rules import Rule, reasons_in_words
from tests.builders import announced, paper
from tests.library.made import Home, ids
from tests.library.rules.made import rule

OLD = paper(1, "Paxos made simple")
NEW, LATER, OTHER = paper(2, "Paxos made live"), paper(3, "More Paxos"), paper(4, "Queues")
PAXOS = Rule("paxos", "ti:paxos", tag="consensus", star=True)


@pytest.fixture
def ruled(home: Home) -> Home:
    """A home with a paper that arrived before its rule was made."""
    home.take(OLD, announcements=[announced(OLD)])
    rule(home, PAXOS)
    with home.library() as library:
        library.inbox.deliver()
    return home


def arrive(home: Home, *papers: Paper) -> None:
    home.take(*papers, announcements=[announced(each) for each in papers])


def test_papers_that_arrived_before_the_rule_was_made_are_not_marked(ruled: Home) -> None:
    with ruled.library() as library:
        library.inbox.deliver()
        assert (ids(library, "is:starred"), library.journal.acts(9)) == ([], [])


def test_papers_delivered_after_the_rule_was_made_are_tagged_and_starred(ruled: Home) -> None:
    arrive(ruled, NEW, OTHER)
    with ruled.library() as library:
        library.inbox.deliver()
        assert ids(library, "is:starred") == ids(library, "tag:consensus") == [NEW.id]
        assert [(act.what, act.name, act.papers, act.by) for act in library.journal.acts(9)] == [
            ("star", "", 1, "rule paxos"),
            ("tag", "consensus", 1, "rule paxos"),
        ]
        assert reasons_in_words(library.rules.why(NEW.key)) == ["tagged by rule: paxos", "starred by rule: paxos"]
        assert reasons_in_words(library.rules.why(OLD.key)) == []


def test_a_tag_or_star_of_a_rule_that_the_user_removed_is_not_added_again(ruled: Home) -> None:
    arrive(ruled, NEW)
    with ruled.library() as library:
        library.inbox.deliver()
        library.marks.apply([NEW.key], "untag", "consensus")
        for act in library.journal.acts(9):
            if act.what == "star":
                library.journal.undo(act.number)
    arrive(ruled, LATER)
    with ruled.library() as library:
        library.inbox.deliver()
        assert ids(library, "is:starred") == ids(library, "tag:consensus") == [LATER.id]


def test_a_rule_that_means_something_else_begins_anew(ruled: Home) -> None:
    arrive(ruled, OTHER)
    rule(ruled, Rule("paxos", "ti:paxos OR ti:queues", star=True))
    with ruled.library() as library:
        library.inbox.deliver()
        assert ids(library, "is:starred") == []
    arrive(ruled, NEW)
    with ruled.library() as library:
        library.inbox.deliver()
        assert ids(library, "is:starred") == [NEW.id]


def test_a_deleted_cache_brings_nothing_back(ruled: Home) -> None:
    ruled.drop_cache()
    ruled.take(OLD, announcements=[announced(OLD)])
    with ruled.library() as library:
        library.inbox.deliver()
        assert library.journal.acts(9) == []


def test_a_rule_waits_for_the_index(home: Home) -> None:
    home.take(OLD, announcements=[announced(OLD)], indexed=False)
    rule(home, PAXOS)
    with home.library() as library:
        library.inbox.deliver()
    home.take(NEW, announcements=[announced(NEW)])
    with home.library() as library:
        library.inbox.deliver()
        assert library.journal.acts(9) == []
    home.take(LATER, announcements=[announced(LATER)])
    with home.library() as library:
        library.inbox.deliver()
        assert ids(library, "is:starred") == [LATER.id]


def test_papers_of_a_dump_which_have_no_announcement_are_not_marked_by_rules(ruled: Home) -> None:
    ruled.take(NEW)
    with ruled.library() as library:
        library.inbox.deliver()
        assert library.journal.acts(9) == []


def test_a_rule_can_be_applied_to_all_that_is_here(ruled: Home) -> None:
    with ruled.library() as library:
        acts = library.rules.apply("paxos")
        assert [(act.what, act.papers, act.by) for act in acts] == [("tag", 1, "rule paxos"), ("star", 1, "rule paxos")]
        assert ids(library, "is:starred tag:consensus") == [OLD.id]
        assert library.rules.apply("paxos") == []
        with pytest.raises(LookupError, match='there is no rule "none"'):
            library.rules.apply("none")
    rule(ruled, PAXOS, Rule("quiet", "ti:paxos", mute=True), Rule("later", "ti:paxos", tag="later", off=True))
    with ruled.library() as library:
        assert library.rules.apply("paxos") == []
        with pytest.raises(ValueError, match="neither tags nor stars"):
            library.rules.apply("quiet")
        with pytest.raises(ValueError, match='"later" is off'):
            library.rules.apply("later")


def test_without_an_index_nothing_is_done_and_nothing_breaks(ruled: Home) -> None:
    shutil.rmtree(ruled.paths.index)
    with ruled.library() as library:
        library.inbox.deliver()
        assert library.journal.acts(9) == []
