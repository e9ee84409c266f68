"""The words that hyphens join, written as one: ``self-attention`` as ``selfattention``; ``Hα`` as ``halpha``."""

from __future__ import annotations

from functools import lru_cache

from arxtui.patterns import pattern
from arxtui.text.fold import fold_run, register_run_handler
from arxtui.text.matching.words import greek_named, without_script_signs

HYPHENS = "-\u2010\u2011\u2013"
"""What joins words when it stands between two; the en dash, as in Yang–Mills, too."""

_GREEK = "\x01"
"""Around the name of a Greek letter. In no text: what is clean has no control characters."""
_MOST_PARTS = 4
_LONGEST = 40
_HYPHENATED = pattern(rf"[\w{_GREEK}]+(?:-[\w{_GREEK}]+)*")
# Not "10-20" or "n-1": a word has two letters in a row, or is a dimension as "3-D".
_WORDY = pattern(r"[^\W\d_]{2}|^\d+-[^\W\d_]$")
_AROUND = "(),.;:"
_CHUNKS_KEPT = 1 << 14
_PLAIN_HYPHENS = str.maketrans(dict.fromkeys(HYPHENS, "-"))

register_run_handler("arxtui.compounds", lambda run: greek_named(fold_run(run).translate(_PLAIN_HYPHENS), _GREEK))


def compounds(text: str) -> list[str]:
    """The folded joined forms of a readable text's hyphenated words, in order, at most four parts and 40 letters each.

    An en dash between words joins as a hyphen does (Yang–Mills); a hyphen before a blank, and two in a row, do not.
    So are Greek letters of formulas, by their names, joined to the letters and digits that they touch (``σ₈``: sigma8).
    """
    if text.isascii() and "-" not in text:
        return []
    text = without_script_signs(text).replace("_", " ")
    if text.isascii():
        text = text.lower()
    else:
        text = text.encode("ascii", "arxtui.compounds").lower().decode("utf-8", "surrogatepass")
        if _GREEK in text:
            return [one for chunk in text.split() if "-" in chunk or _GREEK in chunk for one in _joined(chunk)]
    joined: list[str] = []
    place = text.find("-")
    while place >= 0:
        begin = text.rfind(" ", 0, place) + 1
        end = text.find(" ", place)
        if end < 0:
            end = len(text)
        joined += _joined(text[begin:end].strip(_AROUND))
        place = text.find("-", end)
    return joined


@lru_cache(_CHUNKS_KEPT)
def _joined(chunk: str) -> tuple[str, ...]:
    """The joined forms in the folded characters between two blanks."""
    joined = []
    for found in _HYPHENATED.findall(chunk):
        parts = found.split("-")
        if _GREEK in found:
            joined += [part.replace(_GREEK, "") for part in parts if _GREEK in part.strip(_GREEK)]
            found = found.replace(_GREEK, "")
        if 1 < len(parts) <= _MOST_PARTS and _WORDY.search(found):
            joined.append(found.replace("-", ""))
    return tuple(one for one in joined if len(one) <= _LONGEST)
