"""The list of rules over the panes, and what is done to them there, each change an act of the journal."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from arxtui.tui.present.line import foreign
from arxtui.tui.screens.rules import RuleKeys, RulesScreen

if TYPE_CHECKING:
    from arxtui.config.settings import Settings
    from arxtui.model.rules import Rule
    from arxtui.tui.screens.ruling import Ruling


class RuleList:
    """The screen of the rules while it is open. ``main`` has its questions answered and goes by what changed."""

    def __init__(self, main: Ruling) -> None:
        self._main = main
        self.screen = RulesScreen(
            RuleKeys(self.read, self._change, self._switch, self._remove, main.action_undo, main.action_redo)
        )

    def read(self) -> None:
        """Show the rules as they are now."""
        self._main.desk.ask(
            lambda library: [each for each in library.rules() if not each.followed],
            self.screen.show,
            self._main.failed,
            topic="rules",
        )

    def _change(self, name: str, rule: Rule) -> None:
        from arxtui.library import rulebook

        self._do(lambda: rulebook.change_rule(self._main.paths, name, rule), f"Rule {rule.name} changed")

    def _switch(self, name: str, off: bool) -> None:  # noqa: FBT001 - as the screen calls it
        from arxtui.library import rulebook

        self._do(
            lambda: rulebook.switch_rule(self._main.paths, name, off=off),
            f"Rule {name} switched {'off' if off else 'on'}",
        )

    def _remove(self, name: str) -> None:
        from arxtui.library import rulebook

        self._do(lambda: rulebook.remove_rule(self._main.paths, name)[1], f"Rule {name} removed")

    def _do(self, change: Callable[[], Settings], said: str) -> None:
        done = partial(self._main.go_by, said=f"{foreign(said)} · u undoes")
        self._main.desk.ask(lambda _: change(), done, self._main.failed)
