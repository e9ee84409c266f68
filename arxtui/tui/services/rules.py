"""Rules, and what is followed: every change is an edit of the settings file, which undo reverts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from arxtui.library.rules import config
from arxtui.light import changed
from arxtui.text import fold
from arxtui.tui.actions import Place
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present import rules as present
from arxtui.tui.present.line import foreign
from arxtui.tui.screens.rules import RuleCallbacks, RulesScreen
from arxtui.tui.state.query_edit import MUTED, with_toggled_term

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.config.settings import Settings
    from arxtui.library.facade import Library
    from arxtui.model.rules import Rehearsal, Rule, RuleCount
    from arxtui.tui.services.configuration import Configuration
    from arxtui.tui.services.library_threads import LibraryThreads
    from arxtui.tui.services.marker import Marker
    from arxtui.tui.services.navigator import Navigator
    from arxtui.tui.services.overlays import Overlays
    from arxtui.tui.services.panes import Panes
    from arxtui.tui.services.questions import Questions
    from arxtui.tui.services.status_bar import StatusBar
    from arxtui.tui.widgets.panes import PanesScreen

_MAX_NAME_LENGTH = 40


class Rules:
    """Changes rules, and what is followed."""

    def __init__(
        self,
        screen: PanesScreen,
        status: StatusBar,
        threads: LibraryThreads,
        navigator: Navigator,
        panes: Panes,
        overlays: Overlays,
        questions: Questions,
        marker: Marker,
        configuration: Configuration,
        paths: Paths,
    ) -> None:
        self._screen = screen
        self._session = screen.session
        self._status = status
        self._threads = threads
        self._navigator = navigator
        self._panes = panes
        self._overlays = overlays
        self._questions = questions
        self._marker = marker
        self._configuration = configuration
        self._paths = paths

    def open_list(self) -> None:
        """Open the screen with all rules."""

        def read() -> None:
            self._threads.ask(
                lambda library: [each for each in library.rules.counts() if not each.followed],
                screen.show,
                topic="rules",
            )

        def change(name: str, rule: Rule) -> None:
            act(lambda: config.change_rule(self._paths, name, rule), f"Rule {rule.name} changed")

        def switch(name: str, off: bool) -> None:  # noqa: FBT001 - as the screen calls it
            said = f"Rule {name} switched {'off' if off else 'on'}"
            act(lambda: config.switch_rule(self._paths, name, off=off), said)

        def remove(name: str) -> None:
            act(lambda: config.remove_rule(self._paths, name)[1], f"Rule {name} removed")

        def act(change: Callable[[], Settings], said: str) -> None:
            self._change_settings(change, f"{foreign(said)} · {key_for('undo')} undoes")

        def closed(rule: Rule | None) -> None:
            if rule:
                hides = rule.mute and not rule.off
                self._navigator.leave_for(with_toggled_term(rule.query, MUTED) if hides else rule.query)
                self._panes.go_to(Place.LIST)

        screen = RulesScreen(RuleCallbacks(read, change, switch, remove, self._marker.undo, self._marker.redo))
        self._overlays.open(screen, closed, ((self._configuration.changed, lambda _: read()),))

    def rehearse(self, rule: Rule) -> None:
        """Say what a rule would have done to recent papers, ask for its name, and make it."""
        listing = self._session.view.listing
        listed = listing.keys if listing else ()

        def rehearsed(rehearsal: Rehearsal) -> None:
            self._screen.run_worker(self._ask_for_name(rehearsal), exit_on_error=False)

        self._threads.ask(lambda library: library.rules.rehearse(rule, listed=listed), rehearsed)

    async def _ask_for_name(self, rehearsal: Rehearsal) -> None:
        rule = rehearsal.rule
        check = partial(present.check_name, others=[each.name for each in self._session.settings.rules])
        question, name = present.name_question(rehearsal), rule.query[:_MAX_NAME_LENGTH]
        await self._questions.ask(question, name, partial(self._make, rule), check=check)

    def _make(self, rule: Rule, name: str) -> None:
        named_rule, message = changed(rule, name=name), present.rule_made_words(name, rule)

        def used(settings: Settings) -> None:
            self._configuration.use(settings, message)
            # Use the thread that lists papers, so that the count comes after the new list.
            self._threads.search.ask(partial(_find_count, name=name), counted, self._status.failed, topic="made rule")

        def counted(count: RuleCount | None) -> None:
            shown = self._session.messages.current
            if shown and shown.text == message:
                self._status.say(present.rule_made_words(name, rule, count))

        self._threads.ask(lambda _: config.add_rule(self._paths, named_rule), used)

    def toggle_author(self, name: str, names: Sequence[str]) -> None:
        """Follow an author, or stop following. ``names`` are the authors of the paper under the cursor."""
        settings = self._session.settings.follow
        followed = {fold(each): each for each in settings.authors}.get(fold(name))
        if followed:
            change, message = partial(config.unfollow, dropped=(followed,)), present.unfollowed_words(followed)
        else:
            is_here = fold(name) in map(fold, names)
            change = partial(config.follow, added=(name,))
            message = present.followed_words(name, settings.author_score, is_here=is_here)
        self._change_settings(lambda: change(self._paths, "authors"), message)

    def store_categories(
        self, codes: tuple[str, ...], use: Callable[[Settings], object], failed: Callable[[Exception], object]
    ) -> None:
        """Store the followed categories; call ``use`` with the settings after that."""
        self._threads.ask(lambda _: config.choose(self._paths, "categories", codes), use, failed)

    def _change_settings(self, change: Callable[[], Settings], said: str) -> None:
        self._threads.ask(lambda _: change(), lambda settings: self._configuration.use(settings, said))


def _find_count(library: Library, name: str) -> RuleCount | None:
    return next((count for count in library.rules.counts() if count.rule.name == name and not count.followed), None)
