"""Hooks of the configuration: real programs that a real refresh starts."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arxtui.cli.main import main
from arxtui.config.paths import Paths
from arxtui.library.search.counts import Arrivals
from tests.child import Child
from tests.cli.command import COMMAND, environ, run_here
from tests.sync.upstream import Upstream, entry, many, running, write_config

_RECORD = """#!{python}
import json, os, sys
told = [json.loads(line) for line in sys.stdin]
with open({file!r}, "a") as out:
    seen = [os.environ["ARXTUI_HOOK"], os.environ["ARXTUI_HOME"], os.getcwd(), sys.argv[1:], told]
    out.write(json.dumps(seen) + "\\n")
"""
_NEW = "2605.00900"
_VIEWS = {"Waiting": "is:unread", "Part": 'ti:"part 900"', "All": "", "Elsewhere": "cat:cs.PF"}


@pytest.fixture
def upstream() -> Iterator[Upstream]:
    papers = many(5) + many(2, "cs.PF", 1001)
    announced = tuple(paper.id.removesuffix("v1") for paper in papers)
    with running(Upstream(papers, announced)) as answering:
        yield answering


@pytest.fixture
def home(paths: Paths, upstream: Upstream, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home that has been refreshed once, with four views."""
    write_config(paths, upstream, "cs.DC")
    home = paths.config.parent
    assert run_here(home, "refresh").returncode == 0
    with monkeypatch.context() as context:
        context.setenv("ARXTUI_HOME", str(home))
        for name, query in _VIEWS.items():
            assert main(["views", "add", name, query]) == 0
    return home


def announce(upstream: Upstream, number: int) -> None:
    """Add a new paper to the upstream, and announce it."""
    upstream.entries.append(entry(number))
    upstream.announced = (*upstream.announced, f"2605.{number:05}")


def program(home: Path, text: str) -> None:
    file = home / "config/hook"
    file.write_text(text)
    file.chmod(file.stat().st_mode | stat.S_IXUSR)


def hooks(home: Path, **commands: list[str] | int) -> None:
    """Write the ``[hooks]`` section of the configuration."""
    lines = [f"{name} = {json.dumps(value)}" for name, value in commands.items()]
    with (home / "config/config.toml").open("a") as config:
        config.write("\n".join(["", "[hooks]", *lines, ""]))


def recorded(home: Path) -> list[list[Any]]:
    file = home / "record"
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


@pytest.fixture
def recording(home: Path) -> Path:
    """The home, with hooks that record their arguments, environment and input."""
    program(home, _RECORD.format(python=sys.executable, file=str(home / "record")))
    hooks(home, on_new_match=["./hook", "a b", "$HOME"], after_refresh=["./hook"])
    return home


def test_views_that_got_new_papers_are_reported_once(recording: Path, upstream: Upstream) -> None:
    announce(upstream, 900)
    assert run_here(recording, "refresh", "--all").returncode == 0
    (match, *_), (after, *_) = recorded(recording)
    assert (match, after) == ("on_new_match", "after_refresh")
    _, home, directory, arguments, result = recorded(recording)[0]
    assert (home, directory) == (str(recording), str(recording / "config"))
    assert arguments == ["a b", "$HOME"]
    assert [(each["view"], each["query"]) for each in result] == [
        ("Waiting", "is:unread"),
        ("Part", 'ti:"part 900"'),
        ("All", ""),
    ]
    for each in result:
        [paper] = each["papers"]
        assert (paper["id"], paper["authors"][0]["name"]) == (_NEW, "Ada Example")
    assert run_here(recording, "refresh", "--all").returncode == 0
    assert [name for name, *_ in recorded(recording)] == ["on_new_match", "after_refresh", "after_refresh"]


def test_the_library_is_not_written_by_a_refresh_that_looks_for_matches(recording: Path, upstream: Upstream) -> None:
    before = (recording / "data/library.db").read_bytes()
    announce(upstream, 900)
    assert run_here(recording, "refresh", "--all").returncode == 0
    assert recorded(recording)
    assert (recording / "data/library.db").read_bytes() == before


def test_the_summary_is_the_end_of_each_target_and_of_the_refresh(recording: Path) -> None:
    assert run_here(recording, "refresh", "--all").returncode == 0
    [(name, _, _, arguments, [result])] = recorded(recording)
    assert (name, arguments) == ("after_refresh", [])
    assert (result["finished"]["kind"], result["finished"]["exit_code"]) == ("finished", 0)
    assert "arxiv.feed" in {target["source"] for target in result["targets"]}
    assert {target["kind"] for target in result["targets"]} == {"done"}


def test_where_nothing_was_due_nothing_is_set_off(recording: Path) -> None:
    assert run_here(recording, "refresh", "--all").returncode == 0
    assert run_here(recording, "refresh").returncode == 0
    assert len(recorded(recording)) == 1


def test_a_refresh_that_a_hook_starts_sets_off_nothing(recording: Path) -> None:
    assert run_here(recording, "refresh", "--all", env={"ARXTUI_HOOK": "after_refresh"}).returncode == 0
    assert recorded(recording) == []


def test_papers_of_a_refresh_that_was_killed_are_reported_by_the_next(recording: Path, upstream: Upstream) -> None:
    announce(upstream, 900)
    run_here(recording, "refresh", "--all", env={"ARXTUI_HOOK": "as if it were stopped before its hooks"})
    announce(upstream, 901)
    assert run_here(recording, "refresh", "--all").returncode == 0
    result = {each["view"]: [paper["id"] for paper in each["papers"]] for each in recorded(recording)[0][4]}
    assert result["All"] == ["2605.00901", _NEW]


