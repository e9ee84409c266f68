"""Character references of HTML that a source left in its data: ``&psi;``, ``&#8211;``."""

from __future__ import annotations

import re

from arxtui.patterns import pattern
from arxtui.text.clean import limit_marks

_REFERENCE = pattern(r"&(?:#\d{2,7}|#[xX][0-9A-Fa-f]{2,6}|[A-Za-z]{2,31}\d{0,2});")


def decode_references(text: str) -> str:
    """Replace the character references of HTML 5 by their characters; those of invisible ones stay, blanks aside."""
    return limit_marks(_REFERENCE.sub(_character, text)) if _REFERENCE.search(text) else text


def _character(match: re.Match[str]) -> str:
    import html.entities  # a large table, rarely needed

    reference = match[0]
    shown = html.unescape(reference) if reference[1] == "#" else html.entities.html5.get(reference[1:], reference)
    return shown if shown.isprintable() else " " if shown.isspace() else reference
