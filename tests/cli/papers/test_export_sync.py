"""Files that are synchronized with queries, whatever command changes their content."""

from __future__ import annotations

import fcntl
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from arxtui.cli.papers.export import sync_after_refresh
from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.model.events import Event, EventKind
from arxtui.sync.refresh.arrivals import ArrivalMark
from arxtui.sync.worker.process import FinishedPass
from tests.child import Child
from tests.cli.command import COMMAND, PAPERS, environ, run_here, write_papers
from tests.cli.conftest import Call
from tests.sync.upstream import Upstream, entry, running, write_config


@pytest.fixture
def thesis(filled: Path, tmp_path: Path) -> Path:
    """The file that the settings synchronize with a tag."""
    file = tmp_path / "thesis.bib"
    (filled / "config/config.toml").write_text(f'[[export.sync]]\nfile = "{file}"\nquery = "tag:thesis"\n')
    return file


def entries(file: Path) -> list[str]:
    lines = file.read_text(encoding="utf-8").splitlines()
    return [line.split("{")[1].rstrip(",") for line in lines if line.startswith("@")]


def test_every_act_that_changes_it_writes_it(thesis: Path, call: Call) -> None:
    assert call("mark", "2605.01234", "--tag", "thesis").err == ""
    assert thesis.read_text().startswith("% Written by arxtui from the query tag:thesis. ")
    assert entries(thesis) == ["example2026bounded"]
    call("mark", "2605.00999", "--tag", "thesis/related")
    assert entries(thesis) == ["example2026bounded", "example2026gradient"]
    call("mark", "2605.01234", "--untag", "thesis")
    assert entries(thesis) == ["example2026gradient"]
    call("undo")
    assert entries(thesis) == ["example2026bounded", "example2026gradient"]


def test_an_act_that_does_not_change_it_leaves_it_alone(thesis: Path, call: Call) -> None:
    call("mark", "2605.01234", "--tag", "thesis")
    before = thesis.stat()
    call("mark", "2605.01111", "--star")
    call("list")

    after = thesis.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_list_and_export_do_not_write_a_synchronized_file(thesis: Path, call: Call) -> None:
    call("list")
    call("export", "--all", "--format", "bibtex")

    assert not thesis.exists()


def test_on_request_it_is_written_and_shown(thesis: Path, call: Call) -> None:
    assert call("export", "--sync") == (0, "", f"{thesis}: 0 papers, written\n")
    call("mark", "2605.01234", "--tag", "thesis")
    assert call("export", "--sync") == (0, "", f"{thesis}: 1 paper, unchanged\n")
    thesis.unlink()
    assert call("export", "--sync") == (0, "", f"{thesis}: 1 paper, written\n")
    assert call("export", "--sync", "--format", "ris").code == 2


def test_without_any_file_it_says_how_to_name_one(filled: Path, call: Call) -> None:
    said = call("export", "--sync")
    assert said.code == 0
    assert "add [[export.sync]] tables to the settings" in said.err


def test_a_citation_key_that_was_given_stays_when_the_paper_changes(thesis: Path, call: Call, tmp_path: Path) -> None:
    call("mark", "2605.01111", "--tag", "thesis")
    assert entries(thesis) == ["prova2026cheap"]
    changed = {**PAPERS[1], "version": 2, "title": "Dear Snapshots", "updated": "2026-06-01T00:00:00Z"}
    assert call("import", str(write_papers(tmp_path / "changed.jsonl", [changed]))).code == 0
    call("export", "--sync")

    assert "Dear Snapshots" in thesis.read_text()
    assert entries(thesis) == ["prova2026cheap"]


def test_a_citation_key_changed_by_hand_stays(thesis: Path, call: Call) -> None:
    call("mark", "2605.01111", "2605.01234", "--tag", "thesis")
    thesis.write_text(thesis.read_text().replace("{prova2026cheap,", "{mine,"))
    call("mark", "2605.00999", "--tag", "thesis")

    assert entries(thesis) == ["example2026bounded", "mine", "example2026gradient"]


