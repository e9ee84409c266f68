#!/bin/sh
# biblatex-csl-converter 3.6.0, by which Fidus Writer reads bibliographies, joins the first and the last page of every
# paper that it reads from RIS, PubMed's NBIB, EndNote's ENW or CSL JSON: pages 100 to 110 are page 100110, and PubMed's
# short form 123-9 is page 1239. Its readers of these formats put both pages into one end of the range, so no program
# that gets the BibLaTeX or CSL JSON it writes can tell. The same pages from a .bib file are right. It reports no error.
# Seen with Node.js 20 (read from: page in CSL JSON | pages in BibLaTeX):
#   RIS   SP 100, EP 110    100110 | 100110      RIS   SP L12, EP L15    L12L15 | L12L15
#   NBIB  PG 123-9          1239 | 1239          ENW   %P 100-110        100110 | 100110
#   CSL   page 100-110      100110 | 100110      .bib  pages 100--110    100-110 | 100--110
# The script fails if one of these changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error biblatex-csl-converter@3.6.0 >/dev/null
cat > pages.mjs <<'NODE'
import {
  BibLatexExporter, CSLExporter, parse, parseCSL, parseENW, parseNBIB, parseRIS,
} from "biblatex-csl-converter";

const paper = ["TY  - JOUR", "AU  - Smith, Ann", "TI  - Trees", "JO  - J. Graphs", "PY  - 2020"];
const ris = (first, last) => parseRIS([...paper, `SP  - ${first}`, `EP  - ${last}`, "ER  - \n"].join("\n"));
const nbib = "\nDP  - 2020\nTI  - Trees\nPG  - 123-9\nFAU - Smith, Ann\nJT  - J. Graphs\n";
const enw = "%0 Journal Article\n%A Smith, Ann\n%T Trees\n%J J. Graphs\n%D 2020\n%P 100-110\n";
const csl = {
  trees: {
    id: "trees", type: "article-journal", title: "Trees", "container-title": "J. Graphs", page: "100-110",
    author: [{ family: "Smith", given: "Ann" }], issued: { "date-parts": [[2020]] },
  },
};
const bib = "@article{trees, author={Smith, Ann}, title={Trees}, journal={J. Graphs}, year={2020}, pages={100--110}}";
const papers = [
  ["RIS   SP 100, EP 110", ris("100", "110"), "100110", "100110"],
  ["RIS   SP L12, EP L15", ris("L12", "L15"), "L12L15", "L12L15"],
  ["NBIB  PG 123-9", parseNBIB(nbib), "1239", "1239"],
  ["ENW   %P 100-110", parseENW(enw), "100110", "100110"],
  ["CSL   page 100-110", parseCSL(csl), "100110", "100110"],
  [".bib  pages 100--110", parse(bib, {}), "100-110", "100--110"],
];
let changed = false;
for (const [name, read, page, pages] of papers) {
  const entries = read.entries ?? read;
  const [written] = Object.values(new CSLExporter(entries).parse());
  const [, field] = new BibLatexExporter(entries).parse().match(/pages = \{(.*?)\}/);
  console.log(name.padEnd(21), written.page.padEnd(8), field.padEnd(9), "errors:", read.errors?.length ?? 0);
  changed ||= written.page !== page || field !== pages || read.errors?.length > 0;
}
if (changed) console.error("the outputs have changed");
process.exit(changed ? 1 : 0);
NODE
node pages.mjs
