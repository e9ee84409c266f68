"""The text of the configuration file, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path


class ConfigError(Exception):
    """The configuration cannot be used; the message names file, line and what to write instead. ``line`` is 0 where the
    fault is of no line, and ``reason`` the message without file and line."""

    line = 0

    @property
    def reason(self) -> str:
        """What is wrong, and what to write instead."""
        return str(self).partition(f", line {self.line}: ")[2] or str(self)


Report = Callable[[ConfigError], None]
"""What is told of a fault: it raises, or keeps the fault so that the next one is found."""


def fault_at(name: str, line: int, message: str) -> ConfigError:
    """The fault of a line of the file ``name``."""
    fault = ConfigError(f"{name}, line {line}: {message}")
    fault.line = line
    return fault


def refuse(fault: ConfigError) -> None:
    """The report that takes a file with a fault for useless."""
    raise fault


def read(file: Path) -> str:
    """The text of the configuration file with its line ends, empty when there is none. ConfigError when unreadable."""
    try:
        return decoded(file.read_bytes(), str(file))
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise ConfigError(f"{file}: cannot be read: {error.strerror or error}") from error


def decoded(data: bytes, name: str) -> str:
    """The text of these bytes. ConfigError naming ``name`` and the line where they are no UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise fault_at(name, line, "not valid UTF-8") from error
