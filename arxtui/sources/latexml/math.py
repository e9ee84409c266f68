"""Formulas: the TeX source that LaTeXML stores beside the MathML, or the MathML where that says more."""

from __future__ import annotations

from string import ascii_letters

from selectolax.lexbor import LexborNode

from arxtui.light import pattern
from arxtui.model.document import Formula
from arxtui.sources.latexml.content import Content
from arxtui.sources.latexml.diagrams import describe_diagrams
from arxtui.sources.latexml.equations import put_formula
from arxtui.sources.latexml.flow import Flow
from arxtui.sources.latexml.nodes import text_of
from arxtui.sources.latexml.walker import Element, PageReader, Readers
from arxtui.text import clean
from arxtui.text.math.judge import with_pictures
from arxtui.text.math.mathml import MathElement, mathml_as_tex
from arxtui.text.math.tree import UnreadableError

ERROR_IN_MATH = "merror.ltx_ERROR"
NOTE_IN_MATH = ".ltx_note"
_DRAWN = "\\lxSVG@"
_WHITE = "\\color[rgb]{1,1,1}"
_TEX = "application/x-tex"
_WRAP = "%\n"
"""LaTeXML wraps long formulas with a comment sign at the line end."""
_INVISIBLE = pattern("[\u200b\u2061-\u2064]")
_BLANK = r"(?:\\[,:;> ]|\\(?:(?:thin|med|thick|en)space|q?quad)(?![A-Za-z])|~)"
_SPACE, _SPACE_AT_END = pattern(rf"{_BLANK}+"), pattern(rf"(?<!\\){_BLANK}\Z")
_ENDS_OF_BLANKS = frozenset(",:;> ~ed")
_MAX_DEPTH = 100
_MOST_COPIED = 20_000
"""The most formulas of a page that are read from their MathML; theses have about as many formulas in all."""
_WITH_TEXT = frozenset(["mi", "mn", "mo", "ms", "mtext", "merror"])


def _math(page: PageReader, element: Element, flow: Flow) -> None:
    """Read ``math``: its annotation, else its ``alttext``, and its MathML; notes within follow it."""
    node, attributes = element.node, element.attributes
    notes: Content = ()
    if node.first_child is None:  # its MathML said the same
        tex = as_tex(attributes.get("alttext") or "")
    else:
        notes = _notes(page, element) if node.mem_id in page.noted_math else ()
        tex = as_tex(_annotation(node) or attributes.get("alttext") or "")
        if node.mem_id in page.faulty_math:
            page.faults.extend(clean(error.text()) for error in node.css(ERROR_IN_MATH))
        if (mathml := _presentation(node)) is not None:
            tex = _witnessed(page, tex, mathml)
    if _WHITE in tex and _is_on_colour(node):
        tex = tex.replace(_WHITE, "")
    _put(page, element, flow, tex, notes, displayed=attributes.get("display") == "block")


def witnesses_of(math: LexborNode) -> tuple[str, MathElement | None]:
    """Return the TeX of a formula and its MathML. Raises: UnreadableError if this is nested too deep."""
    tex = as_tex(_annotation(math) or math.attributes.get("alttext") or "")
    mathml = _presentation(math)
    return tex, None if mathml is None else _math_element(mathml)


def _notes(page: PageReader, element: Element) -> Content:
    notes = Flow(in_line=True)
    for note in element.node.css(NOTE_IN_MATH):
        page.node(note, element.style, notes)
    return notes.line()


def _witnessed(page: PageReader, tex: str, mathml: LexborNode) -> str:
    """Return what the TeX and the MathML of a formula say together."""
    try:
        if tex:
            return page.judge.choose(tex, mathml.text, lambda: _copied(page, mathml))
        return mathml_as_tex(_copied(page, mathml))
    except UnreadableError:
        return tex


def _copied(page: PageReader, mathml: LexborNode) -> MathElement:
    """Copy MathML. Raises: UnreadableError if that has been done too often on this page."""
    page.copied_math += 1
    if page.copied_math > _MOST_COPIED:
        raise UnreadableError("too many formulas")
    return _math_element(mathml)


def _presentation(math: LexborNode) -> LexborNode | None:
    """Return the presentation MathML of ``math``: the first element within ``semantics``, or ``math`` without it."""
    part = math.first_child
    while part is not None and not part.is_element_node:
        part = part.next
    if part is None or part.tag != "semantics":
        return part and math
    part = part.first_child
    while part is not None and not part.is_element_node:
        part = part.next
    return None if part is None or part.tag == "annotation" else part


