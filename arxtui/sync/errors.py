"""What can come in the way of a refresh, beside what ``http``, ``sources``, ``store`` and ``search`` raise."""

from __future__ import annotations


class AnomalyError(Exception):
    """An answer that is sound in form and not to be believed: the message says in words why."""


class WorkerBusy(Exception):  # noqa: N818
    """Another process is at such ``work``; ``pid`` is its process, 0 where it is not known."""

    def __init__(self, pid: int, work: str = "refresh") -> None:
        super().__init__(f"another {work} is at work" + (f" (process {pid})" if pid else ""))
        self.pid = pid


class HandLost(Exception):  # noqa: N818
    """A process that was given work ended without an answer; ``code`` is its exit status, None where not known."""

    def __init__(self, code: int | None) -> None:
        super().__init__("a process that helps was ended from outside, as happens when memory runs out")
        self.code = code
