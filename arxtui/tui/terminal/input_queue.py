"""Input queue: each key is handled before the next one, and only once the screen in front is ready."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from textual import events
from textual.app import App
from textual.dom import DOMNode
from textual.screen import Screen

from arxtui.tui.terminal.timers import call_after

FROM_TERMINAL = (events.InputEvent, events.Paste, events.AppFocus, events.AppBlur)
"""All classes of input events: keys, mouse, paste, and focus changes of the terminal."""
PATIENCE = 0.5
"""Maximum seconds that keys wait for Textual's pending messages."""
_EXPECTED_SECONDS = 3.0
"""Maximum seconds that keys wait for rows that a screen expects, as on a busy machine. After that, keys are handled
without the rows."""
_CHECK_SECONDS = 0.01
"""Seconds between two checks of a screen that expects rows."""


class Key(events.Key, bubble=False):
    """A key event that ``answer`` passes from widget to widget, instead of Textual's message queues. The class is named
    ``Key`` because Textual derives the name of the handler (``on_key``) from it."""


class Paste(events.Paste, bubble=False):
    """A paste event, passed on like a key event."""


class InputQueue:
    """Holds input back until the screen in front is composed and laid out, then passes it on in order.

    Textual passes keys to a screen as soon as the screen exists, before it has widgets. Call ``watch`` when another
    screen comes to the front, and ``take`` with each input event, in the app's task. ``answer`` is called with each
    event when its turn has come.

    A screen can have a property ``expects_rows``: the rows that the keys apply to were requested and have not arrived.
    Keys wait for those rows, too, but only for a limited time.
    """

    def __init__(self, app: App[Any], answer: Callable[[events.Event], Awaitable[None]]) -> None:
        self._app = app
        self._answer = answer
        self._waiting: deque[events.Event] = deque()
        self._watched: Screen[Any] | None = None
        self._watches = 0
        self._is_ready = False
        self._expecting_since: float | None = None
        self._is_check_due = False
        self._is_closed = False
        self._paused_until = 0.0
        self._last_key = 0.0

    @property
    def rest(self) -> float:
        """The seconds since the last key."""
        return time.monotonic() - self._last_key

    @property
    def has_waiting(self) -> bool:
        """Whether input waits for its turn."""
        return bool(self._waiting)

    def close(self) -> None:
        """Drop all input from now on, because the program is ending."""
        self._is_closed = True
        self._waiting.clear()

    def hold(self, front: DOMNode) -> None:
        """Hold input back until the message that Textual has just queued for ``front`` has bubbled up to the app, for
        at most ``PATIENCE`` seconds."""
        self._paused_until = time.monotonic() + PATIENCE
        front.call_later(self._bubble, front)

    def _bubble(self, node: DOMNode) -> None:
        if node.parent is not None:
            node.parent.call_later(self._bubble, node.parent)
        else:
            self._paused_until = 0.0
            self._app.call_later(self._pass_on)

    async def take(self, event: events.Event) -> None:
        """Handle an event now if input is not held back; otherwise queue it."""
        if self._is_closed:
            return
        if isinstance(event, events.Key):
            self._last_key = time.monotonic()
        if self._is_open and not self._waiting:
            await self._answer(event)
        # Mouse events are dropped: they cannot refer to a screen that is not painted yet.
        elif not isinstance(event, events.MouseEvent):
            self._waiting.append(event)
            self._check_later()

    def watch(self) -> None:
        """Start waiting for the screen in front to become ready, unless that is already under way."""
        screen = self._app.screen
        if screen is self._watched:
            return
        self._watches += 1
        # This call is queued after composing, mounting and layout.
        if screen.call_later(self._wait_for_widgets, screen, self._watches):
            self._watched, self._is_ready = screen, False

    @property
    def _is_open(self) -> bool:
        self.watch()
        return self._is_ready and self._watched is self._app.screen and not (self._is_paused or self._is_expecting)

    @property
    def _is_paused(self) -> bool:
        return time.monotonic() < self._paused_until

    @property
    def _is_expecting(self) -> bool:
        if not getattr(self._watched, "expects_rows", False):
            self._expecting_since = None
            return False
        now = time.monotonic()
        if self._expecting_since is None:
            self._expecting_since = now
        return now - self._expecting_since < _EXPECTED_SECONDS

    def _wait_for_widgets(self, screen: Screen[Any], watch: int) -> None:
        """Wait until each widget of the screen knows its size, which page and end movements depend on."""
        pending = 1

        def widget_done() -> None:
            nonlocal pending
            pending -= 1
            if not pending:
                screen.call_later(self._open, watch)  # queued after the calls that the screen made when it was mounted

        for widget in screen.walk_children():
            pending += widget.call_later(widget_done)
        widget_done()

    def _open(self, watch: int) -> None:
        if watch == self._watches:
            self._is_ready = True
            if self._waiting:
                self._app.call_later(self._pass_on)

    def _check_later(self) -> None:
        """Schedule another check of the queue. ``_open`` handles a screen that becomes ready, but nothing signals the
        arrival of expected rows."""
        if self._is_ready and self._waiting and not self._is_check_due:
            self._is_check_due = True
            call_after(self._app, _CHECK_SECONDS, self._check)

    async def _check(self) -> None:
        self._is_check_due = False
        await self._pass_on()

    async def _pass_on(self) -> None:
        if not self._app.screen_stack:  # the app ends while keys wait
            return
        while self._waiting and self._is_open:
            await self._answer(self._waiting.popleft())
        self._check_later()


async def answer(app: App[Any], event: events.Key | events.Paste) -> bool:
    """Handle a key or paste event: priority bindings first, then the focused widget and its ancestors, then the other
    bindings. Return when they are done, and whether there was one.

    Textual queues the event for the widget and continues with the next event, so that letters typed after a key can
    overtake that key on its way to a binding.
    """
    if isinstance(event, events.Key) and await app._check_bindings(event.key, priority=True):
        return True
    forwarded: events.Event = Key(event.key, event.character) if isinstance(event, events.Key) else Paste(event.text)
    forwarded._set_forwarded()
    for node in (app.focused or app.screen).ancestors_with_self:
        if node is app:
            break
        with node._context():
            await node._dispatch_message(forwarded.prevent_default(False))
        if forwarded._stop_propagation:
            return True
    return isinstance(event, events.Key) and await app._check_bindings(event.key)
