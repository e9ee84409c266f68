"""``arxtui views``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import objects
from tests.cli.conftest import Call


@pytest.mark.usefixtures("filled")
def test_views_are_saved_and_listed_with_their_unread_papers(call: Call) -> None:
    call("mark", "cat:cs.DC", "--unread")
    assert call("views") == (0, "", "no views are saved yet; 'arxtui views add NAME QUERY' saves one\n")
    assert call("views", "add", "Optimizers", "ti:optimizers", "cat:cs.DC", "--key", "1").out == (
        '"Optimizers" is ti:optimizers cat:cs.DC\n'
    )
    assert call("views", "add", "読む", "is:unread").out == '"読む" is is:unread\n'
    assert call("views", "add", "Not mine", "--", "-au:example").code == 0
    assert call("views").out.splitlines() == [
        "1  Optimizers        1 unread  ti:optimizers cat:cs.DC",
        "   読む              3 unread  is:unread",
        "   Not mine          1 unread  -au:example",
    ]
    assert objects(call("views", "--json").out)[0] == {
        "name": "Optimizers",
        "query": "ti:optimizers cat:cs.DC",
        "key": 1,
        "unread": 1,
    }


@pytest.mark.usefixtures("filled")
def test_json_may_be_requested_before_or_after_the_action(call: Call) -> None:
    for number, words in enumerate((["--json", "add"], ["add", "--json"], ["--json", "add", "--json"]), 1):
        output = objects(call("views", *words, f"View {number}", "au:lamport").out)
        assert [view["name"] for view in output] == [f"View {each}" for each in range(1, number + 1)]
    assert call("views", "add", "Plain", "au:lamport").out == '"Plain" is au:lamport\n'


@pytest.mark.usefixtures("filled")
def test_views_are_changed_ordered_bound_and_removed(call: Call) -> None:
    for name in ("A", "B", "C"):
        call("views", "add", name, f"ti:{name}")
    assert call("views", "add", "B", "ti:other").out == '"B" is ti:other; it was ti:B\n'
    assert call("views", "move", "C", "1").out == '"C" is now number 1 of 3\n'
    assert call("views", "key", "C", "7").out == '7 opens "C"\n'
    assert call("views", "key", "A", "7").out == '7 opens "A"; 7 no longer opens "C"\n'
    assert call("views", "add", "C", "ti:C", "--key", "7").out == '"C" is ti:C; 7 no longer opens "A"\n'
    assert call("views", "rename", "C", "First").out == '"C" is now called "First"\n'
    assert call("views").out.startswith("7  First")
    assert call("views", "key", "First", "none").out == 'no key opens "First" any more\n'
    assert call("views", "remove", "A").out == 'removed "A"; it was ti:A\n'
    assert call("views", "add", "All").out == '"All" is all papers\n'
    assert [view["name"] for view in objects(call("views", "--json").out)] == ["First", "B", "All"]
    assert {view["key"] for view in objects(call("views", "--json").out)} == {None}


@pytest.mark.usefixtures("filled")
def test_a_faulty_query_is_marked_and_saves_nothing(call: Call) -> None:
    said = call("views", "add", "Wrong", "ti:sparse", "cat:cs.XX")
    assert (said.code, said.out) == (2, "")
    reason, query, mark = said.err.splitlines()
    assert "cs.XX" in reason
    assert query[mark.index("^") : mark.rindex("^") + 1] == "cs.XX"
    assert call("views").out == ""


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("remove", "Nothing"), 1, 'no view "Nothing"'),
        (("remove", "Thera"), 1, """no view "Thera"; 'arxtui views' lists the views; did you mean "There"?"""),
        (("rename", "Nothing", "New"), 1, 'no view "Nothing"'),
        (("rename", "Here", "There"), 2, 'a view "There" already'),
        (("add", " ", "queues"), 2, "needs a name"),
        (("add", "x" * 101, "queues"), 2, "at most 100 characters"),
        (("add", "Here", "queues", "--key", "0"), 2, "must be 1 to 9"),
        (("key", "Here", "10"), 2, "must be 1 to 9"),
        (("move", "Here", "0"), 2, "counted from 1"),
        (("move", "Here"), 2, "PLACE"),
        (("forget", "Here"), 2, "invalid choice"),
    ],
)
def test_an_unknown_view_and_an_invalid_name_key_or_place_are_reported_and_change_nothing(
    call: Call, arguments: tuple[str, ...], code: int, words: str
) -> None:
    call("views", "add", "Here", "ti:a")
    call("views", "add", "There", "ti:b")
    before = call("views").out
    said = call("views", *arguments)
    assert (said.code, said.out) == (code, "")
    assert words in said.err
    assert call("views").out == before


@pytest.mark.usefixtures("filled")
def test_changes_of_views_are_in_the_journal_undone_and_redone(call: Call) -> None:
    call("mark", "2605.01234", "--star")
    call("views", "add", "Locks", "ti:locks", "--key", "1")
    call("views", "add", "Locks", "abs:locks")
    call("views", "key", "Locks", "none")
    call("views", "add", "Old", "sort:old", "--key", "1")
    call("views", "move", "Old", "1")
    call("views", "rename", "Locks", "Mutexes")
    before = call("views").out
    call("views", "remove", "Mutexes")
    assert [line.split(None, 3)[3] for line in call("journal").out.splitlines()] == [
        "view Mutexes removed",
        "view Locks renamed to Mutexes",
        "view Old moved",
        "view Old saved",
        "view Locks no longer bound to 1",
        "view Locks changed",
        "view Locks saved",
        "1 paper starred",
    ]
    assert call("undo").out.startswith("undone: view Mutexes removed on 20")
    assert call("views").out == before
    assert call("redo").out.startswith("redone: view Mutexes removed on 20")
    assert call("views").out.split()[:2] == ["1", "Old"]
    (result,) = objects(call("undo", "--json").out)
    del result["at"], result["undone"], result["number"]
    assert result == {"act": "remove view", "tag": None, "name": "Mutexes", "to": None, "papers": 0, "by": None}
    for _ in range(6):
        assert call("undo").code == 0
    assert call("views").out == ""
    assert call("undo").out.startswith("undone: 1 paper starred on 20")


@pytest.mark.usefixtures("filled")
def test_a_view_that_was_changed_since_stays_and_that_is_said(call: Call) -> None:
    call("views", "add", "Locks", "ti:locks")
    (act,) = objects(call("journal", "--json").out)
    call("views", "add", "Locks", "abs:locks")
    said = call("undo", str(act["number"]))
    assert said == (1, "", 'arxtui: the view "Locks" was changed since, and stays as it is\n')
    assert call("views").out.endswith("abs:locks\n")


def test_views_and_the_ways_back_come_along_in_a_backup(filled: Path, call: Call, tmp_path: Path) -> None:
    call("views", "add", "Locks", "ti:locks", "--key", "3")
    call("views", "remove", "Locks")
    file = tmp_path / "mine.tar.gz"
    assert call("backup", str(file)).code == 0
    call("views", "add", "Other", "ti:other")
    assert call("restore", str(file)).code == 0
    assert call("views").out == ""
    assert call("undo").code == 0
    assert call("views").out.startswith("3  Locks")


@pytest.mark.usefixtures("filled")
def test_who_leaves_out_the_name_hears_that_it_comes_before_the_query(call: Call) -> None:
    said = call("views", "add", "cat:cs.LG", "is:unread")
    assert (said.code, said.out) == (2, "")
    assert "NAME QUERY" in said.err or "NAME [QUERY" in said.err
    assert said.err.endswith("error: argument NAME: 'cat:cs.LG' is a query; put a name before it\n")
    assert not call("views").out
    for query in ("-cat:cs.LG", "(ti:locks", "-(is:read"):
        assert f"{query!r} is a query; put a name before it" in call("views", "add", "--", query, "is:unread").err
    assert call("views", "add", "Talk: next week", "is:unread").code == 0
