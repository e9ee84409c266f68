"""What each command of TeX shows."""

from __future__ import annotations

from arxtui.text.tex.characters import CHARACTERS
from arxtui.text.tex.documents import DOCUMENTS
from arxtui.text.tex.formulas import FORMULAS
from arxtui.text.tex.walker import Command

COMMANDS: dict[str, Command] = {**CHARACTERS, **FORMULAS, **DOCUMENTS}
"""Command name (or the one character after the backslash) to what reads its arguments and shows it."""
