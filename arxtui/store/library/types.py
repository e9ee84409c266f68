"""An act before it is done, and the values that it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from arxtui.light import NamedTuple
from arxtui.model.marks import MARKS

if TYPE_CHECKING:
    from arxtui.store.sqlite.codec import Packed

Value = int | str | list[Any] | None
"""A JSON value, as the journal stores it."""
NewValues = Callable[[Mapping[int, Value]], Mapping[int, Value]]
"""Maps the current values of papers, in the field of an act, to their new values."""
Keep = Callable[[Sequence[int]], "Iterable[Packed]"]
"""Returns the records, by keys, of those papers that the caller can read."""
ReplacedKeys = Callable[[Iterable[int]], Mapping[int, int]]
"""Returns the current keys, by former key, of those keys that papers had before. Two keys can belong to one paper."""
AND_READ = "read"
"""``Deed.to`` of an act that sets a mark and also marks the papers read."""
COLUMNS = (*(mark.name for mark in MARKS), "rating", "reading")
"""The columns of table ``mark`` that contain data about a paper."""


class Deed(NamedTuple):
    """An act before it is done; its fields are those of ``Act``."""

    what: str
    at: datetime
    name: str = ""
    to: str = ""
    by: str = ""
