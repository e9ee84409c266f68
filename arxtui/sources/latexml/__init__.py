"""Full texts: HTML of any version of LaTeXML, and HTML written by authors, parsed into blocks.

LaTeXML's markup is defined by its style sheets: https://github.com/brucemiller/LaTeXML, ``lib/LaTeXML/resources/XSLT``.
"""

from arxtui.sources.latexml.page import page_drawings, parse_document, parse_with_drawings

__all__ = ["page_drawings", "parse_document", "parse_with_drawings"]
