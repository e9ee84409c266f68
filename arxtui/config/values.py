"""Names of the themes, and checks of the values of settings. Every fault is a ValueError that says what to write
instead."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from arxtui.light import deferred
from arxtui.model.arxiv.taxonomy import ARCHIVES, CANONICAL, CATEGORIES, canonical_case, set_name, set_spec, set_specs

with deferred():
    from arxtui.text.matching.categories import choices
    from arxtui.text.matching.nearest import did_you_mean, nearest, suggest

if TYPE_CHECKING:
    from arxtui.config.declaration import Setting


AUTO = "auto"
"""The dark or the light theme, according to the terminal's background."""
OWN = {
    "dark": "calm, dark background",
    "light": "calm, light background",
    "contrast-dark": "high contrast, on black",
    "contrast-light": "high contrast, on white",
    "ansi": "the terminal's own 16 colours",
}
"""The project's own themes, with descriptions."""
TEXTUAL = (
    "textual-dark",
    "textual-light",
    "nord",
    "gruvbox",
    "catppuccin-mocha",
    "catppuccin-macchiato",
    "catppuccin-frappe",
    "catppuccin-latte",
    "dracula",
    "tokyo-night",
    "monokai",
    "flexoki",
    "solarized-dark",
    "solarized-light",
    "rose-pine",
    "rose-pine-moon",
    "rose-pine-dawn",
    "atom-one-dark",
    "atom-one-light",
    "ansi-dark",
    "ansi-light",
)
"""The themes that come with Textual."""
THEMES = (AUTO, *OWN, *TEXTUAL)


KEY_PARTS = ("author", "Author", "year", "yy", "word", "Word", "words", "letters", "id", "texkey")
"""The placeholders of ``bibtex_key``."""
TITLE = "title"
LIST_COLUMNS = {
    "unread": True,
    "category": True,
    TITLE: True,
    "authors": True,
    "venue": True,
    "code": True,
    "words": True,
    "score": True,
    "state": True,
    "badge": True,
    "links": True,
    "bibliography": True,
    "text": True,
    "rating": True,
    "mark": True,
}
"""The columns of the list, in their default order: name to whether it is shown by default."""
DEFAULT_COLUMNS = tuple(name for name, is_shown in LIST_COLUMNS.items() if is_shown)
LARGEST = 100_000
"""The largest number that a setting can have."""
_MAX_SUGGESTIONS = 3


def checked_value(setting: Setting, value: object) -> object:
    """Return the value of a setting in its normal form. Raises: ValueError that says what the value must be."""
    plain = _KINDS[setting.kind](setting, value)
    return setting.check(plain) if setting.check else plain


def canonical_category(code: str) -> str:
    """Return the current code for a code in any case, old or new: ``CS.lg`` is ``cs.LG``, ``cmp-lg`` is ``cs.CL``."""
    known = canonical_case(code.strip())
    return CANONICAL.get(known, known)


def check_categories(codes: tuple[str, ...]) -> tuple[str, ...]:
    """Return the codes as arXiv writes them, without duplicates. Raises: ValueError for the first code that arXiv does
    not have."""
    checked: dict[str, None] = {}
    for code in codes:
        known = canonical_category(code)
        if known not in CATEGORIES and known not in ARCHIVES:
            raise ValueError(f"arXiv has no category {code!r}{_suggestion(code)}")
        checked[known] = None
    return tuple(checked)


def _suggestion(code: str) -> str:
    """Return a suggestion of categories with a similar code or name; if there are none, explain how codes are
    written."""
    similar = nearest(code, (*CATEGORIES, *ARCHIVES)) or [choice.code for choice in choices(code)[:_MAX_SUGGESTIONS]]
    return suggest(similar) or "; codes look like cs.DC, or cs for a whole archive"


def check_set(text: str) -> str:
    """Return the setSpec of one of arXiv's sets, in whatever form it is written. Raises: ValueError with a
    suggestion."""
    try:
        return set_spec(text)
    except ValueError as error:
        names = (*map(set_name, set_specs()), *set_specs())
        hint = did_you_mean(text.strip(), names) or "; examples of sets are cs, hep-th and cs.DC"
        raise ValueError(f"{error}{hint}") from error


