"""Figures as MuPDF writes them: each character a ``use`` of an outline in ems."""

from __future__ import annotations

from xml.sax.saxutils import quoteattr

_RING = "M.05 0H.55V.7H.05Z M.2 .15H.4V.55H.2Z"
_EIGHT = "M.05 0H.55V.7H.05Z M.2 .1H.4V.3H.2Z M.2 .4H.4V.6H.2Z"
_TWICE = "M.1 0H.2V.1H.1Z M.1 .4H.2V.5H.1Z"
_BLOCK = "M.05 0H.55V.7H.05Z"
_FORMS = {**dict.fromkeys("0469", _RING), "8": _EIGHT, **dict.fromkeys(":;=!", _TWICE)}
_FORMS |= {
    "−": "M.08 .23H.7V.27H.08Z",
    "-": "M.05 .2H.3V.27H.05Z",
    "f": "M.05 0H.4V.7H.05Z",
    ".": "M.1 0H.2V.1H.1Z",
    ",": "M.1 -.1H.2V.1H.1Z",
    " ": "",
    "ˆ": "M.1 .75L.3 .85L.5 .75Z",
}
BAR = "M80 230H700V270H80Z"
"""A minus sign in thousandths of an em."""


def svg(*parts: str, width: int = 400, height: int = 300, defs: str = "") -> bytes:
    """Return a figure of this size in points with the outlines of its characters."""
    body = "\n".join(parts)
    outlines = "".join(
        f'<path id="font_1_{ord(sign)}" d="{_FORMS.get(sign, _BLOCK)}"/>' for sign in sorted(set(body) | set(_FORMS))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1" '
        f'width="{width}pt" height="{height}pt" viewBox="0 0 {width} {height}">\n'
        f"<defs>{outlines}{defs}</defs>\n{body}\n</svg>"
    ).encode()


def text(words: str, x: float, y: float, size: float = 10, *, turned: bool = False, rest: str = "") -> str:
    """Draw words from a place on their baseline, ``turned`` upwards; characters are 0.6 em apart."""
    return "\n".join(
        glyph(
            sign,
            x + (0 if turned else place * size * 0.6),
            y - (place * size * 0.6 if turned else 0),
            size,
            turned=turned,
            rest=rest,
        )
        for place, sign in enumerate(words)
    )


def glyph(
    sign: str, x: float, y: float, size: float = 10, *, turned: bool = False, form: str = "", rest: str = ""
) -> str:
    """Draw a character, or the outline of the character ``form`` under its name."""
    matrix = f"0,{-size},{-size},0" if turned else f"{size},0,0,{-size}"
    return (
        f'<use data-text={quoteattr(sign)} xlink:href="#font_1_{ord(form or sign)}" '
        f'transform="matrix({matrix},{x},{y})"{rest}/>'
    )


def sign_form(data: str, x: float, y: float, size: float = 10) -> str:
    """Draw a sign as matplotlib before 3.11 does: a path in thousandths of an em."""
    return f'<path transform="matrix({size / 1000},0,0,{-size / 1000},{x},{y})" d="{data}"/>'


def row(numbers: str, y: float, x: float = 60, step: float = 60) -> str:
    """Draw the ticks of an axis below a plot."""
    return "\n".join(
        text(number, x + place * step - 3 * len(number), y) for place, number in enumerate(numbers.split())
    )


def column(numbers: str, x: float, y: float = 250, step: float = 50) -> str:
    """Draw the ticks of an axis at the left of a plot, from the lowest."""
    return "\n".join(
        text(number, x - 6 * len(number), y - place * step) for place, number in enumerate(numbers.split())
    )
