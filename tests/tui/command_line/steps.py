"""Functions that type on the command line of the reader."""

from __future__ import annotations

from arxtui.tui.actions import Takes
from arxtui.verbs.declaration import Values
from tests.tui.reader import Reader


class NoValues:
    """A source of values that offers none for any argument."""

    def of(self, takes: Takes, typed: str) -> list[str]:
        return []

    def of_verb(self, values: Values | None, typed: str) -> list[str]:
        return []


async def type_line(reader: Reader, line: str) -> None:
    """Open the command line of the current screen, and type a line without Enter."""
    await reader.press("colon")
    await reader.press(*("space" if character == " " else character for character in line))


async def run_line(reader: Reader, line: str) -> None:
    """Paste a line into the command line of the current screen, which is one message instead of one for each character,
    and press Enter."""
    await reader.press("colon")
    await reader.paste(line)
    await reader.press("enter")
