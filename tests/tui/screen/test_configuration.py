"""The settings file is changed by an editor while the reader is open."""

from __future__ import annotations

import pytest

from arxtui.config.changes import AT_START, changed_names
from arxtui.config.paths import Paths
from arxtui.config.settings import OTHER_TABLES, Settings, every_setting, parse
from arxtui.tui.services import poller
from tests.tui.reader import THREE_PANES, Reader, fill_usually, reading


@pytest.fixture
def config(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> Paths:
    """A home whose settings file is looked at by :func:`written` alone."""
    monkeypatch.setattr(poller, "POLL_SECONDS", 3600.0)
    fill_usually(paths)
    paths.config_file.write_text("[arxiv]\ncategories = ['cs.DC']\n")
    return paths


async def written(reader: Reader, paths: Paths, text: str) -> None:
    """Write the file as an editor does, and let the reader look."""
    look = reader.main.context.configuration.look
    look()
    await reader.pilot.pause()
    await reader.until(lambda: not reader.main.context.threads.act.pending)
    other = paths.config_file.with_suffix(".new")
    other.write_text(f"[arxiv]\ncategories = ['cs.DC']\n{text}")
    other.replace(paths.config_file)
    look()


async def test_changed_settings_are_used_and_named_and_those_for_the_next_start_are_named_too(config: Paths) -> None:
    async with reading(config, size=THREE_PANES) as reader:
        text = "[follow]\nauthors = ['Ada Example']\n[ui]\ntheme = 'light'\ntwo_lines = true\nkeymap = 'vim'\n"
        await written(reader, config, text)
        await reader.until_shown(
            "config.toml was changed · in use: [follow] authors, [ui] theme, [ui] two_lines · at the next start: [ui]"
        )
        assert (reader.app.theme, reader.main.papers.row_height) == ("light", 2)
        await reader.until(lambda: (row := reader.main.papers.row) and row.highlighted)
        await written(reader, config, text + "mark_passed = true\n")
        await reader.until_shown("in use: [ui] mark_passed")
        await reader.press("j")
        assert reader.main.papers.rows[0].marks.read  # type: ignore[union-attr]


async def test_a_fault_is_named_with_its_line_and_the_settings_of_before_stay(config: Paths) -> None:
    async with reading(config, size=THREE_PANES) as reader:
        await written(reader, config, "[ui]\ntheme = 'purple'\n")
        await reader.until_shown("config.toml, line 4", "the previous settings stay in use")
        assert reader.app.theme == "dark"
        await written(reader, config, "[ui]\ntheme = 'light'\n")
        await reader.until_shown("in use: [ui] theme")
        assert reader.app.theme == "light"


async def test_a_fault_that_was_taken_back_is_no_longer_named(config: Paths) -> None:
    async with reading(config, size=THREE_PANES) as reader:
        await written(reader, config, "[ui]\ntheme = 'purple'\n")
        await reader.until_shown("the previous settings stay in use")
        await written(reader, config, "")
        await reader.until_gone("the previous settings stay in use")


async def test_a_setting_written_by_the_reader_itself_is_not_announced(config: Paths) -> None:
    async with reading(config, size=THREE_PANES) as reader:
        await written(reader, config, "")
        await reader.press("at")
        await reader.press(*"Ada Example", "enter")
        await reader.until_shown("Ada Example")
        await reader.until(lambda: reader.main.session.settings.follow.authors == ("Ada Example",))
        message = reader.main.session.messages.current
        reader.main.context.configuration.look()
        await reader.until(lambda: not reader.main.context.threads.act.pending)
        assert reader.main.session.messages.current == message


async def test_the_file_is_looked_at_while_the_reader_is_idle(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(poller, "POLL_SECONDS", 0.02)
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.until(lambda: reader.main.context.configuration._read)
        paths.config_file.write_text("[ui]\ntwo_lines = true\n")
        await reader.until(lambda: reader.main.papers.row_height == 2)


def test_each_setting_that_differs_is_named_once() -> None:
    rule = "[[rules]]\nname = 'x'\nquery = 'y'\nmute = true\n"
    text = f"[ui]\ntitle = false\n[http]\ncontact = 'a@b.example'\n[keys]\nstar = 's'\n{rule}"
    assert [*changed_names(Settings(), parse(text))] == ["[http] contact", "[ui] title", "[rules]", "[keys]"]
    assert {*map(str, every_setting()), *(f"[{table}]" for table in OTHER_TABLES)} > AT_START
