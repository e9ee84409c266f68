"""Tags by name. One stands below another when its levels begin with those of the other, however they are spelt."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from arxtui.store.sqlite.connection import Database
from arxtui.text import fold


def names(db: Database) -> list[str]:
    """The tags that papers have, in order."""
    return [name for (name,) in db.rows("SELECT DISTINCT name FROM tag ORDER BY name")]


def names_below(db: Database, *tops: str) -> list[str]:
    """Those of them that are one of ``tops``, or stand below one."""
    folded = tuple(f"{fold(top)}/" for top in tops)
    return [name for name in names(db) if f"{fold(name)}/".startswith(folded)]


def keys_of(db: Database, named: Iterable[str]) -> array[int]:
    """Ascending keys of the papers that have one of these tags."""
    import json  # a list of papers needs none of it

    sql = "SELECT DISTINCT key FROM tag WHERE name IN (SELECT value FROM json_each(?)) ORDER BY key"
    return array("q", (key for (key,) in db.rows(sql, (json.dumps(list(named)),))))


def renamed(name: str, old: str, new: str) -> str:
    """What a tag is called when ``old``, which it is or stands below, is called ``new``."""
    return "/".join([new, *levels_of(name)[len(levels_of(old)) :]])


def levels_of(name: str) -> list[str]:
    """The names at each level, one below the other. Of wide keyboards the slash is wide, and compared like any."""
    return name.replace("\N{FULLWIDTH SOLIDUS}", "/").split("/")


def several(give: Iterable[str], take: Iterable[str]) -> str:
    """Tags that are given and taken by one act, as the name of the act: ``"thesis" -"old"``. No tag has a quotation
    mark."""
    return " ".join([*(f'"{name}"' for name in give), *(f'-"{name}"' for name in take)])


def told(name: str) -> tuple[list[str], list[str]]:
    """The inverse of :func:`several`."""
    found = [(before.endswith("-"), each) for before, each in _pairs(name.split('"')[:-1])]
    return [each for is_taken, each in found if not is_taken], [each for is_taken, each in found if is_taken]


def _pairs(parts: list[str]) -> Iterable[tuple[str, str]]:
    return zip(parts[::2], parts[1::2], strict=True)
