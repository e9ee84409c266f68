"""Diagrams of xy-pic and tikz-cd, which a page has as drawings, read back from their coordinates as TeX.

Begin with ``grid``: it reads the lines, arrow heads and labels of a drawing (``shapes``), with the help of ``tikz``.
"""

from arxtui.sources.latexml.drawings.grid import grid_tex

__all__ = ["grid_tex"]
