"""A figure is drawn without the layers that it can be drawn without, and looks the same."""

from __future__ import annotations

import pytest
from PIL import ImageChops

from arxtui.figures.safe import WHOLE, safe_svg
from arxtui.figures.svg import read_svg
from arxtui.figures.worker import render

SIZE = (60, 60)
LARGE, SMALL = "M10 10H50V50H10Z", "M20 20H40V40H20Z"


def figure(*parts: str, **clips: str) -> bytes:
    defined = "".join(f'<clipPath id="{name}"><path d="{data}"/></clipPath>' for name, data in clips.items())
    inner = f"<defs>{defined}</defs>{''.join(parts)}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60">{inner}</svg>'.encode()


def clipped(name: str, inner: str) -> str:
    return f'<g clip-path="url(#{name})">{inner}</g>'


def faded(*parts: str) -> str:
    return f'<g opacity=".5">{"".join(parts)}</g>'


def path(data: str, rest: str = 'fill="#aa0000"') -> str:
    return f'<path d="{data}" {rest}/>'


def planned(data: bytes) -> str:
    return safe_svg(data, SIZE, WHOLE, read_svg(data).plan)[0]


def test_a_clip_that_cuts_nothing_is_left_out() -> None:
    assert "clip" not in planned(figure(clipped("a", path(SMALL)), a=LARGE))
    assert "clip" not in planned(figure(clipped("a", path("M-9 20H70V40Z")), a="M0 0H60V60H0Z"))


def test_neighbours_share_one_clip() -> None:
    written = planned(figure(*(clipped(name, path("M0 20H60V40Z")) for name in "abc"), a=LARGE, b=LARGE, c=LARGE))
    assert written.count("<clipPath") == written.count("clip-path=") == 1


def test_the_opacity_of_one_paint_is_no_layer() -> None:
    assert ' fill-opacity="0.125000"' in planned(figure(faded(path(SMALL, 'fill="#aa0000" opacity=".25"'))))
    assert "<path" not in planned(figure(f'<g opacity="0">{path(SMALL)}</g>'))
    assert ' opacity=".5"' in planned(figure(faded(path(SMALL), path(LARGE))))


OUTSIDE = path(LARGE, 'fill="#00aa00"')
STROKED = 'fill="none" stroke="#000000" stroke-width="12"'


@pytest.mark.parametrize(
    "data",
    [
        figure(clipped("a", path(SMALL)), a=LARGE),
        figure(clipped("a", path(LARGE)), clipped("b", path("M0 0H60V30Z", 'fill="#0000aa"')), a=SMALL, b=SMALL),
        figure(clipped("a", path(SMALL, STROKED)), a="M19 19H41V41H19Z"),
        figure(clipped("a", path("M20 14 44 30 20 46", f'{STROKED} stroke-linecap="butt"')), a="M0 0H50V60H0Z"),
        figure(clipped("a", path("M20 30C20 90 40-30 40 30Z")), a="M10 20H50V40H10Z"),
        figure(clipped("a", path("M20 20A14 14 0 0 0 40 20Z")), a="M18 18H42V30H18Z"),
        figure(f'<g transform="translate(20 20)">{clipped("a", path("M0 0H30V30H0Z"))}</g>', a=LARGE),
        figure(clipped("a", OUTSIDE), clipped("a", path(SMALL)), a="M30 10H50V30H30Z"),
        figure('<clipPath id="a"><path d="M10 10H20V20H10Z"/></clipPath>', clipped("a", path(SMALL)), a=LARGE),
        figure(clipped("a", path(LARGE)), a="M20 20H40L20 40Z"),
        figure(
            '<clipPath id="b" clip-path="url(#a)"><path d="M0 0H60V60H0Z"/></clipPath>', clipped("b", OUTSIDE), a=SMALL
        ),
        figure("<style>path { stroke: #000000; stroke-width: 20px }</style>", clipped("a", path(SMALL)), a=LARGE),
        figure(path(SMALL, 'id="a" fill="#aa0000" opacity=".5"'), '<use href="#a" x="15" stroke="#000000"/>'),
        figure(clipped("a", '<image width="60" height="60" href="data:image/png;base64,"/>' + OUTSIDE), a=SMALL),
        figure(faded(path(SMALL), path("M30 30H50V50H30Z", 'fill="#0000aa"'))),
        figure(faded(path(SMALL, 'fill="#aa0000" stroke="#000000" stroke-width="6"'))),
        figure(faded('<rect width="30" height="30"/>', path(SMALL))),
        figure(faded(faded(path(SMALL)), path(LARGE))),
        figure('<g fill-opacity=".5">', path(SMALL, 'fill="#aa0000" opacity=".5"'), "</g>"),
        figure(f'<g opacity="50%">{path(SMALL)}</g>'),
    ],
)
def test_a_figure_looks_the_same_without_spared_layers(data: bytes) -> None:
    whole, spared = render(data, *SIZE), render(data, *SIZE, plan=read_svg(data).plan)
    assert max(ImageChops.difference(whole, spared).tobytes()) <= 2
