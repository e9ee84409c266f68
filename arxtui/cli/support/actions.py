"""Actions of a verb: ``arxtui tags rename OLD NEW``."""

from __future__ import annotations

import argparse

from arxtui.query.vocabulary import FIELDS, field_named


class Actions:
    """The actions of a verb. The parser stores the name in the option ``action``, None if none is given and none is
    ``needed``.

    ``json`` is the help of an option ``--json`` that may stand before or after an action.
    """

    def __init__(self, parser: argparse.ArgumentParser, words: str, *, json: str, needed: bool = False) -> None:
        self._parser, self._json = parser, json
        parser.add_argument("--json", action="store_true", help=json)
        self._actions = parser.add_subparsers(dest="action", metavar="ACTION", help=words, required=needed)

    def add(self, name: str, words: str, *required: str) -> argparse.ArgumentParser:
        """Add an action with its required positional arguments; return its parser, for further arguments."""
        subparser = self._actions.add_parser(
            name, help=words, description=words, allow_abbrev=False, formatter_class=self._parser.formatter_class
        )
        for argument in required:
            subparser.add_argument(argument.lower(), metavar=argument)
        subparser.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help=self._json)
        return subparser


def new_name(name: str) -> str:
    """Parse a name that comes before a query.

    Raises ArgumentTypeError for text in the form of a query: the name is missing.
    """
    field, colon, value = name.lstrip("-(").partition(":")
    if colon and value and field_named(field) in FIELDS:
        raise argparse.ArgumentTypeError(f"{name!r} is a query; put a name before it")
    return name
