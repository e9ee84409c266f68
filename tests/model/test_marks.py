"""Marks are declared once: every module that names them is generated from the declarations, or raises an error if one
is missing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

import pytest

from arxtui.light import changed
from arxtui.model.marks import (
    FOLLOW_ACTS,
    MARK_ACTS,
    MARKS,
    RULE_ACTS,
    VIEW_ACTS,
    Act,
    Mark,
    Marks,
    What,
    follow_words,
    retag_words,
)
from arxtui.query.vocabulary import STATES
from tests.builders import NOW


def test_each_mark_is_a_field_and_each_plain_field_a_mark_or_the_inbox() -> None:
    plain = {name for name, kind in Marks.__annotations__.items() if kind == "bool"}
    assert plain == {"unread", "read", *(mark.name for mark in MARKS)}


def test_each_act_gives_or_takes_one_mark_and_has_its_words() -> None:
    acts = [act for mark in MARKS for act in (mark.gives, mark.takes)]
    assert sorted(acts) == sorted({*get_args(What)} - {"read", "unread", "tag", "untag"})
    assert MARK_ACTS.keys() == set(acts)


@pytest.mark.parametrize("mark", MARKS, ids=lambda mark: mark.name)
def test_a_mark_can_be_requested_and_is_reported(mark: Mark) -> None:
    assert mark.name in STATES
    assert changed(Marks(), **{mark.name: True}).has(mark)
    assert not Marks().has(mark)
    assert "{}" in mark.asks
    assert -1 <= mark.preference <= 1


@pytest.mark.parametrize(
    ("whats", "of"), [(RULE_ACTS, "config"), (FOLLOW_ACTS, "config"), (VIEW_ACTS, "views"), (MARK_ACTS, "papers")]
)
def test_an_act_is_on_the_configuration_on_views_or_on_papers(whats: Iterable[str], of: str) -> None:
    for what in whats:
        act = Act(1, NOW, what, 0)
        assert {"config": act.is_of_config, "views": act.is_of_views, "papers": act.is_of_papers} == {
            each: each == of for each in ("config", "views", "papers")
        }


def test_a_decision_can_mark_papers_read_and_nothing_else_does() -> None:
    acts = [Act(1, NOW, what, 1, to=to) for what in ("star", "rename tag") for to in ("read", "")]
    assert [act.also_marked_read for act in acts] == [True, False, False, False]


@pytest.mark.parametrize(
    ("what", "name", "words"),
    [
        ("follow category", "cs.DC", "category cs.DC followed"),
        ("follow category", "quant-ph; math.NT", "categories quant-ph; math.NT followed"),
        ("unfollow author", "A. One; B. Two", "authors A. One; B. Two no longer followed"),
        ("follow keyword", "a;b", "keyword a;b followed"),
        ("choose categories", "cs.DC; cs.LG", "categories chosen: cs.DC; cs.LG"),
    ],
)
def test_several_that_are_followed_are_named_in_the_plural(what: str, name: str, words: str) -> None:
    assert follow_words(what, name) == words


@pytest.mark.parametrize(
    ("tags", "shown"),
    [
        ('"a"', "tagged a"),
        ('-"a"', "no longer tagged a"),
        ('"a" "b" -"c" "d, -e" -"f"', "tagged a, b, d, -e, no longer tagged c, f"),
        ('"a" "b" "c" "d" "e" "f" "g"', "tagged a, b, c, d, e, and 2 more"),
        ("", ""),
    ],
)
def test_many_tags_of_an_act_are_reported_by_the_first_five(tags: str, shown: str) -> None:
    assert retag_words(tags, "no longer tagged") == shown
