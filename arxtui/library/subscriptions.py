"""Which categories are followed."""

from __future__ import annotations

from arxtui.config.edit import write_categories
from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.config.values import canonical_category


def subscribe(paths: Paths, settings: Settings, codes: tuple[str, ...]) -> tuple[str, ...]:
    """Follow these too; all that are followed then. ValueError for a category that arXiv does not have."""
    return write_categories(paths.config_file, (*settings.arxiv.categories, *codes))


def unsubscribe(paths: Paths, settings: Settings, codes: tuple[str, ...]) -> tuple[str, ...]:
    """Follow these no longer; all that are followed then."""
    dropped = {canonical_category(code) for code in codes}
    kept = tuple(code for code in settings.arxiv.categories if code not in dropped)
    return write_categories(paths.config_file, kept)
