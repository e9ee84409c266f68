"""The parts of a page that are omitted, each with the reason. The text of everything else is kept."""

from __future__ import annotations

from arxtui.tuples import NamedTuple


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

TAGS = frozenset(omission.selector for omission in OMISSIONS if not omission.selector.startswith("."))
CLASSES = frozenset(omission.selector[1:] for omission in OMISSIONS if omission.selector.startswith("."))

STOCK_ALTS = frozenset({"Refer to caption", "[Uncaptioned image]"})
"""LaTeXML's placeholder texts for an image without alternative text."""
