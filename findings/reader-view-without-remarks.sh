#!/bin/sh
# Readability 0.6.0, the reader view of Firefox and of many programs that save pages, and readability-lxml 0.9, its
# relative in Python, leave every "Remark" out of a mathematical paper on arXiv. LaTeXML names the class of a theorem
# after the environment in which the author wrote it (ltx_theorem_remark), and both programs take an element with
# "remark" in its class for readers' comments below an article. The theorems around it stay, and so does a remark whose
# author called the environment "rem": of two papers with the same printed headings, one is whole. Nothing marks the gap.
# Seen with Node.js 20 and Python 3.11, in a page with the markup of arXiv's HTML:
#   \begin{theorem}   kept     \begin{remark}    gone
#   \begin{example}   kept     \begin{rem}       kept
# The script fails if this changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error @mozilla/readability@0.6.0 linkedom@0.18.15 >/dev/null
python3 -m venv venv
venv/bin/pip -q install --upgrade pip==26.3
venv/bin/pip -q install readability-lxml==0.9
cat > page.mjs <<'NODE'
import { writeFileSync } from "node:fs";
import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";

const paragraph = (id, text) => `<div id="${id}" class="ltx_para"><p id="${id}.1" class="ltx_p">${text}</p></div>`;
const theorem = (number, environment, heading, text) =>
  `<div id="S1.Thmtheorem${number}" class="ltx_theorem ltx_theorem_${environment}">
<h6 class="ltx_title ltx_runin ltx_title_theorem">
<span class="ltx_tag ltx_tag_theorem">${heading} 1.${number}</span>.</h6>
${paragraph(`S1.Thmtheorem${number}.p1`, text)}</div>`;
const prose = (number) =>
  paragraph(
    `S1.p${number}`,
    "Let the group act on a tree without inversions, and let the stabiliser of each vertex be compact. Then the " +
      `quotient has finite volume exactly if the sum over the vertices converges, as in part ${number} of this section.`,
  );
const page = `<!DOCTYPE html><html lang="en"><head><title>Groups acting on trees</title></head><body>
<div class="ltx_page_main"><div class="ltx_page_content"><article class="ltx_document">
<h1 class="ltx_title ltx_title_document">Groups acting on trees</h1>
<section id="S1" class="ltx_section"><h2 class="ltx_title ltx_title_section">1 Introduction</h2>
${[1, 2, 3, 4].map(prose).join("\n")}
${theorem(1, "theorem", "Theorem", "Every lattice of this kind is finitely generated.")}
${theorem(2, "remark", "Remark", "The theorem is false if the tree is not locally finite.")}
${theorem(3, "rem", "Remark", "The bound is not known to be sharp.")}
${theorem(4, "example", "Example", "The tree of a local field is of this kind.")}
${[5, 6, 7, 8].map(prose).join("\n")}
</section></article></div></div></body></html>`;
writeFileSync("page.html", page);
writeFileSync("readability.html", new Readability(parseHTML(page).document).parse().content);
NODE
node page.mjs
venv/bin/python - <<'PYTHON'
import pathlib
import sys

from readability import Document

SEEN = {
    "theorem": ("Every lattice of this kind", True),
    "remark": ("The theorem is false if", False),
    "rem": ("The bound is not known", True),
    "example": ("The tree of a local field", True),
}
read = lambda name: pathlib.Path(name).read_text(encoding="utf-8")
views = {"Readability": read("readability.html"), "readability-lxml": Document(read("page.html")).summary()}
changed = False
for environment, (words, seen) in SEEN.items():
    for program, view in views.items():
        print(f"\\begin{{{environment}}}".ljust(16), program.ljust(17), "kept" if words in view else "gone")
        changed = changed or (words in view) != seen
sys.exit("the outputs have changed" if changed else 0)
PYTHON
