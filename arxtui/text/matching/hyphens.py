"""Hyphenated words as one word: ``self-attention`` as ``selfattention``, and ``Hα`` as ``halpha``."""

from __future__ import annotations

from functools import lru_cache

from arxtui.light import pattern
from arxtui.text.fold import fold_run, register_run_handler
from arxtui.text.matching.words import folded_words, spell_out_greek, without_script_signs, words

HYPHENS = "-\u2010\u2011\u2013"
"""The characters that join two words; the en dash is included, as in Yang–Mills."""

_GREEK = "\x01"
"""A marker around the name of a Greek letter.

Cleaned text has no control characters, so it cannot contain the marker.
"""
_MAX_PARTS = 4
_LONGEST = 40
_HYPHENATED = pattern(rf"[\w{_GREEK}]+(?:-[\w{_GREEK}]+)*")
# Not "10-20" or "n-1": one part has two letters in a row, or the word is a dimension such as "3-D".
_WORDY = pattern(r"[^\W\d_]{2}|^\d+-[^\W\d_]$")
_AROUND = "(),.;:"
_CHUNK_CACHE_SIZE = 1 << 14
_PLAIN_HYPHENS = str.maketrans(dict.fromkeys(HYPHENS, "-"))


def _fold_run(run: str) -> str:
    """Fold a run of characters outside ASCII: a hyphen as ``-``, a Greek letter of a formula as its name between
    markers, a character that belongs to no word as a blank."""
    folded = spell_out_greek(fold_run(run).translate(_PLAIN_HYPHENS), _GREEK)
    return "".join([each if each.isascii() or each.isalnum() else " " for each in folded])


register_run_handler("arxtui.compounds", _fold_run)


def words_and_compounds(text: str) -> tuple[list[str], list[str]]:
    """Return the words (:func:`words`) and the :func:`compounds` of a text, which is folded once."""
    if text.isascii():
        return words(text), compounds(text)
    folded = _folded(text)
    if not folded.isascii():  # characters that can be words of their own
        return words(text), compounds(text)
    return folded_words(folded), _compounds_in(folded.decode())


def compounds(text: str) -> list[str]:
    """Return the folded, joined forms of a readable text's hyphenated words, in order; at most four parts and 40
    letters each.

    An en dash between words joins them like a hyphen (Yang–Mills); a hyphen before a blank, or two hyphens in a row, do
    not. A Greek letter of a formula is spelled out and joined to the letters and digits next to it (``σ₈``: sigma8).
    """
    if text.isascii() and "-" not in text:
        return []
    return _compounds_in(_folded(text).decode("utf-8", "surrogatepass"))


def _folded(text: str) -> bytes:
    return without_script_signs(text).replace("_", " ").encode("ascii", "arxtui.compounds").lower()


def _compounds_in(folded: str) -> list[str]:
    marked = folded.replace(_GREEK, "-")
    joined: list[str] = []
    position = marked.find("-")
    while position >= 0:
        begin = marked.rfind(" ", 0, position) + 1
        end = marked.find(" ", position)
        if end < 0:
            end = len(marked)
        joined += _joined_forms(folded[begin:end].strip(_AROUND))
        position = marked.find("-", end)
    return joined


@lru_cache(_CHUNK_CACHE_SIZE)
def _joined_forms(chunk: str) -> tuple[str, ...]:
    """Return the joined forms in a chunk of folded text without blanks."""
    joined = []
    for compound in [chunk] if _is_compound(chunk) else _HYPHENATED.findall(chunk):
        parts = compound.split("-")
        if _GREEK in compound:
            joined += [part.replace(_GREEK, "") for part in parts if _GREEK in part.strip(_GREEK)]
            compound = compound.replace(_GREEK, "")
        if 1 < len(parts) <= _MAX_PARTS and _WORDY.search(compound):
            joined.append(compound.replace("-", ""))
    return tuple([form for form in joined if len(form) <= _LONGEST])


def _is_compound(chunk: str) -> bool:
    """Whether a chunk is what ``_HYPHENATED`` matches, without underscores: most are, and this takes less time."""
    joined = chunk.replace("-", "").replace(_GREEK, "")
    return joined.isalnum() and "--" not in chunk and chunk[0] != "-" and chunk[-1] != "-"
