"""The way into the reader. Light to import: Textual comes with the first call."""

from __future__ import annotations

import gc
import logging
import os
import sys
from typing import TYPE_CHECKING

from arxtui.config.themes import AUTO
from arxtui.tui.terminal import SWITCH

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.config.settings import Settings
    from arxtui.tui.terminal.early_input import EarlyInput

_SWITCH_SECONDS = 0.001
"""How long another thread waits for its turn: threads of the library answer short questions."""

_log = logging.getLogger(__name__)


def run(paths: Paths, settings: Settings, early_input: EarlyInput) -> int:
    """Open the reader on the terminal that ``early_input`` has set up, and stay until it is left. Returns the exit
    code; a library that cannot be opened is said on standard error, with 1.

    Garbage is not collected before the first frame is out: that saves a tenth of the time to it.
    """
    if settings.ui.theme == AUTO and not (os.environ.get("NO_COLOR") or os.environ.get(SWITCH)):
        early_input.ask_background()  # the terminal answers while everything is imported
    gc.disable()
    sys.setswitchinterval(_SWITCH_SECONDS)
    # The second frame after a pause comes up to two periods late: the paper beside the list is such a frame.
    os.environ.setdefault("TEXTUAL_FPS", "240")
    from arxtui.config.text import ConfigError
    from arxtui.tui.application import ArxtuiApp

    try:
        app = ArxtuiApp(paths, settings, early_input)
    except ConfigError:
        raise
    except Exception as error:
        _log.exception("the library could not be opened")
        early_input.frame.remove()
        sys.stderr.write(f"arxtui: {error}\n")
        return 1
    try:
        code = app.run()
    finally:
        gc.enable()
        app.close()
    for words in sorted(app.main.context.exports.unreported):
        sys.stderr.write(f"arxtui: {words}\n")
    return app.return_code or code or 0
