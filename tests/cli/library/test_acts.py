"""``arxtui mark`` with ratings, reading states and lists; ``redo``, ``journal``, ``tags``, ``lists``."""

from __future__ import annotations

import re
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from arxtui.cli.library import journal
from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.library.facade import Library
from arxtui.model.arxiv.ids import key_of
from arxtui.model.marks import Act
from tests.cli.command import objects
from tests.cli.conftest import Call

pytestmark = pytest.mark.usefixtures("filled")


def _ids(call: Call, query: str) -> list[str]:
    return [line.lstrip("● ").split()[0] for line in call("list", query).out.splitlines()]


def test_papers_are_rated_and_get_a_reading_state(call: Call) -> None:
    said = call("mark", "cat:cs.LG", "--rate", "4", "--reading", "to-read")
    assert said == (0, "2 papers rated 4\n2 papers with the reading state set to 'to-read'\n", "")
    assert _ids(call, "rating:>=4 is:toread") == ["2605.01234v2", "2605.00999"]
    assert call("mark", "2605.00999", "--rate", "none", "--reading", "none").out == (
        "1 paper no longer rated\n1 paper with no reading state\n"
    )
    assert _ids(call, "has:rating") == ["2605.01234v2"]
    assert call("mark", "2605.00999", "--rate", "5").code == call("mark", "2605.00999", "--rate", "0").code == 0
    assert _ids(call, "has:rating") == ["2605.01234v2"]
    marks = objects(call("show", "2605.01234", "--json").out)[0]["marks"]
    assert (marks["rating"], marks["reading"]) == (4, "to-read")


def test_a_list_keeps_the_order_in_which_papers_were_put_on_it(call: Call) -> None:
    assert call("mark", "2605.00999", "hep-th/9901001", "2605.01234", "--list", "Summer").out == (
        "3 papers put on the list Summer\n"
    )
    assert _ids(call, "list:summer") == ["2605.00999", "hep-th/9901001", "2605.01234v2"]
    assert call("lists", "move", "Summer", "2605.01234", "1").out == "1 paper moved on the list Summer\n"
    for more in ((), ("--json",)):
        assert call("lists", "move", "Summer", "2605.01234", "1", *more) == (0, "", "nothing to change\n")
    assert _ids(call, "list:summer") == ["2605.01234v2", "2605.00999", "hep-th/9901001"]
    assert objects(call("lists", "--json").out) == [{"name": "Summer", "papers": 3, "unread": 0}]
    assert call("mark", "2605.00999", "--unlist", "summer").out == "1 paper taken off the list Summer\n"
    assert call("lists", "rename", "Summer", "Winter").out == "2 papers on the list Winter instead of Summer\n"
    assert call("lists").out.split() == ["Winter", "2", "papers", "0", "unread"]
    assert call("lists", "remove", "Winter").out == "2 papers taken off the list Winter\n"
    assert "there are no reading lists yet" in call("lists").err


