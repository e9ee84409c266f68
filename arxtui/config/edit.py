"""Changes of the configuration file by the program, which keep the user's comments and order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from arxtui import locks
from arxtui.config.settings import parse
from arxtui.config.text import ConfigError, read
from arxtui.files import write_whole

if TYPE_CHECKING:
    from tomlkit import TOMLDocument


@contextmanager
def changing(file: Path) -> Iterator[str]:
    """Yield the text of the file for a change that ends with :func:`save`; other programs' changes wait until then.

    Every change of the file is made inside, so that none overwrites another. Raises: ConfigError if the file cannot be
    read, or its folder cannot be written to.
    """
    with ExitStack() as stack:
        try:
            file.resolve().parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            stack.enter_context(locks.exclusive(file))
        except OSError as error:
            raise _unwritable(file, error) from error
        yield read(file)


def changed_document(file: Path, text: str, change: Callable[[TOMLDocument], None]) -> str:
    """Return the text of the file with a change. Raises: ConfigError if the text is invalid before or after the
    change."""
    parse(text, str(file))
    try:
        document = tomlkit.parse(text)
        change(document)
        written = tomlkit.dumps(document)
        parse(written, str(file))
    except (TOMLKitError, RecursionError) as error:
        raise ConfigError(f"{file}: cannot be changed by the program, only by hand: {error}") from error
    return written


def set_value(file: Path, name: str, key: str, value: str) -> None:
    """Write one setting to the file, atomically; comments and everything else stay. Raises: ConfigError if the file is
    invalid or cannot be written."""

    def put(document: TOMLDocument) -> None:
        section: Any = document.setdefault(name, tomlkit.table())
        section[key] = value

    with changing(file) as text:
        save(file, changed_document(file, text, put))


def put_list(
    document: TOMLDocument, name: str, key: str, entries: tuple[str, ...], canonical: Callable[[str], str]
) -> None:
    """Set the list ``key`` of a section to these values; the comments of the values that stay are kept."""
    section: Any = document.setdefault(name, tomlkit.table())
    section[key] = _edited_array(section.get(key), entries, canonical)


def _edited_array(array: Any, entries: tuple[str, ...], canonical: Callable[[str], str]) -> Any:
    """Return the existing array with entries removed and inserted, which keeps its comments. If the order of the
    entries changed, or there is no array, return a new list."""
    if array is None:
        return list(entries)
    for index in reversed(range(len(array))):
        if canonical(array[index]) not in entries:
            del array[index]
    remaining = tuple(canonical(each) for each in array)
    if remaining != tuple(each for each in entries if each in remaining):
        return list(entries)
    for index, each in enumerate(entries):
        if each not in remaining:
            array.insert(index, each)
    return array


def save(file: Path, text: str) -> None:
    """Replace the file, atomically, within :func:`changing`. Raises: ConfigError if it cannot be written."""
    try:
        write_whole(file, text.encode())
    except OSError as error:
        raise _unwritable(file, error) from error


def _unwritable(file: Path, error: OSError) -> ConfigError:
    return ConfigError(f"{file}: cannot be written: {error.strerror or error}")
