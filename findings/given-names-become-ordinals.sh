#!/bin/sh
# inspire-utils 3.0.70, with which INSPIRE brings the names of authors into one form, takes the Roman numbers from VI to
# XV for endings of names like "Jr.", and "Ed" for the title of an editor, in capitals or not. Xi and Vi, though, are
# frequent given names in China and Vietnam: Yu Xi Zhang becomes Yu Zhang the Eleventh. Of a family name of two words
# the first becomes the given name. Of an author whose given name is Ed only the family name is left, and it is kept as
# a given name: the forms of the name that the library looks for are "smith" and "s". Nothing is raised.
# Seen with Python 3.11 and nameparser 1.1.3, which is the version that it asks for:
#   Zhang, Yu Xi     Zhang, Yu, XI           Santos Silva, Xi     Silva, Santos, XI
#   Nguyen, Thi Vi   Nguyen, Thi, VI         Smith, Ed            Smith
#   Zhang, Yu-Xi     as written              Smith, Edward        as written
# The script fails if one of these changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q install inspire-utils==3.0.70 nameparser==1.1.3
PYTHONUTF8=1 "$folder/venv/bin/python" - <<'PYTHON'
import sys

from inspire_utils.name import ParsedName, generate_name_variations, normalize_name

SEEN = {
    "Zhang, Yu Xi": ("Zhang, Yu, XI", ["Yu"]),
    "Nguyen, Thi Vi": ("Nguyen, Thi, VI", ["Thi"]),
    "Santos Silva, Xi": ("Silva, Santos, XI", ["Santos"]),
    "Smith, Ed": ("Smith", ["Smith"]),
    "Zhang, Yu-Xi": ("Zhang, Yu-Xi", ["Yu-Xi"]),
    "Smith, Edward": ("Smith, Edward", ["Edward"]),
}
changed = False
for name, seen in SEEN.items():
    found = (normalize_name(name), ParsedName(name).first_list)
    print(f"{name:20}", f"{found[0]:21}", "given names:", found[1])
    changed = changed or found != seen
forms = sorted(filter(None, generate_name_variations("Smith, Ed")))
print("forms of Smith, Ed:", forms)
changed = changed or forms != ["s", "smith"]
sys.exit("the outputs have changed" if changed else 0)
PYTHON
