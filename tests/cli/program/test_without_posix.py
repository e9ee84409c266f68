"""On a system that is not POSIX, commands that need no locks, terminal or signals work, and the others report that they
cannot.

The tests do not run on Windows: they remove the modules and functions that Python lacks there.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import environ, write_papers

_AS_ON_WINDOWS = """
import os, shutil, signal, sys
for name in ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"):
    sys.modules[name] = None
for name in (
    "O_CLOEXEC", "ST_RDONLY", "fchmod", "fork", "getpriority", "getuid", "killpg", "mkfifo", "posix_spawnp", "pread",
    "pwrite", "sched_getaffinity", "setpriority", "statvfs",
):
    delattr(os, name) if hasattr(os, name) else None
for name in ("SIGCONT", "SIGHUP", "SIGPIPE", "SIGQUIT", "SIGTSTP"):
    delattr(signal, name)
from arxtui.__main__ import main
raise SystemExit(main())
"""


def on_windows(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", _AS_ON_WINDOWS, *arguments],
        env=environ(home),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=100,
    )


def test_papers_are_imported_found_marked_and_exported(home: Path, tmp_path: Path) -> None:
    file = write_papers(tmp_path / "papers.jsonl")
    for arguments, printed in (
        (("import", str(file)), "4 papers"),
        (("list",), "Old Strings"),
        (("list", "gossip"), "Gradient Gossip"),
        (("list", "/Stri/"), "Old Strings"),
        (("show", "2605.01234"), "Ada Example"),
        (("mark", "2605.01234", "--star", "--tag", "thesis"), ""),
        (("tags",), "thesis"),
        (("undo",), ""),
        (("export", "cat:cs.DC", "--format", "bibtex"), "@misc{"),
        (("export", "cat:cs.DC", "--output", str(tmp_path / "dc.bib")), ""),
        (("views", "add", "queues", "ti:queues"), ""),
        (("config", "init"), ""),
        (("config", "check"), ""),
        (("stats",), "papers"),
        (("backup", str(tmp_path / "backup.zip")), ""),
        (("help", "list"), "usage: arxtui list"),
    ):
        done = on_windows(home, *arguments)
        assert (done.returncode, printed in done.stdout + done.stderr) == (0, True), (arguments, done)
    assert (tmp_path / "dc.bib").read_text().count("@misc{") == 3
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(".")) == []


@pytest.mark.parametrize("arguments", [(), ("demo",), ("refresh",), ("harvest", "--set", "cs"), ("service", "status")])
def test_what_cannot_work_says_so(home: Path, arguments: tuple[str, ...]) -> None:
    done = on_windows(home, *arguments)
    assert done.returncode == 1
    assert "arxtui: this command needs a POSIX system (Linux or macOS). On Windows, install arxtui in" in done.stderr
    assert "Traceback" not in done.stderr
