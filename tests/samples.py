"""The number of repetitions of tests that repeat themselves: a sample by default, more with ``ARXTUI_TESTS=long``.

Kills, random queries and real records find more faults with more repetitions. Every change is tested with a sample. The
long form runs before a release, and ``benchmarks/`` has forms that run for hours.
"""

from __future__ import annotations

import os
from typing import TypeVar

Kind = TypeVar("Kind")


def sample(usual: Kind, long: Kind) -> Kind:
    """Return the ``usual`` number of repetitions, or the ``long`` one with ``ARXTUI_TESTS=long``."""
    return long if os.environ.get("ARXTUI_TESTS") == "long" else usual
