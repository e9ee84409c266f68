"""Numbers with their unit, in words."""

from __future__ import annotations


def counted(number: int, one: str, many: str = "") -> str:
    """Return ``1 paper``, ``12 papers``; ``many`` is the plural if it is not ``one`` with an s."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def unsearched(behind: int) -> str:
    """Return that a search misses the newest papers, of which there are ``behind``."""
    return f"search does not include the newest {'paper' if behind == 1 else f'{behind:,} papers'} yet"
