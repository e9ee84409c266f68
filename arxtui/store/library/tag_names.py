"""Names of tags. A tag is below another if its first levels are the levels of the other, in any spelling."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from arxtui.store.sqlite.connection import Database
from arxtui.text import fold


def names(db: Database) -> list[str]:
    """Return the tags that papers have, in order."""
    return [name for (name,) in db.rows("SELECT DISTINCT name FROM tag ORDER BY name")]


def names_below(db: Database, *tops: str) -> list[str]:
    """Return those of the tags that are one of ``tops`` or below one."""
    folded = tuple(f"{fold(top)}/" for top in tops)
    return [name for name in names(db) if f"{fold(name)}/".startswith(folded)]


def keys_of(db: Database, named: Iterable[str]) -> array[int]:
    """Return the ascending keys of the papers that have one of these tags."""
    tags = tuple(named)
    sql = f"SELECT DISTINCT key FROM tag WHERE name IN ({', '.join('?' * len(tags))}) ORDER BY key"  # noqa: S608
    return array("q", (key for (key,) in db.rows(sql, tags)))


def name_after_rename(name: str, old: str, new: str) -> str:
    """Return the new name of a tag when ``old``, which is the tag itself or a tag above it, is renamed ``new``."""
    return "/".join([new, *levels_of(name)[len(levels_of(old)) :]])


def levels_of(name: str) -> list[str]:
    """Return the names of a tag's levels, top level first. The slash of full-width keyboards separates levels, too."""
    return name.replace("\N{FULLWIDTH SOLIDUS}", "/").split("/")


def format_tag_changes(give: Iterable[str], take: Iterable[str]) -> str:
    """Return tags given and taken by one act in the form of the act's name: ``"thesis" -"old"``. Tags never contain a
    quotation mark."""
    return " ".join([*(f'"{name}"' for name in give), *(f'-"{name}"' for name in take)])


def parse_tag_changes(name: str) -> tuple[list[str], list[str]]:
    """Return (tags given, tags taken) from an act's name, the inverse of :func:`format_tag_changes`."""
    parsed = [(before.endswith("-"), each) for before, each in _pairs(name.split('"')[:-1])]
    return [each for is_taken, each in parsed if not is_taken], [each for is_taken, each in parsed if is_taken]


def _pairs(parts: list[str]) -> Iterable[tuple[str, str]]:
    return zip(parts[::2], parts[1::2], strict=True)
