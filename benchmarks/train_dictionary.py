"""Train the dictionary that details of papers are packed with, and print how much it saves.

    python -m benchmarks.train_dictionary [--output FILE]

The dictionary is trained on every fourth paper of the real sample, and as many other papers are packed: by deflate with
the vocabulary, as before, and by zstd with the dictionary, without ``--output`` the dictionary of the program. A
released dictionary never changes: another one is another format of ``store.sqlite.packed_json``.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import zstandard

from arxtui.sources.records import parse_record
from arxtui.store.sqlite import packed_json
from arxtui.store.sqlite.codec import detail_text
from benchmarks.corpus.sample import real_sample, sample_lines
from benchmarks.report import table

_SIZE = 64 << 10
"""The size in bytes. With half of it each paper takes 11 bytes more, with twice of it 4 bytes less."""
_EVERY = 4
_TRIED = 5_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Train if a file is named, otherwise compare."""
    parser = argparse.ArgumentParser(description="Train the dictionary of details, or say what it saves.")
    parser.add_argument("--output", type=Path, help="train one, and write it here")
    options = parser.parse_args(arguments)
    if options.output:
        options.output.write_bytes(zstandard.train_dictionary(_SIZE, [*_details(0)]).as_bytes())
        return 0
    details = _details(_EVERY // 2)
    tried = details[:: max(len(details) // _TRIED, 1)]
    rows = [
        _row("deflate with the vocabulary", tried, packed_json.pack_json),
        _row("zstd with the dictionary", tried, lambda value: packed_json.pack_detail(packed_json.encode_json(value))),
    ]
    table(f"Details of {len(tried):,} papers", ("", "bytes", "packed in", "unpacked in"), rows)
    return 0


def _details(begin: int) -> list[bytes]:
    lines = islice(sample_lines(real_sample()), begin, None, _EVERY)
    return [detail_text(paper) for line in lines for paper in parse_record(line).papers]


def _row(name: str, texts: list[bytes], pack: Callable[[list[Any]], bytes]) -> tuple[str, ...]:
    """Return a row of the table. Both times include Python's own JSON."""
    values = [json.loads(text) for text in texts]
    begun = time.process_time()
    packed = [pack(value) for value in values]
    between = time.process_time()
    for each in packed:
        packed_json.unpack_json(each)
    ended = time.process_time()
    took = [f"{1e6 * seconds / len(texts):.1f} µs" for seconds in (between - begun, ended - between)]
    return name, f"{sum(map(len, packed)) / len(packed):.1f}", *took


if __name__ == "__main__":
    sys.exit(main())
