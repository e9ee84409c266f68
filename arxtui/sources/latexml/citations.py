"""Citations with their brackets, names and notes, with labels as in the bibliography; references without target."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from arxtui.model.document import Inline, Reference, Style, Text
from arxtui.patterns import pattern
from arxtui.sources.latexml.content import Content, plain
from arxtui.sources.latexml.flow import Flow, joined
from arxtui.sources.latexml.references import UNKNOWN
from arxtui.sources.latexml.walker import Element, PageReader, Readers
from arxtui.text import clean

# A note that introduces what it stands before. The engine of arXiv's pages since August 2026 reads
# ``\citep[e.g.][]{key}``, whose second note is empty, like ``\citep[e.g.]{key}``, and puts the note behind the sources.
_PRENOTE = pattern(
    r"(?is).*;|(?!pp?\.|§|\d|(?:sec|fig|eq|ch|tab|th|lem|prop|cor|app)).*,|(?:.*\s)?(?:of|from|in|by|using)"
    r"|(?:e\.\s?g|i\.\s?e|cf)\.?|see(?: also)?|for example|following"
)
_NUMBER = pattern(r"\d{1,3}|\(\d{4}\w?\)")
_LOOSE_BLANK = pattern(r"(?:^|(?<=\w))\s+(?=[)\];])")
_LETTER = pattern(r"[^\W\d]")
_YEAR = pattern(r"\s*(?:\d{4}\w?|n\.d\.)?")
_NO_YEAR = pattern(r"(?<=[^\W\d_]|\.),\s*$")
_OTHERS = pattern(r"\band others\b")
_WORDS = pattern(r"\w+")
_UNKNOWN_MARKS = pattern(r"\?\?(?:,\s*\?\?)*")
_OF_FRONT = frozenset({"ltx_personname", "ltx_title_document"})


def _citation(page: PageReader, element: Element, flow: Flow) -> None:
    """Read ``cite`` as one reference, with brackets and names; several sources in it are references within."""
    if "ltx_cite" not in element.classes:
        page.children(element._replace(style=element.style | Style.ITALIC), flow)
        return
    page.cites = True
    line = page.line(element, flow)
    page.cites = False
    content = tuple(_relabelled(_tidied(run), page.targets.labels) for run in line.line())
    places = [place for place, run in enumerate(content) if isinstance(run, Reference)]
    if places:
        content = _bracketed(_with_prenote(content, places[0], places[-1]), element, page.targets.brackets)
        content = tuple(map(_without_empty_year, content, (*content[1:], Text(";"))))
        cited = [run for run in content if isinstance(run, Reference)]
        if len(cited) == 1:
            inner = chain.from_iterable(run.content if run is cited[0] else (run,) for run in content)
            content = joined(inner)
        if _is_raised(cited[0]) and not flow.ends_in_number:
            flow.drop_blank()
            content = tuple(map(_without_blanks, content))
        content = (Reference(content, cited[0].target if len(cited) == 1 else "", cites=True),)
    flow.append_line(line, content, element.style)


def _is_raised(cited: Reference) -> bool:
    """Whether a reference is raised. LaTeX sets no blank before and in such a citation; the engine keeps them."""
    return bool(cited.content) and isinstance(first := cited.content[0], Text) and bool(first.style & Style.SUPER)


def _without_blanks(run: Inline) -> Inline:
    return run._replace(text=run.text.replace(" ", "")) if isinstance(run, Text) and run.style & Style.SUPER else run


def _tidied(run: Inline) -> Inline:
    """Return a run of a citation without blanks before closing brackets and semicolons."""
    match run:
        case Text(text):
            return run._replace(text=_LOOSE_BLANK.sub("", text))
        case Reference(content):
            return run._replace(content=tuple(map(_tidied, content)))
    return run


def _without_empty_year(run: Inline, following: Inline) -> Inline:
    """Return a reference without the comma after its names if no year follows, as for an entry without one."""
    match run, following:
        case Reference((*before, Text(text) as names)), Text(after) if after.lstrip().startswith((")", "]", ";", ",")):
            return run._replace(content=(*before, names._replace(text=_NO_YEAR.sub("", text))))
    return run


def _relabelled(run: Inline, labels: Mapping[str, str]) -> Inline:
    """Return a reference with the label of its entry, if it shows another number or only a year that the label lacks;
    with brackets around a number after names; and with "et al.", as in the labels."""
    if not isinstance(run, Reference) or len(run.content) != 1 or not isinstance(shown := run.content[0], Text):
        return run
    label = labels.get(run.target, "")
    if label == f"[{shown.text}]":
        return run
    text = _OTHERS.sub("et al.", shown.text)
    if label and _NUMBER.fullmatch(text) and text.strip("()") not in _WORDS.findall(label):
        text = label if text.startswith("(") else label.strip("[]")
    names, _, number = text.rpartition(" ")
    if label == f"[{number}]" and number.isdecimal() and _LETTER.search(names):
        text = f"{names} {label}"
    return run._replace(content=(shown._replace(text=text),))


def _with_prenote(content: Content, first: int, last: int) -> Content:
    """Move a note from behind the references ``first`` to ``last`` to the front, if it can only introduce them."""
    before, text = content[:first], plain(content[last + 1 :])
    if plain(before) not in ("(", "[") or text[:1] != "," or not _PRENOTE.fullmatch(text[1:-1].strip()):
        return content
    inner = [*joined(content[last + 1 :])]
    for place, kept in ((0, slice(1, None)), (-1, slice(-1))):
        if isinstance(run := inner[place], Text):
            inner[place] = run._replace(text=run.text[kept])
    return (*before, *joined(inner), Text(" "), *content[first : last + 1], Text(text[-1]))


def _bracketed(content: Content, element: Element, brackets: tuple[str, str]) -> Content:
    """Add the page's brackets to names and years that run into the sentence, as in ``Hand, 1998; Foot, 2001``; square
    ones within round ones of the author's."""
    above = element.node.prev
    before = above.text(deep=True).rstrip() if above is not None else ""
    if "ltx_citemacro_cite" not in element.classes or before.endswith(("(", "[")) or set(plain(content)) & set("(["):
        return content
    cited = (plain(run.content).rpartition(",") for run in content if isinstance(run, Reference))
    has_years = all(_LETTER.search(names) and _YEAR.fullmatch(year) for names, _, year in cited)
    first, last = ("[", "]") if before.count("(") > before.count(")") else brackets
    return (Text(first), *content, Text(last)) if has_years else content


