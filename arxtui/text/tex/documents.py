"""Commands of documents: references, links, colours, lists, environments."""

from __future__ import annotations

import re

from arxtui.light import pattern
from arxtui.text.tex.spacing import HARD
from arxtui.text.tex.walker import Command, Walker

_FORMULAS = frozenset(
    "equation align gather multline eqnarray displaymath math aligned gathered split alignat flalign "
    "subequations".split()
)
_LAYOUT = frozenset(
    "itemize enumerate description center quote quotation abstract document flushleft flushright small theorem lemma "
    "proposition corollary definition proof remark conjecture example minipage figure table sloppypar verse".split()
)
_END_OF_DISPLAY = "\\end-of-display"
_ARGUMENTS_OF_BOX = {"raisebox": 1, "scalebox": 1, "resizebox": 2}
_ABBREVIATIONS = {
    "eg": "e.g.", "Eg": "E.g.", "ie": "i.e.", "Ie": "I.e.", "etal": "et al.", "etc": "etc.", "cf": "cf.", "vs": "vs.",
    "wrt": "w.r.t.", "iid": "i.i.d.", "resp": "resp.", "aka": "a.k.a.",
}  # fmt: skip
"""Abbreviations that authors define as commands."""
_ARGUMENT_OR_SCRIPT = frozenset("{_^")
_PLURALS = frozenset("acp acsp aclp acfp Acp glspl Glspl".split())
_PASSAGES = _PLURALS | frozenset(
    "ac acs acl acf Ac Acs Acl Acf acrshort acrlong acrfull gls Gls glsfirst red blue rev revised added edit hl".split()
)
"""Commands of the packages acronym, glossaries, changes and soul, and of authors, that show their argument."""
_ROMAN = dict(zip("123456789", "I II III IV V VI VII VIII IX".split(), strict=True))
_LENGTH = pattern(
    r"([-+]?)\s*[\d.,]*\s*(?:true\s*)?(?:pt|em|ex|mu|mm|cm|in|bp|pc|sp|fil+)"
    r"(?:\s*(?:plus|minus)\s*[-\d.]+\s*(?:pt|em|ex|mu|mm|cm|in|fil+))*\s?"
)
_ESCAPED_IN_URL = pattern(r"\\([%_#&~$])")


def _reference(walker: Walker, name: str) -> str:
    option = walker.option()
    key = walker.raw_argument().strip()
    if not key:
        return "\\" + name
    return f"({key})" if name == "eqref" else f"[{key}, {walker.inner(option)}]" if option else f"[{key}]"


def _link(walker: Walker, name: str) -> str:
    address = _ESCAPED_IN_URL.sub(r"\1", walker.raw_argument()).strip()
    if not address:
        return "\\" + name
    shown = walker.text_argument()
    if not shown or _bare_address(shown) == _bare_address(address):
        return address
    return f"{shown} ({address})"


def _bare_address(text: str) -> str:
    return re.sub(r"^https?://", "", text).rstrip("/")


def _address(walker: Walker, name: str) -> str:
    address = _ESCAPED_IN_URL.sub(r"\1", walker.raw_argument()).strip()
    return address or "\\" + name


def _colour(walker: Walker, name: str) -> str:
    walker.option()
    if not walker.raw_argument():
        return "\\" + name
    return "" if name == "color" else walker.argument() or ""


def _invisible(walker: Walker, name: str) -> str:
    if walker.peek()[:1] == "*":
        walker.tokens[walker.place] = walker.peek()[1:] or " "
    walker.raw_argument()
    return " " if name == "hspace" else ""


def _kern(walker: Walker, name: str) -> str:
    """Read space given without braces: ``\\kern-2pt``, ``\\hskip 1em plus 2pt``."""
    walker.skip_blanks()
    length = _LENGTH.match(walker.peek())
    if length is None:
        return "\\" + name
    walker.tokens[walker.place] = walker.peek()[length.end() :]
    if not walker.tokens[walker.place]:
        walker.place += 1
    unseen = name in ("raise", "lower") or length[1] == "-"
    return "" if unseen else HARD if walker.math else " "


