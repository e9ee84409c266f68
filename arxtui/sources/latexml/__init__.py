"""A paper's full text: LaTeXML's HTML of every age, and HTML that authors wrote themselves, as blocks.

The markup is what LaTeXML's style sheets write: https://github.com/brucemiller/LaTeXML, ``lib/LaTeXML/resources/XSLT``.
"""

from arxtui.sources.latexml.page import parse_document

__all__ = ["parse_document"]
