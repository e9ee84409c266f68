"""The definition of a word, for the index and for queries: runs of letters and digits, and the parts of formulas."""

from __future__ import annotations

from arxtui.light import pattern
from arxtui.text.fold import fold_run, register_run_handler
from arxtui.text.tex import readable

_CJK = (
    (0x3005, 0x3007), (0x3040, 0x30FF), (0x31F0, 0x31FF), (0x3400, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF),
)  # fmt: skip
_ASCII = bytes(ord(chr(code).lower()) if chr(code).isalnum() else ord(" ") for code in range(128))
_BYTES = _ASCII + bytes(range(128, 256))
"""A translation table for the bytes of UTF-8: ASCII letters in lower case, digits unchanged, other ASCII characters as
blanks; all other bytes unchanged.
"""

# Folding has already replaced the final sigma and the variants of theta, phi, pi, rho and epsilon.
_GREEK = dict(
    zip(
        "αβγδεζηθικλμνξοπρστυφχψωϝ",
        "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi "
        "chi psi omega digamma".split(),
        strict=True,
    )
)
# Five Greek letters or more in a row are a Greek word.
_SYMBOLS = pattern("(?<![α-ωϝ])[α-ωϝ]{1,4}(?![α-ωϝ])")
# After a single letter or digit, or before a digit: T_c, n^2, x_(i, MoS_2; not snake_case.
_SCRIPT_SIGN = pattern(r"[_^](?<=[^\W_].)(?:(?<![^\W_]{2}.)[({]?(?=[^\W_])|[({]?(?=\d))")


def words(text: str) -> list[str]:
    """Return the folded words of a text: runs of letters and digits; of Chinese and Japanese, single characters.

    Greek letters of a formula are spelled out as words (``Hα`` gives ``h``, ``alpha``), and subscripts and superscripts
    belong to the letter before them (``n^2`` gives ``n2``, like ``n²``). The index stores exactly these words, so
    queries use the same function.
    """
    return folded_words(without_script_signs(text).encode("ascii", "arxtui.words"))


def folded_words(folded: bytes) -> list[str]:
    """Return the words of a text whose characters outside ASCII are folded, and those of no word blanks."""
    return folded.translate(_BYTES).decode().split()


def title_key(title: str) -> str:
    """Return a title, with TeX or without, reduced to its folded words, for comparison: ``on mos2 monolayers``."""
    return " ".join(words(readable(title)))


def without_script_signs(text: str) -> str:
    """Return the text without the signs that :func:`script_signs` finds."""
    return _SCRIPT_SIGN.sub("", text) if "_" in text or "^" in text else text


def script_signs(text: str) -> list[tuple[int, int]]:
    """Return where ``_`` or ``^``, with the bracket after it, attaches a subscript or superscript to its letter:
    half-open ranges, ascending.
    """
    return [match.span() for match in _SCRIPT_SIGN.finditer(text)]


def spaced_characters(folded: str) -> list[str]:
    """Return each character of a folded text, with blanks around a character that is a word of its own; a blank for a
    character that belongs to no word.
    """
    spaced = [_spaced(character) for character in folded]
    for match in _SYMBOLS.finditer(folded):
        spaced[match.start() : match.end()] = [f" {_GREEK[letter]} " for letter in match[0]]
    return spaced


def spell_out_greek(folded: str, mark: str) -> str:
    """Replace each Greek letter of a formula in a folded text by its name between two ``mark``."""
    return _SYMBOLS.sub(lambda match: "".join(f"{mark}{_GREEK[letter]}{mark}" for letter in match[0]), folded)


def _spaced(character: str) -> str:
    if not character.isalnum():
        return " "
    code = ord(character)
    return f" {character} " if any(first <= code <= last for first, last in _CJK) else character


register_run_handler("arxtui.words", lambda run: "".join(spaced_characters(fold_run(run))))
