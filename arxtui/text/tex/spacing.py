"""Blanks and brackets in a formula, decided when the whole formula is known; and dashes written as hyphens.

While a formula is assembled, marker characters (Unicode noncharacters, which no text contains) mark places where the
decision depends on the neighbours; :func:`settle` makes these decisions.
"""

from __future__ import annotations

import re
import unicodedata

from arxtui.light import pattern
from arxtui.text.tex import marks
from arxtui.text.tex.fonts import without_bold
from arxtui.text.tex.symbols import ORDINARY

SOFT = "\ufdd0"
"""The blank after a command's name: shown only where it separates an operator from its operands."""
EDGE = "\ufdd1"
"""Before and after a function's name: becomes a blank where the name would touch a letter or digit."""
SCRIPT_END = "\ufdd2"
"""After a script or root that is not a single script character: a letter or digit must not touch it."""
FRACTION = "\ufdd3"
FRACTION_END = "\ufdd4"
"""Before and after ``a/b``, which needs brackets beside a factor, a script or another fraction bar."""
HARD = "\ufdd5"
"""A blank that is always shown."""

_ANY = pattern("[\ufdd0-\ufdd5]")
_FRACTION = pattern(f"{FRACTION}([^{FRACTION}{FRACTION_END}]*){FRACTION_END}")
_RAISED_ROOT = pattern(f"([√∛∜])([^√∛∜(){SCRIPT_END}]*){SCRIPT_END}(?=[*\\^{marks.SCRIPT_FORMS}])")
_FACTOR = f"[√∛∜{FRACTION}]|(?![_{marks.SCRIPT_FORMS}])\\w"
_TOUCHING_END = pattern(f"(?<=\\w){SCRIPT_END}(?={_FACTOR})")
_SMALLER = pattern(r"[_^](?:\(([^()]+)\)|(\w+))")
"""A script without a base, which only makes the script around it smaller: ``s_{_{\\rm NN}}``."""
_TOUCHING_WORD = pattern(f"_({marks.WORD_SCRIPT}){SCRIPT_END}(?=[√∛∜{FRACTION}^_\\w])")
_STARS = pattern(f"(?<![_*])(\\*+){SCRIPT_END}")
_STARS_BESIDE_FACTOR = pattern(
    f"[0-9]\\*+{SCRIPT_END}|(?<![_*])\\*+{SCRIPT_END}(?!\\(\\d+\\))[\\s{HARD}{SOFT}{EDGE}]*"
    f"(?:{_FACTOR}|[([{{⟨⌈⌊|‖∂∇∑∏∫∞]|[-+−±]\\s?\\d)"
)
"""Stars that would seem to multiply, unlike those of ``K*(892)``."""
_NAME_EDGE = pattern(f"[{SOFT}{EDGE}]*{EDGE}[{SOFT}{EDGE}]*")
_BEFORE_NAME = f")]}}⟩⌉⌋‖′∞!{marks.SCRIPT_FORMS}"
_AFTER_NAME = "√∛∜∑∏∫∂∇∞¬"
_BARS = frozenset("|‖")
_BEFORE_FACTOR = frozenset("([{⟨⌈⌊|‖√∛∜∑∏∫∂∇∞")
_ENDS_IN_NAME = pattern(f"[a-z][{SOFT}{EDGE}]*{EDGE}[{SOFT}{EDGE}]*$")
_ENDS_IN_NUMBER = pattern(f"(?:^|[^\\w.,^_{marks.SCRIPT_FORMS})\\]}}])\\d{{1,4}}$")
_AROUND_SIGNS = pattern(r"\s*([-+=−])\s*")
_OPENING, _CLOSING = "([{⟨⌈⌊", ")]}⟩⌉⌋"

