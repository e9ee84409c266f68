"""The cost of a key in steps, counted in a running reader: SQL statements, transactions, parsed queries, searches and
records read. No times.

    python -m benchmarks.walks
"""

from __future__ import annotations

import asyncio
import tempfile
from argparse import ArgumentParser
from pathlib import Path

from arxtui.config.paths import Paths
from benchmarks.report import table
from tests.tui.steps import NAMES, press, walking

_KEYS = ("s", "j", "space", "u", "slash", "p", "a", "p", "escape", "t")


async def _walked(paths: Paths) -> list[list[str]]:
    rows = []
    async with walking(paths) as (reader, steps):
        for key in _KEYS:
            await press(reader, steps, key)
            rows.append([f"`{key}`", *(str(steps[name]) for name in NAMES)])
    return rows


def main() -> None:
    """Count the steps of one key after another, with sixty made-up papers."""
    ArgumentParser(description=__doc__.partition("\n")[0]).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        paths = Paths.under(Path(folder))
        paths.make()
        rows = asyncio.run(_walked(paths))
    table("Steps of a key", ["", *NAMES], rows)


if __name__ == "__main__":
    main()
