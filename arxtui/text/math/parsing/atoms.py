"""The kinds of symbols: of each command and each character."""

from __future__ import annotations

from arxtui.text.math.tree import Kind, Symbol
from arxtui.text.tex.symbols import (
    ARROWS,
    BINARY,
    DELIMITERS,
    FUNCTIONS,
    LARGE,
    LETTER_COMMANDS,
    RELATIONS,
    SYMBOLS,
)

_WITH_LIMITS = frozenset(
    "lim limsup liminf varlimsup varliminf injlim projlim varinjlim varprojlim max min sup inf det gcd lcm Pr argmin "
    "argmax".split()
)
_OPENING = "langle lfloor lceil lbrace lbrack lvert lVert lAngle ulcorner llcorner lgroup lBrack llbracket lmoustache"
_CLOSING = "rangle rfloor rceil rbrace rbrack rvert rVert rAngle urcorner lrcorner rgroup rBrack rrbracket rmoustache"
_DOTS = "ldots dots cdots vdots ddots dotsc dotsb dotsm dotsi dotso hdots iddots adots textellipsis"
_MINUS = "−"


def _kinds() -> dict[str, Kind]:
    kinds = dict.fromkeys(LARGE, Kind.OP) | dict.fromkeys(BINARY, Kind.BIN)
    kinds |= dict.fromkeys([*RELATIONS, *ARROWS], Kind.REL)
    kinds |= dict.fromkeys(_OPENING.split(), Kind.OPEN) | dict.fromkeys(_CLOSING.split(), Kind.CLOSE)
    kinds |= dict.fromkeys(_DOTS.split(), Kind.INNER)
    kinds |= dict.fromkeys(["vert", "Vert"], Kind.FENCE)
    return kinds | dict.fromkeys(["neg", "lnot"], Kind.ORD) | dict.fromkeys(["colon", "ldotp", "cdotp"], Kind.PUNCT)


_KINDS = _kinds()
# In running text, these are letters or signs; in formulas, authors define the names as they like (\P is rarely a
# paragraph sign).
_OF_TEXT = LETTER_COMMANDS | frozenset("S P".split())
# Units of siunitx that LaTeXML does not know. Not included are names that authors mostly use for something else (\fg is
# more often a Lie algebra, \mm a maximal ideal, \mL a line bundle than a unit).
_UNITS = (
    "km cm mol nm fmol pmol nmol umol mmol kmol pA nA uA kA Hz mHz kHz MHz GHz THz Pa kPa MPa GPa kohm Mohm mohm pV nV "
    "uV kV kW GW kJ eV meV keV MeV GeV TeV kWh pF pg"
)
_PREFIXES = {"u": "μ", "kibi": "Ki", "mebi": "Mi", "gibi": "Gi", "tebi": "Ti", "pebi": "Pi", "exbi": "Ei"}
_PREFIXES |= {"zebi": "Zi", "yobi": "Yi"}


def _unit(name: str) -> str:
    shown = _PREFIXES["u"] + name[1:] if name.startswith("u") else name
    return shown.replace("ohm", "Ω")


SYMBOL_COMMANDS: dict[str, Symbol] = {
    **{
        name: Symbol(text, _KINDS.get(name, Kind.ORD), name in LARGE)
        for name, text in SYMBOLS.items()
        if name not in _OF_TEXT
    },
    **{name: Symbol(text, Kind.OP, name in _WITH_LIMITS) for name, text in FUNCTIONS.items()},
    **{name: Symbol(_unit(name)) for name in _UNITS.split()},
    **{name: Symbol(_PREFIXES[name]) for name in _PREFIXES if len(name) > 1},
    "bmod": Symbol("mod", Kind.BIN),
    "mod": Symbol("mod", Kind.BIN),
    "minus": Symbol(_MINUS, Kind.BIN),
    "{": Symbol("{", Kind.OPEN),
    "}": Symbol("}", Kind.CLOSE),
    "|": Symbol("‖", Kind.FENCE),
    **{sign: Symbol(sign) for sign in "%&#$_"},
    "slash": Symbol("/"),
    "SIUnitSymbolCelsius": Symbol("°C"),
    "SIUnitSymbolOhm": Symbol("Ω"),
    "SIUnitSymbolDegree": Symbol("°"),
    "SIUnitSymbolArcminute": Symbol("′"),
    "SIUnitSymbolArcsecond": Symbol("″"),
    "SIUnitSymbolAngstrom": Symbol("Å"),
    "SIUnitSymbolMicro": Symbol("μ"),
    "gradient": Symbol("∇"),
    "divergence": Symbol("∇·"),
    "laplacian": Symbol("∇²"),
    "divisionsymbol": Symbol("÷", Kind.BIN),
    "dotproduct": Symbol("·", Kind.BIN),
    "crossproduct": Symbol("×", Kind.BIN),
    "imaginary": Symbol("Im", Kind.OP),
    "principalvalue": Symbol("𝒫", Kind.OP),
    "PV": Symbol("P.V.", Kind.OP),
}
"""Command name, to its symbol."""

CHARACTERS: dict[str, Symbol] = {
    **{text: Symbol(text, _KINDS[name], name in LARGE) for name, text in SYMBOLS.items() if name in _KINDS},
    **{sign: Symbol(sign, Kind.BIN) for sign in "+*"},
    "-": Symbol(_MINUS, Kind.BIN),
    _MINUS: Symbol(_MINUS, Kind.BIN),
    **{sign: Symbol(sign, Kind.REL) for sign in "=<>:"},
    **{sign: Symbol(sign, Kind.OPEN) for sign in "(["},
    **{sign: Symbol(sign, Kind.CLOSE) for sign in ")]!?"},
    **{sign: Symbol(sign, Kind.PUNCT) for sign in ",;"},
    "|": Symbol("|", Kind.FENCE),
    "‖": Symbol("‖", Kind.FENCE),
    "/": Symbol("/"),
    ".": Symbol("."),
    "&": Symbol("&"),
    "∖": Symbol("∖", Kind.BIN),
}
"""Characters other than plain letters, digits or signs, to their symbol."""

DELIMITER_SIGNS: dict[str, str] = {
    **{sign: sign for sign in "()[]|/<>"},
    "<": "⟨",
    ">": "⟩",
    ".": "",
    **{"\\" + name: SYMBOL_COMMANDS[name].text for name in [*DELIMITERS, "{", "}", "|", "llbracket", "rrbracket"]},
    **{"\\" + name: ARROWS[name] for name in ARROWS if "uparrow" in name.lower() or "downarrow" in name.lower()},
    **{text: text for text in DELIMITERS.values()},
}
"""Tokens allowed after ``\\left``, ``\\right`` and ``\\big``, to the delimiter shown."""
