"""A command can be run where there is no paper: ``needs`` of its declaration only decides when the footer shows it."""

from __future__ import annotations

from arxtui.config.paths import Paths
from arxtui.tui.commands import ACTIONS
from tests.tui.reader import THREE_PANES, Reader, reading


async def _return_to_the_list(reader: Reader) -> None:
    await reader.until(lambda: reader.app.screen.is_mounted)
    while reader.app.screen is not reader.main or reader.main.context.questions.is_asking:
        await reader.press("escape")


async def test_no_command_fails_over_an_empty_list(paths: Paths) -> None:
    async with reading(paths, size=THREE_PANES) as reader:
        for action in ACTIONS:
            if action.id != "quit":
                await reader.main.action_command(action.id, *(("1",) if action.by_digit else ()))
                await _return_to_the_list(reader)
                assert reader.app.is_running, action.id
