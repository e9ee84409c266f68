"""What sets each kind of block."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from arxtui.model.document import (
    Equation,
    Float,
    Group,
    Heading,
    Items,
    Listing,
    Paragraph,
    Pictures,
    Rule,
    Source,
    Table,
)
from arxtui.reader.equations import equation
from arxtui.reader.figures import captioned, pictures
from arxtui.reader.listings import listing
from arxtui.reader.prosaic import group, heading, items, paragraph, rule, source
from arxtui.reader.sheet import Sheet
from arxtui.reader.tables import table

if TYPE_CHECKING:
    from arxtui.reader.setting import Setter

SETTERS: Mapping[type, Callable[[Setter, Any, int], Sheet]] = {
    Heading: heading,
    Paragraph: paragraph,
    Equation: equation,
    Items: items,
    Group: group,
    Table: table,
    Listing: listing,
    Pictures: pictures,
    Float: captioned,
    Source: source,
    Rule: rule,
}
"""Each is given the setter, the block and the measure."""
