"""Make the table of signs that are known by their outlines, from fonts with a free licence.

    python -m venv /tmp/fonts && /tmp/fonts/bin/pip install matplotlib==3.8.4     # fontTools comes with it
    PYTHONPATH=. /tmp/fonts/bin/python -m benchmarks.sign_outlines FOLDER_OF_FONTS ...

The folders are matplotlib's ``mpl-data/fonts/ttf`` (DejaVu, STIX, BaKoMa's Computer Modern), the ``cm`` of TeX's
AMSFonts, and those of Liberation, TeX Gyre and URW's fonts (Helvetica's, Times' and Symbol's kind), which Debian has as
fonts-liberation, fonts-texgyre and fonts-urw-base35. A sign whose measures another sign of any of these fonts has, too,
is left out.
"""

from __future__ import annotations

import argparse
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from arxtui.figures.outlines import outline_of
from arxtui.figures.signs import TABLE, TOLERANCE, TWINS, Measures, is_alike, measures

_LETTERS = ("LiberationSans", "LiberationSerif", "NimbusSans", "NimbusRoman")
_GYRE = ("texgyreheros", "texgyretermes")
_UNICODE = (
    *("DejaVuSans", "DejaVuSans-Oblique", "DejaVuSans-Bold", "DejaVuSerif", "DejaVuSerif-Italic", "DejaVuSerif-Bold"),
    *("DejaVuSansDisplay", "DejaVuSansMono", "STIXGeneral", "STIXGeneralItalic", "STIXGeneralBol", "STIXSizOneSymReg"),
    *("DejaVuSans-BoldOblique", "STIXGeneralBolIta", "STIXNonUni", "STIXNonUniIta", "StandardSymbolsPS"),
    *(f"{font}-{style}" for font in _LETTERS for style in ("Regular", "Bold", "Italic", "BoldItalic")),
    *(f"{font}-{style}" for font in _GYRE for style in ("regular", "bold", "italic", "bolditalic")),
)
"""Fonts of which some signs are taken."""
_TEX = (
    *(f"cmr{size}" for size in (5, 6, 7, 8, 9, 10, 12)),
    *(f"cmmi{size}" for size in (5, 6, 7, 8, 9, 10, 12)),
    *(f"cmsy{size}" for size in (5, 6, 7, 8, 9, 10)),
    *("cmex10", "cmbx10", "cmss10", "cmtt10", "cmti10", "cmb10"),
)
"""Fonts of which all signs are taken: their encodings are TeX's own."""
_SIGNS = frozenset(
    "ΓΔΘΛΞΠΣΦΨΩαβγδεζηθικλμνξπρςστυφχψωϑϕϖϱϵ−×±∓·⋅∘°′″→←↑↓↔⇒⇐⇔↦∞∂∇√∑∏∫∮∝∼≈≃≅≠≡≤≥≪≫≲≳∈∉∋⊂⊃⊆⊇∪∩∧∨¬∀∃∅⟨⟩∥∣⊙☉⊕⊗⊥"
    "†‡•…ℓℏħℜℑℵ⋆∗⌊⌋⌈⌉‰‖\u0302\u0303\u0304\u0307\u0308\u20d7ÅµΩΔ"
)
_STIX_SANS = {
    first + place: sign
    for first, signs in (
        (0xE17C, "∂ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ ΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρςστυφχψωϵϑϕϱϖ"),
        (0xE1D8, "αβγδεζηθικλμνξοπρςστυφχψωϵϑϕϱϖ"),
    )
    for place, sign in enumerate(signs)
    if sign in _SIGNS
}
"""Sans serif letters that STIX 1.0 has in the private use area (matplotlib's ``_mathtext_data.py``)."""
_OTHER_LETTERS = ("SCRIPT", "FRAKTUR", "DOUBLE-STRUCK", "MONOSPACE")
_MATHEMATICAL = frozenset(
    sign
    for sign in map(chr, range(0x1D400, 0x1D800))
    if not any(word in unicodedata.name(sign, "") for word in _OTHER_LETTERS)
)
_NAMES = {
    "angbracketleft": "⟨",
    "angbracketright": "⟩",
    "approxequal": "≈",
    "bardbl": "∥",
    "ceilingleft": "⌈",
    "ceilingright": "⌉",
    "circledot": "⊙",
    "circleminus": "⊖",
    "contintegral": "∮",
    "dotlessj": "j",
    "epsilon1": "ε",
    "equivasymptotic": "≍",
    "ff": "ff",
    "ffi": "ffi",
    "ffl": "ffl",
    "fi": "fi",
    "fl": "fl",
    "floorleft": "⌊",
    "floorright": "⌋",
    "follows": "≻",
    **dict.fromkeys(("hatwide", "hatwider", "hatwidest"), "\u0302"),
    **dict.fromkeys(("tildewide", "tildewider", "tildewidest"), "\u0303"),
    "greatermuch": "≫",
    "lessmuch": "≪",
    "lscript": "ℓ",
    "mapsto": "↦",
    "minusplus": "∓",
    "omega1": "ϖ",
    "owner": "∋",
    "pi1": "ϖ",
    "prime": "′",
    "product": "∏",
    "radical": "√",
    "similarequal": "≃",
    "star": "⋆",
    "summation": "∑",
    "triangle": "△",
    "triangleinv": "▽",
    "Upsilon": "Υ",
    "vector": "\u20d7",
    **{
        f"{name}oldstyle": str(digit)
        for digit, name in enumerate("zero one two three four five six seven eight nine".split())
    },
}
_SAME = str.maketrans("∆⋅ϕϵ∣‖☉⍺⍳⍴⍵ɅƩẟɛƞɸɩ⨯⟂〈〉~∽⋍≌", "Δ·φε|∥⊙αιρωΛΣδεηφι×⊥⟨⟩∼∼≃≅")
_STEP = 4 * TOLERANCE
_SIZES = ("Bigg", "bigg", "Big", "big", "text", "display")


