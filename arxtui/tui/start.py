"""Start the reader. Light to import: Textual is imported by the first call of :func:`run`."""

from __future__ import annotations

import gc
import logging
import os
import sys
from typing import TYPE_CHECKING

from arxtui.config.text import ConfigError
from arxtui.config.values import AUTO
from arxtui.tui.terminal import SWITCH

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.config.settings import Settings
    from arxtui.tui.terminal.early_input import EarlyInput

_THREAD_SWITCH_SECONDS = 0.001
"""Thread switch interval, in seconds. Short, because the screen and the library threads exchange short requests."""

_log = logging.getLogger(__name__)


def run(paths: Paths, settings: Settings, early_input: EarlyInput) -> int:
    """Open the reader on the terminal that ``early_input`` has set up, and run it until the user leaves.

    Returns the exit code: 1 if the library cannot be opened, with the reason on standard error. Raises: ConfigError.

    Garbage collection is off until the first frame is painted, which makes that frame appear 10 % sooner.
    """
    if settings.ui.theme == AUTO and not (os.environ.get("NO_COLOR") or os.environ.get(SWITCH)):
        early_input.query_background()  # the terminal answers during the imports below
    gc.disable()
    sys.setswitchinterval(_THREAD_SWITCH_SECONDS)
    # The second frame after a pause can be up to two frame periods late, and the detail pane is painted in that frame.
    os.environ.setdefault("TEXTUAL_FPS", "240")
    if not settings.ui.kitty_keyboard:
        os.environ["TEXTUAL_DISABLE_KITTY_KEY"] = "1"
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
        problems = app.close()
    for message in problems:
        sys.stderr.write(f"arxtui: {message}\n")
    return app.return_code or code or 0
