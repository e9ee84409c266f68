"""A refresh with a fixed clock and the configuration of a home; for forks that are killed."""

from __future__ import annotations

import os
import sys
import threading
from datetime import datetime
from pathlib import Path

from arxtui.config.paths import Paths
from arxtui.config.settings import load
from arxtui.sync.refresh import engine


def refresh(at: str) -> None:
    """Run one pass at the fixed time ``at`` (ISO 8601), and exit this process."""
    paths = Paths.under(Path(os.environ["ARXTUI_HOME"]))
    now = datetime.fromisoformat(at)
    stop = threading.Event()
    sys.exit(
        engine.refresh(
            paths,
            load(paths.config_file),
            everything=True,
            emit=lambda event: None,
            stop=stop,
            now=lambda: now,
            interval=0.0,
        )
    )