def main() -> int:
    """Write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER_OF_FONTS")
    paths = [path for folder in parser.parse_args().folders for path in sorted(folder.glob("*.[top][tf][fb]"))]
    fonts = [(path, path.stem in _TEX) for path in paths if path.stem in (*_UNICODE, *_TEX)]
    if not fonts:
        parser.error("none of the fonts is in these folders")
    glyphs = [glyph for path, is_tex in fonts for glyph in _glyphs(path, is_tex=is_tex)]
    by_height: dict[tuple[int, int], list[tuple[str, Measures]]] = defaultdict(list)
    for sign, contours, own, _ in glyphs:
        by_height[contours, round(own[3] / _STEP)].append((sign, own))
    kept: dict[tuple[int, int], list[tuple[str, Measures]]] = defaultdict(list)
    rows: list[tuple[str, int, list[int]]] = []
    for sign, contours, own, is_taken in glyphs:
        if not is_taken:
            continue
        height = round(own[3] / _STEP)
        near = [each for row in (height - 1, height, height + 1) for each in by_height[contours, row]]
        alike = {
            _plain(other) for other, its in near if is_alike(own, its, 2 * TOLERANCE) and {sign, other} not in TWINS
        }
        is_there = any(sign == other and is_alike(own, its, TOLERANCE / 2) for other, its in kept[contours, height])
        if alike == {_plain(sign)} and not is_there:
            kept[contours, height].append((sign, own))
            rows.append((sign, contours, [round(each * 1_000) for each in own]))
    lines = ("\t".join((sign, str(count), *map(str, own))) for sign, count, own in sorted(rows))
    TABLE.write_text("\n".join(lines) + "\n", "utf-8")
    print(f"{len(rows):,} outlines of {len({sign for sign, _, _ in rows})} signs in {len(fonts)} fonts")
    return 0


def _glyphs(path: Path, *, is_tex: bool) -> Iterator[tuple[str, int, Measures, bool]]:
    """Return each glyph with an outline: its sign, contours and measures, and whether it is wanted."""
    from fontTools.pens.svgPathPen import SVGPathPen  # not among the project's own requirements
    from fontTools.t1Lib import T1Font
    from fontTools.ttLib import TTFont

    font = T1Font(path) if path.suffix == ".pfb" else TTFont(path)
    units = 1_000 if path.suffix == ".pfb" else font["head"].unitsPerEm
    outlines = font.getGlyphSet()
    names = (
        {name: sign for name in outlines if (sign := _named(name))}
        if is_tex
        else {name: _STIX_SANS.get(code) or chr(code) for code, name in font.getBestCmap().items() if _is_common(code)}
    )
    for name, sign in names.items():
        pen = SVGPathPen(outlines)
        outlines[name].draw(pen)
        outline = outline_of(pen.getCommands()).moved((1 / units, 0, 0, 1 / units, 0, 0))
        if own := measures(outline):
            is_mathematical = sign in _MATHEMATICAL
            sign = unicodedata.normalize("NFKC", sign) if is_mathematical else sign
            yield sign, len(outline.contours), own, is_tex or is_mathematical or sign in _SIGNS


def _is_common(code: int) -> bool:
    """Whether a character is in figures of papers: Cyrillic and Canadian letters look like Greek ones."""
    return code in _STIX_SANS or code < 0x400 or 0x1E00 <= code < 0x2C00 or chr(code) in _MATHEMATICAL


def _named(name: str) -> str:
    from fontTools import agl

    for size in _SIZES:
        name = name.removesuffix(size)
    return _NAMES.get(name) or agl.toUnicode(name)


def _plain(sign: str) -> str:
    """Return a sign without differences that make no other reading."""
    return unicodedata.normalize("NFKC", sign).translate(_SAME)


if __name__ == "__main__":
    raise SystemExit(main())