_ONE = f"[^\\W\\d_][{marks.COMBINING}]*[{marks.SCRIPT_FORMS}]*(?:_\\w|_{marks.WORD_SCRIPT})?"
_CALL = r"\((?:[^()]|\([^()]*\))*\)"
_FENCED = r"\|\|[^|]+\|\||\|[^|]*\||‖[^‖]*‖|\([^()]*\)|⟨[^⟨⟩]*⟩"
_POWER = f"(?:{_CALL}|{_FENCED})(?:[{marks.SCRIPT_FORMS}]+|\\^(?:\\w|{_CALL}))"
_SCRIPT = r"[_^]\([^()]*\)"
_FACTORS = pattern(
    f"(?:[√∂∇∞′°]|[\\w{marks.COMBINING}{marks.SCRIPT_FORMS}]|(?<=[\\w{marks.COMBINING}]){_SCRIPT})+(?:{_CALL})?|{_FENCED}|{_POWER}"
)
_SIMPLE_CALL = r"\((?:[^()+\-−]|\([^()+\-−]*\))*\)"
_SINGLE = pattern(f"\\d+(?:\\.\\d+)?|{_ONE}|{_ONE}{_SIMPLE_CALL}|∞|{_FENCED}")
_DIVISOR = pattern(f"√(?:{_ONE}|\\d)|[∂dδΔ]{_ONE}|{_POWER}")
_FENCES = "⟨⌈⌊⟩⌉⌋"
_FENCE_ROOM = pattern("(?<=[⟨⌈⌊]) +| +(?=[⟩⌉⌋])")


def is_product(text: str) -> bool:
    """Whether a formula needs no brackets before a fraction bar: it is a product without signs between its factors, or
    a power of brackets or bars."""
    return _FACTORS.fullmatch(text) is not None


def is_single(text: str) -> bool:
    """Whether a formula needs no brackets after a root sign: it is one item with its scripts or arguments."""
    return _SINGLE.fullmatch(text) is not None


def is_divisor(text: str) -> bool:
    """Whether a formula needs no brackets after a fraction bar: it is one item, the root of one, a differential, or a
    power of brackets or bars."""
    return is_single(text) or _DIVISOR.fullmatch(text) is not None


def fraction(numerator: str, denominator: str) -> str:
    """Return ``a/b``, with brackets around a numerator that is no product and a denominator that is no divisor."""
    above = numerator if is_product(numerator) else f"({numerator})"
    below = denominator if is_divisor(denominator) else f"({denominator})"
    return f"{FRACTION}{above}/{below}{FRACTION_END}"


def root(sign: str, radicand: str) -> str:
    """Return a root sign before a single item, or before brackets."""
    return f"{sign}{radicand}{SCRIPT_END}" if is_single(radicand) else f"{sign}({radicand})"


def root_power(radicand: str, index: str) -> str:
    """Return a root of any degree as a power, ``x^(1/n)``, with brackets around anything but a single item."""
    base, degree = (part if is_single(part) else f"({part})" for part in (radicand, index))
    return f"{base}^(1/{degree})"


def script(atom: str, argument: str, *, bold: bool = False) -> str:
    """Return ``argument`` in superscript (``^``) or subscript (``_``) characters, or else after the sign.

    In a ``bold`` formula, characters without a bold form are raised and lowered like others.
    """
    argument = argument.strip()
    if argument[:1] == atom and (smaller := _SMALLER.fullmatch(argument)):
        argument = smaller[1] or smaller[2]
    tight = _AROUND_SIGNS.sub(r"\1", argument) if " " in argument else argument
    if tight == "∘" and atom == "^":
        return "°"
    converted = marks.as_script(atom, without_bold(tight) if bold else tight)
    if converted is not None:
        return converted + SCRIPT_END if converted[-1:] == "*" else converted
    if len(argument) == 1 or (atom == "_" and marks.is_word_script(argument)):
        return atom + argument + SCRIPT_END
    return f"{atom}{{{argument}}}" if argument[0] == "(" and argument[-1] == ")" else f"{atom}({argument})"


def settle(formula: str, before: str = "", after: str = "") -> str:
    """Resolve the markers in a formula; ``before`` and ``after`` are the characters next to it (one or none)."""
    if formula.isascii():
        return formula
    if not (
        SCRIPT_END in formula or SOFT in formula or HARD in formula or EDGE in formula or FRACTION in formula
    ):  # half the time of a regular expression or a loop
        return _without_fence_room(formula)
    whole = before + formula + after
    while FRACTION_END in whole and _FRACTION.search(whole):
        whole = _FRACTION.sub(_bracket_fraction, whole)
    if SCRIPT_END in whole:
        whole = _RAISED_ROOT.sub(r"\1(\2)", whole)
        if "*" in whole:
            whole = _sign_stars(whole)
        if "_" in whole:
            whole = _TOUCHING_WORD.sub(r"_(\1)", whole)
        whole = _TOUCHING_END.sub(HARD, whole.replace(SCRIPT_END + SOFT, HARD)).replace(SCRIPT_END, "")
    if EDGE in whole:
        whole = _NAME_EDGE.sub(_space_name, whole)
    whole = _space_operators(whole).replace(HARD, " ")
    return _without_fence_room(whole[len(before) : len(whole) - len(after)])