def test_a_tag_is_renamed_with_those_below_it_and_removed(call: Call) -> None:
    call("mark", "2605.01234", "--tag", "thesis", "--tag", "thesis/related")
    call("mark", "2605.00999", "--tag", "book")
    assert call("tags", "rename", "thesis", "book").out == "1 paper tagged book instead of thesis\n"
    assert [(tag["name"], tag["papers"]) for tag in objects(call("tags", "--json").out)] == [
        ("book", 2),
        ("book/related", 1),
    ]
    assert call("undo").code == 0
    assert [line.split()[:2] for line in call("tags").out.splitlines()] == [
        ["book", "1"],
        ["thesis", "1"],
        ["thesis/related", "1"],
    ]
    assert call("tags", "remove", "thesis").out == "1 paper no longer tagged thesis\n"
    assert call("tags", "remove", "thesis") == (1, "", 'arxtui: no paper is tagged "thesis"\n')


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (("tags", "remove", "theses"), "thesis"),
        (("lists", "rename", "To raed soon", "Later"), "To read soon"),
        (("mark", "2605.01234", "--unlist", "to read son"), "To read soon"),
        (("views", "remove", "gosip"), "gossip"),
        (("rules", "remove", "surveis"), "Surveys"),
        (("rules", "apply", "Survey"), "Surveys"),
        (("unfollow", "Ada Exmaple"), "Ada Example"),
        (("unsubscribe", "cs.DX"), "cs.DC"),
    ],
)
def test_a_mistyped_name_is_answered_with_the_one_that_is_near(
    call: Call, arguments: tuple[str, ...], meant: str
) -> None:
    call("mark", "2605.01234", "--tag", "thesis", "--list", "To read soon")
    call("views", "add", "gossip", "ti:gossip")
    call("rules", "add", "Surveys", "ti:survey", "--tag", "surveys")
    call("follow", "Ada Example")
    call("subscribe", "cs.DC")
    said = call(*arguments)
    assert (said.code, said.out) == (1, "")
    assert said.err.endswith(f'; did you mean "{meant}"?\n')


def test_undone_acts_are_redone_one_by_one_until_there_is_nothing_to_redo(call: Call) -> None:
    call("mark", "2605.01234", "--star", "--rate", "5")
    assert call("undo").out.startswith("undone: 1 paper rated 5 on 20")
    assert call("undo").out.startswith("undone: 1 paper starred on 20")
    assert call("redo").out.startswith("redone: 1 paper starred on 20")
    assert _ids(call, "is:starred") == ["2605.01234v2"]
    (redone,) = objects(call("redo", "--json").out)
    assert (redone["act"], redone["name"], redone["papers"]) == ("rate", "5", 1)
    assert call("redo") == (1, "", "arxtui: there is nothing to redo: nothing was undone since the last act\n")


def test_the_journal_says_when_an_act_was_done_and_when_it_was_undone() -> None:
    at = datetime(2026, 5, 13, 12).astimezone()
    done = Act(7, at, "star", 2)
    assert journal._line(done) == "     7  2026-05-13 12:00  2 papers starred"
    undone = done._replace(undone=at + timedelta(minutes=90))
    assert journal._line(undone) == "     7  2026-05-13 12:00  2 papers starred (undone 2026-05-13 13:30)"


def test_the_journal_names_every_act_and_one_is_undone_by_its_number(call: Call) -> None:
    assert call("journal") == (0, "", "the journal is empty\n")
    call("mark", "cat:cs.LG", "--star", "--tag", "thesis")
    star, tag = objects(call("journal", "--json").out)[::-1]
    assert (star["act"], star["papers"], star["undone"], star["by"]) == ("star", 2, None, None)
    assert (tag["act"], tag["name"], tag["tag"]) == ("tag", "thesis", "thesis")
    assert call("undo", str(star["number"])).out.startswith("undone: 2 papers starred")
    assert _ids(call, "is:starred") == []
    assert _ids(call, "tag:thesis") == ["2605.01234v2", "2605.00999"]
    assert (
        call("undo", str(star["number"])).err == f"arxtui: act {star['number']} does not exist or is undone already\n"
    )
    said = call("journal")
    newest, oldest = said.out.splitlines()
    assert said.err == ""
    assert newest.endswith("2 papers tagged thesis")
    assert "2 papers starred (undone 20" in oldest
    assert len(call("journal", "--limit", "1").out.splitlines()) == 1


@pytest.mark.parametrize("limit", [0, 1, 2, 3, 4, 5, 9])
def test_a_long_journal_is_read_part_by_part_without_a_gap(
    call: Call, monkeypatch: pytest.MonkeyPatch, limit: int
) -> None:
    monkeypatch.setattr(journal, "_CHUNK", 2)
    for rating in range(1, 6):
        call("mark", "2605.01234", "--rate", str(rating))
    output = [act["name"] for act in objects(call("journal", "--limit", str(limit), "--json").out)]
    assert output == ["5", "4", "3", "2", "1"][: limit or None]


