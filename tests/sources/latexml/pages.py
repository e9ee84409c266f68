"""From the bytes of a page to the lines that the reader shows."""

from __future__ import annotations

from arxtui.reader.output.plain import plain
from arxtui.sources.latexml import parse_document


def page(body: str) -> bytes:
    """Return a LaTeXML page with this body."""
    return f'<html><head></head><body><article class="ltx_document">{body}</article></body></html>'.encode()


def shown(body: str, width: int = 60) -> list[str]:
    """Return the lines of a page with this body, without empty lines at the end."""
    lines = list(plain(parse_document(page(body)), width))
    while lines and not lines[-1]:
        lines.pop()
    return lines
