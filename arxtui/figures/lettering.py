"""A text of a figure, where the figure has it, and where it is written in cells."""

from __future__ import annotations

from collections.abc import Sequence

from arxtui.figures.cells import Rgb
from arxtui.light import NamedTuple
from arxtui.text import cells


class Sample(NamedTuple):
    """The sample of an entry of a legend: the rectangle around it, and its form, as ``dashed line with circle``."""

    left: float
    top: float
    right: float
    bottom: float
    form: str


class Lettering(NamedTuple):
    """A text and the rectangle around it, as fractions of the part of the figure that is drawn. ``angle`` is 0 for a
    text from left to right, in degrees. An entry of a legend has a ``sample``, and its ``colour``. ``tick_of`` is the
    number of the axis at which a number is, ``name_of`` of the one that a text names."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    angle: int = 0
    sample: Sample | None = None
    colour: Rgb | None = None
    tick_of: int | None = None
    name_of: int | None = None

    def within(self, view: Sequence[float]) -> Lettering:
        """Return the text in a view (x, y, width, height) of what it is in now."""
        left, top, right, bottom = _within(self, view)
        sample = self.sample and Sample(*_within(self.sample, view), self.sample.form)
        return self._replace(left=left, top=top, right=right, bottom=bottom, sample=sample)


def _within(box: Lettering | Sample, view: Sequence[float]) -> tuple[float, float, float, float]:
    x, y, width, height = view
    return (box.left - x) / width, (box.top - y) / height, (box.right - x) / width, (box.bottom - y) / height


class Placed(NamedTuple):
    """A text at its cell, behind the signs of its ``sample`` if it is an entry of a legend."""

    text: str
    row: int
    start: int
    colour: Rgb | None = None
    sample: str = ""

    @property
    def words(self) -> str:
        """All that is written."""
        return f"{self.sample} {self.text}" if self.sample else self.text

    @property
    def end(self) -> int:
        """The cell after its last one."""
        return self.start + cells(self.words)
