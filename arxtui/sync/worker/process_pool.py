"""A pool of child processes, one per core, at low priority, which end with their parent.

``python -m arxtui.sync.worker.process_pool`` is such a child. It reads pickled (function, arguments, keyword arguments)
from standard input, which only this program writes, and writes each result to standard output. It exits at the end of
its input.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, ParamSpec, TypeVar

from arxtui.collection import RARE
from arxtui.sync.errors import PoolProcessLost

NICENESS = 10
"""The nice value of the children, so that the reader on the screen has priority."""
_MOST_PROCESSES = 6
"""The most processes: the writer of their results cannot keep up with more."""
LOCAL_SECONDS = 0.1
"""Seconds of work that this process does itself first: a child takes as long to start."""
_Arguments = ParamSpec("_Arguments")
_Answer = TypeVar("_Answer")


class ProcessPool:
    """Runs module-level functions in child processes; for use by one thread. The first calls run in this process, so
    that little work starts no child."""

    def __init__(self, count: int | None = None, local_seconds: float = LOCAL_SECONDS) -> None:
        """Prepare ``count`` processes (default: one per usable core, at most six). They start only after this process
        has done ``local_seconds`` seconds of the work."""
        self._count = min(cores(), _MOST_PROCESSES) if count is None else count
        self._local_seconds = local_seconds
        self._threads: ThreadPoolExecutor | None = None
        self._free: SimpleQueue[subprocess.Popen[bytes]] = SimpleQueue()
        self._processes: list[subprocess.Popen[bytes]] = []

    @property
    def count(self) -> int:
        """The number of processes."""
        return self._count

    def submit(
        self, function: Callable[_Arguments, _Answer], *arguments: _Arguments.args, **named: _Arguments.kwargs
    ) -> Future[_Answer]:
        """Run a function in a child process. The future raises what the function raises, or PoolProcessLost if the
        child died."""
        if self._local_seconds > 0:
            started = time.thread_time()
            done = _finished_future(function, arguments, named)
            self._local_seconds -= time.thread_time() - started
            return done
        if self._threads is None:
            self._start()
        assert self._threads is not None
        return self._threads.submit(self._call, function, arguments, named)

    def map(self, function: Callable[..., _Answer], arguments: Iterable[tuple[Any, ...]]) -> Iterator[_Answer]:
        """Yield the results of a function, one for each tuple of arguments, in their order. The calls stay a few
        results ahead of the caller, so that memory is bounded."""
        waiting: deque[Future[_Answer]] = deque()
        for each in arguments:
            waiting.append(self.submit(function, *each))
            if len(waiting) > 2 * self._count:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()

    def close(self) -> None:
        """Kill the processes; calls that have not begun are cancelled."""
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)
        for process in self._processes:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):
                    pipe and pipe.close()
        if self._threads is not None:
            self._threads.shutdown()
        self._threads, self._processes = None, []

    def _start(self) -> None:
        self._threads = ThreadPoolExecutor(self._count, "hand")
        for _ in range(self._count):
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", "arxtui.sync.worker.process_pool"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            self._processes.append(process)
            self._free.put(process)

    def _call(self, function: Callable[..., Any], arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
        process = self._free.get()
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            pickle.dump((function, arguments, named), process.stdin, pickle.HIGHEST_PROTOCOL)
            process.stdin.flush()
            done, answer = pickle.load(process.stdout)  # noqa: S301 - our own process wrote it
        except (EOFError, OSError, pickle.UnpicklingError) as error:
            raise PoolProcessLost(process.poll()) from error
        finally:
            self._free.put(process)
        if not done:
            raise answer
        return answer


def cores() -> int:
    """Return the number of cores that this process can use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS, Windows
        return os.cpu_count() or 1


def be_nice() -> None:
    """Lower this process's priority, so that interactive programs go first."""
    with suppress(OSError, AttributeError):  # Windows has no nice values
        os.setpriority(os.PRIO_PROCESS, 0, max(NICENESS, os.getpriority(os.PRIO_PROCESS, 0)))


def main() -> None:
    """Run the functions that arrive on standard input, until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    be_nice()
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    gc.set_threshold(RARE)
    with suppress(EOFError, BrokenPipeError):
        while True:
            function, arguments, named = pickle.load(requests)  # noqa: S301 - our own process wrote it
            pickle.dump(_outcome(function, arguments, named), answers, pickle.HIGHEST_PROTOCOL)
            answers.flush()


def _outcome(function: Callable[..., Any], arguments: tuple[Any, ...], named: dict[str, Any]) -> tuple[bool, Any]:
    try:
        return True, function(*arguments, **named)
    except Exception as error:
        return False, error


def _finished_future(
    function: Callable[..., _Answer], arguments: tuple[Any, ...], named: dict[str, Any]
) -> Future[_Answer]:
    future: Future[_Answer] = Future()
    done, answer = _outcome(function, arguments, named)
    if done:
        future.set_result(answer)
    else:
        future.set_exception(answer)
    return future


if __name__ == "__main__":
    main()