def test_the_journal_says_of_which_tag_an_act_was(call: Call) -> None:
    call("mark", "2605.01234", "--tag", "thesis", "--tag", "old", "--untag", "old", "--list", "Summer")
    call("tags", "rename", "thesis", "book")
    call("tags", "remove", "book")
    output = [(act["act"], act["tag"], act["name"], act["to"]) for act in objects(call("journal", "--json").out)]
    assert output == [
        ("remove tag", "book", "book", None),
        ("rename tag", "thesis", "thesis", "book"),
        ("enlist", None, "Summer", None),
        ("untag", "old", "old", None),
        ("tag", "old", "old", None),
        ("tag", "thesis", "thesis", None),
    ]


def test_an_act_that_also_marked_its_papers_read_says_so(call: Call, home: Path) -> None:
    call("mark", "2605.01234", "--unread")
    with closing(Library.open(Paths.under(home), Settings())) as library:
        library.marks.decide([key_of("2605.01234")], "star")
    assert "1 paper starred, and marked read" in call("journal", "--limit", "1").out


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("mark", "2605.01234", "--rate", "6"), 2, "must be 1 to 5 or none"),
        (("mark", "2605.01234", "--reading", "soon"), 2, "must be one of to-read, reading, read, none"),
        (("mark", "2605.01234", "--list", ""), 2, "a list needs a name"),
        (("mark", "2605.01234", "--unlist", "Summer"), 1, 'there is no list "Summer"'),
        (("lists", "move", "Summer", "2605.01234", "0"), 2, "counted from 1"),
        (("lists", "rename", "Summer", "Winter"), 1, 'there is no list "Summer"'),
        (("tags", "rename", "thesis", "book"), 1, 'no paper is tagged "thesis"'),
        (("undo", "77"), 1, "act 77 does not exist or is undone already"),
        (("undo", "0"), 1, "act 0 does not exist or is undone already"),
    ],
)
def test_an_invalid_rating_or_reading_state_and_an_unknown_list_tag_or_act_are_refused_in_words(
    call: Call, arguments: tuple[str, ...], code: int, words: str
) -> None:
    said = call(*arguments)
    assert (said.code, said.out) == (code, "")
    assert words in said.err
    assert call("journal").out == ""


def test_the_numbers_of_tags_are_below_each_other(call: Call) -> None:
    call("mark", "2605.01234", "--tag", "a long name")
    call("mark", "2605.01234", "2605.00999", "--tag", "two")
    one, two = sorted(call("tags").out.splitlines(), key=len)
    assert (one.split(), two.split()) == (
        ["a", "long", "name", "1", "paper", "0", "unread"],
        ["two", "2", "papers", "0", "unread"],
    )
    assert one.index("paper") == two.index("paper")
    assert one.index("unread") == two.index("unread")


def test_the_journal_counts_opened_read_and_starred_papers_by_week_and_day(call: Call) -> None:
    assert call("journal", "--weeks", "3") == (0, "", "nothing was opened, read or starred in the last 3 weeks\n")
    call("mark", "cat:cs.LG", "--read")
    call("mark", "2605.01234", "--star")
    said = call("journal", "--weeks", "1")
    week, day = said.out.splitlines()
    assert said.err == ""
    assert re.fullmatch(r"Week of \d{4}-\d\d-\d\d: 0 opened, 2 read, 1 starred", week)
    assert re.fullmatch(r"  \w{3} (\d{4}-\d\d-\d\d): 0 opened, 2 read, 1 starred", day)
    [result] = objects(call("journal", "--weeks", "1", "--json").out)
    assert result == {"day": day.split()[1].rstrip(":"), "opened": 0, "read": 2, "starred": 1}
    assert call("list", f"read:{result['day']}").out.count("\n") == 2
