"""The collection of garbage while many records are read, of which none has cycles."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

RARE = 50_000
"""A threshold of new objects at which a thousand records are hardly ever collected."""


@contextmanager
def rare_collection() -> Iterator[None]:
    """Within the context, collect garbage only after ``RARE`` new objects."""
    usual = gc.get_threshold()
    gc.set_threshold(RARE)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
