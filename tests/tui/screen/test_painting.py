"""After many partial paints, the terminal shows the same as after one full paint."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product
from math import dist
from typing import Any

import pyte
import pytest
from rich.color import Color, ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual._compositor import Compositor, CompositorUpdate, LayoutUpdate
from textual.events import Key
from textual.screen import Screen
from textual.strip import Strip

from arxtui.config.paths import Paths
from arxtui.tui import main_screen
from arxtui.tui.application import ArxtuiApp
from arxtui.tui.terminal.sequences import Pen, change
from arxtui.tui.widgets.document_page import DocumentPage
from tests.builders import announced
from tests.samples import sample
from tests.tui.papers import days_back, paper, review
from tests.tui.reader import Reader, fill, reading
from tests.tui.reading.texts import fill_with_text, open_text

Picture = list[list[pyte.screens.Char]]

KEYS = (
    *("j", "j", "j", "k", "pagedown", "pageup", "home", "end", "J", "K", "space", "s", "x", "u"),
    *("tab", "shift+tab", "enter", "escape", "T", "H", "A", "t", "question_mark", "ctrl+p", "slash", "f", "full_stop"),
)

READING_KEYS = (
    *("j", "j", "k", "space", "b", "d", "ctrl+u", "g", "G", "right_square_bracket", "left_square_bracket", "l", "h"),
    *("tab", "enter", "m", "e", "n", "plus", "minus", "r", "C", "T", "z", "c", "escape", "escape", "backspace"),
    "question_mark",
)


class Filmed:
    """An emulator that receives every frame of an app."""

    def __init__(self, app: ArxtuiApp, monkeypatch: pytest.MonkeyPatch) -> None:
        self._app = app
        self._columns, self._rows = app.size
        self._emulator = pyte.Screen(self._columns, self._rows)
        self._stream = pyte.Stream(self._emulator)
        self.frames = 0
        self._stream.feed(self._everything())
        display: Callable[[Screen[Any], Any], None] = app._display

        def film(screen: Screen[Any], renderable: Any) -> None:
            if isinstance(renderable, CompositorUpdate):
                self.frames += 1
                self._stream.feed(renderable.render_segments(app.console))
            display(screen, renderable)

        monkeypatch.setattr(app, "_display", film)

    def clear(self) -> None:
        """Clear the emulator's screen."""
        self._emulator.erase_in_display(2)

    @property
    def text(self) -> list[str]:
        """The lines of the screen after all frames."""
        return self._emulator.display

    @property
    def shown(self) -> Picture:
        """The content of the screen after all frames."""
        return self._picture(self._emulator)

    @property
    def wanted(self) -> Picture:
        """The content of the screen after a full paint."""
        emulator = pyte.Screen(self._columns, self._rows)
        pyte.Stream(emulator).feed(self._everything())
        return self._picture(emulator)

    def _everything(self) -> str:
        compositor = self._app.screen._compositor
        dirty = set(compositor._dirty_regions)
        painted = Compositor.render_full_update(compositor).render_segments(self._app.console)
        compositor._dirty_regions.update(dirty)
        return painted

    def _picture(self, emulator: pyte.Screen) -> Picture:
        return [[_looks(emulator.buffer[row][column]) for column in range(self._columns)] for row in range(self._rows)]


def _looks(cell: pyte.screens.Char) -> pyte.screens.Char:
    """Return a cell for comparison; blanks lose their foreground colour and text style, which cannot be seen."""
    if cell.data == " " and not (cell.reverse or cell.underscore or cell.strikethrough):
        return cell._replace(fg="default", bold=False, italics=False)
    return cell


