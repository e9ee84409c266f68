"""Formulas in titles and abstracts of real papers: how many still show TeX, and which commands these contain.

python -m benchmarks.abstract_formulas ../shared/data/papers-20k.jsonl.gz ../shared/data/papers-200k.jsonl.xz

A formula is the text between two dollar signs, unless it is prose between two amounts of money. Each distinct formula
is counted once.
"""

from __future__ import annotations

import argparse
import gzip
import json
import lzma
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TextIO

from arxtui.text import clean, clean_block, readable
from arxtui.text.tex.tokens import formula_end, is_prose, tokenize
from benchmarks.report import table

_COMMAND = re.compile(r"\\(?:[A-Za-z@]+|.)", re.S)
_OPENERS: dict[str, Callable[..., TextIO]] = {".gz": gzip.open, ".xz": lzma.open}
_SHOWN = 60


def texts(file: Path) -> Iterator[str]:
    """Yield the titles and abstracts of a file with one JSON object a line."""
    with _OPENERS.get(file.suffix, open)(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            paper = json.loads(line)
            yield clean(paper["title"])
            yield clean_block(paper["abstract"])


def formulas(text: str) -> Iterator[str]:
    """Yield the formulas of a text: what is between two dollar signs."""
    tokens = tokenize(text)
    place = 0
    while place < len(tokens):
        place += 1
        if tokens[place - 1] != "$":
            continue
        start = place + (tokens[place : place + 1] == ["$"])
        end = formula_end(tokens, start, "$", nested=False)
        if end is None:
            continue
        source = "".join(tokens[start:end])
        if source.strip() and not is_prose(source, "".join(tokens[end + 1 : end + 2])):
            yield source
            place = end + 1 + (start - place)


def left_as_tex(found: dict[str, None]) -> dict[str, str]:
    """Return the formulas that still show TeX, with the text they are shown as."""
    shown = {source: readable(f"${source}$") for source in found}
    return {source: line for source, line in shown.items() if "\\" in line or "$" in line}


def main() -> None:
    """Print how many formulas show TeX, and the commands in them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="+")
    options = parser.parse_args()
    found = {source: None for file in options.files for text in texts(file) for source in formulas(text)}
    left = left_as_tex(found)
    rows = [["distinct formulas", f"{len(found):,}"], ["that show TeX", f"{len(left):,}"]]
    table("Formulas in titles and abstracts", ["what", "figure"], [*rows, ["share", f"{len(left) / len(found):.2%}"]])
    commands = Counter(command for line in left.values() for command in set(_COMMAND.findall(line)))
    examples = {command: source for source, line in left.items() for command in _COMMAND.findall(line)}
    listed = [[command, str(count), examples[command][:60]] for command, count in commands.most_common(_SHOWN)]
    table("Commands left", ["command", "formulas", "for example"], listed)


if __name__ == "__main__":
    main()
