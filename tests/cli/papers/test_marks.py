"""``arxtui mark`` and ``arxtui undo``."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.command import objects
from tests.cli.conftest import Call


def _ids(call: Call, query: str) -> list[str]:
    return [line.lstrip("● ").split()[0] for line in call("list", query).out.splitlines()]


@pytest.mark.usefixtures("filled")
def test_papers_are_marked_by_identifier_and_by_query(call: Call) -> None:
    assert call("mark", "2605.01234", "ti:strings", "--star") == (0, "2 papers starred\n", "")
    assert _ids(call, "is:starred") == ["2605.01234v2", "hep-th/9901001"]
    assert call("mark", "is:starred", "--unstar").out == "2 papers no longer starred\n"
    assert _ids(call, "is:starred") == []


@pytest.mark.usefixtures("filled")
def test_several_marks_are_several_acts(call: Call) -> None:
    assert call("mark", "cat:cs.LG", "--unread", "--star").out == "2 papers marked unread\n2 papers starred\n"
    assert _ids(call, "is:unread is:starred") == ["2605.01234v2", "2605.00999"]
    assert call("undo").out.startswith("undone: 2 papers starred on 20")
    assert _ids(call, "is:starred") == []
    assert call("undo").out.startswith("undone: 2 papers marked unread on 20")
    assert _ids(call, "is:unread") == []
    assert call("undo") == (1, "", "arxtui: there is nothing to undo\n")


@pytest.mark.usefixtures("filled")
def test_changes_are_made_in_the_order_of_the_help_and_not_of_the_options(call: Call) -> None:
    options = ["--unlist", "reading", "--list", "reading", "--reading", "read", "--rate", "4"]
    options += ["--untag", "thesis", "--tag", "thesis", "--star", "--read"]
    code, out, err = call("mark", "2605.01234", *options)
    assert (code, err) == (0, "")
    assert [line.removeprefix("1 paper ") for line in out.splitlines()] == [
        "marked read",
        "starred",
        "tagged thesis",
        "no longer tagged thesis",
        "rated 4",
        "with the reading state set to 'read'",
        "put on the list reading",
        "taken off the list reading",
    ]


@pytest.mark.usefixtures("filled")
def test_acts_are_reported_as_json(call: Call) -> None:
    said = call("mark", "cat:cs.LG", "--star", "--unhide", "--json")
    assert objects(said.out) == [
        {"act": "star", "tag": None, "name": None, "papers": 2},
        {"act": "unhide", "tag": None, "name": None, "papers": 0},
    ]
    (undone,) = objects(call("undo", "--json").out)
    assert undone["at"].endswith("Z")
    assert undone["undone"].endswith("Z")
    assert (undone["act"], undone["papers"], undone["number"], undone["by"]) == ("star", 2, 1, None)
    assert call("undo", "--json") == (1, "", "arxtui: there is nothing to undo\n")


@pytest.mark.usefixtures("filled")
def test_papers_are_tagged_and_each_tag_is_an_act(call: Call) -> None:
    said = call("mark", "2605.01234", "ti:strings", "--tag", "thesis", "--tag", " thesis/related ")
    assert said == (0, "2 papers tagged thesis\n2 papers tagged thesis/related\n", "")
    assert _ids(call, "tag:thesis") == ["2605.01234v2", "hep-th/9901001"]
    assert call("mark", "tag:thesis", "--untag", "Thesis", "--untag", "none").out == (
        "2 papers no longer tagged thesis\n0 papers no longer tagged none\n"
    )
    said = call("mark", "2605.01111", "--tag", "thesis/related", "--json")
    assert objects(said.out) == [{"act": "tag", "tag": "thesis/related", "name": "thesis/related", "papers": 1}]
    assert call("undo").out.startswith("undone: 1 paper tagged thesis/related on 20")
    assert call("undo").out.startswith("undone: 2 papers no longer tagged thesis on 20")
    assert "\nTags: thesis, thesis/related\n" in call("show", "2605.01234").out
    assert objects(call("show", "2605.01234", "--json").out)[0]["marks"]["tags"] == ["thesis", "thesis/related"]
    assert ["tag:thesis/related", "2"] in [line.split() for line in call("stats").out.splitlines()]


@pytest.mark.usefixtures("filled")
def test_hidden_papers_are_in_no_list_but_their_own(call: Call) -> None:
    assert call("mark", "2605.01111", "--hide").out == "1 paper hidden\n"
    assert "2605.01111" not in _ids(call, "")
    assert _ids(call, "is:hidden") == ["2605.01111"]
    assert call("mark", "is:hidden", "--unhide").out == "1 paper shown again\n"


@pytest.mark.usefixtures("filled")
def test_unstarring_a_paper_without_a_star_changes_nothing_and_leaves_nothing_to_undo(call: Call) -> None:
    assert call("mark", "2605.01111", "--unstar").out == "0 papers no longer starred\n"
    assert call("undo").code == 1


@pytest.mark.usefixtures("filled")
def test_an_imported_paper_is_read_only_when_marked_read(call: Call) -> None:
    assert _ids(call, "is:read") == []
    assert call("mark", "2605.01111", "--read").out == "1 paper marked read\n"
    assert call("mark", "2605.01111", "--read").out == "0 papers marked read\n"
    assert _ids(call, "is:read") == ["2605.01111"]
    (shown,) = objects(call("list", "is:read", "--json").out)
    assert (shown["marks"]["read"], shown["marks"]["unread"]) == (True, False)
    assert call("undo").code == 0
    assert _ids(call, "is:read") == []


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("2605.01234",), "use one of --read, --unread, --star"),
        (("2605.01234", "--read", "--unread"), "not allowed with"),
        (("2605.01234", "--tag", "thesis/"), "a nested tag one at each level"),
        (("2605.01234", "--star", "--untag", 'a"b'), 'cannot contain " or *'),
        (("2605.01234", "--tag"), "expected one argument"),
        (("", "--read"), "would mark every paper"),
        (("∑", "--hide"), "'∑' would mark every paper"),
        (("sort:best", "--hide"), "would mark every paper"),
        (("au:", "--read"), "au:"),
        (("--read",), "QUERY|ID"),
    ],
)
def test_missing_or_conflicting_options_invalid_tags_and_queries_for_every_paper_mark_nothing(
    call: Call, arguments: tuple[str, ...], words: str
) -> None:
    said = call("mark", *arguments)
    assert (said.code, said.out) == (2, "")
    assert words in said.err


def test_an_index_that_may_miss_papers_is_not_passed_over(call: Call, filled: Path) -> None:
    shutil.rmtree(filled / "cache/index")
    said = call("mark", "ti:strings", "--star")
    assert (said.code, said.out) == (1, "0 papers starred\n")
    lacking = "there is no search index yet (the next refresh builds it): papers may be missing"
    assert said.err == f"{lacking}\nno paper matches 'ti:strings'\n"


@pytest.mark.usefixtures("filled")
def test_one_unknown_paper_marks_none(call: Call) -> None:
    assert call("mark", "2605.01234", "2605.04321", "--star").code == 1
    assert _ids(call, "is:starred") == []


@pytest.mark.usefixtures("filled")
def test_a_query_that_matches_nothing_says_so(call: Call) -> None:
    assert call("mark", "ti:nothing", "--star").out == "0 papers starred\n"


@pytest.mark.usefixtures("filled")
def test_where_an_argument_finds_no_paper_the_others_are_marked_and_the_status_is_1(call: Call) -> None:
    said = call("mark", "2605.01234", "nosuch", "--star")
    assert said == (1, "1 paper starred\n", "no paper matches 'nosuch'\n")
    said = call("mark", "nosuch", "ti:staleness", "--unstar")
    assert said == (1, "1 paper no longer starred\n", "no paper matches 'nosuch'\n")
    said = call("mark", "nosuch", "ti:staleness", "--star", "--json")
    assert (said.code, objects(said.out)[0]["papers"], said.err) == (1, 1, "no paper matches 'nosuch'\n")
