"""The main screen: panes, papers, acts, and the work beside them."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from arxtui.tui.registry import ACTIONS
from arxtui.tui.screens.recommending import Recommending
from arxtui.tui.screens.working import Outcome


class MainScreen(Recommending):
    """The reader. Every action of the registry is a method of this screen or of the app."""

    # With priority a key is answered before the next one is looked at, so that keys typed ahead reach the search box.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(keys, call, action.description, show=False, priority=True, id=action.id)
        for action in ACTIONS
        for keys, call in action.bindings
    ]

    def on_mount(self) -> None:
        """Ask upstream at the start and on the schedule, where the settings say so."""
        refresh = self.settings.refresh
        if not self.settings.arxiv.categories:
            self.call_later(self.action_categories)
        elif refresh.at_start:
            self.call_later(self.refresh_library)
        if refresh.interval_minutes:
            self.set_interval(refresh.interval_minutes * 60, self.refresh_library)

    def action_refresh(self) -> None:
        """Ask upstream now."""
        if self.is_working("refresh"):
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
        """Start a refresh, unless one is running or nothing is subscribed; ``everything``: also what is not due."""
        arxiv, pith = self.settings.arxiv, self.settings.pith
        if arxiv.categories or pith.listing_url:
            self.work("refresh", *(("--all",) if everything else ()), then=self._refreshed)

    def _refreshed(self, outcome: Outcome) -> None:
        if outcome.end.exit_code and outcome.end.reason:
            self.say(outcome.end.reason, "fault")

    def _subscribed(self, codes: tuple[str, ...] | None) -> None:
        if codes is None or codes == self.settings.arxiv.categories:
            return
        from arxtui.config.edit import write_categories
        from arxtui.config.settings import ConfigError, load

        try:
            write_categories(self.paths.config_file, codes)
            self.reopen(load(self.paths.config_file))
        except (ConfigError, ValueError) as error:
            self.failed(error)
            return
        self.refresh_library()
