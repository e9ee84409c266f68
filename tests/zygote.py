"""Run work in forks of a process that has already imported everything: a fork starts in milliseconds and can be killed
anywhere.

A fork is killed (SIGKILL) just before one of its changes of file names, just before one of its system calls that write,
or after some time. The second needs Linux, where a process can count the system calls of another (ptrace). Run as a
program, this module is that parent process: it reads one request a line from standard input and answers each.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Self

_ROOT = Path(__file__).resolve().parents[1]
_CHANGES = ("os.rename", "os.link", "os.remove", "os.rmdir", "os.mkdir", "os.symlink")
_STANDARD = (0, 1, 2)


@dataclass(frozen=True)
class Kill:
    """Where a fork is killed; the default is never.

    ``change``: before this change of file names, counted from 1 (opening a file for writing counts). ``write``: before
    this system call that writes, counted from 1. ``seconds``: after this time.
    """

    change: int = 0
    write: int = 0
    seconds: float | None = None


NOWHERE = Kill()


@dataclass(frozen=True)
class Done:
    """The result of a fork: its exit status (-9 if it was killed), its number of writing system calls if they were
    counted, and its output."""

    status: int
    writes: int
    said: str

    @property
    def killed(self) -> bool:
        """Whether the fork reached the place where it was to be killed."""
        return self.status == -signal.SIGKILL


class Zygote:
    """A context manager that starts and ends the parent process of the forks. ``preparation`` is Python code that
    imports what the work needs; ``root`` is the checkout to import it from, and the current folder of the work."""

    def __init__(self, preparation: str, root: Path = _ROOT) -> None:
        self._folder = TemporaryDirectory()
        self._said = Path(self._folder.name, "said")
        self._process = subprocess.Popen(
            [sys.executable, "-B", "-m", "tests.zygote", preparation],
            cwd=root,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(
        self,
        work: str,
        *arguments: str | Path,
        kill: Kill = NOWHERE,
        environ: Mapping[str, str] | None = None,
        counted: bool = False,
    ) -> Done:
        """Run the Python code ``work`` in a fork, with ``arguments`` in ``sys.argv[1:]``; ``counted`` counts its
        writes."""
        asked = {
            "work": work,
            "arguments": list(map(str, arguments)),
            "environ": dict(environ or {}),
            "kill": vars(kill),
            "counted": counted or kill.write > 0,
            "said": str(self._said),
        }
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{json.dumps(asked)}\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, "the zygote has ended"
        told = json.loads(answer)
        return Done(told["status"], told["writes"], self._said.read_text("utf-8", "replace"))

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()
        self._folder.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def main() -> None:
    """Run the preparation, then run each request until standard input ends."""
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(sys.argv[1], names)
    for line in sys.stdin:
        asked = json.loads(line)
        status, writes = _fork(asked, names)
        sys.stdout.write(json.dumps({"status": status, "writes": writes}) + "\n")
        sys.stdout.flush()


def _fork(asked: Mapping[str, Any], names: dict[str, Any]) -> tuple[int, int]:
    ends, held = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(ends)
        _work(asked, names)
    os.close(held)
    try:
        if asked["counted"]:
            from tests.traced import follow

            return follow(child, asked["kill"]["write"])
        seconds = asked["kill"]["seconds"]
        if seconds is not None and not select.select([ends], [], [], seconds)[0]:
            os.kill(child, signal.SIGKILL)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0
    finally:
        os.close(ends)


def _work(asked: Mapping[str, Any], names: dict[str, Any]) -> None:
    """Run the work in the fork, and exit whatever it raises."""
    code = 1
    try:
        _stand_alone(asked["said"])
        sys.argv[1:] = asked["arguments"]
        os.environ.update(asked["environ"])
        work = compile(asked["work"], "work", "exec")
        if asked["counted"]:
            from tests.traced import be_followed

            be_followed()
        if asked["kill"]["change"]:
            _die_before(asked["kill"]["change"])
        exec(work, names)
        code = 0
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(code)


def _stand_alone(said: str) -> None:
    """Redirect standard input to /dev/null, and standard output and standard error to the file ``said``."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    file = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    for standard, descriptor in zip(_STANDARD, (nothing, file, file), strict=True):
        os.dup2(descriptor, standard)
    os.close(nothing)
    os.close(file)


def _die_before(change: int) -> None:
    left = change

    def hook(event: str, values: Sequence[Any]) -> None:
        nonlocal left
        opens = event == "open" and isinstance(values[2], int) and values[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        if opens or event in _CHANGES:
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(hook)


if __name__ == "__main__":
    main()
