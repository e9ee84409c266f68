"""How a setting is declared: once, with its default, its meaning and what its value may be.

Reading, checking, ``arxtui config``, the JSON schema, docs/config.md and arxtui-config(5) go by these declarations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast, dataclass_transform

from arxtui.model.frozen import changed, frozen
from arxtui.patterns import pattern

Kind = TypeVar("Kind", bound=type)
Value = TypeVar("Value")
Check = Callable[[Any], Any]

VARIABLES_FIRST = frozenset({"NO_COLOR"})
_LINK = pattern(r"\[([^\]]*)\]\([^)]*\)")


@frozen
class Setting:
    """A setting: ``words`` say in Markdown what it means, ``check`` gives the value as it is meant (ValueError in words
    for one that cannot be). ``variable`` of the environment, where it is set, decides instead of a text that is empty,
    and, where it is in ``VARIABLES_FIRST``, of any."""

    default: object
    words: str
    check: Check | None = None
    choices: tuple[str, ...] = ()
    least: int = 0
    example: str = ""
    variable: str = ""
    section: str = ""
    key: str = ""
    kind: str = ""

    def __str__(self) -> str:
        return f"[{self.section}] {self.key}"

    @property
    def plain_words(self) -> str:
        """The words without the signs of Markdown."""
        return plain(self.words)

    def is_overruled(self, value: object, environ: Mapping[str, str]) -> bool:
        """Whether the environment decides instead of the value."""
        return bool(environ.get(self.variable)) and (self.variable in VARIABLES_FIRST or not value)


def plain(words: str) -> str:
    """Words in Markdown without its signs."""
    return _LINK.sub(r"\1", words).replace("`", "")


def setting(
    default: Value,
    words: str,
    *,
    check: Check | None = None,
    choices: tuple[str, ...] = (),
    least: int = 0,
    example: str = "",
    variable: str = "",
) -> Value:
    """The declaration of a setting in a :func:`section`."""
    return cast("Value", Setting(default, words, check, choices, least, example, variable))


@dataclass_transform(frozen_default=True)
def section(name: str) -> Callable[[Kind], Kind]:
    """Make a class of settings, all of them declared by :func:`setting`, the frozen values of a section."""

    def declare(kind: Kind) -> Kind:
        made: Any = kind
        made.NAME = name
        made.SETTINGS = {
            key: changed(vars(kind)[key], section=name, key=key, kind=written)
            for key, written in kind.__annotations__.items()
        }
        for key, declared in settings_of(kind).items():
            setattr(kind, key, declared.default)
        return frozen(kind)

    return declare


def settings_of(kind: type) -> dict[str, Setting]:
    """The settings of a section's class, by their keys."""
    return cast("dict[str, Setting]", vars(kind)["SETTINGS"])
