"""On a system that is not POSIX, commands that need no locks, terminal or signals work, and the others report that they
cannot.

The tests do not run on Windows: they remove the modules and functions that Python lacks there.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.cli.command import environ, write_papers
from tests.cli.conftest import Said

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
import contextlib, io, json
from arxtui.__main__ import main
done = []
for arguments in json.loads(sys.argv[1]):
    sys.argv[1:] = arguments
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        code = main()
    done.append((code, out.getvalue(), err.getvalue()))
print(json.dumps(done))
"""


def on_windows(home: Path, *lines: tuple[str, ...]) -> Iterator[Said]:
    """Run command lines, one after the other in one process, and yield the result of each."""
    done = subprocess.run(
        [sys.executable, "-c", _AS_ON_WINDOWS, json.dumps(lines)],
        env=environ(home),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return (Said(*each) for each in json.loads(done.stdout))


def test_papers_are_imported_found_marked_and_exported(home: Path, tmp_path: Path) -> None:
    file = write_papers(tmp_path / "papers.jsonl")
    commands: tuple[tuple[tuple[str, ...], str], ...] = (
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
    )
    results = on_windows(home, *(arguments for arguments, _ in commands))
    for (arguments, printed), said in zip(commands, results, strict=True):
        assert (said.code, printed in said.out + said.err) == (0, True), (arguments, said)
    assert (tmp_path / "dc.bib").read_text().count("@misc{") == 3
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(".")) == []


def test_commands_that_need_posix_say_so_without_a_traceback(home: Path) -> None:
    lines: tuple[tuple[str, ...], ...] = (
        (),
        ("demo",),
        ("refresh",),
        ("harvest", "--set", "cs"),
        ("service", "status"),
    )
    needs = "arxtui: this command needs a POSIX system (Linux or macOS). On Windows, install arxtui in"
    for arguments, said in zip(lines, on_windows(home, *lines), strict=True):
        assert (said.code, needs in said.err, "Traceback" in said.err) == (1, True, False), (arguments, said)
