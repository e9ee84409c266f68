r"""Characters and commands that pdfLaTeX knows: letters with accents, mathematical signs, and the names of commands.

The document is expected to load ``fontenc`` with T1, ``amsmath``, ``amssymb``, ``mathrsfs``, ``bm`` and ``slashed``.
LaTeX reads UTF-8, but only the letters and signs of the encodings T1 and TS1 (``t1enc.dfu``, ``ts1enc.dfu``).
"""

from __future__ import annotations

import unicodedata
from functools import cache
from re import Match

from arxtui.light import pattern
from arxtui.text.tex.marks import ALPHABETS, MATH_ACCENTS, SUBSCRIPTS, SUPERSCRIPTS, TEXT_ACCENTS
from arxtui.text.tex.symbols import LATEX_FUNCTIONS, LETTER_COMMANDS, SYMBOLS

_KNOWN = "\u00a0-\u0125\u0128-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u0165\u0168-\u017eȘșȚț‐‑–—‖‘’‚“”„†‡•…‰‱‹›€№℠™℧ﬀ-ﬄ"
_FOREIGN = pattern(f"[^\x00-\x7f{_KNOWN}]")
_CLUSTER = pattern(r"[^\x00-\x7f][\u0300-\u036f]*|[A-Za-z][\u0300-\u036f]+")
_COMMAND = pattern(r"\\([A-Za-z]+)")
_ACCENTS = {mark: name for name, mark in TEXT_ACCENTS.items() if name != "t"} | {"\u0326": "textcommabelow"}
_LETTERS = {SYMBOLS[name]: name for name in sorted(LETTER_COMMANDS - {"aa", "AA", "SS", "ij", "IJ"})}
_GREEK = pattern("[\u0370-\u03ff]")
"""Letters that ``texfields`` writes as commands where they stand alone; elsewhere they are Greek words."""
_PLAIN = {"−": "-", "′": "'", "″": "''", "‐": "-", "‑": "-", "⁄": "/", "∕": "/", "∶": ":", "’": "'"}
"""Signs that formulas have as ASCII characters."""

_SCRIPTS = {
    mark: {form: sign for sign, form in table.items() if form != sign}
    for mark, table in (("^", SUPERSCRIPTS), ("_", SUBSCRIPTS))
}
_RUN = pattern("|".join(f"[{''.join(table)}]+" for table in _SCRIPTS.values()))
"""Superscripts, or subscripts, beside each other."""

_FONTS = {
    "DOUBLE-STRUCK CAPITAL": "mathbb",
    "SCRIPT CAPITAL": "mathcal",
    "FRAKTUR": "mathfrak",
    "BLACK-LETTER": "mathfrak",
    "BOLD": "mathbf",
    "SANS-SERIF": "mathsf",
    "MONOSPACE": "mathtt",
    "MATHEMATICAL ITALIC": "mathnormal",
}
"""Parts of the Unicode names of mathematical letters, to the command of their font; the first match decides."""

_OF_OTHER_PACKAGES = frozenset(
    "Alpha Beta BibTeX Chi Coloneqq Earth Epsilon Eta EuScript Iota Jupiter Kappa LuaTeX MATLAB Mars Mercury Mu Nu "
    "Perp QED Qed Rho Saturn Sun Tau VDash Venus XeTeX Zeta adots angstrom astrosun bb bbm bbslash bigast bigboxplus "
    "bigsqcap bigtimes blacksmiley boxast boxbar boxcirc celsius coloneq coloneqq dblcolon defeq degree degreecelsius "
    "earth eqcolon eqdef eqqcolon euf euro euscr fatsemi fcmp female fint goth gsim gt iddots indep interleave invamp "
    "jupiter lAngle lBrack lambdabar leftmoon leftslice leftsquigarrow lightning llbracket longmapsfrom lsim lt male "
    "mapsfrom mars mathbbm mathbbmss mathbbold mathds mathgoth mathpzc mercury micro minus neptune notni obar ohm "
    "oiiint oiint omicron ovee owedge parr permil plus qed rAngle rBrack rightY rightslice rrbracket saturn scr "
    "shortleftarrow shortrightarrow simgt simlt simneqq smallcirc sqint sun textOmega textalpha textbeta textdelta "
    "textepsilon textgamma textlambda textmugreek textpi textsigma trianglelefteqslant trianglerighteqslant upalpha "
    "upbeta upchi updelta upepsilon upeta upgamma upiota upkappa uplambda upmodels upmu upnu upomega upphi uppi uppsi "
    "uprho upsigma uptau uptheta upvarphi upxi upzeta uranus utilde varointclockwise varparallel vcentcolon venus "
    "widebar widecheck with".split()
)
"""Commands of the tables of ``text.tex`` that the packages above do not define."""

