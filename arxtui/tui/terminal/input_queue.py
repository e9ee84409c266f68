"""What the user types, in order: each key is answered before the next one, and only by a screen that can take it."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from textual import events
from textual.app import App
from textual.dom import DOMNode
from textual.screen import Screen

FROM_TERMINAL = (events.InputEvent, events.Paste, events.AppFocus, events.AppBlur)
"""All input: keys, the mouse, pasted texts, and whether the terminal has the focus."""
PATIENCE = 0.5
"""Seconds that keys wait for what Textual has under way."""
_EXPECTED = 3.0
"""Seconds that keys wait for rows which a screen expects, as on a machine that has much to do. After that they are
answered without them."""
_LOOK_AGAIN = 0.01
"""Seconds between two looks at a screen that expects rows."""


class Key(events.Key, bubble=False):
    """A key that is handed from widget to widget by ``answer``, not by Textual's queues."""


class Paste(events.Paste, bubble=False):
    """A pasted text, handed over as a key is."""


class InputQueue:
    """Keeps input back while the screen in front is not composed and laid out, and passes it on in order then.

    Textual hands keys to a screen as soon as there is one, before it has widgets. ``watch`` is to be called when
    another screen comes to the front, ``take`` with all input, in the app's own task; ``answer`` gets what is due.

    A screen may have a property ``expects_rows``: the rows that keys are meant for were asked for and are on their way.
    Keys wait for them too, though not for long.
    """

    def __init__(self, app: App[Any], answer: Callable[[events.Event], Awaitable[None]]) -> None:
        self._app = app
        self._answer = answer
        self._waiting: deque[events.Event] = deque()
        self._watched: Screen[Any] | None = None
        self._watches = 0
        self._is_ready = False
        self._expecting_since: float | None = None
        self._is_looking = False
        self._is_closed = False
        self._held_until = 0.0

    def close(self) -> None:
        """The program is being left: nothing that is typed is answered any more."""
        self._is_closed = True
        self._waiting.clear()

    def hold(self, front: DOMNode) -> None:
        """Keep input back until what Textual has just put into the queue of ``front`` has gone its way up to the app,
        though not for long."""
        self._held_until = time.monotonic() + PATIENCE
        front.call_later(self._go_up, front)

    def _go_up(self, node: DOMNode) -> None:
        if node.parent is not None:
            node.parent.call_later(self._go_up, node.parent)
        else:
            self._held_until = 0.0
            self._app.call_later(self._pass_on)

    async def take(self, event: events.Event) -> None:
        """Answer an event now if nothing is in its way, else in its turn."""
        if self._is_closed:
            return
        if self._is_open and not self._waiting:
            await self._answer(event)
        elif not isinstance(event, events.MouseEvent):  # nobody can point at what is not painted yet
            self._waiting.append(event)
            self._look_again()

    def watch(self) -> None:
        """Look at the screen in front: find out when it is ready, unless that is known."""
        screen = self._app.screen
        if screen is self._watched:
            return
        self._watches += 1
        # Behind all that the screen has before it: composing, mounting, and the layout.
        if screen.call_later(self._wait_for_widgets, screen, self._watches):
            self._watched, self._is_ready = screen, False

    @property
    def _is_open(self) -> bool:
        self.watch()
        return self._is_ready and self._watched is self._app.screen and not (self._is_held or self._is_expecting)

    @property
    def _is_held(self) -> bool:
        return time.monotonic() < self._held_until

    @property
    def _is_expecting(self) -> bool:
        if not getattr(self._watched, "expects_rows", False):
            self._expecting_since = None
            return False
        now = time.monotonic()
        if self._expecting_since is None:
            self._expecting_since = now
        return now - self._expecting_since < _EXPECTED

    def _wait_for_widgets(self, screen: Screen[Any], watch: int) -> None:
        """Wait until each widget of the screen knows its size: moving by pages and to ends depends on that."""
        left = 1

        def reached() -> None:
            nonlocal left
            left -= 1
            if not left:
                screen.call_later(self._open, watch)  # behind what the screen set out to do when it was mounted

        for widget in screen.walk_children():
            left += widget.call_later(reached)
        reached()

    def _open(self, watch: int) -> None:
        if watch == self._watches:
            self._is_ready = True
            if self._waiting:
                self._app.call_later(self._pass_on)

    def _look_again(self) -> None:
        """While the screen is not ready, ``_open`` passes on what waits; rows that it expects tell nobody."""
        if self._is_ready and self._waiting and not self._is_looking:
            self._is_looking = True
            self._app.set_timer(_LOOK_AGAIN, self._looked)

    async def _looked(self) -> None:
        self._is_looking = False
        await self._pass_on()

    async def _pass_on(self) -> None:
        while self._waiting and self._is_open:
            await self._answer(self._waiting.popleft())
        self._look_again()


async def answer(app: App[Any], event: events.Key | events.Paste) -> None:
    """Have what is bound to a key with priority answer it, else the widget with the keyboard, else those around it; and
    return when they have.

    Textual puts the event into the widget's queue and goes on to the next one, so that a key which is on its way up to
    a binding is overtaken by the letters typed after it.
    """
    if isinstance(event, events.Key) and await app._check_bindings(event.key, priority=True):
        return
    mine: events.Event = Key(event.key, event.character) if isinstance(event, events.Key) else Paste(event.text)
    mine._set_forwarded()
    for node in (app.focused or app.screen).ancestors_with_self:
        if node is app:
            break
        with node._context():
            await node._dispatch_message(mine.prevent_default(False))
        if mine._stop_propagation:
            return
    if isinstance(event, events.Key):
        await app._check_bindings(event.key)
