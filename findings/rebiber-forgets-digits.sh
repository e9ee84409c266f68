#!/bin/sh
# rebiber 1.1.3, which completes BibTeX entries from the lists of conferences that it brings along, keeps only the
# letters of a title when it looks for the paper, and compares nothing else. Titles that differ by a year or a number are
# one to it: the entry of a shared task is replaced as a whole, under its own key, by the paper of another year, with
# other authors, pages and link, and the DOI of the right one is dropped. It reports the entry as converted.
# Seen with Python 3.11:
#   asked for   SemEval-2016 Task 4: Sentiment Analysis in Twitter (S16-1001)
#   written     SemEval-2013 Task 2: Sentiment Analysis in Twitter (S13-2052)
#   asked for   Findings of the 2018 Conference on Machine Translation (WMT18) (W18-6401)
#   written     Findings of the 2017 Conference on Machine Translation (WMT17) (W17-4717)
# The script fails if this changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q install rebiber==1.1.3 bibtexparser==1.4.4
cat > "$folder/asked.bib" <<'BIB'
@inproceedings{sentiment2016,
  title = {{SemEval}-2016 Task 4: Sentiment Analysis in {Twitter}},
  author = {{Organisers of Task 4}},
  booktitle = {Proceedings of SemEval-2016},
  year = {2016},
  pages = {1--18},
  doi = {10.18653/v1/S16-1001}
}

@inproceedings{translation2018,
  title = {Findings of the 2018 Conference on Machine Translation ({WMT}18)},
  author = {{Organisers of the Conference}},
  booktitle = {Proceedings of the Third Conference on Machine Translation},
  year = {2018},
  pages = {272--303},
  doi = {10.18653/v1/W18-6401}
}
BIB
"$folder/venv/bin/rebiber" -i "$folder/asked.bib" -o "$folder/written.bib" | grep '^Converted'
"$folder/venv/bin/python" - "$folder/written.bib" <<'PYTHON'
import sys

import bibtexparser

SEEN = {
    "sentiment2016": ("2013", "312--320", "https://aclanthology.org/S13-2052"),
    "translation2018": ("2017", "169--214", "https://aclanthology.org/W17-4717"),
}
with open(sys.argv[1], encoding="utf-8") as file:
    entries = bibtexparser.load(file).entries_dict
for key, entry in entries.items():
    print(key, "is now:", entry["title"], entry["year"], entry["url"])
found = {key: (entry["year"], entry["pages"], entry["url"]) for key, entry in entries.items()}
sys.exit("the outputs have changed" if found != SEEN else 0)
PYTHON
