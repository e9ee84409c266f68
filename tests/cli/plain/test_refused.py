"""Lines of plain mode that cannot be carried out, and the words in which each is refused; sizes of pages and texts."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from arxtui.cli.plain import background_refresh, blocks, full_texts
from arxtui.cli.plain.session import Session
from arxtui.cli.support.exits import CommandError
from arxtui.model.document import Document, Text
from arxtui.model.marks import MARKS, STARRED
from arxtui.model.paper import AnnounceType
from tests.builders import paper_json
from tests.cli.command import run_here, write_papers
from tests.cli.conftest import Call
from tests.cli.plain.conftest import Script
from tests.reader.documents import para

_ONE = "takes one paper: its number in the last list, or its identifier"
_NO_DAYS = "no announcement of your categories is stored; 'refresh' fetches them"


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize(
    ("lines", "code", "words"),
    [
        ("list --json", 2, "'list' takes only a query here; 'arxtui list' in a shell takes options"),
        ("list; next 2", 2, "'next' and 'back' take no arguments"),
        ("next", 2, "there are no pages to turn; 'list' lists papers, 'read' reads one"),
        ("list; back", 1, "this is the first page of the list"),
        ("list; next", 1, "this is the last page of the list"),
        ("list; show 1 2", 2, f"'show' {_ONE}"),
        ("list; show 1 quickly", 2, f"'show' {_ONE}"),
        ("list; 1; show quickly", 2, f"'show' {_ONE}"),
        ("list; note 1,2 words", 2, "'note' takes one paper first: its number in the last list, or its identifier"),
        ("list; 1; note words", 2, "'note' takes one paper first: its number in the last list, or its identifier"),
        ("list; star 1 quickly now", 2, "not a number of the last list, and not an identifier: 'quickly'"),
        ("list; rate", 2, "'rate' takes N after the papers"),
        ("contents", 2, "no text is being read; 'read' opens one"),
        ("list; contents 1", 2, "no text is being read; 'read' opens one"),
        ("view", 2, "no views are saved, 'views add' saves one"),
        ("view mine", 2, "there is no view 'mine'; no views are saved, 'views add' saves one"),
        ("refresh --quiet", 2, "'refresh' takes only --all"),
        ("refresh", 1, "no categories are followed; 'subscribe cs.DC' follows one, 'categories' lists them"),
        ("help nothing", 2, "there is no command 'nothing'"),
    ],
)
def test_a_line_that_cannot_be_carried_out_is_refused_in_words(
    script: Script, lines: str, code: int, words: str
) -> None:
    said = script(*lines.split("; "))
    assert (said.code, said.err) == (code, f"arxtui: {words}\n")


def test_days_views_and_counts_list_announced_days_saved_views_and_numbers_of_papers(
    home: Path, call: Call, script: Script, tmp_path: Path
) -> None:
    assert script("days") == (0, "", f"{_NO_DAYS}\n")
    assert script("day") == script("day 2") == (1, "", f"arxtui: {_NO_DAYS}\n")
    call("subscribe", "cs.DC")
    announcement = {"day": "2026-05-13", "category": "cs.DC", "type": "new", "version": 1}
    papers = [paper_json(number, announcements=[announcement]) for number in (1, 2)]
    call("import", str(write_papers(tmp_path / "announced.jsonl", papers)))
    call("mark", "2605.00001", "--star", "--queue", "--unread", "--tag", "thesis", "--list", "Summer")
    call("views", "add", "Mine", "is:starred")
    assert script("days").err == "'day NUMBER' lists the papers of a day\n"
    for number in (0, 2):
        assert script(f"day {number}").err == f"arxtui: there is no day number {number}; 'days' lists 1 day\n"
    assert script("view").err == "arxtui: 'views' lists 1 saved view\n"
    assert script("view mime").err == (
        "arxtui: there is no view 'mime'; did you mean Mine?; 'views' lists 1 saved view\n"
    )
    assert script("counts").out.splitlines() == [
        "All: 2 papers",
        "Unread: 1",
        *(f"{mark.label}: {int(mark is STARRED)}" for mark in MARKS if mark.label),
        "Category cs.DC: 2 papers, 1 unread",
        "Tag thesis: 1 paper, 1 unread",
        "List Summer: 1 paper, 1 unread",
    ]
    assert "   Unread, starred, saved for offline reading, tagged thesis, on the list Summer.\n" in (
        script("list is:queued").out
    )


@pytest.mark.usefixtures("filled")
def test_a_page_that_was_left_comes_back_and_lines_fit_the_terminal(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arxtui.cli.plain.listing.PAGE", 2)
    said = run_here(home, "--plain", stdin=b"list\nnext\nback\n", env={"COLUMNS": "31"})
    assert (said.returncode, said.stdout.count("Papers 1 to 2 of 4: all papers,")) == (0, 2)
    assert max(map(len, said.stdout.splitlines())) == 31


def test_every_type_of_announcement_has_a_word() -> None:
    assert set(blocks._TYPES) == set(AnnounceType)


@pytest.mark.parametrize(("height", "page"), [(24, 20), (10, 6), (9, 5), (8, 5), (1, 5), (0, 20), (None, 20)])
def test_a_page_of_a_text_leaves_four_lines_of_the_terminal(
    monkeypatch: pytest.MonkeyPatch, height: int | None, page: int
) -> None:
    def size(stream: int) -> os.terminal_size:
        if height is None or stream != 1:
            raise OSError
        return os.terminal_size((80, height))

    monkeypatch.setattr(full_texts, "get_terminal_size", size)
    assert full_texts._page_lines() == page


@pytest.mark.usefixtures("home")
def test_a_text_ends_with_its_last_page_and_says_if_it_has_no_headings(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    document = Document((Text("Walls"),), (), tuple(para(f"Line {number}.") for number in range(9)))
    monkeypatch.setattr(full_texts, "_page_lines", lambda: 8)
    text = full_texts.OpenText(document, "Walls")
    text._lines = text._lines[:16]
    session = Session(interactive=False, pages=text)
    assert (text.has_more, text.turn(1), text.has_more) == (True, 0, False)
    assert capsys.readouterr().out.endswith("\nLine 6.\n\n\nThe end of Walls\n")
    with pytest.raises(CommandError, match=r"\Athis is the end of the text\Z"):
        text.turn(1)
    assert full_texts.contents(session, "") == 0
    assert capsys.readouterr().err == "the text has no headings\n"


def test_a_refresh_prints_each_event_and_ends_with_the_unread_papers(
    home: Path, call: Call, script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    call("subscribe", "cs.DC")
    asked: list[tuple[str, ...]] = []

    def run_refresh(_: object, *arguments: str) -> int:
        asked.append(arguments)
        return 3

    monkeypatch.setattr(background_refresh, "run_refresh", run_refresh)
    for line, arguments in (("refresh", ()), ("refresh --all", ("--all",))):
        said = script(line)
        assert (said.code, said.err) == (3, "refreshing\n0 papers unread; 'list is:unread' lists them\n")
        assert asked[-1] == arguments
