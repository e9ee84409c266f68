"""The TeX of single signs and names: in the commands that LaTeX, KaTeX and MathJax know."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from arxtui.light import pattern
from arxtui.text.math.tree import UnreadableError
from arxtui.text.tex.symbols import LATEX_FUNCTIONS, LETTER_COMMANDS, SYMBOLS

INVISIBLE = "\u200b\u2061\u2062\u2063\u2064"
"""Signs of MathML without a form: a product, the application of a function."""
_SLASH_OF_NEGATION = "／"
_STYLES = {
    "BOLD": "mathbf", "ITALIC": "mathit", "BOLD ITALIC": "boldsymbol", "SCRIPT": "mathcal", "BOLD SCRIPT": "mathcal",
    "FRAKTUR": "mathfrak", "BLACK-LETTER": "mathfrak", "BOLD FRAKTUR": "mathfrak", "DOUBLE-STRUCK": "mathbb",
    "SANS-SERIF": "mathsf", "SANS-SERIF BOLD": "mathsf", "SANS-SERIF ITALIC": "mathsf", "MONOSPACE": "mathtt",
    "SANS-SERIF BOLD ITALIC": "mathsf",
}  # fmt: skip
"""Words of a character's Unicode name before CAPITAL, SMALL or DIGIT, to the command of its alphabet."""
_LETTER_NAME = pattern(r"(?:MATHEMATICAL )?([A-Z -]+?) (?:CAPITAL|SMALL|DIGIT) ")
_COMMANDS = {
    text: name
    for name, text in reversed(SYMBOLS.items())
    if len(text) == 1 and name not in LETTER_COMMANDS and not name.startswith("text")
}
_COMMANDS |= {"⟨": "langle", "⟩": "rangle", "‖": "|", "′": "prime", "∖": "setminus", "∣": "mid"}
_ASCII = {"−": "-", "∗": "*", "\u2009": "\\,", "\u2003": "\\quad ", "\u00a0": "\\ ", " ": "\\ ", "\\": "\\backslash "}
_ASCII |= {sign: "\\" + sign for sign in "{}%&#$_"} | {"^": "\\hat{}", "~": "\\sim "}
# Arrows of the package mathabx, whose codes LaTeXML oxide takes for letters of Latin-1.
_ASCII |= {"Ð": "\\Leftarrow", "Ñ": "\\Rightarrow"}
_COMMAND_AT_END = pattern(r"\\[A-Za-z]+$")


def sign_as_tex(text: str) -> str:
    """Return the TeX of one sign, or of a name as an operator: ``rank``, ``→``."""
    if len(text) > 1 and text.isascii() and text.isalpha():
        return "\\" + text if text in LATEX_FUNCTIONS else f"\\operatorname{{{text}}}"
    return join_tex([character_as_tex(character) for character in text])


def join_tex(parts: Sequence[str]) -> str:
    """Join TeX, with a blank where a letter would become part of the command before it."""
    out = ""
    for part in parts:
        out += gap_between(out, part) + part
    return out


def gap_between(before: str, after: str) -> str:
    """Return a blank if a letter that begins ``after`` would become part of the command that ends ``before``."""
    return " " * (after[:1].isalpha() and _COMMAND_AT_END.search(before[-40:]) is not None)


def alphabet_of(character: str) -> str:
    """Return the command of a letter's mathematical alphabet; "" for any other character."""
    match = None if character.isascii() else _LETTER_NAME.match(unicodedata.name(character, ""))
    return _STYLES.get(match[1], "") if match else ""


def character_as_tex(character: str) -> str:
    """Return the TeX of one character. Raises: UnreadableError if it has none."""
    if character in INVISIBLE:
        return ""
    if character in _ASCII:
        return _ASCII[character]
    if font := alphabet_of(character):
        return f"\\{font}{{{character_as_tex(unicodedata.normalize('NFKC', character))}}}"
    if not character.isprintable() or character == _SLASH_OF_NEGATION:
        raise UnreadableError(character)
    command = None if character.isascii() else _COMMANDS.get(character)
    return f"\\{command}" if command else character
