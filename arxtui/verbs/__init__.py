"""The verbs of ``arxtui``, as data: what they are called, take and say in their help, and where they can run.

The parsers, the completion in shells, the reader's ``:`` line and plain mode are made from these declarations. The work
of a verb is ``run`` in its module in ``arxtui.cli``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arxtui.verbs.declaration import Verb

_MODULES = ("read", "fetch", "sort", "export", "program")


class _Verbs(Mapping[str, "Verb"]):
    """All verbs by name, in the order of the headings of the help. A module is imported when it is needed, so that
    ``arxtui list`` does not import the declarations of the others."""

    def __getitem__(self, name: str) -> Verb:
        for verbs in self._by_group():
            if name in verbs:
                return verbs[name]
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return (name for verbs in self._by_group() for name in verbs)

    def __len__(self) -> int:
        return sum(map(len, self._by_group()))

    def __contains__(self, name: object) -> bool:
        return any(name in verbs for verbs in self._by_group())

    def _by_group(self) -> Iterator[dict[str, Verb]]:
        return (import_module(f"arxtui.verbs.{module}").VERBS for module in _MODULES)


VERBS = _Verbs()
