"""The table of the commands of plain mode, in the order of ``help`` and docs/plain.md. All other names are verbs of
the command line."""

from __future__ import annotations

from arxtui.cli.plain import filters, listing, marking, program, reading, refreshing
from arxtui.cli.plain.declaration import Command, declared_in

COMMANDS: tuple[Command, ...] = declared_in(listing, reading, marking, filters, refreshing, program)
BY_NAME = {command.name: command for command in COMMANDS}
