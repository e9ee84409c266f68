"""The meaning of element names and classes: the style of the text in them, whether they are known, and which elements
are omitted, each with the reason. The text of everything else is kept."""

from __future__ import annotations

from functools import lru_cache

from arxtui.light import NamedTuple
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


def is_omitted(tag: str, classes: str) -> bool:
    """Whether an element is omitted with its content."""
    return tag in _OMITTED_TAGS or not _OMITTED_CLASSES.isdisjoint(classes.split())


def is_addition(name: str) -> bool:
    """Whether a class of LaTeXML only modifies another class or repeats the element's name."""
    return name in _NAMES or name.startswith(_ADDITIONS)


class Omission(NamedTuple):
    """Elements omitted with their content: a CSS selector, and the reason."""

    selector: str
    reason: str


ARTICLE = ".ltx_document"
"""The element of the paper on a page of LaTeXML; the rest of the page is the site's frame."""

FRAME = (
    Omission(f":not({ARTICLE}, {ARTICLE} *)", "the site's header, footer, licence box and watermark around the paper"),
    Omission(".package-alerts", "the site's notice of packages that were not converted; reported as faults"),
)

OMISSIONS = (
    Omission("script", "code of the page"),
    Omission("style", "style of the page"),
    Omission("template", "not shown by a browser"),
    Omission("title", "the name of the page or of a drawing, not shown in the page"),
    Omission("nav", "contents and navigation; the reader builds its own from the headings"),
    Omission(".ltx_TOC", "contents in older pages"),
    Omission(".ltx_toclist", "contents in pages of 2014"),
    Omission(".ltx_page_footer", "the converter's name and time"),
    Omission(".ltx_rdf", "metadata, not shown"),
    Omission(".ltx_nodisplay", "not shown"),
    Omission(".ltx_phantom", "blank space"),
    Omission("button", "a control of the page"),
    Omission("dialog", "a control of the page"),
    Omission("form", "a control of the page"),
    Omission("iframe", "another page"),
    Omission("select", "a control of the page"),
    Omission("textarea", "a control of the page"),
    Omission(".tikz-overlay", "the site's notice of packages that were not converted"),
    Omission(".ltx_listing_data", "a copy of a listing, for download; its blanks and characters are used"),
    Omission(".ltx_author_before", "the comma or “and” between two authors"),
    Omission(".ltx_author_after", "the comma or “and” between two authors"),
    Omission(".ltx_bib_cited", "where the paper cites an entry of its bibliography: links back"),
    Omission(".ltx_tag_note", "the repeated mark of a footnote"),
    Omission(".ltx_marginpar_left", "the left-page version of a margin note; the version after it is shown"),
    Omission(".ltx_orcidlogo", "the logo of ORCID; the number is shown instead"),
)

REDUNDANT_LABELS = frozenset({"address", "affiliation", "e-mail", "email", "email address", "thanks", "url"})
"""Labels that LaTeXML writes before a contact of an author, omitted because the contact speaks for itself."""

WITHIN = (
    Omission(".ltx_note .ltx_note_content .ltx_note_mark", "the repeated mark of a footnote"),
    Omission(".ltx_role_footnotemark .ltx_note_type", "the word “footnotemark”"),
    Omission(".ltx_role_footnotetext .ltx_note_type", "the word “footnotetext”"),
    Omission(".ltx_role_thanks .ltx_note_type", "the word “thanks”"),
    Omission(".ltx_role_thanks .ltx_note_name", "“Thanks:” before any note of the title"),
    Omission(".ltx_role_margin .ltx_note_type", "the word “margin”"),
    Omission(
        ".ltx_contact_name",
        "“Affiliation:”, “Address:”, “Email:” (“E-mail”), “URL:” or “Thanks:” before such a contact; others are kept",
    ),
    Omission(
        ".ltx_para > .ltx_ERROR",
        "a macro that upstream does not know, without any words in its paragraph; reported as an error",
    ),
    Omission(".ltx_pubnotes .ltx_role_pubyear", "the year in a journal's template"),
    Omission(".ltx_pubnotes .ltx_role_publicationmonth", "the number of a month"),
    Omission(".ltx_pubnotes .ltx_role_submissionid", "the number of a submission"),
    Omission(".ltx_pubnotes .ltx_role_pages", "links to the title and the last heading, in place of page numbers"),
    Omission("math *", "the drawn formula; its TeX is used instead"),
    Omission(".mjpage *", "the drawn formula; its TeX is used instead"),
    Omission("h6:has(+ .ltx_toclist)", "the heading of the contents in pages of 2014"),
    Omission(
        ".ltx_appendix:has(+ .ltx_bibliography) > .ltx_title:only-child",
        "the heading of an empty appendix, if the bibliography has the same heading",
    ),
)
"""Omitted by the readers of footnotes, formulas and others, because other text replaces or repeats them."""

_OMITTED_TAGS = frozenset(omission.selector for omission in OMISSIONS if not omission.selector.startswith("."))
_OMITTED_CLASSES = frozenset(omission.selector[1:] for omission in OMISSIONS if omission.selector.startswith("."))

STOCK_ALTS = frozenset({"Refer to caption", "[Uncaptioned image]"})
"""LaTeXML's placeholder texts for an image without alternative text."""
