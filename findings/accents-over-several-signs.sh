#!/bin/sh
# UnicodeIt 0.7.5 and pylatexenc 2.11, which turn the TeX of titles and abstracts into Unicode, change what a formula
# says without an error or a mark:
# - UnicodeIt loses what follows the first sign under an accent of several signs. The plus of \overline{a+b} and the B of
#   \hat{AB} are gone, and a bracket without its partner is left. In an exponent it writes a sign that it has no
#   superscript for at the height of the line, with a second ^ in the middle of the exponent.
# - pylatexenc drops every \overline, though it keeps \bar: \overline{p}p, an antiproton and a proton, reads pp. It
#   writes a fraction without brackets: (a+b)/c and a+b/c read the same, as do 1/(2x) and 1/2x.
# Seen with Python 3.11:
#   \overline{a+b}   UnicodeIt a̅b}         pylatexenc a+b
#   \overline{p}p    UnicodeIt p̅p          pylatexenc pp
#   \hat{AB}         UnicodeIt Â}          pylatexenc ÂB̂
#   e^{-E/kT}        UnicodeIt e⁻ᴱ^/ᵏᵀ    pylatexenc e^-E/kT
#   \frac{a+b}{c}    UnicodeIt as written   pylatexenc a+b/c
#   \frac{1}{2x}     UnicodeIt as written   pylatexenc 1/2x
# The script fails if one of these changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q install unicodeit==0.7.5 pylatexenc==2.11
PYTHONUTF8=1 "$folder/venv/bin/python" - <<'PYTHON'
import sys

import unicodeit
from pylatexenc.latex2text import LatexNodes2Text

SEEN = {
    r"\overline{a+b}": ("a\u0305b}", "a+b"),
    r"\overline{p}p": ("p\u0305p", "pp"),
    r"\bar{p}p": ("p\u0305p", "p\u0305p"),
    r"\hat{AB}": ("A\u0302}", None),
    r"e^{-E/kT}": ("e\u207b\u1d31^/\u1d4f\u1d40", "e^-E/kT"),
    r"\frac{a+b}{c}": (r"\frac{a+b}{c}", "a+b/c"),
    r"a+\frac{b}{c}": (r"a+\frac{b}{c}", "a+b/c"),
    r"\frac{1}{2x}": (r"\frac{1}{2x}", "1/2x"),
}
to_text = LatexNodes2Text(math_mode="text").latex_to_text
changed = False
for formula, seen in SEEN.items():
    found = (unicodeit.replace(formula), to_text(f"${formula}$"))
    print(f"{formula:16} UnicodeIt {found[0]!a:30} pylatexenc {found[1]!a}")
    changed = changed or any(was is not None and was != now for was, now in zip(seen, found))
sys.exit("the outputs have changed" if changed else 0)
PYTHON
