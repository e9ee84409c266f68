"""Changing the configuration file from the program, keeping the user's own comments and order."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arxtui.config.settings import ConfigError, parse, read
from arxtui.config.values import canonical_category, check_categories, check_names
from arxtui.files import write_whole

if TYPE_CHECKING:
    from tomlkit import TOMLDocument


def write_categories(file: Path, codes: tuple[str, ...]) -> tuple[str, ...]:
    """Set ``[arxiv] categories``, atomically. Returns them as written.

    ValueError for a category that arXiv does not have, ConfigError when the file cannot be read or written.
    """
    checked = check_categories(codes)
    _write(file, lambda document: _set(document, "arxiv", "categories", checked, canonical_category))
    return checked


def write_followed(file: Path, key: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Set ``[follow] authors`` or ``keywords`` (``key``), as :func:`write_categories` does its list. ValueError for a
    name that is none."""
    checked = check_names(names)
    _write(file, lambda document: _set(document, "follow", key, checked, lambda name: " ".join(name.split())))
    return checked


def _write(file: Path, change: Callable[[TOMLDocument], None]) -> None:
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    text = read(file)
    parse(text, str(file))
    try:
        document = tomlkit.parse(text)
        change(document)
        written = tomlkit.dumps(document)
        parse(written, str(file))
    except TOMLKitError as error:
        raise ConfigError(f"{file}: cannot be changed by the program, only by hand: {error}") from error
    save(file, written)


def _set(document: TOMLDocument, name: str, key: str, wanted: tuple[str, ...], canonical: Callable[[str], str]) -> None:
    import tomlkit

    section = document.setdefault(name, tomlkit.table())
    section[key] = _edited(section.get(key), wanted, canonical)


def _edited(held: Any, wanted: tuple[str, ...], canonical: Callable[[str], str]) -> Any:
    """The array as it stands with entries dropped and appended, so that its comments stay; else a new one."""
    if held is None:
        return list(wanted)
    for place in reversed(range(len(held))):
        if canonical(held[place]) not in wanted:
            del held[place]
    kept = tuple(canonical(each) for each in held)
    if kept != wanted[: len(kept)]:
        return list(wanted)
    held.extend(wanted[len(kept) :])
    return held


def save(file: Path, text: str) -> None:
    """Replace the file, atomically; ConfigError when it cannot be written."""
    try:
        file.resolve().parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(file, text.encode())
    except OSError as error:
        raise ConfigError(f"{file}: cannot be written: {error.strerror or error}") from error
