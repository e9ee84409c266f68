#!/bin/sh
# Speech Rule Engine 4.1.5, which speaks formulas for MathJax and screen readers, leaves out brackets around a single
# letter in its ClearSpeak rules, also those that are a function of the letter: floor, ceiling, nearest integer and mean
# value of x are all spoken "x", and ⌊x⌋ < ⌈x⌉ is "x is less than x". A derivative of order n is spoken as a power, a
# value with the uncertainty of its last digits as a product, and every binomial coefficient as a matrix. The MathSpeak
# rules speak the brackets. A proper subset is "subset of or not equals" in both, which says nothing at all.
# Seen with Node.js 20, in English (MathML as LaTeXML writes it):
#   formula       ClearSpeak                    MathSpeak
#   ⌊x⌋ < ⌈x⌉     x is less than x              left floor x right floor less than left ceiling x right ceiling
#   f⁽ⁿ⁾          the n-th power of f           f Superscript left parenthesis n right parenthesis
#   125.09(24)    125.09 times 24               125.09 left parenthesis 24 right parenthesis
#   n choose k    the 2 by 1 column matrix n k  StartBinomialOrMatrix n Choose k EndBinomialOrMatrix
#   A ⊊ B         A subset of or not equals B   upper A subset of or not equals upper B
# The script fails if one of these changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error speech-rule-engine@4.1.5 >/dev/null
cat > formulas.cjs <<'NODE'
const { setupEngine, toSpeech } = require("speech-rule-engine");

const fenced = (open, inner, close) =>
  `<mrow><mo stretchy="false">${open}</mo>${inner}<mo stretchy="false">${close}</mo></mrow>`;
const x = "<mi>x</mi>";
const floor = fenced("⌊", x, "⌋");
const ceiling = fenced("⌈", x, "⌉");
const binomial = '<mrow><mo>(</mo><mfrac linethickness="0pt"><mi>n</mi><mi>k</mi></mfrac><mo>)</mo></mrow>';
const spokenBinomial = "StartBinomialOrMatrix n Choose k EndBinomialOrMatrix";
const formulas = [
  ["⌊x⌋", floor, "x", "left floor x right floor"],
  ["⌈x⌉", ceiling, "x", "left ceiling x right ceiling"],
  ["⌊x⌉", fenced("⌊", x, "⌉"), "x", "left floor x right ceiling"],
  ["⟨x⟩", fenced("⟨", x, "⟩"), "x", "left angle bracket x right angle bracket"],
  [
    "⌊x⌋ < ⌈x⌉",
    `${floor}<mo>&lt;</mo>${ceiling}`,
    "x is less than x",
    "left floor x right floor less than left ceiling x right ceiling",
  ],
  [
    "f⁽ⁿ⁾",
    `<msup><mi>f</mi>${fenced("(", "<mi>n</mi>", ")")}</msup>`,
    "the n-th power of f",
    "f Superscript left parenthesis n right parenthesis",
  ],
  ["fⁿ", "<msup><mi>f</mi><mi>n</mi></msup>", "the n-th power of f", "f Superscript n"],
  [
    "125.09(24)",
    `<mn>125.09</mn><mo>\u200b</mo>${fenced("(", "<mn>24</mn>", ")")}`,
    "125.09 times 24",
    "125.09 left parenthesis 24 right parenthesis",
  ],
  ["n choose k", binomial, "the 2 by 1 column matrix n k", spokenBinomial],
  [
    "A ⊊ B",
    "<mi>A</mi><mo>⊊</mo><mi>B</mi>",
    "A subset of or not equals B",
    "upper A subset of or not equals upper B",
  ],
];

async function spoken(domain) {
  await setupEngine({ locale: "en", domain });
  return formulas.map(([, formula]) =>
    toSpeech(`<math xmlns="http://www.w3.org/1998/Math/MathML">${formula}</math>`),
  );
}

(async () => {
  const clearspeak = await spoken("clearspeak");
  const mathspeak = await spoken("mathspeak");
  let changed = false;
  formulas.forEach(([name, , clear, math], place) => {
    console.log(name.padEnd(11), clearspeak[place].padEnd(29), mathspeak[place]);
    changed ||= clearspeak[place] !== clear || mathspeak[place] !== math;
  });
  if (changed) console.error("the outputs have changed");
  process.exit(changed ? 1 : 0);
})();
NODE
node formulas.cjs
