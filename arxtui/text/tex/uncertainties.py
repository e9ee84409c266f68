"""Uncertainties that authors set as scripts of a number: ``1.3^{+0.2}_{-0.1}``, ``91.2_{\\pm 0.3}``."""

from __future__ import annotations

from typing import Protocol

from arxtui.light import pattern
from arxtui.text.tex.spacing import SCRIPT_END, script

ERROR_SIGNS = frozenset("±+-−")
SCALING = frozenset("×·*/")
"""Signs before which an uncertainty without brackets would seem to be the only factor."""
_SCALED = pattern(r"(?:\s|~|\\[,:;! ])*(?:[*/×·^_]|\\(?:times|cdot|ast)(?![A-Za-z]))")
_OTHER_SCRIPT = {"^": "_", "_": "^"}
_ERROR = pattern(r"([±+−-])\s*(\d+(?:\.\d+)?%?)")
_NUMBER_AT_END = pattern(r"(?:^|[^\w.])\d+(?:\.\d+)?\s*$")
_OPENING = frozenset(["$", "\\(", "\\["])
_BEFORE_LONE_SCRIPTS = frozenset(["", *" \u00a0)%"])


class Formula(Protocol):
    """What is read of a formula: the members of ``walker.Walker`` of the same names."""

    tokens: list[str]
    place: int
    before: str
    bold: bool

    def peek(self) -> str:
        """Return the next token; "" at the end."""

    def argument(self) -> str | None:
        """Convert the next argument. Returns None if there is none."""


def uncertainty(number: str, sub: str, sup: str) -> str | None:
    """Return the scripts of a number as an uncertainty after it; None if they are something else.

    Whole numbers as ``+2`` and ``-1`` have raised and lowered forms, and ``^{\\pm 1}`` may be a power.
    """
    errors: dict[str, str] = {}
    for each in filter(None, (sub, sup)):
        match = _ERROR.fullmatch(each)
        if match is None or match[1] in errors:
            return None
        errors[match[1].replace("-", "−")] = match[2]
    if errors.keys() == {"+", "−"} and "." in sub + sup:
        return f"+{errors['+']}−{errors['−']}"
    if errors.keys() == {"±"} and (sub or ("." in number and "." in sup)):
        return f"±{errors['±']}"
    return None


def read_uncertainty(formula: Formula, atom: str, argument: str, place: int) -> str | None:
    """Convert a script that begins with a sign, and the script after it, to the uncertainty of the number before
    ``place``. Returns None, without reading on, if there is no number or no such pair."""
    second = formula.place + formula.peek().isspace()
    paired = formula.tokens[second : second + 1] == [_OTHER_SCRIPT[atom]]
    if not paired and argument[0] != "±":
        return None
    number = _number_before(formula.tokens[max(place - 4, 0) : place], formula.before)
    if number is None:
        return None
    scripts = {atom: argument}
    if paired:
        formula.place = second + 1
        scripts[_OTHER_SCRIPT[atom]] = formula.argument() or ""
    written = uncertainty(number, scripts.get("_", ""), scripts.get("^", ""))
    if written and not _SCALED.match("".join(formula.tokens[formula.place : formula.place + 4])):
        return written + SCRIPT_END
    return "".join(script(sign, shown, bold=formula.bold) if shown else sign for sign, shown in scripts.items())


def _number_before(tokens: list[str], before: str) -> str | None:
    """Return the number at the end of ``tokens``; at the start of a formula ``before``, the character outside it, if
    scripts of their own or of a number can follow it. Returns None if there is no number."""
    *earlier, last = tokens[-4:] or ["$"]
    if last == "\\%" and earlier:
        *earlier, last = earlier
    if last in _OPENING:
        return before if before.isdecimal() or before in _BEFORE_LONE_SCRIPTS else None
    if last == "}" and earlier[-2:-1] == ["{"]:
        *earlier, _, last = earlier
    if earlier and (earlier[-1] in ("^", "_") or (earlier[-1][0] == "\\" and tokens[-1] == "}")):
        return None
    return last if _NUMBER_AT_END.search(last) else None
