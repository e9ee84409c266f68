"""The version of the index, known without loading the engine."""

from __future__ import annotations

from arxtui.text import CONVERTER_VERSION

SCHEMA_VERSION = 4
VERSION = f"{SCHEMA_VERSION}.{CONVERTER_VERSION}"
"""An index of another version is built anew: its fields, or the words in them, are others."""
