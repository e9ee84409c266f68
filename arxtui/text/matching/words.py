"""What a word is, for the index and for queries: runs of letters and digits, and what formulas are made of."""

from __future__ import annotations

from arxtui.patterns import pattern
from arxtui.text.fold import fold_run, register_run_handler
from arxtui.text.tex import readable

_CJK = (
    (0x3005, 0x3007), (0x3040, 0x30FF), (0x31F0, 0x31FF), (0x3400, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF),
)  # fmt: skip
_ASCII = bytes(ord(chr(code).lower()) if chr(code).isalnum() else ord(" ") for code in range(128))
_BYTES = _ASCII + bytes(range(128, 256))
"""Of UTF-8: ASCII letters lowered, digits kept, the rest of ASCII blank; other characters as they are."""

# Folded: the final sigma, and the variants of theta, phi, pi, rho and epsilon, are these by then.
_GREEK = dict(
    zip(
        "αβγδεζηθικλμνξοπρστυφχψωϝ",
        "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi "
        "chi psi omega digamma".split(),
        strict=True,
    )
)
# Five in a row and more are a word of Greek.
_SYMBOLS = pattern("(?<![α-ωϝ])[α-ωϝ]{1,4}(?![α-ωϝ])")
# After a single letter or digit, or before a digit: T_c, n^2, x_(i, MoS_2; not snake_case.
_SCRIPT_SIGN = pattern(r"[_^](?<=[^\W_].)(?:(?<![^\W_]{2}.)[({]?(?=[^\W_])|[({]?(?=\d))")


def words(text: str) -> list[str]:
    """The folded words: runs of letters and digits; of Chinese and Japanese, single characters.

    A formula's Greek letters are words by their names (``Hα`` is ``h``, ``alpha``), and its scripts belong to what they
    stand at (``n^2`` is ``n2``, as ``n²`` is). The index holds exactly these, so a query's words are made the same way.
    """
    return without_script_signs(text).encode("ascii", "arxtui.words").translate(_BYTES).decode().split()


def title_key(title: str) -> str:
    """A title reduced to its folded words, TeX or not, for matching: ``on mos2 monolayers``."""
    return " ".join(words(readable(title)))


def without_script_signs(text: str) -> str:
    """The text without the signs that :func:`script_signs` finds."""
    return _SCRIPT_SIGN.sub("", text) if "_" in text or "^" in text else text


def script_signs(text: str) -> list[tuple[int, int]]:
    """Where ``_`` or ``^``, with the bracket after it, ties a script to its letter: ascending half-open ranges."""
    return [sign.span() for sign in _SCRIPT_SIGN.finditer(text)]


def among_words(folded: str) -> list[str]:
    """Each character of a folded text, with blanks where it is a word by itself; a blank for what is in no word."""
    shown = [_spaced(character) for character in folded]
    for found in _SYMBOLS.finditer(folded):
        shown[found.start() : found.end()] = [f" {_GREEK[letter]} " for letter in found[0]]
    return shown


def greek_named(folded: str, mark: str) -> str:
    """The folded text with each Greek letter of a formula as its name between two ``mark``."""
    return _SYMBOLS.sub(lambda found: "".join(f"{mark}{_GREEK[letter]}{mark}" for letter in found[0]), folded)


def _spaced(character: str) -> str:
    if not character.isalnum():
        return " "
    code = ord(character)
    return f" {character} " if any(first <= code <= last for first, last in _CJK) else character


register_run_handler("arxtui.words", lambda run: "".join(among_words(fold_run(run))))
