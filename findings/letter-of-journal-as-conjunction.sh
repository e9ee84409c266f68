#!/bin/sh
# pyiso4 0.1.6, which abbreviates the names of journals by ISO 4, takes the letter of a journal for a conjunction where
# another language has one, like the Italian "e", and leaves it out. Physical Review E becomes Physical Review, which
# ended in 1969 and had volumes of the same numbers; Journal de Physique I becomes its predecessor, and Physica E the
# name that A to E have in common. Letters that are no word are kept, and A, an English article, is kept as well.
# Seen with Python 3.11:
#   Physical Review D   Phys. Rev. D      European Physical Journal A    Eur. Phys. J. A
#   Physical Review A   Phys. Rev. A      European Physical Journal E    Eur. Phys. J.
#   Physical Review E   Phys. Rev.        Journal de Physique II         J. Phys. II
#   Physica E           Physica           Journal de Physique I          J. Phys.
# The script fails if one of these changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q install pyiso4==0.1.6
PYTHONUTF8=1 "$folder/venv/bin/python" - <<'PYTHON'
import sys

from pyiso4.ltwa import Abbreviate

SEEN = {
    "Physical Review A": "Phys. Rev. A",
    "Physical Review D": "Phys. Rev. D",
    "Physical Review E": "Phys. Rev.",
    "Physical Review": "Phys. Rev.",
    "European Physical Journal A": "Eur. Phys. J. A",
    "European Physical Journal E": "Eur. Phys. J.",
    "Physica E": "Physica",
    "Journal de Physique I": "J. Phys.",
    "Journal de Physique II": "J. Phys. II",
}
abbreviate = Abbreviate.create()
changed = False
for journal, seen in SEEN.items():
    found = abbreviate(journal)
    print(f"{journal:30}", found)
    changed = changed or found != seen
sys.exit("the outputs have changed" if changed else 0)
PYTHON
