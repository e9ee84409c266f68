"""What the terminal itself shows of the reader: its title, and a notification while the user is elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.tui.outside import RESTORE_TITLE, SAVE_TITLE, notification, window_title
from arxtui.tui.screens.asking import Asking
from arxtui.tui.view import News

if TYPE_CHECKING:
    from arxtui.tui.application import ArxtuiApp


class Noticing(Asking):
    """The panes, and what others see of them."""

    app: ArxtuiApp
    _unread: int | None = None
    _title = ""

    def on_mount(self) -> None:
        """The title that was there comes back whenever the reader gives the terminal back."""
        if self.settings.ui.title:
            self.app.tell_terminal(SAVE_TITLE)
            self.app.app_suspend_signal.subscribe(self, lambda _: self._give_title_back(), immediate=True)
            self.app.app_resume_signal.subscribe(self, lambda _: self._take_title())

    def on_unmount(self) -> None:
        """The reader is left."""
        if self.settings.ui.title:
            self._give_title_back()

    def show_news(self, news: News) -> None:
        """Unread papers stand in the title; those that came while the terminal was out of sight are announced."""
        super().show_news(news)
        if not news.counts:
            return
        before, self._unread = self._unread, news.counts.unread
        if self.settings.ui.title:
            self._show_title(f"arxtui · {self._unread:,} unread" if self._unread else "arxtui")
        came = self._unread - before if before is not None else 0
        if came > 0 and not self.app.app_focus:
            words = f"{came:,} new paper{'' if came == 1 else 's'}, {self._unread:,} unread"
            self.app.tell_terminal(notification(self.settings.ui.notify, words))

    def _show_title(self, title: str) -> None:
        if title != self._title:
            self._title = title
            self.app.tell_terminal(window_title(title))

    def _give_title_back(self) -> None:
        self.app.tell_terminal(RESTORE_TITLE)

    def _take_title(self) -> None:
        self.app.tell_terminal(SAVE_TITLE + window_title(self._title))
