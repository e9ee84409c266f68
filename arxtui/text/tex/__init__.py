"""Conversion of TeX to Unicode where the meaning stays the same; everything else stays as source."""

from __future__ import annotations

from arxtui.light import deferred, pattern
from arxtui.text.decode import decode_references

with deferred():
    from arxtui.text.tex.converter import convert

CONVERTER_VERSION = 6
"""Version of the converter. Increase it whenever a source is converted differently or to other words: stored results of
an older version are then converted again."""

_BRACED = pattern(r"[_^]\{|\{[^\x00-\x7f]\}")


def readable(tex: str) -> str:
    """Convert text with TeX to what a reader would write in Unicode; never raises.

    Character references of HTML are decoded. Formulas, accents, symbols, quotes and dashes are converted where the
    meaning stays the same. A script is converted to superscript or subscript characters only if all of its characters
    have such forms. An unknown command stays as written, with its arguments.
    """
    if "&" in tex and ";" in tex:
        tex = decode_references(tex)
    if not _may_have_tex(tex):
        return tex
    return convert(tex)


def _may_have_tex(text: str) -> bool:
    """Whether the text may have TeX. A search for a single character is nearly free, and most texts have none."""
    return (
        "\\" in text
        or "$" in text
        or "~" in text
        or ("-" in text and "--" in text)
        or ("`" in text and "``" in text)
        or ("{" in text and _BRACED.search(text) is not None)
    )
