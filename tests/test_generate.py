"""Files that are made of others are up to date."""

from __future__ import annotations

import pytest

from tests.generate import FILES, ROOT


@pytest.mark.parametrize("name", [name for name in FILES if name != "docs/faults.md"])  # tests/sync/test_faults.py
def test_a_generated_file_is_up_to_date(name: str) -> None:
    assert (ROOT / name).read_text(encoding="utf-8") == FILES[name](), "python -m tests.generate writes it"
