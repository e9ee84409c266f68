"""What others write meanwhile: it is counted and waits, and the list stays as it is until the user asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.tui.screens.browsing import Browsing
from arxtui.tui.view import News, file_identity, take_news

if TYPE_CHECKING:
    from arxtui.config.settings import Settings
    from arxtui.library.views import LedgerView

POLL_SECONDS = 2.0
_NOTICE = "notice"


class Arriving(Browsing):
    """The panes, kept up to date."""

    _cache_file: tuple[int, int] | None = None

    def on_mount(self) -> None:
        """Look for news every two seconds."""
        self._cache_file = file_identity(self.paths.cache_db)
        self.call_after_refresh(self._settle_in)
        self.set_interval(POLL_SECONDS, self._poll)

    def _settle_in(self) -> None:
        self.desk.ask(lambda library: library.begin_session(), lambda _: None, self.failed)
        self.ask_for_news()
        self.ask_for_ledger()

    def reopen(self, settings: Settings) -> None:
        """Go on with other settings, or with a cache that took the place of a deleted one."""
        before, self.library = self.library, self.opener(settings)
        self.settings = settings
        self._cache_file = file_identity(self.paths.cache_db)
        before.close()
        self.close_desks()
        self.open_desks()
        self.open_view(self.view.query, typing=self.view.typing)
        self.ask_for_news()
        self.ask_for_ledger()

    def action_show_waiting(self) -> None:
        """Take what arrived into the list."""
        if self.news.waiting:
            self.open_view(self.view.query, typing=self.view.typing, to_top=True)
        else:
            self.say("Nothing is waiting")

    def ask_for_news(self) -> None:
        """Count anew, in the background."""
        listing = self.view.listing
        self.ask_in_background(self.desk, lambda library: take_news(library, listing), self.show_news, topic="news")

    def _poll(self) -> None:
        if file_identity(self.paths.cache_db) != self._cache_file:
            self.reopen(self.settings)
            return
        self.ask_in_background(self.desk, lambda library: library.changed(), self._changed, topic="poll")

    def _changed(self, changed: bool) -> None:  # noqa: FBT001
        if changed:
            self.papers.reload()
            self.show_paper()
            self.deliver()
        else:
            self.update_bars()

    def deliver(self) -> None:
        """Put what was announced into the inbox, in the background, and count anew."""
        self.ask_in_background(
            self.desk,
            lambda library: library.deliver(),
            lambda _: self.ask_for_news(),
            topic="inbox",
            again=self.deliver,  # a disk that is full may have room later
        )
        self.ask_for_ledger()

    def ask_for_ledger(self) -> None:
        """Hold what was announced against what is here, in the background."""
        self.ask_in_background(self.desk, lambda library: library.ledger(), self.show_ledger, topic="ledger")

    def show_ledger(self, view: LedgerView) -> None:
        """Alarms stay in sight until they are gone."""
        self.alarms = view.alarms
        self.update_bars()

    def show_news(self, news: News) -> None:
        """Show counts, freshness and what is waiting. The list stays as it is, unless there is nothing in it."""
        told, self.news = self.news.notice, news
        if not news.notice:
            self.cause_ended(_NOTICE)
        elif news.notice != told:
            self.say_while(_NOTICE, news.notice, "accent")
        if news.waiting and not self.papers.count and not self.bar.searching and self.view.query in ("", "is:unread"):
            self.start_over()
        self.show_filter()
        self.update_bars()
