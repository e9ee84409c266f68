"""Destinations of an export: how the user's answer is interpreted, and what each destination receives."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.library.destinations import DestinationError, Stop
from arxtui.library.facade import Library
from arxtui.tui import destinations
from arxtui.tui.destinations import (
    MAX_CLIPBOARD_BYTES,
    StoppedError,
    ToClipboard,
    ToFile,
    ToProgram,
    deliver,
    parse_destination,
)
from arxtui.tui.state.selection import Targets
from tests.tui.papers import paper
from tests.tui.reader import QUIET, fill, fill_usually


@pytest.fixture
def library(paths: Paths) -> Iterator[Library]:
    fill_usually(paths)
    held = Library.open(paths, QUIET)
    yield held
    held.close()


def some(*numbers: int) -> Targets:
    return Targets(tuple(paper(number).key for number in numbers))


@pytest.mark.parametrize(
    ("answer", "meant"),
    [
        ("papers.bib", ToFile(Path("papers.bib"), "bibtex")),
        ("/tmp/a b.RIS", ToFile(Path("/tmp/a b.RIS"), "ris")),
        ("~/x.md", ToFile(Path.home() / "x.md", "markdown")),
        ("~nobody-at-all.jsonl", ToFile(Path("~nobody-at-all.jsonl"), "jsonl")),
        ("odd|name.json", ToFile(Path("odd|name.json"), "csl-json")),
        (" ris ", ToClipboard("ris")),
        ("BibTeX", ToClipboard("bibtex")),
        ("md", ToClipboard("markdown")),
        ("| wc -l", ToProgram(("wc", "-l"), "bibtex")),
        ("ris | import 'a b' $HOME", ToProgram(("import", "a b", "$HOME"), "ris")),
    ],
)
def test_an_answer_names_a_file_a_form_or_a_program(answer: str, meant: object) -> None:
    assert parse_destination(answer) == meant


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("", "A file ends in .bib .ris .json .md .jsonl; bibtex,"),
        ("papers", '"papers" has no known format. A file ends in'),
        ("bibtx", '"bibtx" has no known format; did you mean bibtex? A file ends in'),
        ("papers.pdf", '"papers.pdf" has no known format'),
        ("|", "write a program after |"),
        ("| say 'it", "an unclosed quote"),
    ],
)
def test_any_other_answer_is_answered_with_the_possible_ones(answer: str, words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        parse_destination(answer)


def test_a_file_gets_the_papers_in_their_order(library: Library, tmp_path: Path) -> None:
    file = tmp_path / "papers.jsonl"
    result = deliver(library, some(3, 1, 2), ToFile(file, "jsonl"), tmp_path, Stop())
    assert (result.words, result.copy) == (f"3 papers written to {file}", "")
    assert [json.loads(line)["id"] for line in file.read_text().splitlines()] == [
        "2605.00003",
        "2605.00001",
        "2605.00002",
    ]


def test_a_program_gets_them_without_a_shell(library: Library, tmp_path: Path) -> None:
    to = parse_destination(f"| tee '{tmp_path}/it; touch $HOME'")
    result = deliver(library, some(1, 2), to, tmp_path, Stop())
    assert result.words == "2 papers sent to tee as bibtex"
    assert (tmp_path / "it; touch $HOME").read_text().count("@misc{") == 2


def test_a_program_has_no_terminal_to_draw_on(library: Library, tmp_path: Path) -> None:
    to = parse_destination(f"""| sh -c 'cat > "{tmp_path}/got"; (: > /dev/tty) 2> /dev/null && exit 7; exit 0'""")
    assert deliver(library, some(1), to, tmp_path, Stop()).words == "1 paper sent to sh as bibtex"


def test_a_program_that_fails_is_reported_with_its_own_words(library: Library, tmp_path: Path) -> None:
    to = parse_destination("| sh -c 'echo no such entry >&2; exit 3'")
    with pytest.raises(DestinationError, match="sh ended with 3: no such entry"):
        deliver(library, some(1), to, tmp_path, Stop())


def test_copied_text_is_in_a_file_too_and_replaces_the_earlier_one(library: Library, tmp_path: Path) -> None:
    for number in (1, 2):
        result = deliver(library, some(number), ToClipboard("ris"), tmp_path / "exports", Stop())
    file = tmp_path / "exports" / "clipboard.ris"
    assert result.words == f"Copied 1 paper as ris; also in {file}"
    assert result.copy == file.read_text()
    assert "2605.00002" in result.copy


def test_an_export_too_long_for_a_terminals_clipboard_is_in_a_file_alone(paths: Paths, tmp_path: Path) -> None:
    made = [paper(number, f"On the letters ö and ø, part {number} " * 12) for number in range(1, 101)]
    fill(paths, made)
    with_many = Library.open(paths, QUIET)
    keys = tuple(each.key for each in made)
    result = deliver(with_many, Targets(keys), ToClipboard("bibtex"), tmp_path, Stop())
    with_many.close()
    file = tmp_path / "clipboard.bib"
    assert (result.words, result.copy) == (f"100 papers as bibtex, too long for a terminal's clipboard: {file}", "")
    assert file.stat().st_size > MAX_CLIPBOARD_BYTES
    assert file.read_text().count("@misc{") == 100


@pytest.mark.parametrize(("room", "is_copied"), [(0, True), (1, False)])
def test_an_export_exactly_as_long_as_allowed_is_copied(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int, is_copied: bool
) -> None:
    text = deliver(library, some(1), ToClipboard("ris"), tmp_path, Stop()).copy
    monkeypatch.setattr(destinations, "MAX_CLIPBOARD_BYTES", len(text.encode()) - room)
    assert bool(deliver(library, some(1), ToClipboard("ris"), tmp_path, Stop()).copy) == is_copied


def test_who_leaves_in_the_middle_leaves_a_file_as_it_was(library: Library, tmp_path: Path) -> None:
    file, stop = tmp_path / "papers.bib", Stop()
    file.write_text("mine")
    stop.request()
    with pytest.raises(StoppedError):
        deliver(library, some(1, 2), ToFile(file, "bibtex"), tmp_path, stop)
    assert [each.name for each in tmp_path.iterdir() if each.is_file()] == ["papers.bib"]
    assert file.read_text() == "mine"


def test_papers_that_left_the_cache_are_not_counted(library: Library, tmp_path: Path) -> None:
    result = deliver(library, some(1, 999), ToFile(tmp_path / "x.md", "markdown"), tmp_path, Stop())
    assert result.words.startswith("1 paper written")
