"""Figures are drawn in a process that reads no file, makes no request, and ends in time."""

from __future__ import annotations

import os
import socket
import threading
from base64 import b64encode
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from arxtui.figures.cells import Cells, Paper
from arxtui.figures.decoding import NotDrawnError
from arxtui.figures.drawing import Drawer, Sheet
from arxtui.figures.safe import WHOLE, safe_svg
from arxtui.figures.worker import render
from tests.figures.svgs import BAR, column, row, sign_form, svg, text

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="40">'
SVG = "image/svg+xml"
SQUARE = f'{HEAD}<path fill="#f00" d="M0 0h20v20h-20z"/></svg>'.encode()


@pytest.fixture
def drawer() -> Iterator[Drawer]:
    made = Drawer()
    yield made
    made.close()


def pixels(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


def test_an_svg_is_drawn_on_white(drawer: Drawer) -> None:
    image = pixels(drawer.png(SQUARE, SVG, Sheet(80, 40)))
    assert image.size == (80, 40)
    assert image.getpixel((10, 10)) == (255, 0, 0)
    assert image.getpixel((70, 30)) == (255, 255, 255)


def test_a_view_is_a_part_of_an_svg_or_a_png(drawer: Drawer) -> None:
    sheet = Sheet(20, 20, view=(0.25, 0.25, 0.5, 0.5))
    png = drawer.png(SQUARE, SVG, Sheet(40, 40))
    for data, kind in ((SQUARE, SVG), (png, "image/png")):
        image = pixels(drawer.png(data, kind, sheet))
        assert image.getpixel((4, 4)) == (255, 0, 0)
        assert image.getpixel((15, 15)) == (255, 255, 255)


def test_cells_have_the_colours_of_the_paper(drawer: Drawer) -> None:
    rows, _ = drawer.cells(SQUARE, SVG, Sheet(4, 2, Cells.QUADRANTS, paper=Paper(0x101010, 0xE0E0E0)))
    assert len(rows) == 2
    red, paper = rows[0]
    assert (red.text, paper.text) == ("  ", "  ")
    assert paper.ground == 0x101010
    assert red.ground is not None
    assert red.ground >> 16 > 0xF0


def test_a_hostile_figure_opens_no_file_and_makes_no_request(drawer: Drawer, tmp_path: Path) -> None:
    file = tmp_path / "red.png"
    Image.new("RGB", (40, 40), "red").save(file)
    fifo = tmp_path / "fifo.png"
    os.mkfifo(fifo)
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        address = f"http://127.0.0.1:{server.getsockname()[1]}/x.png"
        for target in (file, file.as_uri(), fifo, fifo.as_uri(), address):
            inner = b64encode(f'{HEAD}<image width="40" height="40" xlink:href="{target}"/></svg>'.encode()).decode()
            svg = (
                f'<!DOCTYPE svg SYSTEM "{target}"><?xml-stylesheet href="{target}"?>'
                f'{HEAD}<image width="40" height="40" xlink:href="data:image/png;base64,{inner}"/>'
                f'<style>@import "{target}"; @font-face {{ font-family: f; src: url({target}) }}</style>'
                f'<image width="40" height="40" xlink:href="{target}"/><use href="{target}#a"/>'
                f'<filter id="f"><feImage href="{target}"/></filter><g filter="url(#f)"><path d="M0 0h1v1"/></g>'
                f'<path fill="url({target}#a)" d="M0 0h9"/></svg>'
            )
            image = pixels(drawer.png(svg.encode(), SVG, Sheet(40, 40)))
            assert image.getpixel((20, 20)) == (255, 255, 255)
        with pytest.raises(BlockingIOError):
            server.accept()


def test_the_process_that_draws_cannot_open_a_file_that_an_svg_names(
    drawer: Drawer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if the sanitising had a hole: here, a module of the tests replaces it."""
    file = tmp_path / "red.png"
    Image.new("RGB", (40, 40), "red").save(file)
    svg = f'{HEAD}<image width="40" height="40" xlink:href="{file}"/></svg>'.encode()
    (tmp_path / "sitecustomize.py").write_text(
        "import arxtui.figures.safe as safe\nsafe.safe_svg = lambda data, *rest, **others: (data.decode(), False)\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert pixels(drawer.png(svg, SVG, Sheet(40, 40))).getpixel((20, 20)) == (255, 255, 255)


def bomb(levels: int) -> bytes:
    groups = "".join(f'<g id="a{at}">' + f'<use href="#a{at - 1}"/>' * 4 + "</g>" for at in range(1, levels))
    return f'{HEAD}<defs><path id="a0" d="M0 0h9"/>{groups}</defs><use href="#a{levels - 1}"/></svg>'.encode()


@pytest.mark.parametrize(
    "svg",
    [
        bomb(12),
        f"{HEAD}{'<g>' * 100_000}{'</g>' * 100_000}</svg>".encode(),
        f"{HEAD}<g>".encode(),
        b"",
        b"\xff\xfe nonsense",
        SQUARE[:-20],
    ],
)
def test_a_figure_that_cannot_be_drawn_is_reported_and_the_next_one_is_drawn(drawer: Drawer, svg: bytes) -> None:
    with pytest.raises(NotDrawnError, match=r"resvg|damaged|too (much|large)"):
        drawer.png(svg, SVG, Sheet(40, 40))
    assert drawer.png(SQUARE, SVG, Sheet(40, 40))


def test_a_size_beyond_the_limit_is_refused(drawer: Drawer) -> None:
    with pytest.raises(NotDrawnError, match="too large: 100,000 by 100,000"):
        drawer.png(SQUARE, SVG, Sheet(100_000, 100_000))


def test_a_figure_that_never_ends_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawer = Drawer(seconds=1.0)
    (tmp_path / "sitecustomize.py").write_text(
        "import time, arxtui.figures.safe as safe\nsafe.safe_svg = lambda *rest, **others: time.sleep(99)\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(NotDrawnError, match="too much time"):
        drawer.png(SQUARE, SVG, Sheet(40, 40))


def test_closing_ends_a_drawing_in_progress(drawer: Drawer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import os, time, arxtui.figures.safe as safe\n"
        f"def slow(*rest, **others): os.mkdir({str(tmp_path / 'begun')!r}); time.sleep(99)\n"
        "safe.safe_svg = slow\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    failures: list[Exception] = []

    def draw() -> None:
        try:
            drawer.png(SQUARE, SVG, Sheet(40, 40))
        except NotDrawnError as error:
            failures.append(error)

    thread = threading.Thread(target=draw)
    thread.start()
    while not (tmp_path / "begun").exists():
        thread.join(0.02)
    drawer.close()
    thread.join(10)
    assert failures
    with pytest.raises(NotDrawnError, match="closed"):
        drawer.png(SQUARE, SVG, Sheet(40, 40))


def test_the_renderer_draws_on_white() -> None:
    picture = render(SQUARE, 40, 40)
    assert (picture.mode, picture.size) == ("RGB", (40, 40))
    assert picture.getpixel((0, 0)) == (255, 0, 0)
    assert picture.getpixel((39, 39)) == (255, 255, 255)
    assert safe_svg(SQUARE, (40, 40))[1] is False


def test_the_text_of_a_figure_is_read_in_the_process_without_covered_words(drawer: Drawer) -> None:
    cover = '<path d="M0 80H200V120H0Z" fill="#ffffff"/>'
    lines, texts = drawer.text(svg(text("seen", 20, 50), text("covered", 20, 100), cover))
    assert lines == ["Text: seen"]
    (only,) = texts
    assert (only.text, only.angle, only.sample) == ("seen", 0, None)
    assert only.left == pytest.approx(20.5 / 400)
    assert only.bottom == pytest.approx(50 / 300)


def test_a_sign_that_is_a_shape_is_not_below_the_text(drawer: Drawer) -> None:
    figure = svg(sign_form(BAR, 76, 60, 40), text("3", 104, 60, 40), '<path d="M0 150H400V152H0Z"/>')
    for view in (WHOLE, (0.2, 0.05, 0.5, 0.5)):
        rows, _ = drawer.cells(figure, SVG, Sheet(40, 20, Cells.SEXTANTS, view=view))
        shown = "".join(run.text for row in rows for run in row)
        assert "−3" in shown
        assert len(set(shown) - set("−3 ")) == 1  # the line


def test_the_samples_of_a_legend_are_characters_and_not_drawn(drawer: Drawer) -> None:
    """The first is drawn in the row of the second entry, too."""
    frame = '<path d="M55 40H345V262H55Z" fill="none" stroke="#000000"/>'
    lines = [
        f'<path fill="none" stroke-width="6" stroke="{colour}" d="M200 {y}H225"/>'
        for y, colour in ((60, "#ff0000"), (75, "#0000ff"))
    ]
    legend = (text("model", 232, 63), text("fit", 232, 78))
    figure = svg(frame, row("0 10 20 30 40", 275), column("0 5 10 15 20", 45), *lines, *legend)
    paper = Paper(0xFFFFFF, 0)
    rows = drawer.cells(figure, SVG, Sheet(40, 20, Cells.QUADRANTS, paper=paper)).rows
    coloured = [(run.text.strip(), run.ink) for cells in rows for run in cells if run.ink not in (None, 0)]
    assert {ink for _, ink in coloured} >= {0xFF0000, 0x0000FF}
    assert {words for words, ink in coloured if ink in (0xFF0000, 0x0000FF)} == {"──", "model", "fit"}
    assert not [run for cells in rows for run in cells if run.ground in (0xFF0000, 0x0000FF)]


@pytest.mark.parametrize(("dark", "is_kept"), [(8, True), (5, False), (2, False)])
def test_a_dark_photograph_in_an_svg_is_no_negative_on_a_dark_screen_as_black_dots_on_white_are(
    drawer: Drawer,
    dark: int,
    is_kept: bool,
) -> None:
    buffer = BytesIO()
    photograph = Image.new("RGB", (8, 8), "white")
    photograph.paste("#101010", (0, 0, dark, 8))
    photograph.save(buffer, "PNG")
    data = b64encode(buffer.getvalue()).decode()
    image = f'<image x="100" y="75" width="150" height="150" href="data:image/png;base64,{data}"/>'
    paper = Paper(0x101418, 0xD0D4D8)
    rows = drawer.cells(svg(image, text("sky", 20, 20)), SVG, Sheet(40, 20, Cells.QUADRANTS, paper=paper)).rows
    grounds = {run.ground for row in rows for run in row}
    assert (0x101010 in grounds) is is_kept
    assert paper.white in grounds


def test_text_that_cannot_be_read_is_said_and_the_process_lives_on(drawer: Drawer) -> None:
    with pytest.raises(NotDrawnError, match="nested"):
        drawer.text(b"<svg>" + b"<g>" * 300 + b"</g>" * 300 + b"</svg>")
    assert drawer.text(svg(text("seen", 20, 50)))[0] == ["Text: seen"]


def test_a_fault_of_one_figure_does_not_end_the_process(drawer: Drawer) -> None:
    picture = drawer.png(SQUARE, SVG, Sheet(40, 40))
    process = drawer._process
    with pytest.raises(NotDrawnError, match=r"cannot be drawn \(\w+Error\)"):
        drawer.png(picture, "image/png", Sheet(0, 40))
    assert process
    assert drawer._process is process


@pytest.mark.parametrize("encoding", ["utf-16", "iso8859-1", "cp1251"])
def test_an_svg_in_another_encoding_is_drawn(drawer: Drawer, encoding: str) -> None:
    data = SQUARE.decode().replace("<path", "<!-- \N{NO-BREAK SPACE} --><path")
    data = f'<?xml version="1.0" encoding="{encoding}"?>{data}'
    assert pixels(drawer.png(data.encode(encoding), SVG, Sheet(40, 40))).getpixel((10, 10)) == (255, 0, 0)
