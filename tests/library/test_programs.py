"""Programs of the user: everything that they print reaches the reader."""

from __future__ import annotations

import os
import selectors
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import ClassVar

import pytest

from arxtui.config.settings import ArxivSettings
from arxtui.library.destinations import Stop, end_group
from arxtui.library.paper_fields import fields_of, filled_in, variables
from arxtui.library.papers.links import Addresses
from arxtui.library.programs import Program, run_program
from arxtui.model.paper import Author, Paper
from arxtui.model.views import Record
from tests.terminal.screen import wait_until


class LateSelector(selectors.DefaultSelector):
    """A selector whose first look comes back empty: it lets the program run, through a pipe, and waits for its end."""

    start: ClassVar[Path]
    has_looked = False

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if not self.has_looked:
            self.has_looked = True
            self.start.open("w").close()
            with suppress(ChildProcessError):  # it has ended and was waited for
                os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT)
            return []
        return super().select(timeout)


@pytest.mark.skipif(not hasattr(os, "waitid"), reason="waits for the end of a process without reaping it")
def test_output_printed_just_before_a_program_ends_is_not_lost(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    start = tmp_path / "start"
    os.mkfifo(start)
    monkeypatch.setattr(LateSelector, "start", start, raising=False)
    monkeypatch.setattr(selectors, "DefaultSelector", LateSelector)
    output: list[bytes] = []
    command = (sys.executable, "-c", "import sys; open(sys.argv[1]).read(); print('12 papers')", str(start))
    program = Program(command, os.environ, "count")
    run_program(program, (), output.append, Stop())
    assert b"".join(output) == b"12 papers\n"


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes through /proc")
def test_a_stop_ends_child_processes_that_an_ended_program_left_running() -> None:
    output: list[bytes] = []
    stop = Stop()
    program = Program(("sh", "-c", "sleep 600 & echo $!"), os.environ, "leaver")
    run_program(program, (), output.append, stop)
    child = int(b"".join(output))
    assert (_runs(child), stop.has_left) == (True, True)
    stop.request()
    wait_until(lambda: not _runs(child), "the end of the child")


def test_a_program_that_leaves_nothing_has_nothing_to_end() -> None:
    stop = Stop()
    run_program(Program(("true",), os.environ, "true"), (), lambda _: None, stop)
    assert not stop.has_left


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_a_value_that_no_program_could_be_started_with_is_cut() -> None:
    authors = tuple(Author(f"Björn Måns {number}") for number in range(20_000))
    paper = Paper("2605.00001", "Long " * 50_000, authors=authors)
    fields = fields_of(Record(paper.key, paper, paper.title), Addresses.of(ArxivSettings()))
    assert all(len(value.encode()) < 40_000 for value in fields.values())
    assert fields["title"].endswith("…")
    output: list[bytes] = []
    command = filled_in((sys.executable, "-c", "import sys; print(sys.argv[1][:7])", "{authors}"), [fields])
    run_program(Program(command, {**os.environ, **variables(fields, 1)}, "names"), (), output.append, Stop())
    assert b"".join(output) == "Björn M\n".encode()


def test_a_group_is_ended_though_its_leader_has_ended_and_nobody_waited_for_it() -> None:
    command = ["sh", "-c", "sleep 60 & echo $!"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True) as leader:
        assert leader.stdout is not None
        left = Path("/proc", leader.stdout.readline().decode().strip(), "stat")
        os.waitid(os.P_PID, leader.pid, os.WEXITED | os.WNOWAIT)
        assert left.exists()
        end_group(leader)
        wait_until(lambda: not left.exists() or ") Z " in left.read_text(), "the end of what was left running")
