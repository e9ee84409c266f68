"""Screens that are pushed over the list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from textual.screen import Screen

    from arxtui.tui.services.status_bar import StatusBar
    from arxtui.tui.state.signals import Signal
    from arxtui.tui.widgets.panes import PanesScreen

Answer = TypeVar("Answer")
Subscription = tuple["Signal[Any]", Callable[..., object]]
"""A signal, and the function that subscribes to it."""


class MessageScreen(Protocol):
    """A screen that shows messages."""

    def say(self, text: str, ink: str = "dim") -> None:
        """Show a message."""


class Overlays:
    """Opens screens over the list; each also shows the status bar's messages."""

    def __init__(self, screen: PanesScreen, status: StatusBar) -> None:
        self._screen = screen
        self._status = status

    def open(
        self,
        overlay: Screen[Answer],
        then: Callable[[Answer | None], object],
        subscriptions: Sequence[Subscription] = (),
    ) -> None:
        """Push a screen with a ``say`` method. ``then`` is called with the result of the screen. The ``subscriptions``
        are active while the screen is open."""
        while_open: list[Subscription] = [(self._status.said, _say_method(overlay)), *subscriptions]

        def finish(answer: Answer | None) -> None:
            for signal, listener in while_open:
                signal.unsubscribe(listener)
            self._status.next_act()  # the user has read the messages on that screen
            then(answer)

        for signal, listener in while_open:
            signal.subscribe(listener)
        self._screen.app.push_screen(overlay, finish)


def _say_method(overlay: Any) -> Callable[[str, str], None]:
    screen: MessageScreen = overlay
    return screen.say
