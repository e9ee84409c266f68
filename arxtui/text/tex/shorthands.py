"""Expansion of commands that authors define for themselves and leave in titles and abstracts.

arXiv does not have the definitions. So a command is expanded only if all its uses in 1.3 million records agree in
meaning. A capital letter becomes that letter in sans serif: authors set it in any of five alphabets, none of which is
sans serif.
"""

from __future__ import annotations

import re

from arxtui.light import pattern
from arxtui.text.math.parsing.commands import COMMANDS

_SAME_LETTER = "ABCEFHIJKMNQRTUVWXYZ"
"""Commands for a letter, without those also used for Greek letters and other signs: ``\\G \\D \\L \\O \\P \\S``."""
_SAME_LETTER_TWICE = "CEFHKMNOP"
_SANS_SERIF = {chr(ord("A") + place): chr(0x1D5A0 + place) for place in range(26)}
_COMMAND = pattern(r"\\([A-Za-z@]+)(?![A-Za-z@])\s*")
_SCRIPT = pattern(r"(?:c|cal|mc|cl|scr)([A-Z])|([A-Z])cal")
_DOUBLE_STRUCK = pattern(r"(?:bb|db)([A-Z])")
_BARRED = pattern(r"([A-Za-z])bar")
_BOLD = pattern(r"bf([A-Za-z]|[a-z]{2,})")
_SET_BEFORE = pattern(r"\\(?:in|to|subset|subseteq|supset|times|rightarrow|cap|cup)\s*$|/\s*\d+\s*$")
_ARGUMENT_BEFORE, _ARGUMENT_AFTER = pattern(r"[(,:]\s*$"), pattern(r"\s*[),]")
_SET_AFTER = {"R": pattern(r"\^\s*\{?\s*[\dNndmkpq+*]|_\{?\+|\\(?:to|times)\b"), "Z": pattern(r"[\^_/]")}

_TABLE = """
    RR \\mathbb{R}  ZZ \\mathbb{Z}  QQ \\mathbb{Q}  IR \\mathbb{R}  IZ \\mathbb{Z}  BBR \\mathbb{R}
    bR \\mathbb{R}  real \\mathbb{R}  reals \\mathbb{R}  Reals \\mathbb{R}  Zp \\mathbb{Z}_p  Qp \\mathbb{Q}_p
    Fp \\mathbb{F}_p  Fq \\mathbb{F}_q  eps \\varepsilon  veps \\varepsilon  vep \\varepsilon  ep \\epsilon
    ve \\varepsilon  al \\alpha  alp \\alpha  om \\omega  Om \\Omega  gam \\gamma  Ga \\Gamma  lam \\lambda
    Lam \\Lambda  Si \\Sigma  De \\Delta  dl \\delta  sig \\sigma  vphi \\varphi  vp \\varphi
    bDelta \\boldsymbol{\\Delta}  ot \\otimes  semidirect \\rtimes  rar \\rightarrow  rta \\rightarrow
    goto \\rightarrow  pa \\partial  iy \\infty  half {\\frac12}  ltsim \\lesssim  lta \\lesssim  ltap \\lesssim
    siml \\lesssim  lapprox \\lesssim  alt \\lesssim  gtsim \\gtrsim  gta \\gtrsim  gtap \\gtrsim  simg \\gtrsim
    gapprox \\gtrsim  agt \\gtrsim  gev \\mathrm{GeV}  GEV \\mathrm{GeV}  mev \\mathrm{MeV}  kev \\mathrm{keV}
    KEV \\mathrm{keV}  tev \\mathrm{TeV}  kpc \\mathrm{kpc}  Mpc \\mathrm{Mpc}  Gpc \\mathrm{Gpc}
    kms \\mathrm{km/s}  msun {M_\\odot}  Msun {M_\\odot}  MSun {M_\\odot}  msol {M_\\odot}  Lsun {L_\\odot}
    Rsun {R_\\odot}  invfb \\mathrm{fb}^{-1}  ifb \\mathrm{fb}^{-1}  invpb \\mathrm{pb}^{-1}  ttbar {t\\bar{t}}
    ppbar {p\\bar{p}}  qqbar {q\\bar{q}}  jpsi {J/\\psi}  Jpsi {J/\\psi}  etap {\\eta'}  etp {\\eta'}
    pip {\\pi^+}  pim {\\pi^-}  piz {\\pi^0}  Kp {K^+}  Km {K^-}  arcdeg {^\\circ}  degr {^\\circ}  arcmin {'}
    farcs {.''}  farcm {.'}  esssup \\operatorname{ess\\,sup}  bigO {O}
"""
_NAMES = (
    "PSL PGL PSU PSO PSp SU Sp GSpin OSp Sym Alt Diff Spin Pic Gr Mat Rep Fix Ind Lie Prob BMO bmo Cay Adj CP RP "
    "gl loc dist reg diam card ord conv aff vol depth Vol Res Irr irr Div Proj Isom Lip Per Par Pred Ann Ker "
    "Coker Jac Stab Inj Osc Tan Sing Supp Mod Top Emb OPT KKT ReLU XOR codim spec dom ind lex perm meas "
    "aut cat arctanh soc area Higgs Curl Log Lin op id Id avg ball"
)
_WITH_ARGUMENT = {"wt": "widetilde", "wh": "widehat", "ov": "overline", "mc": "mathcal", "roman": "mathrm"}
_ANGLES = {"la": "\\langle", "ra": "\\rangle"}
_GREEK_OR_ABOUT = {"la": ("\\lambda", "\\lesssim"), "ga": ("\\gamma", "\\gtrsim")}
_AFTER_LETTER = pattern(r"[\^_)=>,'}/:]|\\(?:to|in|ge|geq|ne|ll|gg|ga)(?![A-Za-z])|$")
_AFTER_ABOUT = pattern(r"~?\d|\\,\s*\d")
_DIMENSION = pattern(r"\^\s*\{?\s*[Nnd]")
_INDEXED = pattern(r"_\s*\{?\s*[A-Z]")
_TWO_GROUPS = pattern(r"\{[^{}]*\}\s*\{")


