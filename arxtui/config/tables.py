"""The tables of a configuration: parsed from TOML, and kept as they were parsed, because parsing takes longer than all
else that a command does with a configuration.

A kept file has the whole text of the configuration, and is used for that text alone. If anything else is wrong with it,
the text is parsed again.
"""

from __future__ import annotations

import marshal
import re
import sys
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

from arxtui.config.text import ConfigError, check_bounds, fault_at
from arxtui.files import write_whole

_FORM = f"arxtui 1 {sys.version}\n".encode()
"""What a kept file begins with: other versions of Python can have another form of ``marshal``."""
_CHECKSUM = 4


def kept_tables(file: Path, text: str) -> dict[str, Any] | None:
    """Return the tables of a text as they were kept in a file; None if they were not."""
    with suppress(OSError, EOFError, TypeError, ValueError):
        content = file.read_bytes()
        data = content[len(_FORM) + _CHECKSUM :]
        if content.startswith(_head(data)):
            kept, tables = marshal.loads(data)  # noqa: S302 - this program wrote it, and the checksum is right
            return tables if kept == text else None
    return None


def keep_tables(file: Path, text: str, tables: dict[str, Any]) -> None:
    """Keep the tables of a text in a file, if it can be written."""
    with suppress(OSError):
        data = marshal.dumps((text, tables))
        write_whole(file, _head(data) + data, mode=0o600, durable=False)


def _head(data: bytes) -> bytes:
    return _FORM + zlib.crc32(data).to_bytes(_CHECKSUM)


def read_toml(text: str, name: str) -> dict[str, Any]:
    """Parse a TOML text. Raises: ConfigError with ``name`` and the line of a fault."""
    import tomllib  # compiles regular expressions; most commands read what was kept

    check_bounds(text, name)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _toml_fault(str(error), text, name) from error
    except (RecursionError, ValueError) as error:
        what = "its values are nested too deeply" if isinstance(error, RecursionError) else "a number in it is too long"
        raise ConfigError(f"{name}: not valid TOML: {what}") from error


def _toml_fault(message: str, text: str, name: str) -> ConfigError:
    line = re.search(r"\(at line (\d+), column \d+\)$", message)
    reason = re.sub(r" \(at [^()]*\)$", "", message)
    return fault_at(name, int(line[1]) if line else max(1, len(text.splitlines())), f"not valid TOML: {reason}")