def _without_fence_room(whole: str) -> str:
    has_room = " " in whole and any(fence in whole for fence in _FENCES)
    return _FENCE_ROOM.sub("", whole) if has_room else whole


def _bracket_fraction(match: re.Match[str]) -> str:
    if match[1] in marks.FRACTION_SIGNS and _ENDS_IN_NUMBER.search(
        match.string[max(match.start() - 8, 0) : match.start()]
    ):
        return marks.FRACTION_SIGNS[match[1]]
    before = _ANY.sub("", match.string[: match.start()])[-2:].rstrip(" ")[-1:]
    after = _ANY.sub("", match.string[match.end() : match.end() + 8]).lstrip(" ")[:1]
    touches = (
        before.isalnum()
        or after.isalnum()
        or before in (*_CLOSING, "/", "′", "!")
        or after in (*_OPENING, "/", "!", "^", "_", "′", *_AFTER_NAME)
        or (after in _BARS and match.string.count(after, 0, match.start()) % 2 == 0)
        or match.string[match.start() - 1 : match.start()] == FRACTION_END
        or match.string[match.end() : match.end() + 1] == FRACTION
    )
    if not touches:
        return match[1]
    # ``sin(a/b)x`` would be read as the sine of the fraction only.
    is_behind_name = _ENDS_IN_NAME.search(match.string[max(match.start() - 8, 0) : match.start()]) is not None
    following = match.string[match.end() : match.end() + 1]
    is_factor = following == FRACTION or (following != EDGE and (after.isalnum() or after in _BEFORE_FACTOR))
    return f"{HARD}({match[1]})" if is_behind_name and is_factor else f"({match[1]})"


def _sign_stars(whole: str) -> str:
    """Put the sign of a superscript before all stars of a formula if one of them would seem to multiply."""
    for match in _STARS_BESIDE_FACTOR.finditer(whole):
        bar = match[0][-1]
        if bar not in _BARS or whole.count(bar, 0, match.start()) % 2 == 0:  # else the bar is a closing one
            return _STARS.sub(lambda stars: marks.raised_stars(stars[1]) + SCRIPT_END, whole)
    return whole


def _space_name(match: re.Match[str]) -> str:
    before = match.string[: match.start()].rstrip(HARD)[-1:]
    after = match.string[match.end() : match.end() + 1]
    beside = before.isalnum() or before in _BEFORE_NAME or unicodedata.combining(before or " ")
    if before and after and beside and (after.isalnum() or after in _AFTER_NAME):
        return HARD
    return SOFT if SOFT in match[0] else ""


def _space_operators(whole: str) -> str:
    """Decide on each soft blank: after an operator the same as before it, never between letters or beside brackets."""
    done, *parts = whole.split(SOFT)
    for part in parts:
        before, after = done[-1:], part[:1]
        if not before or not after or before in f" {HARD}{_OPENING}" or after in f" {HARD}{_CLOSING},;":
            shown = False
        elif _is_ordinary(before):
            shown = not _is_ordinary(after) and after not in _OPENING and part[1:2] in ("", " ", HARD)
        else:
            shown = done[-2:-1] in (" ", HARD)
        done += (" " if shown else "") + part
    return done


def _is_ordinary(character: str) -> bool:
    return (
        character.isalnum()
        or character in ORDINARY
        or character in f"{_CLOSING}_^{marks.SCRIPT_FORMS}"
        or unicodedata.combining(character) > 0
    )


# Between words, without blanks or with a blank on both sides; not an option (--flag), an arrow (-->) or a comment
# (<!--).
_DASHES = pattern(r"--(?:(?<![-\s!<]--)-?(?![->])|(?<=\s--)-?(?=\s))")
_WORD_BEFORE, _WORD_AFTER = pattern(r"[^\W\d_]{4}(\s?)$"), pattern(r"(\s?)[^\W\d_]{4}")


def is_dash(before: str, after: str = "") -> bool:
    """Whether a minus between dollars is a dash between two words: in ``luminosity$-$decline``, not in ``X$-$ray``."""
    left, right = _WORD_BEFORE.search(before[-5:]), _WORD_AFTER.match(after)
    return left is not None and right is not None and left[1] == right[1]


def convert_dashes(text: str) -> str:
    """Replace two hyphens by an en dash, three by an em dash."""
    return _DASHES.sub(_dash, text)


def _dash(match: re.Match[str]) -> str:
    return "—" if len(match[0]) == len("---") else "–"
