"""Changing the configuration file from the program, keeping the user's own comments and order."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arxtui.config.settings import ConfigError, parse, read
from arxtui.config.values import canonical_category, check_categories, check_names
from arxtui.model.frozen import changed
from arxtui.model.rules import Rule

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

    from arxtui.config.settings import Settings


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


def add_rule(file: Path, rule: Rule) -> None:
    """Put a rule in as the last of ``[[rules]]``, atomically. ValueError for one that could not be read again, or whose
    name another has; ConfigError when the file cannot be read or written."""
    import tomlkit

    from arxtui.config.rules import checked, lines_of

    text = read(file)
    held, made = parse(text, str(file)), checked(rule)
    if _place(held.rules, made.name) is not None:
        raise ValueError(f'there is a rule "{made.name}" already')
    told = ((key, getattr(made, key)) for key in Rule.__annotations__)
    lines = text.splitlines(keepends=True)
    place = lines_of(text, len(held.rules) - 1)[1] if held.rules else len(lines)
    if place and not lines[place - 1].endswith("\n"):
        lines[place - 1] += "\n"
    room = ["\n"] if place else []
    added = [f"{key} = {tomlkit.item(value).as_string()}\n" for key, value in told if value]
    lines[place:place] = [*room, "[[rules]]\n", *added]
    _replace_rules(file, "".join(lines), changed(held, rules=(*held.rules, made)))


def remove_rule(file: Path, name: str) -> Rule:
    """Take a rule out of ``[[rules]]``, atomically; all comments but those among its lines stay. The answer is what it
    was; LookupError when none has the name."""
    from arxtui.config.rules import lines_of

    text = read(file)
    held = parse(text, str(file))
    place = _place(held.rules, name)
    if place is None:
        raise LookupError(f"there is no rule \"{name}\"; 'arxtui rules' lists those there are")
    first, last = lines_of(text, place)
    lines = text.splitlines(keepends=True)
    if first > 1 and not lines[first - 2].strip() and not "".join(lines[last : last + 1]).strip():
        first -= 1
    del lines[first - 1 : last]
    left = (*held.rules[:place], *held.rules[place + 1 :])
    _replace_rules(file, "".join(lines), changed(held, rules=left))
    return held.rules[place]


def _replace_rules(file: Path, text: str, wanted: Settings) -> None:
    """Write what says what is wanted; there are ways to write a list of tables that the program leaves to people."""
    try:
        if parse(text, str(file)) != wanted:
            raise ConfigError("it says something else then")
    except ConfigError as error:
        raise ConfigError(f"{file}: its rules cannot be changed by the program, only by hand: {error}") from error
    _save(file, text)


def _place(rules: Sequence[Rule], name: str) -> int | None:
    asked = name.strip().casefold()
    return next((place for place, rule in enumerate(rules) if rule.name.casefold() == asked), None)


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
    _save(file, written)


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


def _save(file: Path, text: str) -> None:
    try:
        _replace(file, text)
    except OSError as error:
        raise ConfigError(f"{file}: cannot be written: {error.strerror or error}") from error


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
