"""Actions of a verb: ``arxtui tags rename OLD NEW``."""

from __future__ import annotations

import argparse

from arxtui.query.vocabulary import ALIASES, FIELDS


class Actions:
    """The actions of a verb, whose name is the option ``action``; None where none is given, unless one is needed.

    ``json`` is the help of an option ``--json`` that may stand before an action or after it.
    """

    def __init__(self, parser: argparse.ArgumentParser, words: str, *, json: str, needed: bool = False) -> None:
        self._parser, self._json = parser, json
        parser.add_argument("--json", action="store_true", help=json)
        self._actions = parser.add_subparsers(dest="action", metavar="ACTION", help=words, required=needed)

    def add(self, name: str, words: str, *places: str) -> argparse.ArgumentParser:
        """One action with the arguments it must have, in their places; what else it takes is added to the answer."""
        made = self._actions.add_parser(
            name, help=words, description=words, allow_abbrev=False, formatter_class=self._parser.formatter_class
        )
        for place in places:
            made.add_argument(place.lower(), metavar=place)
        made.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help=self._json)
        return made


def new_name(name: str) -> str:
    """A name on the command line, which comes before a query. ArgumentTypeError for what is written like a query, as
    where the name was left out."""
    field, colon, value = name.lstrip("-(").partition(":")
    if colon and value and field.lower() in (*FIELDS, *ALIASES):
        raise argparse.ArgumentTypeError(f"{name!r} is a query, and a name comes before it")
    return name
