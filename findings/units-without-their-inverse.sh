#!/bin/sh
# quantulum3 0.10.0, which finds quantities in text, leaves out a power with a raised minus: 139 fb⁻¹ of collisions, a
# luminosity, are 139 femtobarns, a cross section, and a speed in km s⁻¹ is kilometres times seconds. Its list of raised
# signs has the digits only, so ² and ³ are right, and so are ^-1 and a slash. It knows no parsec, either, and puts the
# unit together from others: 5 kpc are kilopond times speed of light. Nothing is reported.
# Seen with Python 3.11, without the optional classifier:
#   139 fb⁻¹     femtobarn            139 fb^-1     inverse femtobarn
#   300 km s⁻¹   kilometre second     300 km s^-1   kilometre per second
#   5 cm⁻³       centimetre           5 cm^-3       per cubic centimetre
#   9.8 m s⁻²    metre second         9.8 m/s²      metre per square second
#   5 kpc        kilogram-force speed of light
#   5 Mpc        megapixel speed of light
# The script fails if one of these changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q install quantulum3==0.10.0
PYTHONUTF8=1 "$folder/venv/bin/python" -W ignore - <<'PYTHON'
import sys

from quantulum3 import parser

SEEN = {
    "139 fb⁻¹": "femtobarn",
    "139 fb^-1": "inverse femtobarn",
    "300 km s⁻¹": "kilometre second",
    "300 km s^-1": "kilometre per second",
    "5 cm⁻³": "centimetre",
    "5 cm^-3": "per cubic centimetre",
    "9.8 m s⁻²": "metre second",
    "9.8 m/s²": "metre per square second",
    "5 kpc": "kilogram-force speed of light",
    "5 Mpc": "megapixel speed of light",
}
changed = False
for quantity, seen in SEEN.items():
    found = [(str(each.value), each.unit.name) for each in parser.parse(f"We measure {quantity} here.")]
    print(f"{quantity:12} {found}")
    changed |= found != [(str(float(quantity.split()[0])), seen)]
sys.exit(changed)
PYTHON
