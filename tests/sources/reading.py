"""Helper that reads a file in the test process."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from arxtui.model.intake import Intake
from arxtui.sources.files import read_file_parts


def read_file(stream: BinaryIO, name: str, skip: int = 0) -> Iterator[Intake]:
    return (stretch.intake() for stretch in read_file_parts(stream, name, skip))
