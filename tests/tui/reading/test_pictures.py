"""Pictures of a full text: drawn in the text or on the whole screen, or opened in another program; hostile pictures do
no harm."""

from __future__ import annotations

import base64
import importlib.util
import struct
import threading
import zlib
from collections.abc import Mapping
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.demo.fulltexts import bars
from arxtui.figures import decoding
from arxtui.figures.cells import SHAPES, Cells
from arxtui.figures.size import picture_size
from arxtui.figures.terminals import Graphics, graphics_of
from arxtui.model.document import Document, Float, Paragraph, Picture, Pictures, Reference, Text
from arxtui.model.fulltext import Figure
from arxtui.store.cache.database import Cache
from arxtui.store.texts.fulltexts import FigureRequest
from arxtui.tui.pictures import gallery, graphics
from arxtui.tui.pictures.gallery import Drawing, Gallery
from arxtui.tui.pictures.strips import fit
from arxtui.tui.reading import painter, pictures
from arxtui.tui.screens.picture import Canvas, PictureScreen
from arxtui.tui.services.browser import External
from arxtui.tui.terminal.input_parser import TerminalInput
from arxtui.tui.widgets.document_page import DocumentPage
from tests.builders import announced
from tests.figures.svgs import column, row, svg, text
from tests.tui.papers import paper
from tests.tui.reader import Reader, fill, reading
from tests.tui.reading.test_page import screen_of
from tests.tui.reading.texts import open_text, put_text, usual

with_pillow = pytest.mark.skipif(importlib.util.find_spec("PIL") is None, reason="Pillow is not installed")
PNG = bars([0.2, 0.9, 0.5])
SVG = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"


def fill_with_figure(paths: Paths, data: bytes = PNG, kind: str = "image/png", words: tuple[str, ...] = ()) -> None:
    made = paper(3)
    fill(paths, [made], [announced(made)])
    put_text(paths, made, usual(), figures=[FigureRequest("x1.png", "https://arxiv.example/html/x1.png")])
    with Cache.open(paths.cache_db) as cache:
        cache.fulltexts.put_figure(made.key, 1, "x1.png", Figure(kind, data, words=words))


def blocks_shown(reader: Reader) -> int:
    """Return the number of cells that are parts of a picture: the colours on white of this one are its own."""
    return sum(reader.text.count(sign) for sign in SHAPES[Cells.QUADRANTS].signs.strip())


@with_pillow
async def test_a_picture_is_drawn_with_its_words_and_caption_below(paths: Paths) -> None:
    fill_with_figure(paths)
    async with reading(paths, size=(100, 40)) as reader:
        await open_text(reader)
        await reader.until(lambda: blocks_shown(reader) > 30)
        await reader.until_shown("A drawing of a queue", "Figure 1  A queue and its clock.")
        await reader.press("i")
        await reader.until_shown("│ ▣ A drawing of a queue │", "Pictures are frames")
        assert blocks_shown(reader) == 0


