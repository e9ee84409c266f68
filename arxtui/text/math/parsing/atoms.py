"""The kinds of symbols: of each command and each character."""

from __future__ import annotations

from arxtui.text.math.tree import AtomKind, Symbol
from arxtui.text.tex.symbols import ARROWS, BINARY, DELIMITERS, FUNCTIONS, LARGE, LETTER_COMMANDS, RELATIONS, SYMBOLS

_WITH_LIMITS = frozenset(
    "lim limsup liminf varlimsup varliminf injlim projlim varinjlim varprojlim max min sup inf det gcd lcm Pr argmin "
    "argmax".split()
)
_OPENING = "langle lfloor lceil lbrace lbrack lvert lVert lAngle ulcorner llcorner lgroup lBrack llbracket lmoustache"
_CLOSING = "rangle rfloor rceil rbrace rbrack rvert rVert rAngle urcorner lrcorner rgroup rBrack rrbracket rmoustache"
_DOTS = "ldots dots cdots vdots ddots dotsc dotsb dotsm dotsi dotso hdots iddots adots textellipsis"
_MINUS = "−"


def _kinds() -> dict[str, AtomKind]:
    kinds = dict.fromkeys(LARGE, AtomKind.OP) | dict.fromkeys(BINARY, AtomKind.BIN)
    kinds |= dict.fromkeys([*RELATIONS, *ARROWS], AtomKind.REL)
    kinds |= dict.fromkeys(_OPENING.split(), AtomKind.OPEN) | dict.fromkeys(_CLOSING.split(), AtomKind.CLOSE)
    kinds |= dict.fromkeys(_DOTS.split(), AtomKind.INNER)
    kinds |= dict.fromkeys(["vert", "Vert"], AtomKind.FENCE)
    return (
        kinds
        | dict.fromkeys(["neg", "lnot"], AtomKind.ORD)
        | dict.fromkeys(["colon", "ldotp", "cdotp"], AtomKind.PUNCT)
    )


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
        name: Symbol(text, _KINDS.get(name, AtomKind.ORD), name in LARGE and "int" not in name)
        for name, text in SYMBOLS.items()
        if name not in _OF_TEXT
    },
    **{name: Symbol(text, AtomKind.OP, name in _WITH_LIMITS) for name, text in FUNCTIONS.items()},
    **{name: Symbol(_unit(name)) for name in _UNITS.split()},
    **{name: Symbol(_PREFIXES[name]) for name in _PREFIXES if len(name) > 1},
    "bmod": Symbol("mod", AtomKind.BIN),
    "mod": Symbol("mod", AtomKind.BIN),
    "minus": Symbol(_MINUS, AtomKind.BIN),
    "{": Symbol("{", AtomKind.OPEN),
    "}": Symbol("}", AtomKind.CLOSE),
    "|": Symbol("‖", AtomKind.FENCE),
    **{sign: Symbol(sign) for sign in "%&#$_"},
    "slash": Symbol("/"),
    "real": Symbol("ℝ"),
    "and": Symbol("∧", AtomKind.BIN),
    "mapstochar": Symbol("|"),
    "mapsfromchar": Symbol("|"),
    "relbar": Symbol(_MINUS),
    "lx@sectionsign": Symbol("§"),
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
    "divisionsymbol": Symbol("÷", AtomKind.BIN),
    "dotproduct": Symbol("·", AtomKind.BIN),
    "crossproduct": Symbol("×", AtomKind.BIN),
    "imaginary": Symbol("Im", AtomKind.OP),
    "principalvalue": Symbol("𝒫", AtomKind.OP),
    "PV": Symbol("P.V.", AtomKind.OP),
}
"""Command name, to its symbol."""

CHARACTERS: dict[str, Symbol] = {
    **{text: SYMBOL_COMMANDS[name] for name, text in SYMBOLS.items() if name in _KINDS},
    **{sign: Symbol(sign, AtomKind.BIN) for sign in "+*"},
    "-": Symbol(_MINUS, AtomKind.BIN),
    _MINUS: Symbol(_MINUS, AtomKind.BIN),
    **{sign: Symbol(sign, AtomKind.REL) for sign in "=<>:"},
    **{sign: Symbol(sign, AtomKind.OPEN) for sign in "(["},
    **{sign: Symbol(sign, AtomKind.CLOSE) for sign in ")]!?"},
    **{sign: Symbol(sign, AtomKind.PUNCT) for sign in ",;"},
    "|": Symbol("|", AtomKind.FENCE),
    "‖": Symbol("‖", AtomKind.FENCE),
    "/": Symbol("/"),
    ".": Symbol("."),
    "&": Symbol("&"),
    "∖": Symbol("∖", AtomKind.BIN),
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
