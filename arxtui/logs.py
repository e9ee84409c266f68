"""One rotating log file for every process; never a word on the terminal."""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

from arxtui.text.clean import escape_controls

_FORMAT = "%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"


class _Plain(logging.Formatter):
    """Lines that a terminal may show: control characters of what programs printed and upstream sent are spelled out."""

    def format(self, record: logging.LogRecord) -> str:
        return escape_controls(super().format(record))


def to_file(file: Path) -> None:
    """Send the program's log to ``file`` (1 MB, three old ones kept). Where it cannot be written there is none."""
    logging.lastResort = None
    logging.raiseExceptions = False
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    for noisy in ("httpx2", "httpcore2"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    if any(isinstance(handler, RotatingFileHandler) for handler in root.handlers):
        return
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handler = RotatingFileHandler(file, maxBytes=1_000_000, backupCount=3, encoding="utf-8", delay=True)
    except OSError:
        return
    handler.setFormatter(_Plain(_FORMAT))
    root.addHandler(handler)