@pytest.fixture
def many(paths: Paths) -> Paths:
    """A list of many screens; some papers are new, reviewed, or have wide letters or TeX in their titles."""
    titles = {
        5: "分布式快照 in sharded queues",
        9: r"An $O(n \log n)$ bound on $\epsilon$-nets",
        14: "[Re] A[/b]c [28]",
    }
    papers = [paper(number, titles.get(number % 20, "")) for number in range(1, 201)]
    fresh = papers[-60:]
    result = [announced(each, days_back(number % 3)) for number, each in enumerate(fresh)]
    fill(paths, papers, result, [review(each, number % 3) for number, each in enumerate(fresh[::4])])
    return paths


@pytest.mark.parametrize(("size", "seed"), [((120, 30), 0), ((90, 26), 1), ((60, 18), 2)])
async def test_after_any_keys_the_screen_is_as_if_painted_at_once(
    many: Paths, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], seed: int
) -> None:
    chance = random.Random(seed)
    async with reading(many, size=size) as reader:
        filmed = Filmed(reader.app, monkeypatch)
        for _ in range(sample(10, 100)):
            keys = chance.choices(KEYS, k=5)
            await reader.press(*keys)
            await settled(reader, filmed, keys)
        assert filmed.frames > 20


async def test_an_image_of_the_screen_is_composed_by_textual(paths: Paths) -> None:
    async with reading(paths) as reader:
        assert isinstance(reader.main._compositor.render_update(full=True), LayoutUpdate)


