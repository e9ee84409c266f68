"""Commands of formulas: functions, fractions, roots, fences, chemistry, quantities."""

from __future__ import annotations

import unicodedata

from arxtui.light import pattern
from arxtui.text.tex.marks import ACCENTS_ABOVE, ACCENTS_BELOW, STROKE, SUBSCRIPTS, SUPERSCRIPTS, in_forms, with_mark
from arxtui.text.tex.spacing import EDGE, HARD, SOFT, fraction, root, root_power, script
from arxtui.text.tex.symbols import FUNCTIONS
from arxtui.text.tex.walker import Command, Walker

_ROOTS = {"": "√", "2": "√", "3": "∛", "4": "∜"}
_PARTS_OF_BRAKET = 3
_CHEMICAL = pattern(r"[\w()\[\]+\-=.,*/ <>^{}]+")
_COUNT = pattern(r"(?<=[A-Za-z)\]])\d+")
_CHARGE = pattern(r"(?<=[\w)\]])\^?(?:\{(\d*[+-])\}|(?<=\^)(\d*[+-])|([+-])(?=$| ))")


def _function(walker: Walker, name: str) -> str:
    shown = FUNCTIONS[name]
    if not walker.math:
        return shown
    return EDGE + _with_scripts(walker, shown) + EDGE


def _with_scripts(walker: Walker, shown: str) -> str:
    blank = walker.skip_blanks()
    while walker.peek() in ("^", "_"):
        sign = walker.peek()
        walker.place += 1
        shown += walker.script(sign)
        blank = walker.skip_blanks()
    return shown + HARD if blank else shown


def _operator(walker: Walker, name: str) -> str:
    if walker.peek()[:1] == "*":
        walker.tokens[walker.place] = walker.peek()[1:] or " "
    shown = walker.argument()
    if shown is None:
        return "\\" + name
    return EDGE + _with_scripts(walker, shown) + EDGE if walker.math else shown


def _delimiter(walker: Walker, name: str) -> str:
    walker.skip_blanks()
    atom = walker.peek()
    if atom[:1] == ".":
        walker.tokens[walker.place] = atom[1:] or " "
    return ""


def _colon(walker: Walker, name: str) -> str:
    walker.skip_blanks()
    return ":" + HARD


def _not(walker: Walker, name: str) -> str:
    walker.skip_blanks()
    atom = walker.peek()
    if atom[:1] == "\\":
        walker.place += 1
        argument: str | None = walker.command(atom)
    else:
        argument = walker.argument()
    if not argument:
        return "\\" + name
    return unicodedata.normalize("NFC", argument[0] + STROKE) + argument[1:]


def _pair(walker: Walker, name: str) -> tuple[str, str] | str:
    """Read two arguments. Returns the source if one is missing."""
    first = walker.argument()
    if first is None:
        return "\\" + name
    second = walker.argument()
    return f"\\{name}{{{first}}}" if second is None else (first, second)


def _fraction(walker: Walker, name: str) -> str:
    walker.option()
    pair = _pair(walker, name)
    if isinstance(pair, str):
        return pair
    return fraction(*pair)


def _binomial(walker: Walker, name: str) -> str:
    pair = _pair(walker, name)
    return pair if isinstance(pair, str) else f"C({pair[0]},{pair[1]})"


def _root(walker: Walker, name: str) -> str:
    index = walker.option()
    radicand = walker.argument()
    if radicand is None:
        return "\\sqrt" if index is None else f"\\sqrt[{index}]"
    shown = walker.inner(index).strip() if index else ""
    if shown in _ROOTS:
        return root(_ROOTS[shown], radicand)
    power = root_power(radicand, shown)
    return f"({power})" if walker.peek() == "^" else power


def _under(walker: Walker, name: str) -> str:
    pair = _pair(walker, name)
    if isinstance(pair, str):
        return pair
    mark, base = pair
    if mark and len(base) == 1 and base.isalnum():
        accent = (ACCENTS_BELOW if name == "underset" else ACCENTS_ABOVE).get(mark)
        return with_mark(base, accent) if accent else f"\\{name}{{{mark}}}{{{base}}}"
    return base + script("_" if name == "underset" else "^", mark) if mark else base