def _math_element(node: LexborNode, depth: int = 0) -> MathElement:
    """Copy an element of MathML without the notes in it."""
    if depth > _MAX_DEPTH:
        raise UnreadableError("too deep")
    tag, attributes = node.tag or "", node.attributes
    is_text = tag in _WITH_TEXT or not tag.startswith("m")
    children = []
    child = node.first_child if tag != "svg" else None
    while child is not None:
        if child.is_element_node and "ltx_note" not in (child.attributes.get("class") or "").split():
            children.append(_math_element(child, depth + 1))
        elif child.is_text_node and is_text:
            children.append(MathElement("", {}, (), child.text_content or ""))
        child = child.next
    if is_text and not any(child.tag for child in children):
        return MathElement(tag, attributes, (), "".join(child.text for child in children))
    return MathElement(tag, attributes, tuple(children))


def _is_on_colour(node: LexborNode) -> bool:
    """Whether an element is in one with a coloured background, where white signs can be read."""
    around: LexborNode | None = node
    while around is not None and not (is_coloured := "bg-color" in (around.attributes.get("style") or "")):
        around = around.parent
    return around is not None and is_coloured


def _other_math(page: PageReader, element: Element, flow: Flow) -> None:
    """Read a formula that is no ``math``: a picture, whose ``alt`` is the TeX; spans of MathJax, whose ``aria-label``
    it is; or plain HTML."""
    if element.tag == "math":
        _math(page, element, flow)
        return
    label = element.node if element.tag == "img" else element.node.css_first("[aria-label]")
    if label is None:
        page.children(element, flow)
        return
    tex = label.attributes.get("aria-label") or label.attributes.get("alt") or ""
    _put(page, element, flow, as_tex(tex), (), displayed="ltx_DisplayMath" in element.classes)


def _put(page: PageReader, element: Element, flow: Flow, tex: str, notes: Content, *, displayed: bool) -> None:
    if not tex.strip():
        page.unknown["math without TeX"] += 1
        tex = as_tex(_INVISIBLE.sub("", element.node.text() or ""))
    if not tex:
        return
    if displayed and not flow.in_line:
        flow.end_paragraph()
        put_formula(flow, tex, notes)
    else:
        _add(element, flow, Formula(tex))
        if notes:
            flow.splice(notes)


def _add(element: Element, flow: Flow, formula: Formula) -> None:
    """Append a formula; space at its ends separates it from what is beside it, as in ``13\\,`` before ``TeV``."""
    tex = formula.tex
    if (space := _SPACE.match(tex)) and _ends_close(element.node.prev):
        flow.write(" ", element.style)
    if not space or space.end() < len(tex):
        flow.add(formula)
    if tex[-1] in _ENDS_OF_BLANKS and _SPACE_AT_END.search(tex):
        after = text_of(element.node.next)[:1]
        if after.isalnum() or after == "(":
            flow.write(" ", element.style)


def _ends_close(before: LexborNode | None) -> bool:
    """Whether what is before a formula is a formula, or ends in a letter or digit."""
    return before is not None and (before.tag == "math" or text_of(before)[-1:].isalnum())


def as_tex(tex: str) -> str:
    """Join TeX into one line, without the comment signs that wrapped it."""
    if _WRAP in tex:
        tex = _unwrap(tex)
    tex = with_pictures(tex)
    if ("ignorespaces" in tex and _DRAWN not in tex) or "\\lx@xy" in tex:
        tex = describe_diagrams(tex)
    cleaned = clean(tex)
    # A final backslash and blank is a command: restore the blank that ``clean`` has stripped.
    return f"{cleaned} " if _ends_in_command_blank(cleaned, tex) else cleaned


def _unwrap(tex: str) -> str:
    """Remove the comment signs and line ends of a wrapped formula. A command before one ends there."""
    first, *lines = tex.split(_WRAP)
    joined = [first]
    for line in lines:
        before = joined[-1]
        if _is_escaped(before):
            joined += _WRAP, line
        elif rest := line.lstrip():
            name = before.rstrip(ascii_letters)
            ends_command = len(name) < len(before) and _is_escaped(name)
            joined += " " if ends_command and rest[0] in ascii_letters else "", rest
    return "".join(joined)


def _is_escaped(before: str) -> bool:
    """Whether a character after this text is part of a command: an odd number of backslashes is before it."""
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1


def _ends_in_command_blank(cleaned: str, tex: str) -> bool:
    return tex[-1:].isspace() and _is_escaped(cleaned)


def _annotation(math: LexborNode) -> str:
    parts = math.first_child
    while parts is not None:
        part = parts.first_child if parts.tag == "semantics" else None
        while part is not None:
            if part.tag == "annotation" and part.attributes.get("encoding") == _TEX:
                return part.text() or ""
            part = part.next
        parts = parts.next
    return ""


READERS = Readers(lines={"math": _math, ".ltx_Math": _other_math, ".ltx_DisplayMath": _other_math}, blocks={})
