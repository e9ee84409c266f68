"""Citations, references, notes, links and formulas: selected, previewed, followed and copied."""

from __future__ import annotations

from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.model.document import (
    Document,
    Footnote,
    Formula,
    Heading,
    Link,
    Paragraph,
    Reference,
    Source,
    Style,
    Text,
)
from arxtui.reader import Page, Place
from arxtui.tui.present.reading.excerpts import excerpts
from arxtui.tui.present.reading.targets import FOLLOWED, FORMULAS, target_at, targets
from tests.tui.reader import Reader, reading
from tests.tui.reading.test_page import screen_of
from tests.tui.reading.texts import document, fill_with_text, open_text, prose
from tests.tui.screen.test_mouse import click


def chosen(reader: Reader) -> str:
    found = screen_of(reader).reading.state.chosen
    return found.name if found else ""


def test_the_preview_of_a_section_is_its_heading_with_at_most_three_blocks_of_its_own() -> None:
    first, second = Heading(1, "1", (), ("S1",)), Heading(1, "2", (), ("S2",))
    text = [Paragraph((Text(word),)) for word in ("one", "two", "three", "four")]
    shown = excerpts(Document((), (), (*text[:1], first, *text, second, *text[:2])))
    assert shown == {"S1": (1, (first, *text[:3])), "S2": (6, (second, *text[:2]))}
    short = excerpts(Document((), (), (first, text[0], second)))
    assert short == {"S1": (0, (first, text[0])), "S2": (2, (second,))}


def test_a_target_that_goes_on_in_another_style_or_line_is_one_and_the_same_one_again_is_another() -> None:
    where = Reference((Text("the section on "), Text("our Locks", Style.BOLD)), "S1")
    again = Reference((Text("[1]"),), "bib1", cites=True)
    block = prose("as ", again, " and ", again, "; in ", where, " for ", Formula("a=b"), " or ", Formula("a=b"))
    for width in (20, 24, 30, 80):
        lines = Page(Document((), (), (block,)), width).lines(0, 9)
        found = targets(lines, FOLLOWED)
        assert [(each.start, each.end, each.name) for each in found] == [
            (3, 6, "bib1"),
            (11, 14, "bib1"),
            (19, 43, "S1"),
        ]
        assert [target_at(found, Place(0, at)) for at in (3, 5, 6, 42)] == [found[0], found[0], None, found[2]]
        assert [each.tex for each in targets(lines, FORMULAS)] == ["a=b"] * 2


async def test_tab_steps_through_links_and_citations_round_and_round(filled: Paths) -> None:
    async with reading(filled, size=(100, 30)) as reader:
        await open_text(reader)
        walk = ["bib1", "note:2.1", "thm2", "fig1", "https://example.org/queues", "x1.png", "bib1"]
        for name in walk:
            await reader.press("tab")
            assert chosen(reader) == name
        await reader.press("shift+tab", "shift+tab")
        await reader.until_shown("https://example.org/queues")
        await reader.press("G")
        assert chosen(reader) == ""


async def test_only_the_chosen_target_is_shaded(filled: Paths) -> None:
    async with reading(filled, size=(100, 30)) as reader:
        await open_text(reader)
        inks = reader.ink("[1]"), reader.ink("Theorem 2")
        await reader.press("tab")
        assert (reader.ink("[1]") != inks[0], reader.ink("Theorem 2")) == (True, inks[1])
        await reader.press("tab", "tab")
        assert (reader.ink("[1]"), reader.ink("Theorem 2") != inks[1]) == (inks[0], True)
        await reader.press("escape")
        assert (reader.ink("[1]"), reader.ink("Theorem 2")) == inks


async def test_enter_previews_a_citation_goes_there_and_backspace_returns(filled: Paths) -> None:
    async with reading(filled, size=(100, 30)) as reader:
        await open_text(reader)
        before = reader.lines[1:20]
        await reader.press("enter")
        await reader.until_shown("A. Example, On Queues, 1999.", "Enter goes there")
        assert reader.lines[1:12] == before[:11]
        await reader.press("enter")
        await reader.until_shown("B. Måns, On Clocks, 2001.")
        assert "Introduction" not in reader.text
        await reader.press("backspace")
        await reader.until(lambda: reader.lines[1:20] == before)
        await reader.press("greater_than_sign")
        await reader.until_shown("B. Måns, On Clocks, 2001.")
        await reader.press("ctrl+o", "ctrl+o")
        await reader.until_shown("There is nowhere to go back to")


