"""A screen in ASCII: every cell is ASCII."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.config.paths import Paths
from arxtui.config.settings import UiSettings
from arxtui.light import changed
from arxtui.text import cells
from arxtui.text.encodable import ASCII_SIGNS, in_ascii_cells
from arxtui.tui.screens.help import HelpScreen
from tests.builders import announced
from tests.tui.papers import HOSTILE, paper
from tests.tui.reader import QUIET, fill, fill_usually, reading

ASCII = changed(QUIET, ui=UiSettings(theme="dark", ascii=True))


@pytest.mark.parametrize("width", [120, 40])
async def test_every_screen_is_in_ascii(paths: Paths, width: int) -> None:
    fill_usually(paths)
    async with reading(paths, ASCII, size=(width, 30)) as reader:
        before = ""
        for key in ("f3", "f", "question_mark", "L", "V", "c", "O", "ctrl+p", "f9"):
            await reader.press(key)
            shown = reader.text
            assert [line for line in shown.splitlines() if not line.isascii()] == [], key
            assert len(shown.split()) > 10
            assert shown != before, f"{key} opened nothing"
            before = shown
            await reader.press("escape")
            await reader.until(lambda: reader.app.screen is reader.main)


async def test_the_help_explains_the_signs_in_force(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, ASCII, size=(120, 200)) as reader:
        await reader.open("question_mark", HelpScreen)
        await reader.press("question_mark")
        explained = {tuple(line.split()[:2]) for line in reader.lines}
        assert {("o", "unread,"), (".", "unread"), ("V", "selected:"), ("x", "a"), ("#", "a")} <= explained


async def test_without_the_setting_signs_are_as_ever(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        reader.main.context.navigator.leave_for("")
        await reader.until_shown("60 papers")
        assert {"●", "◆", "│", "·"} <= set(reader.text)


def test_each_sign_is_one_ascii_character_for_one_cell() -> None:
    for sign, letter in ASCII_SIGNS.items():
        assert cells(sign) == len(letter) == 1, sign
        assert letter.isascii(), sign


@pytest.mark.parametrize("term", ["linux", "xterm-256color"])
async def test_a_text_console_has_its_own_colours_and_no_signs_that_its_font_lacks(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, term: str
) -> None:
    monkeypatch.setenv("TERM", term)
    fill_usually(paths)
    async with reading(paths, changed(QUIET, ui=UiSettings(theme="auto"))) as reader:
        is_console = term == "linux"
        assert (reader.app.theme == "ansi") is is_console
        assert ("◆2" in reader.text, "#2" in reader.text) == (not is_console, is_console)
        assert {"›", "│", "·"} <= set(reader.text), "the fonts have these"


@given(st.text(max_size=40) | st.sampled_from(list(HOSTILE.values())))
def test_any_text_keeps_its_cells(text: str) -> None:
    shown = in_ascii_cells(text)
    assert shown.isascii()
    assert len(shown) == cells(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Björn Måns", "Bjorn Mans"),
        ("Łukasz Ørsted", "Lukasz Orsted"),
        ("𝒪(n²)", "O(n2)"),
        ("α → β", "? > ?"),
        ("中a", "? a"),
    ],
)
def test_letters_lose_their_accents_and_signs_without_likeness_are_question_marks(text: str, shown: str) -> None:
    assert in_ascii_cells(text) == shown


async def test_upstream_text_is_spelled_out_on_the_screen_and_copied_as_it_is(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = paper(1, "β-decay as $x\\to\\infty$", abstract="A measure of 3 µm ≥ λ.")
    fill(paths, [made], [announced(made)])
    async with reading(paths, ASCII, size=(120, 30)) as reader:
        await reader.until_shown("A measure of 3 um >= lambda.")
        assert "beta-decay as x->infinity" in reader.text
        copied: list[str] = []
        monkeypatch.setattr(reader.app, "copy_to_clipboard", copied.append)
        reader.main.context.browser.copy("β-decay")
        await reader.until(lambda: copied)
        assert copied == ["β-decay"]
