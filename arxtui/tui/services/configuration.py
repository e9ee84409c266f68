"""Changes of the settings while the reader runs: by acts (rules, follows, subscriptions) and the theme."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.config.settings import load
from arxtui.model.frozen import changed
from arxtui.tui.state.signals import Signal

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.config.settings import Settings
    from arxtui.tui.services.library_threads import LibraryThreads
    from arxtui.tui.services.navigator import Navigator
    from arxtui.tui.services.poller import Poller
    from arxtui.tui.services.status_bar import StatusBar
    from arxtui.tui.state.session import Session


class Configuration:
    """Applies new settings; ``changed`` is sent once they are in use."""

    def __init__(
        self,
        paths: Paths,
        session: Session,
        status: StatusBar,
        threads: LibraryThreads,
        navigator: Navigator,
        poller: Poller,
    ) -> None:
        self._paths = paths
        self._session = session
        self._status = status
        self._threads = threads
        self._navigator = navigator
        self._poller = poller
        self.changed: Signal[[str]] = Signal()

    def use(self, settings: Settings, message: str) -> None:
        """Switch to other settings, and say what changed."""
        self._poller.reopen(settings)
        self._navigator.reopen(message=message)
        self.changed.send(message)

    def set_theme(self, name: str) -> None:
        """Write the theme to the settings file, and say so."""
        from arxtui.config.edit import set_value  # imported here because it is seldom needed

        file = self._paths.config_file

        def written(_: None) -> None:
            settings = self._session.settings
            self._session.settings = changed(settings, ui=changed(settings.ui, theme=name))
            self._status.say(f'Theme "{name}" saved as [ui] theme in {file.name}')

        def failed(error: Exception) -> None:
            self._status.say(f"The theme is shown, but could not be saved: {error}", "fault")

        self._threads.ask(lambda _: set_value(file, "ui", "theme", name), written, failed)

    def read_again(self, message: str) -> None:
        """Read the settings file again after an undo or redo, switch to its settings, and say what changed."""
        self._threads.ask(lambda _: load(self._paths.config_file), lambda settings: self.use(settings, message))
