"""Unicode characters for the symbol commands of LaTeX, amsmath, amssymb, textcomp and stmaryrd."""

from __future__ import annotations


def _table(*pairs: str) -> dict[str, str]:
    """Parse alternating names and characters, separated by blanks, into a dictionary."""
    flat = " ".join(pairs).split()
    return dict(zip(flat[::2], flat[1::2], strict=True))


_GREEK = _table(
    "alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ varkappa ϰ",
    "lambda λ mu μ nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi ϕ varphi φ",
    "chi χ psi ψ omega ω digamma ϝ",
    "Alpha Α Beta Β Gamma Γ Delta Δ Epsilon Ε Zeta Ζ Eta Η Theta Θ Iota Ι Kappa Κ Lambda Λ Mu Μ Nu Ν Xi Ξ Pi Π Rho Ρ",
    "Sigma Σ Tau Τ Upsilon Υ Phi Φ Chi Χ Psi Ψ Omega Ω",
    "varGamma Γ varDelta Δ varTheta Θ varLambda Λ varXi Ξ varPi Π varSigma Σ varUpsilon Υ varPhi Φ varPsi Ψ varOmega Ω",
    "upalpha α upbeta β upgamma γ updelta δ upepsilon ε upmu μ uppi π upsigma σ upomega ω uplambda λ uptau τ",
    "upzeta ζ upeta η uptheta θ upiota ι upkappa κ upnu ν upxi ξ uprho ρ upphi φ upvarphi φ upchi χ uppsi ψ",
)

_LETTERS = _table(
    "hbar ħ hslash ℏ ell ℓ wp ℘ Re ℜ Im ℑ aleph ℵ beth ℶ gimel ℷ daleth ℸ imath ı jmath ȷ partial ∂ nabla ∇ infty ∞",
    "eth ð mho ℧ Finv Ⅎ Game ⅁ Bbbk 𝕜 complement ∁ emptyset ∅ varnothing ∅ forall ∀ exists ∃ nexists ∄ top ⊤ bot ⊥",
    "angle ∠ measuredangle ∡ sphericalangle ∢ triangle △ Box □ square □ Diamond ◇ lozenge ◊ blacksquare ■ diamond ⋄",
    "blacktriangle ▲ blacktriangledown ▼ blacklozenge ⧫ bigstar ★ clubsuit ♣ diamondsuit ♢ heartsuit ♡ spadesuit ♠",
    "flat ♭ natural ♮ sharp ♯ prime ′ backprime ‵ degree ° checkmark ✓ maltese ✠ circledR ® yen ¥ surd √ circledS Ⓢ",
    "diagup ╱ diagdown ╲ Box □ qed ∎ blacksmiley ☻ sun ☉ Sun ☉ earth ♁ Earth ♁ venus ♀ Venus ♀ mars ♂ Mars ♂ jupiter ♃",
    "Jupiter ♃ saturn ♄ Saturn ♄ mercury ☿ Mercury ☿ neptune ♆ uranus ♅ male ♂ female ♀ astrosun ☉ leftmoon ☾",
    "AA Å aa å lambdabar ƛ textmu µ micro µ ohm Ω angstrom Å celsius ℃ QED ∎ Qed ∎ vartriangle △ triangledown ▽",
)

LARGE = _table(
    "sum ∑ prod ∏ coprod ∐ int ∫ iint ∬ iiint ∭ iiiint ⨌ oint ∮ oiint ∯ oiiint ∰ varointclockwise ∲ bigcap ⋂",
    "bigcup ⋃ bigsqcup ⨆ bigsqcap ⨅ bigvee ⋁ bigwedge ⋀ bigodot ⨀ bigoplus ⨁ bigotimes ⨂ biguplus ⨄ idotsint ∫⋯∫",
    "fint ⨍ sqint ⨖ bigboxplus ⊞ bigtimes ⨉",
)