@pytest.mark.parametrize(
    ("steps", "shown"),
    [(2, "Stale means old here."), (3, "Theorem 2 (Example). Every queue is stale."), (4, "A drawing of a queue")],
)
async def test_notes_theorems_and_figures_are_previewed(filled: Paths, steps: int, shown: str) -> None:
    async with reading(filled, size=(100, 16)) as reader:
        await open_text(reader)
        await reader.press("right_square_bracket", *["tab"] * steps, "enter")
        await reader.until_shown(shown, "Enter goes there")
        await reader.press("escape")
        await reader.until_gone("Enter goes there")
        assert reader.app.screen is not reader.main


async def test_a_message_of_several_rows_is_whole_below_a_preview(filled: Paths) -> None:
    async with reading(filled, size=(60, 34)) as reader:
        await open_text(reader)
        await reader.press("enter")
        await reader.until_shown("Enter goes there")
        screen_of(reader).reading.bars.say("The first words. " + "Words in between. " * 4 + "The last words.")
        await reader.until_shown(
            "Enter goes there", "A. Example, On Queues, 1999.", "The first words.", "The last words."
        )
        await reader.press("j")
        await reader.until_gone("The first words.")


async def test_the_preview_goes_along_from_one_target_to_the_next(filled: Paths) -> None:
    async with reading(filled, size=(100, 30)) as reader:
        await open_text(reader)
        await reader.press("enter")
        await reader.until_shown("A. Example, On Queues, 1999.")
        await reader.press("tab")
        await reader.until_shown("Stale means old here.")
        await click(reader, "#preview-bar", "closes it")
        await reader.until_gone("Enter goes there")
        await reader.press("enter")
        await reader.until_shown("Stale means old here.", "Enter goes there")
        await reader.press("j")
        await reader.until_gone("Enter goes there")
        assert screen_of(reader).viewport.top == 1


async def test_the_preview_leaves_its_reference_in_sight(filled: Paths) -> None:
    async with reading(filled, size=(100, 30)) as reader:
        await open_text(reader)
        await reader.press("enter")
        await reader.until_shown("Enter goes there", "It is known [1]")
        await reader.press("escape", "G")
        row = next(number for number, line in enumerate(reader.lines) if "It follows from (3)" in line)
        await reader.press(*["k"] * (25 - row))
        while chosen(reader) != "eq3":
            await reader.press("tab")
        await reader.press("enter")
        await reader.until_shown("Enter goes there", "It follows from (3)")


async def test_an_equation_is_previewed_alone_with_its_number(filled: Paths) -> None:
    async with reading(filled, size=(100, 30)) as reader:
        await open_text(reader)
        await reader.press("G")
        while chosen(reader) != "eq3":
            await reader.press("tab")
        await reader.press("enter")
        await reader.until(lambda: reader.text.count("xᵢ = 1") == 2)


async def test_footnotes_open_below_the_lines_that_call_them(filled: Paths) -> None:
    async with reading(filled, size=(100, 30)) as reader:
        await open_text(reader)
        await reader.press("e")
        await reader.until_shown("│ 1   Stale means old here.")
        await reader.press("e")
        await reader.until_gone("Stale means old here.")
        await reader.press("G", "e")
        await reader.until_shown("There is no footnote on this screen")


async def test_where_some_footnotes_are_open_the_others_are_opened_first(paths: Paths) -> None:
    notes = [Footnote(str(number), (prose(f"Note {number}."),)) for number in (1, 2)]
    fill_with_text(paths, document([prose("One", notes[0]), prose("Two", notes[1])]))
    async with reading(paths, size=(100, 30)) as reader:
        await open_text(reader)
        view = screen_of(reader).viewport
        await reader.press("e")
        one, other = view.options.open_notes
        view.lay_out(view.options._replace(open_notes=frozenset({one})))
        await reader.press("e")
        assert view.options.open_notes == {one, other}
        await reader.press("e")
        assert not view.options.open_notes


