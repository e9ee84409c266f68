"""The main screen: panes, papers, acts, and the work beside them."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType

from arxtui.tui.messages import Message
from arxtui.tui.present.outcomes import nothing_due_words, refresh_words, waiting_words
from arxtui.tui.registry import ACTIONS
from arxtui.tui.screens.recommending import Recommending
from arxtui.tui.screens.working import Outcome
from arxtui.tui.widgets.prompt import choice

_LEAVE = choice("Leave arxtui")


class MainScreen(Recommending):
    """The reader. Every action of the registry is a method of this screen or of the app."""

    _by_hand = False
    """Whether the user asked for the refresh that is under way."""
    _nothing_due: Message | None = None
    """The message that R answers by asking for everything."""

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
            self._by_hand = True
            self.say_goes_on("refresh", "The refresh")
        elif not self.settings.arxiv.categories and not self.settings.pith.listing_url:
            self.say("Nothing is subscribed: c chooses categories")
        else:
            again = self._nothing_due is not None and self.messages.answered is self._nothing_due
            self.refresh_library(everything=again, by_hand=True)

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

    async def interrupt(self) -> None:
        """Close the question or the search that is open, else ask whether to leave; that question is answered by the
        same key."""
        if self.question == _LEAVE:
            self.quit()
        elif self.asking or self.bar.searching:
            self.action_back()
        else:
            await self.ask(_LEAVE, "", lambda _: self.quit())

    def quit(self) -> None:
        """Leave; work in the background ends."""
        words = self.leaving_words
        self.app.exit(message=Text(words) if words else None)

    def refresh_library(self, *, everything: bool = False, by_hand: bool = False) -> None:
        """Start a refresh, unless one is running or nothing is subscribed; ``everything``: also what is not due;
        ``by_hand``: the user asked for it."""
        arxiv, pith = self.settings.arxiv, self.settings.pith
        if arxiv.categories or pith.listing_url:
            then = partial(self._refreshed, everything=everything)
            if self.work("refresh", *(("--all",) if everything else ()), then=then):
                self._by_hand = by_hand

    def _refreshed(self, outcome: Outcome, *, everything: bool) -> None:
        """Say what came of it, to who asked for it; of a refresh on the schedule only that it could not be done."""
        end, by_hand = outcome.end, self._by_hand
        self._by_hand, self._nothing_due = False, None
        if end.exit_code and end.reason:
            self.say(end.reason, "fault")
        elif by_hand and end.targets:
            words = refresh_words(outcome.targets, datetime.now(UTC))
            is_news = any(each.new for each in outcome.targets)
            waiting = "" if is_news or end.exit_code else waiting_words(self.news.waiting)
            self.say(" · ".join(filter(None, (words, waiting))), "fault" if end.exit_code else "dim")
        elif by_hand:
            self.say(nothing_due_words(end, datetime.now(UTC), everything=everything))
            self._nothing_due = self.messages.current

    def _subscribed(self, codes: tuple[str, ...] | None) -> None:
        if codes is None or codes == self.settings.arxiv.categories:
            return
        from arxtui.config.edit import write_categories
        from arxtui.config.settings import load
        from arxtui.config.text import ConfigError

        try:
            write_categories(self.paths.config_file, codes)
            self.reopen(load(self.paths.config_file))
        except (ConfigError, ValueError) as error:
            self.failed(error)
            return
        self.refresh_library()
