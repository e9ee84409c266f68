// Reads a JSON list of TeX formulas, writes a JSON list of {katex, mathjax}: MathML, or {error}.
const katex = require("katex");
const { mathjax } = require("mathjax-full/js/mathjax.js");
const { TeX } = require("mathjax-full/js/input/tex.js");
const { liteAdaptor } = require("mathjax-full/js/adaptors/liteAdaptor.js");
const { RegisterHTMLHandler } = require("mathjax-full/js/handlers/html.js");
const { SerializedMmlVisitor } = require("mathjax-full/js/core/MmlTree/SerializedMmlVisitor.js");
const { STATE } = require("mathjax-full/js/core/MathItem.js");
require("mathjax-full/js/input/tex/AllPackages.js");
RegisterHTMLHandler(liteAdaptor());
const packages = ["base","ams","newcommand","boldsymbol","braket","cancel","color","enclose","extpfeil","mhchem","unicode","amscd","bbox","html","textmacros"];
const doc = mathjax.document("", { InputJax: new TeX({ packages, formatError(_, error) { throw error; } }) });
const visitor = new SerializedMmlVisitor();
const attempt = (work) => { try { return { mathml: work() }; } catch (error) { return { error: String(error.message) }; } };
const formulas = JSON.parse(require("fs").readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(formulas.map((tex) => ({
  katex: attempt(() => katex.renderToString(tex, { displayMode: true, output: "mathml", strict: "ignore" })),
  mathjax: attempt(() => visitor.visitTree(doc.convert(tex, { display: true, end: STATE.CONVERT }))),
}))));
