"""Dispatch of key presses to the commands of the screen in front."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual import events
from textual.app import App
from textual.binding import Binding
from textual.screen import Screen

from arxtui.config.keys import key_name
from arxtui.tui.actions import ON_APP, Area
from arxtui.tui.keys import in_force
from arxtui.tui.keys.sequences import KeySequence, KeyTable
from arxtui.tui.present.line import Piece, key_pieces

_CANCEL = ("Esc", "cancel")


class Dispatcher:
    """Runs the commands of a screen's registry by the keys in force; these precede a screen's fixed key bindings. A
    screen names its registry as ``area``; its ``show_keys`` is called when the footer has to show other keys."""

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._sequence = KeySequence()
        self._screen: Screen[Any] | None = None
        self._tables: dict[type, KeyTable] = {}

    async def handle(self, event: events.Key) -> bool:
        """Handle a key press. Returns False if the key is not bound here, or is text input for the focused widget."""
        screen = self._app.screen
        if screen is not self._screen:
            self._sequence.clear()
            self._screen = screen
        was_unfinished, focused = self._sequence.is_unfinished, screen.focused
        if not was_unfinished and focused is not None and focused.check_consume_key(event.key, event.character):
            return False
        result = self._sequence.press(self._table_of(screen), event.key)
        if was_unfinished or self._sequence.is_unfinished:
            self._show(screen)
        return result.is_handled and (not result.call or await self._app.run_action(result.call, screen))

    def cancel(self) -> None:
        """Drop an unfinished key sequence, because something else was done."""
        if self._sequence.is_unfinished and self._screen is not None:
            self._sequence.clear()
            self._show(self._screen)

    @property
    def pieces(self) -> Sequence[Piece]:
        """The keys of the unfinished sequence and the keys that can follow; empty if no sequence is unfinished."""
        if not self._sequence.is_unfinished or self._screen is not self._app.screen:
            return ()
        typed = " ".join(filter(None, (self._sequence.count, key_name(self._sequence.typed))))
        following = self._table_of(self._screen).following(self._sequence.typed) if self._sequence.typed else []
        return [(f" {typed} ", "accent-strong"), *key_pieces([*following, _CANCEL])]

    def _show(self, screen: Any) -> None:
        if self._sequence.unbound:
            screen.say(f"{key_name(self._sequence.unbound)} is not bound")
        screen.show_keys()

    def _table_of(self, screen: Screen[Any]) -> KeyTable:
        screen_type = type(screen)
        if screen_type not in self._tables:
            area: Area | None = getattr(screen, "area", None)
            table = KeyTable(in_force.actions(area)) if area else _table_of_bindings(screen_type)
            for id, call in ON_APP.items():
                action = in_force.action(id)
                for key in filter(_is_chord, action.keys):
                    table.add(key, action, call)
            self._tables[screen_type] = table
        return self._tables[screen_type]


def _table_of_bindings(screen_type: type) -> KeyTable:
    """Return the keys in force of a screen over the list: those of its own commands (``own_area``), and of its bindings
    that have the id of a command of the list; like that command, they take counts. Its fixed keys are left to Textual.
    """
    own: Area | None = getattr(screen_type, "own_area", None)
    actions = [each for each in in_force.actions(own) if each.run is None] if own else ()
    bindings = [
        each for base in screen_type.__mro__ for each in vars(base).get("BINDINGS", ()) if isinstance(each, Binding)
    ]
    fixed = {key for each in bindings if not each.id for key in each.key.split(",")}
    table = KeyTable(actions, fixed)
    known = {action.id: action for action in in_force.actions()}
    for each in bindings:
        if action := known.get(each.id or ""):
            for key in action.keys:
                if key not in fixed:
                    table.add(key, action, each.action)
    return table


def _is_chord(key: str) -> bool:
    """Whether a key is distinct from text typed into a line."""
    return key.startswith(("ctrl+", "alt+")) and " " not in key
