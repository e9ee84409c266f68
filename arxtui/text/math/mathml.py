"""Presentation MathML (https://www.w3.org/TR/mathml-core/) written as TeX, the form in which formulas are stored.

The TeX has the commands that LaTeX, KaTeX and MathJax know, so parsing it gives the tree of the formula. What a sign
cannot be found for is an UnreadableError: a script of nothing, a name of the converter that was printed.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence

from arxtui.light import NamedTuple, pattern
from arxtui.text.math.parsing.tokens import MAX_LENGTH
from arxtui.text.math.signs import INVISIBLE, alphabet_of, character_as_tex, join_tex, sign_as_tex
from arxtui.text.math.tree import UnreadableError
from arxtui.text.tex.symbols import FUNCTIONS

PICTURE = "▣"
"""Stands for a drawing inside a formula."""


class MathElement(NamedTuple):
    """An element of MathML; ``text`` is its text if it has no child elements, else ""."""

    tag: str
    attributes: Mapping[str, str | None]
    children: tuple[MathElement, ...] = ()
    text: str = ""


_MARKERS = frozenset(["OPEN", "CLOSE"])
_VARIANTS = {"normal": "mathrm", "bold": "mathbf", "italic": "mathit", "bold-italic": "boldsymbol"}
_ESCAPED = {sign: "\\" + sign for sign in "%&#$_{}"} | {"\u00a0": " "}
_ABOVE = {
    "^": "hat", "ˆ": "hat", "~": "tilde", "˜": "tilde", "¯": "bar", "‾": "overline", "→": "vec", "⇀": "vec",
    "˙": "dot", ".": "dot", "¨": "ddot", "ˇ": "check", "˘": "breve", "´": "acute", "`": "grave", "˚": "mathring",
    "⏞": "overbrace", "←": "overleftarrow", "⃗": "vec", "–": "overline", "―": "overline",
}  # fmt: skip
_WIDE = {"hat": "widehat", "tilde": "widetilde", "bar": "overline", "vec": "overrightarrow"}
_BELOW = {"_": "underline", "¯": "underline", "‾": "underline", "⏟": "underbrace", "–": "underline", "―": "underline"}
_STRIKES = {"updiagonalstrike": "cancel", "downdiagonalstrike": "bcancel", "box": "boxed"}
_FENCES = {"(": ")", "[": "]", "{": "}", "⟨": "⟩", "|": "|", "‖": "‖", "⌊": "⌋", "⌈": "⌉"}
_OPENING = frozenset("([{⟨")
_BEFORE_STOP = pattern(r"^\s+(?=[,;.])")
_LENGTH = pattern(r"(-?\d*\.?\d+)\s*(em|pt|px|ex)?")
_EM = {"em": 1.0, "ex": 0.43, "pt": 0.1, "px": 0.075}
_TAKES_LIMITS = frozenset("∑∏∐⋃⋂⋁⋀⨁⨂⨀⨄∫∬∭∮⨆")


def mathml_as_tex(element: MathElement) -> str:
    """Return the TeX of a formula. Raises: UnreadableError if a part of it has no sign, or no TeX."""
    tex = _tex(element).strip()
    if len(tex) > MAX_LENGTH:
        raise UnreadableError("too long")
    return tex


def _tex(element: MathElement) -> str:
    writer = _WRITERS.get(element.tag)
    if writer is None or len(element.children) != _PARTS.get(element.tag, len(element.children)):
        raise UnreadableError(f"<{element.tag}>")
    if len(element.text) > 1 and unicodedata.normalize("NFKC", _text(element)) in _MARKERS:
        raise UnreadableError(_text(element))
    return writer(element)


def _row(element: MathElement) -> str:
    children = element.children
    if len(children) == 3 and _is_stack(children[1]) and _text(children[0]) == "(" and _text(children[2]) == ")":
        return "\\binom" + "".join(map(_argument, children[1].children))
    parts = [_tex(child) for child in children]
    if len(children) < 2 or not _grows(children[0]):
        return join_tex(parts)
    opening, closing = _text(children[0]), _text(children[-1])
    if _FENCES.get(opening) == closing and _grows(children[-1]):
        if not any(parts[1:-1]):
            raise UnreadableError("brackets round nothing")
        return join_tex(["\\left", parts[0], *parts[1:-1], "\\right", parts[-1]])
    if opening == "{" and any(child.tag == "mtable" for child in children[1:]):
        return join_tex(["\\left\\{", *parts[1:], "\\right."])
    return join_tex(parts)


def _grows(element: MathElement) -> bool:
    return element.tag == "mo" and element.attributes.get("stretchy") != "false" and _text(element) in _DELIMITERS


def _text(element: MathElement) -> str:
    return element.text.strip()


def _is_stack(element: MathElement) -> bool:
    thickness = element.attributes.get("linethickness") or ""
    return element.tag == "mfrac" and thickness.startswith("0") and not _length(thickness)


def _word(letters: str, font: str) -> str:
    return f"\\{font}{{{join_tex([character_as_tex(character) for character in letters])}}}"


def _identifier(element: MathElement) -> str:
    """Read ``mi``: a letter, or a name, in the alphabet of its characters or of ``mathvariant``."""
    text = _text(element)
    is_unit = "ltx_unit" in (element.attributes.get("class") or "")
    font = "mathrm" if is_unit else _VARIANTS.get(element.attributes.get("mathvariant") or "", "")
    if len(text) == 1:
        sign = character_as_tex(text)
        return f"\\{font}{{{sign}}}" if font and (text.isascii() or font != "mathrm") and text.isalnum() else sign
    if " " in text or font == "mathit":
        return _words(element)
    fonts = set(map(alphabet_of, text))
    if len(fonts) == 1 and "" not in fonts:
        return _word(unicodedata.normalize("NFKC", text), fonts.pop())
    if text in FUNCTIONS.values() or (font in ("", "mathrm") and text.isascii() and text.isalpha()):
        return sign_as_tex(text)
    return _word(text, font or "mathrm")


def _number(element: MathElement) -> str:
    return join_tex([character_as_tex(character) for character in _text(element)])


def _operator(element: MathElement) -> str:
    text = _text(element)
    if not text.strip(INVISIBLE):
        return "\\," if _length(element.attributes.get("lspace")) > 0.1 else ""
    sign = sign_as_tex(text)
    if element.attributes.get("stretchy") == "true" or _length(element.attributes.get("rspace")) < 1:
        return sign
    return sign + "\\quad"


def _length(length: str | None) -> float:
    match = _LENGTH.match(length or "")
    return float(match[1]) * _EM[match[2] or "em"] if match else 0.0


def _space(element: MathElement) -> str:
    width = _length(element.attributes.get("width"))
    return "\\qquad" if width >= 2 else "\\quad" if width >= 1 else "\\ " if width >= 0.15 else ""


def _words(element: MathElement) -> str:
    """Read ``mtext``: running text, perhaps with formulas and drawings within."""
    if "undefined" in (element.attributes.get("class") or "").split():
        raise UnreadableError(_text(element))
    words = "".join(_runs(element))
    if not words.strip():
        return "\\ " if words else ""
    return f"\\text{{{words.strip() if PICTURE in words else _BEFORE_STOP.sub('', words)}}}"


def _runs(element: MathElement) -> list[str]:
    if element.tag == "svg":
        return [PICTURE]
    if element.tag == "math":
        return [f"${_tex(element)}$"]
    if not element.children:
        return ["".join(_escape(character) for character in element.text)]
    return [run for child in element.children for run in _runs(child)]


def _escape(character: str) -> str:
    if character == "\\":
        raise UnreadableError(character)
    return "" if character in INVISIBLE else _ESCAPED.get(character, character)


def _argument(element: MathElement) -> str:
    return f"{{{_tex(element)}}}"


def _marked(element: MathElement) -> str:
    """Return what has a script or a mark. Raises: UnreadableError if it has no sign, or is an opening bracket."""
    tex = _tex(element)
    if not tex or tex.startswith("\\phantom") or _text(element) in _OPENING:
        raise UnreadableError("a script of nothing")
    return f"{{{tex}}}"


def _base(element: MathElement) -> str:
    """Return what has a script, in braces unless it is one item."""
    marked = _marked(element)
    if _is_name(element):
        return f"\\mathop{marked}"
    return marked[1:-1] if element.tag in ("mi", "mn", "mo") else marked


def _is_name(element: MathElement) -> bool:
    """Whether an element is an operator of several words, perhaps with marks over them: ``ess sup``."""
    words = (child.children[0] if child.tag == "mover" and child.children else child for child in element.children)
    texts = list(filter(None, (_text(word).strip(INVISIBLE) for word in words)))
    return element.tag == "mrow" and len(texts) > 1 and all(len(text) > 1 and text.isalpha() for text in texts)


def _scripts(element: MathElement) -> str:
    base, *scripts = element.children
    marks = {"msub": "_", "msup": "^", "msubsup": "_^"}[element.tag]
    return _base(base) + "".join(mark + _argument(script) for mark, script in zip(marks, scripts, strict=True))


def _prescripts(element: MathElement) -> str:
    if not element.children:
        raise UnreadableError("<mmultiscripts>")
    base, *scripts = element.children
    place = next((place for place, child in enumerate(scripts) if child.tag == "mprescripts"), len(scripts))
    before, after = scripts[place + 1 :], scripts[:place]
    return ("{}" + _pairs(before) if before else "") + _base(base) + _pairs(after)


def _pairs(scripts: Sequence[MathElement]) -> str:
    tex = ""
    for place, script in enumerate(scripts):
        if (shown := _tex(script)) or script.tag not in ("none", "mrow", "mphantom"):
            tex += f"{'^' if place % 2 else '_'}{{{shown}}}"
    return tex


def _over_under(element: MathElement) -> str:
    base, *marks = element.children
    places = {"munder": "_", "mover": "^", "munderover": "_^"}[element.tag]
    if len(marks) == 1:
        accents = _ABOVE if element.tag == "mover" else _BELOW
        if marks[0].tag == "mo" and (accent := accents.get(_text(marks[0]))):
            accent = _WIDE.get(accent, accent) if len(base.children) > 1 and base.tag == "mrow" else accent
            return f"\\{accent}{_marked(base)}"
    if _has_limits(base):
        sign = _base(base).replace("\\operatorname{", "\\operatorname*{", 1)
        return sign + "".join(map("{}{{{}}}".format, places, map(_tex, marks)))
    tex = _base(base)
    for place, mark in zip(places, marks, strict=True):
        tex = f"\\{'underset' if place == '_' else 'overset'}{_argument(mark)}{{{tex}}}"
    return tex


def _has_limits(base: MathElement) -> bool:
    """Whether scripts of a base are below and above it in a display: sums, names of functions, braces."""
    while base.tag == "mrow" and base.children:
        base = base.children[0]
    text = _text(base)
    return text in _TAKES_LIMITS or (len(text) > 1 and text.isalpha()) or base.tag in ("munder", "mover")


def _fraction(element: MathElement) -> str:
    above, below = map(_argument, element.children)
    return f"\\genfrac{{}}{{}}{{0pt}}{{}}{above}{below}" if _is_stack(element) else f"\\frac{above}{below}"


def _root(element: MathElement) -> str:
    if element.tag == "msqrt":
        return f"\\sqrt{{{_row(element)}}}"
    radicand, degree = element.children
    return f"\\sqrt[{{{_tex(degree)}}}]{_argument(radicand)}"


def _table(element: MathElement) -> str:
    rows = [row.children for row in element.children if row.tag == "mtr"]
    if not rows:
        raise UnreadableError("<mtable>")
    widest = max(rows, key=len)
    spec = "".join((cell.attributes.get("columnalign") or "center")[0] for cell in widest)
    body = "\\\\ ".join("&".join(_row(cell) for cell in row) for row in rows)
    return f"\\begin{{array}}{{{spec}}}{body}\\end{{array}}"


def _enclosed(element: MathElement) -> str:
    command = _STRIKES.get(element.attributes.get("notation") or "")
    if command is None:
        raise UnreadableError("<menclose>")
    return f"\\{command}{{{_row(element)}}}"


def _phantom(element: MathElement) -> str:
    return f"\\phantom{{{_row(element)}}}" if element.children else ""


def _first(element: MathElement) -> str:
    return _tex(element.children[0]) if element.children else ""


def _picture(element: MathElement) -> str:
    return f"\\text{{{PICTURE}}}"


_WRITERS: dict[str, Callable[[MathElement], str]] = {
    **dict.fromkeys(["math", "mrow", "mstyle", "mpadded", "mtd"], _row),
    **dict.fromkeys(["msub", "msup", "msubsup"], _scripts),
    **dict.fromkeys(["munder", "mover", "munderover"], _over_under),
    **dict.fromkeys(["msqrt", "mroot"], _root),
    **dict.fromkeys(["mtext", "ms"], _words),
    **dict.fromkeys(["none", "annotation", "annotation-xml"], lambda element: ""),
    "semantics": _first,
    "mi": _identifier,
    "mn": _number,
    "mo": _operator,
    "mspace": _space,
    "mfrac": _fraction,
    "mtable": _table,
    "mmultiscripts": _prescripts,
    "menclose": _enclosed,
    "mphantom": _phantom,
    "svg": _picture,
}
_PARTS = dict.fromkeys(["mfrac", "mroot", "msub", "msup", "munder", "mover"], 2)
_PARTS |= dict.fromkeys(["msubsup", "munderover"], 3)
"""Elements with a fixed number of child elements."""
_DELIMITERS = frozenset([*_FENCES, *_FENCES.values()])
