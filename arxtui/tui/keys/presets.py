"""Keys that fingers know from other programs, written as ``[keys]`` is. What a preset leaves out keeps its own keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

PRESETS: Mapping[str, Mapping[str, Any]] = {"default": {}, "vim": {}, "newsboat": {}, "emacs": {}}