def check_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return authors or keywords with single spaces, without duplicates. Raises: ValueError for an entry without
    letters or digits, with quotation marks, or of several lines."""
    checked: dict[str, None] = {}
    for name in names:
        single = " ".join(name.split())
        if not single.isprintable() or '"' in single or not any(map(str.isalnum, single)):
            raise ValueError(f"must be words in one line, without quotation marks inside, not {name!r}")
        checked[single] = None
    return tuple(checked)


def check_columns(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the columns of the list, from left to right. Raises: ValueError for an unknown or repeated column, or if
    the title is missing."""
    for name in names:
        if name not in LIST_COLUMNS:
            hint = did_you_mean(name, LIST_COLUMNS) or f"; the columns are {', '.join(LIST_COLUMNS)}"
            raise ValueError(f"the list has no column {name!r}{hint}")
        if names.count(name) > 1:
            raise ValueError(f"names the column {name!r} more than once")
    if TITLE not in names:
        raise ValueError(f"must have the column {TITLE!r}")
    return names


def check_program(command: tuple[str, ...]) -> tuple[str, ...]:
    """Return a program and its arguments, or nothing. Raises: ValueError if it cannot be started."""
    if any("\0" in each for each in command) or command[:1] == ("",):
        raise ValueError("must be a program and its arguments, each a string without NUL")
    return command


def check_contact(value: str) -> str:
    """Return a contact for the User-Agent header. Raises: ValueError if it is not ASCII."""
    if not value.isascii():
        raise ValueError("must be plain ASCII, as it is sent in a request header")
    return value


def check_address(value: str) -> str:
    """Return a web address, or an empty string. Raises: ValueError for any other text, or a placeholder other than
    ``{category}``."""
    from urllib.parse import urlsplit

    if not value:
        return value
    parts = urlsplit(value)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.port == 0 or " " in value:
        raise ValueError(f"must be an http or https address, not {value!r}")
    if set(re.findall(r"[{].*?[}]|[{}]", value)) - {"{category}"}:
        raise ValueError("the only placeholder is {category}")
    return value


def check_loopback(value: str) -> str:
    """Return an address of this machine. Raises: ValueError for any other address."""
    from ipaddress import ip_address
    from urllib.parse import urlsplit

    host = urlsplit(check_address(value)).hostname or ""
    try:
        is_local = ip_address(host).is_loopback
    except ValueError:
        is_local = host == "localhost"
    if not is_local:
        raise ValueError(f"must be an address of this machine, such as http://127.0.0.1:23119, not {value!r}")
    return value


def check_template(value: str) -> str:
    """Return a template of citation keys. Raises: ValueError if it is invalid."""
    bare, parts = re.subn(r"\{(?:" + "|".join(KEY_PARTS) + r")\}", "", value)
    if not parts or not re.fullmatch(r"[A-Za-z0-9:._+/-]*", bare):
        raise ValueError(
            f"must be made of {{{'}, {'.join(KEY_PARTS)}}}, letters, digits and : . _ + / -, not {value!r}"
        )
    return value


def check_bibliography(value: str) -> str:
    """Return the path of a BibTeX file, or an empty string. Raises: ValueError if it is none, or not absolute."""
    if value and not (value.startswith(("/", "~/")) and value.lower().endswith(".bib") and value.isprintable()):
        raise ValueError(f"must begin with / or ~/ and end in .bib, not {value!r}")
    return value


def check_command(value: str) -> str:
    """Return a command line that opens addresses, or an empty string. Raises: ValueError if it is invalid."""
    import shlex

    try:
        words = shlex.split(value)
    except ValueError:
        raise ValueError("must be a program and its arguments; a quotation mark is not closed") from None
    if value and not (words and words[0] and "{url}" not in words[0]):
        raise ValueError('must be a program and its arguments, such as "firefox --new-tab {url}"')
    return value


def _text(setting: Setting, value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("must be a string in quotes")
    if not value.isprintable():
        raise ValueError("must be one line without control characters")
    if setting.choices and value not in setting.choices:
        hint = did_you_mean(value, setting.choices)
        raise ValueError(f"must be one of {', '.join(setting.choices)}, not {value!r}{hint}")
    return value


def _number(setting: Setting, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= LARGEST:
        raise ValueError(f"must be a whole number from {setting.minimum} to {LARGEST:,}")
    if value < setting.minimum:
        raise ValueError(f"must be {setting.minimum} or more")
    return value


def _boolean(setting: Setting, value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("must be true or false")
    return value


def _list(setting: Setting, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ValueError(f"must be a list of strings, such as {setting.example}")
    return tuple(value)


_KINDS: Mapping[str, Callable[[Setting, object], object]] = {
    "str": _text,
    "int": _number,
    "bool": _boolean,
    "tuple[str, ...]": _list,
}
