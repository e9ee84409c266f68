"""Numbers as figures print them: their values, and the factors and shifts at the ends of axes."""

from __future__ import annotations

from arxtui.light import pattern

_PLAIN = pattern(
    r"(?P<number>[+−-]?(?:\d{1,3}(?:,\d{3})+|\d+(?:[.,]\d+)?|\.\d+)(?:e[+−-]?\d+)?)(?P<rest>[%°kMGBTmµμnp]?)"
)
_POWER = pattern(
    r"(?P<sign>[−-]?)(?:(?P<factor>\d+(?:\.\d+)?) ?[×·] ?)?(?P<base>10|2|e)(?P<power>[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+|\^\(?[−-]?\d+\)?)"
)
_THOUSANDS = pattern(r"[+−-]?\d{1,3}(?:,\d{3})+")
_SCALES = {"k": 1e3, "M": 1e6, "G": 1e9, "B": 1e9, "T": 1e12, "m": 1e-3, "µ": 1e-6, "μ": 1e-6, "n": 1e-9, "p": 1e-12}
"""Letters after a number that stand for powers of ten (plotly)."""
_RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "-0123456789-", "^()")
_LARGEST_POWER = 300
_SHIFT = r"[+−-]\d[\d.]*(?:e[+−-]?\d+| ?[×·] ?10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)"
_FACTOR = pattern(
    rf"(?:[×x·] ?10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+|1e[+−-]?\d+)(?: ?(?:{_SHIFT}|[+−-]10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?|{_SHIFT}|\+10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+"
)
"""What stands at the end of an axis whose ticks are to be multiplied or shifted (matplotlib)."""


def value_of(text: str) -> float | None:
    """Return the value of a number as figures print it; None if the text is something else."""
    if match := _PLAIN.fullmatch(text):
        number = match["number"].replace("−", "-")
        value = float(number.replace(",", "" if _THOUSANDS.fullmatch(match["number"]) else "."))
        return value * _SCALES.get(match["rest"], 1.0)
    if match := _POWER.fullmatch(text):
        power = float(match["power"].translate(_RAISED))
        if abs(power) > _LARGEST_POWER:
            return None
        base = {"10": 10.0, "2": 2.0, "e": 2.718281828459045}[match["base"]]
        value = float(match["factor"] or 1) * float(base**power)
        return -value if match["sign"] else value
    return None


def is_factor(text: str) -> bool:
    """Return whether a text is what the ticks of an axis are to be multiplied with or shifted by: ``×10⁻³``."""
    return bool(_FACTOR.fullmatch(text))


def is_power(text: str) -> bool:
    """Return whether a text is a power, without a factor: ``10⁻³``."""
    match = _POWER.fullmatch(text)
    return bool(match and not match["factor"])
