"""What the terminal itself displays for the reader: the window title, and desktop notifications while the terminal has
no focus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.model.counted import counted
from arxtui.tui.terminal.control import RESTORE_TITLE, SAVE_TITLE, notification, window_title

if TYPE_CHECKING:
    from arxtui.tui.state.view import News
    from arxtui.tui.terminal.app import TerminalApp
    from arxtui.tui.widgets.panes import PanesScreen


class Notifications:
    """Shows the number of unread papers in the title, and notifies of papers that arrived while the terminal had no
    focus."""

    def __init__(self, screen: PanesScreen) -> None:
        self._screen = screen
        self._session = screen.session
        self._unread: int | None = None
        self._title = ""

    def begin(self) -> None:
        """Restore the terminal's title whenever the reader is suspended."""
        self._app.app_suspend_signal.subscribe(self._screen, lambda _: self.end(), immediate=True)
        self._app.app_resume_signal.subscribe(self._screen, lambda _: self._resume())

    def end(self) -> None:
        """Restore the terminal's title, if the reader has set another."""
        if self._title:
            self._app.write_sequence(RESTORE_TITLE)

    def show(self, news: News) -> None:
        """Show the unread count, and notify if it has grown."""
        if not news.counts:
            return
        before, self._unread = self._unread, news.counts.unread
        ui = self._session.settings.ui
        if ui.title:
            self._show_title(f"arxtui · {self._unread:,} unread" if self._unread else "arxtui")
        else:
            self.end()
            self._title = ""
        came = self._unread - before if before is not None else 0
        if came > 0 and not self._app.app_focus:
            words = f"{counted(came, 'new paper')}, {self._unread:,} unread"
            self._app.write_sequence(notification(ui.notify, words))

    @property
    def _app(self) -> TerminalApp:
        return self._screen.app

    def _show_title(self, title: str) -> None:
        if title != self._title:
            self._app.write_sequence(("" if self._title else SAVE_TITLE) + window_title(title))
            self._title = title

    def _resume(self) -> None:
        if self._title:
            self._app.write_sequence(SAVE_TITLE + window_title(self._title))
