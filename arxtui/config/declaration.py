"""The declaration of settings: each once, with its default, its meaning and its allowed values.

Reading, checking, ``arxtui config``, the JSON schema, docs/config.md and arxtui-config(5) are based on these
declarations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast, dataclass_transform

from arxtui.light import from_fields, frozen, pattern

SectionClass = TypeVar("SectionClass", bound=type)
Value = TypeVar("Value")
Check = Callable[[Any], Any]

VARIABLES_FIRST = frozenset({"NO_COLOR"})
_LINK = pattern(r"\[([^\]]*)\]\([^)]*\)")


@frozen
class Setting:
    """The declaration of a setting.

    ``words`` describe its meaning in Markdown. ``check`` returns the normalised value, or raises ValueError with a
    message. If the environment ``variable`` is set, it takes precedence over an empty value, and, if it is in
    ``VARIABLES_FIRST``, over any value. The value of a secret is not printed.
    """

    default: object
    words: str
    check: Check | None = None
    choices: tuple[str, ...] = ()
    minimum: int = 0
    example: str = ""
    variable: str = ""
    is_secret: bool = False
    section: str = ""
    key: str = ""
    kind: str = ""

    def __str__(self) -> str:
        return f"[{self.section}] {self.key}"

    @property
    def plain_words(self) -> str:
        """The description without Markdown markup."""
        return plain(self.words)

    def is_overridden(self, value: object, environ: Mapping[str, str]) -> bool:
        """Whether the environment takes precedence over the value."""
        return bool(environ.get(self.variable)) and (self.variable in VARIABLES_FIRST or not value)


def plain(words: str) -> str:
    """Return words without their Markdown markup."""
    return _LINK.sub(r"\1", words).replace("`", "")


def setting(
    default: Value,
    words: str,
    *,
    check: Check | None = None,
    choices: tuple[str, ...] = (),
    minimum: int = 0,
    example: str = "",
    variable: str = "",
    is_secret: bool = False,
) -> Value:
    """Declare a setting in a :func:`section`."""
    return cast("Value", Setting(default, words, check, choices, minimum, example, variable, is_secret))


@dataclass_transform(frozen_default=True)
def section(name: str) -> Callable[[SectionClass], SectionClass]:
    """Turn a class whose attributes are declared by :func:`setting` into a frozen class of the section's values."""

    def declare(kind: SectionClass) -> SectionClass:
        declared_class: Any = kind
        declared_class.NAME = name
        declared_class.SETTINGS = {
            key: from_fields(Setting, {**vars(vars(kind)[key]), "section": name, "key": key, "kind": written})
            for key, written in kind.__annotations__.items()
        }
        for key, declared in settings_of(kind).items():
            setattr(kind, key, declared.default)
        return frozen(kind)

    return declare


def settings_of(kind: type) -> dict[str, Setting]:
    """Return the settings of a section's class, by key."""
    return cast("dict[str, Setting]", vars(kind)["SETTINGS"])
