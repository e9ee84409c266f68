"""The text of the configuration file, and what is wrong with it."""

from __future__ import annotations

from pathlib import Path


class ConfigError(Exception):
    """The configuration cannot be used; the message names file, line and what to write instead."""


def read(file: Path) -> str:
    """The text of the configuration file with its line ends, empty when there is none. ConfigError when unreadable."""
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise ConfigError(f"{file}: cannot be read: {error.strerror or error}") from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"{file}, line {line}: not valid UTF-8") from error