_OTHER_COMMANDS = (
    "And H Large a and b bf big bigg bold boldmath boldsymbol bm boxed c choose displaystyle em emph ensuremath "
    "footnotesize frac hbox it kern k large left limits mathbf mathit mathnormal mathrm mathsf mathtt mbox mkern "
    "newline noindent operatorname over overbrace par pmb pmod protect quad qquad r relax right rm roman sc "
    "scriptscriptstyle scriptsize scriptstyle sf sl slashed small sqrt stackrel substack text textbf textcommabelow "
    "textit textnormal textrm textsc textsf textsl textstyle textsubscript textsuperscript texttt textup tfrac dfrac "
    "binom tiny tt u underbrace v d t begin end matrix pmatrix bmatrix smallmatrix cases array overset underset "
    "hspace vspace nolimits"
)


@cache
def _commands() -> frozenset[str]:
    """Return the names of the commands that the document knows."""
    tables = (SYMBOLS, LATEX_FUNCTIONS, ALPHABETS, MATH_ACCENTS, _OTHER_COMMANDS.split())
    return frozenset().union(*tables) - _OF_OTHER_PACKAGES


@cache
def _signs() -> dict[str, str]:
    """Return the command of each sign that only formulas have."""
    signs: dict[str, str] = {}
    for name, shown in SYMBOLS.items():
        if len(shown) == 1 and not shown.isascii() and name not in _OF_OTHER_PACKAGES:
            signs.setdefault(shown, f"\\{name}")
    return signs


@cache
def letter(cluster: str) -> str | None:
    r"""Return a letter and its accents in commands (``\v{S}``), an accent below the letter outermost. Of two accents
    one stays in the letter (``\~{ê}``), because biber garbles nested commands. Return None if LaTeX has none."""
    base, *marks = tuple(unicodedata.normalize("NFD", cluster))
    made = base if base.isascii() else f"\\{_LETTERS[base]}" if base in _LETTERS else None
    before = ""
    for mark in sorted(marks, key=unicodedata.combining, reverse=True):
        if made is None or mark not in _ACCENTS:
            return None
        name = _ACCENTS[mark]
        inner = unicodedata.normalize("NFC", base + before) if before else made
        is_bare = inner.isascii() and len(inner) == 1 and not name.isalpha()
        made = f"\\{name}{inner}" if is_bare else f"\\{name}{{{inner}}}"
        before += mark
    return made


def name_letters(text: str) -> str:
    r"""Return a name with each letter outside ASCII as a "special character" of BibTeX (``{\v{S}}``), which styles
    abbreviate and sort as one letter. Letters without commands stay, in ``{\relax ...}``."""

    def special(match: Match[str]) -> str:
        if made := letter(match[0]):
            return f"{{{made}}}"
        return f"{{\\relax {match[0]}}}" if match[0][0].isalpha() else match[0]

    return text if text.isascii() else _CLUSTER.sub(special, text)


def signs(run: str, *, in_text: bool) -> str:
    """Return plain text, or a token of a formula, with all characters in commands that LaTeX would not read; those
    without a command stay."""
    if run.isascii() or (in_text and not _FOREIGN.search(run)):
        return run
    scripts = _RUN.sub(lambda match: _script(match[0], in_text=in_text), unicodedata.normalize("NFC", run))
    return _CLUSTER.sub(lambda match: _sign(match, in_text=in_text), scripts)


def _script(run: str, *, in_text: bool) -> str:
    if in_text and not _FOREIGN.search(run):
        return run
    mark = next(mark for mark, table in _SCRIPTS.items() if run[0] in table)
    shown = "".join(_PLAIN.get(sign) or _signs().get(sign, sign) for sign in map(_SCRIPTS[mark].__getitem__, run))
    script = f"{mark}{{{shown}}}"
    return f"\\ensuremath{{{script}}}" if in_text else script


def _sign(match: Match[str], *, in_text: bool) -> str:
    cluster = match[0]
    if not _FOREIGN.search(cluster) and (in_text or cluster.isalpha()):
        return cluster
    if sign := _formula(cluster):
        if in_text:
            return f"\\ensuremath{{{sign}}}"
        before_letter = match.string[match.end() : match.end() + 1].isalpha()
        return sign + " " * (before_letter and sign[-1].isalpha())
    if made := letter(cluster):
        return f"{{{made}}}" if in_text else f"\\mbox{{{made}}}"
    return cluster


def _formula(sign: str) -> str:
    """Return the form of a character in formulas; empty if formulas do not have it."""
    if sign in _PLAIN:
        return _PLAIN[sign]
    if len(sign) > 1 or sign in _LETTERS or _GREEK.fullmatch(sign):
        return ""
    plain = unicodedata.normalize("NFKC", sign)
    if made := _signs().get(sign):
        return made
    name = unicodedata.name(sign, "")
    if plain != sign and len(plain) == 1 and plain.isascii() and plain.isalnum():
        return next((f"\\{font}{{{plain}}}" for part, font in _FONTS.items() if part in name), "")
    return ""


def unknown(entry: str) -> frozenset[str]:
    """Return the characters and commands of an entry that stop pdfLaTeX."""
    names = {f"\\{name}" for name in _COMMAND.findall(entry) if name not in _commands()} if "\\" in entry else set()
    return frozenset(names if entry.isascii() else names.union(_FOREIGN.findall(entry)))
