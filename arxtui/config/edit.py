"""Changing the configuration file from the program, keeping the user's own comments and order."""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path
from typing import Any

from arxtui.config.settings import ConfigError, canonical_category, check_categories, parse, read


def write_categories(file: Path, codes: tuple[str, ...]) -> tuple[str, ...]:
    """Set ``[arxiv] categories``, atomically. Returns them as written.

    ValueError for a category that arXiv does not have, ConfigError when the file cannot be read or written.
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    checked = check_categories(codes)
    text = read(file)
    parse(text, str(file))
    try:
        document = tomlkit.parse(text)
        section = document.setdefault("arxiv", tomlkit.table())
        section["categories"] = _edited(section.get("categories"), checked)
        written = tomlkit.dumps(document)
        parse(written, str(file))
        _replace(file, written)
    except TOMLKitError as error:
        raise ConfigError(f"{file}: cannot be changed by the program, only by hand: {error}") from error
    except OSError as error:
        raise ConfigError(f"{file}: cannot be written: {error.strerror or error}") from error
    return checked


def _edited(held: Any, wanted: tuple[str, ...]) -> Any:
    """The array as it stands with entries dropped and appended, so that its comments stay; else a new one."""
    if held is None:
        return list(wanted)
    for place in reversed(range(len(held))):
        if canonical_category(held[place]) not in wanted:
            del held[place]
    kept = tuple(canonical_category(code) for code in held)
    if kept != wanted[: len(kept)]:
        return list(wanted)
    held.extend(wanted[len(kept) :])
    return held


def _replace(file: Path, text: str) -> None:
    target = file.resolve()
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = target.with_name(f"{target.name}.{os.getpid()}.new")
    try:
        with draft.open("w", encoding="utf-8", newline="") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        with contextlib.suppress(FileNotFoundError):
            shutil.copymode(target, draft)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
