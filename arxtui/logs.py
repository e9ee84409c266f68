"""The log: one rotating file for all processes; nothing is logged to the terminal."""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

from arxtui.text.clean import escape_controls

_FORMAT = "%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"


class _EscapingFormatter(logging.Formatter):
    """A formatter whose lines are safe to show on a terminal: control characters (in the output of programs, in text
    from upstream) are escaped.
    """

    def format(self, record: logging.LogRecord) -> str:
        return escape_controls(super().format(record))


def to_file(file: Path) -> None:
    """Log to ``file``, which is rotated at 1 MB; three old files stay.

    If the file cannot be written, nothing is logged.
    """
    logging.lastResort = None
    logging.raiseExceptions = False
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    for name in ("httpx2", "httpcore2"):
        logging.getLogger(name).setLevel(logging.WARNING)
    if any(isinstance(handler, RotatingFileHandler) for handler in root.handlers):
        return
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handler = RotatingFileHandler(file, maxBytes=1_000_000, backupCount=3, encoding="utf-8", delay=True)
    except OSError:
        return
    handler.setFormatter(_EscapingFormatter(_FORMAT))
    root.addHandler(handler)
