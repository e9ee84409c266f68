"""Declare a command beside its function; keys, palette, footer, help and ``docs/keys.md`` are made from the
declaration."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar

from arxtui.tui.actions import Action, Fact, Group, Place, Takes

Run = TypeVar("Run", bound=Callable[..., Any])
_declared: dict[str, list[Action]] = {}
"""The declared commands by module name."""


def command(
    keys: tuple[str, ...],
    label: str,
    description: str,
    group: Group,
    footer: tuple[Place, ...] = (),
    *,
    by_digit: bool = False,
    needs: tuple[Fact, ...] = (),
    first_when: Fact | None = None,
    counts: bool = False,
    takes: Takes | None = None,
    id: str = "",
) -> Callable[[Run], Run]:
    """Declare the function below as a command. The parameters are the fields of :class:`Action`. Its name is the ``id``
    unless another is given, and its docstring is the help: text for users, in which ``{toggle_read}`` becomes a key.

    The function is called with the :class:`Context`. If ``by_digit``, it also receives the digit; if it ``counts`` and
    a number was typed before its key, it also receives that number.
    """

    def declare(run: Run) -> Run:
        name, help = id or run.__name__, " ".join((run.__doc__ or "").split())
        action = Action(
            name, keys, label, description, help, group, footer, by_digit, needs, first_when, run, counts, takes
        )
        _declared.setdefault(run.__module__, []).append(action)
        return run

    return declare


def declared_in(*modules: ModuleType) -> tuple[Action, ...]:
    """Return the commands of these modules, in the order of the modules and of their declarations."""
    return tuple(action for module in modules for action in _declared[module.__name__])
