"""How a paper can be announced. Apart from ``model.paper``, which a list of papers need not load."""

from __future__ import annotations

from enum import StrEnum


class AnnounceType(StrEnum):
    """arXiv's announcement types, in the order of a daily listing."""

    NEW = "new"
    CROSS = "cross"
    REPLACE = "replace"
    REPLACE_CROSS = "replace-cross"
