"""Hook programs: their input, working directory, time limit, and the messages about them."""

from __future__ import annotations

import logging
import threading
from pathlib import Path

import pytest

from arxtui.sync.refresh.hooks import run_hook


def _run(
    directory: Path, script: str, *expected: str, seconds: float = 30.0, stop: threading.Event | None = None
) -> str:
    return run_hook(
        "after_refresh",
        ("/bin/sh", "-c", script),
        expected,
        seconds=seconds,
        directory=directory,
        environ={"PATH": "/bin:/usr/bin", "HOME": "/"},
        stop=stop or threading.Event(),
    )


def test_a_hook_gets_its_lines_its_name_and_its_folder(tmp_path: Path) -> None:
    assert _run(tmp_path, 'cat > told; echo "$ARXTUI_HOOK" >> told', "one", "zwei ß") == ""
    assert (tmp_path / "told").read_text() == "one\nzwei ß\nafter_refresh\n"


def test_the_output_of_a_hook_goes_to_the_log_up_to_a_length(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    assert _run(tmp_path, "echo words; echo more >&2") == ""
    assert caplog.messages == ["hook after_refresh: done\nwords\nmore"]
    assert _run(tmp_path, "head -c 100000 /dev/zero | tr '\\0' x") == ""
    assert len(caplog.messages[1]) == len("hook after_refresh: done\n") + 10_000


@pytest.mark.parametrize(
    ("script", "fault"),
    [
        ("exit 3", "/bin/sh exited with status 3; its output is in the log"),
        ("kill -9 $$", "/bin/sh was killed by signal 9"),
    ],
)
def test_a_hook_that_fails_is_reported_and_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, script: str, fault: str
) -> None:
    assert _run(tmp_path, f"echo why; {script}") == fault
    assert [(each.levelno, each.message) for each in caplog.records] == [
        (logging.WARNING, f"hook after_refresh: {fault}\nwhy")
    ]


def test_a_hook_that_takes_too_long_is_ended_with_all_that_it_started(tmp_path: Path) -> None:
    fault = _run(tmp_path, "mkfifo wait; cat wait & cat wait", seconds=0.1)
    assert fault == "/bin/sh was stopped after 0.1 seconds"


def test_a_hook_ends_with_the_refresh(tmp_path: Path) -> None:
    stop = threading.Event()
    stop.set()
    assert _run(tmp_path, "mkfifo wait; cat wait", stop=stop) == "/bin/sh was stopped with the refresh"


def test_child_processes_that_a_hook_leaves_behind_are_not_waited_for(tmp_path: Path) -> None:
    assert _run(tmp_path, "mkfifo wait; (cat wait) & exit 0") == ""
    (reader,) = (each for each in threading.enumerate() if each.name == "hook")
    (tmp_path / "wait").write_text("over")
    assert reader.daemon, "it would keep the program from ending"


@pytest.mark.parametrize(
    ("command", "reason"), [("/nowhere/hook", "No such file or directory"), ("/bin/\0sh", "embedded null byte")]
)
def test_a_hook_that_cannot_be_started_is_reported(tmp_path: Path, command: str, reason: str) -> None:
    result = run_hook("on_new_match", (command,), (), seconds=1, directory=tmp_path, environ={}, stop=threading.Event())
    assert result == f"{command} cannot be started: {reason}"


def test_the_home_in_the_name_of_a_program_is_the_users(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/bin")
    result = run_hook("x", ("~/true",), (), seconds=30, directory=tmp_path, environ={}, stop=threading.Event())
    assert result == ""
