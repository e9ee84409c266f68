"""What the values of settings may be. Every fault is a ValueError that says what to write instead."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from arxtui.model.arxiv.taxonomy import ARCHIVES, CANONICAL, CATEGORIES, canonical_case

KEY_PARTS = ("author", "Author", "year", "word", "Word", "words", "id")
"""The placeholders of ``bibtex_key``."""
_CHOICES = {
    "theme": ("dark", "light", "ansi"),
    "notify": ("off", "osc9", "osc777"),
    "pictures": ("auto", "kitty", "iterm2", "sixel", "blocks"),
}
_LARGEST = 100_000
_EXAMPLES = {"categories": '["cs.DC", "math"]', "authors": '["Ada Example"]', "keywords": '["consensus"]'}
_COMMAND = '["notify-send", "arXiv"]'


def checked_value(kind: str, key: str, value: object) -> object:
    """The value of a key as it is meant; ``kind`` is the type of the setting, as it is written there. ValueError says
    what it must be."""
    return _CHECKS[kind](key, value)


def canonical_category(code: str) -> str:
    """The code of today for a code in any case, old or new (``CS.lg`` is ``cs.LG``, ``cmp-lg`` is ``cs.CL``)."""
    known = canonical_case(code.strip())
    return CANONICAL.get(known, known)


def check_categories(codes: tuple[str, ...]) -> tuple[str, ...]:
    """The codes as arXiv writes them, without repeats. ValueError names the first that arXiv does not have."""
    checked: dict[str, None] = {}
    for code in codes:
        known = canonical_category(code)
        if known not in CATEGORIES and known not in ARCHIVES:
            raise ValueError(f"arXiv has no category {code!r}")
        checked[known] = None
    return tuple(checked)


def check_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Authors or keywords with single blanks, without repeats. ValueError for one that says nothing or is no line."""
    checked: dict[str, None] = {}
    for name in names:
        single = " ".join(name.split())
        if not single.isprintable() or '"' in single or not any(map(str.isalnum, single)):
            raise ValueError(f"must be words in one line, without quotation marks inside, not {name!r}")
        checked[single] = None
    return tuple(checked)


def _text(key: str, value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("must be a string in quotes")
    if not value.isprintable():
        raise ValueError("must be one line without control characters")
    if key.endswith("_url") and value:
        _check_address(value)
    if key == "url":
        _check_loopback(value)
    if key == "contact" and not value.isascii():
        raise ValueError("must be plain ASCII, as it travels in a request header")
    if key == "bibtex_key":
        _check_template(value)
    if key == "opener":
        _check_command(value)
    if key in _CHOICES and value not in _CHOICES[key]:
        raise ValueError(f"must be one of {', '.join(_CHOICES[key])}, not {value!r}")
    return value


def _check_address(value: str) -> None:
    from urllib.parse import urlsplit

    parts = urlsplit(value)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.port == 0 or " " in value:
        raise ValueError(f"must be an http or https address, not {value!r}")
    if set(re.findall(r"[{].*?[}]|[{}]", value)) - {"{category}"}:
        raise ValueError("the only placeholder is {category}")


def _check_loopback(value: str) -> None:
    from ipaddress import ip_address
    from urllib.parse import urlsplit

    _check_address(value)
    host = urlsplit(value).hostname or ""
    try:
        is_here = ip_address(host).is_loopback
    except ValueError:
        is_here = host == "localhost"
    if not is_here:
        raise ValueError(f"must be an address of this machine, such as http://127.0.0.1:23119, not {value!r}")


def _check_template(value: str) -> None:
    bare, parts = re.subn(r"\{(?:" + "|".join(KEY_PARTS) + r")\}", "", value)
    if not parts or not re.fullmatch(r"[A-Za-z0-9:._+/-]*", bare):
        raise ValueError(
            f"must be made of {{{'}, {'.join(KEY_PARTS)}}}, letters, digits and : . _ + / -, not {value!r}"
        )


def _check_command(value: str) -> None:
    import shlex

    try:
        words = shlex.split(value)
    except ValueError:
        raise ValueError("must be a program and its arguments; a quotation mark has no end") from None
    if value and not (words and words[0] and "{url}" not in words[0]):
        raise ValueError('must be a program and its arguments, such as "firefox --new-tab {url}"')


def _number(key: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _LARGEST:
        raise ValueError(f"must be a whole number from 0 to {_LARGEST:,}")
    if key == "time_limit_seconds" and not value:
        raise ValueError("must be 1 or more")
    return value


def _switch(key: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("must be true or false")
    return value


def _list(key: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ValueError(f"must be a list of strings, such as {_EXAMPLES.get(key, _COMMAND)}")
    if key == "categories":
        return check_categories(tuple(value))
    if key in _EXAMPLES:
        return check_names(tuple(value))
    if any("\0" in each for each in value) or value[:1] == [""]:
        raise ValueError("must be a program and its arguments, each a string without NUL")
    return tuple(value)


_CHECKS: Mapping[str, Callable[[str, object], object]] = {
    "str": _text,
    "int": _number,
    "bool": _switch,
    "tuple[str, ...]": _list,
}
