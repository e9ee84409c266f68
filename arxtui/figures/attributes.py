"""The attributes of SVG: numbers, colours, styles and transformations."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import cos, radians, sin

from arxtui.figures.outlines import IDENTITY, NUMBER, Box, Matrix, Outline, product
from arxtui.light import pattern

_NUMBER = pattern(NUMBER)
_RULE = pattern(r"([^{}]+)\{([^{}]*)\}")
_MOST_NUMBERS = 400_000
_TRANSFORM = pattern(r"(matrix|translate|scale|rotate)\s*\(([^)]*)\)")
_HEXADECIMAL = pattern(r"#(?:(?P<whole>[0-9a-f]{6})(?:[0-9a-f]{2})?|(?P<short>[0-9a-f]{3})[0-9a-f]?)")
_COLOURS = {"black": "#000000", "white": "#ffffff", "red": "#ff0000", "blue": "#0000ff"}
_INHERITED = frozenset(
    (
        *("fill", "stroke", "stroke-width", "stroke-dasharray", "fill-opacity", "stroke-opacity", "opacity"),
        *("color", "font", "font-size", "font-family", "text-anchor", "dominant-baseline", "alignment-baseline"),
    )
)
_STYLING = _INHERITED | {"style"}
_MATRIX = pattern(rf"matrix\({','.join([f'({NUMBER})'] * 6)}\)")


def page_of(attributes: Mapping[str, str]) -> Box:
    """Return the view box of a figure."""
    numbers = numbers_of(attributes.get("viewBox", ""))[:4]
    if len(numbers) == 4 and numbers[2] > 0 and numbers[3] > 0:
        return Box(numbers[0], numbers[1], numbers[0] + numbers[2], numbers[1] + numbers[3])
    return Box(0.0, 0.0, number_of(attributes.get("width"), 300.0), number_of(attributes.get("height"), 150.0))


def style_of(local: str, attributes: Mapping[str, str], rules: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Return what an element and the ``rules`` of the figure, by element or class, say of its style."""
    if not rules and local != "line" and _STYLING.isdisjoint(attributes):
        return {}
    own = {name: value for name, value in attributes.items() if name in _INHERITED}
    for selector in (local, *(f".{name}" for name in attributes.get("class", "").split())) if rules else ():
        own |= rules.get(selector, {})
    if "style" in attributes:
        own |= _declared(attributes["style"])
    if local == "line":
        own["fill"] = "none"
    return own


def rules_of(sheet: str) -> dict[str, dict[str, str]]:
    """Return the rules of a style sheet by the last part of their selectors, an element or a class."""
    rules: dict[str, dict[str, str]] = {}
    for selectors, declarations in _RULE.findall(sheet):
        for selector in selectors.split(","):
            rules.setdefault("".join(selector.split()[-1:]), {}).update(_declared(declarations))
    return rules


def _declared(declarations: str) -> dict[str, str]:
    return {name: value for name, value in declared(declarations).items() if name in _INHERITED}


def declared(declarations: str) -> dict[str, str]:
    """Return the properties that a style declares."""
    pairs = (part.partition(":") for part in declarations.split(";"))
    return {name.strip(): value.strip() for name, _, value in pairs}


def matrix_of(transform: str) -> Matrix:
    """Return a transformation."""
    if plain := _MATRIX.fullmatch(transform):
        a, b, c, d, e, f = map(float, plain.groups())
        return a, b, c, d, e, f
    matrix = IDENTITY
    for name, arguments in _TRANSFORM.findall(transform):
        numbers = numbers_of(arguments)
        if name == "matrix" and len(numbers) == 6:
            a, b, c, d, e, f = numbers
            matrix = product(matrix, (a, b, c, d, e, f))
        elif name == "translate" and numbers:
            matrix = product(matrix, (1, 0, 0, 1, numbers[0], numbers[1] if len(numbers) > 1 else 0))
        elif name == "rotate" and numbers:
            turn = radians(numbers[0])
            x, y = numbers[1:3] if len(numbers) > 2 else (0.0, 0.0)
            turned = (cos(turn), sin(turn), -sin(turn), cos(turn), 0.0, 0.0)
            matrix = product(product(product(matrix, (1, 0, 0, 1, x, y)), turned), (1, 0, 0, 1, -x, -y))
        elif name == "scale" and numbers:
            matrix = product(matrix, (numbers[0], 0, 0, numbers[-1], 0, 0))
    return matrix


def numbers_of(text: str) -> list[float]:
    """Return the numbers in a text."""
    return [float(number) for number in _NUMBER.findall(text)]


def number_of(text: str | None, default: float = 1.0) -> float:
    """Return the number that a text begins with."""
    number = _number_of(text) if text else None
    return default if number is None else number


@lru_cache(1_024)
def _number_of(text: str) -> float | None:
    match = _NUMBER.match(text.strip())
    return float(match[0]) if match else None


@lru_cache(1_024)
def colour_of(text: str) -> str:
    """Return a colour as ``#rrggbb``; "" for none and for what is not a plain colour."""
    text = text.strip().lower()
    if hexadecimal := _HEXADECIMAL.fullmatch(text):
        return f"#{hexadecimal['whole'] or ''.join(sign * 2 for sign in hexadecimal['short'])}"
    if text.startswith("rgb(") and len(parts := numbers_of(text)) >= 3:
        most = 100 if "%" in text else 255
        return "#" + "".join(f"{round(min(max(part, 0), most) * 255 / most):02x}" for part in parts[:3])
    return _COLOURS.get(text, "")


def outline_of_form(local: str, attributes: Mapping[str, str]) -> Outline:
    """Return the outline of a basic shape (SVG 1.1, chapter 9); a circle is the square around it."""
    if local in ("polyline", "polygon"):
        numbers = numbers_of(attributes.get("points", ""))[:_MOST_NUMBERS]
        return Outline((tuple(zip(numbers[::2], numbers[1::2], strict=False)),))
    if local == "line":
        x1, y1, x2, y2 = (number_of(attributes.get(name), 0.0) for name in ("x1", "y1", "x2", "y2"))
        return Outline((((x1, y1), (x2, y2)),))
    if local in ("circle", "ellipse"):
        x, y, rx, ry = (number_of(attributes.get(name), 0.0) for name in ("cx", "cy", "rx", "ry"))
        rx, ry = (number_of(attributes["r"]),) * 2 if "r" in attributes else (rx, ry)
        return Outline((((x - rx, y - ry), (x + rx, y - ry), (x + rx, y + ry), (x - rx, y + ry)),), curves=4)
    x, y, width, height = (number_of(attributes.get(name), 0.0) for name in ("x", "y", "width", "height"))
    return Outline((((x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)),))
