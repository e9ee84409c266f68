"""A document as text, from its first line to its last."""

from __future__ import annotations

from collections.abc import Iterator

from arxtui.model.document import Document
from arxtui.reader.lines import Line
from arxtui.reader.options import Options
from arxtui.reader.survey import Survey
from arxtui.reader.units import Units


def plain_lines(document: Document, width: int, measure: int, *, tex: bool = False) -> Iterator[Line]:
    """The document laid out for ``width`` cells, its text to ``measure``, each block when its lines are asked for.
    Code, and tables that cannot be narrower, may be wider. With ``tex`` formulas are their TeX, in the line."""
    survey = Survey(document)
    units = Units(survey, width, measure, Options(measure=measure, tex=tex))
    for unit in range(len(survey.extents)):
        yield from units.sheet(unit).lines


def plain(document: Document, width: int) -> Iterator[str]:
    """The same as text, without blanks at the ends of lines."""
    return (line.text.rstrip(" ") for line in plain_lines(document, width, width))