async def test_the_tex_of_a_formula_is_shown_and_copied(filled: Paths, copied: list[str]) -> None:
    async with reading(filled, size=(100, 30)) as reader:
        await open_text(reader)
        await reader.press("m")
        await reader.until_shown(r"\epsilon^{2}")
        await reader.press("y")
        await reader.until_shown("Copied")
        assert copied == [r"\epsilon^{2}"]


async def test_the_chosen_link_or_citation_is_copied_or_else_the_id(filled: Paths, copied: list[str]) -> None:
    async with reading(filled, size=(100, 30)) as reader:
        await open_text(reader)
        await reader.press("y", *["tab"] * 5, "y", "escape", "tab", "enter", "y")
        await reader.until(lambda: len(copied) == 3)
        assert copied == ["2605.00003", "https://example.org/queues", "[1]  A. Example, On Queues, 1999."]


async def test_a_link_is_shown_before_it_is_opened(
    filled: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho "$@" >> {opened}\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", str(browser))
    async with reading(filled, size=(100, 30)) as reader:
        await open_text(reader)
        await reader.press(*["tab"] * 5, "enter")
        await reader.until_shown("https://example.org/queues", "o opens it")
        assert not opened.exists()
        await reader.press("o")
        await reader.until(lambda: opened.exists() and opened.read_text() == "https://example.org/queues\n")


async def test_the_page_of_a_previewed_citation_or_note_is_opened_and_the_keys_of_the_preview_are_named_once(
    paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho "$@" >> {opened}\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", str(browser))
    note = Footnote("1", (prose("See ", Link((Text("the code"),), "https://example.org/code"), "."),))
    text = prose("Known ", Reference((Text("[1]"),), "bib1", cites=True), ", with code", note, ".")
    fill_with_text(paths, document([text, Source("[1]", (prose("E. Else, arXiv:2605.04444."),), ("bib1",))]))
    async with reading(paths, size=(100, 30)) as reader:
        await open_text(reader)
        assert "Esc back" in reader.lines[-1]
        await reader.press("tab", "enter")
        await reader.until_shown("fetches the record of 2605.04444", "Esc closes it", "o opens its page")
        assert "Esc" not in reader.lines[-1]
        assert "Enter" not in reader.lines[-1]
        assert " o " not in reader.lines[-1]
        await reader.press("o")
        await reader.until(lambda: opened.exists() and opened.read_text().endswith("/abs/2605.04444\n"))
        await reader.press("escape")
        await reader.until_shown("Esc back")
        await reader.press("tab", "enter")
        await reader.until_shown("See the code", "Enter goes there", "o opens its page")
        await reader.press("o")
        await reader.until(lambda: opened.read_text().endswith("\nhttps://example.org/code\n"))


async def test_a_click_previews_and_a_drag_selects_without_margins(filled: Paths, copied: list[str]) -> None:
    async with reading(filled, size=(100, 30)) as reader:
        await open_text(reader)
        row = next(number for number, line in enumerate(reader.lines) if "It is known [1]" in line)
        column = reader.lines[row].index("[1]") + 1
        await reader.pilot.click("#page", offset=(column, row - 1))
        await reader.until_shown("A. Example, On Queues, 1999.")
        await reader.press("escape", "escape")
        start = reader.lines[row].index("queues are")
        await reader.pilot.mouse_down("#page", offset=(start, row - 1))
        end = reader.lines[row + 1].index("and")
        await reader.pilot.hover("#page", offset=(end + 2, row))
        await reader.pilot.mouse_up("#page", offset=(end + 2, row))
        await reader.press("y")
        await reader.until(lambda: copied)
        assert copied == ["queues are stale¹. The bound is Theorem 2 with ϵ², see Figure 1 and"]


async def test_a_selection_over_paragraphs_keeps_them_apart(filled: Paths, copied: list[str]) -> None:
    async with reading(filled, size=(100, 30)) as reader:
        await open_text(reader)
        first = next(number for number, line in enumerate(reader.lines) if "1.1  A detail" in line)
        await reader.pilot.mouse_down("#page", offset=(5, first - 1))
        await reader.pilot.hover("#page", offset=(22, first + 1))
        await reader.pilot.mouse_up("#page", offset=(22, first + 1))
        await reader.press("y")
        await reader.until(lambda: copied)
        assert copied[0].startswith("1.1  A detail\n\nA detail")
