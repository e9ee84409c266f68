"""The layout function of each type of block."""

from __future__ import annotations

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
from arxtui.reader.blocks.equations import equation
from arxtui.reader.blocks.figures import float_block, pictures
from arxtui.reader.blocks.listings import listing
from arxtui.reader.blocks.tables import table
from arxtui.reader.blocks.text_blocks import group, heading, items, paragraph, rule, source
from arxtui.reader.typesetter import Layouts

LAYOUTS: Layouts = {
    Heading: heading,
    Paragraph: paragraph,
    Equation: equation,
    Items: items,
    Group: group,
    Table: table,
    Listing: listing,
    Pictures: pictures,
    Float: float_block,
    Source: source,
    Rule: rule,
}