def test_a_file_that_another_wrote_is_not_touched(thesis: Path, call: Call) -> None:
    thesis.write_text("@misc{mine,\n  title = {Mine},\n}\n")
    said = call("mark", "2605.01234", "--tag", "thesis")

    assert (said.code, thesis.read_text()) == (0, "@misc{mine,\n  title = {Mine},\n}\n")
    assert said.err == f"{thesis} was not updated: it was not written by arxtui and is left unchanged\n"
    assert call("export", "--sync").code == 1


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("cat:", "its query is invalid: "),
        ("tag:thesis sort:nonsense", "its query is invalid: "),
    ],
)
def test_a_query_with_a_fault_writes_nothing(thesis: Path, filled: Path, call: Call, query: str, words: str) -> None:
    config = filled / "config/config.toml"
    config.write_text(config.read_text().replace("tag:thesis", query))
    said = call("export", "--sync")

    assert (said.code, thesis.exists()) == (1, False)
    assert said.err.startswith(f"{thesis} was not updated: {words}")


def test_a_file_that_cannot_be_written_is_reported_and_the_act_is_done(thesis: Path, filled: Path, call: Call) -> None:
    config = filled / "config/config.toml"
    config.write_text(config.read_text().replace("thesis.bib", "missing/thesis.bib"))
    said = call("mark", "2605.01234", "--tag", "thesis")

    assert (said.code, said.out) == (0, "1 paper tagged thesis\n")
    assert "missing/thesis.bib cannot be written: No such file or directory" in said.err
    assert "2605.01234" in call("list", "tag:thesis").out


def test_markdown_is_kept_in_step_too(thesis: Path, filled: Path, call: Call) -> None:
    config = filled / "config/config.toml"
    config.write_text(config.read_text().replace("thesis.bib", "thesis.md"))
    call("mark", "2605.01234", "--tag", "thesis")
    call("mark", "2605.00999", "--tag", "thesis")

    text = thesis.with_suffix(".md").read_text(encoding="utf-8")
    assert text.startswith("<!-- Written by arxtui from the query tag:thesis. ")
    assert text.count("\n- [") == 2


def test_processes_take_turns(thesis: Path, filled: Path, call: Call) -> None:
    """The process that read the library first must not overwrite the file of a later process."""
    call("export", "--sync")
    with (filled / "state/exports.lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with Child(
            [*COMMAND, "mark", "2605.01234", "--tag", "thesis"], env=environ(filled), stdout=subprocess.PIPE, text=True
        ) as waiting:
            assert waiting.stdout
            assert waiting.stdout.readline() == "1 paper tagged thesis\n"
            assert entries(thesis) == []
            fcntl.flock(lock, fcntl.LOCK_UN)
    assert waiting.returncode == 0
    assert entries(thesis) == ["example2026bounded"]
    assert not list(thesis.parent.glob(".*.part"))


def test_a_refresh_writes_new_papers_to_a_synchronized_file_but_leaves_a_foreign_one_unchanged(
    paths: Paths, tmp_path: Path
) -> None:
    file, home = tmp_path / "all.bib", paths.config.parent
    with running(Upstream()) as upstream:
        write_config(paths, upstream, "cs.DC")
        with paths.config_file.open("a") as config:
            config.write(f'[[export.sync]]\nfile = "{file}"\nquery = "cat:cs.DC"\n')
        assert run_here(home, "refresh").returncode == 0
        assert run_here(home, "export", "--sync").returncode == 0
        assert "{2605.00900}" not in file.read_text()
        upstream.entries.append(entry(900))
        upstream.announced = (*upstream.announced, "2605.00900")
        said = run_here(home, "refresh", "--all")
        assert (said.returncode, "export" in said.stderr) == (0, False)
        assert "  eprint = {2605.00900},\n" in file.read_text()
        file.write_text("mine")
        said = run_here(home, "refresh", "--all")

    assert (said.returncode, file.read_text()) == (0, "mine")
    assert f"export: {file}: it was not written by arxtui and is left unchanged" in said.stderr


def test_files_that_a_refresh_cannot_read_papers_for_are_reported_and_no_failure(home: Path, call: Call) -> None:
    paths = Paths.under(home)
    received: list[Event] = []
    passed = FinishedPass(Settings(), ArrivalMark(0, datetime.now(UTC)), ())
    sync_after_refresh(paths, passed, received.append)
    assert received == []
    call("list")
    paths.library_db.write_bytes(b"no database" * 99)
    sync_after_refresh(paths, passed, received.append)
    [note] = received
    assert (note.kind, note.source) == (EventKind.NOTE, "export")
    assert "library.db" in (note.reason or "")
