"""Acts in words, the papers that arguments name, and the exit status of a verb that found only some of them."""

from __future__ import annotations

import io
from datetime import UTC, datetime

import pytest

from arxtui.cli.support.acts import effect, in_words, request_to_json, to_json
from arxtui.cli.support.exits import BadCommandError, CommandError
from arxtui.cli.support.named_papers import NamedPapers, check_papers, checked_query, is_name, with_piped
from arxtui.model.events import Event, EventKind
from arxtui.model.marks import MARKS, Act
from arxtui.query import QueryError

AT = datetime(2026, 5, 13, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (Act(1, AT, "read", 1), "1 paper marked read"),
        (Act(1, AT, "star", 2, to="read", by="rule theses"), "2 papers starred, and marked read, by rule theses"),
        (Act(1, AT, "rename tag", 2, "old", "read"), "2 papers tagged read instead of old"),
        (Act(1, AT, "rate", 2, "4"), "2 papers rated 4"),
        (Act(1, AT, "rate", 2), "2 papers no longer rated"),
        (Act(1, AT, "reading", 1, "to-read"), "1 paper with the reading state set to 'to-read'"),
        (Act(1, AT, "reading", 1), "1 paper with no reading state"),
        (Act(1, AT, "retag", 1, '"new" -"old"'), "1 paper tagged new, no longer tagged old"),
        (Act(1, AT, "note", 1), "note saved (1 paper)"),
        (Act(1, AT, "remove note", 3, by="the demo"), "note removed (3 papers), by the demo"),
        (Act(1, AT, "make rule", 0, "noise"), "rule noise made"),
        (Act(1, AT, "bind view", 0, "Mine", "3", by="the demo"), "view Mine bound to 3, by the demo"),
        (Act(1, AT, "choose categories", 0, "cs.DC; cs.LG"), "categories chosen: cs.DC; cs.LG"),
        (Act(1, AT, "tag", 1, "a\x1bb"), "1 paper tagged ab"),
    ],
)
def test_an_act_is_described_with_its_papers_if_it_has_any(act: Act, words: str) -> None:
    assert in_words(act) == words


def test_every_mark_has_its_effect_and_an_unknown_act_its_name() -> None:
    for mark in MARKS:
        assert (effect(mark.gives), effect(mark.takes)) == (mark.given, mark.taken)
    assert effect("of a newer program", "x") == "of a newer program"


def test_an_act_as_json_names_a_tag_for_acts_of_tags_alone() -> None:
    assert to_json(Act(7, AT, "rename tag", 2, "old", "new", AT, "rule x")) == {
        "act": "rename tag",
        "tag": "old",
        "name": "old",
        "papers": 2,
        "to": "new",
        "number": 7,
        "at": "2026-05-13T12:00:00Z",
        "undone": "2026-05-13T12:00:00Z",
        "by": "rule x",
    }
    assert to_json(Act(7, AT, "star", 1)) == {
        "act": "star",
        "tag": None,
        "name": None,
        "papers": 1,
        "to": None,
        "number": 7,
        "at": "2026-05-13T12:00:00Z",
        "undone": None,
        "by": None,
    }
    for what, tag in {"tag": "x", "untag": "x", "retag": "x", "remove tag": "x", "enlist": None}.items():
        assert request_to_json(what, "x", 1) == {"act": what, "tag": tag, "name": "x", "papers": 1}


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("2605.00001v2", True),
        ("hep-th/9901001", True),
        ("10.1145/3503221", True),
        ("https://arxiv.org/abs/2605.00001", True),
        ("is:starred", False),
        ("fair locks", False),
        ("", False),
    ],
)
def test_an_argument_is_a_paper_or_else_a_query(text: str, is_one: bool) -> None:
    assert is_name(text) == is_one


@pytest.mark.parametrize("text", ["", "  ", "()", '""'])
def test_a_query_without_a_word_means_no_paper_by_mistake(text: str) -> None:
    with pytest.raises(BadCommandError, match=r"would mark every paper; name one\Z"):
        checked_query(text, "mark every paper", "name one")
    with pytest.raises(BadCommandError, match="every paper"):
        check_papers(["2605.00001", text], "mark every paper")


@pytest.mark.parametrize("text", ["*", "(*)", "sort:old", "is:starred", "-fair"])
def test_an_asterisk_a_sort_order_a_state_or_a_negated_word_is_accepted_as_a_query(text: str) -> None:
    assert checked_query(text, "mark every paper", "name one").text == text
    check_papers([text, "2605.00001"], "mark every paper")


def test_a_query_with_a_fault_is_refused_wherever_it_is() -> None:
    with pytest.raises(QueryError):
        check_papers(["is:starred", "cat:nothing.at.all"], "mark every paper")


def test_names_come_from_standard_input_in_place_of_a_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    piped = "2605.00002\t2026-05-12\tcs.DC\n\n  2605.00003  \n"
    monkeypatch.setattr("sys.stdin", io.StringIO(piped))
    assert with_piped(["2605.00001", "-", "2605.00004"]) == [f"2605.0000{number}" for number in range(1, 5)]
    assert with_piped(["2605.00001"]) == ["2605.00001"]
    for nothing in ("", " \n\t\n"):
        monkeypatch.setattr("sys.stdin", io.StringIO(nothing))
        with pytest.raises(CommandError, match="names no paper"):
            with_piped(["-"])
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xff\n"), encoding="utf-8"))
    with pytest.raises(CommandError, match="is not text in utf-8"):
        with_piped(["-"])


@pytest.mark.parametrize("has_unmatched", [True, False])
def test_a_query_without_papers_turns_success_alone_into_failure(has_unmatched: bool) -> None:
    papers = NamedPapers([1], has_unmatched)
    for code in (0, 1, 2, 3, 4):
        expected = 1 if has_unmatched and code == 0 else code
        passed: list[Event] = []
        papers.ending(passed.append)(Event(EventKind.FINISHED, exit_code=code))
        assert (papers.status(code), passed) == (expected, [Event(EventKind.FINISHED, exit_code=expected)])
    passed = []
    papers.ending(passed.append)(Event(EventKind.DONE))
    assert passed == [Event(EventKind.DONE)]
