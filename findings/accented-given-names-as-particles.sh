#!/bin/sh
# pandoc 3.9 and Citation.js 0.8.2 take a given name for a particle, like "van", if BibTeX spells its first letter as an
# accented capital: {\'{E}}va Kov{\'{a}}cs, the form that dblp writes for every author, with the given name first.
# BibTeX goes by the letter itself, a capital, and so does pybtex 0.26.1; bibtexparser 2.1.0 only sees a particle where
# such a name comes second. The person has no given name any more. Where pandoc writes BibTeX again, family and given
# name are one word; where Citation.js writes RIS, the given name is gone.
# With the family name first, or with É itself, all four are right.
# Seen with Python 3.11 and Node.js 20 (given name|particle|family name):
#   {\'{E}}va Kov{\'{a}}cs  pandoc, Citation.js |Éva|Kovács    pandoc's BibTeX KovácsÉva         RIS Kovács
#   {\L}ukasz Nowak         pandoc, Citation.js |Łukasz|Nowak  pandoc's BibTeX NowakŁukasz       RIS Nowak
#   Ann {\'{E}}milie Berg   the three Ann|Émilie|Berg          pandoc's BibTeX Berg, Ann Émilie  RIS Berg, Ann
# The script fails if one of these changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error \
  @citation-js/core@0.8.2 @citation-js/plugin-bibtex@0.8.2 @citation-js/plugin-ris@0.8.2 >/dev/null
python3 -m venv venv
venv/bin/pip -q install pypandoc_binary==1.17 pybtex==0.26.1 bibtexparser==2.1.0
cat > names.bib <<'BIB'
@article{first, author = {{\'{E}}va Kov{\'{a}}cs}, title = {Trees}, journal = {J. Graphs}, year = {2020}}
@article{stroke, author = {{\L}ukasz Nowak}, title = {Trees}, journal = {J. Graphs}, year = {2020}}
@article{second, author = {Ann {\'{E}}milie Berg}, title = {Trees}, journal = {J. Graphs}, year = {2020}}
@article{turned, author = {Kov{\'{a}}cs, {\'{E}}va}, title = {Trees}, journal = {J. Graphs}, year = {2020}}
@article{itself, author = {Éva Kovács}, title = {Trees}, journal = {J. Graphs}, year = {2020}}
BIB
cat > names.mjs <<'NODE'
import { readFileSync } from "node:fs";
import { Cite } from "@citation-js/core";
import "@citation-js/plugin-bibtex";
import "@citation-js/plugin-ris";

const { data } = new Cite(readFileSync("names.bib", "utf8"));
const ris = (item) => new Cite(item).format("ris").match(/^AU {2}- (.*)$/m)[1];
console.log(JSON.stringify({ data, ris: Object.fromEntries(data.map((item) => [item.id, ris(item)])) }));
NODE
node names.mjs > citation-js.json
PYTHONUTF8=1 venv/bin/python - <<'PYTHON'
import json
import pathlib
import re
import sys

import bibtexparser
import pypandoc
from bibtexparser.middlewares import SeparateCoAuthors, SplitNameParts
from pybtex.database import parse_file

SEEN = {
    "first": ("|Éva|Kovács", "KovácsÉva", "Kovács"),
    "stroke": ("|Łukasz|Nowak", "NowakŁukasz", "Nowak"),
    "second": ("Ann|Émilie|Berg", "Berg, Ann Émilie", "Berg, Ann"),
    "turned": ("Éva||Kovács", "Kovács, Éva", "Kovács, Éva"),
    "itself": ("Éva||Kovács", "Kovács, Éva", "Kovács, Éva"),
}
PARTS = (("given",), ("dropping-particle", "non-dropping-particle"), ("family",))


def names(items):
    """The author of each item of CSL-JSON: given name, particle and family name."""
    authors = {item["id"]: item["author"][0] for item in items}
    return {key: "|".join("".join(author.get(name, "") for name in part) for part in PARTS) for key, author in authors.items()}


pandoc = names(json.loads(pypandoc.convert_file("names.bib", "csljson", format="bibtex")))
read = json.loads(pathlib.Path("citation-js.json").read_text())
citation_js, ris = names(read["data"]), read["ris"]
bibtex = pypandoc.convert_file("names.bib", "bibtex", format="bibtex")
written = dict(re.findall(r"@article\{(\w+),\s+author = \{(.*?)\},\n", bibtex))
split = bibtexparser.parse_file("names.bib", append_middleware=[SeparateCoAuthors(), SplitNameParts()]).entries_dict
particles = {
    "bibtexparser": [key for key in SEEN if split[key]["author"][0].von],
    "pybtex": [key for key, each in parse_file("names.bib").entries.items() if each.persons["author"][0].prelast_names],
}
for key in SEEN:
    print(f"{key:6}  pandoc {pandoc[key]:15}  Citation.js {citation_js[key]:15}", end="  ")
    print(f"pandoc's BibTeX {written[key]:16}  Citation.js's RIS {ris[key]}")
print("a particle is seen in:", particles)
same = all(seen == (pandoc[key], written[key], ris[key]) and seen[0] == citation_js[key] for key, seen in SEEN.items())
sys.exit(0 if same and particles == {"bibtexparser": ["second"], "pybtex": []} else "the outputs have changed")
PYTHON