async def test_kept_widgets_are_not_painted_until_they_are_released(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(paths, [paper(number) for number in range(1, 41)])
    monkeypatch.setattr(main_screen, "_MAX_KEPT_SECONDS", 3600.0)
    async with reading(paths) as reader:
        await reader.until(lambda: reader.main.filters.count and reader.main.session.is_counted)
        filmed = Filmed(reader.app, monkeypatch)
        await reader.until(lambda: filmed.shown == filmed.wanted)
        kept = reader.main.filters.region
        filmed.clear()
        with monkeypatch.context() as until_told:
            until_told.setattr(reader.main, "release_kept", lambda: None)  # new counts release them, too
            reader.main.keep(reader.main.filters)
            reader.main.refresh()
            await reader.until(lambda: "newest first" in filmed.text[0])
            assert not any(line[kept.x : kept.right].strip() for line in filmed.text[kept.y : kept.bottom]), "\n".join(
                filmed.text
            )
        reader.main.release_kept()
        await reader.until(lambda: filmed.shown == filmed.wanted)


async def settled(reader: Reader, filmed: Filmed, keys: list[str]) -> None:
    """Wait until the last frame is painted. Fails the test if the terminal keeps showing something else than the
    screen."""
    try:
        await reader.until(lambda: filmed.shown == filmed.wanted)
    except AssertionError:
        pytest.fail(f"after {keys} the terminal shows something else than the screen:\n{reader.text}")


def styles() -> list[Style | None]:
    """Return new styles in each call, because a style caches the escape sequence of its first rendering, which depends
    on the colour system. The colours are among the 256: Rich takes others for others of them."""
    return [
        None,
        Style(),
        Style(bold=True),
        Style(dim=True),
        Style(bold=True, dim=True, italic=True),
        Style(color="#005f87", bgcolor="#87afd7"),
        Style(color="red", underline=True),
        Style(bgcolor="#87afd7", strike=True, reverse=True),
        Style(color="default", bgcolor="default"),
    ]


@pytest.mark.parametrize("colours", [ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT, ColorSystem.STANDARD])
def test_a_pen_that_writes_only_changes_of_style_draws_the_same_as_whole_styles(colours: ColorSystem) -> None:
    chance, choice = random.Random(colours), styles()
    for _ in range(200):
        lines = [
            tuple(Segment(chance.choice("ab ") * chance.randint(1, 4), chance.choice(choice)) for _ in range(6))
            for _ in range(3)
        ]
        pen = Pen(colours)
        ours, whole = pyte.Screen(40, 3), pyte.Screen(40, 3)
        pyte.Stream(ours).feed("\r\n".join(pen.write(line) for line in lines) + pen.lift() + "end")
        drawn = "\r\n".join(
            "".join(Strip.render_style(style or Style(), text, colours) for text, style, _ in line) for line in lines
        )
        pyte.Stream(whole).feed(drawn + "end")
        assert looks_of(ours) == looks_of(whole)


def looks_of(screen: pyte.Screen) -> list[pyte.screens.Char]:
    """Return the cells as they look: the ink of a blank is not seen unless something is drawn through it."""
    cells = [screen.buffer[y][x] for y in range(screen.lines) for x in range(screen.columns)]
    return [
        pyte.screens.Char(" ", bg=cell.bg)
        if cell.data == " " and not (cell.underscore or cell.strikethrough or cell.reverse)
        else cell
        for cell in cells
    ]


def test_blanks_take_the_ink_beside_them_and_keep_their_ground() -> None:
    ink, other = Style(color="#005f87", bgcolor="#87afd7"), Style(color="#ff0000", bgcolor="#87afd7", bold=True)
    pen = Pen(ColorSystem.TRUECOLOR)
    first = pen.write((Segment("  ", other), Segment("a", ink), Segment(" ", other), Segment("b", ink)))
    assert first == f"{change(Style(), ink, ColorSystem.TRUECOLOR)}  a b"
    assert (
        pen.write((Segment(" ", Style(bgcolor="#000000")), Segment(" ", ink)))
        == "\x1b[48;2;0;0;0m \x1b[48;2;135;175;215m "
    )


@pytest.mark.parametrize("size", [(160, 30), (100, 24), (60, 18)])
async def test_a_full_text_too_is_as_if_painted_at_once(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    fill_with_text(paths)
    chance = random.Random(3)
    async with reading(paths, size=size) as reader:
        await open_text(reader)
        await reader.press("slash", *"queue", "enter")
        filmed = Filmed(reader.app, monkeypatch)
        for _ in range(sample(10, 100)):
            if reader.app.screen is reader.main:
                await reader.press("t")
                await reader.until(lambda: reader.app.screen is not reader.main)
            keys = chance.choices(READING_KEYS, k=5)
            await reader.press(*keys)
            await settled(reader, filmed, keys)
        assert filmed.frames > 10


async def test_changes_of_the_list_below_a_text_paint_no_frame(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    fill_with_text(paths)
    async with reading(paths, size=(100, 30)) as reader:
        await open_text(reader)
        page = reader.app.screen.query_one("#page", DocumentPage).viewport.page
        await reader.until(lambda: page and page.exact)
        filmed = Filmed(reader.app, monkeypatch)
        reader.main.papers.rows.forget()
        reader.main.context.counts.show_filter()
        reader.main.refresh()
        await reader.pilot.pause(0.2)
        assert filmed.frames == 0


async def test_a_typed_letter_is_shown_before_any_answer_to_it(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(paths, [paper(1)])
    async with reading(paths) as reader:
        await reader.press("slash")
        filmed = Filmed(reader.app, monkeypatch)
        await reader.app.answer(Key("ø", "ø"))
        assert any("/ ø" in "".join(cell.data for cell in row) for row in filmed.shown)


def test_of_256_colours_the_nearest_is_written() -> None:
    cube = [0, 95, 135, 175, 215, 255]
    known = {16 + 36 * r + 6 * g + b: (cube[r], cube[g], cube[b]) for r, g, b in product(range(6), repeat=3)}
    known |= {232 + step: (8 + 10 * step,) * 3 for step in range(24)}
    drawn = random.Random(3)
    for wanted in [(42, 49, 61), (0, 0, 0), (255, 255, 255), *(drawn.choices(range(256), k=3) for _ in range(200))]:
        style = Style(color=Color.from_rgb(*wanted))
        written = int(change(Style(), style, ColorSystem.EIGHT_BIT).removeprefix("\x1b[38;5;").removesuffix("m"))
        assert dist(known[written], wanted) == min(dist(each, wanted) for each in known.values())
