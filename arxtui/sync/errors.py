"""The errors of ``sync``; ``http``, ``sources``, ``store`` and ``search`` raise their own."""

from __future__ import annotations


def internal_error_words(error: Exception) -> str:
    """Return the message for an error that the program did not expect; the caller logs the error."""
    return f"an internal error ({type(error).__name__}); the log has the details"


class AnomalyError(Exception):
    """A response that is well-formed but not plausible; the message says why."""


class WorkerBusy(Exception):  # noqa: N818
    """Another process is doing the same ``work``; ``pid`` is its process id, 0 if unknown."""

    def __init__(self, pid: int, work: str = "refresh") -> None:
        super().__init__(f"another {work} is running" + (f" (process {pid})" if pid else ""))
        self.pid = pid


class PoolProcessLost(Exception):  # noqa: N818
    """A process of the pool ended without returning a result; ``code`` is its exit status, None if unknown."""

    def __init__(self, code: int | None) -> None:
        super().__init__("a helper process was killed, as happens when memory runs out")
        self.code = code
