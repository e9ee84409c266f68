"""Screens that lie over the list, to be left again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from textual.screen import Screen

    from arxtui.tui.screens.main import MainScreen
    from arxtui.tui.services.status_bar import StatusBar
    from arxtui.tui.state.signals import Signal

Answer = TypeVar("Answer")
Subscription = tuple["Signal[Any]", Callable[..., object]]
"""A signal, and what listens to it."""


class Says(Protocol):
    """A screen that shows messages."""

    def say(self, text: str, ink: str = "dim") -> None:
        """Show one."""


class Overlays:
    """What is said is shown by every screen over the list as well."""

    def __init__(self, screen: MainScreen, status: StatusBar) -> None:
        self._screen = screen
        self._status = status

    def open(
        self,
        overlay: Screen[Answer],
        left: Callable[[Answer | None], object],
        subscriptions: Sequence[Subscription] = (),
    ) -> None:
        """Open a screen that can ``say``; ``left`` gets what it was left with. The ``subscriptions`` hold while it is
        open."""
        while_open: list[Subscription] = [(self._status.said, _say_of(overlay)), *subscriptions]

        def closed(answer: Answer | None) -> None:
            for signal, listener in while_open:
                signal.unsubscribe(listener)
            self._status.next_act()  # what was said there has been read there
            left(answer)

        for signal, listener in while_open:
            signal.subscribe(listener)
        self._screen.app.push_screen(overlay, closed)


def _say_of(overlay: Any) -> Callable[[str, str], None]:
    says: Says = overlay
    return says.say
