"""The figures of a made-up paper that measures replicas at many places: a plot, and a map of the places, as SVG of
MuPDF."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import cos, exp, pi, sin
from random import Random

from arxtui.demo.papers.manuscripts import Measurement
from arxtui.demo.wire.mupdf import Canvas, Point

_GREY, _SEA, _LAND = "#b0b0b0", "#e3eef8", "#f4efdc"
_COLOURS = ("#1f77b4", "#d62728", "#2ca02c")
_DASHES = ("", "6,3", "")
_SLOWEST = 160
"""Milliseconds at the end of the map's scale."""
_PLACES = (
    ("Cape", 10.5, 42.5),
    ("Ferry", -14.5, 47.0),
    ("Harbour", 3.5, 52.5),
    ("Quay", -8.5, 51.5),
    ("Mole", 14.0, 56.0),
)
"""Names, longitudes and latitudes of the places."""


class _Plot:
    """The frame of a plot on a canvas, and what its axes measure: ``x`` and ``y`` have the first and the last value."""

    def __init__(self, canvas: Canvas, frame: tuple[float, float, float, float], x: Point, y: Point) -> None:
        self.canvas = canvas
        self.frame = frame
        self._x = x
        self._y = y

    def at(self, x: float, y: float) -> Point:
        """Return the place of a point in the coordinates of the axes."""
        left, bottom, right, top = self.frame
        across = (x - self._x[0]) / (self._x[1] - self._x[0])
        up = (y - self._y[0]) / (self._y[1] - self._y[0])
        return left + across * (right - left), bottom + up * (top - bottom)

    def finish(self, x_ticks: Sequence[tuple[float, str]], y_ticks: Sequence[tuple[float, str]]) -> None:
        """Draw the frame with the ticks of both axes."""
        left, bottom, right, top = self.frame
        for value, words in x_ticks:
            x, _ = self.at(value, self._y[0])
            self.canvas.line([(x, bottom), (x, bottom + 3.5)])
            self.canvas.text(words, x, bottom - 12)
        for value, words in y_ticks:
            _, y = self.at(self._x[0], value)
            self.canvas.line([(left, y), (left + 3.5, y)])
            self.canvas.text(words, left - 5, y - 3.5, at=1)
        self.canvas.line([(left, bottom), (right, bottom), (right, top), (left, top), (left, bottom)])


def _signed(value: float) -> str:
    return f"{value:g}".replace("-", "\N{MINUS SIGN}")


def plot(results: Sequence[Measurement], seed: str) -> bytes:
    """Return the plot: the change of the delay around a failover, for the first three methods."""
    rng = Random(seed)  # noqa: S311 (a picture, not a secret)
    canvas = Canvas(360, 264)
    axes = _Plot(canvas, (52, 38, 350, 244), (-20, 40), (-40, 80))
    canvas.line([axes.at(-20, 0), axes.at(40, 0)], _GREY, 0.6)
    for place, (colour, dash) in enumerate(zip(_COLOURS, _DASHES, strict=True)):
        height, gain, rest = rng.uniform(30, 60), rng.uniform(4, 10), 4 + 12 * place + rng.uniform(0, 8)
        points = [axes.at(x, _change(x, height, gain, rest)) for x in range(-20, 41, 4 if place == 2 else 1)]
        if place < 2:
            canvas.line(points, colour, 1.5, dash)
        else:
            for x, y in points:
                canvas.mark(x, y, 2.6, colour)
    for place, each in enumerate(results[:3]):
        y = 230 - 14 * place
        if place < 2:
            canvas.line([(208, y), (232, y)], _COLOURS[place], 1.5, _DASHES[place])
        else:
            canvas.mark(220, y, 2.6, _COLOURS[place])
        canvas.text(each.name, 240, y - 3.5, at=0)
    axes.finish(*([(each, _signed(each)) for each in ticks] for ticks in (range(-20, 41, 10), range(-40, 81, 20))))
    canvas.text("time since the failover (s)", 201, 9)
    canvas.text("change of the delay (%)", 12, 141, upright=True)
    return canvas.svg()


def _change(x: float, height: float, gain: float, rest: float) -> float:
    """Return a change in percent ``x`` seconds after a failover: a peak, and the gain that is left."""
    return 2 * sin(x / 3) if x < 0 else (height + rest) * exp(-x / gain) - rest + 2 * sin(x / 3)


def site_map() -> bytes:
    """Return the map: the delay at each place as a colour, with the scale of the colours."""
    canvas = Canvas(396, 290)
    axes = _Plot(canvas, (48, 34, 318, 266), (-20, 20), (38, 62))
    canvas.box(*axes.frame, _SEA)
    for longitude, latitude, size in ((-12.0, 50.0, 6.0), (9.0, 54.5, 7.0), (8.0, 44.0, 5.5)):
        coast = [axes.at(*point) for point in _coast(longitude, latitude, size)]
        canvas.area(coast, _LAND)
        canvas.line([*coast, coast[0]], "#5f5f5f", 0.7)
    for place, (name, longitude, latitude) in enumerate(_PLACES):
        x, y = axes.at(longitude, latitude)
        canvas.mark(x, y, 4.5, "#000000")
        canvas.mark(x, y, 3.8, _shade((place + 0.5) / len(_PLACES)))
        canvas.text(name, x + 8, y - 3, 9, at=0)
    axes.finish(
        [(each, f"{abs(each)}°{'W' * (each < 0) or 'E' * (each > 0)}") for each in range(-20, 21, 10)],
        [(each, f"{each}°N") for each in range(40, 61, 5)],
    )
    steps = [34 + 232 * step / 40 for step in range(41)]
    for step, (low, high) in enumerate(pairwise(steps)):
        canvas.box(330, low, 342, high + 0.2, _shade(step / 39))
    canvas.line([(330, 34), (342, 34), (342, 266), (330, 266), (330, 34)])
    for value in range(0, _SLOWEST + 1, 40):
        y = 34 + 232 * value / _SLOWEST
        canvas.line([(342, y), (345, y)])
        canvas.text(str(value), 348, y - 3.5, at=0)
    canvas.text("round trip (ms)", 388, 150, upright=True)
    return canvas.svg()


def _coast(x: float, y: float, size: float) -> list[Point]:
    """Return the coast of a land around a place: a circle with bays."""
    rng = Random(f"{x} {y}")  # noqa: S311 (a picture, not a secret)
    bays = [(rng.uniform(0.04, 0.3) / number, rng.uniform(0, 2 * pi), number) for number in range(2, 12)]
    turns = [2 * pi * step / 90 for step in range(90)]
    reach = [size * (1 + sum(depth * sin(number * turn + start) for depth, start, number in bays)) for turn in turns]
    return [(x + far * cos(turn), y + 0.6 * far * sin(turn)) for turn, far in zip(turns, reach, strict=True)]


def _shade(part: float) -> str:
    """Return a colour of the scale from violet (0) to yellow (1)."""
    low, high = ((68, 1, 84), (33, 145, 140)) if part < 0.5 else ((33, 145, 140), (253, 231, 37))
    near = 2 * part if part < 0.5 else 2 * part - 1
    return f"#{''.join(f'{round(first + near * (last - first)):02x}' for first, last in zip(low, high, strict=True))}"
