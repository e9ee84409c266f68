#!/bin/sh
# mathml2omml 0.5.0, which turns the formulas of web pages into those of Word, draws a bar into every binomial
# coefficient of arXiv's HTML, KaTeX and Temml: n choose k becomes n over k in brackets, which is a number, too, or a
# Legendre symbol. In MathML the bar is missing if its thickness, a length, is zero: LaTeXML writes 0pt, KaTeX and Temml
# write 0px. The program knows only the 0 without a unit, which MathJax writes; with any other length it draws the bar.
# mathml2latex 1.1.3 writes \frac for LaTeXML's 0pt, too, and \binom for 0px. No error and no mark.
# Seen with Node.js 20 (\binom{n}{k} of KaTeX 0.19.1 and Temml 0.13.5):
#   of         thickness   mathml2omml   mathml2latex
#   LaTeXML    0pt         bar           \left(\frac{n}{k}\right)
#   KaTeX      0px         bar           \binom{n}{k}
#   Temml      0px         bar           \binom{n}{k}
#   (MathJax)  0           noBar         \binom{n}{k}
# The script fails if one of these changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error \
  mathml2omml@0.5.0 mathml2latex@1.1.3 katex@0.19.1 temml@0.13.5 >/dev/null
cat > binomials.mjs <<'NODE'
import katex from "katex";
import mathml2latex from "mathml2latex";
import { mml2omml } from "mathml2omml";
import temml from "temml";

const binomial = (thickness) =>
  '<math xmlns="http://www.w3.org/1998/Math/MathML"><mrow><mo>(</mo>' +
  `<mfrac linethickness="${thickness}"><mi>n</mi><mi>k</mi></mfrac><mo>)</mo></mrow></math>`;
const only = (html) => html.match(/<math.*<\/math>/s)[0].replace(/<annotation.*<\/annotation>/s, "");
const tex = "\\binom{n}{k}";
const formulas = [
  ["LaTeXML", binomial("0pt"), "bar", "\\left(\\frac{n}{k}\\right)"],
  ["KaTeX", only(katex.renderToString(tex, { output: "mathml" })), "bar", tex],
  ["Temml", only(temml.renderToString(tex)), "bar", tex],
  ["(MathJax)", binomial("0"), "noBar", tex],
];
let changed = false;
for (const [source, mathml, seenBar, seenTex] of formulas) {
  const [, thickness] = mathml.match(/linethickness="(.*?)"/);
  const [, bar] = mml2omml(mathml).match(/<m:f>.*?<m:type m:val="(.*?)"/);
  const written = mathml2latex.convert(mathml).trim();
  console.log(source.padEnd(10), thickness.padEnd(11), bar.padEnd(13), written);
  changed ||= bar !== seenBar || written !== seenTex;
}
if (changed) console.error("the outputs have changed");
process.exit(changed ? 1 : 0);
NODE
node binomials.mjs
