"""The log: one rotating file for all processes; nothing is logged to the terminal.

``logging`` is imported when something is logged: a refresh with nothing due logs nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from arxtui.text.clean import escape_controls

_FORMAT = "%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"
_later: list[Path] = []
"""The file that :func:`begin` logs to, if any."""


class Logger:
    """A logger of ``logging``, made when a method is used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, method: str) -> Any:
        from logging import getLogger

        begin()
        return getattr(getLogger(self._name), method)


def to_file_later(file: Path) -> None:
    """Log to ``file`` from the first use of a :class:`Logger` on, or from :func:`begin`."""
    _later[:] = [file]


def begin() -> None:
    """Log from now on, if this was put off: called before code runs that uses ``logging`` itself."""
    while _later:
        to_file(_later.pop())


def to_file(file: Path) -> None:
    """Log to ``file``, which is rotated at 1 MB; three old files stay.

    If the file cannot be written, nothing is logged.
    """
    import logging.handlers

    class EscapingFormatter(logging.Formatter):
        """A formatter whose lines are safe to show on a terminal: control characters (in the output of programs, in
        text from upstream) are escaped.
        """

        def format(self, record: logging.LogRecord) -> str:
            return escape_controls(super().format(record))

    logging.lastResort = None
    logging.raiseExceptions = False
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    for name in ("httpx2", "httpcore2"):
        logging.getLogger(name).setLevel(logging.WARNING)
    if any(isinstance(handler, logging.handlers.RotatingFileHandler) for handler in root.handlers):
        return
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handler = logging.handlers.RotatingFileHandler(
            file, maxBytes=1_000_000, backupCount=3, encoding="utf-8", delay=True
        )
    except OSError:
        return
    handler.setFormatter(EscapingFormatter(_FORMAT))
    root.addHandler(handler)
