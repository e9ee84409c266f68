#!/bin/sh
# mathml-to-latex 1.8.0, which turns the formulas of web pages into TeX for notes, puts a bar that stands below a letter
# above it: LaTeXML writes \underline{x}, a lower bound, as <munder> with the bar U+00AF, and back comes \bar{x}, a mean
# or an upper bound. "Less, but not equal" becomes "not less or equal", "less or about" becomes "less
# or equal", and a minus-or-plus is an addition of something negative. No error and no mark.
# Seen with Node.js 20:
#   x with a bar below   \bar{x}            a ≨ b   a \nleqslant b
#   x with a bar above   \bar{x}            a ≲ b   a \leq b
#   a ∓ b                a +- b
# The script fails if one of these changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error mathml-to-latex@1.8.0 >/dev/null
cat > formulas.mjs <<'NODE'
import { MathMLToLaTeX } from "mathml-to-latex";

const relation = (sign) => `<mrow><mi>a</mi><mo>${sign}</mo><mi>b</mi></mrow>`;
const formulas = [
  ['<munder accentunder="true"><mi>x</mi><mo>¯</mo></munder>', "\\bar{x}"],
  ['<mover accent="true"><mi>x</mi><mo>¯</mo></mover>', "\\bar{x}"],
  [relation("≨"), "a \\nleqslant b"],
  [relation("≲"), "a \\leq b"],
  [relation("∓"), "a +- b"],
];
let changed = false;
for (const [mathml, seen] of formulas) {
  const found = MathMLToLaTeX.convert(`<math xmlns="http://www.w3.org/1998/Math/MathML">${mathml}</math>`);
  console.log(mathml.padEnd(60), found);
  changed ||= found !== seen;
}
if (changed) console.error("the outputs have changed");
process.exit(changed ? 1 : 0);
NODE
node formulas.mjs
