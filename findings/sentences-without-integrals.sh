#!/bin/sh
# pySBD 0.3.4, which splits text into sentences, leaves out every sentence with a contour or surface integral, and all of a
# sentence up to the sign of the Sun, in which masses of stars are given: "Not all stars above 8 M☉ explode." becomes
# "explode.". While it works, it marks full stops that end no sentence with ∮ and ∯, and ?! with ☉, and turns these
# signs back at the end, also those of the text. Then it looks for the sentences in the text, to keep their blanks, and
# leaves out what it does not find. Its code calls this form, which is the default, nondestructive. With clean=True the
# sentences are kept, with a full stop or ?! for the sign. syntok 1.4.4 and segtok 1.5.11 keep the signs.
# Seen with Python 3.11 (one sentence a line):
#   We show that ∮ E·dl = 0. The rest is known.     The rest is known.
#   A flux ∯ B·dA = 0 is assumed. It may fail.      It may fail.
#   Not all stars above 8 M☉ explode. Some fade.    explode.
#                                                   Some fade.
#   the last one with clean=True                    Not all stars above 8 M?!
#                                                   explode.
#                                                   Some fade.
# The script fails if one of these changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q install pysbd==0.3.4 syntok==1.4.4 segtok==1.5.11
PYTHONUTF8=1 "$folder/venv/bin/python" - <<'PYTHON'
import sys

import pysbd
import syntok.segmenter
from segtok.segmenter import split_single

CONTOUR = ("We show that ∮ E·dl = 0.", "The rest is known.")
SURFACE = ("A flux ∯ B·dA = 0 is assumed.", "It may fail.")
SUN = ("Not all stars above 8 M☉ explode.", "Some fade.")
LINE = ("We show that ∫ E·dl = 0.", "The rest is known.")
kept = pysbd.Segmenter(language="en", clean=False)
cleaned = pysbd.Segmenter(language="en", clean=True)
SEEN = (
    (kept, CONTOUR, ["The rest is known."]),
    (kept, SURFACE, ["It may fail."]),
    (kept, SUN, ["explode.", "Some fade."]),
    (kept, LINE, list(LINE)),
    (cleaned, CONTOUR, ["We show that . E·dl = 0.", "The rest is known."]),
    (cleaned, SURFACE, ["A flux . B·dA = 0 is assumed.", "It may fail."]),
    (cleaned, SUN, ["Not all stars above 8 M?!", "explode.", "Some fade."]),
)
changed = False
for splitter, sentences, seen in SEEN:
    text = " ".join(sentences)
    found = [sentence.strip() for sentence in splitter.segment(text)]
    print(f"{text:47} {' | '.join(found)}")
    changed |= found != seen
for sentences in (CONTOUR, SURFACE, SUN):
    text = " ".join(sentences)
    changed |= [sentence.strip() for sentence in split_single(text)] != list(sentences)
    words = [word for paragraph in syntok.segmenter.process(text) for sentence in paragraph for word in sentence]
    changed |= "".join(word.spacing + word.value for word in words) != text
sys.exit(changed)
PYTHON
