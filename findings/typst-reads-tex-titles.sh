#!/bin/sh
# Typst 0.15.2 reads the TeX between the dollar signs of a title in a .bib file as its own mathematics, in which a
# backslash only protects the next letter. If the rest happens to be a word of Typst's, a wrong formula is printed
# without a warning: an inequality turns into an equation, a beta into b times eta. Where it is no such word, the TeX
# is left as it is, so \alpha beside \beta is no wrong sign, only raw. Braces of scripts are printed.
# Seen in the style of the IEEE:
#   $\beta$-decay        bη-decay          $a \neq b$     an = b
#   $x \leq 2$           xl = 2            $x \geq 2$     xg = 2
#   $5 \pm 2$            5pm2              $10^{-3}$      10^{−3}
#   $\alpha$-decay       \alpha-decay      $\zeta$        zη
# The script fails if one of these changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q install typst==0.15.2
PYTHONUTF8=1 "$folder/venv/bin/python" - "$folder" <<'PYTHON'
import html
import pathlib
import re
import sys
import unicodedata

import typst

SEEN = {
    r"$\beta$-decay": "bη-decay",
    r"$\alpha$-decay": r"\alpha-decay",
    r"$\zeta$": "zη",
    r"$a \neq b$": "an=b",
    r"$x \leq 2$": "xl=2",
    r"$x \geq 2$": "xg=2",
    r"$5 \pm 2$": "5pm2",
    "$10^{-3}$": "10{−3}",
}
folder = pathlib.Path(sys.argv[1])
changed = False
for title, seen in SEEN.items():
    common = "author = {Smith, Ann}, journal = {J}, year = {2020}"
    (folder / "list.bib").write_text(f"@article{{key, title = {{{title}}}, {common}}}")
    (folder / "page.typ").write_text('@key #bibliography("list.bib", style: "ieee")')
    page = typst.compile(str(folder / "page.typ"), format="html").decode()
    text = unicodedata.normalize("NFKC", html.unescape(re.sub(r"<[^>]*>", "", page)))
    found = re.search("“(.*?),?”", text, re.DOTALL).group(1)
    print(f"{title:16}", found)
    changed = changed or found != seen
sys.exit("the outputs have changed" if changed else 0)
PYTHON