BINARY = _table(
    "pm ± mp ∓ times × div ÷ ast * star ⋆ circ ∘ bullet • cdot · cap ∩ cup ∪ uplus ⊎ sqcap ⊓ sqcup ⊔ vee ∨ lor ∨",
    "wedge ∧ land ∧ setminus ∖ smallsetminus ∖ wr ≀ amalg ⨿ oplus ⊕ ominus ⊖ otimes ⊗ oslash ⊘ odot ⊙ bigcirc ◯",
    "bigtriangleup △ bigtriangledown ▽ triangleleft ◁ triangleright ▷ lhd ⊲ rhd ⊳ unlhd ⊴ unrhd ⊵ dagger † ddagger ‡",
    "dag † ddag ‡ dotplus ∔ Cap ⋒ Cup ⋓ doublecap ⋒ doublecup ⋓ barwedge ⊼ doublebarwedge ⩞ veebar ⊻ boxminus ⊟",
    "boxtimes ⊠ boxdot ⊡ boxplus ⊞ divideontimes ⋇ ltimes ⋉ rtimes ⋊ leftthreetimes ⋋ rightthreetimes ⋌ curlyvee ⋎",
    "curlywedge ⋏ circleddash ⊝ circledast ⊛ circledcirc ⊚ centerdot · intercal ⊺ gtrdot ⋗ lessdot ⋖ neg ¬ lnot ¬",
    "smallcirc ∘ cdotp · ldotp . colon : rightY ⅄ fatsemi ⨟ fcmp ⨟ interleave ⫴ llbracket ⟦ rrbracket ⟧ obar ⌽",
    "owedge ⩓ ovee ⩔ parr ⅋ with & invamp ⅋ bbslash ⑊ minus − plus + bigast ✱ boxast ⧆ boxcirc ⧇ boxbar ◫",
)

RELATIONS = _table(
    "le ≤ leq ≤ ge ≥ geq ≥ ne ≠ neq ≠ equiv ≡ sim ∼ simeq ≃ approx ≈ approxeq ≊ cong ≅ ncong ≇ propto ∝ varpropto ∝",
    "leqslant ⩽ geqslant ⩾ leqq ≦ geqq ≧ lneq ⪇ gneq ⪈ lneqq ≨ gneqq ≩ ll ≪ gg ≫ lll ⋘ ggg ⋙ llless ⋘ gggtr ⋙",
    "lesssim ≲ gtrsim ≳ lessapprox ⪅ gtrapprox ⪆ lessgtr ≶ gtrless ≷ lesseqgtr ⋚ gtreqless ⋛ lesseqqgtr ⪋",
    "gtreqqless ⪌ nless ≮ ngtr ≯ nleq ≰ ngeq ≱ nleqslant ≰ ngeqslant ≱ lnsim ⋦ gnsim ⋧ lnapprox ⪉ gnapprox ⪊",
    "prec ≺ succ ≻ preceq ⪯ succeq ⪰ preccurlyeq ≼ succcurlyeq ≽ curlyeqprec ⋞ curlyeqsucc ⋟ precsim ≾ succsim ≿",
    "precapprox ⪷ succapprox ⪸ nprec ⊀ nsucc ⊁ npreceq ⋠ nsucceq ⋡ precnsim ⋨ succnsim ⋩ precneqq ⪵ succneqq ⪶",
    "subset ⊂ supset ⊃ subseteq ⊆ supseteq ⊇ nsubseteq ⊈ nsupseteq ⊉ subsetneq ⊊ supsetneq ⊋ varsubsetneq ⊊",
    "varsupsetneq ⊋ subseteqq ⫅ supseteqq ⫆ subsetneqq ⫋ supsetneqq ⫌ Subset ⋐ Supset ⋑ sqsubset ⊏ sqsupset ⊐",
    "sqsubseteq ⊑ sqsupseteq ⊒ in ∈ ni ∋ owns ∋ notin ∉ notni ∌ vdash ⊢ dashv ⊣ models ⊨ vDash ⊨ Vdash ⊩ VDash ⊫",
    "Vvdash ⊪ nvdash ⊬ nvDash ⊭ nVdash ⊮ nVDash ⊯ perp ⊥ mid | nmid ∤ shortmid | nshortmid ∤ parallel ∥",
    "nparallel ∦ shortparallel ∥ asymp ≍ bowtie ⋈ Join ⋈ smile ⌣ frown ⌢ smallsmile ⌣ smallfrown ⌢ doteq ≐ doteqdot ≑",
    "Doteq ≑ risingdotseq ≓ fallingdotseq ≒ eqcirc ≖ circeq ≗ triangleq ≜ bumpeq ≏ Bumpeq ≎ backsim ∽ backsimeq ⋍",
    "thicksim ∼ thickapprox ≈ eqsim ≂ nsim ≁ between ≬ pitchfork ⋔ therefore ∴ because ∵ multimap ⊸ trianglelefteq ⊴",
    "trianglerighteq ⊵ ntriangleleft ⋪ ntriangleright ⋫ ntrianglelefteq ⋬ ntrianglerighteq ⋭ vartriangleleft ⊲",
    "vartriangleright ⊳ blacktriangleleft ◀ blacktriangleright ▶ coloneqq ≔ coloneq ≔ eqqcolon ≕ eqcolon ≕ Coloneqq ⩴",
    "defeq ≔ eqdef ≝ lt < gt > dblcolon ∷ vcentcolon : varparallel ∥ Perp ⫫ upmodels ⊧ indep ⫫ simneqq ≆",
    "lsim ≲ gsim ≳ simlt ≲ simgt ≳",
    "eqslantless ⪕ eqslantgtr ⪖ leftslice ⪦ rightslice ⪧ trianglelefteqslant ⊴ trianglerighteqslant ⊵",
)

