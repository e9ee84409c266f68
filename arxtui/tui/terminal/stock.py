"""Fallbacks for this package's classes if Textual lacks a private part: everything works, but frames take longer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from textual.app import ComposeResult
from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.screen import Screen
from textual.widget import Widget

from arxtui.tui.actions import Action


class PatchedScreen(Screen[None], inherit_bindings=False):
    """A screen painted by Textual."""

    is_paused = False
    keeps = False
    full_updates = 0

    def release(self) -> None:
        """Do nothing, because this screen never holds painting back."""

    release_kept = release


class Palette(CommandPalette):
    """Palette of actions by name, searched by Textual. ``run`` returns a callable that runs an action on the screen
    below, ``foot`` is shown below the list."""

    def __init__(
        self,
        actions: Sequence[Action],
        run: Callable[[Action], Callable[[], Any]],
        uses: Mapping[str, int],
        everyday_words: Mapping[str, str],
        foot: Widget,
    ) -> None:
        self._foot = foot

        class Actions(Provider):
            async def discover(self) -> Hits:
                for action in sorted(actions, key=lambda action: -uses.get(action.id, 0)):
                    yield DiscoveryHit(action.description, run(action), help=action.help)

            async def search(self, query: str) -> Hits:
                matcher = self.matcher(query)
                for action in actions:
                    words = f"{action.description} {everyday_words.get(action.id, '')}"
                    if (score := matcher.match(words)) > 0:
                        yield Hit(score, matcher.highlight(action.description), run(action), help=action.help)

        super().__init__(providers=(Actions,), id="--command-palette")

    def compose(self) -> ComposeResult:
        """Build Textual's palette and the foot."""
        yield from super().compose()
        yield self._foot