def _long_arrow(walker: Walker, name: str) -> str:
    below = walker.option()
    above = walker.argument() or ""
    arrow = "→" if "right" in name else "←"
    scripts = [("_", walker.inner(below) if below else ""), ("^", above)]
    return arrow + "".join(script(sign, shown) for sign, shown in scripts if shown) + SOFT


def _modulus(walker: Walker, name: str) -> str:
    argument = walker.argument()
    return "\\" + name if argument is None else f"{HARD}({'mod ' if name == 'pmod' else ''}{argument})"


_FENCES = {
    "ket": "|{}⟩", "bra": "⟨{}|", "Ket": "|{}⟩", "Bra": "⟨{}|", "abs": "|{}|", "norm": "‖{}‖", "ceil": "⌈{}⌉",
    "floor": "⌊{}⌋", "enquote": "“{}”", "tag": " ({})", "footnote": " ({})",
}  # fmt: skip


def _fence(walker: Walker, name: str) -> str:
    argument = walker.argument() if walker.peek() == "{" else None
    return "\\" + name if argument is None else _FENCES[name].format(argument)


def _braket(walker: Walker, name: str) -> str:
    """Read ``\\braket{a}{b}``: up to three arguments, but only one if the first has a line in it."""
    parts: list[str] = []
    while len(parts) < _PARTS_OF_BRAKET and walker.peek() == "{" and not (parts and "|" in parts[0]):
        parts.append(walker.argument() or "")
    return f"⟨{'|'.join(parts)}⟩" if parts else "\\" + name


def _division(walker: Walker, name: str) -> str:
    """Read ``\\div``: the division sign between numbers. Elsewhere it may be the divergence, so the TeX is kept."""
    walker.skip_blanks()
    return " ÷ " if walker.before[-1:].isdigit() and walker.peek()[:1].isdigit() else "\\div "


def _strike(walker: Walker, name: str) -> str:
    shown = walker.argument() or ""
    if len(shown) != 1:
        return f"\\{name}{{{shown}}}"
    return unicodedata.normalize("NFC", shown + STROKE)


def _chemical(walker: Walker, name: str) -> str:
    """Convert formulas of mhchem that consist of element counts, charges and arrows."""
    formula = walker.raw_argument()
    if not _CHEMICAL.fullmatch(formula):
        return f"\\{name}{{{formula}}}"
    formula = _CHARGE.sub(lambda match: in_forms(SUPERSCRIPTS, match[1] or match[2] or match[3]) or "", formula)
    formula = _COUNT.sub(lambda match: in_forms(SUBSCRIPTS, match[0]) or "", formula)
    return formula.replace("<=>", "⇌").replace("->", "→")


def _quantity(walker: Walker, name: str) -> str:
    pair = _pair(walker, name)
    if isinstance(pair, str):
        return pair
    number, unit = pair
    return f"\\{name}{{{number}}}{{{unit}}}" if "\\" in unit else f"{number} {unit}"


def _delimited_formula(walker: Walker, name: str) -> str:
    closing = "\\)" if name == "(" else "\\]"
    stop = None if walker.math else walker.find(closing)
    return "\\" + name if stop is None else walker.formula(closing, stop)


FORMULAS: dict[str, Command] = {
    **dict.fromkeys(FUNCTIONS, _function),
    **dict.fromkeys(["operatorname", "operatornamewithlimits"], _operator),
    **dict.fromkeys(["left", "right", "middle"], _delimiter),
    **dict.fromkeys(["frac", "dfrac", "tfrac", "cfrac", "sfrac", "nicefrac"], _fraction),
    **dict.fromkeys(["binom", "dbinom", "tbinom"], _binomial),
    **dict.fromkeys(["underset", "overset", "stackrel"], _under),
    **dict.fromkeys(["xrightarrow", "xleftarrow"], _long_arrow),
    **dict.fromkeys(["pmod", "pod"], _modulus),
    **dict.fromkeys(_FENCES, _fence),
    **dict.fromkeys(["SI", "qty"], _quantity),
    **dict.fromkeys(["(", "["], _delimited_formula),
    "ce": _chemical,
    **dict.fromkeys(["braket", "Braket"], _braket),
    **dict.fromkeys(["slashed", "cancel"], _strike),
    "sqrt": _root,
    "not": _not,
    "colon": _colon,
    "div": _division,
}
