"""All commands of the converter."""

from __future__ import annotations

from arxtui.text.tex.characters import CHARACTERS
from arxtui.text.tex.documents import DOCUMENTS
from arxtui.text.tex.formulas import FORMULAS
from arxtui.text.tex.walker import Command

COMMANDS: dict[str, Command] = {**CHARACTERS, **FORMULAS, **DOCUMENTS}
"""Command name, or the one character after the backslash, to the function that reads the arguments and returns text."""
