"""Last frame: saves the main screen at quit for the next start to show (``terminal.saved_frame``)."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from arxtui.config.settings import Settings, load
from arxtui.config.text import ConfigError
from arxtui.files import write_whole
from arxtui.store.errors import StoreError
from arxtui.tui.terminal.driver import DirectDriver
from arxtui.tui.terminal.saved_frame import FILE, frame_bytes, stamp
from arxtui.tui.terminal.sequences import Pen
from arxtui.tui.terminal.views import apply_filters
from arxtui.tui.themes import look

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.tui.terminal.app import BaseScreen

_log = logging.getLogger(__name__)


class LastFrame:
    """The main screen's last frame. ``draw`` draws it; ``write`` saves it once the databases are closed. ``tidy``
    removes from the screen what is true of this session only."""

    def __init__(self, main: BaseScreen, paths: Paths, tidy: Callable[[], object]) -> None:
        self._main = main
        self._paths = paths
        self._tidy = tidy
        self._settings = self._stamps()
        self._drawn = ""
        self._size = (0, 0)

    def draw(self) -> None:
        """Draw the screen if it is laid out for the terminal's present size."""
        main = self._main
        is_painted = not (main.is_paused or main.keeps) and main._compositor.size == main.app.size
        if not (is_painted and isinstance(main.app._driver, DirectDriver)):
            return
        try:
            self._tidy()
            [mark] = apply_filters(main, [Strip([Segment(" ", look(main.app.theme).ink("dim"))])])
            colours = main.app.console._color_system or ColorSystem.TRUECOLOR
            self._size = main.app.size
            self._drawn = _frame_sequences(main._compositor.render_strips(), mark, colours)
        except StoreError:  # drawing fetches rows
            _log.warning("the last frame could not be drawn", exc_info=True)

    def write(self, settings: Settings) -> None:
        """Save the frame that ``draw`` has drawn with these settings."""
        if not self._drawn:
            return
        paths = self._paths
        databases = [f"{file}{suffix}" for file in (paths.library_db, paths.cache_db) for suffix in ("", "-wal")]
        try:
            contents = frame_bytes(self._drawn, *self._size, self._settings_drawn(settings), databases)
            write_whole(paths.state / FILE, contents, mode=0o600, durable=False)
        except (OSError, ValueError, ConfigError):
            _log.warning("the last frame could not be saved", exc_info=True)

    def _settings_drawn(self, settings: Settings) -> list[tuple[str, str]]:
        """Return (path, stamp) of the settings files that the frame depends on. The stamps are those of the start,
        except for settings that the reader itself has written and applied since."""
        stamps = self._stamps()
        config = stamps[0]
        if config != self._settings[0] and load(self._paths.config_file) == settings:
            return [config, *self._settings[1:]]
        return self._settings

    def _stamps(self) -> list[tuple[str, str]]:
        return [(str(file), stamp(str(file))) for file in (self._paths.config_file, self._paths.style_file)]


def _frame_sequences(strips: list[Strip], mark: Strip, colours: ColorSystem) -> str:
    """Return strips, from the top left on, as sequences that end in the style of ``mark``."""
    pen = Pen(colours)
    lines = [f"\x1b[{y};1H{pen.write(_without_links(strip))}" for y, strip in enumerate(strips, 1)]
    return "".join((*lines, pen.write(tuple(Segment("", segment.style) for segment in mark))))


def _without_links(strip: Strip) -> tuple[Segment, ...]:
    return tuple(Segment(text, _without_link(style)) for text, style, _ in strip)


def _without_link(style: Style | None) -> Style | None:
    return style.update_link(None) if style and style.link else style
