"""The types of announcements. Separate from ``model.paper``, because lists of papers need not import that."""

from __future__ import annotations

from enum import StrEnum


class AnnounceType(StrEnum):
    """arXiv's announcement types, in the order of a daily listing."""

    NEW = "new"
    CROSS = "cross"
    REPLACE = "replace"
    REPLACE_CROSS = "replace-cross"
