"""Accents, superscripts, subscripts and mathematical alphabets in Unicode."""

from __future__ import annotations

import unicodedata

from arxtui.light import pattern

TEXT_ACCENTS: dict[str, str] = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306", ".": "\u0307",
    '"': "\u0308", "r": "\u030a", "H": "\u030b", "v": "\u030c", "d": "\u0323", "c": "\u0327", "k": "\u0328",
    "b": "\u0331", "t": "\u0361",
}  # fmt: skip
"""Accent commands of running text, to the combining mark."""

MATH_ACCENTS: dict[str, str] = {
    "grave": "\u0300", "acute": "\u0301", "hat": "\u0302", "widehat": "\u0302", "tilde": "\u0303",
    "widetilde": "\u0303", "bar": "\u0304", "breve": "\u0306", "dot": "\u0307", "ddot": "\u0308", "mathring": "\u030a",
    "check": "\u030c", "widecheck": "\u030c", "widebar": "\u0305",
    "vec": "\u20d7", "overrightarrow": "\u20d7", "overleftarrow": "\u20d6",
    "dddot": "\u20db", "ddddot": "\u20dc", "overline": "\u0305", "underline": "\u0332", "underbar": "\u0332",
    "utilde": "\u0330", "Hat": "\u0302", "Tilde": "\u0303", "Bar": "\u0304", "Vec": "\u20d7", "Dot": "\u0307",
}  # fmt: skip
"""Accent commands of mathematics, to the combining mark."""

ACCENTS_ABOVE = {
    "∘": "\u030a", "∼": "\u0303", "→": "\u20d7", "·": "\u0307", ".": "\u0307", "∧": "\u0302", "−": "\u0304",
    "←": "\u20d6", "↔": "\u20e1", "*": "\u20f0",
}  # fmt: skip
"""Signs that authors set above a letter with \\overset as an accent; ACCENTS_BELOW: below a letter with \\underset."""
ACCENTS_BELOW = {"∼": "\u0330", "−": "\u0332", "→": "\u20ef", "·": "\u0323"}

STROKE = "\u0338"
"""The mark through what is negated or cancelled."""

SPREADING = frozenset("\u0304\u0305\u0332")
"""Marks that join to one line if every character of a longer argument has one."""

_RAISED = (
    "0⁰1¹2²3³4⁴5⁵6⁶7⁷8⁸9⁹+⁺-⁻−⁻=⁼(⁽)⁾aᵃbᵇcᶜdᵈeᵉfᶠgᵍhʰiⁱjʲkᵏlˡmᵐnⁿoᵒpᵖrʳsˢtᵗuᵘvᵛwʷxˣyʸzᶻ"
    "AᴬBᴮDᴰEᴱGᴳHᴴIᴵJᴶKᴷLᴸMᴹNᴺOᴼPᴾRᴿTᵀUᵁVⱽWᵂβᵝγᵞδᵟθᶿφᵠϕᵠχᵡ⊤ᵀ⊺ᵀ°°′′″″‴‴††‡‡"
)
_LOWERED = "0₀1₁2₂3₃4₄5₅6₆7₇8₈9₉+₊-₋−₋=₌(₍)₎aₐeₑhₕiᵢjⱼkₖlₗmₘnₙoₒpₚrᵣsₛtₜuᵤvᵥxₓβᵦγᵧρᵨφᵩϕᵩχᵪ"

SUPERSCRIPTS = dict(zip(_RAISED[::2], _RAISED[1::2], strict=True))
"""Characters to their superscript form; degree, primes and daggers are already superscripts."""

SUBSCRIPTS = dict(zip(_LOWERED[::2], _LOWERED[1::2], strict=True))
"""Characters to their subscript form."""

WORD_SCRIPT = "[A-Za-zΑ-Ωα-ω][A-Za-z0-9Α-Ωα-ω]+"
"""A subscript that follows ``_`` without brackets if no letter or digit touches it, for a regular expression."""
_WORD_SCRIPT = pattern(WORD_SCRIPT)

_RAISED_OR_STAR = {**SUPERSCRIPTS, "*": "*"}
_BEHIND_ANOTHER = pattern("[^°′″‴†‡*(][°′″‴†‡*]")

