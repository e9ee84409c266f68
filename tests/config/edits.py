"""Helpers that edit the configuration as the program does, in one call."""

from __future__ import annotations

from pathlib import Path

from arxtui.config import follow_edits


def write_categories(file: Path, codes: tuple[str, ...]) -> None:
    edit = follow_edits.plan_following(file, "categories", codes)
    if edit:
        follow_edits.apply(file, edit)