ARROWS = _table(
    "to → gets ← leftarrow ← rightarrow → leftrightarrow ↔ Leftarrow ⇐ Rightarrow ⇒ Leftrightarrow ⇔ uparrow ↑",
    "downarrow ↓ updownarrow ↕ Uparrow ⇑ Downarrow ⇓ Updownarrow ⇕ longleftarrow ⟵ longrightarrow ⟶",
    "longleftrightarrow ⟷ Longleftarrow ⟸ Longrightarrow ⟹ Longleftrightarrow ⟺ implies ⟹ impliedby ⟸ iff ⟺",
    "mapsto ↦ longmapsto ⟼ mapsfrom ↤ longmapsfrom ⟻ nearrow ↗ searrow ↘ swarrow ↙ nwarrow ↖ hookleftarrow ↩",
    "hookrightarrow ↪ leftharpoonup ↼ leftharpoondown ↽ rightharpoonup ⇀ rightharpoondown ⇁ upharpoonleft ↿",
    "upharpoonright ↾ downharpoonleft ⇃ downharpoonright ⇂ restriction ↾ rightleftharpoons ⇌ leftrightharpoons ⇋",
    "leadsto ⇝ rightsquigarrow ⇝ leftrightsquigarrow ↭ leftsquigarrow ⇜ nleftarrow ↚ nrightarrow ↛ nLeftarrow ⇍",
    "nRightarrow ⇏ nleftrightarrow ↮ nLeftrightarrow ⇎ leftleftarrows ⇇ rightrightarrows ⇉ leftrightarrows ⇆",
    "rightleftarrows ⇄ upuparrows ⇈ downdownarrows ⇊ Lleftarrow ⇚ Rrightarrow ⇛ twoheadleftarrow ↞",
    "twoheadrightarrow ↠ leftarrowtail ↢ rightarrowtail ↣ looparrowleft ↫ looparrowright ↬ curvearrowleft ↶",
    "curvearrowright ↷ circlearrowleft ↺ circlearrowright ↻ dashleftarrow ⇠ dashrightarrow ⇢ Lsh ↰ Rsh ↱",
    "shortrightarrow → shortleftarrow ← lightning ↯ textrightarrow → textleftarrow ← textuparrow ↑ textdownarrow ↓",
)

DELIMITERS = _table(
    "langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ lbrace { rbrace } lbrack [ rbrack ] vert | Vert ‖ lvert |",
    "rvert | lVert ‖ rVert ‖ lAngle ⟪ rAngle ⟫ ulcorner ⌜ urcorner ⌝ llcorner ⌞ lrcorner ⌟ lgroup ⟮ rgroup ⟯",
    "backslash ∖ lmoustache ⎰ rmoustache ⎱ bracevert ⎪ arrowvert ⏐ lBrack ⟦ rBrack ⟧",
)

_TEXT = _table(
    "S § P ¶ copyright © pounds £ textdegree ° degreecelsius ℃ textcelsius ℃ texttimes × textdiv ÷ textpm ± ldots …",
    "dots … cdots ⋯ vdots ⋮ ddots ⋱ dotsc … dotsb ⋯ dotsm ⋯ dotsi ⋯ dotso … hdots … iddots ⋰ adots ⋰ textellipsis …",
    'textendash – textemdash — textquoteleft ‘ textquoteright ’ textquotedblleft “ textquotedblright ” textquotedbl "',
    "textquotesingle ' quotedblbase „ quotesinglbase ‚ guillemotleft « guillemotright » guillemetleft «",
    "guillemetright » guilsinglleft ‹ guilsinglright › textbackslash ∖ textasciitilde ~ textasciicircum ^",
    "textunderscore _ textbar | textless < textgreater > textbraceleft { textbraceright } textdollar $ textbullet •",
    "textperiodcentered · textdagger † textdaggerdbl ‡ textsection § textparagraph ¶ textcopyright © textregistered ®",
    "texttrademark ™ textsterling £ texteuro € euro € textyen ¥ textcent ¢ textcurrency ¤ textonehalf ½",
    "textonequarter ¼ textthreequarters ¾ textonesuperior ¹ texttwosuperior ² textthreesuperior ³ textordfeminine ª",
    "textordmasculine º textquestiondown ¿ textexclamdown ¡ textalpha α textbeta β textgamma γ textdelta δ",
    "textepsilon ε textlambda λ textpi π textsigma σ textOmega Ω textohm Ω textmugreek μ textminus − textsurd √",
    "textlangle ⟨ textrangle ⟩ textnumero № textperthousand ‰ permil ‰ textpertenthousand ‱ textinterrobang ‽",
    "textasteriskcentered ∗ textbardbl ‖ textbrokenbar ¦ textlnot ¬ textasciigrave ` textasciiacute ´",
    "ss ß SS SS ae æ AE Æ oe œ OE Œ o ø O Ø l ł L Ł dh ð DH Ð th þ TH Þ dj đ DJ Đ ng ŋ NG Ŋ i ı j ȷ IJ Ĳ ij ĳ",
    "lq ‘ rq ’",
    "TeX TeX LaTeX LaTeX LaTeXe LaTeX2ε BibTeX BibTeX XeTeX XeTeX LuaTeX LuaTeX AmS AMS MATLAB MATLAB slash /",
)

