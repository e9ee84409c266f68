"""The main screen: panes, papers, acts, and the refresh beside them."""

from __future__ import annotations

import logging
from contextlib import aclosing
from datetime import UTC, datetime
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.worker import Worker

from arxtui.model.events import Event, EventKind
from arxtui.tui.present.bars import progress_words
from arxtui.tui.registry import ACTIONS
from arxtui.tui.screens.browsing import Opener
from arxtui.tui.screens.triage import Triage

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.config.settings import Settings
    from arxtui.library.facade import Library

_log = logging.getLogger(__name__)


class MainScreen(Triage):
    """The reader. Every action of the registry is a method of this screen or of the app."""

    # With priority a key is answered before the next one is looked at, so that keys typed ahead reach the search box.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(keys, call, action.description, show=False, priority=True, id=action.id)
        for action in ACTIONS
        for keys, call in action.bindings
    ]

    def __init__(self, library: Library, opener: Opener, paths: Paths, settings: Settings) -> None:
        super().__init__(library, opener, paths, settings)
        self._worker: Worker[None] | None = None
        self._stopped = False

    def on_mount(self) -> None:
        """Ask upstream at the start and on the schedule, where the settings say so."""
        self.app.app_suspend_signal.subscribe(self, self._suspended, immediate=True)
        self.app.app_resume_signal.subscribe(self, self._resumed)
        refresh = self.settings.refresh
        if not self.settings.arxiv.categories:
            self.call_later(self.action_categories)
        elif refresh.at_start:
            self.call_later(self.refresh_library)
        if refresh.interval_minutes:
            self.set_interval(refresh.interval_minutes * 60, self.refresh_library)

    def action_refresh(self) -> None:
        """Ask upstream now."""
        if self._refreshing:
            self.say("A refresh is under way")
        elif not self.settings.arxiv.categories and not self.settings.pith.listing_url:
            self.say("Nothing is subscribed: c chooses categories")
        else:
            self.refresh_library()

    def action_categories(self) -> None:
        """Choose what is subscribed."""
        from arxtui.tui.screens.first_run import CategoryPicker

        self.app.push_screen(CategoryPicker(self.settings.arxiv.categories), self._subscribed)

    def action_help(self) -> None:
        """Every key."""
        from arxtui.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen())

    def action_suspend(self) -> None:
        """Into the background of the shell."""
        self.app.action_suspend_process()

    def refresh_library(self, *, everything: bool = False) -> None:
        """Start the worker, unless one is running or nothing is subscribed; ``everything``: also what is not due."""
        arxiv, pith = self.settings.arxiv, self.settings.pith
        if not self._refreshing and (arxiv.categories or pith.listing_url):
            self._worker = self.run_worker(
                self._refresh(everything), name="refresh", group="refresh", exit_on_error=False
            )

    def _suspended(self, _: object) -> None:
        """The worker ends while the program sleeps; nobody would read what it says."""
        self._stopped = self._refreshing
        if self._worker:
            self._worker.cancel()

    def _resumed(self, _: object) -> None:
        if self._stopped:
            self.refresh_library()
        self.refresh(layout=True)

    @property
    def _refreshing(self) -> bool:
        return self._worker is not None and not self._worker.is_finished

    async def _refresh(self, everything: bool) -> None:  # noqa: FBT001
        from arxtui.library import worker

        self._progress("refreshing")
        try:
            async with aclosing(worker.start(self.paths, everything=everything)) as events:
                async for event in events:
                    self._refresh_event(event)
        except Exception as error:
            _log.exception("the refresh ended unexpectedly")
            self.failed(error)
        finally:
            self._progress("")
        self.deliver()

    def _refresh_event(self, event: Event) -> None:
        words = progress_words(event, datetime.now(UTC))
        if words is not None:
            self._progress(words)
        if event.kind is EventKind.DONE:
            self.deliver()
        if event.kind is EventKind.FINISHED and event.exit_code and event.reason:
            self.say(event.reason, "fault")

    def _progress(self, words: str) -> None:
        self.progress = words
        if self.is_attached:
            self.update_bars()

    def _subscribed(self, codes: tuple[str, ...] | None) -> None:
        if codes is None or codes == self.settings.arxiv.categories:
            return
        from arxtui.config.edit import write_categories
        from arxtui.config.settings import ConfigError, load

        try:
            write_categories(self.paths.config_file, codes)
            settings = load(self.paths.config_file)
        except (ConfigError, ValueError) as error:
            self.failed(error)
            return
        self.reopen(settings)
        self.refresh_library()
