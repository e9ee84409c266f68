"""``arxtui library export`` and ``arxtui library import``."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from arxtui.cli.main import main
from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.library.facade import Library
from arxtui.model.arxiv.ids import key_of
from tests.cli.command import objects
from tests.cli.conftest import Call, Said


def _ids(call: Call, query: str) -> list[str]:
    return [line.lstrip("● ").split()[0] for line in call("list", query).out.splitlines()]


def _exported_objects(file: Path) -> list[dict[str, Any]]:
    """Return the objects of all lines but the first, which contains the time of the export, without the fields that
    only this home's cache knows."""
    return [
        {name: value for name, value in line.items() if name not in ("sources", "for_you")}
        for line in objects(file.read_text())[1:]
    ]


@pytest.fixture
def exported(filled: Path, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An exported library with an act of every kind."""
    call("mark", "2605.01234", "--star", "--tag", "thesis/related", "--rate", "5", "--reading", "reading")
    call("mark", "2605.00999", "--unread", "--queue", "--list", "Summer")
    call("mark", "2605.01234", "--list", "Summer")
    call("mark", "2605.01234", "--read")
    call("mark", "2605.01111", "--hide")
    call("note", "hep-th/9901001", "Two *lines*\nof it")
    call("views", "add", "Learning", "cat:cs.LG", "--key", "3")
    file = tmp_path / "mine.jsonl"
    # More papers than are read at once.
    monkeypatch.setattr("arxtui.cli.library.library._CHUNK", 3)
    said = call("library", "export", str(file))
    assert (said.code, said.err) == (0, "4 papers written\n")
    return file


def test_a_library_is_the_same_on_another_machine(
    exported: Path, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARXTUI_HOME", str(tmp_path / "other"))
    said = call("library", "import", str(exported))
    assert (said.code, said.err) == (0, "")
    assert said.out == "11 acts, 1 view and 0 reading places imported\n"
    assert call("views").out.startswith("3  Learning ")
    again = tmp_path / "again.jsonl"
    assert call("library", "export", str(again)).code == 0
    assert _exported_objects(again) == _exported_objects(exported)
    assert _ids(call, "list:Summer") == ["2605.00999", "2605.01234v2"]
    assert call("note", "hep-th/9901001").out == "Two *lines*\nof it\n"
    assert call("library", "import", str(exported)).out == "0 acts, 0 views and 0 reading places imported\n"
    assert _ids(call, "is:read") == ["2605.01234v2"]
    for _ in range(11):
        assert call("undo").code == 0
    assert call("views").out == ""
    assert (
        _ids(call, "is:unread OR is:read OR is:starred OR is:hidden OR has:tag OR has:note OR has:list OR has:rating")
        == []
    )


def test_an_export_to_standard_output_has_the_lines_of_the_file_with_and_without_json(
    exported: Path, call: Call
) -> None:
    for options in (("-",), (), ("-", "--json"), ("--json",)):
        code, out, err = call("library", "export", *options)
        assert (code, err) == (0, "4 papers written\n")
        assert len(out.splitlines()) == len(exported.read_text().splitlines())
    assert objects(call("library", "export", str(exported), "--json").out) == [{"file": str(exported), "papers": 4}]


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_an_export_is_in_ascii_where_the_output_is_not_unicode(
    exported: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), encoding=encoding))
    assert main(["library", "export", str(tmp_path / "encoded.jsonl")]) == 0
    written = (tmp_path / "encoded.jsonl").read_bytes()
    assert written.isascii() == (encoding != "utf-8")
    assert objects(written.decode())[1:] == objects(exported.read_text())[1:]


def test_marks_are_exported_and_undone_with_a_deleted_cache_and_imported_once_it_is_back(
    filled: Path, call: Call, tmp_path: Path
) -> None:
    call("mark", "2605.01111", "--hide")
    call("mark", "2605.01234", "--star")
    with closing(Library.open(Paths.under(filled), Settings())) as library:
        library.texts.keep_place(key_of("2605.01111"), 7, 3, 1, "where it stopped")
    for file in (filled / "cache").glob("cache.db*"):
        file.rename(tmp_path / file.name)
    exported = tmp_path / "mine.jsonl"
    assert call("library", "export", str(exported)).err == "2 papers written\n"
    result = [(line["name"], line["kind"]) for line in _exported_objects(exported)]
    assert result == [("2605.01234", "paper"), ("2605.01111", "marks")]
    (place,) = [line["place"] for line in _exported_objects(exported) if line["kind"] == "marks"]
    assert (place["block"], place["character"], place["words"]) == (7, 3, "where it stopped")
    call("undo")
    call("undo")
    assert _ids(call, "is:hidden OR is:starred") == []
    for file in tmp_path.glob("cache.db*"):
        file.rename(filled / "cache" / file.name)
    assert call("library", "import", str(exported)).code == 0
    assert sorted(_ids(call, "is:hidden OR is:starred")) == ["2605.01111", "2605.01234v2"]


def test_own_values_stay_and_differences_are_reported(
    exported: Path, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARXTUI_HOME", str(tmp_path / "other"))
    call("import", str(exported))
    call("mark", "2605.01234", "--rate", "2", "--tag", "mine")
    call("note", "hep-th/9901001", "My own words")
    call("views", "add", "Learning", "ti:learning")
    said = call("library", "import", str(exported))
    assert said.code == 0
    assert said.err.splitlines() == [
        "2605.01234 is rated 2 here, not 5",
        'the view "Learning" is ti:learning here, not cat:cs.LG',
    ]
    assert _ids(call, "rating:2 tag:mine tag:thesis") == ["2605.01234v2"]
    assert call("note", "hep-th/9901001").out == "My own words\n\nTwo *lines*\nof it\n"


def test_a_paper_that_was_read_here_does_not_become_unread_again(
    exported: Path, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARXTUI_HOME", str(tmp_path / "other"))
    call("library", "import", str(exported))
    assert _ids(call, "is:unread") == ["2605.00999"]


def test_lines_that_cannot_be_read_are_named_and_lose_nothing_else(exported: Path, call: Call, tmp_path: Path) -> None:
    lines = exported.read_text().splitlines()
    paper = json.loads(lines[1])
    paper["marks"]["rating"] = 9
    lines += [
        "{",
        json.dumps(paper),
        json.dumps({"kind": "list", "name": "Lost", "papers": ["2605.09999"]}),
        '{"kind": "x"}',
    ]
    faulty = tmp_path / "faulty.jsonl"
    faulty.write_text("\n".join(lines) + "\n")
    for _ in range(9):
        call("undo")
    said = call("library", "import", str(faulty), "--json")
    assert said.code == 1
    assert "unknown paper: 2605.09999" in call("library", "import", str(faulty)).err.splitlines()
    (result,) = objects(said.out)
    assert result["unknown"] == ["2605.09999"]
    assert [fault.partition(":")[0] for fault in result["faults"]] == ["line 8", "line 9", "line 11"]
    assert _ids(call, "is:starred") == ["2605.01234v2"]


@pytest.fixture
def take_in(filled: Path, call: Call, tmp_path: Path) -> Callable[..., Said]:
    """Return a function that imports lines into the library."""

    def taken(*lines: dict[str, Any]) -> Said:
        file = tmp_path / "lines.jsonl"
        file.write_text("".join(f"{json.dumps({'kind': 'paper', **line})}\n" for line in lines))
        return call("library", "import", str(file), "--json")

    return taken


def test_a_library_import_reports_invalid_tags_notes_lists_and_views_and_imports_the_rest(
    take_in: Callable[..., Said], call: Call
) -> None:
    said = take_in(
        {"id": "2605.01234", "marks": {"starred": True, "tags": ['a "b"', "x" * 101, "good"], "rating": 4}},
        {"id": "2605.00999", "marks": {"note": "n" * 100_001}},
        {"id": "2605.01111", "marks": {"note": "short"}},
        {"kind": "list", "name": "a*", "papers": ["2605.01234"]},
        {"kind": "list", "name": "Summer", "papers": ["2605.01234"]},
        {"kind": "view", "name": "Faulty", "query": "cat:"},
        {"kind": "view", "name": "Learning", "query": "cat:cs.LG", "key": 42},
    )
    (result,) = objects(said.out)
    assert said.code == 1
    assert [words.partition(" was not imported: ")[0] for words in result["refused"]] == [
        'the tag "a "b""',
        f'the tag "{"x" * 101}"',
        "the note of 2605.00999",
        'the list "a*"',
        'the view "Faulty"',
    ]
    assert (result["acts"], result["views"]) == (6, 1)
    assert _ids(call, "is:starred tag:good rating:4 list:Summer") == ["2605.01234v2"]
    assert call("note", "2605.01111").out == "short\n"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ({"kind": "marks", "name": "2605.01234", "marks": {"starred": True}}, 0),
        ({"kind": "marks", "name": "2605.01234", "marks": {"starred": True, "tags": ["a*"]}}, 1),
        ({"kind": "marks", "name": "2605.01234", "marks": {"rating": 9}}, 1),
        ({"kind": "list", "name": "Summer", "papers": ["2605.09999"]}, 1),
    ],
)
def test_the_status_is_1_if_anything_was_not_taken_in(
    take_in: Callable[..., Said], line: dict[str, Any], code: int
) -> None:
    assert take_in({"kind": "view", "name": "Mine", "query": "ti:x"}, line).code == code


@pytest.mark.parametrize("number", [19, 20, 21])
def test_twenty_faults_are_listed_and_the_number_of_the_others(
    filled: Path, call: Call, tmp_path: Path, number: int
) -> None:
    file = tmp_path / "faulty.jsonl"
    file.write_text(f"{json.dumps({'kind': 'view', 'name': 'Mine', 'query': 'ti:x'})}\n" + "{\n" * number)
    lines = call("library", "import", str(file)).err.splitlines()
    assert lines[20:] == (["and 1 more"] if number > 20 else [])
    assert len(lines) == number


def test_all_lines_about_a_paper_are_taken_in(take_in: Callable[..., Said], call: Call) -> None:
    take_in(
        {"id": "2605.01234", "marks": {"starred": True, "tags": ["one"], "note": "First"}},
        {"id": "2605.01234v2", "marks": {"rating": 4, "tags": ["two"], "note": "Second"}},
    )
    assert _ids(call, "is:starred rating:4 tag:one tag:two") == ["2605.01234v2"]
    assert call("note", "2605.01234").out == "First\n\nSecond\n"


@pytest.mark.usefixtures("filled")
def test_a_file_without_library_records_is_refused(call: Call, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text("not a library\n{}\n")
    assert "contains no library data: line 1: not JSON" in call("library", "import", str(other)).err
    other.write_text("\n")
    assert call("library", "import", str(other)).err == f"arxtui: {other} contains no library data\n"
    assert "cannot be read" in call("library", "import", str(tmp_path / "none")).err
    said = call("library")
    assert said.code == 2


@pytest.mark.parametrize("count", [1, 1500])
def test_a_file_of_marks_alone_is_taken_in(filled: Path, call: Call, tmp_path: Path, count: int) -> None:
    marks = {"read": True, "tags": ["thesis"]}
    names = ["2605.01234", *(f"2604.{number:05}" for number in range(1, count))]
    file = tmp_path / "marks.jsonl"
    file.write_text("".join(f"{json.dumps({'kind': 'marks', 'name': name, 'marks': marks})}\n" for name in names))
    said = call("library", "import", str(file), "--json")
    assert (said.code, len(json.loads(said.out)["unknown"])) == (int(count > 1), count - 1)
    assert _ids(call, "tag:thesis") == ["2605.01234v2"]
    refused = call("import", str(file))
    assert refused.code == 1
    assert "no line is a paper: 'arxtui library import' reads the data of a library" in refused.out + refused.err


def test_a_line_without_end_is_refused_and_the_others_are_taken_in(filled: Path, call: Call, tmp_path: Path) -> None:
    file = tmp_path / "long.jsonl"
    view = {"kind": "view", "name": "Mine", "query": "ti:x"}
    file.write_text(f"{'x' * (9 << 20)}\n{json.dumps(view)}\n")
    said = call("library", "import", str(file))
    assert (said.code, said.err) == (1, "line 1: longer than 8 MB\n")
    assert said.out == "1 act, 1 view and 0 reading places imported\n"


def test_thousands_of_tags_are_one_act_and_one_undo(filled: Path, call: Call, tmp_path: Path) -> None:
    assert call("mark", "2605.01234", "--tag", "Tag 7").code == 0
    lines = [
        {"kind": "marks", "name": "2605.01234", "marks": {"tags": [f"tag {number}" for number in range(5000)]}},
        {"kind": "marks", "name": "2605.01111", "marks": {"tags": ["tag 7", 'not"one']}},
    ]
    file = tmp_path / "tags.jsonl"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    said = call("library", "import", str(file))
    assert said.out == "1 act, 0 views and 0 reading places imported\n"
    assert 'the tag "not"one" was not imported' in said.err
    assert _ids(call, 'tag:"Tag 7"') == ["2605.01234v2", "2605.01111"], "the spelling that was here stays"
    assert len(call("tags").out.splitlines()) == 5000
    undone = call("undo")
    assert len(undone.out) < 300
    assert "and 4,995 more" in undone.out
    assert [line.split()[:3] for line in call("tags").out.splitlines()] == [["Tag", "7", "1"]]