def _expansions() -> dict[str, str]:
    words = _TABLE.split()
    table = dict(zip(words[::2], words[1::2], strict=True))
    return table | {name: f"\\operatorname{{{name}}}" for name in _NAMES.split()}


_EXPANSIONS = _expansions()
_FORMS = ((_SCRIPT, "mathcal"), (_DOUBLE_STRUCK, "mathbb"), (_BOLD, "boldsymbol"), (_BARRED, "bar"))


def expand_shorthands(formula: str) -> str:
    """Expand the known author-defined commands in a formula."""
    angles = formula.count("\\la") == formula.count("\\ra") and _COMMAND.search(formula) is not None

    def written(match: re.Match[str]) -> str:
        name, before, after = match[1], formula[: match.start()], formula[match.end() :]
        if name in COMMANDS:
            return match[0]
        known = _ANGLES[name] if angles and name in _ANGLES else _expansion(name, before, after)
        return f"{known} " if known else match[0]

    return _COMMAND.sub(written, formula)


def _expansion(name: str, before: str, after: str) -> str:
    if name in _WITH_ARGUMENT:
        return "\\" + _WITH_ARGUMENT[name] if after[:1] not in ("_", "^", "", "(", ")", ",") else ""
    if name == "f":
        return "\\frac" if _TWO_GROUPS.match(after) else ""
    if after[:1] == "{":
        return ""  # with an argument, it is another command
    if name in _GREEK_OR_ABOUT:
        letter, about = _GREEK_OR_ABOUT[name]
        return about if _AFTER_ABOUT.match(after) else letter if _AFTER_LETTER.match(after) else ""
    if name == "ra":
        return "" if "|" in before or "\\la" in before else "\\rightarrow"
    if name == "BR":
        return "\\mathrm{BR}" if after[:1] == "(" else "\\mathbb{R}" if after.lstrip("}")[:1] == "^" else ""
    if name == "rr":
        return "\\mathbb{R}" if _DIMENSION.match(after) else ""
    if name == "O":
        return _SANS_SERIF["O"] if _INDEXED.match(after) else ""
    if name == "dd":
        return "\\mathrm{d}" if after[:1].isalpha() or after[:1] == "\\" else ""
    return _EXPANSIONS.get(name) or _letter(name, before, after)


def _is_set(name: str, before: str, after: str) -> bool:
    """Whether ``\\R`` or ``\\Z`` is where a set of numbers is expected; elsewhere it may be a ring or a centre."""
    if after[:1] == "(":
        return False
    as_argument = _ARGUMENT_BEFORE.search(before) and _ARGUMENT_AFTER.match(after)
    return bool(as_argument or _SET_BEFORE.search(before) or _SET_AFTER[name].match(after))


def _letter(name: str, before: str, after: str) -> str:
    """Return a letter in one of the alphabets; "" if the name is no known form of a letter."""
    letter = name[0]
    if name in _SET_AFTER and _is_set(name, before[-12:], after):
        return f"\\mathbb{{{name}}}"
    if after[:1].isdigit():
        return ""  # the number is part of a name: ``\\Y1S``
    if (len(name) == 1 and letter in _SAME_LETTER) or (name == 2 * letter and letter in _SAME_LETTER_TWICE):
        return "" if name == "A" and before.rstrip("~ ")[-1:].isdigit() else _SANS_SERIF[letter]
    for form, command in _FORMS:
        match = form.fullmatch(name)
        if match:
            shown = match[1] or match[2]
            return f"\\{command}{{{shown if len(shown) == 1 else chr(92) + shown}}}"
    return ""