SCRIPT_FORMS = "°²³¹ʰ-ʸˡ-ˣᴬ-ᶿ′-‴⁰-ₜⱼⱽ"
"""All superscript and subscript characters, for a regular expression; COMBINING: all combining marks."""
COMBINING = "\u0300-\u036f\u20d0-\u20ff"
LOWERED_FORMS = "′-‴₀-ₜⱼᵢ-ᵪ"
"""The subscripts and primes in SCRIPT_FORMS. A mark over a letter with these can be drawn over the letter alone; with a
power it cannot: the mean of squares is not the square of the mean."""

FRACTION_SIGNS = {
    "1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾", "1/5": "⅕", "2/5": "⅖", "3/5": "⅗", "4/5": "⅘",
    "1/6": "⅙", "5/6": "⅚", "1/8": "⅛", "3/8": "⅜", "5/8": "⅝", "7/8": "⅞",
}  # fmt: skip
"""Fractions of mixed numbers, as in ``3½``."""

_UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LOWER = _UPPER.lower()


def alphabet(upper: int, lower: int, holes: str, digits: int | None = None) -> dict[str, str]:
    """Map Latin letters to a block of mathematical alphanumerics; ``holes`` pairs letters with older code points."""
    table = {letter: chr(upper + place) for place, letter in enumerate(_UPPER)}
    table |= {letter: chr(lower + place) for place, letter in enumerate(_LOWER)}
    if digits:
        table |= {str(digit): chr(digits + digit) for digit in range(10)}
    return table | dict(zip(holes[::2], holes[1::2], strict=True))


_DOUBLE_STRUCK = alphabet(0x1D538, 0x1D552, "CℂHℍNℕPℙQℚRℝZℤ", 0x1D7D8)
_SCRIPT = alphabet(0x1D49C, 0x1D4B6, "BℬEℰFℱHℋIℐLℒMℳRℛeℯgℊoℴ")
_FRAKTUR = alphabet(0x1D504, 0x1D51E, "CℭHℌIℑRℜZℨ")

ALPHABETS: dict[str, dict[str, str]] = {
    **dict.fromkeys(["mathbb", "Bbb", "mathds", "mathbbm", "mathbbmss", "bbm", "bb", "mathbbold"], _DOUBLE_STRUCK),
    **dict.fromkeys(["mathcal", "cal", "mathscr", "scr", "mathpzc", "EuScript", "euscr"], _SCRIPT),
    **dict.fromkeys(["mathfrak", "frak", "goth", "mathgoth", "euf"], _FRAKTUR),
}
"""Alphabet commands, to their letters; other characters are not converted."""

_DOTLESS = {"ı": "i", "ȷ": "j"}


def with_mark(base: str, mark: str) -> str:
    """Return ``base`` (one character) with the combining ``mark``, composed if Unicode has that character."""
    return unicodedata.normalize("NFC", _DOTLESS.get(base, base) + mark)


def in_forms(table: dict[str, str], text: str) -> str | None:
    """Return ``text`` in the characters of ``table``. Returns None if one of them has no form there."""
    forms = [table.get(character) for character in text]
    return None if None in forms else "".join(filter(None, forms))


def as_script(sign: str, text: str) -> str | None:
    """Return ``text`` raised (``^``) or lowered (``_``). Returns None if a character has no such form.

    Primes, stars, daggers and degrees look raised as they are, so behind another character they would seem to belong
    to the base: ``e^{x'}`` is not the derivative of ``e^x``.
    """
    if sign == "_":
        return in_forms(SUBSCRIPTS, text)
    if len(text) > 1 and _BEHIND_ANOTHER.search(text):
        return None
    shown = in_forms(_RAISED_OR_STAR, text)
    return shown.replace("′′′", "‴").replace("′′", "″") if shown and "′′" in shown else shown


def is_word_script(text: str) -> bool:
    """Whether a subscript is a word: ``BH`` in ``M_BH``."""
    return _WORD_SCRIPT.fullmatch(text) is not None


def raised_stars(stars: str) -> str:
    """Return stars after the sign of a superscript."""
    return f"^{stars}" if len(stars) == 1 else f"^({stars})"
