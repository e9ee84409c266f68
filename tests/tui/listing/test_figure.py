"""The first figure of a stored full text in the detail pane, drawn by the terminal's own graphics."""

from __future__ import annotations

import pytest
from textual.geometry import Size

from arxtui.config.paths import Paths
from arxtui.config.settings import UiSettings
from arxtui.figures.cells import Cells
from arxtui.figures.terminals import Graphics
from arxtui.library.facade import Library
from arxtui.light import changed
from arxtui.tui.pictures import record_figure as module
from arxtui.tui.pictures.record_figure import FigureSpace, figure_space, record_figure
from tests.tui.papers import paper
from tests.tui.reader import QUIET, reading
from tests.tui.reading.test_pictures import PNG, SQUARES, fill_with_figure, with_pillow
from tests.tui.reading.texts import usual

KITTY = changed(QUIET, ui=UiSettings(theme="dark", pictures="kitty"))
SHOWN, REMOVED = "\x1b_Ga=T", "\x1b_Ga=d"


@pytest.fixture
def written(written: list[str], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the sequences that are written beside the frames, in a terminal with cells of 10 by 20 pixels."""
    monkeypatch.setattr(module, "cell_size", lambda _: (10, 20))
    return written


def pictures(written: list[str]) -> list[str]:
    """Return for each sequence about pictures whether it shows or removes one."""
    return [each for sequence in written for each in (SHOWN, REMOVED) if each in sequence]


@with_pillow
async def test_the_figure_is_below_the_abstract_and_leaves_with_its_place(paths: Paths, written: list[str]) -> None:
    fill_with_figure(paths)
    async with reading(paths, KITTY, size=(130, 60)) as reader:
        await reader.until(lambda: pictures(written) == [SHOWN])
        await reader.until_shown("Figure 1: A queue and its clock.")
        lines = [line[reader.main.detail.region.x :] for line in reader.lines]
        caption = next(number for number, line in enumerate(lines) if "Figure 1: A queue and its clock." in line)
        abstract = next(number for number, line in enumerate(lines) if "We make up paper" in line)
        drawn = next(each for each in written if SHOWN in each)
        top = int(drawn.split("[")[1].split(";")[0]) - 1
        assert abstract < top < caption
        await reader.press("question_mark")
        await reader.until(lambda: pictures(written)[1:] == [REMOVED])
        await reader.press("escape")
        await reader.until(lambda: pictures(written)[2:] == [SHOWN])
        reader.main.detail.move(1)
        await reader.until(lambda: pictures(written)[3:4] == [REMOVED])


@with_pillow
async def test_a_figure_that_the_terminal_cannot_remove_is_written_over(paths: Paths, written: list[str]) -> None:
    """Also the cells that are blank before and after are written."""
    fill_with_figure(paths)
    sixel = changed(QUIET, ui=UiSettings(theme="dark", pictures="sixel"))
    async with reading(paths, sixel, size=(130, 60)) as reader:
        await reader.until(lambda: any("\x1bP0;1;0q" in sequence for sequence in written))
        whole_frames = reader.main.full_updates
        reader.main.detail.move(1)
        await reader.until(lambda: reader.main.full_updates == whole_frames + 1)


@with_pillow
@pytest.mark.usefixtures("written")
def test_a_figure_has_space_where_the_terminal_shows_pictures_and_the_abstract_keeps_its_lines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen = Size(160, 60)
    space = figure_space(Size(100, 40), screen, "kitty", "dark")
    assert space == FigureSpace(Graphics.KITTY, 98, 12, (10, 20), Cells.QUADRANTS, "dark")
    low = figure_space(Size(100, 18), screen, "kitty", "dark")
    assert low
    assert low.lines == 6
    assert figure_space(Size(100, 15), screen, "kitty", "dark") is None
    braille = figure_space(Size(100, 40), screen, "braille", "dark")
    assert braille
    assert (braille.graphics, braille.cells) == (Graphics.BLOCKS, Cells.BRAILLE)
    monkeypatch.setenv("TMUX", "/socket")
    within = figure_space(Size(100, 40), screen, "kitty", "dark")
    assert within
    assert within.graphics is Graphics.BLOCKS


@with_pillow
async def test_a_terminal_without_graphics_has_the_figure_in_cells_below_the_abstract(paths: Paths) -> None:
    fill_with_figure(paths, SQUARES, "image/svg+xml")
    cells = changed(QUIET, ui=UiSettings(theme="dark", pictures="quadrants"))
    async with reading(paths, cells, size=(130, 60)) as reader:
        await reader.until_shown("Figure 1: A queue and its clock.")
        detail = reader.main.detail
        line = next(y for y in range(detail.size.height) if "Figure 1:" in detail.render_line(y).text)
        strips = [detail.render_line(y) for y in range(line - 6, line)]
        assert len({strip.cell_length for strip in strips}) == 1
        styles = [segment.style for strip in strips for segment in strip if segment.style]
        grounds = [style.bgcolor.get_truecolor() for style in styles if style.bgcolor]
        assert any(each.red > 200 and each.blue < 60 for each in grounds)
        assert any(each.blue > 200 and each.red < 100 for each in grounds)


@with_pillow
@pytest.mark.parametrize(("data", "caption"), [(PNG, "Figure 1: A queue and its clock."), (b"\x89PNG nonsense", None)])
def test_a_damaged_figure_is_left_out(paths: Paths, data: bytes, caption: str | None) -> None:
    fill_with_figure(paths, data)
    library = Library.open(paths, QUIET)
    try:
        figure = record_figure(library, paper(3).key, usual(), FigureSpace(Graphics.KITTY, 60, 12, (10, 20)))
    finally:
        library.close()
    assert (figure and figure.caption) == caption
