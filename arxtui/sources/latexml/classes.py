"""The meaning of element names and classes: the style of the text in them, and whether they are known."""

from __future__ import annotations

from functools import lru_cache

from arxtui.model.document import Style
from arxtui.text import clean

_UPRIGHT = Style.ITALIC | Style.SMALL_CAPS
_SET_ON = {
    "ltx_font_bold": Style.BOLD,
    "ltx_font_italic": Style.ITALIC,
    "ltx_font_slanted": Style.ITALIC,
    "ltx_font_oblique": Style.ITALIC,
    "ltx_font_typewriter": Style.MONO,
    "ltx_font_smallcaps": Style.SMALL_CAPS,
    "ltx_emph": Style.ITALIC,
    "ltx_verbatim": Style.MONO,
    "ltx_url": Style.MONO,
    "ltx_framed_underline": Style.UNDERLINE,
    "ltx_underline": Style.UNDERLINE,
    "ltx_ulem_uline": Style.UNDERLINE,
    "ltx_ulem_uuline": Style.UNDERLINE,
    "ltx_ulem_uwave": Style.UNDERLINE,
    "ltx_ulem_dashuline": Style.UNDERLINE,
    "ltx_ulem_dotuline": Style.UNDERLINE,
    "ltx_ulem_sout": Style.STRIKE,
    "ltx_ulem_xout": Style.STRIKE,
}
_SET_OFF = {
    "ltx_font_medium": Style.BOLD,
    "ltx_font_upright": _UPRIGHT,
    "ltx_font_serif": Style.MONO,
    "ltx_font_sansserif": Style.MONO,
}
_SET_BY_TAG = {
    **dict.fromkeys(("b", "strong"), Style.BOLD),
    **dict.fromkeys(("i", "em", "dfn", "var"), Style.ITALIC),
    **dict.fromkeys(("code", "tt", "kbd", "samp"), Style.MONO),
    **dict.fromkeys(("u", "ins"), Style.UNDERLINE),
    **dict.fromkeys(("s", "del", "strike"), Style.STRIKE),
    "sup": Style.SUPER,
    "sub": Style.SUB,
}

LINES = frozenset(
    # HTML's elements, and those of drawings, whose text is read like any other
    "abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q ruby rb rt rp s samp small span "
    "strike strong sub sup time tt u var wbr "
    "circle clippath defs ellipse g line lineargradient marker mask path pattern polygon polyline radialgradient rect "
    "stop symbol tspan use "
    # LaTeXML's
    ".ltx_text .ltx_emph .ltx_ref .ltx_verbatim .ltx_markedasmath .ltx_anchor "
    ".ltx_raw .ltx_wrap .ltx_sup .ltx_sub "
    ".ltx_personname .ltx_author_notes .ltx_contact .ltx_givenname .ltx_surname .ltx_acronym .ltx_rule .ltx_picture "
    ".ltx_author_notes_content .ltx_annotated_personname .ltx_tikzmatrix .ltx_tikzmatrix_row .ltx_tikzmatrix_col "
    ".ltx_note_content .ltx_transformed_outer .ltx_transformed_inner "
    ".ltx_inline-item .ltx_inline-itemize .ltx_inline-enumerate .ltx_inline-description .ltx_inline-quote "
    ".ltx_glossaryphrase .ltx_indexphrase .ltx_indexrefs .ltx_TeX_logo .ltx_LaTeX_logo "
    ".ltx_svg_fog .ltx_cancel .ltx_nounicode .ltx_inline-sectional-block".split()
)
"""Names and classes of elements that are part of a line and only affect its style."""

BLOCKS = frozenset(
    "address article aside body center details div fieldset figcaption footer header "
    "hgroup html legend main noscript p search section summary table tr thead tbody tfoot colgroup col "
    ".ltx_document .ltx_page_content .ltx_page_main .ltx_para .ltx_section .ltx_subsection .ltx_subsubsection "
    ".ltx_paragraph .ltx_subparagraph .ltx_part .ltx_chapter .ltx_appendix .ltx_bibliography "
    ".ltx_bibblock .ltx_index .ltx_glossary .ltx_block .ltx_logical-block .ltx_sectional-block "
    ".ltx_inline-logical-block .ltx_inline-para .ltx_minipage .ltx_parbox .ltx_flex_figure .ltx_flex_table "
    ".ltx_flex_cell .ltx_columns .ltx_page_column .ltx_page_columns .ltx_pagination .ltx_pubnotes_content "
    ".ltx_titlepage .ltx_epigraph .ltx_cv .ltx_cv_entry .ltx_cv_item .ltx_foreignobject_container "
    ".ltx_foreignobject_content .ltx_engrafo_equation_container .ltx_engrafo_author_notes "
    ".ltx_svg_foreignobject".split()
)
"""Names and classes of elements that separate their content from the surrounding text, and have no other meaning."""

# Classes that only modify another class, by prefix; and classes that repeat the meaning of the element's name.
_ADDITIONS = tuple(
    f"ltx_{beginning}"
    for beginning in "affiliation_ align authors_ bib_ border_ centering citemacro_ colspan cv_ eqn_ figure_panel "
    "flex_size_ float_ font_ framed guessed_headers hflipped img_ indent leftmargin_ list_ lst "
    "marginpar mathvariant minipage_ missing noindent nolink noleftpad nopad norightpad note_ "
    "outdent page_ pruned_first role_ rowspan runin section_mark sub tabbing tag_ th theorem_ "
    "title_ toc ulem_ vflipped".split()
)
_NAMES = frozenset(
    f"ltx_{name}"
    for name in "algorithm break chapter_title cite description DisplayMath enumerate figure filled_leader fleqn float "
    "glossaryentry glossarylist graphics href indexentry indexlist item itemize leader leqno listing markedasmath "
    "Math math_unparsed outerquote overlay overline path quote red ref_self table tbody td tfoot thead tr "
    "undefined underline url verbatim".split()
)


@lru_cache(maxsize=1024)
def latexml_classes(classes: str) -> tuple[str, ...]:
    """Return the classes that are LaTeXML's."""
    return tuple(name for name in clean(classes).split() if name.startswith("ltx_"))


def styles(tag: str, classes: str) -> tuple[int, int]:
    """Return the bits of ``Style`` that an element sets for its content, and the bits that it clears."""
    names = latexml_classes(classes)
    set_on = _SET_BY_TAG.get(tag, 0) | (Style.MONO if tag == "span" and "ltx_lstlisting" in names else 0)
    set_off = 0
    for name in names:
        set_on |= _SET_ON.get(name, 0)
        set_off |= _SET_OFF.get(name, 0)
    return int(set_on), int(set_off)


def is_addition(name: str) -> bool:
    """Whether a class of LaTeXML only modifies another class or repeats the element's name."""
    return name in _NAMES or name.startswith(_ADDITIONS)
