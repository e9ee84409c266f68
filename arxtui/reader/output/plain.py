"""A document as plain text."""

from __future__ import annotations

from collections.abc import Iterator

from arxtui.model.document import Document
from arxtui.reader.lines import Line
from arxtui.reader.options import Options
from arxtui.reader.survey import Survey
from arxtui.reader.units import Units


def plain_lines(
    document: Document, width: int, measure: int, *, tex: bool = False, styled: bool = False
) -> Iterator[Line]:
    """Yield the lines of the document laid out for ``width`` cells, with its text at most ``measure`` cells wide.
    Blocks are laid out one by one as the lines are consumed. Code and tables that cannot be narrower exceed the width.
    With ``tex``, formulas are inline TeX. Unless they are to be shown ``styled``, struck text is between ``~~``."""
    survey = Survey(document)
    units = Units(survey, width, measure, Options(measure=measure, tex=tex, struck_signs=not styled))
    for unit in range(len(survey.extents)):
        yield from units.canvas(unit).lines


def plain(document: Document, width: int) -> Iterator[str]:
    """Yield the document laid out to ``width`` as text, without trailing blanks."""
    return (line.text.rstrip(" ") for line in plain_lines(document, width, width))
