"""Changes of the settings while the reader runs: by acts (rules, follows, subscriptions), the theme, and by another
program, an editor for example."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.config.changes import AT_START, changed_names
from arxtui.config.settings import Settings, load
from arxtui.config.text import ConfigError
from arxtui.files import stamp
from arxtui.light import changed, deferred
from arxtui.tui.state.signals import Signal

with deferred():
    from arxtui.config.edit import set_value

if TYPE_CHECKING:
    from pathlib import Path

    from arxtui.tui.services.library_threads import LibraryThreads
    from arxtui.tui.services.navigator import Navigator
    from arxtui.tui.services.poller import Poller
    from arxtui.tui.services.status_bar import StatusBar
    from arxtui.tui.widgets.panes import PanesScreen


_FAULT = "settings file"


class Configuration:
    """Applies new settings; ``changed`` is sent once they are in use. ``look`` looks whether the settings file has
    changed, and says which settings changed or what is wrong."""

    def __init__(
        self,
        screen: PanesScreen,
        status: StatusBar,
        threads: LibraryThreads,
        navigator: Navigator,
        poller: Poller,
        file: Path,
    ) -> None:
        self._screen = screen
        self._session = screen.session
        self._status = status
        self._threads = threads
        self._navigator = navigator
        self._poller = poller
        self._file = file
        self._seen: tuple[int, int, int] | None = None
        self._read: Settings | None = None
        """The settings of the file when it was valid last; None before the first look."""
        self.changed: Signal[[str]] = Signal()

    def use(self, settings: Settings, message: str) -> None:
        """Switch to other settings, and say what changed."""
        self._poller.reopen(settings)
        self._navigator.reopen(message=message)
        self.changed.send(message)

    def set_theme(self, name: str) -> None:
        """Write the theme to the settings file, and say so."""
        file = self._file

        def written(_: None) -> None:
            settings = self._session.settings
            self._session.settings = changed(settings, ui=changed(settings.ui, theme=name))
            self._status.say(f'Theme "{name}" saved as [ui] theme in {file.name}')

        def failed(error: Exception) -> None:
            self._status.say(f"The theme is shown, but could not be saved: {error}", "fault")

        self._threads.ask(lambda _: set_value(file, "ui", "theme", name), written, failed)

    def read_again(self, message: str) -> None:
        """Read the settings file again after an undo or redo, switch to its settings, and say what changed."""
        self._threads.ask(lambda _: load(self._file), lambda settings: self.use(settings, message))

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
            self.use(settings, message)
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
