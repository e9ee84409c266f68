"""The functions of ``arxtui.text.math`` are not replaced by submodules, whichever of these are imported."""

from __future__ import annotations

import arxtui.text.math
import arxtui.text.math.layout


def test_no_module_takes_the_name_of_a_function() -> None:
    assert arxtui.text.math.layout is not None
    assert all(callable(getattr(arxtui.text.math, name)) for name in arxtui.text.math.__all__)
