"""Check of the user's own stylesheet before it is used."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from textual.content import Content
from textual.css.errors import StylesheetError
from textual.css.stylesheet import Stylesheet, StylesheetParseError
from textual.css.tokenizer import TokenError


def fault_of(file: Path, variables: Mapping[str, str]) -> str:
    """Return what is wrong with a stylesheet, with the line; empty if nothing is. ``variables`` are those that the
    stylesheet can use (``$background``)."""
    stylesheet = Stylesheet(variables=dict(variables))
    if not file.is_file():  # a named pipe would be waited for
        return "it is not a regular file"
    try:
        text = file.read_text(encoding="utf-8")
        stylesheet.add_source(text, read_from=(str(file), ""))
        stylesheet.parse()
    except TokenError as error:
        # At the end of the file, the parser reports the line after the last one.
        line = min(error.start[0], len(text.splitlines()))
        return f"line {line}: {error}"
    except StylesheetParseError as error:
        return _first_error(error)
    except UnicodeDecodeError:
        return "it is not UTF-8"
    except OSError as error:
        return f"it cannot be read: {error.strerror or error}"
    except StylesheetError as error:
        return str(error)
    return ""


def _first_error(error: StylesheetParseError) -> str:
    """Return the first error in the rules, with its line."""
    token, fault = next(each for rule in error.errors.rules for each in rule.errors)
    location = token.referenced_by.location if token.referenced_by else token.location
    words = Content.from_markup(str(getattr(fault, "summary", fault))).plain
    return f"line {location[0] + 1}: {words}"
