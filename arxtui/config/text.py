"""The text of the configuration file, and its faults."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path


class ConfigError(Exception):
    """The configuration cannot be used. The message names file and line and says what to write instead. ``line`` is 0
    if the fault has no line. ``reason`` is the message without file and line."""

    line = 0

    @property
    def reason(self) -> str:
        """What is wrong, and what to write instead."""
        return str(self).partition(f", line {self.line}: ")[2] or str(self)


Report = Callable[[ConfigError], None]
"""Called with a fault. A report either raises it, or stores it and returns, so that later faults are reported, too."""


def fault_at(name: str, line: int, message: str) -> ConfigError:
    """Return a fault with a line of the file ``name``."""
    fault = ConfigError(f"{name}, line {line}: {message}")
    fault.line = line
    return fault


def refuse(fault: ConfigError) -> None:
    """Raise the fault: the report for callers that accept no faulty file."""
    raise fault


def read(file: Path) -> str:
    """Return the text of the configuration file with its line ends; empty if there is no file. Raises: ConfigError if
    it cannot be read."""
    try:
        return decode(file.read_bytes(), str(file))
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise ConfigError(f"{file}: cannot be read: {error.strerror or error}") from error


def decode(data: bytes, name: str) -> str:
    """Decode bytes as UTF-8, with or without a BOM. Raises: ConfigError with ``name`` and the line of the first invalid
    byte."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise fault_at(name, line, "not valid UTF-8") from error
