"""docs/plain.md agrees with the table of commands; ``python -m tests.cli.plain.test_docs`` writes the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from arxtui.cli.plain.commands import BY_NAME, COMMANDS, names
from arxtui.cli.plain.declaration import Command
from arxtui.tui.commands import ACTIONS
from arxtui.tui.commands.triage_mode import TRIAGE
from arxtui.tui.reading.commands import READING
from arxtui.verbs import VERBS
from tests.cli.plain.conftest import Script

PAGE = Path(__file__).resolve().parents[3] / "docs" / "plain.md"
_HEAD = "| command | description |\n|---|---|\n"
_OWN = {"day", "days", "counts"}
"""Commands for the content of the filter pane, for which neither the reader nor the command line has a command."""

each_command = pytest.mark.parametrize("command", COMMANDS, ids=lambda each: str(each.name))


def table() -> str:
    """Return the rows of the page's table."""
    return "".join(f"| `{each.usage}` | {each.help} |\n" for each in COMMANDS)


def page() -> str:
    """Return the page with rows from the current table of commands."""
    before, head, rest = PAGE.read_text(encoding="utf-8").partition(_HEAD)
    _, _, after = rest.partition("\n\n")
    return f"{before}{head}{table()}\n{after}"


def test_the_page_is_what_the_table_says() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "python -m tests.cli.plain.test_docs writes it"


@each_command
def test_every_command_has_help(script: Script, command: Command) -> None:
    said = script(f"help {command.name}")
    assert said.code == 0
    assert " ".join(said.out.split()) == f"{command.usage}: {command.help}"
    assert command.help.endswith(".")
    assert command.run.__doc__ or command.run.__qualname__.startswith("_")


def test_commands_have_the_names_that_the_reader_and_the_command_line_have() -> None:
    options = {each.option.removeprefix("--") for each in VERBS["mark"].options()}
    actions = {word for each in (*ACTIONS, *TRIAGE, *READING) for word in (each.id, each.label)}
    assert {each.name for each in COMMANDS} <= {*VERBS, *options, *actions} | _OWN


def test_every_name_stands_once() -> None:
    assert len(names()) == len(set(names()))
    assert len(BY_NAME) == len(COMMANDS)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
