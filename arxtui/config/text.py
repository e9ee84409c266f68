"""The text of the configuration file, and its faults."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

from arxtui.light import pattern

MAX_SIZE = 1 << 20
"""The largest accepted size of the file, in bytes: some 10,000 rules."""
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""A named pipe is not waited for, and Windows keeps line ends."""
_MAX_LINE = 32 << 10
"""The most characters in a line; a list of a thousand authors is one line."""
_MAX_PARTS = 16
"""The most parts of a dotted name; known names have three. The memory of a TOML parser grows with their square."""
_PART = r"""(?:[\w-]++|"(?:[^"\\\n]|\\.){0,200}+"|'[^'\n]{0,200}+')"""
_LONG_NAME = pattern(rf"(?<![\w-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{_MAX_PARTS}}}")


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
    it cannot be read, or is larger than ``MAX_SIZE``."""
    try:
        with os.fdopen(os.open(file, _FLAGS), "rb") as stream:
            if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                raise ConfigError(f"{file}: is not a regular file")
            data = stream.read(MAX_SIZE + 1)
        if len(data) > MAX_SIZE:
            raise ConfigError(f"{file}: has more than {MAX_SIZE:,} bytes")
        return decode(data, str(file))
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


def check_bounds(text: str, name: str) -> None:
    """Check the size, the lines and the names of a text before it is parsed as TOML, which could take gigabytes.

    Raises: ConfigError with ``name`` if one is longer than any real one.
    """
    if len(text) > MAX_SIZE:
        raise ConfigError(f"{name}: has more than {MAX_SIZE:,} characters")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > _MAX_LINE:
            raise fault_at(name, number, f"has {len(line):,} characters, at most {_MAX_LINE:,} are allowed")
    if text.count(".") >= _MAX_PARTS and (long_name := _LONG_NAME.search(text)):
        number = text.count("\n", 0, long_name.start()) + 1
        raise fault_at(name, number, f"a name has more than {_MAX_PARTS} parts between dots")
