#!/bin/sh
# Typst 0.15.2 joins the numbers of a list of pages. "7,41,73--97", the example in BibTeX's own manual of what the field
# may hold, is printed as pages 74173-97, and two pages 12, 15 as page 1215, in the styles of the IEEE, APA and Chicago
# alike. It also takes the zero from article numbers such as 051702 of Physical Review D and 033 of JCAP, whose place
# numbers are fixed, and a paper of a season (date 2020-21, spring 2020 in BibLaTeX) has no year at all.
# Seen (style of the IEEE):
#   7,41,73--97   pp. 74173–97      051702        p. 51702
#   12, 15        pp. 1215          033           p. 33
#   1--3, 7       pp. 1–37          date 2020-21  no year; "n.d." in the style of the APA
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

import typst

SEEN = (
    ("pages = {7,41,73--97}, year = {2020}", "pp. 74173–97, 2020.", "74173–97."),
    ("pages = {12, 15}, year = {2020}", "pp. 1215, 2020.", "1215."),
    ("pages = {1--3, 7}, year = {2020}", "pp. 1–37, 2020.", "1–37."),
    ("pages = {051702}, year = {2020}", "p. 51702, 2020.", "51702."),
    ("pages = {033}, year = {2020}", "p. 33, 2020.", "33."),
    ("date = {2020-21}", "vol. 101.", "(n.d.). On stars. Phys. Rev. D, 101."),
)
folder = pathlib.Path(sys.argv[1])


def printed(fields, style):
    """The text of a bibliography of one entry with these fields."""
    common = "author = {Smith, Ann}, title = {On stars}, journal = {Phys. Rev. D}, volume = {101}"
    (folder / "list.bib").write_text(f"@article{{key, {common}, {fields}}}")
    (folder / "page.typ").write_text(f'@key #bibliography("list.bib", style: "{style}")')
    page = typst.compile(str(folder / "page.typ"), format="html").decode()
    return html.unescape(re.sub(r"<[^>]*>", "", page)).strip()


changed = False
for fields, ieee, apa in SEEN:
    found = (printed(fields, "ieee"), printed(fields, "apa"))
    print(f"{fields:37}", " | ".join(text.splitlines()[-1] for text in found))
    changed = changed or not (found[0].endswith(ieee) and found[1].endswith(apa))
sys.exit("the outputs have changed" if changed else 0)
PYTHON
