#!/bin/sh
# biblatex-csl-converter 3.6.0, by which Fidus Writer reads .bib files, leaves out every TeX command of a title that is
# not in its list, without a word among its errors and warnings. The list has \leq, \approx and many rare signs, but not
# \neq, \ge, \to, \times, \notin, \theta or \hbar; of fractions, roots and accents only the letters are kept. What is
# left reads as a title, and often as another one; it is written to BibLaTeX in the place of the title that was read.
# Seen with Node.js 20:
#   $P \neq NP$          P  NP           spin-$\frac{3}{2}$     spin-32
#   $O(n \log n)$        O(n  n)         $\sqrt{s} = 13$ TeV    s = 13 TeV
#   $x \ge 2$            x  2            $\bar{p}p$ collisions  pp collisions
#   $x \leq 2$           x ≤2            $\gamma$-rays          γ-rays
# The script fails if one of these changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error biblatex-csl-converter@3.6.0 >/dev/null
cat > titles.mjs <<'NODE'
import { BibLatexExporter, CSLExporter, parse } from "biblatex-csl-converter";

const titles = [
  ["$P \\neq NP$", "P  NP"],
  ["$O(n \\log n)$", "O(n  n)"],
  ["$x \\ge 2$", "x  2"],
  ["$x \\leq 2$", "x ≤2"],
  ["spin-$\\frac{3}{2}$", "spin-32"],
  ["$\\sqrt{s} = 13$ TeV", "s = 13 TeV"],
  ["$\\bar{p}p$ collisions", "pp collisions"],
  ["$\\gamma$-rays", "γ-rays"],
];
let changed = false;
for (const [title, seen] of titles) {
  const entry = `@article{key, author={Smith, Ann}, title={${title}}, journal={J. Graphs}, year={2020}}`;
  const { entries, errors, warnings } = parse(entry, {});
  const [found] = Object.values(new CSLExporter(entries).parse());
  const [, written] = new BibLatexExporter(entries).parse().match(/\btitle = \{(.*)\},/);
  const remarks = errors.length + warnings.length;
  console.log(title.padEnd(23), found.title.padEnd(15), written.padEnd(15), "errors and warnings:", remarks);
  changed ||= found.title !== seen || written !== seen || remarks > 0;
}
if (changed) console.error("the outputs have changed");
process.exit(changed ? 1 : 0);
NODE
node titles.mjs