def _box(walker: Walker, name: str) -> str:
    """Read ``\\raisebox{2pt}{x}``: arguments for size or position, then the text."""
    for _ in range(_ARGUMENTS_OF_BOX[name]):
        walker.raw_argument()
    walker.option()
    shown = walker.text_argument()
    return "\\" + name if shown is None else shown


def _abbreviation(walker: Walker, name: str) -> str:
    """Read ``\\eg`` of running text, with or without a full stop or ``{}`` after it."""
    following = walker.peek()
    if following == "{" and walker.tokens[walker.place + 1 : walker.place + 2] == ["}"]:
        walker.place += 2
        following = walker.peek()
    elif walker.math or walker.before.isalpha() or following in _ARGUMENT_OR_SCRIPT:
        return walker.source("\\" + name)
    return _ABBREVIATIONS[name].removesuffix("." if following[:1] == "." else "")


def _passage(walker: Walker, name: str) -> str:
    """Read ``\\rev{new words}``: a passage or an acronym that the author has marked."""
    if walker.peek() != "{":
        return "\\" + name
    return (walker.argument() or "") + "s" * (name in _PLURALS)


def _ion(walker: Walker, name: str) -> str:
    """Read ``\\ion{He}{ii}``: an element and its ionization stage, as a Roman or Arabic number."""
    element, stage = walker.raw_argument(), walker.raw_argument()
    number = _ROMAN.get(stage, stage.upper())
    if element.isalpha() and number.isalpha():
        return f"{element} {number}"
    return "\\ion" + "".join(f"{{{part}}}" for part in (element, stage) if part)


def _first_of_two(walker: Walker, name: str) -> str:
    shown = walker.argument()
    walker.raw_argument()
    return "\\" + name if shown is None else shown


def _item(walker: Walker, name: str) -> str:
    label = walker.option()
    return f" {walker.inner(label)}" if label else " •"


def _begin(walker: Walker, name: str) -> str:
    environment = walker.raw_argument()
    bare = environment.rstrip("*")
    if bare in _FORMULAS:
        return "" if walker.math else _display(walker, environment)
    if bare in _LAYOUT:
        return ""
    walker.source_depth += 1
    return walker.source(f"\\begin{{{environment}}}") if environment else "\\begin"


def _display(walker: Walker, environment: str) -> str:
    ending = ("\\end", "{", environment, "}")
    place = walker.find(*ending)
    if place is None:
        return f"\\begin{{{environment}}}"
    walker.tokens[place] = _END_OF_DISPLAY
    shown = walker.formula(_END_OF_DISPLAY, place)
    walker.place += len(ending) - 1
    return f" {shown} "


def _end(walker: Walker, name: str) -> str:
    environment = walker.raw_argument()
    bare = environment.rstrip("*")
    if bare in _LAYOUT or (bare in _FORMULAS and walker.math):
        return ""
    walker.source_depth = max(walker.source_depth - 1, 0)
    return f"\\end{{{environment}}}" if environment else "\\end"


DOCUMENTS: dict[str, Command] = {
    **dict.fromkeys(["cite", "citep", "citet", "citealt", "citealp", "ref", "cref", "Cref", "eqref"], _reference),
    **dict.fromkeys(["url", "path", "nolinkurl"], _address),
    **dict.fromkeys(["color", "textcolor"], _colour),
    **dict.fromkeys(["label", "phantom", "hphantom", "vphantom", "hspace", "vspace", "index"], _invisible),
    **dict.fromkeys(["kern", "mkern", "hskip", "mskip", "vskip", "raise", "lower"], _kern),
    **dict.fromkeys(_ARGUMENTS_OF_BOX, _box),
    **dict.fromkeys(_ABBREVIATIONS, _abbreviation),
    **dict.fromkeys(_PASSAGES, _passage),
    "ion": _ion,
    "href": _link,
    "texorpdfstring": _first_of_two,
    "item": _item,
    "begin": _begin,
    "end": _end,
}
