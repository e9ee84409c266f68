"""Declarations of plain mode's commands, each beside its function; help, completion and docs/plain.md use them."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

from arxtui.cli.plain.session import Session
from arxtui.light import NamedTuple

Run = Callable[[Session, str], int]
"""A function that runs a command with the text after its name and returns an exit status.

Raises the errors of verbs.
"""


class Command(NamedTuple):
    """A command of the prompt.

    ``completed_as`` are the words of a command line whose arguments are completed in the same way.
    """

    name: str
    arguments: str
    help: str
    run: Run
    completed_as: tuple[str, ...] = ()

    @property
    def usage(self) -> str:
        """The name and the arguments."""
        return f"{self.name} {self.arguments}".rstrip()


_declared: dict[str, list[Command]] = {}
"""The declared commands by the name of their module."""


def command(name: str, arguments: str, help: str, completed_as: tuple[str, ...] = ()) -> Callable[[Run], Run]:
    """Declare the decorated function as a command. The arguments are the fields of :class:`Command`."""

    def declare(run: Run) -> Run:
        _declared.setdefault(run.__module__, []).append(Command(name, arguments, help, run, completed_as))
        return run

    return declare


def declared_in(*modules: ModuleType) -> tuple[Command, ...]:
    """Return the commands of these modules, in the order of the modules and of the declarations."""
    return tuple(each for module in modules for each in _declared[module.__name__])
