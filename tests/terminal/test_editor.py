"""A note is written in the user's own editor, which gets the terminal and gives it back."""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.library.facade import Library
from tests.builders import paper_json
from tests.terminal.preloaded import open_reader
from tests.terminal.screen import Terminal

Fill = Callable[[Sequence[dict[str, Any]]], None]


@pytest.fixture
def one_paper(fill: Fill) -> None:
    fill([paper_json(1, "Made-up paper on queues")])


@pytest.fixture
def environ_with(environ: dict[str, str], tmp_path: Path) -> Callable[[str], dict[str, str]]:
    """Return a function that makes an environment whose editor is a shell script; ``$1`` is the file. Called again, it
    replaces the script."""

    def environ_with(script: str) -> dict[str, str]:
        made = tmp_path / "editor"
        made.write_text(f"#!/bin/sh\n{script}\n")
        made.chmod(0o755)
        return {**environ, "VISUAL": str(made), "EDITOR": "false"}

    return environ_with


def note(paths: Paths) -> str | None:
    library = Library.open(paths, Settings())
    try:
        (key,) = library.search.listing("").keys
        return library.papers.rows([key])[0].marks.note
    finally:
        library.close()


def drafts(paths: Paths) -> list[Path]:
    return sorted((paths.state / "notes").glob("*"))


@contextmanager
def editing(environ: dict[str, str]) -> Iterator[Terminal]:
    """Open the reader and start the editor for the note of its paper; the reader is quit at the end."""
    with open_reader(environ) as reader:
        reader.shows("1/1")
        reader.send("N")
        yield reader
        reader.send("q")
        assert reader.ended() == 0


def test_the_editor_has_the_terminal_and_its_text_is_saved_as_the_note(
    paths: Paths, one_paper: None, environ_with: Callable[[str], dict[str, str]]
) -> None:
    script = 'stat -c %a "$1"; echo "type the note"; read -r line; printf "%s\\nsecond\\n" "$line" > "$1"'
    with editing(environ_with(script)) as reader:
        reader.shows("type the note")
        assert "600" in reader.text
        reader.send("from outside\r")
        reader.shows("Note saved · u undoes")
        reader.shows("from outside")
        assert note(paths) == "from outside\nsecond"
        assert drafts(paths) == []
        reader.send("u")
        reader.shows("Undone: note saved")
        assert note(paths) is None
        # Ctrl+C in the editor is for the editor
        environ_with('trap "echo interrupted" INT; echo "type it"; until read -r line; do :; done; echo "$line" > "$1"')
        reader.send("N")
        reader.shows("type it")
        reader.send("\x03")
        reader.shows("interrupted")
        reader.send("from outside\r")
        reader.shows("Note saved · u undoes")
    assert note(paths) == "from outside"


def test_an_editor_that_is_ended_or_writes_nothing_leaves_the_reader_and_the_note_as_they_were(
    paths: Paths, one_paper: None, environ_with: Callable[[str], dict[str, str]]
) -> None:
    waits = 'ulimit -c 0; echo "type the note"; read -r line; echo "$line" > "$1"'
    with editing(environ_with(waits)) as reader:
        for key, number, next_script in (("\x03", 2, waits), ("\x1c", 3, "exit 1")):
            reader.shows("type the note")
            reader.send(key)
            reader.shows(f"editor was killed by signal {number}: the note is unchanged")
            assert (note(paths), drafts(paths)) == (None, []), number
            environ_with(next_script)
            reader.send("N")
        reader.shows("editor ended with 1: the note is unchanged")
        assert (note(paths), drafts(paths)) == (None, [])
        environ_with('printf "\\377\\376" > "$1"')
        reader.send("N")
        reader.shows("it is not UTF-8")
    assert note(paths) is None
    assert [draft.read_bytes() for draft in drafts(paths)] == [b"\xff\xfe"]


def test_an_editor_that_fails_leaves_the_note_as_it_was_and_its_text_is_a_draft(
    paths: Paths, one_paper: None, environ_with: Callable[[str], dict[str, str]]
) -> None:
    with editing(environ_with('echo "half" > "$1"; exit 3')) as reader:
        reader.shows("editor ended with 3: the note is unchanged")
        assert note(paths) is None
        (draft,) = drafts(paths)
        assert draft.read_text() == "half\n"
        assert stat.S_IMODE(draft.stat().st_mode) == 0o600
        reader.send("n")
        reader.shows("This is a draft that was not saved")
        reader.send("\x13")
        reader.shows("Note saved")
    assert note(paths) == "half"
    assert drafts(paths) == []


def test_an_editor_that_is_not_there_is_reported(paths: Paths, one_paper: None, environ: dict[str, str]) -> None:
    with editing({**environ, "VISUAL": "no-such-editor --wait"}) as reader:
        reader.shows("no-such-editor cannot be started")


def test_without_a_named_editor_one_on_the_path_is_used_and_named(
    paths: Paths, one_paper: None, environ: dict[str, str], tmp_path: Path
) -> None:
    programs = tmp_path / "programs"
    programs.mkdir()
    for name, script in (("sensible-editor", 'touch "$HOME/.selected_editor"'), ("vi", 'echo "from vi" > "$1"')):
        (programs / name).write_text(f"#!/bin/sh\nPATH=/usr/bin:/bin\n{script}\n")
        (programs / name).chmod(0o755)
    unnamed = {name: value for name, value in environ.items() if name not in ("VISUAL", "EDITOR")}
    with editing({**unnamed, "PATH": str(programs), "HOME": str(tmp_path)}) as reader:
        reader.shows("Note saved · u undoes · vi as EDITOR is not set")
    assert note(paths) == "from vi"
    assert not (tmp_path / ".selected_editor").exists()


def test_without_any_editor_the_note_is_written_inside(
    paths: Paths, one_paper: None, environ: dict[str, str], tmp_path: Path
) -> None:
    unnamed = {name: value for name, value in environ.items() if name not in ("VISUAL", "EDITOR")}
    with editing({**unnamed, "PATH": str(tmp_path / "nothing")}) as reader:
        reader.shows("No editor was found (set VISUAL or EDITOR), so the note is written here")
        reader.send("inside\x1b")
        reader.shows("Note saved · u undoes")
    assert note(paths) == "inside"
