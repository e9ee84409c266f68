"""How a command of plain mode is declared: beside its function, once for help, completion and docs/plain.md."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import NamedTuple

from arxtui.cli.plain.session import Session

Run = Callable[[Session, str], int]
"""Runs a command with what is typed behind its name; returns an exit status. Errors as verbs raise them."""


class Command(NamedTuple):
    """What can be typed at the prompt. ``completed_as`` are the words of a command line that takes the same
    arguments."""

    name: str
    arguments: str
    help: str
    run: Run
    completed_as: tuple[str, ...] = ()

    @property
    def usage(self) -> str:
        """The name and what follows it."""
        return f"{self.name} {self.arguments}".rstrip()


_declared: dict[str, list[Command]] = {}
"""By the name of the module that declares them."""


def command(name: str, arguments: str, help: str, completed_as: tuple[str, ...] = ()) -> Callable[[Run], Run]:
    """Declare the function below as a command (the fields are those of :class:`Command`)."""

    def declare(run: Run) -> Run:
        _declared.setdefault(run.__module__, []).append(Command(name, arguments, help, run, completed_as))
        return run

    return declare


def declared_in(*modules: ModuleType) -> tuple[Command, ...]:
    """The commands of these modules, in the order of the modules and of their declarations."""
    return tuple(each for module in modules for each in _declared[module.__name__])
