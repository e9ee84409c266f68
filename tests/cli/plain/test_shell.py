"""The commands of plain mode have help, and the names that the same commands have elsewhere."""

from __future__ import annotations

import pytest

from arxtui.cli.plain.declaration import Command
from arxtui.cli.plain.session import Session
from arxtui.cli.plain.shell import BY_NAME, COMMANDS, names, run_line
from arxtui.tui.commands import ACTIONS
from arxtui.tui.commands.triage_mode import TRIAGE
from arxtui.tui.reading.commands import READING
from arxtui.verbs import VERBS
from arxtui.verbs.declaration import GROUPS
from tests.cli.plain.conftest import Script

_OWN = {"day", "days", "counts"}
"""Commands for the content of the filter pane, for which neither the reader nor the command line has a command."""

each_command = pytest.mark.parametrize("command", COMMANDS, ids=lambda each: str(each.name))


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


def test_every_name_appears_once() -> None:
    assert len(names()) == len(set(names()))
    assert len(BY_NAME) == len(COMMANDS)


def test_help_lists_each_command_and_the_verbs_of_each_purpose(capsys: pytest.CaptureFixture[str]) -> None:
    assert BY_NAME["help"].run(Session(interactive=False), "") == 0
    said = " ".join(capsys.readouterr().out.split())
    assert all(f"{each.usage}: {each.help}" in said for each in COMMANDS)
    for group in GROUPS:
        verbs = [name for name, verb in VERBS.items() if verb.group == group and name in names()]
        assert f"To {group}, as 'arxtui NAME' in a shell: {', '.join(set_apart(verbs))} " in said


def set_apart(verbs: list[str]) -> list[str]:
    """Return the verbs that are no commands of plain mode."""
    return [name for name in verbs if name not in BY_NAME]


def test_the_usage_of_a_command_names_its_arguments_if_it_has_any() -> None:
    assert (BY_NAME["help"].usage, BY_NAME["quit"].usage) == ("help [NAME]", "quit")


@pytest.mark.usefixtures("filled")
def test_a_name_or_a_number_alone_shows_the_paper_and_other_names_of_commands_run_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    session = Session(interactive=False)
    for line in ("2605.01111", "arxtui list", "2", "show 2605.01111"):
        assert run_line(session, line) == 0
        assert "Cheap Snapshots" in capsys.readouterr().out
    assert run_line(session, "2605.01111 x") == run_line(session, "lst") == 2
    assert "did you mean list?" in capsys.readouterr().err
    assert not session.is_over
    assert run_line(session, "q") == 0
    assert session.is_over
