"""Changes of the settings file by another program, an editor for example: they are used at once, or refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.config.changes import AT_START, changed_names
from arxtui.config.settings import load
from arxtui.config.text import ConfigError
from arxtui.files import stamp
from arxtui.model.frozen import changed

if TYPE_CHECKING:
    from pathlib import Path

    from arxtui.config.settings import Settings
    from arxtui.tui.services.configuration import Configuration
    from arxtui.tui.services.library_threads import LibraryThreads
    from arxtui.tui.services.status_bar import StatusBar
    from arxtui.tui.widgets.panes import PanesScreen

_FAULT = "settings file"


class SettingsFile:
    """Looks whether the settings file has changed, uses its settings, and says which changed or what is wrong."""

    def __init__(
        self,
        screen: PanesScreen,
        status: StatusBar,
        threads: LibraryThreads,
        configuration: Configuration,
        file: Path,
    ) -> None:
        self._screen = screen
        self._session = screen.session
        self._status = status
        self._threads = threads
        self._configuration = configuration
        self._file = file
        self._seen: tuple[int, int, int] | None = None
        self._read: Settings | None = None
        """The settings of the file when it was valid last; None before the first look."""

    def look(self) -> None:
        """Read the file if it has changed since the last look."""
        state = stamp(self._file)
        if self._read and state == self._seen:
            return
        self._seen = state
        self._threads.ask(lambda _: load(self._file), self._take, self._refuse, topic="settings file")

    def _take(self, settings: Settings) -> None:
        self._status.cause_ended(_FAULT)
        before, self._read = self._read, settings
        own = set(changed_names(self._session.settings, settings))  # what the reader wrote itself is in use already
        names = [name for name in changed_names(before, settings) if name in own] if before else []
        if not names:
            return
        later = [name for name in names if name in AT_START]
        now = [name for name in names if name not in AT_START]
        parts = [f"in use: {', '.join(now)}"] if now else []
        parts += [f"at the next start: {', '.join(later)}"] if later else []
        message = f"{self._file.name} was changed · {' · '.join(parts)}"
        if now:
            self._show(settings)
            self._configuration.use(settings, message)
        else:
            self._session.settings = settings
            self._status.say(message)

    def _show(self, settings: Settings) -> None:
        """Show what the panes and the app read from the settings when they were made."""
        ui, before, papers = settings.ui, self._session.settings.ui, self._screen.papers
        if ui.mark_passed != before.mark_passed:
            self._session.marks_passed = ui.mark_passed
        if ui.theme != before.theme:
            self._screen.app.themes.show(ui.theme)
        if (ui.two_lines, ui.columns) != (before.two_lines, before.columns):
            papers.apply_looks(changed(papers.drawing.looks, two_lines=ui.two_lines, columns=ui.columns))

    def _refuse(self, error: Exception) -> None:
        if self._read is None:  # an invalid file at the start was reported there
            self._read = self._session.settings
        if isinstance(error, ConfigError):
            self._status.say_while(_FAULT, f"{error} · the previous settings stay in use", "fault")
        else:
            self._status.failed(error)