def test_papers_that_the_index_lacks_are_reported_by_the_next_refresh(
    recording: Path, upstream: Upstream, monkeypatch: pytest.MonkeyPatch
) -> None:
    announce(upstream, 900)
    with monkeypatch.context() as context:
        context.setattr(Arrivals, "index_lag", lambda _: "1 paper behind")
        assert run_here(recording, "refresh", "--all").returncode == 0
    assert run_here(recording, "refresh", "--all").returncode == 0
    assert [name for name, *_ in recorded(recording)] == ["after_refresh", "on_new_match", "after_refresh"]


def test_a_refresh_that_is_stopped_starts_no_further_hook(home: Path, upstream: Upstream) -> None:
    program(home, f"#!/bin/sh\necho $ARXTUI_HOOK >> {home}/begun\nkill -TERM $PPID\nsleep 1000\n")
    hooks(home, on_new_match=["./hook"], after_refresh=["./hook"], time_limit_seconds=1000)
    announce(upstream, 900)
    done = subprocess.run([*COMMAND, "refresh", "--all"], env=environ(home), capture_output=True, timeout=100)
    assert (done.returncode, (home / "begun").read_text()) == (0, "on_new_match\n")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("#!/bin/sh\necho oh no >&2\nexit 3\n", "./hook exited with status 3; its output is in the log"),
        ("#!/bin/sh\nkill -9 $$\n", "./hook was killed by signal 9"),
        ("#!/no/such/interpreter\n", "./hook cannot be started: No such file or directory"),
        ("oh no", "./hook cannot be started: Exec format error"),
    ],
    ids=["fails", "dies", "interpreter", "rubbish"],
)
def test_a_hook_that_fails_is_a_line_and_nothing_more(home: Path, text: str, words: str) -> None:
    program(home, text)
    hooks(home, after_refresh=["./hook"])
    said = run_here(home, "refresh", "--all", "--quiet")
    assert (said.returncode, said.stdout, said.stderr) == (0, "", f"hook after_refresh: {words}\n")
    log = (home / "state/arxtui.log").read_text()
    assert words in log
    assert ("oh no" in log) == ("echo" in text)


def test_a_hook_that_hangs_is_ended_with_all_that_it_started(home: Path) -> None:
    program(home, f"#!/bin/sh\nsleep 1000 &\necho $! $$ > {home}/pids\nwait\n")
    hooks(home, after_refresh=["./hook"], time_limit_seconds=1)
    said = run_here(home, "refresh", "--all", "--quiet")
    assert (said.returncode, said.stderr) == (0, "hook after_refresh: ./hook was stopped after 1 seconds\n")
    for pid in (home / "pids").read_text().split():
        assert not Path(f"/proc/{pid}/cmdline").exists() or not Path(f"/proc/{pid}/cmdline").read_bytes()


def test_the_output_of_a_hook_goes_to_the_log_shortened_and_is_not_printed(home: Path) -> None:
    program(home, f"#!{sys.executable}\nimport sys\nsys.stdout.write('\\x1b[31mred ' + 'x' * 1_000_000)\n")
    hooks(home, after_refresh=["./hook"])
    said = run_here(home, "refresh", "--all")
    assert said.returncode == 0
    assert "hook" not in said.stdout + said.stderr
    log = (home / "state/arxtui.log").read_text()
    assert "red xxx" in log
    assert 9_000 < log.count("x" * 10) * 10 < 20_000


def test_a_hook_that_reads_nothing_is_no_fault(home: Path) -> None:
    hooks(home, after_refresh=["true"], on_new_match=["true"])
    said = run_here(home, "refresh", "--all", "--quiet")
    assert (said.returncode, said.stderr) == (0, "")


def test_a_program_is_found_under_the_users_home(home: Path, tmp_path: Path) -> None:
    hooks(home, after_refresh=["~/nothing-here"])
    said = run_here(home, "refresh", "--all", "--quiet", env={"HOME": str(tmp_path)})
    words = f"{tmp_path}/nothing-here cannot be started: No such file or directory"
    assert (said.returncode, said.stderr) == (0, f"hook after_refresh: {words}\n")


def test_the_hook_of_a_refresh_with_events_is_a_note_after_its_end(home: Path) -> None:
    hooks(home, after_refresh=["false"])
    said = run_here(home, "refresh", "--all", "--events")
    *_, finished, note = (json.loads(line) for line in said.stdout.splitlines())
    assert (finished["kind"], finished["exit_code"], said.returncode) == ("finished", 0, 0)
    assert note == {
        "kind": "note",
        "source": "hook",
        "target": "after_refresh",
        "reason": "false exited with status 1; its output is in the log",
    }


def test_to_stop_ends_the_hook_and_the_refresh_at_once(home: Path) -> None:
    os.mkfifo(home / "begun")
    program(home, f"#!/bin/sh\necho begun > {home}/begun\nsleep 1000\n")
    hooks(home, after_refresh=["./hook"], time_limit_seconds=1000)
    command = [*COMMAND, "refresh", "--all"]
    with Child(command, env=environ(home), stderr=subprocess.PIPE, text=True) as child:
        assert (home / "begun").read_text() == "begun\n"
        child.terminate()
        _, words = child.communicate(timeout=100)
    assert child.returncode == 0
    assert words.endswith("hook after_refresh: ./hook was stopped with the refresh\n")
