#!/bin/sh
# academic 0.11.2, which makes the pages of a person's papers for Hugo from a .bib file, reads it without its braces.
# Each page offers the entry to those who cite the paper, and it has other numbers and authors: in TeX, 10^12 is 10 to
# the 1 and a 2 behind it, and a group with "and" in its name is two persons. On the page itself, whose formulas are
# typeset, too, commands have lost their backslashes as well: "not equal" is n times e times q. Nothing is reported.
# The comment on the function that changes the entries, of bibtexparser 1.4.4, speaks of accents only.
# Seen with Python 3.11:
#   .bib    {$10^{12}$ stars, $x_{12} \neq 0$}      {{Institute of Stars and Planets} and Smith, Ann}
#   entry   {$10^12$ stars, $x_12 \neq 0$}          {Institute of Stars and Planets and Smith, Ann}
#   page    $10^12$ stars, $x_12 neq 0$             Institute of Stars; Planets; Ann Smith
# The script fails if one of these changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip -q install academic==0.11.2 bibtexparser==1.4.4
cat > papers.bib <<'BIB'
@article{stars,
  title = {$10^{12}$ stars, $x_{12} \neq 0$},
  author = {{Institute of Stars and Planets} and Smith, Ann},
  journal = {J. Stars},
  year = {2020}
}
BIB
PYTHONUTF8=1 venv/bin/academic import papers.bib pages >/dev/null
PYTHONUTF8=1 venv/bin/python - <<'PYTHON'
import pathlib
import re
import sys

SEEN = {
    "title of the entry": "$10^12$ stars, $x_12 \\neq 0$",
    "authors of the entry": "Institute of Stars and Planets and Smith, Ann",
    "title of the page": "$10^12$ stars, $x_12 neq 0$",
    "authors of the page": "Institute of Stars; Planets; Ann Smith",
}
entry = pathlib.Path("pages/stars/cite.bib").read_text(encoding="utf-8")
page = pathlib.Path("pages/stars/index.md").read_text(encoding="utf-8")
authors = re.search(r"^authors:\n((?:- .*\n)+)", page, re.MULTILINE)[1]
found = {
    "title of the entry": re.search(r" title = \{(.*)\}", entry)[1],
    "authors of the entry": re.search(r" author = \{(.*)\}", entry)[1],
    "title of the page": re.search(r"^title: '?(.*?)'?$", page, re.MULTILINE)[1],
    "authors of the page": "; ".join(line.strip("- '") for line in authors.splitlines()),
}
for key, text in found.items():
    print(f"{key:21}", text)
sys.exit("the outputs have changed" if found != SEEN else 0)
PYTHON
