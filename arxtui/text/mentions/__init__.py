"""What a text mentions: arXiv identifiers, web addresses, venues, and other works in titles."""

from __future__ import annotations

from arxtui.text import CONVERTER_VERSION

MENTIONS_VERSION = 1
"""Version of the rules for venues and links. Increase it whenever other ones are found: stored results of an older
version are then computed again."""
DERIVED_VERSION = 10 * CONVERTER_VERSION + MENTIONS_VERSION
"""The version of all rules by which something is derived from a paper: at most 255."""
