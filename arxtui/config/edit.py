"""Changing the configuration file from the program, keeping the user's own comments and order."""

from __future__ import annotations

import os
from pathlib import Path

from arxtui.config.settings import ConfigError, check_categories, parse


def write_categories(file: Path, codes: tuple[str, ...]) -> tuple[str, ...]:
    """Set ``[arxiv] categories``, atomically. Returns them as written.

    ValueError for a category that arXiv does not have, ConfigError when the file cannot be read or written.
    """
    import tomlkit

    checked = check_categories(codes)
    try:
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        parse(text, str(file))
        document = tomlkit.parse(text)
        document.setdefault("arxiv", tomlkit.table())["categories"] = list(checked)
        _replace(file, tomlkit.dumps(document))
    except OSError as error:
        raise ConfigError(f"{file}: cannot be written: {error.strerror or error}") from error
    return checked


def _replace(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = file.with_name(f"{file.name}.{os.getpid()}.new")
    try:
        with draft.open("w", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        draft.replace(file.resolve())
    finally:
        draft.unlink(missing_ok=True)
