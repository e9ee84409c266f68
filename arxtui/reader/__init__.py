"""A document on a screen: blocks laid out to a width, places that every width shares, find. Pure, no I/O."""

from arxtui.reader.layout import Page, Target
from arxtui.reader.lines import Line, Place, Placed, Role, Run
from arxtui.reader.options import Options
from arxtui.reader.survey import Section

__all__ = ["Line", "Options", "Page", "Place", "Placed", "Role", "Run", "Section", "Target"]