SYMBOLS: dict[str, str] = {
    **_GREEK,
    **_LETTERS,
    **LARGE,
    **BINARY,
    **RELATIONS,
    **ARROWS,
    **DELIMITERS,
    **_TEXT,
}
"""Command name without backslash, to the characters it shows."""

LETTER_COMMANDS = frozenset("ss SS ae AE oe OE o O l L dh DH th TH dj DJ ng NG i j aa IJ ij".split())
"""Commands for letters in running text. TeX ends their name at a blank, and that blank is not part of the word."""

ORDINARY = frozenset([*_LETTERS.values(), *LARGE.values(), "¬", "√", "∛", "∜", "°", "ℵ"])
"""Symbols with no space before what follows them; letters and digits are treated likewise, but not listed."""

LATEX_FUNCTIONS = (
    "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max "
    "min Pr sec sin sinh sup tan tanh"
).split()
"""The functions that LaTeX defines."""

_OTHER_FUNCTIONS = (
    "argmin argmax arccot arcsec arccsc arsinh arcosh artanh sech csch sgn sign tr Tr diag rank span supp erf erfc lcm "
    "Var Cov Res grad curl softmax polylog poly Hom End Aut Ext Tor Spec Gal SL GL SO"
).split()

FUNCTIONS: dict[str, str] = {name: name for name in (*LATEX_FUNCTIONS, *_OTHER_FUNCTIONS)} | {
    "limsup": "lim sup",
    "liminf": "lim inf",
    "varlimsup": "lim sup",
    "varliminf": "lim inf",
    "injlim": "inj lim",
    "projlim": "proj lim",
    "varinjlim": "inj lim",
    "varprojlim": "proj lim",
    "bmod": "mod",
    "mod": "mod",
}
"""Names of functions, set upright and with space around them."""

ESCAPED: dict[str, str] = {"{": "{", "}": "}", "%": "%", "&": "&", "#": "#", "$": "$", "_": "_", "|": "‖"}
"""Characters that can be escaped by a backslash, to what is shown."""

SPACES: dict[str, str] = {
    **dict.fromkeys([",", ":", ";", " ", "\n", "\t", "quad", "qquad", "space", "enspace", "enskip", "thinspace"], " "),
    **dict.fromkeys(["medspace", "thickspace", "newline", "linebreak", "hfill", "hfil", "medskip", "smallskip"], " "),
    **dict.fromkeys([">", "bigskip", "nobreakspace"], " "),
    "par": "\n",
    "!": "",
    "/": "",
    "-": "",
    "@": "",
    "negthinspace": "",
}
"""Commands that only add space."""

VANISHING = frozenset(
    "big Big bigg Bigg bigl bigr bigm Bigl Bigr Bigm biggl biggr biggm Biggl Biggr Biggm displaystyle textstyle "
    "scriptstyle scriptscriptstyle limits nolimits nonumber notag xspace protect noindent centering raggedright "
    "raggedleft indent boldmath unboldmath bf it rm sf tt em sl sc bfseries itshape rmfamily sffamily ttfamily slshape "
    "scshape upshape mdseries normalfont tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge "
    "allowbreak break nobreak relax strut mathstrut leavevmode selectfont mit boldmath maketitle".split()
)
"""Declarations of size, font and layout, which show nothing."""

MATH_WRAPPERS = frozenset(
    "mathrm mathbf mathit mathsf mathtt mathnormal mathup mathbfit mathsfit boldsymbol bm pmb bold mathbold mathop "
    "mathrel mathbin mathord mathopen mathclose mathpunct mathinner mathclap mathllap "
    "mathrlap clap llap rlap smash vcenter num lowercase".split()
)
"""Commands that show their argument in another font or as another kind of symbol, in math and text mode."""

TEXT_WRAPPERS = frozenset(
    "text textrm textbf textit textsf texttt textsl textsc textup textmd textlf textnormal textmath emph mbox hbox "
    "fbox makebox uline ul url path nolinkurl term title".split()
)
"""Commands that show their argument as running text."""
