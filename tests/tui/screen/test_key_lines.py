"""Every screen names its main keys in its last line; with less room it names fewer, and it always keeps the help
key."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from arxtui.config.paths import Paths
from arxtui.text import cells
from arxtui.tui.present.line import capitalised, help_key, key_line, shown_path
from arxtui.tui.screens.help import HelpScreen
from arxtui.tui.screens.journal import JournalScreen
from arxtui.tui.screens.ledger import LedgerScreen
from arxtui.tui.screens.links import LinksScreen
from arxtui.tui.screens.overlay import Overlay
from arxtui.tui.screens.rules import RulesScreen
from tests.tui.acts.test_triage import begin
from tests.tui.reader import Reader, reading
from tests.tui.reading.texts import fill_with_text, open_text

SIZES = [(160, 45), (120, 35), (80, 24), (40, 12)]
KEYS = [("space", "page"), ("Esc", "back"), ("c", "contents"), ("/", "find"), *help_key()]


@pytest.mark.parametrize("width", range(8, 70))
def test_a_key_line_fits_and_keeps_help_the_way_out_and_the_most_important_ones(width: int) -> None:
    text = "".join(piece for piece, _ in key_line(KEYS, width))
    assert cells(text) <= width
    assert text.endswith(" ? help ")
    assert ("Esc back" in text) == (width >= len(" Esc back  ? help "))
    others = [does for _, does in KEYS[:-1] if does in text and does != "back"]
    assert others == ["page", "contents", "find"][: len(others)]


def test_on_the_narrowest_line_help_stays_longest_then_escape_and_quit_least() -> None:
    keys = [("j", "down"), ("q", "quit"), ("Esc", "back"), ("?", "help")]
    shown = ["".join(piece for piece, _ in key_line(keys, width)).split() for width in (8, 18, 26, 34)]
    assert [line[1::2] for line in shown] == [
        ["help"],
        ["back", "help"],
        ["down", "back", "help"],
        ["down", "quit", "back", "help"],
    ]


@pytest.mark.parametrize(
    ("words", "capitalised_words"),
    [
        ("marked read", "Marked read"),
        ("arXiv: done", "arXiv: done"),
        ("tag, then", "Tag, then"),
        ("2 new", "2 new"),
        ("", ""),
    ],
)
def test_a_sentence_begins_with_a_capital_unless_a_name_says_otherwise(words: str, capitalised_words: str) -> None:
    assert capitalised(words) == capitalised_words


@pytest.mark.parametrize(
    ("path", "shown"), [("papers.bib", "~/papers.bib"), ("../adam/x", "{home}m/x"), ("..", "{parent}")]
)
def test_a_path_below_the_home_directory_is_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, shown: str
) -> None:
    home = tmp_path / "ada"
    monkeypatch.setenv("HOME", str(home))
    assert shown_path(home / path) == shown.format(home=home, parent=tmp_path)


def last_line(reader: Reader) -> str:
    return next(line for line in reversed(reader.lines) if line.strip())


async def test_the_reading_of_a_text_names_its_keys(paths: Paths) -> None:
    fill_with_text(paths)
    async with reading(paths) as reader:
        await open_text(reader)
        for size in SIZES:
            await reader.resize(*size)
            await reader.until(lambda: "? help" in last_line(reader) and last_line(reader).endswith("%"))
            assert "space page" in last_line(reader), size
            await reader.press("c")
            await reader.until(lambda: "Enter show" in last_line(reader) and "? help" in last_line(reader))
            await reader.press("escape")
            await reader.until(lambda: "space page" in last_line(reader))
            await reader.press("question_mark")
            await reader.until_shown("Esc close")
            await reader.press("escape")


async def test_of_a_paper_without_its_text_the_keys_that_do_something_are_named(paths: Paths) -> None:
    fill_with_text(paths)
    async with reading(paths) as reader:
        await reader.press("j")
        await open_text(reader)
        for size in SIZES:
            await reader.resize(*size)
            await reader.until(lambda: "W fetch" in last_line(reader) and "? help" in last_line(reader))
            assert "contents" not in last_line(reader), size


@pytest.mark.parametrize("size", [(120, 35), (40, 12)])
async def test_every_screen_over_the_list_names_its_keys_and_has_help(paths: Paths, size: tuple[int, int]) -> None:
    fill_with_text(paths)
    async with reading(paths, size=size) as reader:
        screens: dict[str, type[Overlay[Any]]] = {"V": JournalScreen, "L": LedgerScreen, "O": LinksScreen}
        for key, screen in screens.items():
            shown = await reader.open(key, screen)
            await reader.until(lambda: "? help" in last_line(reader) and "Esc back" in last_line(reader))
            await reader.press("question_mark")
            await reader.until_shown("Esc close", shown.keys[0][1])
            await reader.press("escape")
            await reader.until(lambda shown=shown: reader.app.screen is shown)  # type: ignore[misc]
            await reader.press("escape")
            await reader.until(lambda: reader.app.screen is reader.main)


async def test_triage_mode_and_the_list_name_their_keys(paths: Paths) -> None:
    fill_with_text(paths)
    async with reading(paths) as reader:
        for size in SIZES:
            await reader.resize(*size)
            assert "? help" in last_line(reader), size
            await begin(reader)
            await reader.until(lambda: "? help" in last_line(reader))
            await reader.press("escape")
            await reader.until(lambda: reader.app.screen is reader.main)


async def test_on_the_months_of_an_empty_library_no_months_are_named(paths: Paths) -> None:
    async with reading(paths, size=(160, 45)) as reader:
        await reader.until_shown("no dates")
        await reader.press("f", "G")
        await reader.until(lambda: reader.main.filters.on_months)
        assert "earlier" not in last_line(reader)
    fill_with_text(paths)
    async with reading(paths, size=(160, 45)) as reader:
        await reader.until(lambda: reader.main.filters.bars)
        await reader.press("f", "G", "k")
        await reader.until(lambda: reader.main.filters.on_months and "{ earlier   } later" in last_line(reader))


async def test_a_note_names_the_key_that_keeps_it(paths: Paths) -> None:
    fill_with_text(paths)
    async with reading(paths) as reader:
        await reader.press("n")
        for size in SIZES:
            await reader.resize(*size)
            await reader.until_shown("Esc save and close")


@pytest.mark.parametrize("screen", [JournalScreen, LedgerScreen, RulesScreen, LinksScreen, HelpScreen])
def test_space_turns_the_page_of_every_list_over_the_papers(screen: type[Overlay[Any]]) -> None:
    assert screen._merged_bindings
    assert [each.action for each in screen._merged_bindings.key_to_bindings["space"]] == ["page(1)"]