async def test_without_pillow_there_is_a_calm_frame(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    decoding.can_draw.cache_clear()
    monkeypatch.setattr(decoding, "find_spec", lambda name: None)
    fill_with_figure(paths)
    async with reading(paths, size=(100, 40)) as reader:
        await open_text(reader)
        await reader.until_shown("▣ A drawing of a queue", "Figure 1  A queue and its clock.")
        await reader.press("i")
        await reader.until_shown("pip install pillow")
        await reader.press("tab", *["tab"] * 5, "enter")
        await reader.until_shown("Pillow is not installed")
    decoding.can_draw.cache_clear()


def bomb() -> bytes:
    """Return a small file that would decode to a picture of ten billion pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 100_000, 100_000, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")
    )


@with_pillow
@pytest.mark.parametrize(
    ("data", "kind", "words"),
    [
        (b"", "image/png", "not stored"),
        (b"\x89PNG\r\n\x1a\nnonsense", "image/png", "it is damaged"),
        (PNG[: len(PNG) // 2], "image/png", "it is damaged"),
        (bomb(), "image/png", "it is too large"),
        (SVG[:-6], "image/svg+xml", "its SVG is damaged in line 1"),
    ],
)
async def test_a_missing_damaged_or_too_large_picture_is_reported_and_ends_nothing(
    paths: Paths, data: bytes, kind: str, words: str
) -> None:
    fill_with_figure(paths, data, kind)
    async with reading(paths, size=(100, 40)) as reader:
        await open_text(reader)
        await reader.press(*["tab"] * 6, "enter")
        await reader.until_shown(words)
        assert reader.app.is_running


@with_pillow
async def test_enter_shows_a_picture_over_the_whole_screen(paths: Paths) -> None:
    fill_with_figure(paths)
    async with reading(paths, size=(100, 40)) as reader:
        await open_text(reader)
        await reader.press(*["tab"] * 6, "enter")
        await reader.until(lambda: "Introduction" not in reader.text and blocks_shown(reader) > 60)
        await reader.until_shown("Esc back", "Figure 1: A queue and its clock.")
        canvas = reader.app.screen.query_one(Canvas)
        lines = [list(canvas.render_line(line)) for line in range(canvas.size.height)]
        assert all(segment.style and segment.style.bgcolor for line in lines for segment in line)
        await reader.press("escape")
        await reader.until_shown("Introduction")


@with_pillow
async def test_without_colours_a_picture_is_drawn_in_dots(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    fill_with_figure(paths)
    async with reading(paths, size=(120, 40)) as reader:
        await open_text(reader)
        await reader.press(*["tab"] * 6, "enter")
        await reader.until(lambda: blocks_shown(reader) > 100)
        canvas = reader.app.screen.query_one(Canvas)
        lines = [list(canvas.render_line(line)) for line in range(canvas.size.height)]
        styles = [segment.style for line in lines for segment in line if segment.style]
        colours = {colour for style in styles for colour in (style.color, style.bgcolor)}
        assert colours <= {None}


@with_pillow
async def test_a_terminal_with_graphics_gets_the_picture_itself(
    paths: Paths, written: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(painter, "graphics_of", lambda *_: Graphics.KITTY)
    fill_with_figure(paths)
    async with reading(paths, size=(100, 40)) as reader:
        await open_text(reader)
        await reader.press(*["tab"] * 6)
        for time in (1, 2):
            await reader.press("enter")
            await reader.until(lambda time=time: sum("\x1b_Ga=T,f=100" in each for each in written) == time)  # type: ignore[misc]
            await reader.press("escape")
            await reader.until(lambda time=time: sum("\x1b_Ga=d" in each for each in written) >= time)  # type: ignore[misc]
        assert sum("\x1b_Ga=d" in each for each in written) == 2


async def test_a_picture_is_opened_outside_as_a_file_and_svg_as_a_png_without_its_programs(
    paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = tmp_path / "asked"
    (tmp_path / "bin").mkdir()
    desktop = tmp_path / "bin" / "xdg-open"
    desktop.write_text(f'#!/bin/sh\necho "$1" >> {asked}\n')
    desktop.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}/bin:/usr/bin:/bin")
    monkeypatch.setenv("DISPLAY", ":9")

    def opened() -> list[str]:
        return asked.read_text().splitlines() if asked.exists() else []

    fill_with_figure(paths)
    async with reading(paths, size=(100, 40)) as reader:
        await open_text(reader)
        await reader.press("o")
        await reader.until(opened)
        picture = Path(opened()[0])
        assert picture.read_bytes() == PNG
        assert picture.suffix == ".png"
        assert picture.is_relative_to(paths.cache)
    fill_with_figure(paths, SVG, "image/svg+xml")
    async with reading(paths, size=(100, 40)) as reader:
        await open_text(reader)
        await reader.press("o")
        await reader.until(lambda: opened()[1:])
        drawn = Path(opened()[1])
        assert drawn.suffix == ".png"
        assert drawn.read_bytes().startswith(b"\x89PNG")
    fill_with_figure(paths, b"<svg><g>", "image/svg+xml")
    async with reading(paths, size=(100, 40)) as reader:
        await open_text(reader)
        await reader.press("o")
        await reader.until(lambda: opened()[2:])
        assert opened()[2:] == ["https://arxiv.org/html/2605.00003v1/x1.png"]


async def test_a_picture_that_nothing_opens_is_said_where_it_is(
    paths: Paths, copied: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    fill_with_figure(paths)
    async with reading(paths, size=(160, 40)) as reader:
        await open_text(reader)
        await reader.press("o")
        words = "No program opened the file (there is no graphical session); copied /"
        await reader.until(lambda: words in " ".join(" ".join(reader.lines[-2:]).split()))
        assert Path(copied[0]).read_bytes() == PNG


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({"TERM": "xterm-kitty"}, Graphics.KITTY),
        ({"TERM": "xterm-kitty", "KITTY_WINDOW_ID": "1"}, Graphics.KITTY),
        ({"TERM": "rxvt-unicode-256color", "KITTY_WINDOW_ID": "1"}, Graphics.BLOCKS),
        ({"TERM": "screen", "STY": "7.tty", "KITTY_WINDOW_ID": "1", "TERM_PROGRAM": "WezTerm"}, Graphics.BLOCKS),
        ({"TERM": "xterm-256color", "VTE_VERSION": "7000", "TERM_PROGRAM": "WezTerm"}, Graphics.BLOCKS),
        ({"TERM": "st-256color", "TERM_PROGRAM": "iTerm.app"}, Graphics.BLOCKS),
        ({"TERM": "xterm-ghostty"}, Graphics.KITTY),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"}, Graphics.ITERM2),
        ({"TERM": "xterm-256color", "LC_TERMINAL": "iTerm2", "SSH_TTY": "/dev/pts/1"}, Graphics.ITERM2),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, Graphics.ITERM2),
        ({"TERM": "xterm-256color"}, Graphics.BLOCKS),
        ({"TERM": "tmux-256color", "TMUX": "/tmp/x", "KITTY_WINDOW_ID": "1"}, Graphics.BLOCKS),
        ({}, Graphics.BLOCKS),
    ],
)
def test_terminals_are_recognised_by_their_answers(environ: Mapping[str, str], expected: Graphics) -> None:
    assert graphics_of("auto", environ) is expected
    assert graphics_of("sixel", environ) is Graphics.SIXEL


@with_pillow
@pytest.mark.parametrize("tmux", [False, True])
def test_the_protocols_carry_the_picture(tmux: bool) -> None:
    environ = {"TMUX": "1"} if tmux else {}
    kitty = graphics.drawing_sequence(Graphics.KITTY, PNG, environ)
    assert ("\x1bPtmux;" in kitty) is tmux
    plain = kitty.replace("\x1bPtmux;", "").replace("\x1b\x1b", "\x1b").replace("\x1b\\\x1b\\", "\x1b\\")
    pieces = [each.partition(";")[2] for each in plain.replace("\x1b_G", "").split("\x1b\\") if each]
    assert base64.b64decode("".join(pieces)).startswith(b"\x89PNG")
    assert "1337;File=inline=1" in graphics.drawing_sequence(Graphics.ITERM2, PNG, environ)
    assert "\x1bP0;1;0q" in graphics.drawing_sequence(Graphics.SIXEL, PNG, environ)


def test_the_newest_drawings_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gallery, "_MAX_DRAWINGS", 2)
    drawn = Gallery(lambda _: Figure("image/png", b""), lambda _: None, lambda: 40)
    for name in "abc":
        drawn.put(Drawing(name, 1, 1, "dark"), [])
    assert [drawing.address for drawing in drawn._drawn] == ["b", "c"]


@with_pillow
def test_a_small_drawing_of_the_page_stays_small() -> None:
    drawn = Gallery(lambda _: Figure("image/svg+xml", svg("", width=60, height=40)), lambda _: None, lambda: 40)
    assert drawn.room(Picture("x.svg"), 80) == 27
    assert drawn.room(Picture("#S1.pic1"), 80) == 10


def test_a_picture_keeps_its_shape_and_is_never_larger_than_it_is() -> None:
    assert fit(800, 400, 80, 30) == (80, 20)
    assert fit(80, 40, 80, 30) == (10, 2)
    assert fit(100, 1000, 80, 20) == (4, 20)
    assert fit(0, 0, 80, 20) == (80, 20)


def test_over_the_whole_screen_a_picture_is_as_large_as_fits() -> None:
    assert fit(80, 40, 80, 30, enlarged=True) == (80, 20)
    assert fit(40, 80, 80, 30, enlarged=True) == (30, 30)


def test_the_terminals_own_graphics_are_in_the_middle() -> None:
    assert graphics.offset((40, 10), (50, 10)) == "\x1b[5C"
    assert graphics.offset((40, 5), (40, 10)) == "\x1b[2B"
    assert graphics.pixels_of(40, 10, (10, 20)) == graphics.pixels_of(40, 10, (0, 0)) == (400, 200)


SQUARES = (
    b"<svg xmlns='http://www.w3.org/2000/svg' width='80' height='40'><path fill='#f00' d='M0 0h40v40h-40z'/>"
    b"<path fill='#00f' d='M40 0h40v40h-40z'/></svg>"
)


def colours_of(canvas: Canvas) -> dict[str, int]:
    """Return the number of cells of each background on the canvas that is mostly red, blue or neither."""
    counts = {"red": 0, "blue": 0, "page": 0}
    for line in range(canvas.size.height):
        for segment in canvas.render_line(line):
            colour = segment.style.bgcolor.get_truecolor() if segment.style and segment.style.bgcolor else None
            is_red = colour and colour.red > 2 * colour.blue
            is_blue = colour and colour.blue > 1.5 * colour.red and colour.blue > 128
            counts["red" if is_red else "blue" if is_blue else "page"] += segment.cell_length
    return counts


async def test_an_svg_is_drawn_in_the_text_and_over_the_whole_screen_where_it_is_enlarged_and_moved(
    paths: Paths,
) -> None:
    fill_with_figure(paths, SQUARES, "image/svg+xml")
    async with reading(paths, size=(100, 40)) as reader:
        await open_text(reader)
        await reader.press(*["tab"] * 6, "enter")
        await reader.until_shown("Figure 1: A queue and its clock.", "Esc back")
        canvas = reader.app.screen.query_one(Canvas)
        await reader.until(lambda: colours_of(canvas)["red"] > 500)
        whole = colours_of(canvas)
        assert abs(whole["red"] - whole["blue"]) < 50
        await reader.press("plus", "plus")
        await reader.until_shown("2×")
        await reader.until(lambda: colours_of(canvas)["page"] < whole["page"])
        await reader.press("right", "right", "right")
        await reader.until(lambda: colours_of(canvas)["red"] == 0)
        await reader.press("left", "left", "left", "left")
        await reader.until(lambda: colours_of(canvas)["blue"] == 0)
        await reader.press("0")
        await reader.until(lambda: colours_of(canvas) == whole)


async def test_the_plots_of_a_figure_are_shown_one_by_one(paths: Paths) -> None:
    plots = [
        f'<path d="M{x} {y}h150v110h-150Z" fill="{colour}"/>'
        f"{row('0 10 20', y + 124, x + 15)}{column('0 5 10', x - 5, y + 105, 50)}"
        for x, y, colour in ((40, 10, "#ff0000"), (250, 10, "#0000ff"), (40, 170, "#0000ff"), (250, 170, "#0000ff"))
    ]
    fill_with_figure(paths, svg(*plots, height=310, width=410), "image/svg+xml")
    async with reading(paths, size=(100, 40)) as reader:
        await open_text(reader)
        await reader.press(*["tab"] * 6, "enter")
        await reader.until_shown("Figure 1: A queue and its clock.", "p panel")
        canvas = reader.app.screen.query_one(Canvas)
        await reader.until(lambda: colours_of(canvas)["red"] > 300)
        whole = colours_of(canvas)
        await reader.press("p")
        await reader.until_shown("panel 1 of 4")
        await reader.until(lambda: colours_of(canvas)["red"] > 2 * whole["red"])
        await reader.press("p")
        await reader.until_shown("panel 2 of 4")
        await reader.until(lambda: colours_of(canvas)["red"] < whole["red"])
        await reader.press("p", "p", "p")
        await reader.until(lambda: colours_of(canvas) == whole)
        assert "panel 4" not in reader.text


async def test_a_picture_without_plots_says_so(paths: Paths) -> None:
    fill_with_figure(paths)
    async with reading(paths, size=(100, 40)) as reader:
        await open_text(reader)
        await reader.press(*["tab"] * 6, "enter")
        await reader.until_shown("Figure 1: A queue and its clock.", "p panel")
        await reader.press("p")
        await reader.until_shown("No panels are known of this picture")


async def test_over_the_whole_screen_texts_without_room_are_counted_and_marked_in_their_list(
    paths: Paths, copied: list[str]
) -> None:
    names = ("first of all", "second of all", "third of all")
    crowd = [text(name, 180, 148 + 7 * place, 6) for place, name in enumerate(names)]
    words = ("x: time [s], 0, 10, 20", f"Text: {'; '.join(names)}")
    fill_with_figure(paths, svg(*crowd, height=310, width=410), "image/svg+xml", words)
    async with reading(paths, size=(60, 20)) as reader:
        await open_text(reader)
        await reader.press(*["tab"] * 6, "enter")
        await reader.until_shown("first of all", "t 2 texts without room")
        await reader.press("t")
        await reader.until_shown(
            "▸ 2 texts without room", "x: time [s], 0, 10, 20", "first of all; ▸ second of all; ▸ third of all"
        )
        await reader.press("y")
        await reader.until(lambda: copied == ["\n".join(words)])
        await reader.press("escape")
        await reader.until_shown("t 2 texts without room")
        await reader.press(*["plus"] * 5)
        await reader.until_shown("t texts", "first of all", "third of all", "6×")
        await reader.press("t")
        await reader.until(lambda: "▸" not in reader.text and "second of all" in reader.text)


async def test_the_text_of_a_figure_is_below_it_and_found(paths: Paths) -> None:
    words = ("Horizontal axis: t (s): 0, 5, 10", "Legend: first (blue line)")
    fill_with_figure(paths, SQUARES, "image/svg+xml", words)
    async with reading(paths, size=(100, 90)) as reader:
        await open_text(reader)
        await reader.until_shown(*words, "Figure 1  A queue")
        await reader.press("slash", *"blue line", "enter")
        await reader.until_shown("/blue line 1/1")


async def test_the_next_figure_is_a_key_away_with_its_caption(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "_MAX_DRAWINGS", 1)
    made = paper(3)
    fill(paths, [made], [announced(made)])
    names = ("a.svg", "b.svg", "missing.svg")
    floats = [
        Float("figure", f"Figure {number}", (Text(f"Caption of {name}."),), (Pictures((Picture(name, ""),)),), (name,))
        for number, name in enumerate(names, 1)
    ]
    refers = Paragraph((Text("So it is. We see in "), Reference((Text("Figure 2"),), "b.svg"), Text(" that it is.")))
    document = Document((Text("Queues"),), (), (refers, *floats))
    put_text(paths, made, document, figures=[FigureRequest(name, f"https://arxiv.example/{name}") for name in names])
    with Cache.open(paths.cache_db) as cache:
        for name in names[:2]:
            cache.fulltexts.put_figure(made.key, 1, name, Figure("image/svg+xml", SQUARES))
    async with reading(paths, size=(80, 24)) as reader:
        await open_text(reader)
        await reader.press("tab", "tab", "enter", "n")
        await reader.until_shown("Figure 2: Caption of b.svg.", "2 of 3")
        await reader.press("t")
        await reader.until_shown("none is known", "Figure 2: Caption of b.svg.", "We see in Figure 2 that it is.")
    async with reading(paths, size=(160, 50)) as reader:
        await open_text(reader)
        kept = screen_of(reader).reading.pictures._full_size
        await reader.press("tab", "tab", "enter")
        await reader.until_shown("Figure 1: Caption of a.svg.", "1 of 3")
        await reader.until(lambda: kept)
        await reader.press("n")
        await reader.until_shown("Figure 2: Caption of b.svg.", "2 of 3", "We see in Figure 2 that it is.")
        await reader.press("n")
        await reader.until_shown("Figure 3: Caption of missing.svg.", "it is not stored: not fetched yet")
        await reader.press("n")
        await reader.until_shown("Figure 1: Caption of a.svg.", "1 of 3")
        await reader.press("N", "N")
        await reader.until_shown("Figure 2: Caption of b.svg.")
        await reader.until(lambda: [drawing.address for drawing in kept] == ["b.svg"])


async def test_a_terminal_with_sixels_is_queried_once_and_gets_the_picture(
    paths: Paths, written: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TMUX", "STY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    fill_with_figure(paths)
    async with reading(paths, size=(100, 40)) as reader:
        await open_text(reader)
        await reader.press(*["tab"] * 6, "enter")
        await reader.until(lambda: blocks_shown(reader) > 60)
        assert written.count("\x1b[c") == 1
        [report] = TerminalInput().events(b"\x1b[?63;1;2;4;6c")
        reader.app.post_message(report)
        await reader.until(lambda: any("\x1bP0;1;0q" in each for each in written))
        await reader.press("escape", "enter")
        await reader.until(lambda: sum("\x1bP0;1;0q" in each for each in written) == 2)
        assert written.count("\x1b[c") == 1


@pytest.mark.parametrize("environ", [{"TMUX": "/tmp/x"}, {"STY": "7.tty"}, {"TERM": "screen"}, {"TERM": "linux"}])
async def test_a_multiplexer_around_the_reader_is_not_queried(
    paths: Paths, written: list[str], monkeypatch: pytest.MonkeyPatch, environ: Mapping[str, str]
) -> None:
    for name, value in {"TMUX": "", "STY": "", "TERM": "xterm-256color", **environ}.items():
        monkeypatch.setenv(name, value)
    fill_with_figure(paths)
    async with reading(paths, size=(100, 40)) as reader:
        await open_text(reader)
        await reader.press(*["tab"] * 6, "enter")
        await reader.until_shown("Figure 1: A queue and its clock.", "Esc back")
    assert "\x1b[c" not in written


async def test_a_drawing_that_comes_after_its_screen_was_left_is_dropped(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill_with_figure(paths, SQUARES, "image/svg+xml")
    may_draw = threading.Event()
    stored, show = painter.FigurePainter._stored, PictureScreen._show
    shown: list[object] = []
    async with reading(paths, size=(100, 40)) as reader:
        await open_text(reader)
        monkeypatch.setattr(painter.FigurePainter, "_stored", lambda *call: may_draw.wait() and stored(*call))
        monkeypatch.setattr(PictureScreen, "_show", lambda *call: shown.append(show(*call)))
        await reader.press(*["tab"] * 6, "enter")
        await reader.until_shown("Esc back")
        await reader.press("escape")
        await reader.until(lambda: not isinstance(reader.app.screen, PictureScreen))
        may_draw.set()
        await reader.until(lambda: shown)
        await reader.press("enter")
        await reader.until(lambda: colours_of(reader.app.screen.query_one(Canvas))["red"] > 500)


async def test_a_figure_and_its_caption_fit_on_a_low_page(paths: Paths) -> None:
    fill_with_figure(paths, SQUARES.replace(b"width='80'", b"width='40'"), "image/svg+xml")
    async with reading(paths, size=(80, 24)) as reader:
        await open_text(reader)
        page = reader.app.screen.query_one("#page", DocumentPage).viewport.page
        assert page
        [placed] = page.pictures(0, 100)
        assert 8 < placed.height <= 24 - 4


async def test_a_very_high_svg_is_opened_outside_in_a_size_that_can_be_drawn(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Path] = []
    monkeypatch.setattr(External, "open_file", lambda self, file: opened.append(file))
    made = paper(3)
    fill(paths, [made], [announced(made)])
    whole = Float("figure", "Figure 1", (Text("High."),), (Pictures((Picture("a.svg", ""),)),))
    document = Document((Text("Queues"),), (), (whole,))
    put_text(paths, made, document, figures=[FigureRequest("a.svg", "https://arxiv.example/a.svg")])
    with Cache.open(paths.cache_db) as cache:
        high = b"<svg xmlns='http://www.w3.org/2000/svg' width='10' height='900'><path d='M0 0h9v9'/></svg>"
        cache.fulltexts.put_figure(made.key, 1, "a.svg", Figure("image/svg+xml", high))
    async with reading(paths, size=(100, 40)) as reader:
        await open_text(reader)
        await reader.press("o")
        await reader.until(lambda: bool(opened))
    assert picture_size(opened[0].read_bytes(), "image/png") == (365, 32863)
