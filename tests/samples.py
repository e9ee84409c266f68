"""How much a test that repeats itself repeats: a sample as a rule, more where ``ARXTUI_TESTS=long`` asks for it.

Kills, random queries and real records find faults by their number. The suite of every change takes a sample; the long
form runs before a release, and ``benchmarks/`` has forms that run for hours.
"""

from __future__ import annotations

import os
from typing import TypeVar

Kind = TypeVar("Kind")


def sample(usual: Kind, long: Kind) -> Kind:
    """The ``usual`` number of repetitions, or the ``long`` one."""
    return long if os.environ.get("ARXTUI_TESTS") == "long" else usual
