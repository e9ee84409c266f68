"""The details of ``arxtui --version --verbose`` that a bug report needs."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings, load
from arxtui.config.text import ConfigError
from arxtui.library.facade import Library
from arxtui.light import pattern
from arxtui.search.errors import SearchError
from arxtui.store.errors import StoreError
from arxtui.store.sqlite.connection import library_version

_TERMINAL = (
    *("TERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "COLORTERM", "LC_TERMINAL", "NO_COLOR", "ESCDELAY"),
    *("LANG", "LC_ALL", "LC_CTYPE", "PYTHONIOENCODING"),
)
"""Environment variables that describe the terminal; none of them identifies the user."""

_MULTIPLEXERS = {"TMUX": "tmux", "STY": "screen", "ZELLIJ": "zellij"}
_SKIPPED = pattern(r"extra == .(?:test|dev|docs)|sys_platform")
_NAME = pattern(r"[^\w.-]")
_PRIVATE = ("tags", "primary_categories")


def details(paths: Paths, environ: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield names and values.

    They contain nothing that the user reads, marks or sets; the home directory is shown as ``~``.
    """
    yield "python", f"{platform.python_version()} ({platform.python_implementation()}), {_with_tilde(sys.executable)}"
    yield "platform", platform.platform()
    yield "packages", ", ".join(_packages())
    yield "sqlite", library_version()
    yield "terminal", ", ".join(f"{name}={environ[name]}" for name in _TERMINAL if environ.get(name)) or "none"
    yield "size", _size()
    yield "multiplexer", next((word for name, word in _MULTIPLEXERS.items() if environ.get(name)), "none")
    yield "encoding", f"{sys.stdout.encoding}, files {sys.getfilesystemencoding()}"
    for name in ("config_file", "cache_db", "index", "library_db", "log_file"):
        yield name, _with_tilde(str(getattr(paths, name)))
    yield from _counts(paths)


def _with_tilde(path: str) -> str:
    home = str(Path.home())
    return f"~{path.removeprefix(home)}" if home != "/" and f"{path}/".startswith(f"{home}/") else path


def _packages() -> Iterator[str]:
    """Yield the installed versions of the program's dependencies, except those for tests and development."""
    for requirement in requires("arxtui") or ():
        if _SKIPPED.search(requirement):
            continue
        name = _NAME.split(requirement, 1)[0]
        try:
            yield f"{name} {version(name)}"
        except PackageNotFoundError:
            yield f"{name} not installed"


def _size() -> str:
    with suppress(OSError):
        columns, lines = os.get_terminal_size(sys.stdout.fileno())
        return f"{columns}x{lines}"
    return "standard output is not a terminal"


def _counts(paths: Paths) -> Iterator[tuple[str, str]]:
    """Yield the counts of the library, or the reason why it cannot be counted. No file is created."""
    try:
        settings = load(paths.config_file)
    except ConfigError as error:
        settings = Settings()
        yield "settings", f"faulty, line {error.line}"
    if not paths.library_db.exists() or not paths.cache_db.exists():
        yield "library", "none yet"
        return
    try:
        with Library.reading(paths, settings) as library:
            counts = library.counts.stats()
    except (StoreError, SearchError, ConfigError) as error:
        yield "library", f"cannot be counted ({type(error).__name__})"
        return
    shown = {name.replace("_", " "): count for name, count in counts.items() if name not in _PRIVATE}
    yield (
        "library",
        ", ".join(f"{name}: {'unknown' if count is None else f'{count:,}'}" for name, count in shown.items()),
    )
