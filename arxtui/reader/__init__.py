"""Documents laid out for a screen: blocks laid out to a width, positions that do not depend on the width, and text
search. Pure, without I/O."""

from arxtui.reader.find import Finder, Hit, Match, hits
from arxtui.reader.layout import Page
from arxtui.reader.lines import Line, Place, Placed, Role, Run
from arxtui.reader.options import Options
from arxtui.reader.output.markdown import markdown
from arxtui.reader.output.plain import plain, plain_lines
from arxtui.reader.report import Report, report
from arxtui.reader.survey import OutlineEntry

__all__ = [
    "Finder",
    "Hit",
    "Line",
    "Match",
    "Options",
    "OutlineEntry",
    "Page",
    "Place",
    "Placed",
    "Report",
    "Role",
    "Run",
    "hits",
    "markdown",
    "plain",
    "plain_lines",
    "report",
]
