"""Commands of the reading screen: one declaration and one function per key, by topic. Each function receives the parts
of the screen (``ReadingContext``)."""

from __future__ import annotations

from arxtui.tui.actions import Area, declared_in
from arxtui.tui.keys import in_force
from arxtui.tui.reading.commands import appearance, following, moving, paper

READING = declared_in(moving, following, appearance, paper)
in_force.declare(Area.TEXT, READING)
"""Ordered as in the help and ``docs/keys.md``."""