def _missing_citation(page: PageReader, element: Element, flow: Flow) -> None:
    """Read a citation without entry: its key, which no superscript can show."""
    raised = element.style & Style.SUPER
    line = page.line(element._replace(style=element.style & ~raised), flow)
    key = line.line()
    page.faults.append(plain(key))
    flow.append_line(line, (Text("["), *key, Text("]")) if raised and key else key, element.style)


def _missing_label(page: PageReader, element: Element, flow: Flow) -> None:
    """Read a cross-reference without target: the label, or question marks as in LaTeX where the page has nothing."""
    line = page.line(element, flow)
    label = line.line()
    page.faults.append(plain(label) or "missing label")
    flow.append_line(line, label or (Text(UNKNOWN, Style(element.style)),), element.style)


def _raised(page: PageReader, element: Element, flow: Flow) -> None:
    """Read raised text, without the marks of affiliations that lead nowhere (``??,??``)."""
    parent = element.node.parent
    classes = (parent.attributes.get("class") or "").split() if parent is not None else ()
    is_mark = not _OF_FRONT.isdisjoint(classes) or ("ltx_p" in classes and flow.is_empty)
    if is_mark and _UNKNOWN_MARKS.fullmatch(element.node.text().strip()):
        page.faults.append("missing label")
    else:
        page.children(element, flow)


def _abbreviation(page: PageReader, element: Element, flow: Flow) -> None:
    """Read an abbreviation of a glossary. Those of the package acronym have the key instead, in ``abbr`` that of the
    short form; it is looked up in the page's own list."""
    key = clean(element.node.text())
    forms = page.targets.abbreviations.get(key.casefold()) if "ltx_missing" in element.classes else None
    if forms is not None:
        flow.write(forms[element.tag != "abbr"], element.style)
        return
    if "ltx_missing" in element.classes:
        page.faults.append(key)
    page.children(element, flow)


READERS = Readers(
    lines={
        "cite": _citation,
        ".ltx_missing_label": _missing_label,
        ".ltx_missing_citation": _missing_citation,
        ".ltx_sup": _raised,
        ".ltx_glossaryref": _abbreviation,
    },
    blocks={},
)
